"""A `Picture` in words: its numbers as plain text, for tests, for screen readers and for print."""

from __future__ import annotations

from collections.abc import Iterable

from helpers.curves import value_text
from helpers.drawing import number
from helpers.panels import Bars, Curves, Flow, Histogram, MixBars, Panel, Picture, Plane, Table, Word


def panel_text(panel: Panel) -> str:
    """The numbers of one panel as plain text."""
    if isinstance(panel, Table):
        return _text_table(
            panel.title, panel.rows, panel.columns, [map(number, row) for row in panel.numbers]
        )
    if isinstance(panel, MixBars):
        owners = [Word(f"new {owner}", owner.slot) for owner in panel.owners]
        percents = [[f"{100 * part:.0f}" for part in parts] for parts in panel.parts]
        return _text_table(panel.title, owners, panel.words, percents)
    if isinstance(panel, Plane):
        return "\n".join(
            [panel.title, *_grid_lines(panel), *(_moved(a.word, a.tip, a.moved) for a in panel.arrows)]
        )
    if isinstance(panel, Bars):
        heights = [
            f"{name}: {number(height)}" for name, height in zip(panel.names, panel.heights, strict=True)
        ]
        return "\n".join([panel.title, *([panel.note] if panel.note else []), *heights])
    if isinstance(panel, Histogram):
        return "\n".join([panel.title, *([panel.note] if panel.note else []), *_bins(panel)])
    if isinstance(panel, Curves):
        return "\n".join([panel.title, *([panel.note] if panel.note else []), *_readings(panel)])
    if isinstance(panel, Flow):
        return "\n".join([panel.title, *_steps(panel)])
    return "\n".join(
        [
            panel.title,
            *([panel.caption] if panel.caption else []),
            *(_moved(p.word, p.at, p.moved) for p in panel.points),
        ]
    )


def to_text(picture: Picture) -> str:
    """The whole picture as plain text: its title, the numbers of each panel, its sentence."""
    parts = [picture.title, *(panel_text(panel) for panel in picture.panels), picture.words_said]
    return "\n\n".join(part for part in parts if part)


def _text_table(
    title: str, rows: Iterable[Word], columns: Iterable[Word], texts: Iterable[Iterable[str]]
) -> str:
    lines = [["", *map(str, columns)]]
    lines += [[str(row), *cells] for row, cells in zip(rows, texts, strict=True)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    aligned = ["  ".join(map(str.rjust, line, widths)).rstrip() for line in lines]
    return "\n".join([title, *aligned])


def _grid_lines(panel: Plane) -> list[str]:
    """Where the matrix of a plane takes the two unit vectors."""
    if panel.grid is None:
        return []
    return [
        f"{unit} goes to ({number(to[0])}, {number(to[1])})"
        for unit, to in zip(("(1, 0)", "(0, 1)"), panel.grid, strict=True)
    ]


def _bins(panel: Histogram) -> list[str]:
    """The bins that are not empty, with their share in percent."""
    bins = zip(panel.edges, panel.edges[1:], panel.shares, strict=False)
    return [
        f"{panel.x_title} {low:g} to {high:g}: {100 * part:.0f} %"
        for low, high, part in bins
        if part >= 0.005
    ]


def _readings(panel: Curves) -> list[str]:
    """Where x runs, and of each curve its first value, the one at `now` and its last."""
    now = "" if panel.now is None else f", now {panel.now + 0.0:g}"
    lines = [f"{panel.x_label or 'x'} {panel.x[0] + 0.0:g} to {panel.x[-1] + 0.0:g}{now}"]
    for curve in panel.curves:
        points, reading = panel.measured(curve), panel.reading(curve)
        if not points:
            lines.append(f"{curve.name}: not measured")
            continue
        parts = [f"first {value_text(points[0][1])}", f"last {value_text(points[-1][1])}"]
        if panel.now is not None:
            parts.insert(1, f"now {value_text(reading[1]) if reading else 'not measured'}")
        lines.append(f"{curve.name}: {', '.join(parts)}")
    return lines


def _steps(panel: Flow) -> list[str]:
    """The steps, counted from 1, and which of them a skip joins."""
    steps = [
        f"{i}. {step.name}" + (f": {step.note}" if step.note else "") for i, step in enumerate(panel.steps, 1)
    ]
    return [*steps, *(f"an arrow leads from {start + 1} straight to {end + 1}" for start, end in panel.skips)]


def _moved(word: Word, old: tuple[float, float], new: tuple[float, float] | None) -> str:
    start = f"{word}: ({number(old[0])}, {number(old[1])})"
    return start if new is None else f"{start} -> ({number(new[0])}, {number(new[1])})"
