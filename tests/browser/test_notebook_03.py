"""The main lab and the challenge of notebook 03: what their own controls are for."""

import pytest

from tools.browser import slider

from .learner import choose, in_rows, press, readout, sentence, settled, tick, weights
from .test_every_notebook import bring_all_to_both_ends


@pytest.mark.parametrize("number", ["03-roles"])
def test_the_buttons_set_the_chosen_matrix_and_no_other(lab):
    before, said = weights(lab), sentence(lab)
    assert "(0.00, 0.00)" not in said
    choose(lab, "put it into", "W_V")
    press(lab, "zero")
    settled(lab)
    assert weights(lab) == before, "who reads whom is a question of queries and keys"
    assert sentence(lab) == said.partition(" Its output is")[0] + " Its output is (0.00, 0.00)."
    assert readout(lab, "W_V[1,1]") == "0.00" and readout(lab, "W_Q[1,1]") == "1.00"
    choose(lab, "put it into", "W_K")
    press(lab, "zero")
    settled(lab)
    assert {weight for row in weights(lab).values() for weight in row.values()} == {0.25}


@pytest.mark.parametrize("number", ["03-challenge"])
def test_two_different_matrices_have_eight_sliders(lab):
    assert slider(lab, "W[0,0]").is_visible() and slider(lab, "W_K[0,0]").is_hidden()
    tick(lab, "W_K must be the same as W_Q")
    settled(lab)
    for i in "01":
        for j in "01":
            for name in ("W_Q", "W_K"):
                assert slider(lab, f"{name}[{i},{j}]").is_visible(), f"{name}[{i},{j}] is hidden"
    before = in_rows(lab, "your weights")  # the scores above them
    assert list(before) == ["animal", "tired", "street", "it"]
    slider(lab, "W_K[0,0]").press("ArrowRight")
    settled(lab)
    assert in_rows(lab, "your weights") != before
    bring_all_to_both_ends(lab)
