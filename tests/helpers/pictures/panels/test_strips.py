"""Strips: a row of coloured cells for each word, each with its number, and nothing clipped at any length."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from helpers.pictures import Picture, Strip, Word, show, strip, to_html, to_svg, words
from helpers.pictures.shapes import number
from tests.helpers.pictures.panels.shapes_of import inside, rects, texts
from tests.layout import check_layout
from tests.refusals import refusal, says

X = [[1.5, -0.35, 0.0], [-3.0, 0.9, 3.0]]
LENGTHS = [1, 2, 3, 16, 17, 50]


def drawn(n, d):
    labels = ["king", "queen", "a word that is far too long for its place", "apple"][:n]
    return strip("vectors", labels, 3 * np.random.default_rng(d).normal(size=(n, d)))


def test_every_number_has_a_cell_of_its_colour():
    panel = strip("two vectors", ["money", "bank"], X)
    assert panel.limit == 3.0 and panel.vectors == ((1.5, -0.35, 0.0), (-3.0, 0.9, 3.0))
    cells = rects(panel)
    assert [cell.fill for cell in cells] == ["ramp50", "fall10", "ramp0", "fall100", "ramp30", "ramp100"]
    numbers = [text for text in texts(panel) if text.fill.startswith("on-")]
    assert [text.text for text in numbers] == [number(x) for row in X for x in row]
    for cell, text in zip(cells, numbers, strict=True):
        assert text.fill == f"on-{cell.fill}"
        assert (text.x, text.y) == pytest.approx((cell.x + cell.width / 2, cell.y + cell.height / 2))


def test_rows_are_words_and_columns_are_places():
    panel = strip("t", ["money", "bank"], X)
    cells = rects(panel)
    assert len({cell.y for cell in cells[:3]}) == 1 and cells[3].y > cells[0].y + cells[0].height
    assert [cell.x for cell in cells[:3]] == [cell.x for cell in cells[3:]]
    named = {text.text: text for text in texts(panel)}
    for word, row in zip(words(["money", "bank"]), (cells[0], cells[3]), strict=True):
        assert named[str(word)].fill == word.role and row.y < named[str(word)].y < row.y + row.height
    assert abs(named["[0]"].x - (cells[0].x + cells[0].width / 2)) < 1
    assert abs(named["[2]"].x - (cells[2].x + cells[2].width / 2)) < 1


@pytest.mark.parametrize("d", LENGTHS)
@pytest.mark.parametrize("n", [1, 4])
def test_nothing_is_clipped_or_covered_at_any_length(n, d):
    panel = drawn(n, d)
    check_layout(panel.drawn())
    assert inside(panel) and len(rects(panel)) == n * d
    assert panel.drawn().width <= 1030


def test_one_limit_makes_strips_comparable():
    small, large = strip("a", ["x"], [[1.0]], limit=4.0), strip("b", ["x"], [[9.0]], limit=4.0)
    assert [cell.fill for cell in (*rects(small), *rects(large))] == ["ramp25", "ramp100"]
    assert "full colour from 4.00 on" in [text.text for text in texts(small)][1]


def test_it_says_its_numbers():
    panel = strip("two vectors", ["money", "bank"], X, note="made up")
    assert panel.in_words() == "two vectors\nmade up\nmoney: 1.50 -0.35 0.00\nbank: -3.00 0.90 3.00"
    assert strip("zeros", ["a"], [[-0.0, 0.0]]).in_words().endswith("a: 0.00 0.00")


def test_it_is_shown_live_and_on_paper():
    panel = strip("t", ["<b>", Word("bank", 1)], X)
    assert isinstance(panel, Strip)
    ElementTree.fromstring(to_html(Picture("t", ((panel,),))))
    assert "<b>" not in to_svg(panel) and "-3.00" in repr(show(panel))


@pytest.mark.parametrize(
    ("labels", "vectors", "parts"),
    [
        (["a"], X, ["'t' has 1 labels", "(2, 3)"]),
        (["a", "b"], [[], []], ["'t' has 2 labels", "(2, 0)"]),
        (["a"], [[np.nan]], ["'t'", "finite numbers"]),
        (["a"], [1.0, 2.0], ["vectors has shape (2,)", "n_words, d"]),
        (["a"], [["x"]], ["vectors must be an array of real numbers"]),
    ],
)
def test_it_refuses_in_one_sentence(labels, vectors, parts):
    says(refusal(strip, "t", labels, vectors), *parts)


@pytest.mark.parametrize("limit", [0, -1.0, np.nan, np.inf])
def test_a_limit_is_above_0(limit):
    says(refusal(strip, "t", ["a"], [[1.0]], limit=limit), "limit above 0")
