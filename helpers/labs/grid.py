"""The first lab of notebook 03: what a matrix does to the plane, and what a single number cannot do."""

from __future__ import annotations

import numpy as np
import traitlets

from helpers.arrays import Array
from helpers.labs.matrices import LIMIT, NAMED, entries, matrix, matrix_sliders
from helpers.pictures import Picture, Said, Word, limit_for, number, plane, table, words
from helpers.widgets import Lab

__all__ = ["grid_lab"]

NAMES = ("it", "animal", "tired")
X = np.array([[1.0, 0.5], [1.0, -0.75], [-0.5, 1.0]])  # (3, 2)

PRESETS = {
    name: entries("m", numbers)
    for name, numbers in {
        **NAMED,
        "twice as long": np.diag([2.0, 2.0]),
        "stretch": np.diag([2.0, 0.5]),
        "mirror": np.diag([-1.0, 1.0]),
        "lean": np.array([[1.0, 0.0], [1.0, 1.0]]),
        "flatten": np.array([[1.0, 0.5], [1.0, 0.5]]),
    }.items()
}


class GridState(traitlets.HasTraits):
    """The four entries of the matrix."""

    m00 = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    m01 = traitlets.Float(0.5, min=-LIMIT, max=LIMIT)
    m10 = traitlets.Float(-0.5, min=-LIMIT, max=LIMIT)
    m11 = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)


def grid_lab() -> Lab[GridState]:
    """The lab, as notebook 03 shows it first."""
    state = GridState()
    controls = matrix_sliders(state, "m", "W")
    for control in controls:  # as the matrix is written: a column of sliders for each column
        control.group = f"column {control.trait[-1]}"
    return Lab("grid", state, draw, sorted(controls, key=lambda control: control.group), PRESETS)


def draw(state: GridState) -> Picture:
    """The grid before and after; each word's old vector and its new one; lengths and turns as numbers."""
    W = matrix(state, "m")
    new = X @ W  # (3, 2)
    labels = words(NAMES)
    limit = max(2.0, limit_for(X, new))
    space = plane(
        labels, X, new, limit, title="the plane, before and after", grid=W,
        note="grey: old grid, blue: new grid",
    )  # fmt: skip
    lengths = np.linalg.norm(X, axis=1), np.linalg.norm(new, axis=1)
    turns = [turn(old, after) for old, after in zip(X, new, strict=True)]
    numbers = np.column_stack([*lengths, [0.0 if angle is None else angle for angle in turns]])
    heads = [Word("length"), Word("after"), Word("turn in °")]
    measures = table(
        "each word",
        labels,
        heads,
        numbers,
        shaded=False,
        row_title="",
        column_title="",
    )
    return Picture("a matrix moves the plane", ((space,), (measures,)), _say(labels[0], W, new[0], turns))


def turn(old: Array, new: Array) -> float | None:
    """By how many degrees a vector has turned, counter-clockwise; None if nothing is left of it."""
    if np.linalg.norm(new) < 1e-12:
        return None
    across = old[0] * new[1] - old[1] * new[0]
    return float(np.degrees(np.arctan2(across, old @ new)))


def _say(word: Word, W: Array, new: Array, turns: list[float | None]) -> Said:
    said: Said = (word, f" goes to ({number(new[0])}, {number(new[1])}). ")
    if not W.any():
        return (*said, "Everything lands on one point: nothing is left of any word.")
    if abs(np.linalg.det(W)) < 1e-9:
        return (*said, "The plane is flattened onto a line: different words can now have equal vectors.")
    if np.array_equal(W, W[0, 0] * np.eye(2)):
        if W[0, 0] < 0:
            return (*said, "Every vector points the opposite way; no angle between two words has changed.")
        return (
            *said,
            f"Every length is multiplied by {W[0, 0]:.2f}, no direction changes: one number would do.",
        )
    angles = [angle for angle in turns if angle is not None]
    if max(angles) - min(angles) < 0.5:
        return (*said, f"Every word turns by the same angle: {angles[0]:.0f} degrees.")
    return (*said, "The words turn by different angles: no single number could do that.")
