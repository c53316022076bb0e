"""Bar charts: one upright bar for each name, with its number above it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_floats, short
from helpers.pictures.panels.panel import BAR_TALL, CHART_WIDTH, TIP, Panel, as_grid, lines_of
from helpers.pictures.shapes import SMALL, Drawing, Line, Rect, Text, fit, heading, number, text_width
from helpers.pictures.word import Word, as_words, isolated

NAME = 100.0  # px, the room for a name that stands upright
LEAST = 0.005  # of a line across a bar: a smaller one would lie on the ground


@dataclass(frozen=True)
class Bars(Panel):
    """One upright bar for each name, from 0 to `top` at most, with its number above it."""

    title: str
    names: tuple[Word, ...]
    heights: tuple[float, ...]
    top: float = 1.0
    note: str = ""  # one line or more
    before: tuple[float, ...] = ()  # other heights to compare with: a dark line across each bar

    def drawn(self) -> Drawing:
        step = max(38.0, (CHART_WIDTH - 12) / max(1, len(self.names)))
        width = 12 + step * len(self.names)
        widest = max((text_width(str(name), SMALL, bold=True) for name in self.names), default=0)
        turned = widest > step - 4
        lines = self.note.split("\n") if self.note else []
        top = 24.0 + TIP + 20 * len(lines)
        ground = top + BAR_TALL
        out = Drawing(width, ground + (min(NAME, widest) + 12 if turned else 24))
        out.shapes += heading(self.title, lines, width)
        out.shapes.append(Line(6, top, width - 6, top, "line"))
        for i, (name, height) in enumerate(zip(self.names, self.heights, strict=True)):
            x, tall = 6 + (i + 0.5) * step, BAR_TALL * height / self.top
            if tall >= 0.5:
                role = "axis" if name.slot is None else name.role  # blue would be a word's
                out.shapes.append(
                    Rect(x - step * 0.35, ground - tall, step * 0.7, tall, role, radius=min(2, tall / 2))
                )
            said_at = ground - tall - 11
            if self.before and self.before[i] >= LEAST:
                level = ground - BAR_TALL * self.before[i] / self.top
                out.shapes.append(Line(x - step * 0.44, level, x + step * 0.44, level, "ink", 2.5))
                if said_at - 11 < level < said_at + 11:  # else the line would cross the number
                    said_at = level - 11
            out.shapes.append(Text(x, said_at, number(height), size=SMALL, halo=True))
            label = fit(str(name), NAME if turned else step, SMALL, bold=True)
            y, anchor = (ground + 6, "end") if turned else (ground + 13, "middle")
            out.shapes.append(Text(x, y, label, name.role, SMALL, anchor=anchor, bold=True, turned=turned))
        out.shapes.append(Line(6, ground, width - 6, ground, "axis"))
        return out

    def as_array(self) -> Array:
        """The heights, one for each name."""
        return np.array(self.heights)

    def arrays(self) -> dict[str, Array]:
        own = super().arrays()
        return {**own, f"{self.title}, before": np.array(self.before)} if self.before else own

    def in_words(self) -> str:
        pairs = zip(self.names, self.heights, strict=True)
        said = [f"{isolated(str(name))}: {number(height)}" for name, height in pairs]
        if self.before:
            said = [f"{bar} (line: {number(was)})" for bar, was in zip(said, self.before, strict=True)]
        return lines_of(self.title, self.note, said)


def bars(
    title: str,
    names: Iterable[str | Word],
    heights: ArrayLike,
    top: float = 1.0,
    note: str = "",
    before: ArrayLike | None = None,
) -> Bars:
    """One upright bar for each name; `heights`, and `before` too, have shape (n_names,), from 0 to `top`."""
    names = as_words(names)
    rows = []
    for given in [heights] if before is None else [heights, before]:
        (row,) = as_grid(as_floats(given, title)[None], ("",), names, title)
        if not top > 0 or min(row, default=0) < 0 or max(row, default=0) > top * (1 + 1e-9):
            which = "heights" if given is heights else "heights before"
            raise ValueError(
                f"The bars {title!r} run from 0 to {top:g}, but the {which} are {short(list(row))}."
            )
        rows.append(row)
    return Bars(title, names, rows[0], top, note, rows[1] if before is not None else ())
