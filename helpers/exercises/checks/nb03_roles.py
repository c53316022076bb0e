"""Exercises of notebook 03: matrices to write down, and how many numbers can be learned."""

from __future__ import annotations

from typing import Any

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.examples import FOUR_WORDS, FOUR_X
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
        "all ones": lambda: np.ones((2, 2)),
        "all halves": lambda: np.full((2, 2), 0.5),
        "the queries": lambda: FOUR_X[:, ::-1],
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
    }


def _is_multiple_of_identity(W_K: Array) -> bool:
    return bool(W_K[0, 0]) and np.allclose(W_K, W_K[0, 0] * np.eye(2))


# One answer is right here. It is a design all the same, so that a wrong one is told by its weights.
ALIKE = DesignExercise(
    name="every word alike",
    notebook=3,
    shape=(2, 2),
    conditions={
        "far too large": lambda W_K: (np.abs(W_K) < 1000).all(),
        "nearly alike": lambda W_K: not 1e-6 < _spread(W_K) < 0.01,
        "only longer or shorter": lambda W_K: not _is_multiple_of_identity(W_K),
        "on one line": lambda W_K: not (W_K.any() and abs(np.linalg.det(W_K)) < 1e-9) or _spread(W_K) <= 1e-6,
        "still different": lambda W_K: _spread(W_K) <= 1e-6,
    },
    tells=_widest_row,
)


def _sizes() -> list[Inputs]:
    return [(4, 3, 2), (7, 2, 5), (6, 5, 11), (13, 8, 3)]


COUNT = FunctionExercise(
    name="count",
    notebook=3,
    call="your_count(d_model, d_k, d_v)",
    right=lambda d_model, d_k, d_v: 2 * d_model * d_k + d_model * d_v,
    inputs=_sizes,
    mistakes={
        "W_V like W_K": lambda d_model, d_k, d_v: 3 * d_model * d_k,
        "sizes multiplied": lambda d_model, d_k, d_v: d_model * d_k * d_v,
        "all like W_V": lambda d_model, d_k, d_v: 3 * d_model * d_v,
        "d_k and d_v exchanged": lambda d_model, d_k, d_v: 2 * d_model * d_v + d_model * d_k,
        "no W_V": lambda d_model, d_k, d_v: 2 * d_model * d_k,
        "W_Q or W_K missing": lambda d_model, d_k, d_v: d_model * d_k + d_model * d_v,
        "four matrices": lambda d_model, d_k, d_v: 2 * (d_model * d_k + d_model * d_v),
        "W_V from the keys": lambda d_model, d_k, d_v: 2 * d_model * d_k + d_k * d_v,
        "sums": lambda d_model, d_k, d_v: 2 * (d_model + d_k) + (d_model + d_v),
        "one word": lambda d_model, d_k, d_v: 2 * d_k + d_v,
        "multiplied": lambda d_model, d_k, d_v: d_model * d_k * d_model * d_k * d_model * d_v,
        "biases": lambda d_model, d_k, d_v: 2 * d_model * d_k + d_model * d_v + 2 * d_k + d_v,
    },
)

EXERCISES: tuple[Exercise, ...] = (SWAP, ALIKE, COUNT)
