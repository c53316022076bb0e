"""Bar charts: one upright bar for each name, with its number above it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from numpy.typing import ArrayLike

from helpers.arrays import as_floats, short
from helpers.pictures.panels.panel import BAR_TALL, CHART_WIDTH, TIP, Panel, as_grid, lines_of
from helpers.pictures.shapes import SMALL, Drawing, Line, Rect, Text, fit, heading, number, text_width
from helpers.pictures.word import Word, as_words

NAME = 90.0  # px, the room for a name that stands upright


@dataclass(frozen=True)
class Bars(Panel):
    """One upright bar for each name, from 0 to `top` at most, with its number above it."""

    title: str
    names: tuple[Word, ...]
    heights: tuple[float, ...]
    top: float = 1.0
    note: str = ""

    def drawn(self) -> Drawing:
        step = max(40.0, (CHART_WIDTH - 12) / max(1, len(self.names)))
        width = 12 + step * len(self.names)
        widest = max((text_width(str(name), SMALL, bold=True) for name in self.names), default=0)
        turned = widest > step - 4
        lines = [self.note] if self.note else []
        top = 24.0 + TIP + 20 * len(lines)
        ground = top + BAR_TALL
        out = Drawing(width, ground + (min(NAME, widest) + 12 if turned else 24))
        out.shapes += heading(self.title, lines, width)
        out.shapes.append(Line(6, top, width - 6, top, "line"))
        for i, (name, height) in enumerate(zip(self.names, self.heights, strict=True)):
            x, tall = 6 + (i + 0.5) * step, BAR_TALL * height / self.top
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


def bars(
    title: str, names: Iterable[str | Word], heights: ArrayLike, top: float = 1.0, note: str = ""
) -> Bars:
    """One upright bar for each name; `heights` has shape (n_names,), from 0 to `top`."""
    names = as_words(names)
    (row,) = as_grid(as_floats(heights, title)[None], ("",), names, title)
    if not top > 0 or min(row, default=0) < 0 or max(row, default=0) > top * (1 + 1e-9):
        raise ValueError(f"The bars {title!r} run from 0 to {top:g}, but the heights are {short(list(row))}.")
    return Bars(title, names, row, top, note)
