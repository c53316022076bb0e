"""Exercises of notebook 01: rows of length 1, and the cosine of every row with one vector."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.judging import Exercise, FunctionExercise, Inputs, Mistake


def _tables() -> list[Inputs]:
    rng = np.random.default_rng(11)
    example = (np.array([[3.0, 4.0], [0.0, -2.0], [-6.0, 8.0]]),)
    return [example, (2 * rng.normal(size=(5, 4)),), (rng.normal(size=(2, 6)) / 3,)]


def _lengths(X: Array) -> Array:
    return np.sqrt((X * X).sum(axis=-1, keepdims=True))


UNIT_ROWS = FunctionExercise(
    name="unit rows",
    notebook=1,
    hints=(
        "Two steps: the length of every row, then each row divided by its own length.",
        "A length is the root of the sum of the squares. For all rows: square `X`, sum along `axis=1`, root.",
        "With `keepdims=True` the sum is a column of shape (n, 1). Then `X` can be divided by its root.",
    ),
    call="unit_rows(X)",
    right=lambda X: X / _lengths(X),
    inputs=_tables,
    mistakes=(
        Mistake(
            "whole table",
            "You divide by one length, that of the whole table. Each row has its own: sum along `axis=1`.",
            lambda X: X / np.linalg.norm(X),
        ),
        Mistake(
            "wrong axis",
            "Your columns have length 1. Each row should: sum along `axis=1`, not `axis=0`.",
            lambda X: X / np.linalg.norm(X, axis=0),
        ),
        Mistake(
            "squared length",
            "You divide by the sum of the squares, the squared length. The root is missing.",
            lambda X: X / _lengths(X) ** 2,
        ),
        Mistake(
            "sum",
            "You divide by the sum of the row. Its length is the root of the sum of the squares.",
            lambda X: X / X.sum(axis=1, keepdims=True),
        ),
        Mistake(
            "sum without signs",
            "You divide by the sum of the numbers without their signs. Take the root of the sum of the "
            "squares.",
            lambda X: X / np.abs(X).sum(axis=1, keepdims=True),
        ),
        Mistake(
            "largest number",
            "You divide by the largest number of each row. Its length is the root of the sum of the squares.",
            lambda X: X / np.abs(X).max(axis=1, keepdims=True),
        ),
        Mistake(
            "unchanged",
            "These are the rows as they were. In a loop, collect each new row in a list and return the list.",
            lambda X: X,
        ),
        Mistake(
            "first row only",
            "This is the first row alone, and it is right. Return all rows: does `return` stand in the loop?",
            lambda X: X[0] / _lengths(X)[0],
        ),
        Mistake(
            "multiplied",
            "You multiply by the length. That makes long rows longer still. Divide by it.",
            lambda X: X * _lengths(X),
        ),
        Mistake(
            "lengths",
            "These are the lengths of the rows, and they are right. One step is missing: divide by them.",
            lambda X: _lengths(X)[:, 0],
        ),
        Mistake(
            "column of lengths",
            "This is the column of lengths, and it is right. One step is missing: divide `X` by it.",
            _lengths,
        ),
    ),
)


def _likeness() -> list[Inputs]:
    rng = np.random.default_rng(12)
    example = (np.array([[-1.0, 5.0], [5.0, 2.0], [2.0, 1.0]]), np.array([4.0, 3.0]))
    return [example, *((2 * rng.normal(size=(n, d)), rng.normal(size=d)) for n, d in ((5, 4), (2, 6)))]


def _cosines(X: Array, v: Array) -> Array:
    return X @ v / (_lengths(X)[:, 0] * np.linalg.norm(v))


COSINES = FunctionExercise(
    name="cosines",
    notebook=1,
    hints=(
        "Two steps: the dot product of every row with `v`, then divide by both lengths.",
        "`X @ v` gives all dot products at once. The lengths of all rows are an array of shape (n,), too.",
        "Lengths of the rows: `np.sqrt((X * X).sum(axis=1))`. Divide `X @ v` by the product of these and "
        "of the length of `v`, in brackets.",
    ),
    call="cosines(X, v)",
    right=_cosines,
    inputs=_likeness,
    mistakes=(
        Mistake(
            "dot products",
            "These are the dot products. Divide each by both lengths, so that only the direction counts.",
            lambda X, v: X @ v,
        ),
        Mistake(
            "length of the rows left",
            "You divide by the length of `v` only. Each row has a length as well, and it still counts here.",
            lambda X, v: X @ v / np.linalg.norm(v),
        ),
        Mistake(
            "length of v left",
            "You divide by the lengths of the rows only. `v` has a length as well, and it still counts here.",
            lambda X, v: X @ v / _lengths(X)[:, 0],
        ),
        Mistake(
            "whole table",
            "You divide by the length of the whole table. Each row has its own: sum along `axis=1`.",
            lambda X, v: X @ v / (np.linalg.norm(X) * np.linalg.norm(v)),
        ),
        Mistake(
            "wrong axis",
            "You give the columns of `X` length 1. The words are its rows: sum along `axis=1`, not `axis=0`.",
            lambda X, v: X / np.linalg.norm(X, axis=0) @ v / np.linalg.norm(v),
        ),
        Mistake(
            "no brackets",
            "You divide by one length and multiply by the other. Put brackets round the product of both.",
            lambda X, v: X @ v / _lengths(X)[:, 0] * np.linalg.norm(v),
        ),
        Mistake(
            "no brackets, other way round",
            "You divide by one length and multiply by the others. Put brackets round the product of both.",
            lambda X, v: X @ v / np.linalg.norm(v) * _lengths(X)[:, 0],
        ),
        Mistake(
            "squared lengths",
            "You divide by the squared lengths. The roots are missing.",
            lambda X, v: X @ v / (_lengths(X)[:, 0] ** 2 * (v @ v)),
        ),
        Mistake(
            "lengths added",
            "You divide by the sum of the two lengths. Divide by their product.",
            lambda X, v: X @ v / (_lengths(X)[:, 0] + np.linalg.norm(v)),
        ),
        Mistake(
            "sign lost",
            "The sizes are right, but the signs are lost. A row that points away has a cosine below 0.",
            lambda X, v: np.abs(_cosines(X, v)),
        ),
        Mistake(
            "degrees",
            "These are the angles, in degrees. Return their cosines: leave `arccos` out.",
            lambda X, v: np.degrees(np.arccos(_cosines(X, v))),
        ),
        Mistake(
            "radians",
            "These are the angles, in radians. Return their cosines: leave `arccos` out.",
            lambda X, v: np.arccos(_cosines(X, v)),
        ),
        Mistake(
            "1 minus the cosine",
            "This is 1 minus the cosine. It is 0 for the same direction; a cosine is 1 there.",
            lambda X, v: 1 - _cosines(X, v),
        ),
        Mistake(
            "distance",
            "These are the distances from `v`. A cosine compares directions: dot product, then both lengths.",
            lambda X, v: np.linalg.norm(X - v, axis=1),
        ),
        Mistake(
            "only the largest",
            "This is the largest cosine only. Return those of all rows.",
            lambda X, v: _cosines(X, v).max(),
        ),
    ),
)

EXERCISES: tuple[Exercise, ...] = (UNIT_ROWS, COSINES)
