"""Histograms: what they count, what they keep beyond the ends, what they refuse."""

import numpy as np
import pytest

from helpers.pictures import histogram
from tests.helpers.pictures.panels.shapes_of import inside, rects, texts
from tests.refusals import refusal

EDGES = [0.0, 1.0, 2.0, 4.0]


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
