"""Exercises of notebook 06: the loss of a head that knows nothing, and the loss of many sentences."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.exercises.kinds import Exercise, FunctionExercise, ValueExercise
from helpers.exercises.mistakes import Inputs
from helpers.learning import Ints, cross_entropy

UNTRAINED = ValueExercise(
    name="untrained loss",
    notebook=6,
    right=lambda: np.log(8),
    mistakes={
        "two choices": lambda: np.log(2),
        "sign": lambda: -np.log(8),
        "log10": lambda: np.log10(8),
        "log2": lambda: np.log2(8),
        "share": lambda: 1 / 8,
        "1 minus the share": lambda: 7 / 8,
        "number of choices": lambda: 8.0,
        "zero": lambda: 0.0,
        "one decimal": lambda: np.round(np.log(8), 1),
    },
    atol=0.006,
)


def _sentences() -> list[Inputs]:
    rng = np.random.default_rng(6)
    example = np.array([[2.0, 1.0, 0.0], [0.0, 0.5, 3.0]])
    ordinary = 2 * rng.normal(size=(5, 4))
    # One row far up, one far down, and one whose right choice has so small a share that it is rounded to 0.
    far = rng.normal(size=(4, 6)) + np.array([[0.0], [1000.0], [-1000.0], [0.0]])
    far[3, 5] += 1000
    return [
        (example, np.array([0, 1])),
        (ordinary, np.array([3, 0, 0, 2, 1])),
        (far, np.array([1, 3, 0, 2])),
    ]


def _log_shares(logits: Array, axis: int = -1) -> Array:
    shifted = logits - logits.max(axis=axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


def _of_right(table: Array, y: Ints) -> Array:
    return table[np.arange(len(y)), y]


def _unshifted(logits: Array, y: Ints) -> float:
    e = np.exp(logits)
    return float(-np.log(_of_right(e / e.sum(axis=-1, keepdims=True), y)).mean())


def _global_maximum(logits: Array, y: Ints) -> float:
    shifted = logits - logits.max()
    return float(-_of_right(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), y).mean())


CROSS_ENTROPY = FunctionExercise(
    name="cross entropy",
    notebook=6,
    call="your_loss(logits, y)",
    right=cross_entropy,
    inputs=_sentences,
    mistakes={
        "sum": lambda logits, y: len(y) * cross_entropy(logits, y),
        "sign": lambda logits, y: -cross_entropy(logits, y),
        "no logarithm": lambda logits, y: _of_right(softmax(logits), y).mean(),
        "logarithm of the mean": lambda logits, y: -np.log(_of_right(softmax(logits), y).mean()),
        "log10": lambda logits, y: cross_entropy(logits, y) / np.log(10),
        "all classes": lambda logits, y: -_log_shares(logits).mean(),
        "whole rows": lambda logits, y: -_log_shares(logits)[y].mean(),
        "hidden infinity": lambda logits, y: -np.log(_of_right(softmax(logits), y) + 1e-12).mean(),
        "every row with every y": lambda logits, y: -_log_shares(logits)[:, y].mean(),
        "one for each sentence": lambda logits, y: -_of_right(_log_shares(logits), y),
        "wrong axis": lambda logits, y: -_of_right(_log_shares(logits, axis=0), y).mean(),
        "overflow": _unshifted,
        "logarithm of 0": lambda logits, y: -np.log(_of_right(softmax(logits), y)).mean(),
        "global maximum": _global_maximum,
    },
)

EXERCISES: tuple[Exercise, ...] = (UNTRAINED, CROSS_ENTROPY)
