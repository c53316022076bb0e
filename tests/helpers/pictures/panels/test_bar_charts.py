"""Bars, histograms and bent grids: what they hold, what they say, and where their parts lie."""

import numpy as np
import pytest

from helpers.pictures import Word, bars, histogram, limit_for, plane, weights_table
from helpers.pictures.panels.planes import _inside
from helpers.pictures.shapes import Line, Rect, Text
from tests.refusals import refusal, says

EDGES = [0.0, 1.0, 2.0, 4.0]


def rects(panel):
    return [shape for shape in panel.drawn().shapes if isinstance(shape, Rect)]


def texts(panel):
    return [shape for shape in panel.drawn().shapes if isinstance(shape, Text)]


def inside(panel):
    drawing = panel.drawn()
    for shape in drawing.shapes:
        if isinstance(shape, Rect):
            assert -1 <= shape.x and shape.x + shape.width <= drawing.width + 1
            assert -1 <= shape.y and shape.y + shape.height <= drawing.height + 1
        elif isinstance(shape, Line):
            assert all(-1 <= x <= drawing.width + 1 for x in (shape.x1, shape.x2))
            assert all(-1 <= y <= drawing.height + 1 for y in (shape.y1, shape.y2))
    return True


# --- bars ------------------------------------------------------------------------------------------


def test_a_bar_is_as_tall_as_its_number_and_carries_it():
    panel = bars("shares", ["a", "b", "c"], [0.5, 0.25, 0.0])
    tall, half = rects(panel)  # a share of 0 has no bar
    assert tall.height == pytest.approx(2 * half.height)
    assert tall.y + tall.height == pytest.approx(half.y + half.height)  # one ground
    assert [t.text for t in texts(panel) if t.text[0].isdigit()] == ["0.50", "0.25", "0.00"]
    assert panel.in_words().splitlines() == ["shares", "a: 0.50", "b: 0.25", "c: 0.00"]
    assert inside(panel)


def test_top_scales_the_bars():
    (low,), (high,) = rects(bars("x", ["a"], [0.5])), rects(bars("x", ["a"], [0.5], top=0.5))
    assert high.height == pytest.approx(2 * low.height)


def test_long_names_stand_upright_and_have_room():
    panel = bars("x", ["a" * 30, "b", "c", "d", "e", "f", "g", "h"], [0.1] * 8, note="n")
    assert inside(panel) and any(t.turned for t in texts(panel))
    assert any("…" in t.text for t in texts(panel))


@pytest.mark.parametrize("heights", [[1.2, 0.0], [-0.1, 0.0]])
def test_bars_refuse_what_does_not_fit(heights):
    says(refusal(bars, "x", ["a", "b"], heights), "from 0 to 1", str(heights[0]))


def test_bars_need_a_number_for_each_name():
    says(refusal(bars, "x", ["a", "b"], [0.1]), "2 column labels")
    refusal(bars, "x", ["a"], [np.nan])


# --- histogram -------------------------------------------------------------------------------------


def test_a_histogram_counts_and_keeps_what_lies_beyond():
    panel = histogram("h", [0.5, 0.6, 1.5, 3.0, 9.0, -7.0, 1.2, 1.3], EDGES, "score")
    np.testing.assert_allclose(panel.shares, [3 / 8, 3 / 8, 2 / 8])
    assert sum(panel.shares) == pytest.approx(1)
    assert "score 0 to 1: 38 %" in panel.in_words() and "score 2 to 4: 25 %" in panel.in_words()
    assert inside(panel)


def test_the_tallest_bar_carries_its_share():
    """The tallest bar carries its share and widths follow the edges."""
    panel = histogram("h", [0.5, 0.6, 0.7, 3.0], EDGES, "score")
    first, last = rects(panel)
    assert first.height == pytest.approx(3 * last.height)
    assert last.width == pytest.approx(2 * first.width, abs=2)
    assert "75 %" in [t.text for t in texts(panel)]


def test_a_histogram_of_many_numbers_is_numpys():
    x = np.random.default_rng(0).normal(size=500)
    edges = np.linspace(-10, 10, 21)
    np.testing.assert_allclose(histogram("h", x, edges, "x").shares, np.histogram(x, edges)[0] / 500)


@pytest.mark.parametrize(
    ("numbers", "edges"), [([], EDGES), ([np.nan], EDGES), ([1.0], [0.0, 1.0]), ([1.0], [0.0, 2.0, 1.0])]
)
def test_a_histogram_refuses_what_cannot_be_counted(numbers, edges):
    refusal(histogram, "h", numbers, edges, "x")


# --- planes ----------------------------------------------------------------------------------------


def grid_lines(panel):
    return [s for s in panel.drawn().shapes if isinstance(s, Line) and s.stroke == "word0" and not s.arrow]


def test_the_identity_lays_the_new_grid_on_the_old():
    panel = plane([], np.zeros((0, 2)), limit=2, grid=np.eye(2))
    old = {
        (s.x1, s.y1, s.x2, s.y2) for s in panel.drawn().shapes if isinstance(s, Line) and s.stroke != "word0"
    }
    new = {(s.x1, s.y1, s.x2, s.y2) for s in grid_lines(panel)}
    assert new == old and len(new) == 18


@pytest.mark.parametrize(
    "matrix", [[[3.0, 1.0], [-2.0, 3.0]], [[0.0, 0.0], [0.0, 0.0]], [[1.0, 1.0], [1.0, 1.0]]]
)
def test_a_moved_grid_stays_inside_the_plane(matrix):
    assert inside(plane([], np.zeros((0, 2)), limit=2, grid=matrix))


def test_a_grid_says_where_the_units_go():
    text = plane([], np.zeros((0, 2)), grid=[[1.0, 0.5], [-0.5, 1.0]]).in_words()
    assert "(1, 0) goes to (1.00, 0.50)" in text and "(0, 1) goes to (-0.50, 1.00)" in text


def test_a_line_is_cut_where_the_plane_ends():
    assert _inside((-4.0, 0.0), (4.0, 0.0), 2) == ((-2.0, 0.0), (2.0, 0.0))
    assert _inside((-4.0, 1.0), (0.0, 1.0), 2) == ((-2.0, 1.0), (0.0, 1.0))
    assert _inside((-4.0, 3.0), (4.0, 3.0), 2) is None
    assert _inside((3.0, -4.0), (3.0, 4.0), 2) is None
    assert _inside((-4.0, 0.0), (0.0, 4.0), 1) is None


def test_a_plane_can_be_smaller():
    assert plane(["a"], [[1.0, 1.0]], side=200).drawn().width == 200


def test_a_limit_is_round_and_large_enough():
    assert [limit_for([[x, 0.0]]) for x in (0.0, 1.0, 1.1, -3.0, 8.0)] == [1, 1, 2, 4, 8]
    assert limit_for([0.5], [[5.0, -6.0]]) == 8


# --- a narrow table --------------------------------------------------------------------------------


def test_a_narrow_table_keeps_every_number():
    names = [Word(name) for name in ("I", "love", "apple", "phones", "so", "much")]
    wide, narrow = (weights_table(names, np.eye(6), narrow=slim) for slim in (False, True))
    assert narrow.drawn().width < wide.drawn().width
    assert [t.text for t in texts(narrow)].count("1.00") == 6 and inside(narrow)
