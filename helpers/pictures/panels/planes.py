"""Planes: vectors of two numbers as arrows, where they move, and what a matrix does to the grid."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_floats
from helpers.pictures.labels import Move, Spot, moved_marks, names_beside, to_keep_free
from helpers.pictures.panels.panel import Panel, as_moves, lines_of, move_in_words, moves_as_array
from helpers.pictures.shapes import SMALL, Drawing, Line, Shape, Text, heading, number
from helpers.pictures.word import Word, as_words

LANE = 4.0  # px between two arrows with one direction, from middle to middle
CLEAR, CLEAR_ANGLE = 8.0, 15.0  # px and degrees: arrows that are so far apart are seen as they are
MOST_ASIDE = 6.0  # px, that an arrow may be drawn beside its place


@dataclass(frozen=True)
class Arrow:
    """A vector from the origin, and where attention moves its tip (or None)."""

    word: Word
    tip: Spot
    moved: Spot | None = None


@dataclass(frozen=True)
class Plane(Panel):
    """Two-dimensional vectors as arrows; open circles are new vectors."""

    title: str
    arrows: tuple[Arrow, ...]
    limit: float  # the plane runs from -limit to limit both ways
    note: str = ""
    side: int = 330  # px
    # A matrix whose effect on the grid is drawn too: where (1, 0) goes, where (0, 1) goes.
    grid: tuple[Spot, Spot] | None = None

    def drawn(self) -> Drawing:
        side, notes = self.side, [self.note] if self.note else []
        top = 26.0 + 20 * len(notes)
        out = Drawing(side, top + side)
        out.shapes += heading(self.title, notes, side)
        scale = (side / 2 - 12) / self.limit

        def at(point: Spot) -> Spot:
            return side / 2 + point[0] * scale, top + side / 2 - point[1] * scale

        out.shapes += self._axes(at)
        taken = [(shape.x, shape.y) for shape in out.shapes if isinstance(shape, Text) and shape.y > top]
        tips = [at(arrow.tip) for arrow in self.arrows]
        shafts = _side_by_side(tips, at((0, 0)), [arrow.word.role for arrow in self.arrows])
        moves = [
            Move((shaft.x2, shaft.y2), at(arrow.moved), shaft.stroke)
            for arrow, shaft in zip(self.arrows, shafts, strict=True)
            if arrow.moved is not None
        ]
        # The longest first, so that a short arrow does not lie under a long one.
        out.shapes += [*sorted(shafts, key=_length, reverse=True)]
        circles = moved_marks(moves)
        out.shapes += circles
        words = [arrow.word for arrow in self.arrows]
        places = [(shaft.x2, shaft.y2) for shaft in shafts]
        marks, lines = to_keep_free([*shafts, *circles])
        frame = (0, top, side, top + side)
        out.shapes += names_beside(words, places, [*taken, *marks], at((0, 0)), frame, lines=lines)
        return out

    def _axes(self, at: Callable[[Spot], Spot]) -> list[Shape]:
        """The grid, the grid that a matrix has moved, and a number at the end of each axis."""
        shapes: list[Shape] = []
        step = _grid_step(self.limit)
        lines = [k * step for k in range(-int(self.limit / step), int(self.limit / step) + 1)]
        for value in lines:
            role = "axis" if value == 0 else "line"
            for a, b in (
                ((value, -self.limit), (value, self.limit)),
                ((-self.limit, value), (self.limit, value)),
            ):
                shapes.append(Line(*at(a), *at(b), role))
        if self.grid is not None:
            shapes += _moved_grid(self.grid, lines, self.limit, at)
        x, y = at((lines[-1], 0))
        shapes.append(Text(x, y + 11, f"{lines[-1]:g}", "muted", SMALL))
        x, y = at((0, lines[-1]))
        shapes.append(Text(x - 6, y, f"{lines[-1]:g}", "muted", SMALL, anchor="end"))
        return shapes

    def as_array(self) -> Array:
        """A row (x, y) for each arrow; with two more numbers, where it moves, if any does."""
        return moves_as_array([(arrow.tip, arrow.moved) for arrow in self.arrows])

    def in_words(self) -> str:
        moves = (move_in_words(arrow.word, arrow.tip, arrow.moved) for arrow in self.arrows)
        return lines_of(self.title, "", [*self._grid_in_words(), *moves])

    def _grid_in_words(self) -> list[str]:
        """Where the matrix takes the two unit vectors."""
        if self.grid is None:
            return []
        return [
            f"{unit} goes to ({number(to[0])}, {number(to[1])})"
            for unit, to in zip(("(1, 0)", "(0, 1)"), self.grid, strict=True)
        ]


def plane(
    labels: Iterable[str | Word],
    before: ArrayLike,
    after: ArrayLike | None = None,
    limit: float = 2.0,
    title: str = "two numbers a word",
    note: str = "",
    side: int = 330,
    grid: ArrayLike | None = None,
) -> Plane:
    """Arrows for `before`, shape (n, 2); open circles for `after` if given.

    `grid`, a matrix of shape (2, 2), shows where it takes the lines of the plane: row 0 is where
    (1, 0) goes, row 1 where (0, 1) goes.
    """
    if not limit > 0:
        raise ValueError(f"A plane needs a limit above 0, got {limit}.")
    labels = as_words(labels)
    moves = as_moves(before, after, len(labels))
    arrows = tuple(Arrow(w, tip, new) for w, (tip, new) in zip(labels, moves, strict=True))
    if grid is None:
        return Plane(title, arrows, limit, note, side)
    first, second = (tip for tip, _ in as_moves(grid, None, 2))
    return Plane(title, arrows, limit, note, side, (first, second))


def limit_for(*vectors: ArrayLike) -> float:
    """How far a plane must reach for all these vectors: a round number, so that it seldom changes."""
    farthest = max(float(np.max(np.abs(as_floats(v, "vectors")), initial=0.0)) for v in vectors)
    limit = 1.0
    while limit < farthest:
        limit *= 2
    return limit


def _side_by_side(tips: Sequence[Spot], origin: Spot, roles: Sequence[str]) -> list[Line]:
    """An arrow to each tip; those that would hide each other stand side by side, a few px from their place.

    The nearer the tip of the shorter one lies to the longer one, the farther apart the two are drawn. So an
    arrow that a learner turns glides to the side.
    """
    ways = [(x - origin[0], y - origin[1]) for x, y in tips]
    asides = [
        sum(_apart(way, other, i < j) for j, other in enumerate(ways) if i != j) for i, way in enumerate(ways)
    ]
    lane = min(LANE, 2 * MOST_ASIDE / max([1.0, *map(abs, asides)]))
    shafts = []
    for (x, y), aside, (tip_x, tip_y), role in zip(ways, asides, tips, roles, strict=True):
        length = max(math.hypot(x, y), 1e-9)
        across, down = y / length * lane * aside / 2, -x / length * lane * aside / 2  # to the left of the way
        ends = origin[0] + across, origin[1] + down, tip_x + across, tip_y + down
        shafts.append(Line(*ends, role, 2.5, arrow=True))
    return shafts


def _apart(way: Spot, other: Spot, first: bool) -> float:
    """How far an arrow must give way to another, from -1 (to its right) to 1 (to its left); 0: not at all."""
    lengths = math.hypot(*way), math.hypot(*other)
    if min(lengths) < 1:
        return 0.0
    turn = way[0] * other[1] - way[1] * other[0]  # above 0: the arrow points more to the left than the other
    angle = abs(math.atan2(turn, way[0] * other[0] + way[1] * other[1]))
    gap = min(lengths) * math.sin(angle) if angle < math.pi / 2 else math.inf
    near = max(0.0, 1 - max(gap / CLEAR, angle / math.radians(CLEAR_ANGLE)))
    left = turn > 0 if angle > 1e-9 else first  # of two with one direction the first stands on the left
    return near if left else -near


def _length(line: Line) -> float:
    return math.hypot(line.x2 - line.x1, line.y2 - line.y1)


def _moved_grid(
    grid: tuple[Spot, Spot], lines: Sequence[float], limit: float, at: Callable[[Spot], Spot]
) -> list[Shape]:
    """The lines of the plane where the matrix takes them, as far as they lie in the plane."""
    right, up = grid
    shapes: list[Shape] = []
    for value in lines:
        for fixed, free in ((right, up), (up, right)):
            ends = [(value * fixed[0] + t * free[0], value * fixed[1] + t * free[1]) for t in (-limit, limit)]
            seen = _inside(ends[0], ends[1], limit)
            if seen is not None:
                shapes.append(Line(*at(seen[0]), *at(seen[1]), "word0", 1.2))
    return shapes


def _inside(start: Spot, end: Spot, limit: float) -> tuple[Spot, Spot] | None:
    """The part of a line that lies in the square from -limit to limit; None if there is none."""
    low, high = 0.0, 1.0
    for a, b in zip(start, end, strict=True):
        if a == b:
            if abs(a) > limit:
                return None
            continue
        enter, leave = sorted(((-limit - a) / (b - a), (limit - a) / (b - a)))
        low, high = max(low, enter), min(high, leave)
    if low >= high:
        return None
    (ax, ay), (bx, by) = start, end
    return (ax + low * (bx - ax), ay + low * (by - ay)), (ax + high * (bx - ax), ay + high * (by - ay))


def _grid_step(limit: float) -> float:
    """1, 2 or 5 times a power of ten, so that there are two to five lines on each side."""
    size = 1.0
    while size * 10 <= limit:
        size *= 10
    while size > limit:
        size /= 10
    return next(step for step in (size * m for m in (0.5, 1, 2, 5)) if limit / step <= 5)
