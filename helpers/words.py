"""A `Picture` in words: its numbers as plain text, for tests, for screen readers and for print."""

from __future__ import annotations

from collections.abc import Sequence

from helpers.drawing import number
from helpers.pictures import MixBars, Panel, Picture, Plane, Table, Word


def panel_text(panel: Panel) -> str:
    """The numbers of one panel as plain text."""
    if isinstance(panel, Table):
        return _text_table(panel.title, panel.rows, panel.columns, panel.numbers)
    if isinstance(panel, MixBars):
        return _text_table(panel.title, panel.owners, panel.words, panel.parts, "new ")
    if isinstance(panel, Plane):
        return "\n".join([panel.title, *(_moved(a.word, a.tip, a.moved) for a in panel.arrows)])
    head = f"{panel.title} (keeps {100 * panel.share:.0f} % of the spread)"
    return "\n".join([head, *(_moved(p.word, p.at, p.moved) for p in panel.points)])


def to_text(picture: Picture) -> str:
    """The whole picture as plain text: its title, the numbers of each panel, its sentence."""
    parts = [picture.title, *(panel_text(panel) for panel in picture.panels), picture.words_said]
    return "\n\n".join(part for part in parts if part)


def _text_table(
    title: str,
    rows: Sequence[Word],
    columns: Sequence[Word],
    numbers: Sequence[Sequence[float]],
    prefix: str = "",
) -> str:
    cells = [["", *map(str, columns)]]
    cells += [[f"{prefix}{row}", *map(number, values)] for row, values in zip(rows, numbers, strict=True)]
    widths = [max(len(line[j]) for line in cells) for j in range(len(cells[0]))]
    lines = ["  ".join(text.rjust(width) for text, width in zip(line, widths, strict=True)) for line in cells]
    return "\n".join([title, *(line.rstrip() for line in lines)])


def _moved(word: Word, old: tuple[float, float], new: tuple[float, float] | None) -> str:
    start = f"{word}: ({number(old[0])}, {number(old[1])})"
    return start if new is None else f"{start} -> ({number(new[0])}, {number(new[1])})"
