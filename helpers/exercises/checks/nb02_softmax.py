"""Exercises of notebook 02: write softmax, and make a weight exactly 0."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.exercises.kinds import DesignExercise, Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs


def _tables() -> list[Inputs]:
    rng = np.random.default_rng(1)
    far_apart = rng.normal(size=(4, 5)) + np.array([[0.0], [1000.0], [-1000.0], [0.0]])
    return [(np.array([[2.0, 1.0, 0.0], [0.0, 0.5, 3.0]]),), (3 * rng.normal(size=(5, 4)),), (far_apart,)]


def _unshifted(x: Array, axis: int | None = -1) -> Array:
    e = np.exp(x)
    return e / e.sum(axis=axis, keepdims=True)


def _global_maximum(x: Array) -> Array:
    e = np.exp(x - x.max())
    return e / e.sum(axis=-1, keepdims=True)


def _exponentials(x: Array) -> Array:
    return np.exp(x - x.max(axis=-1, keepdims=True))


SOFTMAX = FunctionExercise(
    name="softmax",
    notebook=2,
    call="my_softmax(x)",
    right=softmax,
    inputs=_tables,
    mistakes={
        "wrong axis": lambda x: softmax(x, axis=0),
        "whole table": lambda x: softmax(x.ravel()).reshape(x.shape),
        "overflow": _unshifted,
        "global maximum": _global_maximum,
        "no exp": lambda x: x / x.sum(axis=-1, keepdims=True),
        "no division": _exponentials,
        "only exp": np.exp,
        "argmax": lambda x: np.eye(x.shape[-1])[x.argmax(axis=-1)],
        "logarithm": lambda x: np.log(softmax(x)),
    },
)


def _share(scores: Array) -> float:
    return float(softmax(scores)[1])


NEVER = DesignExercise(
    name="never",
    notebook=2,
    shape=(3,),
    conditions={
        "the other two changed": lambda scores: np.allclose(scores[[0, 2]], [2, 0]),
        "plus infinity": lambda scores: not np.isposinf(scores[1]),
        "score 0": lambda scores: scores[1] != 0,
        "still read": lambda scores: _share(scores) == 0,
    },
    tells=lambda scores: {"weight": _share(scores)},
)

EXERCISES: tuple[Exercise, ...] = (NEVER, SOFTMAX)
