"""Exercises of notebook 04: how large a dot product becomes, and what to divide it by."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from helpers.arrays import Array
from helpers.attention import attention_scores, softmax
from helpers.exercises.kinds import DesignExercise, Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs


def _is_not(number: float) -> Callable[[Array], bool]:
    return lambda found: not np.isclose(found, number)


# One answer is right, but a measured one can lie anywhere near it. A condition can say so, a Mistake cannot.
VARIANCE = DesignExercise(
    name="variance",
    notebook=4,
    shape=(),
    conditions={
        "not above 0": lambda found: found > 0,
        "standard deviation 1": _is_not(64),
        "one of the two": _is_not(64 * 4),
        "not squared": _is_not(64 * 2),
        "spread": _is_not(32),
        "one product": _is_not(16),
        "one number": _is_not(4),
        "copies": lambda found: _is_not(64**2)(found) and _is_not(64**2 * 16)(found),
        "measured": lambda found: abs(found - 1024) < 0.01 or abs(found / 1024 - 1) > 0.05,
        "too small": lambda found: found > 1000,
        "too large": lambda found: found < 1050,
    },
)


def _queries_and_keys() -> list[Inputs]:
    rng = np.random.default_rng(4)
    example = (
        np.array([[1.0, 0.0, 1.0, 2.0], [0.0, 3.0, -1.0, 0.0]]),
        np.array([[2.0, 1.0, 0.0, 1.0], [0.0, 1.0, 1.0, 1.0], [1.0, 0.0, 3.0, 0.0]]),
    )
    shapes = [((5, 9), (7, 9)), ((6, 3), (10, 3))]
    return [example, *((rng.normal(size=q), rng.normal(size=k)) for q, k in shapes)]


SCORES = FunctionExercise(
    name="scaled scores",
    notebook=4,
    call="your_scores(Q, K)",
    right=attention_scores,
    inputs=_queries_and_keys,
    mistakes={
        "unscaled": lambda Q, K: Q @ K.T,
        "/ d_k": lambda Q, K: Q @ K.T / Q.shape[1],
        "/ sqrt(number of queries)": lambda Q, K: Q @ K.T / np.sqrt(len(Q)),
        "/ sqrt(number of keys)": lambda Q, K: Q @ K.T / np.sqrt(len(K)),
        "Q and K swapped": lambda Q, K: attention_scores(K, Q),
        "softmax applied": lambda Q, K: softmax(attention_scores(Q, K)),
        "softmax of raw scores": lambda Q, K: softmax(Q @ K.T),
        "multiplied": lambda Q, K: Q @ K.T * np.sqrt(Q.shape[1]),
        "fixed 2": lambda Q, K: Q @ K.T / 2,
        "fixed 8": lambda Q, K: Q @ K.T / 8,
        "d_k of an earlier cell": lambda Q, K: Q @ K.T / 32,
        "measured spread": lambda Q, K: Q @ K.T / (Q @ K.T).std(),
    },
)


def _sizes_and_variances() -> list[Inputs]:
    # Numbers for which no two of the formulas below agree.
    return [(16, 9.0), (100, 0.5), (7, 2.0)]


DIVISOR = FunctionExercise(
    name="divisor",
    notebook=4,
    call="your_divisor(d_k, v)",
    right=lambda d_k, v: v * np.sqrt(d_k),
    inputs=_sizes_and_variances,
    mistakes={
        "without v": lambda d_k, v: np.sqrt(d_k),
        "v once": lambda d_k, v: np.sqrt(d_k * v),
        "variance": lambda d_k, v: d_k * v * v,
        "no root of d_k": lambda d_k, v: d_k * v,
        "v not under the root": lambda d_k, v: np.sqrt(d_k) * v * v,
        "root of v, not of d_k": lambda d_k, v: d_k * np.sqrt(v),
        "divided by v": lambda d_k, v: np.sqrt(d_k) / v,
        "one over it": lambda d_k, v: 1 / (v * np.sqrt(d_k)),
    },
)

EXERCISES: tuple[Exercise, ...] = (VARIANCE, SCORES, DIVISOR)
