"""Exercises of notebook 03: scores from separate queries and keys, and the whole of attention."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.examples import FOUR_X
from helpers.exercises.kinds import Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs


def _drawn(n: int, d_model: int, d_k: int, d_v: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    X, W_Q, W_K, W_V = (
        rng.normal(size=shape) for shape in ((n, d_model), (d_model, d_k), (d_model, d_k), (d_model, d_v))
    )
    return X, W_Q, W_K, W_V


def _hidden() -> list[Inputs]:
    return [_drawn(5, 3, 6, 2, seed=31), _drawn(6, 7, 3, 5, seed=32)]


def _ring_and_more() -> list[Inputs]:
    example = (FOUR_X, np.array([[-1.0, 1.0], [-3.0, 0.0]]), np.eye(2))
    return [example, *(inputs[:3] for inputs in _hidden())]


def _raw(X: Array, W_Q: Array, W_K: Array) -> Array:
    return (X @ W_Q) @ (X @ W_K).T


def _scores(X: Array, W_Q: Array, W_K: Array) -> Array:
    return _raw(X, W_Q, W_K) / np.sqrt(W_K.shape[1])


SEPARATE_SCORES = FunctionExercise(
    name="separate scores",
    notebook=3,
    call="your_scores(X, W_Q, W_K)",
    right=_scores,
    inputs=_ring_and_more,
    mistakes={
        "unscaled": _raw,
        "/ d_k": lambda X, W_Q, W_K: _raw(X, W_Q, W_K) / W_K.shape[1],
        "/ sqrt(d_model)": lambda X, W_Q, W_K: _raw(X, W_Q, W_K) / np.sqrt(X.shape[1]),
        "/ sqrt(n)": lambda X, W_Q, W_K: _raw(X, W_Q, W_K) / np.sqrt(len(X)),
        "always / 2": lambda X, W_Q, W_K: _raw(X, W_Q, W_K) / 2,
        "always / sqrt(2)": lambda X, W_Q, W_K: _raw(X, W_Q, W_K) / np.sqrt(2),
        "multiplied": lambda X, W_Q, W_K: _raw(X, W_Q, W_K) * np.sqrt(W_K.shape[1]),
        "Q and K swapped": lambda X, W_Q, W_K: _scores(X, W_K, W_Q),
        "W_Q twice": lambda X, W_Q, W_K: _scores(X, W_Q, W_Q),
        "W_K twice": lambda X, W_Q, W_K: _scores(X, W_K, W_K),
        "no matrices": lambda X, W_Q, W_K: X @ X.T,
        "no matrices, scaled": lambda X, W_Q, W_K: X @ X.T / np.sqrt(X.shape[1]),
        "Q.T @ K": lambda X, W_Q, W_K: (X @ W_Q).T @ (X @ W_K) / np.sqrt(W_K.shape[1]),
        "weights": lambda X, W_Q, W_K: softmax(_scores(X, W_Q, W_K)),
    },
)


def _cat_and_more() -> list[Inputs]:
    words = np.array([[1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0], [1.0, 1.0, 1.0, 1.0]])
    return [(words, np.eye(4), np.eye(4), np.eye(4)), *_hidden()]


def _attention(X: Array, W_Q: Array, W_K: Array, W_V: Array) -> Array:
    return softmax(_scores(X, W_Q, W_K)) @ X @ W_V


def _whole_table(X: Array, W_Q: Array, W_K: Array, W_V: Array) -> Array:
    scores = _scores(X, W_Q, W_K)
    return softmax(scores.ravel()).reshape(scores.shape) @ X @ W_V


ATTENTION = FunctionExercise(
    name="attention",
    notebook=3,
    call="your_attention(X, W_Q, W_K, W_V)",
    right=_attention,
    inputs=_cat_and_more,
    mistakes={
        "unscaled": lambda X, W_Q, W_K, W_V: softmax(_raw(X, W_Q, W_K)) @ X @ W_V,
        "/ d_k": lambda X, W_Q, W_K, W_V: softmax(_raw(X, W_Q, W_K) / W_K.shape[1]) @ X @ W_V,
        "/ sqrt(d_model)": lambda X, W_Q, W_K, W_V: (
            softmax(_raw(X, W_Q, W_K) / np.sqrt(X.shape[1])) @ X @ W_V
        ),
        "/ sqrt(n)": lambda X, W_Q, W_K, W_V: softmax(_raw(X, W_Q, W_K) / np.sqrt(len(X))) @ X @ W_V,
        "always / 2": lambda X, W_Q, W_K, W_V: softmax(_raw(X, W_Q, W_K) / 2) @ X @ W_V,
        "weights.T @ V": lambda X, W_Q, W_K, W_V: softmax(_scores(X, W_Q, W_K)).T @ X @ W_V,
        "wrong axis": lambda X, W_Q, W_K, W_V: softmax(_scores(X, W_Q, W_K), axis=0) @ X @ W_V,
        "whole table": _whole_table,
        "Q and K swapped": lambda X, W_Q, W_K, W_V: _attention(X, W_K, W_Q, W_V),
        "W_Q twice": lambda X, W_Q, W_K, W_V: _attention(X, W_Q, W_Q, W_V),
        "W_K twice": lambda X, W_Q, W_K, W_V: _attention(X, W_K, W_K, W_V),
        "no W_V": lambda X, W_Q, W_K, W_V: softmax(_scores(X, W_Q, W_K)) @ X,
        "no matrices": lambda X, W_Q, W_K, W_V: softmax(X @ X.T / np.sqrt(X.shape[1])) @ X,
        "keys passed on": lambda X, W_Q, W_K, W_V: _attention(X, W_Q, W_K, W_K),
        "no softmax": lambda X, W_Q, W_K, W_V: _scores(X, W_Q, W_K) @ X @ W_V,
        "argmax": lambda X, W_Q, W_K, W_V: (X @ W_V)[_scores(X, W_Q, W_K).argmax(axis=-1)],
        "weights": lambda X, W_Q, W_K, W_V: softmax(_scores(X, W_Q, W_K)),
        "scores": lambda X, W_Q, W_K, W_V: _scores(X, W_Q, W_K),
    },
)

EXERCISES: tuple[Exercise, ...] = (SEPARATE_SCORES, ATTENTION)
