"""The main lab of notebook 03: one vector in three roles, with W_Q, W_K and W_V under your fingers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import traitlets

from helpers.arrays import Array
from helpers.attention import attention
from helpers.examples import FOUR_WORDS, FOUR_X
from helpers.labs.matrices import LIMIT, NAMED, entries, matrix, matrix_sliders, random_matrix
from helpers.labs.typed_text import who_asks
from helpers.pictures import (
    Arrow,
    Picture,
    Plane,
    Said,
    Word,
    limit_for,
    mix_bars,
    number,
    table,
    weights_table,
    words,
)
from helpers.widgets import Lab, buttons

__all__ = ["roles_lab"]

MATRICES = {"W_Q": "q", "W_K": "k", "W_V": "v"}
SIDE = 236  # px, of a plane: two of them and the widest table are 926 px wide
MIX = 390  # px, of the mix bar: its key has one line

NUMBERS = {**NAMED, "random, seed 1": random_matrix(1), "random, seed 2": random_matrix(2)}
# `it` reads `animal`, `animal` reads `tired`, and `tired` reads `it`.
THE_RING = {
    **entries("q", np.array([[-1.0, 1.0], [-3.0, 0.0]])),
    **entries("k", np.eye(2)), **entries("v", np.eye(2)),
}  # fmt: skip


class RolesState(traitlets.HasTraits):
    """Three matrices, who asks, and which matrix the buttons set."""

    q00 = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    q01 = traitlets.Float(0.0, min=-LIMIT, max=LIMIT)
    q10 = traitlets.Float(0.0, min=-LIMIT, max=LIMIT)
    q11 = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    k00 = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    k01 = traitlets.Float(0.0, min=-LIMIT, max=LIMIT)
    k10 = traitlets.Float(0.0, min=-LIMIT, max=LIMIT)
    k11 = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    v00 = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    v01 = traitlets.Float(0.0, min=-LIMIT, max=LIMIT)
    v10 = traitlets.Float(0.0, min=-LIMIT, max=LIMIT)
    v11 = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    asking = traitlets.Int(3, min=0, max=len(FOUR_WORDS) - 1)
    buttons_set = traitlets.Enum(list(MATRICES), "W_Q")


def roles_lab() -> Lab[RolesState]:
    """The lab, as notebook 03 shows it first: all three matrices are the identity."""
    state = RolesState()
    labels = words(FOUR_WORDS)
    controls = [
        who_asks(state, lambda state: labels),
        buttons(state, "buttons_set", "put it into", [(name, name) for name in MATRICES]),
    ]
    for name, letter in MATRICES.items():
        controls += matrix_sliders(state, letter, name)
    presets = {name: _into_the_chosen_matrix(numbers) for name, numbers in NUMBERS.items()}
    kept = tuple(state.trait_names())
    return Lab("query, key, value", state, draw, controls, {**presets, "the ring": THE_RING}, kept, lines=1)


def _into_the_chosen_matrix(numbers: Array) -> Callable[[RolesState], Mapping[str, float]]:
    def preset(state: RolesState) -> Mapping[str, float]:
        return entries(MATRICES[state.buttons_set], numbers)

    return preset


def draw(state: RolesState) -> Picture:
    """For the asking word each step from dot product to output; all weights; its query, keys, values."""
    Q, K, V = (FOUR_X @ matrix(state, letter) for letter in MATRICES.values())  # (4, 2) each
    Z, weights = attention(Q, K, V)
    labels, asking = words(FOUR_WORDS), state.asking
    row = Q[asking] @ K.T  # (4,)
    steps = table(
        f"scores: {FOUR_WORDS[asking]} asks", [Word("q · k"), Word("/ √2")], labels,
        np.array([row, row / np.sqrt(2)]), shaded=False, row_title="", narrow=True,
    )  # fmt: skip
    left = (
        weights_table(labels, weights, asking, narrow=True, above=steps),
        mix_bars([labels[asking]], labels, weights[[asking]], width=MIX),
    )
    planes = ((_query_and_keys(labels, Q, K, asking),), (_values_and_output(labels, V, Z, asking),))
    return Picture("query, key and value", (left, *planes), _say(labels, weights, Z, asking))


def _spot(vector: Array) -> tuple[float, float]:
    return float(vector[0]), float(vector[1])


def _query_and_keys(labels: tuple[Word, ...], Q: Array, K: Array, asking: int) -> Plane:
    who = labels[asking]
    arrows = [Arrow(Word(f"k {word}", word.slot), _spot(k)) for word, k in zip(labels, K, strict=True)]
    arrows.append(Arrow(Word(f"q {who}", who.slot), _spot(Q[asking])))
    return Plane("query and keys", tuple(arrows), limit_for([2], Q, K), side=SIDE)


def _values_and_output(labels: tuple[Word, ...], V: Array, Z: Array, asking: int) -> Plane:
    arrows = [
        Arrow(word, _spot(v), _spot(Z[asking]) if i == asking else None)
        for i, (word, v) in enumerate(zip(labels, V, strict=True))
    ]
    return Plane("values and output", tuple(arrows), limit_for([2], V, Z), "circle: the output", SIDE)


def _say(labels: tuple[Word, ...], weights: Array, Z: Array, asking: int) -> Said:
    row, z = weights[asking], Z[asking]
    end = f" Its output is ({number(z[0])}, {number(z[1])})."
    if np.ptp(row) < 0.005:
        return (labels[asking], " reads all words alike, 25 % each.", end)
    first, second = np.argsort(-row, kind="stable")[:2]
    said = (
        labels[asking], f" reads {100 * row[first]:.0f} % ", labels[first],
        f" and {100 * row[second]:.0f} % ", labels[second],
    )  # fmt: skip
    if asking in (first, second):
        return (*said, ".", end)
    return (*said, f", itself {100 * row[asking]:.0f} %.", end)
