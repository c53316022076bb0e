"""Histograms: which share of some numbers lies between one edge and the next."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_floats, short
from helpers.pictures.panels.panel import BAR_TALL, CHART_WIDTH, TIP, Panel, lines_of
from helpers.pictures.shapes import SMALL, Drawing, Line, Rect, Shape, Text, heading, text_width


@dataclass(frozen=True)
class Histogram(Panel):
    """How many of some numbers lie between one edge and the next: `shares` of all, from 0 to 1.

    The full height is the share `top`, so that several histograms can be compared; without it, it is the
    largest share. A bar that would be taller is cut at the top, and its number says how large it is.
    """

    title: str
    edges: tuple[float, ...]  # one more than shares
    shares: tuple[float, ...]
    x_title: str
    note: str = ""
    top: float | None = None
    beyond: tuple[bool, bool] = (
        False,
        False,
    )  # the first bin holds lower numbers too, the last one higher ones

    def drawn(self) -> Drawing:
        lines = [self.note] if self.note else []
        top = 24.0 + TIP + 20 * len(lines)
        ground, left, right = top + BAR_TALL, 12.0, CHART_WIDTH - 12
        out = Drawing(CHART_WIDTH, ground + 46)
        out.shapes += heading(self.title, lines, CHART_WIDTH)
        first, last, most = self.edges[0], self.edges[-1], max(self.shares)
        full, opened = self.top or most, self._opened()

        def at(x: float) -> float:
            return left + (right - left) * (x - first) / (last - first)

        for i, (low, high, part) in enumerate(zip(self.edges, self.edges[1:], self.shares, strict=False)):
            tall = BAR_TALL * min(1.0, part / full)
            if tall >= 0.5:
                x, wide = at(low), max(1.0, at(high) - at(low) - 1)
                out.shapes.append(_bar(x, ground - tall, wide, tall, opened=i in opened))
                if part > full:
                    out.shapes.append(Line(x, top + 14, x + wide, top + 8, "page", 3))
        out.shapes += self._numbers(at, ground, full)
        out.shapes.append(Line(left, ground, right, ground, "axis"))
        below, above = self.beyond
        ticks = {first: "\u2264 " if below else "", (first + last) / 2: "", last: "\u2265 " if above else ""}
        for tick, sign in ticks.items():
            label = f"{sign}{tick:g}"
            out.shapes.append(Line(at(tick), ground, at(tick), ground + 4, "axis"))
            out.shapes.append(Text(_within(at(tick), label), ground + 14, label, "muted", SMALL))
        out.shapes.append(Text(CHART_WIDTH / 2, ground + 34, self.x_title, "muted", SMALL))
        return out

    def _opened(self) -> set[int]:
        """The places of the end bins that hold what lies beyond, too."""
        return {i for i, more in zip((0, len(self.shares) - 1), self.beyond, strict=True) if more}

    def _numbers(self, at: Callable[[float], float], ground: float, full: float) -> list[Shape]:
        """The share of the tallest bar above it, and of each bar that is cut, if there is room."""
        peak = self.shares.index(max(self.shares))
        cut = [i for i, part in enumerate(self.shares) if part > full and i != peak]
        texts: list[Text] = []
        for i in (peak, *cut):
            label = f"{100 * self.shares[i]:.0f} %"
            x = _within(at((self.edges[i] + self.edges[i + 1]) / 2), label)
            if all(abs(x - text.x) > text_width(label, SMALL) + 4 for text in texts):
                y = ground - BAR_TALL * min(1.0, self.shares[i] / full) - 11
                texts.append(Text(x, y, label, size=SMALL))
        return [*texts]

    def as_array(self) -> Array:
        """The shares, one for each bin."""
        return np.array(self.shares)

    def in_words(self) -> str:
        names = [f"{low:g} to {high:g}" for low, high in itertools.pairwise(self.edges)]
        for i in self._opened():
            names[i] = f"\u2264 {self.edges[1]:g}" if i == 0 else f"\u2265 {self.edges[-2]:g}"
        filled = [
            f"{self.x_title} {name}: {100 * part:.0f} %"
            for name, part in zip(names, self.shares, strict=True)
            if part >= 0.005
        ]
        return lines_of(self.title, self.note, filled)


def histogram(
    title: str,
    numbers: ArrayLike,
    edges: ArrayLike,
    x_title: str,
    note: str = "",
    top: float | None = None,
) -> Histogram:
    """Which share of `numbers` lies between two neighbouring `edges`; the end bins hold all beyond.

    Parameters
    ----------
    title : str
    numbers : array_like
        Of any shape, finite, at least one.
    edges : array_like, shape (n_bins + 1,)
        Rising, at least three.
    x_title, note : str
    top : float, optional
        The share that is drawn at the full height, above 0 and at most 1: give several histograms the same
        one, and they can be compared. Without it, the largest share has the full height.

    Raises
    ------
    ValueError
        If numbers, edges or top are not as above.
    """
    numbers, edges = as_floats(numbers, title).ravel(), as_floats(edges, "edges")
    if numbers.size == 0 or not np.isfinite(numbers).all():
        raise ValueError(f"The histogram {title!r} needs finite numbers, at least one.")
    if edges.ndim != 1 or edges.size < 3 or not (np.diff(edges) > 0).all():
        raise ValueError(f"The histogram {title!r} needs three or more rising edges, got {short(edges)}.")
    if top is not None and not (as_floats(top, "top").shape == () and 0 < top <= 1):
        raise ValueError(
            f"The histogram {title!r} needs a top above 0, at most 1 (0.25 is 25 %), got {short(top)}."
        )
    inside = np.clip(numbers, edges[0], edges[-1])
    shares = np.histogram(inside, edges)[0] / numbers.size
    beyond = bool((numbers < edges[0]).any()), bool((numbers > edges[-1]).any())
    full = None if top is None else float(top)
    return Histogram(title, tuple(map(float, edges)), tuple(map(float, shares)), x_title, note, full, beyond)


def _bar(x: float, y: float, wide: float, tall: float, opened: bool) -> Rect:
    """A bar; the one of an opened bin is light with a rim, since it stands for more than its place."""
    if not opened:
        return Rect(x, y, wide, tall, "ramp70", radius=0)
    rim = min(1.5, wide / 2, tall / 2)  # drawn inside the place of the bar
    return Rect(x + rim / 2, y + rim / 2, wide - rim, tall - rim, "ramp15", "ramp70", radius=0, border=rim)


def _within(x: float, text: str) -> float:
    """A middle for a small text, near x, so that none of it lies outside the histogram."""
    half = text_width(text, SMALL) / 2
    return min(max(x, half), CHART_WIDTH - half)
