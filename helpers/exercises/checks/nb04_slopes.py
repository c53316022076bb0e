"""Exercise of notebook 04: all the slopes of softmax in one table."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.exercises.kinds import Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs


def _rows_of_weights() -> list[Inputs]:
    rng = np.random.default_rng(5)
    return [(np.array([0.5, 0.3, 0.2]),), (softmax(rng.normal(size=5)),), (softmax(2 * rng.normal(size=4)),)]


def _jacobian(p: Array) -> Array:
    return np.diag(p) - np.outer(p, p)


def _other_sign(p: Array) -> Array:
    return np.outer(p, p) + np.diag(p - 2 * p * p)


JACOBIAN = FunctionExercise(
    name="jacobian",
    notebook=4,
    call="your_jacobian(p)",
    right=_jacobian,
    inputs=_rows_of_weights,
    mistakes={
        "diagonal only": lambda p: p * (1 - p),
        "zeros beside the diagonal": lambda p: np.diag(p * (1 - p)),
        "sign": lambda p: -_jacobian(p),
        "other weights grow": _other_sign,
        "the diagonal's rule everywhere": lambda p: np.outer(p, 1 - p),
        "no diag(p)": lambda p: -np.outer(p, p),
        "products only": lambda p: np.outer(p, p),
        "no products": lambda p: np.diag(p),
        "added": lambda p: np.diag(p) + np.outer(p, p),
        "ones on the diagonal": lambda p: np.eye(len(p)) - np.outer(p, p),
        "bare p on the diagonal": lambda p: _jacobian(p) + np.diag(p * p),
        "p @ p.T": lambda p: np.diag(p) - p @ p,
        "p * p": lambda p: np.diag(p) - p * p,
        "softmax again": lambda p: _jacobian(softmax(p)),
    },
)

EXERCISES: tuple[Exercise, ...] = (JACOBIAN,)
