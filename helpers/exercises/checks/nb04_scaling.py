"""Exercises of notebook 04: how large a dot product becomes, and what to divide it by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from helpers.arrays import Array
from helpers.attention import attention_scores, softmax
from helpers.exercises.cases import sizes, table
from helpers.exercises.kinds import DesignExercise, Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs, Makes

# --- variance ---------------------------------------------------------------------------------------


def _is_not(*numbers: float) -> Callable[[Array], bool]:
    return lambda found: not np.isclose(found, numbers).any()


# One answer is right, but a measured one can lie anywhere near it. A condition can say so, a Mistake cannot.
# Several ways lead to most of these numbers, so their sentences speak of the number.
VARIANCE = DesignExercise(
    name="variance",
    notebook=4,
    shape=(),
    conditions={
        "not above 0": lambda found: found > 0,
        "standard deviation 1": _is_not(64),
        "root of 64": _is_not(8),
        "one of the two": _is_not(64 * 2 * 2),
        "not squared": _is_not(64 * 2),
        "added": _is_not(64 * (4 + 4)),
        "spread": _is_not(32),
        "one product": _is_not(16),
        "one number": _is_not(4),
        "doubled": _is_not(2 * 64 * 16),
        "copies": _is_not(64**2, 64**2 * 16),
        "squared too often": _is_not(64 * 16**2, (64 * 16) ** 2),
        "measured": lambda found: abs(found - 1024) < 0.01 or abs(found / 1024 - 1) > 0.1,
        "too small": lambda found: found > 1000,
        "too large": lambda found: found < 1050,
    },
)

# --- scaled scores ----------------------------------------------------------------------------------


def _query_and_keys() -> Inputs:
    return np.array([[3.0, 4.0, 0.0, 0.0]]), np.array([[2.0, 1.0, 0.0, 5.0]])


def _queries_and_keys() -> list[Inputs]:
    rng = np.random.default_rng(4)
    shapes = [
        *(((5, 9), (7, 9)), ((6, 3), (10, 3)), ((1, 8), (4, 8)), ((3, 2), (1, 2)), ((2, 1), (3, 1))),
        *(((3, 64), (2, 64)), ((5, 5), (5, 5)), ((4, 7), (4, 7)), ((1, 1), (1, 1))),
    ]
    ordinary = [(rng.normal(size=q), rng.normal(size=k)) for q, k in shapes]
    whole = np.array([[1, 0, 1], [0, 3, -1]]), np.array([[2, 1, 0], [0, 1, 1], [1, 0, 3], [4, 1, 1]])
    far_apart = (
        np.array([[300.0, 0.0, 1.0], [0.01, 0.02, 0.0]]),
        np.array([[100.0, 2.0, 0.0], [0.5, 0.5, 0.03]]),
    )
    zeros_and_copies = (
        np.array([[0.0, 0.0], [-1.0, 2.0], [-1.0, 2.0]]),
        np.array([[1.0, -3.0], [0.0, 0.0], [1.0, -3.0], [2.0, 2.0]]),
    )
    return [*ordinary, whole, far_apart, zeros_and_copies]


def _drawn_pair(rng: np.random.Generator) -> Inputs:
    n_q, n_k, d_k = sizes(rng, 3, most=9)
    return table(rng, n_q, d_k), table(rng, n_k, d_k)


def _over(divisor: Callable[[Array, Array], Any]) -> Makes:
    return lambda Q, K: Q @ K.T / divisor(Q, K)


def _over_fixed(number: float) -> Makes:
    return lambda Q, K: Q @ K.T / number


def _root(Q: Array) -> float:
    return float(np.sqrt(Q.shape[1]))


def _lengths(X: Array) -> Array:
    return np.linalg.norm(X, axis=1, keepdims=True)


def _standardized(Q: Array, K: Array) -> Array:
    raw = Q @ K.T
    return (raw - raw.mean()) / raw.std()


SCORES = FunctionExercise(
    name="scaled scores",
    notebook=4,
    call="your_scores(Q, K)",
    right=attention_scores,
    example=_query_and_keys,
    edges=_queries_and_keys,
    drawn=_drawn_pair,
    mistakes={
        "unscaled": lambda Q, K: Q @ K.T,
        "/ d_k": _over(lambda Q, K: Q.shape[1]),
        "/ d_k squared": _over(lambda Q, K: Q.shape[1] ** 2),
        "fourth root": _over(lambda Q, K: Q.shape[1] ** 0.25),
        "half of d_k": [  # `/ (d_k ** 1 / 2)`, and without the brackets
            _over(lambda Q, K: Q.shape[1] / 2),
            _over(lambda Q, K: Q.shape[1] * 2),
        ],
        "whole root": [
            _over(lambda Q, K: np.floor(_root(Q))),
            _over(lambda Q, K: np.rint(_root(Q))),
            _over(lambda Q, K: np.ceil(_root(Q))),
        ],
        "decimals dropped": lambda Q, K: Q @ K.T // _root(Q),
        "/ sqrt(number of queries)": [_over(lambda Q, K: np.sqrt(len(Q))), _over(lambda Q, K: len(Q))],
        "/ sqrt(number of keys)": [_over(lambda Q, K: np.sqrt(len(K))), _over(lambda Q, K: len(K))],
        "all numbers of a table": [
            *(_over(lambda Q, K: np.sqrt(Q.size)), _over(lambda Q, K: np.sqrt(K.size))),
            *(_over(lambda Q, K: Q.size), _over(lambda Q, K: K.size)),
        ],
        "the whole shape": [
            *(_over(lambda Q, K: np.sqrt(Q.shape)), _over(lambda Q, K: np.sqrt(K.shape))),
            *(_over(lambda Q, K: Q.shape), _over(lambda Q, K: K.shape)),
        ],
        "Q and K swapped": [lambda Q, K: attention_scores(K, Q), lambda Q, K: K @ Q.T],
        "one table with itself": [
            *(lambda Q, K: attention_scores(Q, Q), lambda Q, K: attention_scores(K, K)),
            *(lambda Q, K: Q @ Q.T, lambda Q, K: K @ K.T),
        ],
        "Q transposed": [lambda Q, K: Q.T @ K, lambda Q, K: Q.T @ K / _root(Q)],
        "number by number": [
            *(lambda Q, K: Q * K, lambda Q, K: Q * K / _root(Q)),
            *(lambda Q, K: np.sum(Q * K, axis=1), lambda Q, K: np.sum(Q * K, axis=1) / _root(Q)),
            *(lambda Q, K: np.sum(Q * K), lambda Q, K: np.sum(Q * K) / _root(Q)),
        ],
        "one query or key only": [
            *(lambda Q, K: attention_scores(Q, K)[0], lambda Q, K: attention_scores(Q, K)[-1]),
            *(lambda Q, K: attention_scores(Q, K)[:, 0], lambda Q, K: attention_scores(Q, K)[:, -1]),
            *(lambda Q, K: Q[0] @ K.T, lambda Q, K: Q @ K[0]),
        ],
        "one number of it": [lambda Q, K: attention_scores(Q, K).item(), lambda Q, K: (Q @ K.T).item()],
        "root of the scores": [
            *(lambda Q, K: Q @ K.T / np.sqrt(Q @ K.T), lambda Q, K: np.sqrt(Q @ K.T)),
            *(lambda Q, K: np.sqrt(Q @ K.T / Q.shape[1]), lambda Q, K: np.sqrt(Q @ K.T) / Q.shape[1]),
        ],
        "softmax applied": [
            lambda Q, K: softmax(attention_scores(Q, K)),
            lambda Q, K: softmax(attention_scores(Q, K), axis=0),
        ],
        "softmax of raw scores": [
            lambda Q, K: softmax(Q @ K.T),
            lambda Q, K: softmax(Q @ K.T, axis=0),
        ],
        "multiplied": [lambda Q, K: Q @ K.T * _root(Q), lambda Q, K: Q @ K.T * Q.shape[1]],
        "fixed 2": _over_fixed(2),
        "fixed 8": _over_fixed(8),
        # d_k is 1 024 there, d_model 16 and n 7; 4 is the example's d_k.
        "d_k of an earlier cell": [
            _over_fixed(number) for number in (32, 1024, 4, 16, np.sqrt(7), 7, np.sqrt(2))
        ],
        "cosines": [
            _over(lambda Q, K: _lengths(Q) * _lengths(K).T),
            _over(lambda Q, K: _lengths(Q)),
            _over(lambda Q, K: _lengths(K).T),
        ],
        "measured spread": [
            _over(lambda Q, K: (Q @ K.T).std()),
            _over(lambda Q, K: (Q @ K.T).std(axis=1, keepdims=True)),
            _standardized,
        ],
    },
)

# --- divisor ----------------------------------------------------------------------------------------


def _sizes_and_variances() -> list[Inputs]:
    # Numbers for which no two of the formulas below agree.
    return [(16, 9.0), (100, 0.5), (7, 3), (1, 2.5), (5, 1), (1024, 0.01), (2, 400.0), (300, 6), (3, 0.25)]


DIVISOR = FunctionExercise(
    name="divisor",
    notebook=4,
    call="your_divisor(d_k, v)",
    right=lambda d_k, v: v * np.sqrt(d_k),
    example=lambda: (9, 2),
    edges=_sizes_and_variances,
    drawn=lambda rng: (*sizes(rng, 1, most=300), float(rng.choice([0.1, 1, 10]) * rng.uniform(0.2, 5))),
    mistakes={
        "without v": lambda d_k, v: np.sqrt(d_k),
        "v once": lambda d_k, v: np.sqrt(d_k * v),
        "variance": lambda d_k, v: d_k * v * v,
        "no root of d_k": lambda d_k, v: d_k * v,
        "v squared": lambda d_k, v: np.sqrt(d_k) * v * v,
        "root of v, not of d_k": lambda d_k, v: d_k * np.sqrt(v),
        "root twice": [lambda d_k, v: (d_k * v * v) ** 0.25, lambda d_k, v: d_k**0.25 * v],
        "half": [  # `** 1 / 2` without brackets, at several places
            *(
                lambda d_k, v: d_k / 2 * v,
                lambda d_k, v: d_k * v * v / 2,
                lambda d_k, v: np.sqrt(d_k) * v / 2,
            ),
            *(lambda d_k, v: d_k // 2 * v, lambda d_k, v: d_k * v * v // 2, lambda d_k, v: d_k * v // 2),
            *(lambda d_k, v: d_k / 2, lambda d_k, v: d_k * np.sqrt(v) / 2),
        ],
        "no d_k": [  # `** (1 // 2)` is `** 0`
            *(lambda d_k, v: v, lambda d_k, v: v * v, lambda d_k, v: np.sqrt(v), lambda d_k, v: 1),
        ],
        "whole root": [
            lambda d_k, v: v * np.floor(np.sqrt(d_k)),
            lambda d_k, v: v * np.rint(np.sqrt(d_k)),
            lambda d_k, v: v * np.ceil(np.sqrt(d_k)),
        ],
        "divided by v": [lambda d_k, v: np.sqrt(d_k) / v, lambda d_k, v: np.sqrt(d_k / v)],
        "v divided": [
            lambda d_k, v: v / np.sqrt(d_k),
            lambda d_k, v: v / d_k,
            lambda d_k, v: np.sqrt(v / d_k),
        ],
        "one over it": lambda d_k, v: 1 / (v * np.sqrt(d_k)),
        "added": [
            lambda d_k, v: np.sqrt(d_k * (v + v)),
            *(lambda d_k, v: np.sqrt(d_k) + v, lambda d_k, v: np.sqrt(d_k) + v * v, lambda d_k, v: d_k + v),
            *(lambda d_k, v: np.sqrt(d_k + v), lambda d_k, v: np.sqrt(d_k + v + v)),
            *(lambda d_k, v: np.sqrt(d_k + v * v), lambda d_k, v: np.sqrt(d_k) + np.sqrt(v)),
        ],
        # of the example, and of exercise 1
        "fixed number": [
            *(lambda d_k, v: 2 * np.sqrt(d_k), lambda d_k, v: 4 * np.sqrt(d_k)),
            *(lambda d_k, v: 3 * v, lambda d_k, v: 8 * v),
        ],
    },
)

EXERCISES: tuple[Exercise, ...] = (VARIANCE, SCORES, DIVISOR)
