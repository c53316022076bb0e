"""The lab of notebook 02: attention without parameters, under your fingers.

Two sources of vectors: three words with two numbers each, moved by sliders; or a sentence of your
own with the real 50-number vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np
import traitlets

from helpers.arrays import Array
from helpers.attention import attention_weights
from helpers.embeddings import PcaMap, load_vectors, tokenize, unit
from helpers.examples import MONEY, MONEY_X
from helpers.labs.typed_text import Known, Labels, look_up, who_asks, without_vector
from helpers.pictures import (
    GAP,
    PAGE,
    Panel,
    Picture,
    Said,
    mix_bars,
    plane,
    series,
    table,
    weights_table,
    word_map,
    words,
)
from helpers.widgets import Control, Lab, buttons, preset_of, slider, text_box

__all__ = ["contextual_lab"]

BY_HAND, REAL = "two numbers a word", "real vectors"
PRODUCT, DIRECTION = "dot product", "direction only"

LIMIT = 2.0  # sliders run from -LIMIT to LIMIT
MOST_TOKENS = 12  # more do not fit beside each other with numbers that can be read
FEW = 3  # so many words leave room for the mix bar below the table; of more it stands beside it
ROOM, SIDE = PAGE - 10, 290  # px: of all columns, of a plane or a map
TALL = 290  # px: of a map and the mix bar above it

RIVER = ("river", "bank", "flows")


def _preset(names: tuple[str, ...], *vectors: Sequence[float]) -> dict[str, Any]:
    numbers = {f"{axis}{i}": float(vectors[i]["xy".index(axis)]) for i, axis in product(range(3), "xy")}
    return {"source": BY_HAND, "names": names, **numbers, "measure": PRODUCT, "temperature": 1.0, "asking": 1}


PRESETS = {
    "money bank grows": _preset(MONEY, *MONEY_X),
    "river bank flows": _preset(RIVER, (0.1, 1.55), MONEY_X[1], (-0.75, 0.5)),
    "all alike": _preset(MONEY, (1.0, 0.8), (1.0, 0.8), (1.0, 0.8)),
    "bank at right angles": _preset(MONEY, (1.5, 0.0), (0.0, 1.5), (1.0, 0.0)),
    "one long vector": _preset(MONEY, (2.0, 1.6), (0.4, 0.5), (0.5, 0.1)),
    "your sentence": {"source": REAL, "measure": DIRECTION, "temperature": 0.33},
}


class ContextualState(traitlets.HasTraits):
    """All that the learner can change."""

    source = traitlets.Enum([BY_HAND, REAL], BY_HAND)
    names = traitlets.Tuple(*[traitlets.Unicode() for _ in MONEY], default_value=MONEY)
    x0 = traitlets.Float(MONEY_X[0][0], min=-LIMIT, max=LIMIT)
    y0 = traitlets.Float(MONEY_X[0][1], min=-LIMIT, max=LIMIT)
    x1 = traitlets.Float(MONEY_X[1][0], min=-LIMIT, max=LIMIT)
    y1 = traitlets.Float(MONEY_X[1][1], min=-LIMIT, max=LIMIT)
    x2 = traitlets.Float(MONEY_X[2][0], min=-LIMIT, max=LIMIT)
    y2 = traitlets.Float(MONEY_X[2][1], min=-LIMIT, max=LIMIT)
    text = traitlets.Unicode("money bank grows")
    measure = traitlets.Enum([PRODUCT, DIRECTION], PRODUCT)
    temperature = traitlets.Float(1.0, min=0.05, max=3.0)
    asking = traitlets.Int(1, min=0)


def contextual_lab(preset: str = "money bank grows", all_controls: bool = True) -> Lab[ContextualState]:
    """The lab of notebook 02, beginning with one of the `PRESETS`.

    Without `all_controls` there are only the numbers of the three words, and who asks: what the notebook
    explains later is not to be seen yet.
    """
    state = ContextualState(**preset_of(PRESETS, preset))

    def by_hand(state: ContextualState) -> bool:
        return state.source == BY_HAND

    controls = [_number(state, i, axis, by_hand) for i, axis in product(range(3), "xy")]
    asks = who_asks(state, lambda state: _vectors(state)[0])
    if not all_controls:
        presets = {name: values for name, values in PRESETS.items() if values["source"] == BY_HAND}
        return Lab("contextual", state, draw, [*controls, asks], presets)
    controls += [
        text_box(state, "text", "sentence", shown=lambda state: not by_hand(state)),
        asks,
        buttons(state, "measure", "compare by", [(name, name) for name in (PRODUCT, DIRECTION)]),
        slider(state, "temperature", "temperature", step=0.01),
    ]
    return Lab("contextual", state, draw, controls, PRESETS, kept=("text",))


def _number(state: ContextualState, i: int, axis: str, shown: Callable[[ContextualState], bool]) -> Control:
    """The slider of one number of word i, named and coloured after the word."""
    return slider(
        state, f"{axis}{i}", lambda state: f"{state.names[i]} {axis}",
        slot=lambda state: words(state.names)[i].slot, shown=shown, group=f"word {i}",
    )  # fmt: skip


def draw(state: ContextualState) -> Picture:
    """The picture of a state: scores, weights and mix of the asking word; old and new vectors.

    Raises
    ------
    ValueError
        A sentence for the learner, if the text has no words, too many, or none with a vector.
    """
    labels, X, known = _vectors(state)
    asking = min(state.asking, len(labels) - 1)
    scores, weights, Z = attend(X, known, state.measure, state.temperature)
    few = len(labels) <= FEW
    row = table(
        "score" if state.temperature == 1 else "score/temp.", labels[asking : asking + 1], labels,
        scores[asking : asking + 1], shaded=False, row_title="",
    )  # fmt: skip
    weights_below = weights_table(labels, weights, asking, above=row)
    room = SIDE if few else int(min(400, max(220, ROOM - GAP - weights_below.drawn().width)))
    one = slice(asking, asking + 1)
    mixture = mix_bars(labels[one], labels, weights[one], width=344 if few else room)
    if state.source == BY_HAND:
        space: Panel = plane(labels, X, Z, LIMIT, note="arrow: before, circle: after", side=SIDE)
        said = _moved_toward(labels, weights[asking], X, Z, asking)
    else:
        chart = PcaMap(X[known])
        shown = [word for word, has in zip(labels, known, strict=True) if has]
        before, after = chart.place(X[known]), chart.place(Z[known])
        space = word_map(
            shown,
            before,
            chart.share_of(X[known]),
            after,
            title="the vectors, flattened",
            note="dot: before, circle: after" if few else "",
            side=room,
            tall=SIDE if few else int(TALL - mixture.drawn().height),
            whose="",
        )
        said = _nearest_word(state, X, Z, known, asking)
    sentence = (*_reads(labels, weights[asking], asking, known), *said, *_unknown(labels, known, asking))
    columns = ((weights_below, mixture), (space,)) if few else ((weights_below,), (mixture, space))
    return Picture("attention without parameters", columns, sentence)


def attend(X: Array, known: Known, measure: str, temperature: float) -> tuple[Array, Array, Array]:
    """Scores, weights and new vectors; a word without a vector neither reads nor is read.

    Shapes: X (n, d), known (n,) in; scores (n, n), weights (n, n), Z (n, d) out.
    """
    U = unit(X) if measure == DIRECTION else X
    scores = U @ U.T / temperature  # (n, n)
    weights = attention_weights(scores, np.outer(known, known))  # (n, n)
    return scores, weights, weights @ X


def _vectors(state: ContextualState) -> tuple[Labels, Array, Known]:
    """Labels, X (n, d) and which of the rows are known."""
    if state.source == BY_HAND:
        X = np.array([[getattr(state, f"{axis}{i}") for axis in "xy"] for i in range(3)])  # (3, 2)
        return words(state.names), X, np.ones(3, dtype=bool)
    tokens, X, known = look_up(state.text, MOST_TOKENS, "a sentence, for example: the river bank flooded")
    return words(tokens), X, known


def _reads(labels: Labels, weights: Array, asking: int, known: Known) -> Said:
    """'bank now reads 47 % money, 46 % bank and 7 % grows'"""
    if not known[asking]:
        return (labels[asking], " has no vector, so it reads nothing")
    if known.sum() == 1:
        return (labels[asking], " reads only itself: there is no other word with a vector")
    order = [j for j in np.argsort(-weights, kind="stable") if known[j]]
    rest = 100 * float(sum(weights[j] for j in order[3:]))
    shares: list[Said] = [(f"{100 * weights[j]:.0f} % ", labels[j]) for j in order[:3]]
    if rest >= 0.5:
        shares.append((f"{rest:.0f} % of the others",))
    return (labels[asking], " now reads ", *series(shares))


def _moved_toward(labels: Labels, weights: Array, X: Array, Z: Array, asking: int) -> Said:
    """How far the new vector lies from the old one, and whose share times distance was the largest."""
    step = float(np.linalg.norm(Z[asking] - X[asking]))
    if step < 0.005:
        return ("; its vector did not move.",)
    others = [j for j in range(len(labels)) if j != asking]
    pull = {j: float(weights[j] * np.linalg.norm(X[j] - X[asking])) for j in others}
    second, first = sorted(pull.values())[-2:]
    if first - second < 0.005:  # between two words: neither is the one
        return (f"; its vector moved {step:.2f}.",)
    strongest, most_read = max(others, key=pull.__getitem__), max(others, key=weights.__getitem__)
    far = "" if strongest == most_read else " (a far word pulls harder)"
    return (f"; its vector moved {step:.2f}, pulled most by ", labels[strongest], f"{far}.")


def _nearest_word(state: ContextualState, X: Array, Z: Array, known: Known, asking: int) -> Said:
    """The nearest word that is not in the sentence, before and after."""
    if not known[asking]:
        return (".",)
    vectors, inside = load_vectors(), tokenize(state.text)
    before, after = (vectors.neighbours(V[asking], 1, exclude=inside)[0] for V in (X, Z))
    return (
        f". Nearest word outside the sentence: {before[0]} ({before[1]:.2f}) before, "
        f"{after[0]} ({after[1]:.2f}) after.",
    )


def _unknown(labels: Labels, known: Known, asking: int) -> Said:
    missing = [word for i, word in enumerate(labels) if not known[i] and i != asking]
    said = without_vector(missing) if known[asking] else without_vector(missing, " No vector either for: ")
    return (*said, ".") if said else ()
