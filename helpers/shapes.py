"""Where things go: a panel in, a `Drawing` of simple shapes in pixels out.

The SVG of a live lab and the PNG for paper are both drawn from these shapes, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from helpers.drawing import SMALL, TEXT, Drawing, Line, Rect, Ring, Shape, Text, fit, number, text_width
from helpers.labels import Box, Spot, place_labels
from helpers.look import ramp_role
from helpers.pictures import Map, MixBars, Panel, Plane, Table, Word

PLANE = 330  # px, the side of a plane or map
LEFT = 104  # px, where cells and bars start if their names are short: then they stand in line
LONGEST = 150  # px, the room for a name at the side of a table; a longer one is cut
BAR = 234  # px, the length of a mix bar, and the width of a small table


def draw(panel: Panel) -> Drawing:
    """Lay out one panel."""
    if isinstance(panel, Table):
        return _table(panel)
    if isinstance(panel, MixBars):
        return _mix_bars(panel)
    if isinstance(panel, Plane):
        return _plane(panel)
    return _map(panel)


def _widest(words: Sequence[Word]) -> float:
    return max((text_width(str(word), TEXT, bold=True) for word in words), default=0)


def _table(panel: Table) -> Drawing:
    n_rows, n_columns = len(panel.rows), len(panel.columns)
    wide = n_columns > 4
    cell_w = 56.0 if wide else max(BAR / max(3, n_columns), min(_widest(panel.columns) + 4, 110))
    cell_h = 32.0 if n_rows > 5 else 44.0
    turned = _widest(panel.columns) > cell_w - 2  # names that do not fit beside each other stand upright
    heading = min(LONGEST, _widest(panel.columns)) + 10 if turned else 26.0
    side = 22.0 if panel.row_title else 4.0
    names = side + min(LONGEST, _widest(panel.rows)) + 10
    left = names if wide else max(LEFT, names)
    top = 24.0 + (20 if panel.column_title else 0) + heading
    titles = max(text_width(panel.title, 16, bold=True), text_width(panel.column_title, SMALL))
    middle = max(left + n_columns * cell_w / 2, titles / 2 + 2)
    tall = max(top + n_rows * cell_h, (text_width(panel.row_title, SMALL) + 8)) + 6
    out = Drawing(max(left + n_columns * cell_w + 6, middle + titles / 2 + 2), tall)
    out.shapes.append(Text(middle, 12, panel.title, size=16, bold=True))
    if panel.column_title:
        out.shapes.append(Text(middle, 34, panel.column_title, "muted", SMALL))
    if panel.row_title:
        reach = text_width(panel.row_title, SMALL) / 2 + 2
        y = min(max(top + n_rows * cell_h / 2, reach), tall - reach)
        out.shapes.append(Text(10, y, panel.row_title, "muted", SMALL, turned=True))
    for j, word in enumerate(panel.columns):
        x, y, anchor = left + (j + 0.5) * cell_w, top - (6 if turned else 13), "start" if turned else "middle"
        name = fit(str(word), LONGEST if turned else cell_w, TEXT, bold=True)
        out.shapes.append(Text(x, y, name, word.role, anchor=anchor, bold=True, turned=turned))
    for i, word in enumerate(panel.rows):
        y = top + i * cell_h
        name = fit(str(word), LONGEST, TEXT, bold=True)
        out.shapes.append(Text(left - 8, y + cell_h / 2, name, word.role, anchor="end", bold=True))
        for j, value in enumerate(panel.numbers[i]):
            out.shapes += _cell(panel.shaded, value, left + j * cell_w, y, cell_w, cell_h)
    if panel.asking is not None:
        stroke = panel.rows[panel.asking].role
        y = top + panel.asking * cell_h
        width, height = n_columns * cell_w + 2, cell_h + 2
        out.shapes.append(Rect(left - 1, y - 1, width, height, None, stroke, radius=5, border=2.5))
    return out


def _cell(shaded: bool, value: float, x: float, y: float, width: float, height: float) -> list[Shape]:
    ground = ramp_role(value) if shaded else None
    box = Rect(x + 1.5, y + 1.5, width - 3, height - 3, ground, None if ground else "line")
    ink = f"on-{ground}" if ground else "ink"
    return [box, Text(x + width / 2, y + height / 2, number(value), ink)]


def _mix_bars(panel: MixBars) -> Drawing:
    label_w = max(LEFT, min(LONGEST, _widest(panel.owners) + text_width("new ", TEXT, bold=True)) + 10)
    bar_h, step = 28.0, 38.0
    key = _key(panel.words, label_w + BAR)
    top = 26.0 + (22 if key else 0)
    out = Drawing(label_w + BAR + 6, top + step * len(panel.owners))
    out.shapes.append(Text(label_w + BAR / 2, 12, panel.title, "muted", SMALL))
    out.shapes += key
    for i, owner in enumerate(panel.owners):
        y = top + i * step
        name = fit(f"new {owner}", label_w - 10, TEXT, bold=True)
        out.shapes.append(Text(label_w - 8, y + bar_h / 2, name, owner.role, anchor="end", bold=True))
        x = label_w
        for word, part in zip(panel.words, panel.parts[i], strict=True):
            out.shapes += _piece(word, part, x, y, bar_h)
            x += part * BAR
        if sum(panel.parts[i]) == 0:
            out.shapes.append(Text(label_w, y + bar_h / 2, "nothing", "muted", SMALL, anchor="start"))
    return out


def _key(words: Sequence[Word], right: float) -> list[Shape]:
    """The ingredients by name, in the order of the bar; nothing if they do not fit into one line."""
    gap = 14.0
    widths = [text_width(str(word), SMALL, bold=True) for word in words]
    x = right - sum(widths) - gap * (len(words) - 1)
    if x < 0:
        return []
    shapes: list[Shape] = []
    for word, width in zip(words, widths, strict=True):
        shapes.append(Text(x + width / 2, 34, str(word), word.role, SMALL, bold=True))
        x += width + gap
    return shapes


def _piece(word: Word, part: float, x: float, y: float, height: float) -> list[Shape]:
    """One ingredient: as long as its share, with the share in percent if there is room."""
    length = part * BAR
    if length < 1:
        return []
    inked = max(1.0, length - 1.5)
    piece = Rect(x, y, inked, height, word.role, radius=min(3.0, inked / 2))
    percent = f"{100 * part:.0f}"
    if length < 8.5 * len(percent) + 3:
        return [piece]
    return [piece, Text(x + inked / 2, y + height / 2, percent, f"on-{word.role}", SMALL)]


def _plane(panel: Plane) -> Drawing:
    top = 26.0 + (20 if panel.note else 0)
    out = Drawing(PLANE, top + PLANE)
    out.shapes.append(Text(PLANE / 2, 12, panel.title, size=16, bold=True))
    if panel.note:
        out.shapes.append(Text(PLANE / 2, 34, panel.note, "muted", SMALL))
    scale = (PLANE / 2 - 12) / panel.limit

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return PLANE / 2 + point[0] * scale, top + PLANE / 2 - point[1] * scale

    step = _grid_step(panel.limit)
    lines = [k * step for k in range(-int(panel.limit / step), int(panel.limit / step) + 1)]
    for value in lines:
        role = "axis" if value == 0 else "line"
        for a, b in (
            ((value, -panel.limit), (value, panel.limit)),
            ((-panel.limit, value), (panel.limit, value)),
        ):
            out.shapes.append(Line(*at(a), *at(b), role))
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
        [arrow.word for arrow in panel.arrows], tips, marks, origin, (0, top, PLANE, top + PLANE)
    )
    return out


def _map(panel: Map) -> Drawing:
    lines = [line for line in (panel.note, panel.caption) if line]
    top = 26.0 + 20 * len(lines)
    side = PLANE + 14
    out = Drawing(side, top + side)
    out.shapes.append(Text(side / 2, 12, panel.title, size=16, bold=True))
    for i, line in enumerate(lines):
        out.shapes.append(Text(side / 2, 34 + 20 * i, line, "muted", SMALL))
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
