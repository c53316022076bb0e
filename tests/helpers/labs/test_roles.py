"""The main lab of notebook 03: attention step by step, and the buttons of a matrix."""

import numpy as np
import pytest
from scipy.special import softmax

from helpers.examples import FOUR_WORDS, FOUR_X
from helpers.labs import roles
from helpers.labs.matrices import NAMED, matrix
from helpers.labs.roles import roles_lab
from helpers.pictures import MixBars, Plane
from tests.helpers.labs.seen import (
    PAGE,
    control,
    marked,
    panels,
    random_entries,
    row_width,
    scores_above,
    titled,
)


@pytest.mark.parametrize("seed", range(5))
def test_the_roles_lab_shows_attention_step_by_step(seed):
    rng, lab = np.random.default_rng(seed), roles_lab()
    asking = int(rng.integers(4))
    lab.set(**random_entries(rng, "qkv"), asking=asking)
    Q, K, V = (FOUR_X @ matrix(lab.state, letter) for letter in "qkv")
    products = Q @ K.T
    W = softmax(products / np.sqrt(2), axis=1)
    title, steps = scores_above(lab, "weights")
    assert title == f"scores: {FOUR_WORDS[asking]} asks"
    assert [str(row) for row in titled(lab, "weights").above.rows] == ["q \u00b7 k", "/ \u221a2"]
    np.testing.assert_allclose(steps, [products[asking], products[asking] / 2**0.5])
    np.testing.assert_allclose(titled(lab, "weights").numbers, W)
    assert titled(lab, "weights").asking == asking
    np.testing.assert_allclose(panels(lab, MixBars)[0].parts[0], W[asking])
    keys, values = panels(lab, Plane)
    np.testing.assert_allclose([a.tip for a in keys.arrows], [*K, Q[asking]])
    np.testing.assert_allclose([a.tip for a in values.arrows], V)
    moved = [a.moved for a in values.arrows]
    assert [m is not None for m in moved] == [i == asking for i in range(4)]
    np.testing.assert_allclose(moved[asking], W[asking] @ V)
    first = FOUR_WORDS[int(W[asking].argmax())]
    assert lab.picture.words_said.startswith(
        f"{FOUR_WORDS[asking]} reads {100 * W[asking].max():.0f} % {first}"
    )
    z = W[asking] @ V
    assert lab.picture.words_said.endswith(f"({z[0]:.2f}, {z[1]:.2f}).")


@pytest.mark.parametrize("chosen", ["W_Q", "W_K", "W_V"])
def test_a_button_sets_the_chosen_matrix_and_leaves_the_others(chosen):
    lab = roles_lab()
    lab.set(buttons_set=chosen, asking=1)
    lab.press("swap")
    for name, letter in roles.MATRICES.items():
        np.testing.assert_array_equal(
            matrix(lab.state, letter), NAMED["swap" if name == chosen else "identity"]
        )
    assert lab.state.asking == 1
    assert marked(lab) == ["swap"]


def test_zero_values_give_a_zero_output_and_leave_the_weights():
    lab = roles_lab()
    before = titled(lab, "weights")
    lab.set(buttons_set="W_V")
    lab.press("zero")
    assert titled(lab, "weights") == before
    assert lab.picture.words_said.endswith("(0.00, 0.00).")
    lab.set(buttons_set="W_Q")
    lab.press("zero")
    np.testing.assert_allclose(titled(lab, "weights").numbers, 0.25)


def test_in_the_ring_each_reads_the_next_one():
    """`it` reads `animal`, `animal` reads `tired`, and `tired` reads `it`: what one matrix cannot do."""
    lab = roles_lab()
    lab.set(buttons_set="W_V", asking=0)
    lab.press("the ring")
    W = np.array(titled(lab, "weights").numbers)
    names = list(FOUR_WORDS)
    for who, read in (("it", "animal"), ("animal", "tired"), ("tired", "it")):
        assert names[int(W[names.index(who)].argmax())] == read
        assert W[names.index(who)].max() > 0.5
    assert marked(lab) == ["identity", "the ring"], "W_V is the identity, into which the buttons would put it"
    assert (lab.state.buttons_set, lab.state.asking) == ("W_V", 0)
    lab.set(buttons_set="W_Q")
    assert marked(lab) == ["the ring"]


def test_the_words_that_can_ask_are_buttons_in_their_colours():
    lab = roles_lab()
    buttons = control(lab, "asking").widget._buttons
    slots = {str(word): word.slot for word in titled(lab, "weights").columns}
    assert [button.description for button in buttons] == list(FOUR_WORDS)
    for place, button in enumerate(buttons):
        assert f"sa-word{slots[button.description]}" in button._dom_classes
        button.click()
        assert lab.state.asking == place and titled(lab, "weights").asking == place
        assert lab.picture.words_said.startswith(f"{FOUR_WORDS[place]} reads ")


@pytest.mark.parametrize("seed", range(3))
def test_the_picture_fits_whoever_asks(seed):
    rng, lab = np.random.default_rng(seed), roles_lab()
    lab.set(**random_entries(rng, "qkv"))
    for asking in range(4):
        lab.set(asking=asking)
        assert row_width(lab.picture) <= PAGE
