"""Exercise of notebook 05: which of a write-up's scores do not follow from its own numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from helpers.arrays import Array
from helpers.examples import printed_numbers, recompute
from helpers.exercises.kinds import DesignExercise, Exercise

Places = set[tuple[int, int]]


@lru_cache(maxsize=1)
def _printed() -> Array:
    """The scores as printed, (4, 4)."""
    return printed_numbers("E6")["unscaled scores"]


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


def _first_that_follows(places: Array) -> dict[str, Any]:
    row, column = min(_pairs(places) - _wrong())
    made, printed = _from_the_printed()[row, column], _printed()[row, column]
    return {"row": row, "column": column, "made": made, "printed": printed}


TWO_WRONG_SCORES = DesignExercise(
    name="two wrong scores",
    notebook=5,
    shape=(2, 2),
    conditions={
        "not whole numbers": lambda places: np.isfinite(places).all() and (places % 1 == 0).all(),
        "counted from 1": lambda places: _pairs(places - 1) != _wrong(),
        "outside the table": lambda places: (places >= 0).all() and (places <= 3).all(),
        "same place twice": lambda places: len(_pairs(places)) == 2,
        "rows and columns exchanged": lambda places: (
            _pairs(places[:, ::-1]) != _wrong() or _pairs(places) == _wrong()
        ),
        "the right K": lambda places: _pairs(places) != _farthest_two(recompute("E6")["unscaled scores"]),
        "an entry that follows": lambda places: _pairs(places) == _wrong(),
    },
    tells=_first_that_follows,
    unordered=True,
)

EXERCISES: tuple[Exercise, ...] = (TWO_WRONG_SCORES,)
