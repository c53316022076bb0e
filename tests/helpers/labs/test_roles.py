"""The main lab of notebook 03: attention step by step, and the buttons of a matrix."""

import numpy as np
import pytest
from scipy.special import softmax

from helpers.examples import FOUR_WORDS, FOUR_X
from helpers.labs import roles
from helpers.labs.matrices import NAMED, matrix
from helpers.labs.roles import roles_lab
from helpers.pictures import MixBars, Plane
from tests.helpers.labs.seen import panels, random_entries, titled


@pytest.mark.parametrize("seed", range(5))
def test_the_roles_lab_shows_attention_step_by_step(seed):
    rng, lab = np.random.default_rng(seed), roles_lab()
    asking = int(rng.integers(4))
    lab.set(**random_entries(rng, "qkv"), asking=asking)
    Q, K, V = (FOUR_X @ matrix(lab.state, letter) for letter in "qkv")
    products = Q @ K.T
    W = softmax(products / np.sqrt(2), axis=1)
    steps = np.array(titled(lab, f"step by step: {FOUR_WORDS[asking]} asks").numbers)
    np.testing.assert_allclose(
        steps, np.column_stack([products[asking], products[asking] / 2**0.5, W[asking], V])
    )
    np.testing.assert_allclose(titled(lab, "weights").numbers, W)
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
    assert [n for n, b in lab._preset_buttons.items() if b.button_style] == ["swap"]


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
