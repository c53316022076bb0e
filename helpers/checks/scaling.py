"""Exercises of notebook 04: how large a dot product becomes, and what to divide it by."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from helpers.arrays import Array
from helpers.attention import attention_scores, softmax
from helpers.judging import Condition, DesignExercise, Exercise, FunctionExercise, Inputs, Mistake


def _is_not(number: float) -> Callable[[Array], bool]:
    return lambda found: not np.isclose(found, number)


# One answer is right, but a measured one can lie anywhere near it. A condition can say so, a Mistake cannot.
VARIANCE = DesignExercise(
    name="variance",
    notebook=4,
    hints=(
        "Three questions: what is the variance of one number, of one product, and how many products are "
        "there?",
        "A standard deviation of 2 is a variance of 2 times 2. The variance of a product of independent "
        "numbers with average 0 is the product of both variances.",
        "One number has variance 4, one product 4 times 4. The sum has 64 such products, and variances add "
        "up.",
    ),
    shape=(),
    conditions=(
        Condition(
            "not above 0",
            "A variance is an average of squares: it is above 0.",
            lambda found: found > 0,
        ),
        Condition(
            "standard deviation 1",
            "This would be right for a standard deviation of 1. Here it is 2. What is the variance of one "
            "number then?",
            _is_not(64),
        ),
        Condition(
            "one of the two",
            "You have counted the larger variance for one vector only. Both `q` and `k` have it.",
            _is_not(64 * 4),
        ),
        Condition(
            "not squared",
            "You have multiplied 64 by the standard deviation. Variances multiply, so square it first, for "
            "`q` and for `k`.",
            _is_not(64 * 2),
        ),
        Condition(
            "spread",
            "This is the spread, the standard deviation of `q.k`. Asked is the variance, its square.",
            _is_not(32),
        ),
        Condition(
            "one product",
            "This is the variance of a single product. A dot product adds 64 of them.",
            _is_not(16),
        ),
        Condition(
            "one number",
            "This is the variance of a single number of `q` or `k`. Next comes a product of two, and then "
            "the sum.",
            _is_not(4),
        ),
        Condition(
            "copies",
            "You have squared the 64. That is so for 64 copies of one number. Here they are independent, and "
            "their variances add up.",
            lambda found: _is_not(64**2)(found) and _is_not(64**2 * 16)(found),
        ),
        Condition(
            "measured",
            "That is near. Have you measured it? Chance leaves a measured number a little off: calculate it.",
            lambda found: abs(found - 1024) < 0.01 or abs(found / 1024 - 1) > 0.05,
        ),
        Condition(
            "too small",
            "It is larger. Go step by step: one number, one product, 64 of them.",
            lambda found: found > 1000,
        ),
        Condition(
            "too large",
            "It is smaller. Go step by step: one number, one product, 64 of them.",
            lambda found: found < 1050,
        ),
    ),
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
    hints=(
        "Two steps: all the dot products of queries and keys, then one division. Follow the shapes.",
        "The dot products are `Q @ K.T`. The divisor has to do with how many numbers one query has.",
        "`Q.shape` is a pair: first the number of queries, then `d_k`. Divide by the root of the second.",
    ),
    call="your_scores(Q, K)",
    right=attention_scores,
    inputs=_queries_and_keys,
    mistakes=(
        Mistake(
            "unscaled",
            "These are the raw scores. Divide them by their spread, the root of `d_k`.",
            lambda Q, K: Q @ K.T,
        ),
        Mistake(
            "/ d_k",
            "You divide by `d_k`. That is the variance; the scores then lie too close together. Divide by "
            "the spread, its root.",
            lambda Q, K: Q @ K.T / Q.shape[1],
        ),
        Mistake(
            "/ sqrt(number of queries)",
            "You divide by the root of the number of queries. What counts is how many numbers one query has.",
            lambda Q, K: Q @ K.T / np.sqrt(len(Q)),
        ),
        Mistake(
            "/ sqrt(number of keys)",
            "You divide by the root of the number of keys. What counts is how many numbers one key has.",
            lambda Q, K: Q @ K.T / np.sqrt(len(K)),
        ),
        Mistake(
            "Q and K swapped",
            "Queries and keys are exchanged. A row belongs to a query, a column to a key: begin with `Q`.",
            lambda Q, K: attention_scores(K, Q),
        ),
        Mistake(
            "softmax applied",
            "These are weights. The scores come before softmax: leave it out.",
            lambda Q, K: softmax(attention_scores(Q, K)),
        ),
        Mistake(
            "softmax of raw scores",
            "You take softmax, but of undivided scores. Leave softmax out, and divide.",
            lambda Q, K: softmax(Q @ K.T),
        ),
        Mistake(
            "multiplied",
            "You multiply by the root of `d_k`, so large scores become still larger. Divide by it.",
            lambda Q, K: Q @ K.T * np.sqrt(Q.shape[1]),
        ),
        Mistake(
            "fixed 2",
            "The example is right, but you always divide by 2. With other sizes `d_k` is not 4: find it in a "
            "shape.",
            lambda Q, K: Q @ K.T / 2,
        ),
        Mistake(
            "fixed 8",
            "You always divide by 8. That fits `d_k` = 64 only: find `d_k` in a shape.",
            lambda Q, K: Q @ K.T / 8,
        ),
        Mistake(
            "d_k of an earlier cell",
            "You always divide by 32. Have you used the `d_k` of an earlier cell, 1 024? Find it in a shape.",
            lambda Q, K: Q @ K.T / 32,
        ),
        Mistake(
            "measured spread",
            "You divide by the spread of these few scores. It depends on them, so each sentence would get "
            "another divisor. Take the root of `d_k`.",
            lambda Q, K: Q @ K.T / (Q @ K.T).std(),
        ),
    ),
)


def _sizes_and_variances() -> list[Inputs]:
    # Numbers for which no two of the formulas below agree.
    return [(16, 9.0), (100, 0.5), (7, 2.0)]


DIVISOR = FunctionExercise(
    name="divisor",
    notebook=4,
    hints=(
        "First find the variance of `q.k`, as in exercise 1. Dividing by `c` divides a variance by `c * c`.",
        "The variance of `q.k` is `d_k * v * v`. The divisor is the spread.",
        "Take the square root of `d_k * v * v`. The `v` comes out of the root.",
    ),
    call="your_divisor(d_k, v)",
    right=lambda d_k, v: v * np.sqrt(d_k),
    inputs=_sizes_and_variances,
    mistakes=(
        Mistake(
            "without v",
            "This is right for `v` = 1 only. With larger numbers the dot products are larger too.",
            lambda d_k, v: np.sqrt(d_k),
        ),
        Mistake(
            "v once",
            "You have counted `v` for one of the two vectors only: both `q` and `k` have it.",
            lambda d_k, v: np.sqrt(d_k * v),
        ),
        Mistake(
            "variance",
            "This is the variance of `q.k`. Divide by its spread: one step is missing.",
            lambda d_k, v: d_k * v * v,
        ),
        Mistake(
            "no root of d_k",
            "The `v` is right. But the spread does not grow as fast as `d_k` itself.",
            lambda d_k, v: d_k * v,
        ),
        Mistake(
            "v not under the root",
            "You take the root of `d_k` only, and leave `v * v` as it is. The root goes over all of it.",
            lambda d_k, v: np.sqrt(d_k) * v * v,
        ),
        Mistake(
            "root of v, not of d_k",
            "The root goes over the whole variance of `q.k`. You took the root of `v` alone.",
            lambda d_k, v: d_k * np.sqrt(v),
        ),
        Mistake(
            "divided by v",
            "You divide by `v`. But numbers with a larger variance need a larger divisor.",
            lambda d_k, v: np.sqrt(d_k) / v,
        ),
        Mistake(
            "one over it",
            "This is 1 divided by the divisor. The scores are divided by what you return.",
            lambda d_k, v: 1 / (v * np.sqrt(d_k)),
        ),
    ),
)

EXERCISES: tuple[Exercise, ...] = (VARIANCE, SCORES, DIVISOR)
