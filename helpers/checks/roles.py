"""Exercises of notebook 03: matrices to write down, and how many numbers can be learned."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.judging import (
    Condition,
    DesignExercise,
    Exercise,
    FunctionExercise,
    Inputs,
    Mistake,
    ValueExercise,
)

NAMES = "animal", "street", "tired", "it"
X = np.array([[1.4, 0.4], [0.5, -0.7], [-0.4, 1.3], [-0.9, -0.7]])
TURNED = "This exchanges the two numbers and turns a sign: a quarter turn. No sign should change."

SWAP = ValueExercise(
    name="swap",
    notebook=3,
    hints=(
        "Row 0 of the matrix says where (1, 0) goes, row 1 where (0, 1) goes.",
        "The word (1, 0), with its two numbers exchanged, is (0, 1). That is row 0.",
        "Row 1 is (0, 1) with its two numbers exchanged. Write both rows with `np.array([[...], [...]])`.",
    ),
    right=lambda: np.array([[0.0, 1.0], [1.0, 0.0]]),
    mistakes=(
        Mistake(
            "identity",
            "This is the identity: every query is the word's vector, unchanged. Where should (1, 0) go?",
            lambda: np.eye(2),
        ),
        Mistake("quarter turn", TURNED, lambda: np.array([[0.0, 1.0], [-1.0, 0.0]])),
        Mistake("quarter turn back", TURNED, lambda: np.array([[0.0, -1.0], [1.0, 0.0]])),
        Mistake(
            "both signs turned",
            "This exchanges the two numbers and turns both signs. The signs should stay.",
            lambda: np.array([[0.0, -1.0], [-1.0, 0.0]]),
        ),
        Mistake(
            "half turn",
            "This turns both signs and exchanges nothing. Where should (1, 0) go?",
            lambda: -np.eye(2),
        ),
        Mistake(
            "all ones",
            "Here both numbers of a query are the sum of the two old ones. Each should be one of them.",
            lambda: np.ones((2, 2)),
        ),
        Mistake(
            "all halves",
            "Here both numbers of a query are the mean of the two old ones. Each should be one of them.",
            lambda: np.full((2, 2), 0.5),
        ),
        Mistake(
            "the queries",
            "These are the queries, and they are right. Wanted is the matrix in `X @ your_W_Q`.",
            lambda: X[:, ::-1],
        ),
    ),
)


def _weights(W_K: Array) -> Array:
    return softmax(X @ (X @ W_K).T)


def _spread(W_K: Array) -> float:
    weights = _weights(W_K)
    return float((weights.max(axis=1) - weights.min(axis=1)).max())


def _said(W_K: Array) -> str:
    weights = _weights(W_K)
    i = int((weights.max(axis=1) - weights.min(axis=1)).argmax())
    most, least = weights[i].argmax(), weights[i].argmin()
    return (
        f"`{NAMES[i]}` reads `{NAMES[most]}` {weights[i, most]:.4f} and `{NAMES[least]}` "
        f"{weights[i, least]:.4f}."
    )


def _is_multiple_of_identity(W_K: Array) -> bool:
    return bool(W_K[0, 0]) and np.allclose(W_K, W_K[0, 0] * np.eye(2))


# One answer is right here. It is a design all the same, so that a wrong one is told by its weights.
ALIKE = DesignExercise(
    name="every word alike",
    notebook=3,
    hints=(
        "Alike means: in each row of scores all four are equal. When does a query have the same dot product "
        "with all four keys?",
        "All four keys have to be one and the same. The words are four different vectors, so W_K must "
        "forget all that they differ in.",
        "Which matrix takes every vector to one point? The lab of part 9 has it as a button.",
    ),
    shape=(2, 2),
    conditions=(
        Condition(
            "far too large",
            "Take ordinary numbers, below a thousand.",
            lambda W_K: (np.abs(W_K) < 1000).all(),
        ),
        Condition(
            "nearly alike",
            lambda W_K: f"{_said(W_K)} That is nearly alike, not quite: the keys still differ a little.",
            lambda W_K: not 1e-6 < _spread(W_K) < 0.01,
        ),
        Condition(
            "only longer or shorter",
            lambda W_K: f"{_said(W_K)} Each key is still its own word, times one number: they differ.",
            lambda W_K: not _is_multiple_of_identity(W_K),
        ),
        Condition(
            "on one line",
            lambda W_K: f"{_said(W_K)} All keys lie on one line now, but not yet on one point.",
            lambda W_K: not (W_K.any() and abs(np.linalg.det(W_K)) < 1e-9) or _spread(W_K) <= 1e-6,
        ),
        Condition(
            "still different",
            lambda W_K: f"{_said(W_K)} The four keys differ, so the four scores differ.",
            lambda W_K: _spread(W_K) <= 1e-6,
        ),
    ),
)


def _sizes() -> list[Inputs]:
    return [(4, 3, 2), (7, 2, 5), (6, 5, 11), (13, 8, 3)]


COUNT = FunctionExercise(
    name="count",
    notebook=3,
    hints=(
        "Which matrices are learned? Write down the shape of each.",
        "A matrix with r rows and c columns has r times c numbers. W_Q and W_K have one shape, W_V another.",
        "W_Q has `d_model * d_k` numbers. How many has W_K, how many has W_V? Add the three up.",
    ),
    call="your_count(d_model, d_k, d_v)",
    right=lambda d_model, d_k, d_v: 2 * d_model * d_k + d_model * d_v,
    inputs=_sizes,
    mistakes=(
        Mistake(
            "W_V like W_K",
            "You count W_V with `d_k` columns. A value has its own length.",
            lambda d_model, d_k, d_v: 3 * d_model * d_k,
        ),
        Mistake(
            "sizes multiplied",
            "You multiply the three sizes. Count the numbers of each matrix, then add.",
            lambda d_model, d_k, d_v: d_model * d_k * d_v,
        ),
        Mistake(
            "all like W_V",
            "You count all three with `d_v` columns. Queries and keys have a length of their own.",
            lambda d_model, d_k, d_v: 3 * d_model * d_v,
        ),
        Mistake(
            "d_k and d_v exchanged",
            "You count two matrices with `d_v` columns and one with `d_k`. Which two have the same shape?",
            lambda d_model, d_k, d_v: 2 * d_model * d_v + d_model * d_k,
        ),
        Mistake(
            "no W_V",
            "You count W_Q and W_K. The values have a learned matrix too.",
            lambda d_model, d_k, d_v: 2 * d_model * d_k,
        ),
        Mistake(
            "W_Q or W_K missing",
            "You count one matrix for queries and keys together. They have one each.",
            lambda d_model, d_k, d_v: d_model * d_k + d_model * d_v,
        ),
        Mistake(
            "four matrices",
            "You count four matrices. There are three: for queries, for keys, for values.",
            lambda d_model, d_k, d_v: 2 * (d_model * d_k + d_model * d_v),
        ),
        Mistake(
            "W_V from the keys",
            "You give W_V as many rows as a key has numbers. Values are made from the word's own vector.",
            lambda d_model, d_k, d_v: 2 * d_model * d_k + d_k * d_v,
        ),
        Mistake(
            "sums",
            "You add rows and columns. A table of r rows and c columns holds r times c numbers.",
            lambda d_model, d_k, d_v: 2 * (d_model + d_k) + (d_model + d_v),
        ),
        Mistake(
            "one word",
            "The query, key and value of one word have so many numbers. Learned are the matrices.",
            lambda d_model, d_k, d_v: 2 * d_k + d_v,
        ),
        Mistake(
            "multiplied",
            "You multiply the sizes of the matrices. Each one adds its own numbers to the others.",
            lambda d_model, d_k, d_v: d_model * d_k * d_model * d_k * d_model * d_v,
        ),
        Mistake(
            "biases",
            "You add one number for every column. Here nothing is added to the products.",
            lambda d_model, d_k, d_v: 2 * d_model * d_k + d_model * d_v + 2 * d_k + d_v,
        ),
    ),
)

EXERCISES: tuple[Exercise, ...] = (SWAP, ALIKE, COUNT)
