"""Exercises of notebook 01: rows of length 1, and the cosine of every row with one vector."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.exercises.kinds import Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs


def _tables() -> list[Inputs]:
    rng = np.random.default_rng(11)
    example = (np.array([[3.0, 4.0], [0.0, -2.0], [-6.0, 8.0]]),)
    return [example, (2 * rng.normal(size=(5, 4)),), (rng.normal(size=(2, 6)) / 3,)]


def _lengths(X: Array) -> Array:
    return np.sqrt((X * X).sum(axis=-1, keepdims=True))


UNIT_ROWS = FunctionExercise(
    name="unit rows",
    notebook=1,
    call="unit_rows(X)",
    right=lambda X: X / _lengths(X),
    inputs=_tables,
    mistakes={
        "whole table": lambda X: X / np.linalg.norm(X),
        "wrong axis": lambda X: X / np.linalg.norm(X, axis=0),
        "squared length": lambda X: X / _lengths(X) ** 2,
        "sum": lambda X: X / X.sum(axis=1, keepdims=True),
        "sum without signs": lambda X: X / np.abs(X).sum(axis=1, keepdims=True),
        "largest number": lambda X: X / np.abs(X).max(axis=1, keepdims=True),
        "unchanged": lambda X: X,
        "first row only": lambda X: X[0] / _lengths(X)[0],
        "multiplied": lambda X: X * _lengths(X),
        "lengths": lambda X: _lengths(X)[:, 0],
        "column of lengths": _lengths,
    },
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
    call="cosines(X, v)",
    right=_cosines,
    inputs=_likeness,
    mistakes={
        "dot products": lambda X, v: X @ v,
        "length of the rows left": lambda X, v: X @ v / np.linalg.norm(v),
        "length of v left": lambda X, v: X @ v / _lengths(X)[:, 0],
        "whole table": lambda X, v: X @ v / (np.linalg.norm(X) * np.linalg.norm(v)),
        "wrong axis": lambda X, v: X / np.linalg.norm(X, axis=0) @ v / np.linalg.norm(v),
        "no brackets": lambda X, v: X @ v / _lengths(X)[:, 0] * np.linalg.norm(v),
        "no brackets, other way round": lambda X, v: X @ v / np.linalg.norm(v) * _lengths(X)[:, 0],
        "squared lengths": lambda X, v: X @ v / (_lengths(X)[:, 0] ** 2 * (v @ v)),
        "lengths added": lambda X, v: X @ v / (_lengths(X)[:, 0] + np.linalg.norm(v)),
        "sign lost": lambda X, v: np.abs(_cosines(X, v)),
        "degrees": lambda X, v: np.degrees(np.arccos(_cosines(X, v))),
        "radians": lambda X, v: np.arccos(_cosines(X, v)),
        "1 minus the cosine": lambda X, v: 1 - _cosines(X, v),
        "distance": lambda X, v: np.linalg.norm(X - v, axis=1),
        "only the largest": lambda X, v: _cosines(X, v).max(),
    },
)

EXERCISES: tuple[Exercise, ...] = (UNIT_ROWS, COSINES)
