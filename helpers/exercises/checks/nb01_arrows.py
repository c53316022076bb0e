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


TWO_COSINES = ValueExercise(
    name="two cosines",
    notebook=1,
    right=lambda: np.array([1.0, -1.0]),
    mistakes={
        "length counted": lambda: np.array([10.0, -2.0]),
        "sign lost": lambda: np.array([1.0, 1.0]),
        "sign turned": lambda: np.array([-1.0, 1.0]),
        "right angle": lambda: np.array([1.0, 0.0]),
        "second length counted": lambda: np.array([1.0, -2.0]),
        "dot products": _dot_products,
        "one length left": lambda: _dot_products() / np.sqrt(_dot_products()[0] / 10),
        "degrees": lambda: np.array([0.0, 180.0]),
        "radians": lambda: np.array([0.0, np.pi]),
    },
)

B, C = np.array([5.0, 2.0]), np.array([4.0, 3.0])


def _measures(P: Array) -> dict[str, Any]:
    return {"dot": P @ C, "cosine": cosine(P, C), "cosine_of_B": cosine(B, C)}


TURNED_AWAY = DesignExercise(
    name="longer but turned away",
    notebook=1,
    shape=(2,),
    conditions={
        "far too large": lambda P: (np.abs(P) < 1000).all(),
        "points away": lambda P: P @ C > 0,
        "dot product too small": lambda P: P @ C > B @ C,
        "direction of B": lambda P: not np.isclose(cosine(P, B), 1, rtol=0, atol=1e-9),
        "not turned away": lambda P: cosine(P, C) < cosine(B, C),
    },
    tells=_measures,
)

EXERCISES: tuple[Exercise, ...] = (TWO_COSINES, TURNED_AWAY)
