"""Boxes: matrices drawn to scale with their names and shapes, and what is done from one to the next."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from helpers.arrays import Array, short, whole_number
from helpers.pictures.colours import WORD_COLOURS
from helpers.pictures.panels.panel import LONGEST, Panel, lines_of
from helpers.pictures.shapes import SMALL, TEXT, Drawing, Line, Rect, Shape, Text, fit, heading, text_width

LARGEST, LEAST = 110, 14.0  # px, the longest side of all boxes, and the shortest that is drawn
GRID = 6.0  # px; rows and columns that are closer together have no lines between them
CAPTION, GAP = 40.0, 12.0  # px, the name and the shape below a box, and the way to the next one below
PAGE = (900.0, 430.0)  # px, the width and the height that a picture should keep to
LABEL = 16  # letters of a line of a label; a longer one goes on in the next line
ARROW = 34.0  # px, the shortest


@dataclass(frozen=True)
class Box:
    """A matrix: its name and its shape, rows first, its colour, and into how many column blocks it is cut."""

    name: str
    shape: tuple[int, int]
    slot: int | None = None  # of the word colours; the blocks take this one and the ones after it
    parts: int = 1

    @property
    def size(self) -> str:
        """Its shape, as NumPy writes it."""
        return f"({self.shape[0]}, {self.shape[1]})"

    def __str__(self) -> str:
        return f"{self.name} {self.size}" + (f" in {self.parts} parts" if self.parts > 1 else "")


@dataclass(frozen=True)
class Boxes(Panel):
    """Stages from left to right, each one or more boxes; between them an arrow and a label: what is done."""

    title: str
    stages: tuple[tuple[Box, ...], ...]
    labels: tuple[str, ...]  # labels[i] leads from stages[i] to the next one
    scale: float  # px for one row or one column, the same for all boxes
    note: str = ""

    def drawn(self) -> Drawing:
        lines = [self.note] if self.note else []
        texts = [text_width(self.title, 16, bold=True), *(text_width(line, SMALL) for line in lines)]
        rooms = [max(max(self._sides(box)[0], _caption_width(box)) for box in stage) for stage in self.stages]
        labels = [_in_lines(label) for label in self.labels]
        ways = [max([ARROW, *(text_width(line, SMALL) for line in label)]) + 20 for label in labels]
        inner = sum(rooms) + sum(ways) + 8
        width = max(inner, max(texts) + 8)
        reach = max(
            max(self._tall(stage) / 2 for stage in self.stages),
            max((12.0 + 18 * len(label) for label in labels), default=0),
        )
        middle = 34 + 20 * len(lines) + reach  # of all boxes; the arrows run there
        out = Drawing(width, middle + max(self._tall(stage) / 2 for stage in self.stages) + CAPTION + 4)
        out.shapes += heading(self.title, lines, width)
        x = (width - inner) / 2 + 4
        for i, (stage, room) in enumerate(zip(self.stages, rooms, strict=True)):
            out.shapes += self._stage(stage, x + room / 2, middle)
            x += room
            if i < len(ways):
                out.shapes += _way(labels[i], x, x + ways[i], middle)
                x += ways[i]
        return out

    def _sides(self, box: Box) -> tuple[float, float]:
        """The width and the height of a box, in px."""
        rows, columns = box.shape
        return max(LEAST, columns * self.scale), max(LEAST, rows * self.scale)

    def _tall(self, stage: Sequence[Box]) -> float:
        """From the top of the first box of a stage to the bottom of its last, without the last caption."""
        return sum(self._sides(box)[1] + CAPTION + GAP for box in stage) - CAPTION - GAP

    def _stage(self, stage: Sequence[Box], x: float, middle: float) -> list[Shape]:
        shapes: list[Shape] = []
        y = middle - self._tall(stage) / 2
        for box in stage:
            width, height = self._sides(box)
            shapes += _matrix(box, x - width / 2, y, width, height)
            name = fit(box.name, LONGEST, TEXT, bold=True)
            shapes.append(Text(x, y + height + 12, name, bold=True))
            shapes.append(Text(x, y + height + 30, box.size, "muted", SMALL))
            y += height + CAPTION + GAP
        return shapes

    def as_array(self) -> Array:
        """The shapes, a row (rows, columns) for each box."""
        return np.array([box.shape for stage in self.stages for box in stage])

    def in_words(self) -> str:
        """One line for each stage: what was done to come here, and its boxes with their shapes."""
        stages = [", ".join(map(str, stage)) for stage in self.stages]
        ways = [f"-> {' '.join(label.split())} -> " if label else "-> " for label in self.labels]
        steps = [way + stage for way, stage in zip(ways, stages[1:], strict=True)]
        return lines_of(self.title, self.note, [stages[0], *steps])


def boxes(
    title: str,
    stages: Iterable[Iterable[Box]],
    labels: Iterable[str],
    scale: float | None = None,
    note: str = "",
) -> Boxes:
    """Stages of boxes from left to right, and a label between each stage and the next.

    A row and a column are `scale` px long in every box; without it, the longest side of all is about 110 px,
    or less if the picture would not fit on a page.
    Several pictures can be compared only if they have one scale.
    """
    if isinstance(labels, str):
        raise ValueError(f"The boxes {title!r} need a list of labels, got one text: {labels!r}.")
    columns, done = tuple(_as_stage(stage, title) for stage in stages), tuple(labels)
    for label in done:
        if not isinstance(label, str):
            raise ValueError(f"A label between two stages must be a text in quotes, got {short(label)}.")
    if not columns or len(done) != len(columns) - 1:
        raise ValueError(
            f"The boxes {title!r} need a stage, and one label between each stage and the next, "
            f"got {len(columns)} stages and {len(done)} labels."
        )
    if scale is not None and not 0 < scale < float("inf"):
        raise ValueError(f"The boxes {title!r} need a scale above 0, got {short(scale)}.")
    if scale is not None:
        return Boxes(title, columns, done, float(scale), note)
    longest = max(side for stage in columns for box in stage for side in box.shape)
    for side in range(LARGEST, 40, -10):
        made = Boxes(title, columns, done, side / longest, note)
        drawing = made.drawn()
        if drawing.width <= PAGE[0] and drawing.height <= PAGE[1]:
            break
    return made


def _as_stage(stage: Iterable[Box], title: str) -> tuple[Box, ...]:
    """The boxes of a stage, each with a shape that can be drawn."""
    checked = tuple(map(_checked, [stage] if isinstance(stage, Box) else stage))
    if not checked:
        raise ValueError(f"Each stage of the boxes {title!r} needs at least one box, got an empty one.")
    return checked


def _checked(box: Box) -> Box:
    if not isinstance(box, Box):
        raise ValueError(f"A stage must hold boxes such as Box('Q', (4, 2)), got {short(box)}.")
    sides = tuple(map(whole_number, box.shape)) if isinstance(box.shape, (tuple, list)) else ()
    if len(sides) != 2 or 0 in sides:
        raise ValueError(
            f"The box {box.name!r} needs a shape of two whole numbers from 1 up, such as (4, 2), "
            f"got {short(box.shape)}."
        )
    parts = whole_number(box.parts)
    if parts == 0 or sides[1] % parts:
        raise ValueError(
            f"The box {box.name!r} has {sides[1]} columns, "
            f"which cannot be cut into {short(box.parts)} equal parts."
        )
    return Box(box.name, (sides[0], sides[1]), box.slot, parts)


def _caption_width(box: Box) -> float:
    name = fit(box.name, LONGEST, TEXT, bold=True)
    return max(text_width(name, TEXT, bold=True), text_width(box.size, SMALL))


def _matrix(box: Box, x: float, y: float, width: float, height: float) -> list[Shape]:
    """Its blocks in their colours, light lines between rows and columns, strong ones between blocks."""
    rows, columns = box.shape
    block = width / box.parts
    shapes: list[Shape] = [
        Rect(x + i * block, y, block, height, _block_role(box, i), radius=0) for i in range(box.parts)
    ]
    if height / rows >= GRID:
        ys = [y + i * height / rows for i in range(1, rows)]
        shapes += [Line(x, at, x + width, at, "line") for at in ys]
    if width / columns >= GRID:
        xs = [x + i * width / columns for i in range(1, columns)]
        shapes += [Line(at, y, at, y + height, "line") for at in xs]
    bold = min(2.5, block / 5)
    shapes += [Rect(x + i * block - bold / 2, y, bold, height, "ink", radius=0) for i in range(1, box.parts)]
    return [*shapes, Rect(x, y, width, height, None, "axis", radius=0, border=1.5)]


def _block_role(box: Box, i: int) -> str | None:
    """The colour of block i; a box that is not cut and has no colour of its own is only outlined."""
    if box.slot is None and box.parts == 1:
        return None
    return f"word{((box.slot or 0) + i) % len(WORD_COLOURS)}"


def _in_lines(label: str) -> list[str]:
    """A label in short lines; it may have line breaks of its own."""
    return [part for line in label.split("\n") for part in textwrap.wrap(line, LABEL)]


def _way(label: Sequence[str], start: float, end: float, middle: float) -> list[Shape]:
    """An arrow, and above it what is done."""
    last = middle - 14
    shapes: list[Shape] = [
        Text((start + end) / 2, last - 18 * (len(label) - 1 - i), line, size=SMALL)
        for i, line in enumerate(label)
    ]
    return [*shapes, Line(start + 8, middle, end - 10, middle, "axis", 2, arrow=True)]
