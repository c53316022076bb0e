"""Histograms: what they count, what they keep beyond the ends, what they refuse."""

import numpy as np
import pytest

from helpers.pictures import histogram
from helpers.pictures.shapes import Line
from tests.helpers.pictures.panels.shapes_of import inside, rects, texts
from tests.layout import check_layout
from tests.refusals import refusal, says

EDGES = [0.0, 1.0, 2.0, 4.0]


def test_a_histogram_counts_and_keeps_what_lies_beyond():
    panel = histogram("h", [0.5, 0.6, 1.5, 3.0, 9.0, -7.0, 1.2, 1.3], EDGES, "score")
    np.testing.assert_allclose(panel.shares, [3 / 8, 3 / 8, 2 / 8])
    assert sum(panel.shares) == pytest.approx(1)
    assert panel.beyond == (True, True) and inside(panel)
    assert panel.in_words().splitlines() == [
        "h",
        "score \u2264 1: 38 %",
        "score 1 to 2: 38 %",
        "score \u2265 2: 25 %",
    ]


def test_an_end_bin_is_marked_if_something_lies_beyond():
    """An end bin that holds what lies beyond has a light bar with a rim, and its edge says so."""
    for numbers, beyond, ends in (
        ([0.0, 0.5, 1.5, 4.0], (False, False), ["0", "2", "4"]),
        ([-0.1, 0.5, 1.5, 4.0], (True, False), ["\u2264 0", "2", "4"]),
        ([0.0, 0.5, 1.5, 4.1], (False, True), ["0", "2", "\u2265 4"]),
        ([-9.0, 0.5, 1.5, 99.0], (True, True), ["\u2264 0", "2", "\u2265 4"]),
    ):
        panel = histogram("h", numbers, EDGES, "score")
        assert panel.beyond == beyond and panel.shares == (0.5, 0.25, 0.25)
        assert [t.text for t in texts(panel) if t.fill == "muted"] == [*ends, "score"]
        first, middle, last = rects(panel)
        assert [bar.fill != middle.fill and bar.stroke == middle.fill for bar in (first, last)] == list(
            beyond
        )
        assert middle.stroke is None
        check_layout(panel.drawn())


def test_the_tallest_bar_carries_its_share():
    """The tallest bar carries its share and widths follow the edges."""
    panel = histogram("h", [0.5, 0.6, 0.7, 3.0], EDGES, "score")
    first, last = rects(panel)
    assert first.height == pytest.approx(3 * last.height)
    assert last.width == pytest.approx(2 * first.width, abs=2)
    assert "75 %" in [t.text for t in texts(panel)]


def test_top_is_the_share_at_the_full_height():
    """Histograms with one top have one scale, and each tallest bar carries its share."""
    low = histogram("h", [0.5] * 2 + [1.5] * 3 + [3.0] * 5, EDGES, "score", top=1.0)
    high = histogram("h", [0.5] * 1 + [1.5] * 9, EDGES, "score", top=1.0)
    assert rects(high)[1].height == pytest.approx(3 * rects(low)[1].height)
    for panel, share in ((low, "50 %"), (high, "90 %")):
        tallest = min(rects(panel), key=lambda bar: bar.y)
        (said,) = [t for t in texts(panel) if t.text.endswith("%")]
        assert said.text == share and 5 < tallest.y - said.y < 15


def test_a_share_above_top_is_cut_and_said():
    """A bar that would be taller than the picture ends at its top, is cut there, and says its share."""
    panel = histogram("h", [-50.0] * 50 + [1.5] * 10 + [50.0] * 40, EDGES, "score", "note", top=0.2)
    first, middle, last = rects(panel)
    assert first.height == pytest.approx(last.height) and first.height == pytest.approx(
        2 * middle.height, abs=2
    )
    assert [t.text for t in texts(panel) if t.text.endswith("%")] == ["50 %", "40 %"]
    cuts = [s for s in panel.drawn().shapes if isinstance(s, Line) and s.stroke == "page"]
    assert len(cuts) == 2
    for bar, cut in zip((first, last), cuts, strict=True):
        assert bar.x < (cut.x1 + cut.x2) / 2 < bar.x + bar.width
    assert inside(panel) and "score \u2264 1: 50 %" in panel.in_words()
    check_layout(panel.drawn())
    check_layout(histogram("h", np.repeat([0.5, 1.5, 3.0], 5), EDGES, "score", top=0.01).drawn())


@pytest.mark.parametrize("top", [0, -0.5, 1.01, np.nan, [0.5, 0.5], "high"])
def test_a_top_that_is_no_share_is_refused(top):
    says(refusal(histogram, "h", [1.0], EDGES, "x", top=top), "top")


def test_a_histogram_of_many_numbers_is_numpys():
    x = np.random.default_rng(0).normal(size=500)
    edges = np.linspace(-10, 10, 21)
    np.testing.assert_allclose(histogram("h", x, edges, "x").shares, np.histogram(x, edges)[0] / 500)


@pytest.mark.parametrize(
    ("numbers", "edges"), [([], EDGES), ([np.nan], EDGES), ([1.0], [0.0, 1.0]), ([1.0], [0.0, 2.0, 1.0])]
)
def test_a_histogram_refuses_what_cannot_be_counted(numbers, edges):
    refusal(histogram, "h", numbers, edges, "x")
