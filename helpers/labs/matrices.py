"""Matrices of 2 x 2 in a lab: four traits of its state, four sliders, and matrices with a name.

The traits of the matrix with letter ``q`` are ``q00, q01, q10, q11``: row and column.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np

from helpers.arrays import Array
from helpers.widgets import Control, State, slider

LIMIT = 3.0  # entries run from -LIMIT to LIMIT
STEP = 0.05  # of the sliders: the page moves any other number to the nearest step, and sends that back
PLACES = tuple(product(range(2), range(2)))

# Row vectors are multiplied from the right: row 0 says where (1, 0) goes, row 1 where (0, 1) goes.
NAMED: dict[str, Array] = {
    "identity": np.array([[1.0, 0.0], [0.0, 1.0]]),
    "swap": np.array([[0.0, 1.0], [1.0, 0.0]]),
    "quarter turn": np.array([[0.0, 1.0], [-1.0, 0.0]]),
    "zero": np.zeros((2, 2)),
}


def random_matrix(seed: int) -> Array:
    """Four normal numbers with mean 0 and variance 1/2, the usual start for 2 inputs, to the nearest step."""
    numbers = np.random.default_rng(seed).normal(scale=np.sqrt(0.5), size=(2, 2))
    return np.round(np.clip(STEP * np.round(numbers / STEP), -LIMIT, LIMIT), 2) + 0.0


def matrix(state: State, letter: str) -> Array:
    """The matrix of a state, shape (2, 2)."""
    return np.array([getattr(state, f"{letter}{i}{j}") for i, j in PLACES]).reshape(2, 2)


def entries(letter: str, numbers: Array) -> dict[str, float]:
    """The traits that make a matrix these numbers, shape (2, 2)."""
    return {f"{letter}{i}{j}": float(numbers[i][j]) for i, j in PLACES}


def matrix_sliders(
    state: State,
    letter: str,
    name: str | Callable[[State], str],
    shown: Callable[[State], bool] = lambda state: True,
) -> list[Control[State]]:
    """Four sliders in a column, named as NumPy names the entries: ``W_Q[0,1]``."""

    def label(i: int, j: int) -> Callable[[State], str]:
        return lambda state: f"{name(state) if callable(name) else name}[{i},{j}]"

    return [slider(state, f"{letter}{i}{j}", label(i, j), STEP, shown=shown, group=letter) for i, j in PLACES]
