"""Tables of numbers, such as the weights of a sentence: rows ask, columns are read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from helpers.pictures.colours import ramp_role
from helpers.pictures.panels.panel import LEFT, LONGEST, Panel, as_grid, text_table, widest
from helpers.pictures.shapes import SMALL, TEXT, Drawing, Rect, Shape, Text, fit, number, text_width
from helpers.pictures.word import Word, as_words

BAR = 234  # px, the width of the cells of a small table, as long as a mix bar


@dataclass(frozen=True)
class Table(Panel):
    """Numbers in rows and columns. `shaded` numbers run from 0 to 1 and colour their cell."""

    title: str
    rows: tuple[Word, ...]
    columns: tuple[Word, ...]
    numbers: tuple[tuple[float, ...], ...]
    shaded: bool = True
    row_title: str = "asks (query)"
    column_title: str = "is read (key)"
    asking: int | None = None  # the row that is outlined
    narrow: bool = False  # cells just wide enough for a number such as 0.25

    def drawn(self) -> Drawing:
        n_rows, n_columns = len(self.rows), len(self.columns)
        cell_w, cell_h = self._cell_size()
        turned = widest(self.columns) > cell_w - 2  # names that do not fit beside each other stand upright
        heading = min(LONGEST, widest(self.columns)) + 10 if turned else 26.0
        side = 22.0 if self.row_title else 4.0
        names = side + min(LONGEST, widest(self.rows)) + 10
        left = names if self._wide else max(LEFT, names)
        top = 24.0 + (20 if self.column_title else 0) + heading
        titles = max(text_width(self.title, 16, bold=True), text_width(self.column_title, SMALL))
        middle = max(left + n_columns * cell_w / 2, titles / 2 + 2)
        tall = max(top + n_rows * cell_h, (text_width(self.row_title, SMALL) + 8)) + 6
        out = Drawing(max(left + n_columns * cell_w + 6, middle + titles / 2 + 2), tall)
        out.shapes += self._titles(middle, top + n_rows * cell_h / 2, tall)
        out.shapes += self._column_names(left, top, cell_w, turned)
        out.shapes += self._rows_of_cells(left, top, cell_w, cell_h)
        out.shapes += self._outline(left, top, cell_w, cell_h)
        return out

    def _titles(self, middle: float, centre: float, tall: float) -> list[Shape]:
        """The title, what the columns are, and upright at the side what the rows are."""
        shapes: list[Shape] = [Text(middle, 12, self.title, size=16, bold=True)]
        if self.column_title:
            shapes.append(Text(middle, 34, self.column_title, "muted", SMALL))
        if self.row_title:
            reach = text_width(self.row_title, SMALL) / 2 + 2
            y = min(max(centre, reach), tall - reach)
            shapes.append(Text(10, y, self.row_title, "muted", SMALL, turned=True))
        return shapes

    def _column_names(self, left: float, top: float, cell_w: float, turned: bool) -> list[Shape]:
        shapes: list[Shape] = []
        for j, word in enumerate(self.columns):
            x, y, anchor = (
                left + (j + 0.5) * cell_w,
                top - (6 if turned else 13),
                "start" if turned else "middle",
            )
            name = fit(str(word), LONGEST if turned else cell_w, TEXT, bold=True)
            shapes.append(Text(x, y, name, word.role, anchor=anchor, bold=True, turned=turned))
        return shapes

    def _rows_of_cells(self, left: float, top: float, cell_w: float, cell_h: float) -> list[Shape]:
        shapes: list[Shape] = []
        for i, word in enumerate(self.rows):
            y = top + i * cell_h
            name = fit(str(word), LONGEST, TEXT, bold=True)
            shapes.append(Text(left - 8, y + cell_h / 2, name, word.role, anchor="end", bold=True))
            for j, value in enumerate(self.numbers[i]):
                shapes += _cell(self.shaded, value, left + j * cell_w, y, cell_w, cell_h)
        return shapes

    def _outline(self, left: float, top: float, cell_w: float, cell_h: float) -> list[Shape]:
        """A frame in the colour of the asking word round its row."""
        if self.asking is None:
            return []
        y = top + self.asking * cell_h
        width, height = len(self.columns) * cell_w + 2, cell_h + 2
        return [Rect(left - 1, y - 1, width, height, None, self.rows[self.asking].role, radius=5, border=2.5)]

    @property
    def _wide(self) -> bool:
        return self.narrow or len(self.columns) > 4

    def _cell_size(self) -> tuple[float, float]:
        width = max(BAR / max(3, len(self.columns)), min(widest(self.columns) + 4, 110))
        if self._wide:
            width = 46.0 if self.narrow else 56.0
        return width, 32.0 if self.narrow or len(self.rows) > 5 else 44.0

    def in_words(self) -> str:
        return text_table(self.title, self.rows, self.columns, [map(number, row) for row in self.numbers])


def table(
    title: str, rows: Iterable[str | Word], columns: Iterable[str | Word], numbers: ArrayLike, **options: Any
) -> Table:
    """A `Table` of any numbers, shape (n_rows, n_columns); see the fields of `Table` for the options."""
    rows, columns = as_words(rows), as_words(columns)
    return Table(title, rows, columns, as_grid(numbers, rows, columns, title), **options)


def weights_table(
    labels: Iterable[str | Word],
    weights: ArrayLike,
    asking: int | None = None,
    title: str = "weights",
    narrow: bool = False,
) -> Table:
    """The attention weights of one sentence, shape (n_tokens, n_tokens)."""
    labels = as_words(labels)
    return table(title, labels, labels, weights, asking=asking, narrow=narrow)


def _cell(shaded: bool, value: float, x: float, y: float, width: float, height: float) -> list[Shape]:
    ground = ramp_role(value) if shaded else None
    box = Rect(x + 1.5, y + 1.5, width - 3, height - 3, ground, None if ground else "line")
    ink = f"on-{ground}" if ground else "ink"
    return [box, Text(x + width / 2, y + height / 2, number(value), ink)]
