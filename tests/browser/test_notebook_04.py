"""The lab of notebook 04: d_k under the arrow keys."""

import pytest

from tools.browser import slider

from .learner import bars, chosen, in_rows, is_one, picture, press, readout, settled

pytestmark = pytest.mark.parametrize("number", ["04-scaling"])

# The bars of the histogram: how high each of its coloured rectangles is.
BARS = """lab => {
    const svg = [...lab.querySelectorAll('svg')].find(
        svg => svg.querySelector('title').textContent.endsWith(' scores'));
    return [...svg.querySelectorAll('rect')].map(rect => rect.getBoundingClientRect().height);
}"""


def entropy(lab):
    (number,) = in_rows(lab, "in numbers")["entropy"]
    return number


def test_a_longer_query_spreads_the_scores(lab):
    """A longer query spreads the scores and decides the weights."""
    bars, before = lab.evaluate(BARS), entropy(lab)
    assert readout(lab, "d_k") == "4"
    slider(lab, "d_k").press("ArrowRight")
    settled(lab)
    assert readout(lab, "d_k") == "8"
    assert lab.evaluate(BARS) != bars, "the histogram changes"
    assert entropy(lab) < before
    for _ in range(7):
        slider(lab, "d_k").press("ArrowRight")
        settled(lab)
    assert readout(lab, "d_k") == "1 024"
    assert entropy(lab) < 0.05, "undivided, the scores of long vectors leave no choice"


def test_divided_by_the_root_the_size_no_longer_matters(lab):
    press(lab, "1 024, divided by sqrt(d_k)")
    settled(lab)
    assert chosen(lab, "divide by") == "sqrt(d_k)"
    weights = bars(lab, "weights of").values()
    assert entropy(lab) > 1
    assert len(weights) == 7 and is_one(weights)
    before = picture(lab)
    slider(lab, "seed").press("ArrowRight")
    settled(lab)
    assert picture(lab) != before and entropy(lab) > 1, "so it is for other random numbers"
