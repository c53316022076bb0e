"""Histograms: which share of some numbers lies between one edge and the next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import as_floats, short
from helpers.pictures.panels.panel import BAR_TALL, CHART_WIDTH, TIP, Panel, lines_of
from helpers.pictures.shapes import SMALL, Drawing, Line, Rect, Text, heading, text_width


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
        ground, left, right = top + BAR_TALL, 12.0, CHART_WIDTH - 12
        out = Drawing(CHART_WIDTH, ground + 46)
        out.shapes += heading(self.title, lines, CHART_WIDTH)
        first, last, most = self.edges[0], self.edges[-1], max(self.shares)

        def at(x: float) -> float:
            return left + (right - left) * (x - first) / (last - first)

        for low, high, part in zip(self.edges, self.edges[1:], self.shares, strict=False):
            tall = BAR_TALL * part / most
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
        out.shapes.append(Text(CHART_WIDTH / 2, ground + 34, self.x_title, "muted", SMALL))
        return out

    def in_words(self) -> str:
        bins = zip(self.edges, self.edges[1:], self.shares, strict=False)
        filled = [
            f"{self.x_title} {low:g} to {high:g}: {100 * part:.0f} %"
            for low, high, part in bins
            if part >= 0.005
        ]
        return lines_of(self.title, self.note, filled)


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
    return min(max(x, half), CHART_WIDTH - half)
