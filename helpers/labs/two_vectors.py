"""The second lab of notebook 01: two arrows, and what the dot product, the angle and the cosine say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import traitlets

from helpers.arrays import Array
from helpers.embeddings import cosine
from helpers.pictures import Picture, Said, Word, number, plane, table, words
from helpers.widgets import Lab, slider

__all__ = ["two_vectors_lab"]

NAMES = ("money", "bank")
LIMIT = 3.0


def _preset(money: tuple[float, float], bank: tuple[float, float]) -> dict[str, float]:
    return {"ax": money[0], "ay": money[1], "bx": bank[0], "by": bank[1]}


PRESETS = {
    "same direction": _preset((2.0, 1.0), (1.0, 0.5)),
    "near": _preset((2.0, 1.0), (1.0, 1.5)),
    "right angle": _preset((2.0, 1.0), (-0.75, 1.5)),
    "opposite": _preset((2.0, 1.0), (-1.0, -0.5)),
    "near, but short": _preset((2.0, 1.0), (0.2, 0.3)),
}


class TwoVectorsState(traitlets.HasTraits):
    """The two numbers of each of the two words."""

    ax = traitlets.Float(2.0, min=-LIMIT, max=LIMIT)
    ay = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    bx = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    by = traitlets.Float(1.5, min=-LIMIT, max=LIMIT)


def two_vectors_lab() -> Lab[TwoVectorsState]:
    """The lab, as notebook 01 shows it first."""
    state = TwoVectorsState()
    controls = [
        slider(state, f"{letter}{axis}", f"{word} {axis}", slot=_always(word.slot), group=letter)
        for letter, word in zip("ab", words(NAMES), strict=True)
        for axis in "xy"
    ]
    return Lab("two vectors", state, draw, controls, PRESETS)


def _always(slot: int | None) -> Callable[[TwoVectorsState], int | None]:
    return lambda state: slot


def draw(state: TwoVectorsState) -> Picture:
    """Both arrows, and a table of their lengths, dot product, angle and cosine."""
    a, b = np.array([state.ax, state.ay]), np.array([state.bx, state.by])
    labels = words(NAMES)
    dot, near = float(a @ b), float(cosine(a, b))
    angle = float(np.degrees(np.arccos(near)))
    lengths = [float(np.linalg.norm(v)) for v in (a, b)]
    rows = [*(f"length {name}" for name in NAMES), "dot product", "cosine", "angle in °"]
    numbers = [[value] for value in (*lengths, dot, near, angle)]
    if min(lengths) == 0:  # no direction, so no angle: leave the line out instead of inventing one
        rows, numbers = rows[:3], numbers[:3]
    measures = table(
        "in numbers", [Word(row) for row in rows], [Word("value")], numbers,
        shaded=False, row_title="", column_title="",
    )  # fmt: skip
    space = plane(labels, np.array([a, b]), limit=LIMIT, title="two words as arrows")
    return Picture("two vectors", ((space,), (measures,)), _say(labels, a, b, dot, angle, lengths))


def _say(labels: Sequence[Word], a: Array, b: Array, dot: float, angle: float, lengths: list[float]) -> Said:
    pairs = " + ".join(f"{number(x)} x {number(y)}" for x, y in zip(a, b, strict=True))
    product = f"dot product: {pairs} = {number(dot)}. "
    if min(lengths) == 0:
        short = labels[int(np.argmin(lengths))]
        return (product, short, " has length 0: it points nowhere, so there is no angle.")
    if angle < 1:
        meaning = "point the same way"
    elif angle < 60:
        meaning = "point much the same way"
    elif angle <= 85:
        meaning = "have little in common"
    elif angle < 95:
        meaning = "are at about a right angle: the one says nothing about the other"
    elif angle < 179:
        meaning = "point away from each other"
    else:
        meaning = "point opposite ways"
    return (product, labels[0], " and ", labels[1], f" {meaning}: {angle:.0f} degrees.")
