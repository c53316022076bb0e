"""A picture: panels in columns and one sentence, as plain data (drawn by svg.py and png.py)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from helpers.pictures.panels.panel import Panel
from helpers.pictures.shapes import Drawing
from helpers.pictures.word import Said, Word, isolated

GAP = 16  # px between the columns, in a lab too
PAGE = 930  # px, the widest picture: a common laptop shows it unscaled, with the list of files beside it
EDGE = 8  # px round all of it, on paper


@dataclass(frozen=True)
class Picture:
    """Panels in columns, and one sentence (text and words) that says what is to be seen."""

    title: str
    columns: tuple[tuple[Panel, ...], ...]
    sentence: Said = field(default=())

    @property
    def panels(self) -> tuple[Panel, ...]:
        """All panels, in reading order."""
        return tuple(panel for column in self.columns for panel in column)

    @property
    def words_said(self) -> str:
        """The sentence as plain text."""
        return "".join(isolated(str(part)) if isinstance(part, Word) else part for part in self.sentence)

    def in_words(self) -> str:
        """The whole picture as plain text: its title, the numbers of each panel, its sentence."""
        parts = [self.title, *(panel.in_words() for panel in self.panels), self.words_said]
        return "\n\n".join(part for part in parts if part)


def arranged(picture: Picture) -> tuple[list[tuple[Drawing, float, float]], float, float]:
    """Each drawing with its left and its top, in px, and the width and the height of all.

    Columns stand side by side, in a new line where the page is full.
    """
    placed, x, y, line_height, widest = [], 0.0, float(EDGE), 0.0, 0.0
    for column in picture.columns:
        drawings = [panel.drawn() for panel in column]
        width = max(drawing.width for drawing in drawings)
        if x > 0 and x + width > PAGE:
            x, y, line_height = 0.0, y + line_height + GAP, 0.0
        tops = itertools.accumulate((drawing.height + 12 for drawing in drawings), initial=y)
        placed += [(drawing, EDGE + x, top) for drawing, top in zip(drawings, tops, strict=False)]
        line_height = max(line_height, sum(drawing.height + 12 for drawing in drawings))
        x += width + GAP
        widest = max(widest, x - GAP)
    return placed, widest + 2 * EDGE, y + line_height + EDGE
