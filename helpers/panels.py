"""What a picture can hold: panels of plain data that can be drawn, read aloud and tested.

A panel says *what* is shown. Where it goes on the page is the work of ``shapes.py``; ink is
the work of ``render.py``.
"""

from __future__ import annotations

from dataclasses import dataclass, field


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
    narrow: bool = False  # cells just wide enough for a number such as 0.25


@dataclass(frozen=True)
class MixBars:
    """New vectors as bars of their ingredients: bar i is ``parts[i]``, shares of `words`."""

    title: str
    owners: tuple[Word, ...]
    words: tuple[Word, ...]
    parts: tuple[tuple[float, ...], ...]
    length: int = 234  # px, of a whole bar


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
    side: int = 330  # px
    # A matrix whose effect on the grid is drawn too: where (1, 0) goes, where (0, 1) goes.
    grid: tuple[tuple[float, float], tuple[float, float]] | None = None


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


@dataclass(frozen=True)
class Bars:
    """One upright bar for each name, from 0 to `top` at most, with its number above it."""

    title: str
    names: tuple[Word, ...]
    heights: tuple[float, ...]
    top: float = 1.0
    note: str = ""


@dataclass(frozen=True)
class Histogram:
    """How many of some numbers lie between one edge and the next: `shares` of all, from 0 to 1."""

    title: str
    edges: tuple[float, ...]  # one more than shares
    shares: tuple[float, ...]
    x_title: str
    note: str = ""


@dataclass(frozen=True)
class Curve:
    """One line of a `Curves`: a value for each x, None where nothing was measured."""

    name: Word
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Curves:
    """Lines over a common x. Values beyond the limits are drawn at the edge."""

    title: str
    x: tuple[float, ...]  # rising
    curves: tuple[Curve, ...]
    limits: tuple[float, float] = (0.0, 1.0)  # the lowest and the highest y
    x_label: str = ""
    now: float | None = None  # the x that is looked at
    note: str = ""

    def measured(self, curve: Curve) -> tuple[tuple[float, float], ...]:
        """The points (x, value) of a curve that have a value, from left to right."""
        return tuple((x, y) for x, y in zip(self.x, curve.values, strict=True) if y is not None)

    def reading(self, curve: Curve) -> tuple[float, float] | None:
        """The last measured point at `now` or before it, of all if there is no `now`; None if none is."""
        seen = [point for point in self.measured(curve) if self.now is None or point[0] <= self.now]
        return seen[-1] if seen else None


@dataclass(frozen=True)
class Step:
    """One box of a `Flow`: what is done, and a few words beside it."""

    name: str
    note: str = ""


@dataclass(frozen=True)
class Flow:
    """Steps from top to bottom. A skip is an arrow from one step round others to a later one."""

    title: str
    steps: tuple[Step, ...]
    skips: tuple[tuple[int, int], ...] = ()  # places in `steps`, counted from 0


Panel = Table | MixBars | Plane | Map | Bars | Histogram | Curves | Flow


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
