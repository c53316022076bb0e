"""Products: three matrices in numbers, and the sum behind one number of the result."""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from helpers.pictures import Picture, Product, number, product, show, to_html, to_png, to_svg
from helpers.pictures.panels.products import CELL_H, CELL_W
from tests.helpers.pictures.panels.shapes_of import inside, rects, texts
from tests.layout import check_layout
from tests.refusals import refusal, says

A = np.array([[1.0, 2.0], [0.0, -1.0], [3.0, 0.5]])
B = np.array([[0.5, -1.0, 0.0], [-1.0, 1.0, 2.0]])
SIZES = [(1, 1, 1), (3, 2, 3), (1, 6, 1), (6, 1, 6), (6, 6, 6), (2, 3, 1)]


def drawn(n, m, p, size=1.0):
    rng = np.random.default_rng(n + m + p)
    place = n - 1, p // 2
    return product("t", size * rng.normal(size=(n, m)), size * rng.normal(size=(m, p)), place, note="a note")


def test_every_number_stands_in_its_cell():
    panel = product("t", A, B, (0, 0))
    cells = [rect for rect in rects(panel) if rect.stroke == "line"]
    shown = [text for text in texts(panel) if re.fullmatch(r"-?\d+\.\d\d", text.text)]
    expected = [number(x) for matrix in (A, B, A @ B) for x in matrix.ravel()]
    assert [text.text for text in shown] == expected and len(cells) == len(expected)
    for cell, text in zip(cells, shown, strict=True):
        assert (text.x, text.y) == pytest.approx((cell.x + cell.width / 2, cell.y + cell.height / 2))


@pytest.mark.parametrize("place", [(0, 0), (2, 1), (1, 2)])
def test_the_row_the_column_and_the_cell_are_outlined(place):
    i, j = place
    row, column, cell = (rect for rect in rects(product("t", A, B, place)) if rect.border > 2)
    cells = [rect for rect in rects(product("t", A, B, place)) if rect.stroke == "line"]
    a, b = np.array(cells[:6]).reshape(3, 2), np.array(cells[6:12]).reshape(2, 3)
    c = np.array(cells[12:]).reshape(3, 3)
    for frame, within in ((row, a[i]), (column, b[:, j]), (cell, [c[i, j]])):
        assert frame.fill is None
        assert (frame.x, frame.y) == pytest.approx((within[0].x - 1, within[0].y - 1))
        assert frame.x + frame.width == pytest.approx(within[-1].x + within[-1].width + 1)
        assert frame.y + frame.height == pytest.approx(within[-1].y + within[-1].height + 1)
    assert len({row.stroke, column.stroke, cell.stroke}) == 3


def test_the_sum_is_written_out():
    panel = product("t", A, B, (0, 0))
    assert " ".join(panel.terms) == "1.00 \u00d7 0.50 + 2.00 \u00d7 -1.00 = -1.50"
    assert "1.00 \u00d7 0.50 + 2.00 \u00d7 -1.00 = -1.50" in [text.text for text in texts(panel)]
    assert "row 0 of A, column 0 of B" in [text.text for text in texts(panel)]


@pytest.mark.parametrize("size", SIZES)
def test_the_numbers_of_the_sum_are_those_in_the_outlines(size):
    panel = drawn(*size)
    i, j = panel.place
    a, b, c = (np.array(matrix) for matrix in (panel.a, panel.b, panel.result))
    np.testing.assert_allclose(a @ b, c)
    *products, last = panel.terms
    found = [re.findall(r"-?\d+\.\d\d", term) for term in products]
    assert found == [[number(x), number(y)] for x, y in zip(a[i], b[:, j], strict=True)]
    assert last.split()[-1] == number(c[i, j])


def test_rounded_terms_that_do_not_add_up_say_about():
    """0.33 x 3.00 is 0.99, not 1.00; but 0.50 x 0.25 is 0.125, and 0.12 is what that is rounded to."""
    assert product("t", [[1 / 3]], [[3.0]], (0, 0)).terms == ("0.33 \u00d7 3.00", "= about 1.00")
    assert product("t", [[0.5]], [[0.25]], (0, 0)).terms[-1] == "= 0.12"
    assert product("t", [[0.1, 0.7]], [[0.2], [0.1]], (0, 0)).terms[-1] == "= 0.09"
    for size in SIZES:
        *products, last = drawn(*size).terms
        shown = sum(np.prod([float(x) for x in re.findall(r"-?\d+\.\d\d", term)]) for term in products)
        assert ("about" in last) == (abs(shown - float(last.split()[-1])) > 0.0051), (products, last)


@pytest.mark.parametrize("large", [1.0, 5.0, 1000.0])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_clipped_or_covered(size, large):
    panel = drawn(*size, large)
    check_layout(panel.drawn())
    assert inside(panel)
    cells = [rect for rect in rects(panel) if rect.stroke == "line"]
    assert {cell.height + 2 for cell in cells} == {CELL_H} and min(cell.width + 2 for cell in cells) >= CELL_W
    if large == 1:
        assert panel.drawn().width <= 930 and max(cell.width + 2 for cell in cells) == CELL_W


def test_a_long_sum_goes_on_in_the_next_line():
    panel = drawn(1, 6, 1)
    written = [text.text for text in texts(panel) if "\u00d7" in text.text or text.text.startswith("= ")]
    assert len(written) >= 2 and " ".join(written) == " ".join(panel.terms)
    assert all(line.startswith(("+", "=")) for line in written[1:])


def test_the_matrices_have_their_names_and_shapes():
    panel = product("queries", A, B, (0, 0), names=("X", "W_Q", "Q"))
    shown = [text.text for text in texts(panel)]
    assert all(name in shown for name in ("X", "W_Q", "Q", "@", "=", "(3, 2)", "(2, 3)", "(3, 3)"))
    assert "row 0 of X, column 0 of W_Q" in shown
    long = product("t", A, B, (0, 0), names=("a very long name", "another long name", "the product of both"))
    check_layout(long.drawn())


def test_it_says_its_numbers():
    assert product("queries", A, B, (0, 0), ("X", "W_Q", "Q"), "made up").in_words().split("\n") == [
        "queries",
        "made up",
        "X (3, 2)",
        "   1.00   2.00",
        "   0.00  -1.00",
        "   3.00   0.50",
        "W_Q (2, 3)",
        "   0.50  -1.00   0.00",
        "  -1.00   1.00   2.00",
        "Q (3, 3)",
        "  -1.50   1.00   4.00",
        "   1.00  -1.00  -2.00",
        "   1.00  -2.50   1.00",
        "row 0 of X, column 0 of W_Q: 1.00 \u00d7 0.50 + 2.00 \u00d7 -1.00 = -1.50",
    ]
    np.testing.assert_array_equal(product("t", A, B, (0, 0)).as_array(), A @ B)


def test_it_is_shown_live_and_on_paper():
    panel = product("<i>", A.astype(np.float32), B.tolist(), (np.int64(1), 2), names=("<b>&", "B", "C"))
    assert isinstance(panel, Product) and panel.place == (1, 2)
    ElementTree.fromstring(to_html(Picture("t", ((panel,),))))
    assert "<b>" not in to_svg(panel) and "<i>" not in to_svg(panel)
    assert to_png(Picture("t", ((panel,),))) is not None and "-2.00" in repr(show(panel))


@pytest.mark.parametrize(
    ("a", "b", "place", "parts"),
    [
        (A, A, (0, 0), ["A has shape (3, 2)", "B has shape (3, 2)", "as many columns"]),
        (np.ones((7, 2)), B, (0, 0), ["A has shape (7, 2)", "1 to 6", "A[:6, :6]"]),
        (A, np.ones((2, 7)), (0, 0), ["B has shape (2, 7)", "1 to 6"]),
        (np.ones((0, 2)), B, (0, 0), ["A has shape (0, 2)"]),
        (np.ones((2, 3, 2)), B, (0, 0), ["A has shape (2, 3, 2)"]),
        ([1.0, 2.0], B, (0, 0), ["A has shape (2,)", "n, m"]),
        ([["x", "y"]], B, (0, 0), ["A must be an array of real numbers"]),
        ([[np.nan, 1.0]], B, (0, 0), ["'t'", "finite numbers"]),
        ([[1e200]], [[1e200]], (0, 0), ["'t'", "finite numbers"]),
        (A, B, (3, 0), ["'t' needs a place", "(0, 0) to (2, 2)", "got (3, 0)"]),
        (A, B, (0, -1), ["got (0, -1)"]),
        (A, B, (-1, 0), ["got (-1, 0)"]),
        (A, B, (0,), ["got (0,)"]),
        (A, B, (0, 1.0), ["got (0, 1.0)"]),
        (A, B, 0, ["needs a place", "got 0"]),
    ],
)
def test_it_refuses_in_one_sentence(a, b, place, parts):
    says(refusal(product, "t", a, b, place), *parts)


@pytest.mark.parametrize("names", ["ABC", ("A", "B"), ("A", "B", 3)])
def test_three_matrices_need_three_names(names):
    says(refusal(product, "t", A, B, (0, 0), names), "three names")
