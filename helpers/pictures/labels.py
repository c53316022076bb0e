"""Names beside points so that they do not lie on each other; the mark of where a point moves."""

from __future__ import annotations

from collections.abc import Sequence

from helpers.pictures.shapes import SMALL, TEXT, Line, Ring, Shape, Text, text_width
from helpers.pictures.word import Word

Spot = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


def moved_mark(old: Spot, new: Spot, role: str) -> list[Shape]:
    """A dotted line to an open circle: where attention moves a vector."""
    return [Line(*old, *new, role, 1.5, dotted=True), Ring(*new, 5.5, role, "page")]


def names_beside(
    words: Sequence[Word],
    places: Sequence[Spot],
    marks: Sequence[Spot],
    origin: Spot,
    frame: Box,
    faint: Sequence[bool] = (),
) -> list[Shape]:
    """The words beside their places, not on each other and not on the marks."""
    sizes = [(text_width(str(word), TEXT, bold=True), TEXT + 3.0) for word in words]
    spots = place_labels(places, sizes, origin, frame, marks)
    faint = faint or [False] * len(words)
    return [
        Text(x, y, str(word), "muted" if dim else word.role, SMALL if dim else TEXT, bold=not dim, halo=True)
        for word, (x, y), dim in zip(words, spots, faint, strict=True)
    ]


def place_labels(
    points: Sequence[Spot], sizes: Sequence[Spot], origin: Spot, frame: Box, obstacles: Sequence[Spot] = ()
) -> list[Spot]:
    """A middle for each name.

    Each name tries places around its point, first the one that looks away from `origin`, and takes
    the place that covers least of the names already set, the points and the obstacles.

    Parameters
    ----------
    points : sequence of (x, y)
        In px, y downward.
    sizes : sequence of (width, height)
        Of the names.
    origin : (x, y)
        Where arrows start; names prefer the far side.
    frame : (left, top, right, bottom)
        No name leaves it.
    obstacles : sequence of (x, y)
        More points that should stay visible.
    """
    dots = [_box(x, y, 13, 13) for x, y in (*points, *obstacles)]
    taken: list[Box] = []
    spots = []
    for (x, y), (width, height) in zip(points, sizes, strict=True):
        away = (1 if x >= origin[0] else -1, 1 if y >= origin[1] else -1)
        best: Spot = min(
            (_into(frame, spot, width, height) for spot in _around(x, y, width, height, away)),
            key=lambda spot: _cover(_box(spot[0], spot[1], width, height), taken, dots),
        )
        taken.append(_box(*best, width, height))
        spots.append(best)
    return spots


def _around(x: float, y: float, width: float, height: float, away: tuple[int, int]) -> list[Spot]:
    """Candidate middles, the preferred ones first; the second ring is for crowds."""
    across, down = away
    spots = []
    for gap in (8, 20, 34):
        side, rise = across * (width / 2 + gap), down * (height / 2 + gap - 2)
        beside = [(side, rise / 2), (side, 0), (0, rise), (side, -rise / 2), (-side, 0), (0, -rise)]
        corners = [(s * 0.7 * side, r * rise) for r in (1, -1) for s in (1, -1)]
        spots += [(x + dx, y + dy) for dx, dy in beside + corners]
    return spots


def _into(frame: Box, spot: Spot, width: float, height: float) -> Spot:
    left, top, right, bottom = frame
    x = min(max(spot[0], left + width / 2 + 2), right - width / 2 - 2)
    y = min(max(spot[1], top + height / 2 + 2), bottom - height / 2 - 2)
    return x, y


def _box(x: float, y: float, width: float, height: float) -> Box:
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _cover(box: Box, names: Sequence[Box], dots: Sequence[Box]) -> float:
    """Covered area; a name on a name is worse than a name on a point. Rounded, so that ties keep order."""
    return round(
        sum(3 * _overlap(box, other) for other in names) + sum(_overlap(box, dot) for dot in dots), 3
    )


def _overlap(a: Box, b: Box) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
