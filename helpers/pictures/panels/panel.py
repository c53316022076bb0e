"""The base of all kinds of panel, and what several kinds share: checks, text tables, room for names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_floats
from helpers.pictures.labels import Spot
from helpers.pictures.shapes import TEXT, Drawing, number, text_width
from helpers.pictures.word import Word, isolated

LEFT = 104  # px, where cells and bars start if their names are short: then they stand in line
LONGEST = 150  # px, the room for a name at the side of a table; a longer one is cut
CHART_WIDTH = 330.0  # px, of a chart, if no text needs more
BAR_TALL = 130.0  # px, of a bar that reaches the top
TIP = 22.0  # px, above the tallest bar


class Panel(ABC):
    """One kind of picture as plain data that a test can compare: it lays itself out, and says itself.

    A kind is one file of this folder: a frozen dataclass with its data, the function that makes one
    from arrays and labels, its layout (`drawn`) and its words (`in_words`).
    """

    title: str

    @abstractmethod
    def drawn(self) -> Drawing:
        """Where its parts lie, in px."""

    @abstractmethod
    def in_words(self) -> str:
        """The same numbers as plain text: for tests, for screen readers, for print."""

    def as_array(self) -> Array:
        """The same numbers as an array, a row for each row of the picture; empty if there are none."""
        return np.empty(0)

    def arrays(self) -> dict[str, Array]:
        """What `as_array` gives, by its title; of a panel that shows two things, both."""
        return {self.title: self.as_array()}


# --- checks -----------------------------------------------------------------------------------


def as_grid(
    numbers: ArrayLike, rows: Sequence[object], columns: Sequence[object], title: str
) -> tuple[tuple[float, ...], ...]:
    """Finite numbers of shape (n_rows, n_columns) as plain tuples."""
    array = as_floats(numbers, title)
    if array.shape != (len(rows), len(columns)):
        raise ValueError(
            f"The table {title!r} has {len(rows)} row labels and {len(columns)} column labels, "
            f"but its numbers have shape {array.shape}."
        )
    if not np.isfinite(array).all():
        raise ValueError(f"The table {title!r} can only show finite numbers, got nan or infinity.")
    return tuple(tuple(float(x) + 0.0 for x in row) for row in array)


def as_moves(before: ArrayLike, after: ArrayLike | None, n: int) -> list[tuple[Spot, Spot | None]]:
    """For each of n labels where its vector lies, shape (n, 2), and where it moves.

    It does not move (None) without `after`, or if its row of `after` is nan.
    """
    old = as_floats(before, "before")
    new = old if after is None else as_floats(after, "after")
    if old.shape != (n, 2) or new.shape != (n, 2):
        raise ValueError(f"{n} labels need vectors of shape ({n}, 2), got {old.shape} and {new.shape}.")
    stays = np.ones(n, dtype=bool)
    if after is not None:
        stays &= np.isnan(new).all(axis=1)
    if not (np.isfinite(old).all() and np.isfinite(new[~stays]).all()):
        raise ValueError("A picture can only show finite numbers, got nan or infinity.")
    return [
        ((float(x), float(y)), None if still else (float(a), float(b)))
        for (x, y), (a, b), still in zip(old, new, stays, strict=True)
    ]


def moves_as_array(moves: Sequence[tuple[Spot, Spot | None]]) -> Array:
    """Places as rows (x, y); if any moves, as rows (x, y, new x, new y), nan where one has no new place."""
    if all(new is None for _, new in moves):
        return np.array([old for old, _ in moves])
    return np.array([(*old, *(new or (np.nan, np.nan))) for old, new in moves])


# --- layout -----------------------------------------------------------------------------------


def widest(words: Sequence[Word]) -> float:
    """The room in px that the longest of some names needs."""
    return max((text_width(str(word), TEXT, bold=True) for word in words), default=0)


# --- words ------------------------------------------------------------------------------------


def lines_of(title: str, note: str, lines: Iterable[str]) -> str:
    """A title, its note if it has one, and lines below."""
    return "\n".join([title, *([note] if note else []), *lines])


def text_table(
    title: str, rows: Iterable[Word], columns: Iterable[Word], texts: Iterable[Iterable[str]]
) -> str:
    """Cells of text in columns that stand in line."""
    lines = [["", *map(str, columns)]]
    lines += [[str(row), *cells] for row, cells in zip(rows, texts, strict=True)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    aligned = ["  ".join(map(_at_right, line, widths)).rstrip() for line in lines]
    return "\n".join([title, *aligned])


def _at_right(cell: str, width: int) -> str:
    return " " * (width - len(cell)) + isolated(cell)


def move_in_words(word: Word, old: Spot, new: Spot | None) -> str:
    """``bank: (0.95, 0.90) -> (1.20, 0.50)``"""
    start = f"{isolated(str(word))}: ({number(old[0])}, {number(old[1])})"
    return start if new is None else f"{start} -> ({number(new[0])}, {number(new[1])})"
