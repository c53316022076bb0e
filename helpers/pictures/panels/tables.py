"""Tables of numbers, such as the weights of a sentence: rows ask, columns are read."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_booleans, short
from helpers.pictures.colours import ramp_role
from helpers.pictures.panels.panel import LEFT, LONGEST, Panel, as_grid, text_table, widest
from helpers.pictures.shapes import SMALL, TEXT, Drawing, Line, Rect, Shape, Text, fit, number, text_width
from helpers.pictures.word import Word, as_words

BAR = 234  # px, the width of the cells of a small table, as long as a mix bar
TALL = ((3, 40.0), (5, 34.0), (8, 24.0))  # up to so many rows, how tall a row is in px; of more rows 17
MANY = 8  # of more words the cells are small, and so are their numbers
UPRIGHT = 104  # px, the room for a name that stands upright above a column; a longer one is cut
BLOCK = 10.0  # px between the rows above and the rows below

FORBIDDEN = "x"  # what stands for a masked cell in words

Place = tuple[int, int]  # row and column of a cell


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
    above: Table | None = None  # rows in the same columns, such as scores above their weights
    marked: tuple[Place, ...] = ()  # cells with a frame, such as those that differ from another table
    forbidden: tuple[Place, ...] = ()  # masked cells: a cross, never a small number

    def drawn(self) -> Drawing:
        cell_w, cell_h = self._cell_size
        turned = widest(self.columns) > cell_w - 2  # names that do not fit beside each other stand upright
        names = [*self.rows, *self._above_names()]
        side = 22.0 if self.row_title else 4.0
        beside = side + min(LONGEST, widest(names)) + 10
        left = beside if self._wide else max(LEFT, beside)
        right = left + len(self.columns) * cell_w
        titles = max(self._titles_width(), text_width(self.title, 16, bold=True))
        middle = max((left + right) / 2, titles / 2 + 2)
        head = 24.0 if self._in_one_line else 44.0
        upright = min(UPRIGHT, widest(self.columns) * self._size / TEXT)
        top = head + (upright + 10 if turned else 26.0)
        first, over = top, self._above_height(cell_h)
        top += over
        tall = max(top + len(self.rows) * cell_h, text_width(self.row_title, SMALL) + 8) + 6
        out = Drawing(max(right + 6, middle + titles / 2 + 2), tall)
        out.shapes += self._titles(middle, top + len(self.rows) * cell_h / 2, tall)
        out.shapes += self._column_names(left, first, cell_w, turned)
        if self.above is not None:
            if len(self.above.rows) > 1:
                out.shapes.append(Text(middle, first + over - 12, self.title, size=16, bold=True))
            out.shapes += self._rows_of_cells(self.above, self._above_names(), left, first, cell_w, cell_h)
        out.shapes += self._rows_of_cells(self, self.rows, left, top, cell_w, cell_h)
        out.shapes += self._outline(left, top, cell_w, cell_h)
        return out

    def _above_names(self) -> tuple[Word, ...]:
        """A single row above is called what it is, such as "scores": whose it is, the outline says."""
        if self.above is None:
            return ()
        rows = self.above.rows
        return rows if len(rows) > 1 else (Word(self.above.title, rows[0].slot),)

    def _above_height(self, cell_h: float) -> float:
        if self.above is None:
            return 0.0
        return len(self.above.rows) * cell_h + (BLOCK if len(self.above.rows) == 1 else BLOCK + 20)

    def _titles(self, middle: float, centre: float, tall: float) -> list[Shape]:
        """The title, what the columns are, and upright at the side what the rows are."""
        title = self._top_title
        shapes: list[Shape] = []
        if self._in_one_line and self.column_title:
            left = middle - self._titles_width() / 2
            after = left + text_width(title, 16, bold=True) + 10
            shapes.append(Text(left, 12, title, size=16, anchor="start", bold=True))
            shapes.append(Text(after, 12, self.column_title, "muted", SMALL, anchor="start"))
        else:
            shapes.append(Text(middle, 12, title, size=16, bold=True))
            if self.column_title:
                shapes.append(Text(middle, 34, self.column_title, "muted", SMALL))
        if self.row_title:
            reach = text_width(self.row_title, SMALL) / 2 + 2
            y = min(max(centre, reach), tall - reach)
            shapes.append(Text(10, y, self.row_title, "muted", SMALL, turned=True))
        return shapes

    @property
    def _top_title(self) -> str:
        """Several rows above have a title of their own, and the rows below have theirs between the two."""
        return self.title if self.above is None or len(self.above.rows) == 1 else self.above.title

    def _titles_width(self) -> float:
        wide = [text_width(self._top_title, 16, bold=True), text_width(self.column_title, SMALL)]
        return sum(wide) + 10 if self._in_one_line and self.column_title else max(wide)

    @functools.cached_property
    def _in_one_line(self) -> bool:
        """Do the title and what the columns are share a line? Names that stand upright need the room."""
        turned = widest(self.columns) > self._cell_size[0] - 2
        return not self.column_title or turned or (self.narrow and self.above is not None)

    def _column_names(self, left: float, top: float, cell_w: float, turned: bool) -> list[Shape]:
        shapes: list[Shape] = []
        for j, word in enumerate(self.columns):
            x, y, anchor = (
                left + (j + 0.5) * cell_w,
                top - (6 if turned else 13),
                "start" if turned else "middle",
            )
            name = fit(str(word), UPRIGHT if turned else cell_w, self._size, bold=True)
            shapes.append(Text(x, y, name, word.role, self._size, anchor=anchor, bold=True, turned=turned))
        return shapes

    def _rows_of_cells(
        self, shown: Table, names: tuple[Word, ...], left: float, top: float, cell_w: float, cell_h: float
    ) -> list[Shape]:
        """The rows of this table, or of the one above: with the letters and the cells of this one."""
        shapes: list[Shape] = []
        gap = 0.5 if self._small else 1.5
        for i, word in enumerate(names):
            y = top + i * cell_h
            name = fit(str(word), LONGEST, TEXT, bold=True)
            shapes.append(Text(left - 8, y + cell_h / 2, name, word.role, anchor="end", bold=True))
            for j, value in enumerate(shown.numbers[i]):
                box = left + j * cell_w + gap, y + gap, cell_w - 2 * gap, cell_h - 2 * gap
                if (i, j) in shown.forbidden:
                    shapes += _crossed(*box)
                else:
                    shapes += _cell(shown.shaded, value, self._text(value), *box, self._size)
        for i, j in shown.marked:
            x, y = left + j * cell_w, top + i * cell_h
            shapes.append(Rect(x + 1.5, y + 1.5, cell_w - 3, cell_h - 3, None, "ink", radius=2, border=2))
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

    @functools.cached_property
    def _most_rows(self) -> int:
        return len(self.rows) if self.above is None else max(len(self.rows), len(self.above.rows))

    @functools.cached_property
    def _small(self) -> bool:
        return max(self._most_rows, len(self.columns)) > MANY

    def _text(self, value: float) -> str:
        """A number as its cell has room for it: in a small cell three or four digits."""
        if self._small and abs(value) >= 9.995:
            return f"{value:.1f}" if abs(value) < 99.95 else f"{value:.0f}"
        return number(value)

    @functools.cached_property
    def _size(self) -> float:
        """Of letters, in px."""
        return SMALL if self._small else TEXT

    @functools.cached_property
    def _cell_size(self) -> tuple[float, float]:
        width = max(BAR / max(3, len(self.columns)), min(widest(self.columns) + 4, 110))
        if self._wide:
            width = 38.0 if self._small else 46.0
        if self.narrow and self.above is not None and len(self.columns) <= 4:  # so that no name is upright
            width = max(width, min(widest(self.columns) + 2, 72))
        tables = [self] if self.above is None else [self, self.above]
        numbers = [self._text(value) for table in tables for row in table.numbers for value in row]
        longest = max((text_width(text, self._size) for text in numbers), default=0.0)
        tall = next((tall for most, tall in TALL if self._most_rows <= most), 17.0)
        if self.narrow:
            tall = min(tall, 26.0 if self.above is None else 22.0)
        return max(width, 0.9 * longest + 2 if self._small else longest + 4), tall

    def as_array(self) -> Array:
        """The numbers, shape (n_rows, n_columns); nan where a cell is forbidden."""
        array = np.array(self.numbers)
        for place in self.forbidden:
            array[place] = np.nan
        return array

    def arrays(self) -> dict[str, Array]:
        return {**(self.above.arrays() if self.above is not None else {}), **super().arrays()}

    def in_words(self) -> str:
        cells = [
            [FORBIDDEN if (i, j) in self.forbidden else number(value) for j, value in enumerate(row)]
            for i, row in enumerate(self.numbers)
        ]
        own = text_table(self.title, self.rows, self.columns, cells)
        return own if self.above is None else f"{self.above.in_words()}\n\n{own}"


def table(
    title: str, rows: Iterable[str | Word], columns: Iterable[str | Word], numbers: ArrayLike, **options: Any
) -> Table:
    """A `Table` of any numbers, shape (n_rows, n_columns); see the fields of `Table` for the options."""
    rows, columns = as_words(rows), as_words(columns)
    made = Table(title, rows, columns, as_grid(numbers, rows, columns, title), **options)
    have = columns if made.above is None else made.above.columns
    if [*map(str, have)] != [*map(str, columns)]:
        raise ValueError(
            f"The table {title!r} needs rows above with the same columns as its own, "
            f"got {short([*map(str, have)])}."
        )
    return made


def weights_table(
    labels: Iterable[str | Word],
    weights: ArrayLike,
    asking: int | None = None,
    title: str = "weights",
    narrow: bool = False,
    mask: ArrayLike | None = None,
    changed_from: ArrayLike | None = None,
    changed_by: float = 0.005,
    above: Table | None = None,
) -> Table:
    """The attention weights of one sentence, shape (n_tokens, n_tokens).

    Parameters
    ----------
    labels : iterable of str or Word
    weights : array_like, shape (n_tokens, n_tokens)
    asking : int, optional
        The row that is outlined.
    title : str
    narrow : bool
        Cells just wide enough for their numbers.
    mask : array_like of bool, shape (n_tokens, n_tokens), optional
        True where a key may be read; the other cells are crossed out.
    changed_from : array_like, shape (n_tokens, n_tokens), optional
        Other weights: each cell that differs from them by more than `changed_by` is framed.
    above : Table, optional
        Rows in the same columns, such as the scores.

    Raises
    ------
    ValueError
        If numbers or mask have another shape, the mask is not made of True and False, or `above` has other
        columns.
    """
    labels = as_words(labels)
    shown = table(title, labels, labels, weights, asking=asking, narrow=narrow, above=above)
    if mask is not None:
        allowed = as_booleans(mask, "mask")
        if allowed.shape != (len(labels), len(labels)):
            raise ValueError(f"The mask of {title!r} needs shape {2 * (len(labels),)}, got {allowed.shape}.")
        shown = replace(shown, forbidden=_places(~allowed))
    if changed_from is not None:
        gap = np.abs(table(title, labels, labels, changed_from).as_array() - np.array(shown.numbers))
        shown = replace(shown, marked=_places(gap > changed_by))
    return shown


def _places(which: ArrayLike) -> tuple[Place, ...]:
    """The cells that are True."""
    return tuple((int(i), int(j)) for i, j in np.argwhere(np.asarray(which)))


def _cell(
    shaded: bool, value: float, said: str, x: float, y: float, width: float, height: float, size: float
) -> list[Shape]:
    ground = ramp_role(value) if shaded else None
    box = Rect(x, y, width, height, ground, None if ground else "line")
    ink = f"on-{ground}" if ground else "ink"
    return [box, Text(x + width / 2, y + height / 2, said, ink, size)]


def _crossed(x: float, y: float, width: float, height: float) -> list[Shape]:
    """A cell that may not be read: an empty box and a cross."""
    left, right, top, bottom = x + 2.5, x + width - 2.5, y + 2.5, y + height - 2.5
    return [
        Rect(x, y, width, height, None, "line"),
        Line(left, top, right, bottom, "axis"),
        Line(left, bottom, right, top, "axis"),
    ]
