"""Bar charts: as tall as the number, with its name below and its number above."""

import numpy as np
import pytest

from helpers.pictures import bars
from tests.helpers.pictures.panels.shapes_of import inside, rects, texts
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


@pytest.mark.parametrize("heights", [[1.2, 0.0], [-0.1, 0.0]])
def test_bars_refuse_what_does_not_fit(heights):
    says(refusal(bars, "x", ["a", "b"], heights), "from 0 to 1", str(heights[0]))


def test_bars_need_a_number_for_each_name():
    says(refusal(bars, "x", ["a", "b"], [0.1]), "2 column labels")
    refusal(bars, "x", ["a"], [np.nan])
