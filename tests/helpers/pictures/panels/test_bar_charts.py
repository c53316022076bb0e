"""Bar charts: as tall as the number, with its name below and its number above."""

import numpy as np
import pytest

from helpers.pictures import Word, bars
from helpers.pictures.shapes import Line
from tests.helpers.pictures.panels.shapes_of import inside, rects, texts
from tests.layout import check_layout
from tests.refusals import refusal, says


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


def test_a_note_may_have_two_lines():
    panel = bars("x", ["a"], [1.0], note="one\ntwo")
    title, one, two = texts(panel)[:3]
    assert [title.text, one.text, two.text] == ["x", "one", "two"] and one.y + 18 <= two.y
    assert two.y + 18 <= texts(panel)[3].y < rects(panel)[0].y  # the number on the bar
    assert panel.in_words().splitlines() == ["x", "one", "two", "a: 1.00"]
    check_layout(panel.drawn())


def test_a_bar_has_the_colour_of_its_word_or_is_grey():
    panel = bars("x", [Word("apple", 3), Word("the")], [0.5, 0.5])
    assert [bar.fill for bar in rects(panel)] == ["word3", "axis"]


NAMES = ["the", "apple", "fell", "it", "and"]


def lines_across(panel):
    return [s for s in panel.drawn().shapes if isinstance(s, Line) and s.stroke == "ink"]


@pytest.mark.parametrize("top", [1.0, 0.5])
def test_a_line_across_each_bar_stands_where_it_was(top):
    """A line across each bar stands where it was, from .005 up: a lower one would lie on the ground."""
    before = np.array([0.5, 0.25, 0.005, 0.0049, 0.0]) * [top, top, 1, 1, 1]
    panel = bars("reads", NAMES, np.array([1.0, 0.5, 0.0, 0.2, 0.3]) * top, top, before=before)
    full, half, *_ = boxes = rects(panel)
    ground, found = full.y + full.height, lines_across(panel)
    assert len(boxes) == 4 and len(found) == 3
    for line, was in zip(found, before, strict=False):
        assert line.y1 == line.y2 == pytest.approx(ground - full.height * was / top)
    for line, bar in zip(found, (full, half), strict=False):  # a little wider than its bar, to be seen on it
        assert bar.x - 6 < line.x1 < bar.x - 2 and bar.x + bar.width + 2 < line.x2 < bar.x + bar.width + 6
    assert found[0].x2 < found[1].x1 and lines_across(bars("reads", NAMES, before, top)) == []
    assert inside(panel)
    check_layout(panel.drawn())


def test_words_say_the_lines_too():
    panel = bars("reads", ["a", "b"], [0.5, 0.25], note="n", before=[0.3, 0.004])
    assert panel.in_words().splitlines() == ["reads", "n", "a: 0.50 (line: 0.30)", "b: 0.25 (line: 0.00)"]
    assert panel.as_array().tolist() == [0.5, 0.25]


@pytest.mark.parametrize(
    ("before", "parts"),
    [
        ([1.2, 0.0], ["from 0 to 1", "1.2"]),
        ([0.0, -0.1], ["from 0 to 1", "-0.1"]),
        ([0.1], ["2 column labels"]),
        ([0.1, np.nan], ["finite"]),
    ],
)
def test_lines_that_do_not_fit_are_refused(before, parts):
    says(refusal(bars, "x", ["a", "b"], [0.1, 0.2], before=before), *parts)


@pytest.mark.parametrize("heights", [[1.2, 0.0], [-0.1, 0.0]])
def test_bars_refuse_what_does_not_fit(heights):
    says(refusal(bars, "x", ["a", "b"], heights), "from 0 to 1", str(heights[0]))


def test_bars_need_a_number_for_each_name():
    says(refusal(bars, "x", ["a", "b"], [0.1]), "2 column labels")
    refusal(bars, "x", ["a"], [np.nan])
