"""Maps: words on a flat map whose axes mean nothing, where they move, and what the map leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from numpy.typing import ArrayLike

from helpers.arrays import Array
from helpers.pictures.labels import Move, Spot, moved_marks, names_beside, to_keep_free
from helpers.pictures.panels.panel import Panel, as_moves, lines_of, move_in_words, moves_as_array
from helpers.pictures.shapes import Drawing, Rect, Ring, heading
from helpers.pictures.word import Word, as_words

MAP = 344  # px, the side of a map


@dataclass(frozen=True)
class Point:
    """A word on a map, and where attention moves it (or None). Faint points are background."""

    word: Word
    at: Spot
    moved: Spot | None = None
    faint: bool = False


@dataclass(frozen=True)
class Map(Panel):
    """Words on a flat map whose axes have no meaning of their own."""

    title: str
    points: tuple[Point, ...]
    share: float | None  # how much of the spread of `whose` the map keeps; None: nothing to say
    whose: str = "these words"
    note: str = ""
    limit: float = 0.0  # the map reaches at least this far from its middle
    side: int = MAP  # px, how wide it is
    tall: int = 0  # px; 0: as tall as wide

    @property
    def caption(self) -> str:
        """What the map leaves out, in words."""
        of = f" of {self.whose}" if self.whose else ""
        return "" if self.share is None else f"keeps {100 * self.share:.0f} % of the spread{of}"

    def drawn(self) -> Drawing:
        lines = [line for line in (self.note, self.caption) if line]
        top, side, tall = 26.0 + 20 * len(lines), self.side, self.tall or self.side
        out = Drawing(side, top + tall)
        out.shapes += heading(self.title, lines, side)
        out.shapes.append(Rect(1, top + 1, side - 2, tall - 2, None, "line"))
        ends = [end for point in self.points for end in (point.at, point.moved) if end is not None]
        across, up = (max([self.limit, *(1.12 * abs(end[axis]) for end in ends)]) or 1.0 for axis in (0, 1))
        scale = min(side / across, tall / up) / 2  # the same both ways, so that distances can be compared

        def at(point: Spot) -> Spot:
            return side / 2 + point[0] * scale, top + tall / 2 - point[1] * scale

        moves: list[Move] = []
        for point in sorted(self.points, key=lambda point: not point.faint):  # the background lies behind
            role = "axis" if point.faint else point.word.role
            x, y = at(point.at)
            out.shapes.append(Ring(x, y, 3 if point.faint else 5, role, role))
            if point.moved is not None:
                moves.append(Move((x, y), at(point.moved), role))
        circles = moved_marks(moves)
        out.shapes += circles
        names, places = [point.word for point in self.points], [at(point.at) for point in self.points]
        marks, free = to_keep_free(circles)
        middle, frame = (side / 2, top + tall / 2), (2, top + 2, side - 2, top + tall - 2)
        faint = [point.faint for point in self.points]
        out.shapes += names_beside(names, places, marks, middle, frame, faint, free)
        return out

    def as_array(self) -> Array:
        """A row (x, y) for each word; with two more numbers, where it moves, if any does."""
        return moves_as_array([(point.at, point.moved) for point in self.points])

    def in_words(self) -> str:
        moves = (move_in_words(point.word, point.at, point.moved) for point in self.points)
        return lines_of(self.title, self.caption, moves)


def word_map(
    labels: Iterable[str | Word],
    before: ArrayLike,
    share: float | None,
    after: ArrayLike | None = None,
    faint: Sequence[bool] | None = None,
    title: str = "map of the words",
    whose: str = "these words",
    note: str = "",
    limit: float = 0.0,
    side: int = MAP,
    tall: int = 0,
) -> Map:
    """Words at `before`, shape (n, 2), on a map that keeps `share` of the spread of `whose`."""
    labels = as_words(labels)
    moves = as_moves(before, after, len(labels))
    faint = [False] * len(labels) if faint is None else faint
    points = zip(labels, moves, faint, strict=True)
    drawn = tuple(Point(w, at, new, bool(dim)) for w, (at, new), dim in points)
    return Map(title, drawn, share, whose, note, limit, side, tall)
