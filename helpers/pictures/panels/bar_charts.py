"""Charts of upright bars: one bar for each name, and histograms."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import as_floats, short
from helpers.pictures.panels.panel import Panel, as_grid, lines_of
from helpers.pictures.shapes import SMALL, Drawing, Line, Rect, Text, fit, heading, number, text_width
from helpers.pictures.word import Word, as_words

WIDTH = 330.0  # px
TALL = 130.0  # px, of a bar that reaches the top
NAME = 90.0  # px, the room for a name that stands upright
TIP = 22.0  # px, above the tallest bar


@dataclass(frozen=True)
class Bars(Panel):
    """One upright bar for each name, from 0 to `top` at most, with its number above it."""

    title: str
    names: tuple[Word, ...]
    heights: tuple[float, ...]
    top: float = 1.0
    note: str = ""

    def drawn(self) -> Drawing:
        step = max(40.0, (WIDTH - 12) / max(1, len(self.names)))
        width = 12 + step * len(self.names)
        widest = max((text_width(str(name), SMALL, bold=True) for name in self.names), default=0)
        turned = widest > step - 4
        lines = [self.note] if self.note else []
        top = 24.0 + TIP + 20 * len(lines)
        ground = top + TALL
        out = Drawing(width, ground + (min(NAME, widest) + 12 if turned else 24))
        out.shapes += heading(self.title, lines, width)
        out.shapes.append(Line(6, top, width - 6, top, "line"))
        for i, (name, height) in enumerate(zip(self.names, self.heights, strict=True)):
            x, tall = 6 + (i + 0.5) * step, TALL * height / self.top
            if tall >= 0.5:
                role = "ramp70" if name.slot is None else name.role
                out.shapes.append(
                    Rect(x - step * 0.35, ground - tall, step * 0.7, tall, role, radius=min(2, tall / 2))
                )
            out.shapes.append(Text(x, ground - tall - 11, number(height), size=SMALL, halo=True))
            label = fit(str(name), NAME if turned else step, SMALL, bold=True)
            y, anchor = (ground + 6, "end") if turned else (ground + 13, "middle")
            out.shapes.append(Text(x, y, label, name.role, SMALL, anchor=anchor, bold=True, turned=turned))
        out.shapes.append(Line(6, ground, width - 6, ground, "axis"))
        return out

    def in_words(self) -> str:
        pairs = zip(self.names, self.heights, strict=True)
        return lines_of(self.title, self.note, [f"{name}: {number(height)}" for name, height in pairs])


@dataclass(frozen=True)
class Histogram(Panel):
    """How many of some numbers lie between one edge and the next: `shares` of all, from 0 to 1."""

    title: str
    edges: tuple[float, ...]  # one more than shares
    shares: tuple[float, ...]
    x_title: str
    note: str = ""

    def drawn(self) -> Drawing:
        lines = [self.note] if self.note else []
        top = 24.0 + TIP + 20 * len(lines)
        ground, left, right = top + TALL, 12.0, WIDTH - 12
        out = Drawing(WIDTH, ground + 46)
        out.shapes += heading(self.title, lines, WIDTH)
        first, last, most = self.edges[0], self.edges[-1], max(self.shares)

        def at(x: float) -> float:
            return left + (right - left) * (x - first) / (last - first)

        for low, high, part in zip(self.edges, self.edges[1:], self.shares, strict=False):
            tall = TALL * part / most
            if tall >= 0.5:
                x, wide = at(low), max(1.0, at(high) - at(low) - 1)
                out.shapes.append(Rect(x, ground - tall, wide, tall, "ramp70", radius=0))
        peak = self.shares.index(most)
        middle = at((self.edges[peak] + self.edges[peak + 1]) / 2)
        share = f"{100 * most:.0f} %"
        out.shapes.append(Text(_within(middle, share), top - 11, share, size=SMALL))
        out.shapes.append(Line(left, ground, right, ground, "axis"))
        for tick in (first, (first + last) / 2, last):
            label = f"{tick:g}"
            out.shapes.append(Line(at(tick), ground, at(tick), ground + 4, "axis"))
            out.shapes.append(Text(_within(at(tick), label), ground + 14, label, "muted", SMALL))
        out.shapes.append(Text(WIDTH / 2, ground + 34, self.x_title, "muted", SMALL))
        return out

    def in_words(self) -> str:
        bins = zip(self.edges, self.edges[1:], self.shares, strict=False)
        filled = [
            f"{self.x_title} {low:g} to {high:g}: {100 * part:.0f} %"
            for low, high, part in bins
            if part >= 0.005
        ]
        return lines_of(self.title, self.note, filled)


def bars(
    title: str, names: Iterable[str | Word], heights: ArrayLike, top: float = 1.0, note: str = ""
) -> Bars:
    """One upright bar for each name; `heights` has shape (n_names,), from 0 to `top`."""
    names = as_words(names)
    (row,) = as_grid(as_floats(heights, title)[None], ("",), names, title)
    if not top > 0 or min(row, default=0) < 0 or max(row, default=0) > top * (1 + 1e-9):
        raise ValueError(f"The bars {title!r} run from 0 to {top:g}, but the heights are {short(list(row))}.")
    return Bars(title, names, row, top, note)


def histogram(title: str, numbers: ArrayLike, edges: ArrayLike, x_title: str, note: str = "") -> Histogram:
    """Which share of `numbers` lies between two neighbouring `edges`; the end bins hold all beyond."""
    numbers, edges = as_floats(numbers, title).ravel(), as_floats(edges, "edges")
    if numbers.size == 0 or not np.isfinite(numbers).all():
        raise ValueError(f"The histogram {title!r} needs finite numbers, at least one.")
    if edges.ndim != 1 or edges.size < 3 or not (np.diff(edges) > 0).all():
        raise ValueError(f"The histogram {title!r} needs three or more rising edges, got {short(edges)}.")
    inside = np.clip(numbers, edges[0], edges[-1])
    shares = np.histogram(inside, edges)[0] / numbers.size
    return Histogram(title, tuple(map(float, edges)), tuple(map(float, shares)), x_title, note)


def _within(x: float, text: str) -> float:
    """A middle for a small text, near x, so that none of it lies outside the histogram."""
    half = text_width(text, SMALL) / 2
    return min(max(x, half), WIDTH - half)
