"""Simple shapes in pixels: what every picture is drawn from, in SVG and in PNG alike."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from helpers.pictures.word import END, ISOLATE

TEXT = 15  # px
SMALL = 14  # px; no text is smaller
# How wide a letter is, in em, plain and bold: those that are wider than most. DejaVu Sans is wider than other
# fonts of a page, so the guess is careful elsewhere.
USUAL = (0.62, 0.72)
WIDE_LETTERS = {
    "W": (0.99, 1.11),
    "m%@\u2026": (1.0, 1.05),
    "Mw&": (0.87, 1.0),
    "ABCDGHKNOQRUVXZ": (0.79, 0.85),
    "+<=>~^#\u2212\u00d7\u2192\u2264\u2265": (0.84, 0.84),
}
WIDTHS = {letter: widths for letters, widths in WIDE_LETTERS.items() for letter in letters}
MOST_MARKS = (
    4  # of accents and vowel signs on one letter; no script needs more, and a text may have thousands
)


@dataclass(frozen=True)
class Rect:
    x: float
    y: float
    width: float
    height: float
    fill: str | None  # a colour role
    stroke: str | None = None
    radius: float = 3
    border: float = 1  # px, the width of the stroke


@dataclass(frozen=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    width: float = 1
    dotted: bool = False
    arrow: bool = False


@dataclass(frozen=True)
class Polyline(Line):
    """A line that goes by way of other points, in `dashes` of so many px (none: all of it)."""

    via: tuple[tuple[float, float], ...] = ()
    dashes: tuple[float, ...] = ()

    @property
    def points(self) -> tuple[tuple[float, float], ...]:
        """All points, from the start to the end."""
        return ((self.x1, self.y1), *self.via, (self.x2, self.y2))


@dataclass(frozen=True)
class Ring:
    x: float
    y: float
    r: float
    stroke: str
    fill: str | None = None


@dataclass(frozen=True)
class Text:
    x: float
    y: float  # the middle of the line of text
    text: str
    fill: str = "ink"
    size: float = TEXT
    anchor: str = "middle"  # or start, end
    bold: bool = False
    turned: bool = False  # read from bottom to top
    halo: bool = False  # a rim in the colour of the page, to stay readable on lines


Shape = Rect | Line | Ring | Text


@dataclass
class Drawing:
    """Shapes on a sheet of `width` x `height` pixels."""

    width: float
    height: float
    shapes: list[Shape] = field(default_factory=list)


@functools.lru_cache(maxsize=8192)  # the same names and numbers come at every move of a slider
def text_width(text: str, size: float = TEXT, bold: bool = False) -> float:
    """A careful guess of how wide a text is, in px; wide scripts and emoji take a full em."""
    ems = 0.0
    for character in text:
        if unicodedata.category(character)[0] == "M" or character in (ISOLATE, END):
            continue
        wide = unicodedata.east_asian_width(character) in "WF"
        ems += 1.05 if wide else WIDTHS.get(character, USUAL)[bold]
    return ems * size


def heading(title: str, lines: Sequence[str], width: float) -> list[Shape]:
    """The title of a panel, and quieter lines below it, in the middle of its width."""
    below = [Text(width / 2, 34 + 20 * i, line, "muted", SMALL) for i, line in enumerate(lines)]
    return [Text(width / 2, 12, title, size=16, bold=True), *below]


@functools.lru_cache(maxsize=2048)
def fit(text: str, room: float, size: float = TEXT, bold: bool = False) -> str:
    """The text, cut with an ellipsis if it does not fit; a number that tells equal words apart stays.

    Of the marks on one letter it keeps the first four: they take no room, but many cover what is above.
    """
    text = _with_few_marks(text)
    if text_width(text, size, bold) <= room:
        return text
    word, space, count = text.rpartition(" (") if text.endswith(")") else (text, "", "")
    while word and text_width(f"{word}\u2026{space}{count}", size, bold) > room:
        word = _without_last(word)
    return f"{word}\u2026{space}{count}"


def _with_few_marks(text: str) -> str:
    kept, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def _without_last(text: str) -> str:
    """A text without its last letter and all that belongs to it: vowel signs, joined emoji."""
    end = len(text) - 1
    while end > 0 and (unicodedata.category(text[end])[0] == "M" or "\u200d" in text[end - 1 : end + 1]):
        end -= 1
    return text[:end]


def number(value: float) -> str:
    """Two decimals, never ``-0.00``."""
    return f"{round(float(value), 2) + 0.0:.2f}"  # NumPy rounds a half otherwise than Python
