"""The challenge lab of notebook 03: find the matrices that give a stated pattern of attention."""

from __future__ import annotations

import numpy as np
import traitlets

from helpers.arrays import Array
from helpers.attention import attention_scores, attention_weights
from helpers.labs.matrices import LIMIT, NAMED, entries, matrix, matrix_sliders
from helpers.pictures import Picture, Said, Word, limit_for, number, plane, table, weights_table, words
from helpers.widgets import Lab, buttons, switch

__all__ = ["TARGETS", "X", "distance", "challenge_lab"]

NAMES = ("animal", "tired", "street", "it")
X = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])  # (4, 2): the four corners of a cross
REACHED = 0.05

# What each row should read. Rows ask.
TARGETS: dict[str, Array] = {
    "yourself": np.eye(4),
    "two pairs": np.kron(np.eye(2), np.full((2, 2), 0.5)),
    "the next one": np.roll(np.eye(4), 1, axis=1),
    "the opposite": np.roll(np.eye(4), 2, axis=1),
}
PRESETS = {name: {**entries("q", NAMED[name]), **entries("k", NAMED[name])} for name in ("identity", "zero")}


class ChallengeState(traitlets.HasTraits):
    """The target, two matrices, and whether they must be one and the same."""

    target = traitlets.Enum(list(TARGETS), "yourself")
    tied = traitlets.Bool(True)
    q00 = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    q01 = traitlets.Float(0.0, min=-LIMIT, max=LIMIT)
    q10 = traitlets.Float(0.0, min=-LIMIT, max=LIMIT)
    q11 = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    k00 = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    k01 = traitlets.Float(0.0, min=-LIMIT, max=LIMIT)
    k10 = traitlets.Float(0.0, min=-LIMIT, max=LIMIT)
    k11 = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)


def challenge_lab() -> Lab[ChallengeState]:
    """The lab, as notebook 03 shows it first: the target is to read yourself, and W_Q = W_K."""
    state = ChallengeState()
    controls = [
        buttons(state, "target", "to read", [(name, name) for name in TARGETS]),
        switch(state, "tied", "W_K must be the same as W_Q"),
        *matrix_sliders(state, "q", lambda state: "W" if state.tied else "W_Q"),
        *matrix_sliders(state, "k", "W_K", shown=lambda state: not state.tied),
    ]
    return Lab("challenge", state, draw, controls, PRESETS, kept=("target", "tied"))


def distance(weights: Array, target: Array) -> float:
    """The share of all reading that goes to the wrong word, 0 to 1: half the sum of the gaps, by row."""
    return float(np.abs(weights - target).sum() / 2 / len(target))


def draw(state: ChallengeState) -> Picture:
    """The target, the weights and the scores; queries and keys as arrows; how far it is."""
    W_Q = matrix(state, "q")
    W_K = W_Q if state.tied else matrix(state, "k")
    Q, K = X @ W_Q, X @ W_K  # (4, 2)
    scores = attention_scores(Q, K)  # (4, 4)
    weights = attention_weights(scores)  # (4, 4)
    target, labels = TARGETS[state.target], words(NAMES)
    wanted = table("wanted", labels, labels, target, narrow=True, row_title="")
    table_of_scores = table("your scores", labels, labels, scores, shaded=False, row_title="", narrow=True)
    reached = weights_table(labels, weights, title="your weights", narrow=True, above=table_of_scores)
    space = plane(
        labels, K, Q, limit_for([2], Q, K), title="queries and keys",
        note="arrow: key, circle: query", side=212,
    )  # fmt: skip
    far = distance(weights, target)
    return Picture(
        "reach a pattern of attention", ((reached,), (wanted,), (space,)),
        _say(labels, far, scores, state.tied),
    )  # fmt: skip


def _say(labels: tuple[Word, ...], far: float, scores: Array, tied: bool) -> Said:
    start = f"{100 * far:.0f} % of the reading goes to the wrong word"
    verdict = ": reached. " if far <= REACHED else f" ({100 * REACHED:.0f} % or less is reached). "
    if not tied:
        return (start + verdict,)
    return (
        f"{start}{verdict}The score of ", labels[0], " for ", labels[1], f" is {number(scores[0, 1])}, of ",
        labels[1], " for ", labels[0], f" {number(scores[1, 0])}; of ", labels[0],
        f" for itself {number(scores[0, 0])}.",
    )  # fmt: skip
