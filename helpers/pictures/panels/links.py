"""Links: a sentence with lines between its words, as thick as the attention weights."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_floats, short
from helpers.pictures.labels import Spot
from helpers.pictures.panels.panel import LONGEST, Panel, as_grid, lines_of, text_table
from helpers.pictures.shapes import (
    SMALL,
    TEXT,
    Drawing,
    Line,
    Rect,
    Ring,
    Shape,
    Text,
    fit,
    heading,
    number,
    text_width,
)
from helpers.pictures.word import Word, as_words

WIDEST, FAINT = 8.0, 4.0  # px, the width of a line of weight 1: of the asking word, and of the others
THINNEST = 0.7  # px; a thinner line is not seen, so that a small weight would look like none
LEAST = 0.005  # a weight below it is 0.00 as a number, and has no line
ASKS, READ = "asks (query)", "is read (key)"
NUMBER = 32.0  # px, of a number such as 0.62
# Lying: px between two words, of the widest sentence, of the way down, and the least room of a word.
GAP, PAGE, FALL, STEP = 14.0, 920.0, 116.0, 54.0
# Upright: px of a row, of a row where there are many, between the names, and the most for a name.
ROW, LOW, ACROSS, NAME = 20.0, 16.0, 46.0, 110.0
DOT = 5.0  # px, of a dot that stands for a name
FEW = 8  # words have full rows


@dataclass(frozen=True)
class Links(Panel):
    """A sentence twice, and a line from each word that asks to each that it reads, as thick as the weight."""

    title: str
    words: tuple[Word, ...]
    weights: tuple[tuple[float, ...], ...]  # weights[i][j]: how much words[i] reads from words[j]
    asking: int | None = None  # the word whose lines stand out and have numbers; None: all lines do, without
    note: str = ""  # of an upright one: one line or more
    upright: bool = False  # words below each other, narrow; else side by side, as one reads
    muted: bool = False  # all of it quiet, as for a head that is switched off
    room: float = NAME  # px, for a name if they stand upright; a longer one is cut
    dots: bool = False  # if upright: dots stand for the names that ask, which are those of the same line

    def drawn(self) -> Drawing:
        return self._upright() if self.upright else self._lying()

    def _lying(self) -> Drawing:
        """Who asks in a line above, what is read in a line below, its weights below that."""
        least = 0.0 if self.asking is None else NUMBER
        names, room = _names_for(self.words, PAGE - GAP, least)
        lines = [line for line in (self.note, ASKS) if line]
        width = max(sum(room) + GAP, self._titles())
        tall = 46.0 + 20 * len(lines) + FALL + (0 if self.asking is None else 22)
        out = Drawing(width, tall + 24)
        above = 38.0 + 20 * len(lines)
        below = above + FALL
        left = (width - sum(room)) / 2
        xs = [left + sum(room[:i]) + step / 2 for i, step in enumerate(room)]
        out.shapes += self._lines([(x, above + 15) for x in xs], [(x, below - 15) for x in xs])
        out.shapes += heading(self.title, lines, width)
        for y in (above, below):
            for x, name, word in zip(xs, names, self.words, strict=True):
                out.shapes.append(Text(x, y, name, self._ink(word), bold=True))
        if self.asking is not None:
            wide = text_width(names[self.asking], TEXT, bold=True) + 6
            out.shapes.append(self._outline(xs[self.asking] - wide / 2, above - 12, wide, 24))
            out.shapes += [
                Text(x, below + 22, text, self._said, SMALL)
                for x, text in zip(xs, self._numbers(), strict=True)
            ]
        out.shapes.append(Text(width / 2, tall + 14, READ, "muted", SMALL))
        return out

    def _upright(self) -> Drawing:
        """Who asks on the left, what is read on the right, its weights at the far right."""
        names = [fit(str(word), self.room, SMALL) for word in self.words]
        column = max(text_width(name, SMALL) for name in names)
        asks, read = ASKS.partition(" ")[0], READ.partition(" (")[0]
        # px, with the rim of the outline
        first = 2 * DOT + 4 if self.dots else max(column + 5, text_width(asks, SMALL))
        reach = column + (0 if self.asking is None else 6 + NUMBER)
        inner = first + ACROSS + max(reach, text_width(read, SMALL)) + 3
        width = max(inner, self._titles())
        left = (width - inner) / 2 + 2 + first  # where the names of the left column end
        right = left + ACROSS
        lines = self.note.split("\n") if self.note else []
        top = 44.0 + 20 * len(lines)
        row = ROW if len(names) <= FEW else LOW
        out = Drawing(width, top + row * len(names) + 4)
        ys = [top + row * (i + 0.5) for i in range(len(names))]
        out.shapes += self._lines([(left + 6, y) for y in ys], [(right - 6, y) for y in ys])
        out.shapes += heading(self.title, lines, width)
        if self.dots:
            out.shapes.append(Text(left - first, top - 10, asks, "muted", SMALL, anchor="start"))
        else:
            out.shapes.append(Text(left, top - 10, asks, "muted", SMALL, anchor="end"))
        out.shapes.append(Text(right, top - 10, read, "muted", SMALL, anchor="start"))
        for y, name, word in zip(ys, names, self.words, strict=True):
            if self.dots:
                out.shapes.append(Ring(left - DOT, y, DOT, self._ink(word), self._ink(word)))
            else:
                out.shapes.append(Text(left, y, name, self._ink(word), SMALL, anchor="end"))
            out.shapes.append(Text(right, y, name, self._ink(word), SMALL, anchor="start"))
        if self.asking is not None:
            wide = 2 * DOT + 7 if self.dots else text_width(names[self.asking], SMALL) + 7
            out.shapes.append(self._outline(left + 4 - wide, ys[self.asking] - row / 2 + 0.5, wide, row - 1))
            end = right + reach
            out.shapes += [
                Text(end, y, text, self._said, SMALL, anchor="end")
                for y, text in zip(ys, self._numbers(), strict=True)
            ]
        return out

    def _titles(self) -> float:
        """The px that the title, the note and the caption below need."""
        texts = self.note.split("\n") if self.upright else [self.note, ASKS, READ]
        return max(text_width(self.title, 16, bold=True), *(text_width(text, SMALL) for text in texts)) + 8

    def _lines(self, starts: Sequence[Spot], ends: Sequence[Spot]) -> list[Shape]:
        """A line for each weight that is seen: those of the asking word last, thick ones below thin ones."""
        drawn = [
            (i == self.asking, -weight, i, j)
            for i, row in enumerate(self.weights)
            for j, weight in enumerate(row)
            if weight >= LEAST
        ]
        shapes: list[Shape] = []
        for _, weight, i, j in sorted(drawn):
            loud = self.asking in (None, i)
            width = max(THINNEST, -weight * (WIDEST if loud else FAINT))
            shapes.append(Line(*starts[i], *ends[j], self._line_role(i), width))
        return shapes

    def _line_role(self, i: int) -> str:
        if self.asking not in (None, i) or (self.muted and self.asking is None):
            return "line"
        return self._ink(self.words[i])

    def _ink(self, word: Word) -> str:
        return "muted" if self.muted else word.role

    @property
    def _said(self) -> str:
        return "muted" if self.muted else "ink"

    def _outline(self, x: float, y: float, width: float, height: float) -> Rect:
        """A frame in the colour of the asking word."""
        role = self._ink(self.words[self.asking or 0])
        return Rect(x, y, width, height, None, role, radius=5, border=2)

    def _numbers(self) -> list[str]:
        """The weights of the asking word as texts."""
        return [] if self.asking is None else [_text(weight) for weight in self.weights[self.asking]]

    def as_array(self) -> Array:
        """The weights, shape (n_tokens, n_tokens)."""
        return np.array(self.weights)

    def in_words(self) -> str:
        title = lines_of(self.title, self.note, [])
        return text_table(title, self.words, self.words, [map(_text, row) for row in self.weights])


def links(
    title: str,
    labels: Iterable[str | Word],
    weights: ArrayLike,
    asking: int | None = None,
    note: str = "",
    upright: bool = False,
    muted: bool = False,
    room: float = NAME,
    dots: bool = False,
) -> Links:
    """Lines between the words of one sentence; `weights` has shape (n_tokens, n_tokens), each from 0 to 1.

    Rows ask, columns are read. The word `asking` (a place, counted from 0) is outlined; its lines have its
    colour, and a number where they end. Upright, `room` is the most px for a name, and with `dots` the names
    that ask are dots in their colours, each in the line of its word.
    """
    labels, grid = as_words(labels), as_floats(weights, "weights")
    n = len(labels)
    if n == 0 or grid.shape != (n, n):
        raise ValueError(
            f"The links {title!r} have {n} words and need weights of shape ({n}, {n}) and at least one word, "
            f"got weights of shape {grid.shape}."
        )
    rows = as_grid(grid, labels, labels, title)
    outside = [weight for row in rows for weight in row if not 0 <= weight <= 1 + 1e-9]
    if outside:
        raise ValueError(f"The links {title!r} can only show weights from 0 to 1, got {short(outside[0])}.")
    return Links(title, labels, rows, _place(asking, n, title), note, upright, muted, room, dots)


def _place(asking: int | None, n: int, title: str) -> int | None:
    """The place of the asking word as a plain int."""
    if asking is None:
        return None
    try:
        place = -1 if isinstance(asking, (bool, np.bool_)) else operator.index(asking)
    except TypeError:
        place = -1
    if not 0 <= place < n:
        raise ValueError(
            f"asking must be None or the place of a word of the links {title!r}, from 0 to {n - 1}, "
            f"got {short(asking)}."
        )
    return place


def _text(weight: float) -> str:
    """A weight with two decimals. No weight at all is ``0``, so that it never looks like a small one."""
    return "0" if weight == 0 else number(weight)


def _names_for(words: Sequence[Word], page: float, least: float) -> tuple[list[str], list[float]]:
    """The names, cut so that they stand side by side on a page, and the px that each takes."""
    names, room = [str(word) for word in words], [page]
    for most in (LONGEST, *range(130, 30, -10)):
        names = [fit(str(word), most, TEXT, bold=True) for word in words]
        room = [max(STEP, least + GAP, text_width(name, TEXT, bold=True) + GAP) for name in names]
        if sum(room) <= page:
            break
    return names, room
