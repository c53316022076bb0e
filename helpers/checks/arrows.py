"""Exercises of notebook 01: two cosines to say at once, and an arrow that is longer but turned away."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.embeddings import cosine, load_vectors
from helpers.judging import Condition, DesignExercise, Exercise, Mistake, ValueExercise


def _dot_products() -> Array:
    bank = load_vectors()["bank"]
    return np.array([10 * bank @ bank, -2 * bank @ bank])


TWO_COSINES = ValueExercise(
    name="two cosines",
    notebook=1,
    hints=(
        "Which of the two changes the direction of `v`: the 10, the 2, or the minus?",
        "A cosine looks at the direction alone. It runs from 1, the same direction, to -1, the opposite one.",
        "Which way does `10 * v` point? Which way does `-2 * v`? Or let the computer say it: "
        "`cosine(bank, 10 * bank)`.",
    ),
    right=lambda: np.array([1.0, -1.0]),
    mistakes=(
        Mistake(
            "length counted",
            "These are the factors: how much longer the arrow becomes. A cosine does not count lengths.",
            lambda: np.array([10.0, -2.0]),
        ),
        Mistake(
            "sign lost",
            "The first is right. But the minus turns the arrow round, and a cosine can tell that.",
            lambda: np.array([1.0, 1.0]),
        ),
        Mistake(
            "sign turned",
            "The sizes are right, the signs are exchanged. First comes `10 * v`, then `-2 * v`.",
            lambda: np.array([-1.0, 1.0]),
        ),
        Mistake(
            "right angle",
            "A cosine of 0 belongs to a right angle. `-2 * v` points somewhere else.",
            lambda: np.array([1.0, 0.0]),
        ),
        Mistake(
            "second length counted",
            "The first is right. In the second one the length still counts: divide by both lengths.",
            lambda: np.array([1.0, -2.0]),
        ),
        Mistake(
            "dot products",
            "These are the dot products. Divide each of them by both lengths.",
            _dot_products,
        ),
        Mistake(
            "one length left",
            "You divided by one length only. A cosine needs both.",
            lambda: _dot_products() / np.sqrt(_dot_products()[0] / 10),
        ),
        Mistake(
            "degrees",
            "These are the angles, in degrees. The question is for their cosines.",
            lambda: np.array([0.0, 180.0]),
        ),
        Mistake(
            "radians",
            "These are the angles, in radians. The question is for their cosines.",
            lambda: np.array([0.0, np.pi]),
        ),
    ),
)

B, C = np.array([5.0, 2.0]), np.array([4.0, 3.0])


def _said(P: Array) -> str:
    return f"Your `P` has the dot product {P @ C:.4g} with `C`, and the cosine {cosine(P, C):.3f}."


TURNED_AWAY = DesignExercise(
    name="longer but turned away",
    notebook=1,
    hints=(
        "A dot product grows with the length. A cosine does not. So which can you make up for with length?",
        "Turn `P` further away from `C` than `B` is. Then make it long, until its dot product is above 26.",
        "Stay on the x-axis: which cosine has `[1, 0]`? How much longer must it be?",
    ),
    shape=(2,),
    conditions=(
        Condition(
            "far too large", "Take ordinary numbers, below a thousand.", lambda P: (np.abs(P) < 1000).all()
        ),
        Condition(
            "points away",
            lambda P: f"{_said(P)} It is not above 0: turn `P` a little more towards `C`.",
            lambda P: P @ C > 0,
        ),
        Condition(
            "dot product too small",
            lambda P: f"{_said(P)} `B` has the dot product 26: make `P` longer.",
            lambda P: P @ C > B @ C,
        ),
        Condition(
            "direction of B",
            lambda P: f"{_said(P)} `P` points just the way of `B`, so the cosine is the same. Turn it.",
            lambda P: not np.isclose(cosine(P, B), 1, rtol=0, atol=1e-9),
        ),
        Condition(
            "not turned away",
            lambda P: f"{_said(P)} That of `B` is {cosine(B, C):.3f}: turn `P` further away from `C`.",
            lambda P: cosine(P, C) < cosine(B, C),
        ),
    ),
)

EXERCISES: tuple[Exercise, ...] = (TWO_COSINES, TURNED_AWAY)
