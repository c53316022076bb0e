"""The challenge of notebook 03: the distance, and which targets one or two matrices can reach."""

import numpy as np
import pytest
from scipy.special import softmax

from helpers.labs import challenge
from helpers.labs.challenge import ChallengeState, challenge_lab, distance
from helpers.labs.matrices import NAMED, entries, matrix
from tests.helpers.labs.seen import control, random_entries, scores_above, titled


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
    title, scores = scores_above(lab, "your weights")
    assert title == "your scores"
    np.testing.assert_allclose(scores, tied)
    np.testing.assert_allclose(titled(lab, "your weights").numbers, softmax(tied, axis=1))
    assert (
        f"The score of animal for tired is {tied[0, 1]:.2f}, of tired for animal {tied[1, 0]:.2f}"
        in lab.picture.words_said
    )
    lab.set(tied=False)
    free = X @ W @ matrix(lab.state, "k").T @ X.T / 2**0.5
    np.testing.assert_allclose(scores_above(lab, "your weights")[1], free)
    np.testing.assert_allclose(titled(lab, "your weights").numbers, softmax(free, axis=1))


def test_the_target_stands_beside_what_is_reached():
    """Your scores stand above your weights; what is wanted stands beside them, on its own."""
    lab = challenge_lab()
    titles = [[shown.title for shown in column] for column in lab.picture.columns]
    assert titles == [["your weights"], ["wanted"], ["queries and keys"]]
    assert titled(lab, "wanted").above is None
    assert [str(word) for word in titled(lab, "your weights").above.rows] == list(challenge.NAMES)


def test_the_targets_are_buttons():
    lab = challenge_lab()
    choice = control(lab, "target").widget
    assert [button.description for button in choice._buttons] == list(challenge.TARGETS)
    for button, (target, wanted) in zip(choice._buttons, challenge.TARGETS.items(), strict=True):
        button.click()
        assert lab.state.target == target and lab.problem == ""
        np.testing.assert_allclose(titled(lab, "wanted").numbers, wanted)


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
