"""Exercises of notebook 03: matrices to write down, and how many numbers can be learned."""

from __future__ import annotations

from typing import Any

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.examples import FOUR_WORDS, FOUR_X
from helpers.exercises.cases import sizes
from helpers.exercises.kinds import DesignExercise, Exercise, FunctionExercise, ValueExercise
from helpers.exercises.mistakes import Inputs

SWAP = ValueExercise(
    name="swap",
    notebook=3,
    right=lambda: np.array([[0.0, 1.0], [1.0, 0.0]]),
    mistakes={
        "identity": lambda: np.eye(2),
        "quarter turn": lambda: np.array([[0.0, 1.0], [-1.0, 0.0]]),
        "quarter turn back": lambda: np.array([[0.0, -1.0], [1.0, 0.0]]),
        "both signs turned": lambda: np.array([[0.0, -1.0], [-1.0, 0.0]]),
        "half turn": lambda: -np.eye(2),
        "one sign turned": [lambda: np.diag([1.0, -1.0]), lambda: np.diag([-1.0, 1.0])],
        "all zeros": lambda: np.zeros((2, 2)),
        "all ones": lambda: np.ones((2, 2)),
        "all halves": lambda: np.full((2, 2), 0.5),
        "one row zeros": [
            lambda: np.array([[0.0, 1.0], [0.0, 0.0]]),
            lambda: np.array([[0.0, 0.0], [1.0, 0.0]]),
        ],
        "rows alike": [
            lambda: np.array([[0.0, 1.0], [0.0, 1.0]]),
            lambda: np.array([[1.0, 0.0], [1.0, 0.0]]),
        ],
        "three ones": [
            lambda: np.array([[1.0, 1.0], [1.0, 0.0]]),
            lambda: np.array([[0.0, 1.0], [1.0, 1.0]]),
            lambda: np.array([[1.0, 1.0], [0.0, 1.0]]),
            lambda: np.array([[1.0, 0.0], [1.0, 1.0]]),
        ],
        "animal alone": lambda: np.diag(FOUR_X[0, ::-1] / FOUR_X[0]),
        "the ring": lambda: np.array([[-1.0, 1.0], [-3.0, 0.0]]),
        "the words": lambda: FOUR_X,
        "the queries": [lambda: FOUR_X[:, ::-1], lambda: FOUR_X[:, ::-1].T],
        "one query": lambda: FOUR_X[0, ::-1],
    },
)


def _weights(W_K: Array) -> Array:
    return softmax(FOUR_X @ (FOUR_X @ W_K).T)


def _spread(W_K: Array) -> float:
    weights = _weights(W_K)
    return float((weights.max(axis=1) - weights.min(axis=1)).max())


def _widest_row(W_K: Array) -> dict[str, Any]:
    """The word that reads least alike: what it reads most, and what least."""
    weights = _weights(W_K)
    i = int((weights.max(axis=1) - weights.min(axis=1)).argmax())
    most, least = weights[i].argmax(), weights[i].argmin()
    return {
        "word": FOUR_WORDS[i],
        "most": FOUR_WORDS[most],
        "most_read": weights[i, most],
        "least": FOUR_WORDS[least],
        "least_read": weights[i, least],
        "more": weights[i, most] - weights[i, least],
    }


def _is_zero(W_K: Array) -> bool:
    """Zeros are the one answer: the words span the plane, so only zeros make all keys one and the same."""
    return bool((np.abs(W_K) <= 1e-12).all())


def _is_multiple_of_identity(W_K: Array) -> bool:
    return bool(np.allclose(W_K, W_K[0, 0] * np.eye(2)))


def _flattens(W_K: Array) -> bool:
    """Does it take the plane to a line?"""
    return bool(abs(np.linalg.det(W_K)) <= 1e-9 * np.abs(W_K).max() ** 2)


# One answer is right here. It is a design all the same, so that a wrong one is told by its weights.
ALIKE = DesignExercise(
    name="every word alike",
    notebook=3,
    shape=(2, 2),
    conditions={
        "far too large": lambda W_K: (np.abs(W_K) < 1000).all(),
        "the weights": lambda W_K: not (W_K == 0.25).all(),
        "nearly alike": lambda W_K: _is_zero(W_K) or _spread(W_K) >= 0.01,
        "only longer or shorter": lambda W_K: _is_zero(W_K) or not _is_multiple_of_identity(W_K),
        "on one line": lambda W_K: _is_zero(W_K) or not _flattens(W_K),
        "still different": _is_zero,
    },
    tells=_widest_row,
)


def _sizes() -> list[Inputs]:
    ordinary = [(7, 2, 5), (6, 5, 11), (13, 8, 3), (512, 64, 32), (12288, 128, 96)]
    return [*ordinary, (1, 1, 1), (5, 5, 1), (5, 5, 5), (4, 4, 6), (4, 6, 4), (6, 4, 4), (2, 1, 1), (1, 9, 4)]


COUNT = FunctionExercise(
    name="count",
    notebook=3,
    call="your_count(d_model, d_k, d_v)",
    right=lambda d_model, d_k, d_v: 2 * d_model * d_k + d_model * d_v,
    example=lambda: (4, 3, 2),
    edges=_sizes,
    drawn=lambda rng: tuple(sizes(rng, 3, most=40)),
    mistakes={
        "W_V like W_K": lambda d_model, d_k, d_v: 3 * d_model * d_k,
        "sizes multiplied": [
            lambda d_model, d_k, d_v: d_model * d_k * d_v,
            lambda d_model, d_k, d_v: 2 * d_model * d_k * d_v,
            lambda d_model, d_k, d_v: 3 * d_model * d_k * d_v,
        ],
        "all like W_V": lambda d_model, d_k, d_v: 3 * d_model * d_v,
        "d_k and d_v exchanged": lambda d_model, d_k, d_v: 2 * d_model * d_v + d_model * d_k,
        "no W_V": lambda d_model, d_k, d_v: 2 * d_model * d_k,
        "one matrix": [
            lambda d_model, d_k, d_v: d_model * d_k,
            lambda d_model, d_k, d_v: d_model * d_v,
        ],
        "W_Q or W_K missing": lambda d_model, d_k, d_v: d_model * d_k + d_model * d_v,
        "four matrices": [
            lambda d_model, d_k, d_v: 2 * (d_model * d_k + d_model * d_v),
            lambda d_model, d_k, d_v: 3 * d_model * d_k + d_model * d_v,
            lambda d_model, d_k, d_v: 2 * d_model * d_k + d_model * d_v + d_model * d_model,
        ],
        "square": [
            lambda d_model, d_k, d_v: 3 * d_model * d_model,
            lambda d_model, d_k, d_v: 3 * d_k * d_k,
            lambda d_model, d_k, d_v: 2 * d_k * d_k + d_v * d_v,
        ],
        "W_V from the keys": lambda d_model, d_k, d_v: 2 * d_model * d_k + d_k * d_v,
        "one row of W_V": lambda d_model, d_k, d_v: 2 * d_model * d_k + d_v,
        "one row of W_Q and W_K": lambda d_model, d_k, d_v: 2 * d_k + d_model * d_v,
        "sums": [
            lambda d_model, d_k, d_v: 2 * (d_model + d_k) + (d_model + d_v),
            lambda d_model, d_k, d_v: d_model + d_k + d_v,
            lambda d_model, d_k, d_v: d_model + 2 * d_k + d_v,
        ],
        "one word": lambda d_model, d_k, d_v: 2 * d_k + d_v,
        "multiplied": [
            lambda d_model, d_k, d_v: d_model * d_k * d_model * d_k * d_model * d_v,
            lambda d_model, d_k, d_v: 2 * d_model * d_k * d_model * d_v,
            lambda d_model, d_k, d_v: d_model * d_k * d_model * d_v,
        ],
        "biases": [
            lambda d_model, d_k, d_v: 2 * d_model * d_k + d_model * d_v + 2 * d_k + d_v,
            lambda d_model, d_k, d_v: 2 * d_model * d_k + d_model * d_v + 3,
        ],
        "the words too": lambda d_model, d_k, d_v: 2 * d_model * d_k + d_model * d_v + d_model,
    },
)

EXERCISES: tuple[Exercise, ...] = (SWAP, ALIKE, COUNT)
