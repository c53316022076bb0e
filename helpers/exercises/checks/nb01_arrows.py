"""Exercises of notebook 01: two cosines to say at once, and an arrow that is longer but turned away."""

from __future__ import annotations

from typing import Any

import numpy as np

from helpers.arrays import Array
from helpers.embeddings import cosine, load_vectors
from helpers.exercises.kinds import DesignExercise, Exercise, ValueExercise


def _dot_products() -> Array:
    bank = load_vectors()["bank"]
    return np.array([10 * bank @ bank, -2 * bank @ bank])


def _length() -> float:
    return float(np.linalg.norm(load_vectors()["bank"]))


TWO_COSINES = ValueExercise(
    name="two cosines",
    notebook=1,
    right=lambda: np.array([1.0, -1.0]),
    mistakes={
        "length counted": [lambda: np.array([10.0, -2.0]), lambda: np.array([10.0, 2.0])],
        "divided by the factors": lambda: np.array([0.1, -0.5]),
        "sign lost": lambda: np.array([1.0, 1.0]),
        "sign turned": lambda: np.array([-1.0, 1.0]),
        "right angle": [
            lambda: np.array([1.0, 0.0]),
            lambda: np.array([0.0, -1.0]),
            lambda: np.array([0.0, 1.0]),
            lambda: np.array([0.0, 0.0]),
        ],
        "second length counted": [lambda: np.array([1.0, -2.0]), lambda: np.array([1.0, -0.5])],
        "dot products": _dot_products,
        "one length left": [
            lambda: _dot_products() / _length(),
            lambda: np.array([_length(), -_length()]),
        ],
        "squared lengths": lambda: np.array([0.1, -0.5]) / _length() ** 2,
        "1 minus the cosine": lambda: np.array([0.0, 2.0]),
        "degrees": [
            lambda: np.array([0.0, 180.0]),
            lambda: np.array([0.0, -180.0]),
            lambda: np.array([360.0, 180.0]),
        ],
        "radians": [
            lambda: np.array([0.0, np.pi]),
            lambda: np.array([0.0, -np.pi]),
            lambda: np.array([0.0, 3.14]),
            lambda: np.array([0.0, 3.142]),
        ],
    },
)

B, C = np.array([5.0, 2.0]), np.array([4.0, 3.0])
DOT, COSINE = B @ C, cosine(B, C)
# What is nearer than this is equal: numbers such as 0.1 are rounded in the computer.
NEAR = 1e-9


def _is_direction_of_b(P: Array) -> bool:
    sine = (P[0] * B[1] - P[1] * B[0]) / (np.linalg.norm(P) * np.linalg.norm(B))
    return bool(abs(sine) < NEAR)


def _measures(P: Array) -> dict[str, Any]:
    """What is said of `P` and `B`, with so many digits that different numbers look different."""
    dot, near = round(float(P @ C), 9) + 0.0, round(float(cosine(P, C)), 9) + 0.0  # never -0
    of_b = round(float(COSINE), 9)
    digits = next((n for n in range(4, 12) if f"{dot:.{n}g}" != f"{DOT:.{n}g}"), 4)
    decimals = next((n for n in range(3, 12) if f"{near:.{n}f}" != f"{of_b:.{n}f}"), 3)
    return {
        "dot": f"{dot:.{digits}g}",
        "cosine": f"{near:.{decimals}f}",
        "cosine_of_B": f"{of_b:.{decimals}f}",
    }


TURNED_AWAY = DesignExercise(
    name="longer but turned away",
    notebook=1,
    shape=(2,),
    conditions={
        "far too large": lambda P: (np.abs(P) <= 1000).all(),
        "no direction": lambda P: P.any(),
        "points away": lambda P: cosine(P, C) > NEAR,
        "dot product too small": lambda P: P @ C > DOT + NEAR,
        "direction of B": lambda P: not _is_direction_of_b(P),
        "not turned away": lambda P: cosine(P, C) < COSINE - NEAR,
    },
    tells=_measures,
)

EXERCISES: tuple[Exercise, ...] = (TWO_COSINES, TURNED_AWAY)
