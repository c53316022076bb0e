"""Where the parts of upright bars and of a histogram lie, in pixels."""

from __future__ import annotations

from helpers.drawing import SMALL, Drawing, Line, Rect, Text, fit, heading, number, text_width
from helpers.panels import Bars, Histogram

WIDTH = 330.0  # px
TALL = 130.0  # px, of a bar that reaches the top
NAME = 90.0  # px, the room for a name that stands upright
TIP = 22.0  # px, above the tallest bar


def draw_bars(panel: Bars) -> Drawing:
    """Lay out upright bars: a name below and a number above each."""
    step = max(40.0, (WIDTH - 12) / max(1, len(panel.names)))
    width = 12 + step * len(panel.names)
    widest = max((text_width(str(name), SMALL, bold=True) for name in panel.names), default=0)
    turned = widest > step - 4
    lines = [panel.note] if panel.note else []
    top = 24.0 + TIP + 20 * len(lines)
    ground = top + TALL
    out = Drawing(width, ground + (min(NAME, widest) + 12 if turned else 24))
    out.shapes += heading(panel.title, lines, width)
    out.shapes.append(Line(6, top, width - 6, top, "line"))
    for i, (name, height) in enumerate(zip(panel.names, panel.heights, strict=True)):
        x, tall = 6 + (i + 0.5) * step, TALL * height / panel.top
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


def draw_histogram(panel: Histogram) -> Drawing:
    """Lay out a histogram; its tallest bar reaches the top and carries its share."""
    lines = [panel.note] if panel.note else []
    top = 24.0 + TIP + 20 * len(lines)
    ground, left, right = top + TALL, 12.0, WIDTH - 12
    out = Drawing(WIDTH, ground + 46)
    out.shapes += heading(panel.title, lines, WIDTH)
    first, last, most = panel.edges[0], panel.edges[-1], max(panel.shares)

    def at(x: float) -> float:
        return left + (right - left) * (x - first) / (last - first)

    for low, high, part in zip(panel.edges, panel.edges[1:], panel.shares, strict=False):
        tall = TALL * part / most
        if tall >= 0.5:
            x, wide = at(low), max(1.0, at(high) - at(low) - 1)
            out.shapes.append(Rect(x, ground - tall, wide, tall, "ramp70", radius=0))
    peak = panel.shares.index(most)
    middle = at((panel.edges[peak] + panel.edges[peak + 1]) / 2)
    share = f"{100 * most:.0f} %"
    out.shapes.append(Text(_within(middle, share), top - 11, share, size=SMALL))
    out.shapes.append(Line(left, ground, right, ground, "axis"))
    for tick in (first, (first + last) / 2, last):
        label = f"{tick:g}"
        out.shapes.append(Line(at(tick), ground, at(tick), ground + 4, "axis"))
        out.shapes.append(Text(_within(at(tick), label), ground + 14, label, "muted", SMALL))
    out.shapes.append(Text(WIDTH / 2, ground + 34, panel.x_title, "muted", SMALL))
    return out


def _within(x: float, text: str) -> float:
    """A middle for a small text, near x, so that none of it lies outside the histogram."""
    half = text_width(text, SMALL) / 2
    return min(max(x, half), WIDTH - half)
