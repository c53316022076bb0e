"""Exercises of notebook 01: rows of length 1, and the cosine of every row with one vector."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from helpers.arrays import Array
from helpers.exercises.cases import sizes, table
from helpers.exercises.kinds import Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs

Ways = list[Callable[..., Any]]

# What may be added to a length, or to what stands below its root. Smaller ones do no harm here.
ADDED = 1.0, 0.5, 0.1, 0.05, 0.01, 1e-3, 1e-4, 5e-5, 1e-5, 1e-6, 1e-7
ADDED_BELOW_ROOT = *ADDED, 1e-8, 1e-9


def _squares(X: Array) -> Array:
    return (X * X).sum(axis=-1, keepdims=True)


def _lengths(X: Array) -> Array:
    return np.sqrt(_squares(X))


# --- rows of length 1 -------------------------------------------------------------------------------


def _tables() -> list[Inputs]:
    far_apart = np.array([[600.0, -800.0, 0.0, 0.0], [0.0003, 0.0, 0.0004, 0.0], [-1.0, 2.0, 2.0, 0.5]])
    square = np.array([[1.0, 2.0, 2.0], [-2.0, 6.0, 3.0], [4.0, -4.0, 7.0]])
    equal = np.array([[-1.5, -1.5, -1.5, -1.5], [2.0, 2.0, 2.0, 2.0], [-1.5, -1.5, -1.5, -1.5]])
    return [
        (np.array([[3, 4]]),),
        (np.array([[2, -1, 2], [0, 3, 0]]),),
        (far_apart,),
        (np.array([[-0.5], [7.0]]),),
        (square,),
        (equal,),
        (np.array([[800.0, 0.5, -3.0, 0.0, 12.5]]),),
        (np.array([[1, -1], [-2, 0], [-3, -4]]),),
        (np.array([[-3]]),),
        (np.arange(-13, 14).reshape(9, 3),),
    ]


def _table(rng: np.random.Generator) -> Inputs:
    return (table(rng, *sizes(rng, 2)),)


def _two_numbers(X: Array) -> Array:
    return np.hypot(X[:, :1], X[:, [1]])


def _something_added() -> Ways:
    return [
        *(lambda X, e=e: X / (_lengths(X) + e) for e in ADDED),
        *(lambda X, e=e: X / np.sqrt(_squares(X) + e) for e in ADDED_BELOW_ROOT),
        *(lambda X, e=e: X / np.maximum(_lengths(X), e) for e in ADDED[:6]),
    ]


def _moved(X: Array) -> Array:
    return X - X.mean(axis=1, keepdims=True)


def _low(X: Array) -> Array:
    return X - X.min(axis=1, keepdims=True)


UNIT_ROWS = FunctionExercise(
    name="unit rows",
    notebook=1,
    call="unit_rows(X)",
    right=lambda X: X / _lengths(X),
    example=lambda: (np.array([[3.0, 4.0], [0.0, -2.0], [-6.0, 8.0]]),),
    edges=_tables,
    drawn=_table,
    mistakes={
        "whole table": lambda X: X / np.linalg.norm(X),
        "wrong axis": lambda X: X / np.linalg.norm(X, axis=0),
        "squared length": lambda X: X / _squares(X),
        "half the sum": lambda X: X / (_squares(X) / 2),
        "sum": [
            lambda X: X / X.sum(axis=1, keepdims=True),
            lambda X: X / np.abs(X.sum(axis=1, keepdims=True)),
        ],
        "sum without signs": lambda X: X / np.abs(X).sum(axis=1, keepdims=True),
        "root of the sum": [
            lambda X: X / np.sqrt(X.sum(axis=1, keepdims=True)),
            lambda X: X / np.sqrt(np.abs(X.sum(axis=1, keepdims=True))),
            lambda X: X / np.sqrt(np.abs(X).sum(axis=1, keepdims=True)),
        ],
        "root of the mean": lambda X: X / np.sqrt((X * X).mean(axis=1, keepdims=True)),
        "mean": lambda X: X / X.mean(axis=1, keepdims=True),
        "largest number": [
            lambda X: X / np.abs(X).max(axis=1, keepdims=True),
            lambda X: X / X.max(axis=1, keepdims=True),
        ],
        "largest of all": [lambda X: X / np.abs(X).max(), lambda X: X / X.max()],
        "spread": lambda X: X / X.std(axis=1, keepdims=True),
        "moved": [
            lambda X: X - _lengths(X),
            _moved,
            lambda X: _moved(X) / _lengths(X),
            lambda X: _moved(X) / _lengths(_moved(X)),
            lambda X: _moved(X) / X.std(axis=1, keepdims=True),
            lambda X: _low(X) / np.ptp(X, axis=1, keepdims=True),
        ],
        "something added": _something_added(),
        "one length for all": [lambda X: X / _lengths(X)[0], lambda X: X / _lengths(X)[-1]],
        "sum goes on": lambda X: X / np.sqrt(np.cumsum(_squares(X), axis=0)),
        "not added up": lambda X: X / np.sqrt(X * X),
        "two numbers only": [
            lambda X: X / _two_numbers(X),
            lambda X: X[:, :2] / _two_numbers(X),
        ],
        "squares": [lambda X: X * X / _squares(X), lambda X: X * X / _lengths(X)],
        "sign lost": lambda X: np.abs(X) / _lengths(X),
        "decimals dropped": lambda X: X // _lengths(X),
        "unchanged": lambda X: X,
        "first row only": lambda X: X[0] / _lengths(X)[0],
        "last row only": lambda X: X[-1] / _lengths(X)[-1],
        "multiplied": lambda X: X * _lengths(X),
        "upside down": lambda X: _lengths(X) / X,
        "lengths": lambda X: _lengths(X)[:, 0],
        "column of lengths": _lengths,
    },
)

# --- a cosine for every row -------------------------------------------------------------------------

A, B, C, D = np.array([-1, 5]), np.array([5, 2]), np.array([4, 3]), np.array([2, 1])


def _likeness() -> list[Inputs]:
    far_apart = np.array([[600.0, -800.0, 0.0], [0.0003, 0.0, 0.0004], [-1.0, 2.0, 2.0]])
    # Same way, opposite, right angles, one row twice. Along the axes, where no cosine is rounded.
    axes = np.array([[0.0, 0.0, 7.0], [0.0, 0.0, -2.0], [3.0, 0.0, 0.0], [0.0, -0.5, 0.0], [0.0, 0.0, 7.0]])
    return [
        (far_apart, np.array([1.0, 2.0, -2.0])),
        (np.array([[2, -1, 2], [0, 3, 0]]), np.array([1, 2, 2])),
        (np.array([[3, 4]]), np.array([4, -3])),
        (np.array([[0.5, 1.0, -2.0, 3.0]]), np.array([2.0, 0.0, 1.0, 1.0])),
        (axes, np.array([0.0, 0.0, 2.0])),
        (np.array([[800.0, 0.5, -3.0, 12.5], [0.5, -900.0, 0.5, 0.5]]), np.array([0.5, -0.25, 100.0, 4.0])),
        (np.array([[1, -1], [-2, 0], [-3, -4], [7, 1]]), np.array([-0.5, 1.5])),
        (np.array([[-0.5], [7.0], [2.0]]), np.array([-4.0])),
        (np.array([[-3]]), np.array([5])),
        (np.arange(-13, 14).reshape(9, 3), np.array([2, -1, 3])),
    ]


def _rows_and_one(rng: np.random.Generator) -> Inputs:
    # Of one number each, all cosines are 1 or -1: such a case stands above, in numbers that do not round.
    n, d = sizes(rng, 2, most=5)
    return table(rng, n, d + 1), table(rng, 1, d + 1)[0]


def _cosines(X: Array, v: Array) -> Array:
    return X @ v / (_lengths(X)[:, 0] * np.linalg.norm(v))


def _divided(X: Array, v: Array, row: Callable[[Array], Array], one: Callable[[Array], Array]) -> Array:
    """Dot products divided by other lengths: one way for the rows, one for `v`."""
    return X @ v / (row(X)[:, 0] * one(v[None])[0, 0])


def _angles(X: Array, v: Array) -> Array:
    return np.arccos(np.clip(_cosines(X, v), -1, 1))


def _sums(X: Array) -> Array:
    return X.sum(axis=1, keepdims=True)


def _sums_without_signs(X: Array) -> Array:
    return np.abs(X).sum(axis=1, keepdims=True)


def _product_of_two(X: Array, v: Array) -> Array:
    return X[:, 0] * v[0] + X[:, 1] * v[1]


def _two_lengths(X: Array, v: Array) -> Array:
    return np.hypot(X[:, 0], X[:, 1]) * np.hypot(v[0], v[1])


def _something_added_to_either() -> Ways:
    def added(e: float) -> Callable[[Array], Array]:
        return lambda X: _lengths(X) + e

    def below_root(e: float) -> Callable[[Array], Array]:
        return lambda X: np.sqrt(_squares(X) + e)

    return [
        *(lambda X, v, e=e: X @ v / (_lengths(X)[:, 0] * np.linalg.norm(v) + e) for e in ADDED),
        *(lambda X, v, e=e: _divided(X, v, added(e), added(e)) for e in ADDED),
        *(lambda X, v, e=e: _divided(X, v, added(e), _lengths) for e in ADDED),
        *(lambda X, v, e=e: _divided(X, v, below_root(e), below_root(e)) for e in ADDED_BELOW_ROOT),
        *(lambda X, v, e=e: X @ v / np.sqrt(_squares(X)[:, 0] * (v @ v) + e) for e in ADDED),
        *(lambda X, v, e=e: X @ v / np.maximum(_lengths(X)[:, 0] * np.linalg.norm(v), e) for e in ADDED[:5]),
    ]


COSINES = FunctionExercise(
    name="cosines",
    notebook=1,
    call="cosines(X, v)",
    right=_cosines,
    example=lambda: (np.array([A, D, B]), C.copy()),
    edges=_likeness,
    drawn=_rows_and_one,
    mistakes={
        "dot products": lambda X, v: X @ v,
        "length of the rows left": lambda X, v: X @ v / np.linalg.norm(v),
        "length of v left": lambda X, v: X @ v / _lengths(X)[:, 0],
        "whole table": lambda X, v: X @ v / (np.linalg.norm(X) * np.linalg.norm(v)),
        "wrong axis": [
            lambda X, v: X / np.linalg.norm(X, axis=0) @ v / np.linalg.norm(v),
            lambda X, v: X @ v / (np.linalg.norm(X, axis=0) * np.linalg.norm(v)),
        ],
        "column of lengths": lambda X, v: X @ v / (_lengths(X) * np.linalg.norm(v)),
        "not added up": lambda X, v: X * v / (_lengths(X) * np.linalg.norm(v)),
        "no brackets": lambda X, v: X @ v / _lengths(X)[:, 0] * np.linalg.norm(v),
        "no brackets, other way round": lambda X, v: X @ v / np.linalg.norm(v) * _lengths(X)[:, 0],
        "multiplied": lambda X, v: X @ v * _lengths(X)[:, 0] * np.linalg.norm(v),
        "squared lengths": lambda X, v: _divided(X, v, _squares, _squares),
        "one root missing": [
            lambda X, v: _divided(X, v, _squares, _lengths),
            lambda X, v: _divided(X, v, _lengths, _squares),
        ],
        "one length squared": [lambda X, v: X @ v / _squares(X)[:, 0], lambda X, v: X @ v / (v @ v)],
        "half the sum": [
            lambda X, v: 4 * _divided(X, v, _squares, _squares),
            lambda X, v: 2 * _divided(X, v, _squares, _squares),
        ],
        "sums": [
            lambda X, v: _divided(X, v, _sums, _sums),
            lambda X, v: _divided(X, v, _sums_without_signs, _sums_without_signs),
        ],
        "mean": [
            lambda X, v: _cosines(X, v) / len(v),
            lambda X, v: _cosines(X, v) * len(v),
            lambda X, v: _cosines(X, v) * np.sqrt(len(v)),
        ],
        "lengths added": lambda X, v: X @ v / (_lengths(X)[:, 0] + np.linalg.norm(v)),
        "something added": _something_added_to_either(),
        "sum goes on": [
            lambda X, v: np.cumsum(X @ v) / (_lengths(X)[:, 0] * np.linalg.norm(v)),
            lambda X, v: X @ v / (np.sqrt(np.cumsum(_squares(X))) * np.linalg.norm(v)),
            lambda X, v: np.cumsum(X @ v) / (np.sqrt(np.cumsum(_squares(X))) * np.linalg.norm(v)),
        ],
        "two numbers only": [
            lambda X, v: _product_of_two(X, v) / _two_lengths(X, v),
            lambda X, v: X @ v / _two_lengths(X, v),
            lambda X, v: _product_of_two(X, v) / (_lengths(X)[:, 0] * np.linalg.norm(v)),
        ],
        "C, not v": lambda X, v: _cosines(X, C),
        "means taken away": lambda X, v: _cosines(_moved(X), v - v.mean()),
        "sign lost": lambda X, v: np.abs(_cosines(X, v)),
        "degrees": lambda X, v: np.degrees(_angles(X, v)),
        "radians": _angles,
        "1 minus the cosine": lambda X, v: 1 - _cosines(X, v),
        "distance": lambda X, v: np.linalg.norm(X - v, axis=1),
        "only the largest": lambda X, v: _cosines(X, v).max(),
        "first row only": lambda X, v: _cosines(X, v)[0],
        "last row only": lambda X, v: _cosines(X, v)[-1],
    },
)

EXERCISES: tuple[Exercise, ...] = (UNIT_ROWS, COSINES)
