"""Exercises of notebook 03: scores from separate queries and keys, and the whole of attention."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.judging import Exercise, FunctionExercise, Inputs, Mistake

ONE_MATRIX = (
    "You make queries and keys with one matrix. Then the scores are mutual again. Each role has its own."
)
SQRT_D_MODEL = (
    "You divide by the root of `d_model`, how long the words are. Scores are sums over a query: "
    "count its numbers."
)
SQRT_N = "You divide by the root of the number of words. Count the numbers in one query instead."
DIVIDED_BY_D_K = "You divide by `d_k` itself, perhaps by its root twice. Divide once, by the root."
FIXED = "You divide by the same number whatever `d_k` is. Take it from the shape of the keys."
UNSCALED = "The scores are not scaled. Divide them by the root of `d_k`, as in part 8."


def _drawn(n: int, d_model: int, d_k: int, d_v: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    X, W_Q, W_K, W_V = (
        rng.normal(size=shape) for shape in ((n, d_model), (d_model, d_k), (d_model, d_k), (d_model, d_v))
    )
    return X, W_Q, W_K, W_V


def _hidden() -> list[Inputs]:
    return [_drawn(5, 3, 6, 2, seed=31), _drawn(6, 7, 3, 5, seed=32)]


def _ring_and_more() -> list[Inputs]:
    words = np.array([[1.4, 0.4], [0.5, -0.7], [-0.4, 1.3], [-0.9, -0.7]])
    example = (words, np.array([[-1.0, 1.0], [-3.0, 0.0]]), np.eye(2))
    return [example, *(inputs[:3] for inputs in _hidden())]


def _raw(X: Array, W_Q: Array, W_K: Array) -> Array:
    return (X @ W_Q) @ (X @ W_K).T


def _scores(X: Array, W_Q: Array, W_K: Array) -> Array:
    return _raw(X, W_Q, W_K) / np.sqrt(W_K.shape[1])


SEPARATE_SCORES = FunctionExercise(
    name="separate scores",
    notebook=3,
    hints=(
        "Three steps: the queries, the keys, and the dot product of every query with every key, scaled.",
        "`Q = X @ W_Q` has a row for each word that asks. `K = X @ W_K` has a row for each that answers.",
        "All dot products at once are `Q @ K.T`. Divide by the root of `d_k`, the number of columns of `K`: "
        "`K.shape[1]`.",
    ),
    call="your_scores(X, W_Q, W_K)",
    right=_scores,
    inputs=_ring_and_more,
    mistakes=(
        Mistake("unscaled", UNSCALED, _raw),
        Mistake("/ d_k", DIVIDED_BY_D_K, lambda X, W_Q, W_K: _raw(X, W_Q, W_K) / W_K.shape[1]),
        Mistake("/ sqrt(d_model)", SQRT_D_MODEL, lambda X, W_Q, W_K: _raw(X, W_Q, W_K) / np.sqrt(X.shape[1])),
        Mistake("/ sqrt(n)", SQRT_N, lambda X, W_Q, W_K: _raw(X, W_Q, W_K) / np.sqrt(len(X))),
        Mistake("always / 2", FIXED, lambda X, W_Q, W_K: _raw(X, W_Q, W_K) / 2),
        Mistake("always / sqrt(2)", FIXED, lambda X, W_Q, W_K: _raw(X, W_Q, W_K) / np.sqrt(2)),
        Mistake(
            "multiplied",
            "You multiply by the root of `d_k`. That makes the scores larger. Divide by it.",
            lambda X, W_Q, W_K: _raw(X, W_Q, W_K) * np.sqrt(W_K.shape[1]),
        ),
        Mistake(
            "Q and K swapped",
            "Rows and columns are exchanged. Row i belongs to the query of word i, column j to the key of "
            "word j.",
            lambda X, W_Q, W_K: _scores(X, W_K, W_Q),
        ),
        Mistake("W_Q twice", ONE_MATRIX, lambda X, W_Q, W_K: _scores(X, W_Q, W_Q)),
        Mistake("W_K twice", ONE_MATRIX, lambda X, W_Q, W_K: _scores(X, W_K, W_K)),
        Mistake(
            "no matrices",
            "You compare the words' own vectors, as in notebook 2. Make queries and keys from them first.",
            lambda X, W_Q, W_K: X @ X.T,
        ),
        Mistake(
            "no matrices, scaled",
            "You compare the words' own vectors. Make queries and keys from them first; `d_k` is how many "
            "numbers these have.",
            lambda X, W_Q, W_K: X @ X.T / np.sqrt(X.shape[1]),
        ),
        Mistake(
            "Q.T @ K",
            "`Q.T @ K` compares the columns of `Q` and `K`. The words are the rows.",
            lambda X, W_Q, W_K: (X @ W_Q).T @ (X @ W_K) / np.sqrt(W_K.shape[1]),
        ),
        Mistake(
            "weights",
            "These are the weights. Scores come before softmax: leave it out here.",
            lambda X, W_Q, W_K: softmax(_scores(X, W_Q, W_K)),
        ),
    ),
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
    hints=(
        "Four steps, as in part 8: queries, keys and values; scaled scores; weights; the weighted sum.",
        "The weights are `softmax` of the scaled scores. What they mix are the values, `X @ W_V`.",
        "With Q, K and V made: `weights = softmax(Q @ K.T / ...)`, where `...` is the root of `d_k`. "
        "Return the product of `weights` and `V`, nothing else.",
    ),
    call="your_attention(X, W_Q, W_K, W_V)",
    right=_attention,
    inputs=_cat_and_more,
    mistakes=(
        Mistake("unscaled", UNSCALED, lambda X, W_Q, W_K, W_V: softmax(_raw(X, W_Q, W_K)) @ X @ W_V),
        Mistake(
            "/ d_k",
            DIVIDED_BY_D_K,
            lambda X, W_Q, W_K, W_V: softmax(_raw(X, W_Q, W_K) / W_K.shape[1]) @ X @ W_V,
        ),
        Mistake(
            "/ sqrt(d_model)",
            SQRT_D_MODEL,
            lambda X, W_Q, W_K, W_V: softmax(_raw(X, W_Q, W_K) / np.sqrt(X.shape[1])) @ X @ W_V,
        ),
        Mistake(
            "/ sqrt(n)",
            SQRT_N,
            lambda X, W_Q, W_K, W_V: softmax(_raw(X, W_Q, W_K) / np.sqrt(len(X))) @ X @ W_V,
        ),
        Mistake("always / 2", FIXED, lambda X, W_Q, W_K, W_V: softmax(_raw(X, W_Q, W_K) / 2) @ X @ W_V),
        Mistake(
            "weights.T @ V",
            "You turn the weights round before you use them. Row i holds what word i reads: no `.T` there.",
            lambda X, W_Q, W_K, W_V: softmax(_scores(X, W_Q, W_K)).T @ X @ W_V,
        ),
        Mistake(
            "wrong axis",
            "The columns of your weights sum to 1. Each row should: softmax goes along `axis=-1`.",
            lambda X, W_Q, W_K, W_V: softmax(_scores(X, W_Q, W_K), axis=0) @ X @ W_V,
        ),
        Mistake(
            "whole table",
            "All your weights together sum to 1. Each row should: softmax goes along `axis=-1`.",
            _whole_table,
        ),
        Mistake(
            "Q and K swapped",
            "Queries and keys are exchanged. Row i of the scores belongs to the query of word i.",
            lambda X, W_Q, W_K, W_V: _attention(X, W_K, W_Q, W_V),
        ),
        Mistake("W_Q twice", ONE_MATRIX, lambda X, W_Q, W_K, W_V: _attention(X, W_Q, W_Q, W_V)),
        Mistake("W_K twice", ONE_MATRIX, lambda X, W_Q, W_K, W_V: _attention(X, W_K, W_K, W_V)),
        Mistake(
            "no W_V",
            "You mix the words' own vectors. What is passed on are the values, made with `W_V`.",
            lambda X, W_Q, W_K, W_V: softmax(_scores(X, W_Q, W_K)) @ X,
        ),
        Mistake(
            "no matrices",
            "You ask, answer and pass on with the words' own vectors. Make Q, K and V from them first.",
            lambda X, W_Q, W_K, W_V: softmax(X @ X.T / np.sqrt(X.shape[1])) @ X,
        ),
        Mistake(
            "keys passed on",
            "You mix the keys. They are for matching only; what is passed on are the values.",
            lambda X, W_Q, W_K, W_V: _attention(X, W_Q, W_K, W_K),
        ),
        Mistake(
            "no softmax",
            "You mix the values by the scores. Their rows do not sum to 1. Use `softmax` first.",
            lambda X, W_Q, W_K, W_V: _scores(X, W_Q, W_K) @ X @ W_V,
        ),
        Mistake(
            "argmax",
            "Each word takes the value of one word only. Attention mixes all values by their weights.",
            lambda X, W_Q, W_K, W_V: (X @ W_V)[_scores(X, W_Q, W_K).argmax(axis=-1)],
        ),
        Mistake(
            "weights",
            "These are the weights. One step is missing: the weighted sum of the values.",
            lambda X, W_Q, W_K, W_V: softmax(_scores(X, W_Q, W_K)),
        ),
        Mistake(
            "scores",
            "These are the scores. Softmax and the weighted sum of the values are missing.",
            lambda X, W_Q, W_K, W_V: _scores(X, W_Q, W_K),
        ),
    ),
)

EXERCISES: tuple[Exercise, ...] = (SEPARATE_SCORES, ATTENTION)
