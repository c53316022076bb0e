"""Where the parts of a plane and of a map lie, in pixels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from helpers.drawing import SMALL, TEXT, Drawing, Line, Rect, Ring, Shape, Text, heading, text_width
from helpers.labels import Box, Spot, place_labels
from helpers.panels import Map, Plane, Word

MAP = 344  # px, the side of a map


def draw_plane(panel: Plane) -> Drawing:
    """Lay out a plane: its grid, the arrows from the middle, and where their tips move."""
    side, notes = panel.side, [panel.note] if panel.note else []
    top = 26.0 + 20 * len(notes)
    out = Drawing(side, top + side)
    out.shapes += heading(panel.title, notes, side)
    scale = (side / 2 - 12) / panel.limit

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return side / 2 + point[0] * scale, top + side / 2 - point[1] * scale

    step = _grid_step(panel.limit)
    lines = [k * step for k in range(-int(panel.limit / step), int(panel.limit / step) + 1)]
    for value in lines:
        role = "axis" if value == 0 else "line"
        for a, b in (
            ((value, -panel.limit), (value, panel.limit)),
            ((-panel.limit, value), (panel.limit, value)),
        ):
            out.shapes.append(Line(*at(a), *at(b), role))
    if panel.grid is not None:
        out.shapes += _moved_grid(panel.grid, lines, panel.limit, at)
    x, y = at((lines[-1], 0))
    out.shapes.append(Text(x, y + 11, f"{lines[-1]:g}", "muted", SMALL))
    x, y = at((0, lines[-1]))
    out.shapes.append(Text(x - 6, y, f"{lines[-1]:g}", "muted", SMALL, anchor="end"))
    origin = at((0, 0))
    marks: list[Spot] = []
    for arrow in panel.arrows:
        tip = at(arrow.tip)
        marks += [at((arrow.tip[0] * part, arrow.tip[1] * part)) for part in (0.5, 0.75)]
        out.shapes.append(Line(*origin, *tip, arrow.word.role, 2.5, arrow=True))
        if arrow.moved is not None:
            out.shapes += _move(tip, at(arrow.moved), arrow.word.role)
            marks.append(at(arrow.moved))
    tips = [at(arrow.tip) for arrow in panel.arrows]
    out.shapes += _names(
        [arrow.word for arrow in panel.arrows], tips, marks, origin, (0, top, side, top + side)
    )
    return out


def draw_map(panel: Map) -> Drawing:
    """Lay out a map: a dot for each word, and where it moves."""
    lines = [line for line in (panel.note, panel.caption) if line]
    top = 26.0 + 20 * len(lines)
    side = MAP
    out = Drawing(side, top + side)
    out.shapes += heading(panel.title, lines, side)
    out.shapes.append(Rect(1, top + 1, side - 2, side - 2, None, "line"))
    ends = [end for point in panel.points for end in (point.at, point.moved) if end is not None]
    limit = max([panel.limit, *(1.12 * abs(value) for end in ends for value in end)]) or 1.0
    scale = side / 2 / limit

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return side / 2 + point[0] * scale, top + side / 2 - point[1] * scale

    marks: list[Spot] = []
    for point in panel.points:
        role = "axis" if point.faint else point.word.role
        x, y = at(point.at)
        out.shapes.append(Ring(x, y, 3 if point.faint else 5, role, role))
        if point.moved is not None:
            out.shapes += _move((x, y), at(point.moved), role)
            marks.append(at(point.moved))
    places = [at(point.at) for point in panel.points]
    names = [point.word for point in panel.points]
    faint = [point.faint for point in panel.points]
    out.shapes += _names(
        names, places, marks, (side / 2, top + side / 2), (2, top + 2, side - 2, top + side - 2), faint
    )
    return out


def _moved_grid(
    grid: tuple[Spot, Spot], lines: Sequence[float], limit: float, at: Callable[[Spot], Spot]
) -> list[Shape]:
    """The lines of the plane where the matrix takes them, as far as they lie in the plane."""
    right, up = grid
    shapes: list[Shape] = []
    for value in lines:
        for fixed, free in ((right, up), (up, right)):
            ends = [(value * fixed[0] + t * free[0], value * fixed[1] + t * free[1]) for t in (-limit, limit)]
            seen = _inside(ends[0], ends[1], limit)
            if seen is not None:
                shapes.append(Line(*at(seen[0]), *at(seen[1]), "word0", 1.2))
    return shapes


def _inside(start: Spot, end: Spot, limit: float) -> tuple[Spot, Spot] | None:
    """The part of a line that lies in the square from -limit to limit; None if there is none."""
    low, high = 0.0, 1.0
    for a, b in zip(start, end, strict=True):
        if a == b:
            if abs(a) > limit:
                return None
            continue
        enter, leave = sorted(((-limit - a) / (b - a), (limit - a) / (b - a)))
        low, high = max(low, enter), min(high, leave)
    if low >= high:
        return None
    (ax, ay), (bx, by) = start, end
    return (ax + low * (bx - ax), ay + low * (by - ay)), (ax + high * (bx - ax), ay + high * (by - ay))


def _move(old: tuple[float, float], new: tuple[float, float], role: str) -> list[Shape]:
    return [Line(*old, *new, role, 1.5, dotted=True), Ring(*new, 5.5, role, "page")]


def _names(
    words: Sequence[Word],
    places: Sequence[Spot],
    marks: Sequence[Spot],
    origin: Spot,
    frame: Box,
    faint: Sequence[bool] = (),
) -> list[Shape]:
    """The words beside their places, not on each other and not on the open circles."""
    sizes = [(text_width(str(word), TEXT, bold=True), TEXT + 3.0) for word in words]
    spots = place_labels(places, sizes, origin, frame, marks)
    faint = faint or [False] * len(words)
    return [
        Text(x, y, str(word), "muted" if dim else word.role, SMALL if dim else TEXT, bold=not dim, halo=True)
        for word, (x, y), dim in zip(words, spots, faint, strict=True)
    ]


def _grid_step(limit: float) -> float:
    """1, 2 or 5 times a power of ten, so that there are two to five lines on each side."""
    size = 1.0
    while size * 10 <= limit:
        size *= 10
    while size > limit:
        size /= 10
    return next(step for step in (size * m for m in (0.5, 1, 2, 5)) if limit / step <= 5)
