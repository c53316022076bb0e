"""Where things go: a panel in, a `Drawing` of simple shapes in pixels out.

The SVG of a live lab and the PNG for paper are both drawn from these shapes, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from helpers.bars import draw_bars, draw_histogram
from helpers.curves import draw_curves
from helpers.drawing import SMALL, TEXT, Drawing, Rect, Shape, Text, fit, number, text_width
from helpers.flows import draw_flow
from helpers.look import ramp_role
from helpers.panels import Bars, Curves, Flow, Histogram, MixBars, Panel, Plane, Table, Word
from helpers.planes import draw_map, draw_plane

LEFT = 104  # px, where cells and bars start if their names are short: then they stand in line
LONGEST = 150  # px, the room for a name at the side of a table; a longer one is cut
BAR = 234  # px, the width of the cells of a small table, as long as a mix bar


def draw(panel: Panel) -> Drawing:
    """Lay out one panel."""
    if isinstance(panel, Table):
        return _table(panel)
    if isinstance(panel, MixBars):
        return _mix_bars(panel)
    if isinstance(panel, Plane):
        return draw_plane(panel)
    if isinstance(panel, Bars):
        return draw_bars(panel)
    if isinstance(panel, Histogram):
        return draw_histogram(panel)
    if isinstance(panel, Curves):
        return draw_curves(panel)
    if isinstance(panel, Flow):
        return draw_flow(panel)
    return draw_map(panel)


def _widest(words: Sequence[Word]) -> float:
    return max((text_width(str(word), TEXT, bold=True) for word in words), default=0)


def _table(panel: Table) -> Drawing:
    n_rows, n_columns = len(panel.rows), len(panel.columns)
    wide = panel.narrow or n_columns > 4
    cell_w = max(BAR / max(3, n_columns), min(_widest(panel.columns) + 4, 110))
    if wide:
        cell_w = 46.0 if panel.narrow else 56.0
    cell_h = 32.0 if panel.narrow or n_rows > 5 else 44.0
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
    key = _key(panel.words, label_w + panel.length)
    top = 26.0 + (22 if key else 0)
    out = Drawing(label_w + panel.length + 6, top + step * len(panel.owners))
    out.shapes.append(Text(label_w + panel.length / 2, 12, panel.title, "muted", SMALL))
    out.shapes += key
    for i, owner in enumerate(panel.owners):
        y = top + i * step
        name = fit(f"new {owner}", label_w - 10, TEXT, bold=True)
        out.shapes.append(Text(label_w - 8, y + bar_h / 2, name, owner.role, anchor="end", bold=True))
        x = label_w
        for word, part in zip(panel.words, panel.parts[i], strict=True):
            out.shapes += _piece(word, part * panel.length, part, x, y, bar_h)
            x += part * panel.length
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


def _piece(word: Word, length: float, part: float, x: float, y: float, height: float) -> list[Shape]:
    """One ingredient: as long as its share, with the share in percent if there is room."""
    if length < 1:
        return []
    inked = max(1.0, length - 1.5)
    piece = Rect(x, y, inked, height, word.role, radius=min(3.0, inked / 2))
    percent = f"{100 * part:.0f}"
    if length < 8.5 * len(percent) + 3:
        return [piece]
    return [piece, Text(x + inked / 2, y + height / 2, percent, f"on-{word.role}", SMALL)]
