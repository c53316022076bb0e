"""The four labs of notebook 03: what they show is right, whatever the state."""

import numpy as np
import pytest
from scipy.special import softmax

from helpers.examples import FOUR_WORDS, FOUR_X
from helpers.labs import challenge, it_reads, roles
from helpers.labs.challenge import ChallengeState, challenge_lab, distance
from helpers.labs.grid import PRESETS, GridState, grid_lab, turn
from helpers.labs.grid import X as GRID_X
from helpers.labs.it_reads import it_reads_lab
from helpers.labs.matrices import NAMED, entries, matrix, random_matrix
from helpers.labs.roles import roles_lab
from helpers.pictures import Bars, MixBars, Plane, Table


def panels(lab, kind):
    return [panel for panel in lab.picture.panels if isinstance(panel, kind)]


def titled(lab, title):
    (found,) = [panel for panel in lab.picture.panels if panel.title == title]
    return found


def random_entries(rng, letters):
    return {
        name: value
        for letter in letters
        for name, value in entries(letter, rng.uniform(-3, 3, (2, 2))).items()
    }


# --- matrices --------------------------------------------------------------------------------------


def test_row_and_column_of_an_entry_are_numpys():
    lab = grid_lab()
    lab.set(m00=1.0, m01=2.0, m10=3.0, m11=-1.0)
    np.testing.assert_array_equal(matrix(lab.state, "m"), [[1, 2], [3, -1]])
    assert [c.widget.description for c in lab.controls] == ["W[0,0]", "W[0,1]", "W[1,0]", "W[1,1]"]


def test_a_random_matrix_is_steady_and_different_for_each_seed():
    np.testing.assert_array_equal(random_matrix(1), random_matrix(1))
    assert not np.array_equal(random_matrix(1), random_matrix(2))
    assert 0.4 < np.mean([random_matrix(seed) ** 2 for seed in range(500)]) < 0.6


# --- grid ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_the_grid_lab_shows_x_times_w(preset):
    lab = grid_lab()
    lab.press(preset)
    W = matrix(lab.state, "m")
    (space,) = panels(lab, Plane)
    np.testing.assert_allclose([arrow.moved for arrow in space.arrows], GRID_X @ W)
    np.testing.assert_allclose(space.grid, W)
    (numbers,) = panels(lab, Table)
    np.testing.assert_allclose([row[1] for row in numbers.numbers], np.linalg.norm(GRID_X @ W, axis=1))


def test_the_grid_lab_says_what_a_matrix_does():
    lab = grid_lab()
    for preset, said in {
        "zero": "nothing is left", "twice as long": "multiplied by 2.00",
        "quarter turn": "same angle: 90 degrees",
        "stretch": "different angles", "flatten": "flattened onto a line", "mirror": "different angles",
    }.items():  # fmt: skip
        lab.press(preset)
        assert said in lab.picture.words_said, preset
    lab.set(**entries("m", -np.eye(2)))
    assert "opposite way" in lab.picture.words_said


def test_a_turn_is_counted_counter_clockwise():
    assert turn(np.array([1.0, 0.0]), np.array([0.0, 2.0])) == pytest.approx(90)
    assert turn(np.array([1.0, 0.0]), np.array([0.0, -2.0])) == pytest.approx(-90)
    assert turn(np.array([1.0, 0.0]), np.zeros(2)) is None
    assert GridState().m00 == 1.0


# --- roles -----------------------------------------------------------------------------------------


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


# --- challenge -------------------------------------------------------------------------------------


def test_the_distance_is_the_share_that_goes_to_the_wrong_word():
    assert distance(np.eye(4), np.eye(4)) == 0
    assert distance(np.eye(4), np.roll(np.eye(4), 1, axis=1)) == 1
    assert distance(np.full((4, 4), 0.25), np.eye(4)) == pytest.approx(0.75)


SOLUTIONS = {
    "yourself": (3 * np.eye(2), 3 * np.eye(2)),
    "two pairs": (np.array([[2.0, 0.0], [2.0, 0.0]]),) * 2,
    "the next one": (3 * NAMED["quarter turn"], 3 * np.eye(2)),
    "the opposite": (-3 * np.eye(2), 3 * np.eye(2)),
}


@pytest.mark.parametrize("target", challenge.TARGETS)
def test_every_target_can_be_reached_with_two_matrices(target):
    W_Q, W_K = SOLUTIONS[target]
    lab = challenge_lab()
    lab.set(target=target, tied=False, **entries("q", W_Q), **entries("k", W_K))
    assert "reached. " in lab.picture.words_said
    np.testing.assert_allclose(titled(lab, "wanted").numbers, challenge.TARGETS[target])


@pytest.mark.parametrize(
    ("target", "possible"), list(zip(challenge.TARGETS, (True, True, False, False), strict=True))
)
def test_with_one_matrix_two_targets_are_out_of_reach(target, possible):
    rng = np.random.default_rng(0)
    tries = [*rng.uniform(-3, 3, size=(3000, 2, 2)), SOLUTIONS[target][0]]
    X = challenge.X
    far = [distance(softmax(X @ W @ W.T @ X.T / 2**0.5, axis=1), challenge.TARGETS[target]) for W in tries]
    assert min(far) <= challenge.REACHED if possible else min(far) > 0.5


def test_tied_means_that_w_k_is_w_q():
    rng, lab = np.random.default_rng(1), challenge_lab()
    lab.set(**random_entries(rng, "qk"))
    W = matrix(lab.state, "q")
    X = challenge.X
    tied = X @ W @ W.T @ X.T / 2**0.5
    np.testing.assert_allclose(titled(lab, "your scores").numbers, tied)
    assert (
        f"The score of animal for tired is {tied[0, 1]:.2f}, of tired for animal {tied[1, 0]:.2f}"
        in lab.picture.words_said
    )
    lab.set(tied=False)
    free = X @ W @ matrix(lab.state, "k").T @ X.T / 2**0.5
    np.testing.assert_allclose(titled(lab, "your weights").numbers, softmax(free, axis=1))


def test_the_sliders_of_w_k_are_there_when_they_count():
    lab = challenge_lab()

    def shown():
        return [c.widget.description for c in lab.controls[2:] if c.widget.layout.display is None]

    assert shown() == ["W[0,0]", "W[0,1]", "W[1,0]", "W[1,1]"]
    lab.controls[1].widget.value = False
    assert len(shown()) == 8 and shown()[0] == "W_Q[0,0]" and shown()[-1] == "W_K[1,1]"


def test_a_button_leaves_target_and_tie():
    lab = challenge_lab()
    lab.set(target="the next one", tied=False)
    lab.press("zero")
    assert (lab.state.target, lab.state.tied) == ("the next one", False)
    lab.reset()
    assert lab.state.trait_values() == ChallengeState().trait_values()


# --- what does it read? ----------------------------------------------------------------------------


def test_it_reads_shows_the_softmax_of_the_scaled_scores():
    lab = it_reads_lab()
    lab.set(a=2.0, b=-1.0, c=0.5, key=0.8)
    names, query, scores, weights = it_reads.attend(lab.state)
    np.testing.assert_allclose(query, [1.2, -0.5, 0.2])
    animal = names.index("animal")
    assert scores[animal] == pytest.approx((0.6 * 1.2 + 0.8 * -0.5 + 0.4 * 0.2) / 3**0.5)
    np.testing.assert_allclose(panels(lab, Bars)[0].heights, softmax(scores))
    np.testing.assert_allclose(weights, softmax(scores))


def test_with_the_published_key_animal_never_wins():
    """With the published key animal never wins and with another it can."""
    rng, lab = np.random.default_rng(0), it_reads_lab()
    for a, b, c in rng.uniform(-6, 6, size=(300, 3)):
        lab.set(a=a, b=b, c=c)
        assert "animal most" not in lab.picture.words_said
    lab.set(a=-2.0, b=6.0, c=-2.0, key=0.9)
    assert "reads animal most: 24" in lab.picture.words_said


def test_two_winners_are_called_two():
    lab = it_reads_lab()
    lab.set(a=0.0, b=0.0, c=0.0)
    assert "reads 8 words equally, 12.5 % each" in lab.picture.words_said
