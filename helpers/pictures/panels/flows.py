"""Flows: boxes from top to bottom, with arrows that skip some of them."""

from __future__ import annotations

from dataclasses import dataclass

from helpers.pictures.panels.panel import Panel, lines_of
from helpers.pictures.shapes import SMALL, TEXT, Drawing, Line, Rect, Text, text_width

BOX, GAP = 34.0, 24.0  # px: the height of a box, and the way to the next one
LANE = 26.0  # px beside the boxes for each skip that runs there
TOP = 34.0


@dataclass(frozen=True)
class Step:
    """One box of a `Flow`: what is done, and a few words beside it."""

    name: str
    note: str = ""


@dataclass(frozen=True)
class Flow(Panel):
    """Steps from top to bottom. A skip is an arrow from one step round others to a later one."""

    title: str
    steps: tuple[Step, ...]
    skips: tuple[tuple[int, int], ...] = ()  # places in `steps`, counted from 0

    def drawn(self) -> Drawing:
        lanes = _lanes(self.skips)
        left = 4 + LANE * (max(lanes, default=-1) + 1)
        width = max((text_width(step.name, TEXT, bold=True) for step in self.steps), default=0) + 24
        notes = max((text_width(step.note, SMALL) for step in self.steps), default=0)
        right = max(left + width + 14 + notes + 4, text_width(self.title, 16, bold=True) + 8)
        out = Drawing(right, TOP + len(self.steps) * (BOX + GAP) - GAP + 6)
        out.shapes.append(Text(4, 12, self.title, size=16, bold=True, anchor="start"))
        for i, step in enumerate(self.steps):
            y = TOP + i * (BOX + GAP)
            out.shapes.append(Rect(left, y, width, BOX, None, "axis", radius=5, border=1.5))
            out.shapes.append(Text(left + width / 2, y + BOX / 2, step.name, size=TEXT, bold=True))
            if step.note:
                out.shapes.append(
                    Text(left + width + 14, y + BOX / 2, step.note, "muted", SMALL, anchor="start")
                )
            if i:
                out.shapes.append(
                    Line(left + width / 2, y - GAP, left + width / 2, y - 3, "ink", 2, arrow=True)
                )
        for (start, end), lane in zip(self.skips, lanes, strict=True):
            out.shapes += _skip(left, LANE * (lane + 1), _middle(start), _middle(end))
        return out

    def in_words(self) -> str:
        """The steps, counted from 1, and which of them a skip joins."""
        steps = [
            f"{i}. {step.name}" + (f": {step.note}" if step.note else "")
            for i, step in enumerate(self.steps, 1)
        ]
        skips = [f"an arrow leads from {start + 1} straight to {end + 1}" for start, end in self.skips]
        return lines_of(self.title, "", [*steps, *skips])


def _middle(step: int) -> float:
    return TOP + step * (BOX + GAP) + BOX / 2


def _skip(left: float, reach: float, start: float, end: float) -> list[Line]:
    """Out to the left, down, and back to a later box."""
    x = left - reach + 4
    first = Line(left, start + 6, x, start + 6, "word0", 2.5)
    down = Line(x, start + 6, x, end - 6, "word0", 2.5)
    return [first, down, Line(x, end - 6, left - 3, end - 6, "word0", 2.5, arrow=True)]


def _lanes(skips: tuple[tuple[int, int], ...]) -> list[int]:
    """A lane for each skip; skips that overlap do not share one."""
    lanes: list[int] = []
    for i, (start, end) in enumerate(skips):
        taken = {
            lanes[j] for j, (other_start, other_end) in enumerate(skips[:i])
            if start < other_end and other_start < end
        }  # fmt: skip
        lanes.append(next(lane for lane in range(len(skips)) if lane not in taken))
    return lanes
