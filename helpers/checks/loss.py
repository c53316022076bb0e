"""Exercises of notebook 06: the loss of a head that knows nothing, and the loss of many sentences."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.judging import Exercise, FunctionExercise, Inputs, Mistake, ValueExercise
from helpers.learning import Whole, cross_entropy

UNTRAINED = ValueExercise(
    name="untrained loss",
    notebook=6,
    hints=(
        "The loss is `-log(share of the right choice)`. Which share does each of eight choices get?",
        "The share is 1/8, and `log` is the natural logarithm. In NumPy it is `np.log`.",
        "Calculate `-np.log(1 / 8)`.",
    ),
    right=lambda: np.log(8),
    mistakes=(
        Mistake(
            "two choices",
            "This is the loss for two equal choices. Here there are eight, so each share is smaller.",
            lambda: np.log(2),
        ),
        Mistake(
            "sign",
            "The size is right, the sign is not. The logarithm of a share is below 0; a loss is not.",
            lambda: -np.log(8),
        ),
        Mistake(
            "log10",
            "You took the logarithm to the base 10. The loss has the natural logarithm, `np.log`.",
            lambda: np.log10(8),
        ),
        Mistake(
            "log2",
            "You took the logarithm to the base 2. The loss has the natural logarithm, `np.log`.",
            lambda: np.log2(8),
        ),
        Mistake(
            "share",
            "This is the share of one choice. The loss is minus its logarithm.",
            lambda: 1 / 8,
        ),
        Mistake(
            "1 minus the share",
            "This is the part that went to the other choices. The loss is minus the logarithm of the share.",
            lambda: 7 / 8,
        ),
        Mistake(
            "number of choices",
            "This is how many choices there are. Find the share of one of them first, then its loss.",
            lambda: 8.0,
        ),
        Mistake(
            "zero",
            "A loss of 0 means sure and right. This head is not sure of anything.",
            lambda: 0.0,
        ),
        Mistake("one decimal", "That is near. Please give two decimals.", lambda: np.round(np.log(8), 1)),
    ),
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


def _of_right(table: Array, y: Whole) -> Array:
    return table[np.arange(len(y)), y]


def _unshifted(logits: Array, y: Whole) -> float:
    e = np.exp(logits)
    return float(-np.log(_of_right(e / e.sum(axis=-1, keepdims=True), y)).mean())


def _global_maximum(logits: Array, y: Whole) -> float:
    shifted = logits - logits.max()
    return float(-_of_right(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), y).mean())


CROSS_ENTROPY = FunctionExercise(
    name="cross entropy",
    notebook=6,
    hints=(
        "Three steps: the logarithm of every share, then only the right one of each row, then minus the "
        "mean. Part 2 has the stable logarithm for one row.",
        "With `shifted = logits - logits.max(axis=1, keepdims=True)`, the logarithms of the shares are "
        "`shifted - np.log(...)`. In the brackets stands the sum of each row of `np.exp(shifted)`.",
        "`log_shares[np.arange(len(y)), y]` takes one number of each row. Return minus their `.mean()`.",
    ),
    call="your_loss(logits, y)",
    right=cross_entropy,
    inputs=_sentences,
    mistakes=(
        Mistake(
            "sum",
            "You add the losses up. Then twice as many sentences have twice the loss. Take the mean.",
            lambda logits, y: len(y) * cross_entropy(logits, y),
        ),
        Mistake(
            "sign",
            "The size is right, the sign is not. Logarithms of shares are below 0, so a minus is missing.",
            lambda logits, y: -cross_entropy(logits, y),
        ),
        Mistake(
            "no logarithm",
            "This is the mean share of the right choices. The loss of a sentence is minus its logarithm.",
            lambda logits, y: _of_right(softmax(logits), y).mean(),
        ),
        Mistake(
            "logarithm of the mean",
            "You take the mean of the shares, and then its logarithm. Take the logarithm of each one first.",
            lambda logits, y: -np.log(_of_right(softmax(logits), y).mean()),
        ),
        Mistake(
            "log10",
            "You take the logarithm to the base 10. The loss has the natural logarithm, `np.log`.",
            lambda logits, y: cross_entropy(logits, y) / np.log(10),
        ),
        Mistake(
            "all classes",
            "You take the mean over all choices. Of row i only the right one counts: column `y[i]`.",
            lambda logits, y: -_log_shares(logits).mean(),
        ),
        Mistake(
            "whole rows",
            "`[y]` takes whole rows. Take one number of each row: `[np.arange(len(y)), y]`.",
            lambda logits, y: -_log_shares(logits)[y].mean(),
        ),
        Mistake(
            "hidden infinity",
            "A small number inside the logarithm hides the infinity, but the loss is wrong: a share can be "
            "far smaller. Take the logarithm before the division.",
            lambda logits, y: -np.log(_of_right(softmax(logits), y) + 1e-12).mean(),
        ),
        Mistake(
            "every row with every y",
            "`[:, y]` takes all the columns named in `y` from every row. Take one number of each row: row i "
            "goes with `y[i]`.",
            lambda logits, y: -_log_shares(logits)[:, y].mean(),
        ),
        Mistake(
            "one for each sentence",
            "These are the losses of the single sentences. Return one number, their mean.",
            lambda logits, y: -_of_right(_log_shares(logits), y),
        ),
        Mistake(
            "wrong axis",
            "Your columns of shares sum to 1. Each row, one sentence, should: take `axis=1`, not `axis=0`.",
            lambda logits, y: -_of_right(_log_shares(logits, axis=0), y).mean(),
        ),
        Mistake(
            "overflow",
            "Ordinary logits are right, but 1000 and -1000 give nan: from `exp(1000)`, or from 0 times "
            "infinity. Take each row's own largest away first, and pick the right logarithm by its place.",
            _unshifted,
        ),
        Mistake(
            "logarithm of 0",
            "Ordinary logits are right, but a very small share is rounded to 0, and its logarithm is minus "
            "infinity. Take the logarithm before the division, as in part 2.",
            lambda logits, y: -np.log(_of_right(softmax(logits), y)).mean(),
        ),
        Mistake(
            "global maximum",
            "You take the largest logit of the whole table away. In a row far below it every `exp` is 0. "
            "Take each row's own largest away.",
            _global_maximum,
        ),
    ),
)

EXERCISES: tuple[Exercise, ...] = (UNTRAINED, CROSS_ENTROPY)
