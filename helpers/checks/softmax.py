"""Exercises of notebook 02: write softmax, and make a weight exactly 0."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.judging import Condition, DesignExercise, Exercise, FunctionExercise, Inputs, Mistake


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
    hints=(
        "Three steps for each row: take the row's largest score away, `np.exp`, divide by the row's sum.",
        "`x.max(axis=-1, keepdims=True)` is a column with the largest score of each row.",
        "`e = np.exp(x - x.max(axis=-1, keepdims=True))`. Then divide `e` by its sum, again with "
        "`axis=-1, keepdims=True`.",
    ),
    call="my_softmax(x)",
    right=softmax,
    inputs=_tables,
    mistakes=(
        Mistake(
            "wrong axis",
            "Your columns sum to 1. Each row should: take `max` and `sum` along `axis=-1`, not `axis=0`.",
            lambda x: softmax(x, axis=0),
        ),
        Mistake(
            "whole table",
            "Your whole table sums to 1. Each row should: `max` and `sum` need `axis=-1, keepdims=True`.",
            lambda x: softmax(x.ravel()).reshape(x.shape),
        ),
        Mistake(
            "overflow",
            "Ordinary scores are right, but a score of 1000 gives nan: `exp(1000)` is too large. "
            "Take the largest score of each row away first.",
            _unshifted,
        ),
        Mistake(
            "global maximum",
            "You take the largest score of the whole table away. A row far below it becomes 0 divided by 0. "
            "Take each row's own largest away: `x.max(axis=-1, keepdims=True)`.",
            _global_maximum,
        ),
        Mistake(
            "no exp",
            "You divide the scores themselves by their sum. Scores below 0 then give shares below 0. "
            "Use `np.exp` first.",
            lambda x: x / x.sum(axis=-1, keepdims=True),
        ),
        Mistake(
            "no division",
            "The exponentials are right, but your rows do not sum to 1 yet. Divide each row by its sum.",
            _exponentials,
        ),
        Mistake(
            "only exp",
            "These are the exponentials. Divide each row by its sum; and large scores need a step before.",
            np.exp,
        ),
        Mistake(
            "argmax",
            "Each of your rows gives everything to its largest score. Softmax gives every score a share.",
            lambda x: np.eye(x.shape[-1])[x.argmax(axis=-1)],
        ),
        Mistake(
            "logarithm",
            "These are the logarithms of the shares. Use `np.exp`, or leave `np.log` out.",
            lambda x: np.log(softmax(x)),
        ),
    ),
)


def _share(scores: Array) -> float:
    return float(softmax(scores)[1])


NEVER = DesignExercise(
    name="never",
    notebook=2,
    hints=(
        "The weight is `exp(score)`, divided by a sum. For which score is `exp` 0?",
        "`exp` of an ordinary number is never 0. (For -1000 it is so small that the computer rounds it "
        "to 0.) NumPy has a value for minus infinity.",
        "It is called `-np.inf`. Put it in the place of the 1.0.",
    ),
    shape=(3,),
    conditions=(
        Condition(
            "the other two changed",
            "Leave the other two scores, 2.0 and 0.0, as they are.",
            lambda scores: np.allclose(scores[[0, 2]], [2, 0]),
        ),
        Condition(
            "plus infinity",
            "Plus infinity is the largest score there is. Which one is the smallest?",
            lambda scores: not np.isposinf(scores[1]),
        ),
        Condition(
            "score 0",
            lambda scores: f"A score of 0 is not never: `exp(0)` is 1. Its weight is {_share(scores):.3f}.",
            lambda scores: scores[1] != 0,
        ),
        Condition(
            "still read",
            lambda scores: f"Its weight is still {_share(scores):.3g}, not exactly 0.",
            lambda scores: _share(scores) == 0,
        ),
    ),
)

EXERCISES: tuple[Exercise, ...] = (NEVER, SOFTMAX)
