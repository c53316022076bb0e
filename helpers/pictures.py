"""Arrays and labels in, a `Picture` out: plain data that can be drawn, read aloud and tested.

A picture says *what* is shown. Where it goes on the page is the work of ``shapes.py``; ink is
the work of ``render.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import as_floats, short
from helpers.labels import Spot
from helpers.look import word_slots


@dataclass(frozen=True)
class Word:
    """A word in a picture: its text, and which of the word colours it has (None: plain ink)."""

    text: str
    slot: int | None = None

    @property
    def role(self) -> str:
        """Its colour role; see ``look.py``."""
        return "ink" if self.slot is None else f"word{self.slot}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Table:
    """Numbers in rows and columns. `shaded` numbers run from 0 to 1 and colour their cell."""

    title: str
    rows: tuple[Word, ...]
    columns: tuple[Word, ...]
    numbers: tuple[tuple[float, ...], ...]
    shaded: bool = True
    row_title: str = "asks (query)"
    column_title: str = "is read (key)"
    asking: int | None = None  # the row that is outlined


@dataclass(frozen=True)
class MixBars:
    """New vectors as bars of their ingredients: bar i is ``parts[i]``, shares of `words`."""

    title: str
    owners: tuple[Word, ...]
    words: tuple[Word, ...]
    parts: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Arrow:
    """A vector from the origin, and where attention moves its tip (or None)."""

    word: Word
    tip: tuple[float, float]
    moved: tuple[float, float] | None = None


@dataclass(frozen=True)
class Plane:
    """Two-dimensional vectors as arrows; open circles are new vectors."""

    title: str
    arrows: tuple[Arrow, ...]
    limit: float  # the plane runs from -limit to limit both ways
    note: str = ""


@dataclass(frozen=True)
class Point:
    """A word on a map, and where attention moves it (or None). Faint points are background."""

    word: Word
    at: tuple[float, float]
    moved: tuple[float, float] | None = None
    faint: bool = False


@dataclass(frozen=True)
class Map:
    """Words on a flat map whose axes have no meaning of their own."""

    title: str
    points: tuple[Point, ...]
    share: float | None  # how much of the spread of `whose` the map keeps; None: nothing to say
    whose: str = "these words"
    note: str = ""
    limit: float = 0.0  # the map reaches at least this far from its middle

    @property
    def caption(self) -> str:
        """What the map leaves out, in words."""
        return "" if self.share is None else f"keeps {100 * self.share:.0f} % of the spread of {self.whose}"


Panel = Table | MixBars | Plane | Map


@dataclass(frozen=True)
class Picture:
    """Panels in columns, and one sentence (text and words) that says what is to be seen."""

    title: str
    columns: tuple[tuple[Panel, ...], ...]
    sentence: tuple[str | Word, ...] = field(default=())

    @property
    def panels(self) -> tuple[Panel, ...]:
        """All panels, in reading order."""
        return tuple(panel for column in self.columns for panel in column)

    @property
    def words_said(self) -> str:
        """The sentence as plain text."""
        return "".join(str(part) for part in self.sentence)


def words(labels: Iterable[str]) -> tuple[Word, ...]:
    """Labels with their colours. A label that comes twice is numbered: ``apple (1)``, ``apple (2)``.

    Of a token, the written form is shown and the form that has the vector decides what is equal.
    """
    listed = _listed(labels)
    keys = [str(label).lower() for label in listed]
    times, seen, result = Counter(keys), Counter[str](), []
    for label, key, slot in zip(listed, keys, word_slots(keys), strict=True):
        seen[key] += 1
        text = str(getattr(label, "shown", label))
        result.append(Word(f"{text} ({seen[key]})" if times[key] > 1 else text, slot))
    return tuple(result)


def _listed(labels: Iterable[str | Word]) -> list[str | Word]:
    """Labels as a list. One text is most likely a forgotten pair of brackets, so it is refused."""
    if isinstance(labels, str):
        raise ValueError(f"A picture needs a list of labels, got one text: {labels!r}; write [{labels!r}].")
    listed = list(labels)
    for label in listed:
        if not isinstance(label, (str, Word)):
            raise ValueError(f"A label must be a text in quotes, got {short(label)}.")
    return listed


def table(
    title: str, rows: Iterable[str | Word], columns: Iterable[str | Word], numbers: ArrayLike, **options: Any
) -> Table:
    """A `Table` of any numbers, shape (n_rows, n_columns); see the fields of `Table` for the options."""
    rows, columns = as_words(rows), as_words(columns)
    return Table(title, rows, columns, _grid(numbers, rows, columns, title), **options)


def weights_table(labels: Iterable[str | Word], weights: ArrayLike, asking: int | None = None) -> Table:
    """The attention weights of one sentence, shape (n_tokens, n_tokens)."""
    labels = as_words(labels)
    return table("weights", labels, labels, weights, asking=asking)


def mix_bars(
    owners: Iterable[str | Word],
    labels: Iterable[str | Word],
    weights: ArrayLike,
    title: str = "mixed from, in percent",
) -> MixBars:
    """One bar per owner; `weights` has shape (n_owners, n_words)."""
    owners, labels = as_words(owners), as_words(labels)
    return MixBars(title, owners, labels, _grid(weights, owners, labels, title))


def plane(
    labels: Iterable[str | Word],
    before: ArrayLike,
    after: ArrayLike | None = None,
    limit: float = 2.0,
    title: str = "meaning space",
    note: str = "",
) -> Plane:
    """Arrows for `before`, shape (n, 2); open circles for `after` if given."""
    if not limit > 0:
        raise ValueError(f"A plane needs a limit above 0, got {limit}.")
    labels = as_words(labels)
    pairs = _pairs(before, after, len(labels))
    return Plane(
        title, tuple(Arrow(w, tip, new) for w, (tip, new) in zip(labels, pairs, strict=True)), limit, note
    )


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
) -> Map:
    """Words at `before`, shape (n, 2), on a map that keeps `share` of the spread of `whose`."""
    labels = as_words(labels)
    pairs = _pairs(before, after, len(labels))
    faint = [False] * len(labels) if faint is None else faint
    points = zip(labels, pairs, faint, strict=True)
    return Map(
        title, tuple(Point(w, at, new, bool(dim)) for w, (at, new), dim in points), share, whose, note, limit
    )


def as_words(labels: Iterable[str | Word]) -> tuple[Word, ...]:
    """Labels that are `Word`s already stay as they are; the others get their colours."""
    listed = _listed(labels)
    coloured = iter(words(label for label in listed if isinstance(label, str)))
    return tuple(label if isinstance(label, Word) else next(coloured) for label in listed)


def _grid(
    numbers: ArrayLike, rows: Sequence[Word], columns: Sequence[Word], title: str
) -> tuple[tuple[float, ...], ...]:
    array = as_floats(numbers, title)
    if array.shape != (len(rows), len(columns)):
        raise ValueError(
            f"The table {title!r} has {len(rows)} row labels and {len(columns)} column labels, "
            f"but its numbers have shape {array.shape}."
        )
    if not np.isfinite(array).all():
        raise ValueError(f"The table {title!r} can only show finite numbers, got nan or infinity.")
    return tuple(tuple(float(x) + 0.0 for x in row) for row in array)


def _pairs(before: ArrayLike, after: ArrayLike | None, n: int) -> list[tuple[Spot, Spot | None]]:
    old = as_floats(before, "before")
    new = old if after is None else as_floats(after, "after")
    if old.shape != (n, 2) or new.shape != (n, 2):
        raise ValueError(f"{n} labels need vectors of shape ({n}, 2), got {old.shape} and {new.shape}.")
    if not (np.isfinite(old).all() and np.isfinite(new).all()):
        raise ValueError("A picture can only show finite numbers, got nan or infinity.")
    tips = [(float(x), float(y)) for x, y in old]
    moved: list[Spot | None] = [(float(x), float(y)) for x, y in new]
    if after is None:
        moved = [None] * n
    return list(zip(tips, moved, strict=True))
