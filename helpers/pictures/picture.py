"""A picture: panels in columns and one sentence, as plain data (drawn by svg.py and png.py)."""

from __future__ import annotations

from dataclasses import dataclass, field

from helpers.pictures.panels.panel import Panel
from helpers.pictures.word import Said


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
        return "".join(str(part) for part in self.sentence)

    def in_words(self) -> str:
        """The whole picture as plain text: its title, the numbers of each panel, its sentence."""
        parts = [self.title, *(panel.in_words() for panel in self.panels), self.words_said]
        return "\n\n".join(part for part in parts if part)
