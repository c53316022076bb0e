"""Planes: vectors of two numbers as arrows, where they move, and what a matrix does to the grid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import as_floats
from helpers.pictures.labels import Spot, moved_mark, names_beside
from helpers.pictures.panels.panel import Panel, as_moves, lines_of, move_in_words
from helpers.pictures.shapes import SMALL, Drawing, Line, Shape, Text, heading, number
from helpers.pictures.word import Word, as_words


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
        out.shapes += self._arrows(at)
        marks = [at(spot) for arrow in self.arrows for spot in _places_to_keep_free(arrow)]
        tips, origin = [at(arrow.tip) for arrow in self.arrows], at((0, 0))
        words = [arrow.word for arrow in self.arrows]
        out.shapes += names_beside(words, tips, marks, origin, (0, top, side, top + side))
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

    def _arrows(self, at: Callable[[Spot], Spot]) -> list[Shape]:
        shapes: list[Shape] = []
        for arrow in self.arrows:
            tip = at(arrow.tip)
            shapes.append(Line(*at((0, 0)), *tip, arrow.word.role, 2.5, arrow=True))
            if arrow.moved is not None:
                shapes += moved_mark(tip, at(arrow.moved), arrow.word.role)
        return shapes

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
    title: str = "meaning space",
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


def _places_to_keep_free(arrow: Arrow) -> list[Spot]:
    """Where no name should lie: along the arrow, and on its open circle."""
    x, y = arrow.tip
    return [(x * 0.5, y * 0.5), (x * 0.75, y * 0.75), *([] if arrow.moved is None else [arrow.moved])]


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
