"""The lab of notebooks 02 and 04: from scores to exp to shares, one step beside the other.

What it shows: exp makes every number positive and keeps their order; a difference of scores becomes a factor
of shares; the same number added to all scores changes no share, so code may subtract the largest first.
"""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

import numpy as np
import traitlets

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.examples import MONEY, MONEY_X
from helpers.pictures import Picture, Said, Word, bars, number, series, table, words
from helpers.widgets import Control, Lab, buttons, slider, switch

__all__ = ["softmax_lab"]

LABELS = words((*MONEY, "river", "flows"))
FEWEST, MOST = 3, len(LABELS)
LIMIT = 9.0
SHIFT = 100.0
PLAIN = (0.1, 1e4)  # if the largest exp lies here, exps are written as they are, else in a power of 10
TOO_LARGE = math.log(np.finfo(float).max)  # exp of more is infinite for the computer: 709.78

# What bank has with the three words in notebook 2, and with two more in its lab.
OF_BANK = (*(round(float(score), 2) for score in MONEY_X @ MONEY_X[1]), 1.5, -0.3)


def _preset(*scores: float, **others: Any) -> dict[str, Any]:
    numbers = {f"s{i}": score for i, score in enumerate((*scores, *OF_BANK[len(scores) :]), start=1)}
    return {**numbers, "n": 3, "temperature": 1.0, "plus100": False, "minus_largest": False, **others}


PRESETS = {
    "as in the notebook": _preset(*OF_BANK),
    "two equal": _preset(2.0, 2.0, 1.0),
    "one far ahead": _preset(1.0, 6.0, 0.0),
    "100 added to all": _preset(*OF_BANK, plus100=True),
    "1 000, 999, 998": _preset(0.0, -0.1, -0.2, plus100=True, temperature=0.1),
}


class SoftmaxState(traitlets.HasTraits):
    """All that the learner can change."""

    n = traitlets.Int(3, min=FEWEST, max=MOST)
    s1 = traitlets.Float(OF_BANK[0], min=-LIMIT, max=LIMIT)
    s2 = traitlets.Float(OF_BANK[1], min=-LIMIT, max=LIMIT)
    s3 = traitlets.Float(OF_BANK[2], min=-LIMIT, max=LIMIT)
    s4 = traitlets.Float(OF_BANK[3], min=-LIMIT, max=LIMIT)
    s5 = traitlets.Float(OF_BANK[4], min=-LIMIT, max=LIMIT)
    temperature = traitlets.Float(1.0, min=0.1, max=8.0)
    plus100 = traitlets.Bool(False)
    minus_largest = traitlets.Bool(False)


def softmax_lab() -> Lab[SoftmaxState]:
    """The lab, as notebook 02 shows it: the scores of `bank`."""
    state = SoftmaxState()
    controls = [
        *(_score(state, i) for i in range(MOST)),
        slider(state, "temperature", "temperature", step=0.1),
        buttons(state, "n", "words", [(str(n), n) for n in range(FEWEST, MOST + 1)]),
        switch(state, "plus100", "add 100 to all"),
        switch(state, "minus_largest", "subtract the largest first"),
    ]
    return Lab("softmax", state, draw, controls, PRESETS)


def _score(state: SoftmaxState, i: int) -> Control[SoftmaxState]:
    """The slider of the score of word i, in its colour; there if the word is there."""
    word = LABELS[i]
    return slider(
        state, f"s{i + 1}", str(word), 0.01, lambda state: word.slot, shown=lambda state: i < state.n
    )


def exps(x: Array) -> tuple[Array, int]:
    """exp(x) as numbers to be read times a power of 10, which is 0 where exp is neither tiny nor huge.

    No number is infinite, not even exp(1000). Shapes: (n,) in and out.
    """
    largest = float(x.max())
    plain = math.log(PLAIN[0]) <= largest < math.log(PLAIN[1])
    power = 0 if plain else math.floor(largest / math.log(10))
    return np.exp(x - power * math.log(10)), power


def exp_text(x: float) -> str:
    """exp(x) in few letters, such as ``7.39`` or ``2.7e+43``; also where the computer's exp is infinite."""
    if x < math.log(PLAIN[1]):
        return number(math.exp(x))
    return f"{math.exp(x) if x < TOO_LARGE else Decimal(x).exp():.1e}"


def draw(state: SoftmaxState) -> Picture:
    """What exp gets, what it gives, and the share of each word."""
    labels = LABELS[: state.n]
    on_sliders = np.array([getattr(state, f"s{i + 1}") for i in range(state.n)])  # (n,)
    scores = on_sliders + SHIFT if state.plus100 else on_sliders
    given = (scores - scores.max() if state.minus_largest else scores) / state.temperature  # (n,)
    e, power = exps(given)
    unit = f", all in units of 1e{power:+03d}" if power else ""
    column = given[:, None]  # (n, 1)
    gets = table("exp gets", labels, [Word("")], column, shaded=False, row_title="", column_title="")
    gives = bars(_formula(state), labels, e, float(e.max()), f"sum {number(e.sum())}{unit}")
    shares = bars("share = exp / sum", labels, softmax(given), note="sum 1.00")
    # The 100 changes no difference: the first part of the sentence does not know of it.
    said = (*_lead(on_sliders, labels, state.temperature), *_same_shares(state, float(scores.max())))
    return Picture("softmax", ((gets,), (gives,), (shares,)), said)


def _formula(state: SoftmaxState) -> str:
    """What is done to a score, as code would write it."""
    score = "score - largest" if state.minus_largest else "score + 100" if state.plus100 else "score"
    if state.temperature == 1:
        return f"exp({score})"
    return f"exp({score if score == 'score' else f'({score})'} / {round(state.temperature, 2):g})"


def _lead(scores: Array, labels: tuple[Word, ...], temperature: float) -> Said:
    """The difference of the two largest scores, and the factor of shares that it becomes."""
    first, second = np.argsort(-scores, kind="stable")[:2]
    gap = float(scores[first] - scores[second])
    if gap == 0:
        most = np.flatnonzero(scores == scores[first])
        share = number(softmax(scores / temperature)[first])
        if len(most) == len(scores):
            return (f"All {len(scores)} scores are equal, so all shares are equal: {share}.",)
        equal = series([(labels[i],) for i in most])
        return (*equal, f" have the same score, so they have the same share: {share}.")
    says: list[str | Word] = [labels[first], " leads ", labels[second], f" by {number(gap)}"]
    if temperature != 1:
        gap /= temperature
        says.append(f", and by {number(gap)} after the division by the temperature")
    factor = exp_text(gap)
    says.append(
        ": its share is hardly larger."
        if factor == "1.00"
        else f": its share is exp({number(gap)}) = {factor} times as large."
    )
    return tuple(says)


def _same_shares(state: SoftmaxState, largest: float) -> Said:
    """What adds or takes away the same number everywhere, and so changes no share."""
    if state.minus_largest:
        gets = "The 100 is gone again: exp gets" if state.plus100 else "Now exp gets"
        return (f" {gets} the distance to the largest score. No exp is above 1, and no share changes.",)
    if largest / state.temperature > TOO_LARGE:
        much = number(largest / state.temperature)
        return (f" But exp({much}) is more than code can hold: subtract the largest first.",)
    if state.plus100:
        times = exp_text(SHIFT / state.temperature)
        return (f" With 100 more in all scores, each exp is {times} times as large; no share changes.",)
    return ()
