"""Exercise of notebook 05: which of a write-up's scores do not follow from its own numbers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from helpers.arrays import Array
from helpers.examples import load_examples, recompute
from helpers.judging import Condition, DesignExercise, Exercise

Places = set[tuple[int, int]]


@lru_cache(maxsize=1)
def _printed() -> Array:
    """The scores as printed, (4, 4)."""
    entries = {entry["name"]: entry["value"] for entry in load_examples()["E6"]["published"]}
    return np.array(entries["unscaled scores"])


@lru_cache(maxsize=1)
def _from_the_printed() -> Array:
    """The scores that follow from the printed Q and K, (4, 4)."""
    return recompute("E6")["unscaled scores, from the published Q and K"]


def _pairs(places: Array) -> Places:
    return {(int(row), int(column)) for row, column in places}


def _farthest_two(scores: Array) -> Places:
    """The places of the two largest differences from what is printed."""
    largest = np.argsort(np.abs(scores - _printed()).ravel())[-2:]
    return _pairs(np.column_stack(np.unravel_index(largest, scores.shape)))


def _wrong() -> Places:
    return _farthest_two(_from_the_printed())


def _follows(places: Array) -> str:
    row, column = min(_pairs(places) - _wrong())
    made = f"{_from_the_printed()[row, column]:.2f}"
    return (
        f"Row {row}, column {column}: the printed Q and K give {made}, and {_printed()[row, column]:.2f} is "
        "printed. This entry follows."
    )


TWO_WRONG_SCORES = DesignExercise(
    name="two wrong scores",
    notebook=5,
    hints=(
        "Do one step of the write-up again, from its own numbers: its printed Q times its printed K, turned.",
        '`printed["Q"] @ printed["K"].T` has sixteen scores. Take `printed["unscaled scores"]` away. Where '
        "is something left?",
        "Elsewhere nothing is left but the rounding of the computer, far below 0.01. "
        "`np.argwhere(np.abs(difference) > 0.01)` lists rows and columns.",
    ),
    shape=(2, 2),
    conditions=(
        Condition(
            "not whole numbers",
            "Rows and columns are whole numbers.",
            lambda places: np.isfinite(places).all() and (places % 1 == 0).all(),
        ),
        Condition(
            "counted from 1",
            "You count from 1. Here rows and columns are counted from 0, as NumPy does.",
            lambda places: _pairs(places - 1) != _wrong(),
        ),
        Condition(
            "outside the table",
            "The table has four rows and four columns. They are counted from 0 to 3.",
            lambda places: (places >= 0).all() and (places <= 3).all(),
        ),
        Condition(
            "same place twice",
            "This is the same place twice. There are two different ones.",
            lambda places: len(_pairs(places)) == 2,
        ),
        Condition(
            "rows and columns exchanged",
            "Rows and columns are exchanged. First comes the row, the word that asks; then the column.",
            lambda places: _pairs(places[:, ::-1]) != _wrong() or _pairs(places) == _wrong(),
        ),
        Condition(
            "the right K",
            "These are the farthest from the scores of the right K. But here the write-up is measured by its "
            "own numbers: start from the K that it prints.",
            lambda places: _pairs(places) != _farthest_two(recompute("E6")["unscaled scores"]),
        ),
        Condition("an entry that follows", _follows, lambda places: _pairs(places) == _wrong()),
    ),
)

EXERCISES: tuple[Exercise, ...] = (TWO_WRONG_SCORES,)
