"""Where the lines over a common x lie, in pixels: the key above, the plot, its ticks."""

from __future__ import annotations

from collections.abc import Callable

from helpers.drawing import (
    SMALL,
    Drawing,
    Line,
    Polyline,
    Rect,
    Ring,
    Shape,
    Text,
    fit,
    heading,
    number,
    text_width,
)
from helpers.labels import Spot
from helpers.panels import Curve, Curves

WIDTH = 330.0  # px, if no text needs more
TALL = 140.0  # px, of the plot
EDGE = 12.0  # px, at the right of the plot: a mark at the end has room
SIDE = 6.0  # px, at both sides of the key
ROW = 20.0  # px, a line of the key
SAMPLE = 32.0  # px, a piece of the curve and a space, before its name
NAME = 222.0  # px, the room for a name of 22 letters; a longer one is cut
DASHES: tuple[tuple[float, ...], ...] = ((), (8, 4), (2.5, 2.5), (11, 3, 2.5, 3))  # px, for each curve


def value_text(value: float) -> str:
    """Two decimals; a number that is too large for a key is written short, such as ``1.2e+05``."""
    return number(value) if abs(value) < 10_000 else f"{value:.1e}"


def draw_curves(panel: Curves) -> Drawing:
    """Lay out the key, the plot with its ticks, the line at `now`, and the curves."""
    lines = [panel.note] if panel.note else []
    texts = [text_width(panel.title, 16, bold=True), *(text_width(t, SMALL) for t in (*lines, panel.x_label))]
    width = max(WIDTH, max(texts) + 4, max(_entry(curve) for curve in panel.curves) + 2 * SIDE)
    key, rows = _key(panel, 36.0 + 20 * len(lines), width)
    top = 42.0 + 20 * len(lines) + ROW * rows
    low, high = panel.limits
    levels = {high: top, (low + high) / 2: top + TALL / 2, low: top + TALL}
    names = {level: _tick(level, high - low) for level in levels}
    left, right = max(text_width(name, SMALL) for name in names.values()) + 14, width - EDGE
    ground, first, last = top + TALL, panel.x[0], panel.x[-1]

    def at(x: float, y: float) -> Spot:
        across = (x - first) / (last - first) if last > first else 0.5
        up = (min(max(y, low), high) - low) / (high - low)
        return left + (right - left) * across, ground - TALL * up

    out = Drawing(width, ground + (48 if panel.x_label else 28))
    out.shapes += [*heading(panel.title, lines, width), *key]
    for level, y in levels.items():
        out.shapes.append(Line(left, y, right, y, "axis" if level == low else "line"))
        out.shapes.append(Text(left - 10, y, names[level], "muted", SMALL, anchor="end"))
    out.shapes.append(Line(left, top, left, ground, "axis"))
    for x in sorted({first, (first + last) / 2, last}):
        place, name = at(x, low)[0], _tick(x, last - first)
        half = text_width(name, SMALL) / 2
        out.shapes.append(Line(place, ground, place, ground + 4, "axis"))
        out.shapes.append(Text(min(max(place, half), width - half), ground + 16, name, "muted", SMALL))
    if panel.x_label:
        out.shapes.append(Text(width / 2, ground + 36, panel.x_label, "muted", SMALL))
    if panel.now is not None:
        place = at(panel.now, low)[0]
        out.shapes.append(Line(place, top, place, ground, "muted"))
    for slot, curve in enumerate(panel.curves):
        out.shapes += _curve(panel, slot, curve, at)
    out.shapes += _marks_now(panel, at)
    return out


def _curve(panel: Curves, slot: int, curve: Curve, at: Callable[[float, float], Spot]) -> list[Shape]:
    """One line for each run of neighbours that have a value; a value that stands alone is a small mark."""
    shapes: list[Shape] = []
    for run in _runs(panel, curve):
        places = [at(*point) for point in run]
        if len(places) == 1:
            shapes.append(_mark(slot, places[0], 3, curve.name.role))
        else:
            start, *via, end = places
            shapes.append(Polyline(*start, *end, curve.name.role, 2.25, via=tuple(via), dashes=DASHES[slot]))
    return shapes


def _runs(panel: Curves, curve: Curve) -> list[list[Spot]]:
    """The points of a curve, parted where nothing was measured."""
    runs: list[list[Spot]] = [[]]
    for x, y in zip(panel.x, curve.values, strict=True):
        if y is not None:
            runs[-1].append((x, y))
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _marks_now(panel: Curves, at: Callable[[float, float], Spot]) -> list[Shape]:
    """A mark on each curve, at `now` or just before it."""
    if panel.now is None:
        return []
    found = [(slot, curve, panel.reading(curve)) for slot, curve in enumerate(panel.curves)]
    return [
        _mark(slot, at(*point), 4.5, curve.name.role) for slot, curve, point in found if point is not None
    ]


def _mark(slot: int, place: Spot, reach: float, role: str) -> Shape:
    """A disc, a circle, a square, an open square: marks differ without their colours too."""
    (x, y), fill = place, "page" if slot % 2 else role
    if slot < 2:
        return Ring(x, y, reach, role, fill)
    return Rect(x - reach, y - reach, 2 * reach, 2 * reach, fill, role, radius=0, border=2.5)


def _key(panel: Curves, y: float, width: float) -> tuple[list[Shape], int]:
    """The names with their values, in two columns if they fit, and how many rows that makes."""
    rooms = [_entry(curve) for curve in panel.curves]
    second = SIDE + max(rooms[::2]) + 12
    columns = 2 if len(rooms) > 1 and second + max(rooms[1::2]) + SIDE <= width else 1
    shapes: list[Shape] = []
    for slot, curve in enumerate(panel.curves):
        left, middle = second if slot % columns else SIDE, y + ROW * (slot // columns)
        role, point = curve.name.role, panel.reading(curve)
        shapes.append(Polyline(left, middle, left + SAMPLE - 6, middle, role, 2.25, dashes=DASHES[slot]))
        if panel.now is not None or any(len(run) == 1 for run in _runs(panel, curve)):
            shapes.append(_mark(slot, (left + 5, middle), 4, role))
        value = value_text(point[1]) if point else "\u2013"
        text = f"{fit(str(curve.name), NAME, SMALL, bold=True)}: {value}"
        shapes.append(Text(left + SAMPLE, middle, text, role, SMALL, anchor="start", bold=True))
    return shapes, -(-len(rooms) // columns)


def _entry(curve: Curve) -> float:
    """How wide a curve's place in the key is: its longest value fits, so a new `now` moves nothing."""
    longest = max((value_text(y) for y in curve.values if y is not None), key=len, default="\u2013")
    name = min(NAME, text_width(str(curve.name), SMALL, bold=True))
    return SAMPLE + name + text_width(f": {longest}", SMALL, bold=True)


def _tick(value: float, span: float) -> str:
    """A number at an axis: short, and 0 where the middle misses it by a rounding error."""
    value = 0.0 if abs(value) < 1e-9 * span else value
    text = f"{value:g}"
    return text if len(text) <= 7 else f"{value:.3g}"
