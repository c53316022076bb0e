"""Products: two matrices, their product, and how one of its numbers comes from a row and a column."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_matrix, short
from helpers.pictures.panels.panel import Panel, as_grid, lines_of
from helpers.pictures.shapes import SMALL, TEXT, Drawing, Rect, Shape, Text, heading, number, text_width

MOST = 6  # rows or columns; more can be calculated, but not followed with the eye
CELL_W, CELL_H = 46.0, 28.0  # px; the cells are wider where a number needs it
SIGN = 24.0  # px between two matrices, for @ and =
LINE = 360.0  # px, where the written sum goes on in the next line, if no matrix is wider
ROW_ROLE, COLUMN_ROLE, RESULT_ROLE = "word0", "word1", "ink"
Numbers = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Product(Panel):
    """``A @ B`` in numbers: row i of A times column j of B is one number of the result."""

    title: str
    names: tuple[str, str, str]  # of A, of B, of their product
    a: Numbers  # n rows, m columns
    b: Numbers  # m rows, p columns
    result: Numbers  # n rows, p columns
    place: tuple[int, int]  # i, j
    note: str = ""

    @property
    def whose(self) -> str:
        """Which row and which column meet, in words."""
        (i, j), (name_a, name_b, _) = self.place, self.names
        return f"row {i} of {name_a}, column {j} of {name_b}"

    @property
    def terms(self) -> tuple[str, ...]:
        """The sum in pieces, each with its sign: ``1.00 × 0.50``, ``+ 2.00 × -1.00``, ``= -1.50``."""
        i, j = self.place
        pairs = [(number(x), number(row[j])) for x, row in zip(self.a[i], self.b, strict=True)]
        products = [("+ " if k else "") + f"{x} × {y}" for k, (x, y) in enumerate(pairs)]
        result = number(self.result[i][j])
        # What a reader gets who calculates with the numbers as they stand there.
        shown = sum(float(x) * float(y) for x, y in pairs)
        agree = abs(shown - float(result)) <= 0.005 + 1e-9
        return (*products, f"= {result}" if agree else f"= about {result}")

    def drawn(self) -> Drawing:
        i, j = self.place
        matrices, signs = (self.a, self.b, self.result), ("@", "=", "")
        marks = ((i, None, ROW_ROLE), (None, j, COLUMN_ROLE), (i, j, RESULT_ROLE))
        rooms = [_room(matrix, name) for matrix, name in zip(matrices, self.names, strict=True)]
        inner = sum(rooms) + 2 * SIGN
        written = _wrapped(self.terms, max(LINE, inner))
        lines = [self.note] if self.note else []
        texts = [text_width(self.title, 16, bold=True), *(text_width(line) for line in written)]
        texts += [text_width(line, SMALL) for line in (self.whose, *lines)]
        width = max(inner, *texts) + 8
        tall, top = CELL_H * max(map(len, matrices)), 52.0 + 20 * len(lines)
        middle, below = top + tall / 2, top + tall + 42
        out = Drawing(width, below + 26 + 22 * len(written))
        out.shapes += heading(self.title, lines, width)
        x = (width - inner) / 2
        for matrix, name, room, mark, sign in zip(matrices, self.names, rooms, marks, signs, strict=True):
            out.shapes += _matrix(matrix, name, x + room / 2, middle, mark)
            x += room + SIGN
            if sign:
                out.shapes.append(Text(x - SIGN / 2, middle, sign, size=16, bold=True))
        out.shapes.append(Text(width / 2, below, self.whose, "muted", SMALL))
        for k, line in enumerate(written):
            out.shapes.append(Text(width / 2, below + 24 + 22 * k, line))
        return out

    def as_array(self) -> Array:
        """The result, shape (n, p)."""
        return np.array(self.result)

    def in_words(self) -> str:
        """The three matrices, and the sum."""
        lines = []
        for name, matrix in zip(self.names, (self.a, self.b, self.result), strict=True):
            lines += [f"{name} {_size(matrix)}", *_rows(matrix)]
        return lines_of(self.title, self.note, [*lines, f"{self.whose}: {' '.join(self.terms)}"])


def product(
    title: str,
    A: ArrayLike,
    B: ArrayLike,
    place: tuple[int, int],
    names: Sequence[str] = ("A", "B", "A @ B"),
    note: str = "",
) -> Product:
    """How one number of ``A @ B`` comes about; `A` has shape (n, m) and `B` has shape (m, p), each at most 6.

    `place` is (i, j), counted from 0: row i of A meets column j of B. `names` are those of A, of B and of
    their product.
    """
    if isinstance(names, str) or len(names) != 3 or not all(isinstance(name, str) for name in names):
        raise ValueError(f"The product {title!r} needs three names, of A, B and A @ B, got {short(names)}.")
    name_a, name_b, name_c = names
    left, right = as_matrix(A, name_a, "n, m"), as_matrix(B, name_b, "m, p")
    for name, matrix in ((name_a, left), (name_b, right)):
        if matrix.ndim != 2 or not all(1 <= side <= MOST for side in matrix.shape):
            raise ValueError(
                f"{name} has shape {matrix.shape}, but a product is shown of matrices with 1 to {MOST} rows "
                f"and columns; take a part of it, such as {name}[:{MOST}, :{MOST}]."
            )
    if left.shape[1] != right.shape[0]:
        raise ValueError(
            f"{name_a} has shape {left.shape} and {name_b} has shape {right.shape}: "
            f"{name_a} must have as many columns as {name_b} has rows."
        )
    i, j = _as_place(place, (left.shape[0], right.shape[1]), title)
    a, b = (_plain(matrix, title) for matrix in (left, right))
    with np.errstate(over="ignore", invalid="ignore"):  # what is too large is refused as not finite
        result = _plain(np.array(a) @ np.array(b), title)
    return Product(title, (name_a, name_b, name_c), a, b, result, (i, j), note)


def _plain(matrix: ArrayLike, title: str) -> Numbers:
    array = np.asarray(matrix)
    return as_grid(array, range(array.shape[0]), range(array.shape[1]), title)


def _as_place(place: object, shape: tuple[int, int], title: str) -> tuple[int, int]:
    """A place of the result as two plain ints."""
    try:
        i, j = map(operator.index, place)  # type: ignore[call-overload]
        if 0 <= i < shape[0] and 0 <= j < shape[1]:
            return i, j
    except (TypeError, ValueError):
        pass
    raise ValueError(
        f"The product {title!r} needs a place (row, column) from (0, 0) to ({shape[0] - 1}, {shape[1] - 1}), "
        f"got {short(place)}."
    )


def _cell(matrix: Numbers) -> float:
    """The width of a cell: the same for the whole matrix, wide enough for its longest number."""
    longest = max(text_width(number(x), SMALL) for row in matrix for x in row)
    return max(CELL_W, 0.9 * longest + 3)  # digits are narrower than most letters


def _room(matrix: Numbers, name: str) -> float:
    """The px that a matrix needs, with its name above and its shape below."""
    captions = text_width(name, TEXT, bold=True), text_width(_size(matrix), SMALL)
    return max(_cell(matrix) * len(matrix[0]), *captions)


def _size(matrix: Numbers) -> str:
    return f"({len(matrix)}, {len(matrix[0])})"


def _rows(matrix: Numbers) -> list[str]:
    """The rows of a matrix as texts whose numbers stand in line."""
    longest = max(len(number(x)) for row in matrix for x in row)
    return ["  " + "  ".join(number(x).rjust(longest) for x in row) for row in matrix]


def _wrapped(terms: Sequence[str], width: float) -> list[str]:
    """The sum in lines of at most so many px, broken between two terms."""
    lines = [terms[0]]
    for term in terms[1:]:
        longer = f"{lines[-1]} {term}"
        if text_width(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(term)
    return lines


def _matrix(
    matrix: Numbers, name: str, x: float, middle: float, mark: tuple[int | None, int | None, str]
) -> list[Shape]:
    """A matrix round its middle: name above, shape below, and an outline round a row, a column or a cell."""
    n_rows, n_columns, cell = len(matrix), len(matrix[0]), _cell(matrix)
    left, top = x - cell * n_columns / 2, middle - CELL_H * n_rows / 2
    shapes: list[Shape] = [Text(x, top - 13, name, bold=True)]
    for i, row in enumerate(matrix):
        for j, value in enumerate(row):
            at_x, at_y = left + j * cell, top + i * CELL_H
            shapes.append(Rect(at_x + 1, at_y + 1, cell - 2, CELL_H - 2, None, "line"))
            shapes.append(Text(at_x + cell / 2, at_y + CELL_H / 2, number(value), size=SMALL))
    i_marked, j_marked, role = mark
    first_row, rows = (0, n_rows) if i_marked is None else (i_marked, 1)
    first_column, columns = (0, n_columns) if j_marked is None else (j_marked, 1)
    corner = left + first_column * cell, top + first_row * CELL_H
    shapes.append(Rect(*corner, columns * cell, rows * CELL_H, None, role, radius=5, border=2.5))
    return [*shapes, Text(x, top + CELL_H * n_rows + 14, _size(matrix), "muted", SMALL)]
