"""Strips: a vector as a row of coloured cells with its numbers, one row for each word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_matrix
from helpers.pictures.colours import signed_role
from helpers.pictures.panels.panel import LONGEST, Panel, lines_of, widest
from helpers.pictures.shapes import SMALL, TEXT, Drawing, Rect, Shape, Text, fit, heading, number, text_width
from helpers.pictures.word import Word, as_words, isolated

UPRIGHT = 16  # numbers; of longer vectors the cells are narrow and their numbers stand upright
WIDE, NARROW = (46.0, 34.0), (17.0, 48.0)  # px, width and height of a cell
GAP = 6.0  # px between two rows


@dataclass(frozen=True)
class Strip(Panel):
    """Vectors as rows of coloured cells: blue above 0, orange below, the stronger the farther from 0."""

    title: str
    words: tuple[Word, ...]
    vectors: tuple[tuple[float, ...], ...]  # vectors[i] belongs to words[i]
    limit: float  # from this size on a number has the full colour
    note: str = ""

    @property
    def scale(self) -> str:
        """What the colours mean, in words."""
        return f"blue above 0, orange below; full colour from {number(self.limit)} on"

    def drawn(self) -> Drawing:
        turned = len(self.vectors[0]) > UPRIGHT
        cell_w, cell_h = NARROW if turned else WIDE
        lines = [line for line in (self.note, self.scale) if line]
        left = min(LONGEST, widest(self.words)) + 18
        top = 32.0 + 20 * len(lines)
        right = left + cell_w * len(self.vectors[0]) + 12
        texts = [text_width(self.title, 16, bold=True), *(text_width(line, SMALL) for line in lines)]
        out = Drawing(max(right, max(texts) + 4), top + (cell_h + GAP) * len(self.words) + 20)
        out.shapes += heading(self.title, lines, out.width)
        for i, (word, vector) in enumerate(zip(self.words, self.vectors, strict=True)):
            y = top + i * (cell_h + GAP)
            name = fit(str(word), LONGEST, TEXT, bold=True)
            out.shapes.append(Text(left - 8, y + cell_h / 2, name, word.role, anchor="end", bold=True))
            for j, value in enumerate(vector):
                ground, x = signed_role(value, self.limit), left + j * cell_w
                out.shapes.append(Rect(x + 0.5, y, cell_w - 1, cell_h, ground, radius=2))
                middle = x + cell_w / 2, y + cell_h / 2
                out.shapes.append(Text(*middle, number(value), f"on-{ground}", SMALL, turned=turned))
        out.shapes += self._places(left, cell_w, out.height - 10)
        return out

    def _places(self, left: float, cell_w: float, y: float) -> list[Shape]:
        """The first and the last place below the cells, as Python counts them."""
        ends = dict.fromkeys((0, len(self.vectors[0]) - 1))
        return [Text(left + (j + 0.5) * cell_w, y, f"[{j}]", "muted", SMALL) for j in ends]

    def as_array(self) -> Array:
        """The vectors, shape (n_words, d)."""
        return np.array(self.vectors)

    def in_words(self) -> str:
        rows = zip(map(str, self.words), self.vectors, strict=True)
        lines = [f"{isolated(word)}: {' '.join(map(number, v))}" for word, v in rows]
        return lines_of(self.title, self.note, lines)


def strip(
    title: str,
    labels: Iterable[str | Word],
    vectors: ArrayLike,
    limit: float | None = None,
    note: str = "",
) -> Strip:
    """One row of cells for each vector; `vectors` has shape (n_words, d).

    From the size `limit` on a number has the full colour; without it, the largest number has. Several strips
    can be compared only if they have one limit.
    """
    labels, X = as_words(labels), as_matrix(vectors, "vectors", "n_words, d")
    if X.ndim != 2 or len(X) != len(labels) or X.size == 0:
        raise ValueError(
            f"The strip {title!r} has {len(labels)} labels, but its vectors have shape {X.shape}."
        )
    if not np.isfinite(X).all():
        raise ValueError(f"The strip {title!r} can only show finite numbers, got nan or infinity.")
    largest = float(np.abs(X).max()) or 1.0
    if limit is not None and not 0 < limit < np.inf:
        raise ValueError(f"The strip {title!r} needs a limit above 0, got {limit}.")
    rows = tuple(tuple(float(x) + 0.0 for x in row) for row in X)
    return Strip(title, labels, rows, largest if limit is None else float(limit), note)
