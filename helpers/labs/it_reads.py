"""The lab of notebook 03 on the published example E5: can any query make `it` read `animal` most?"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
import traitlets

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.examples import load_examples
from helpers.pictures import Picture, Said, Word, bars, number, table, words
from helpers.widgets import Lab, slider

__all__ = ["it_reads_lab"]

LIMIT = 6.0
PUBLISHED = 0.5  # the second number of the key of `animal`
PRESETS = {
    "as published": {"a": 1.0, "b": 1.0, "c": 1.0, "key": PUBLISHED},
    "turned round": {"a": -1.0, "b": -1.0, "c": -1.0, "key": PUBLISHED},
    "no difference": {"a": 1.0, "b": -2.4, "c": 1.5, "key": PUBLISHED},
    "another key": {"a": 1.0, "b": 1.0, "c": 1.0, "key": 0.9},
}


class ItReadsState(traitlets.HasTraits):
    """The diagonal of W_Q, and one number of the key of `animal`."""

    a = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    b = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    c = traitlets.Float(1.0, min=-LIMIT, max=LIMIT)
    key = traitlets.Float(PUBLISHED, min=0.0, max=1.0)


def it_reads_lab() -> Lab[ItReadsState]:
    """The lab, as notebook 03 shows it first: query and keys as published."""
    state = ItReadsState()
    controls = [slider(state, letter, f"W_Q[{i},{i}]", step=0.1) for i, letter in enumerate("abc")]
    controls.append(slider(state, "key", "animal[1]"))
    return Lab("it reads", state, draw, controls, PRESETS)


@functools.lru_cache(maxsize=1)
def _published() -> Mapping[str, Any]:
    """The inputs of the example, read once: a slider must not wait for a file."""
    inputs: Mapping[str, Any] = load_examples()["E5"]["inputs"]
    return inputs


def attend(state: ItReadsState) -> tuple[list[str], Array, Array, Array]:
    """Words (8,), the query (3,), scores (8,) and weights (8,) of `it`."""
    given = _published()
    K = {word: list(key) for word, key in given["keys"].items()}
    K["animal"][1] = state.key
    query = np.array(given["queries"]["it"]) @ np.diag([state.a, state.b, state.c])  # (3,)
    scores = np.array(list(K.values())) @ query / np.sqrt(given["d_k"])  # (8,)
    return list(K), query, scores, softmax(scores)


def draw(state: ItReadsState) -> Picture:
    """The weights of `it` as bars, and the scores of the four words that matter."""
    names, query, scores, weights = attend(state)
    labels = words(names)
    four = [names.index(word) for word in ("street", "animal", "it", "tired")]
    numbers = table(
        "scores of it, divided by √3", [Word("")], [labels[i] for i in four], scores[four][None],
        shaded=False, row_title="", column_title="", narrow=True,
    )  # fmt: skip
    note = "query (" + ", ".join(f"{number(x)}" for x in query) + ")"
    picture = bars("weights of it", labels, weights, note=note)
    return Picture("what does it read?", ((picture,), (numbers,)), _say(labels, weights, state.key))


def _say(labels: tuple[Word, ...], weights: Array, key: float) -> Said:
    it, animal = (next(word for word in labels if str(word) == name) for name in ("it", "animal"))
    share = weights[labels.index(animal)]
    between = " The key of animal lies between those of street and it." if key == PUBLISHED else ""
    most = weights.max()
    winners = [word for word, weight in zip(labels, weights, strict=True) if weight > most - 1e-9]
    if winners == [animal]:
        return (it, " reads ", animal, f" most: {100 * share:.1f} %.{between}")
    if len(winners) > 1:
        return (it, f" reads {len(winners)} words equally, {100 * most:.1f} % each.{between}")
    return (
        it, " reads ", winners[0], f" most: {100 * most:.1f} %; ", animal, f" {100 * share:.1f} %.{between}",
    )  # fmt: skip
