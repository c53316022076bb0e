"""The lab of notebook 04: how large scores become, and what softmax makes of them.

Queries and keys are random numbers with mean 0 and variance 1, as they are before training.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import traitlets

from helpers.arrays import Array, spaced
from helpers.attention import softmax
from helpers.labs.divisors import DIVISORS, FULL, NONE, ROOT, divide_by, divisor
from helpers.pictures import Picture, Said, Word, bars, histogram, table, words
from helpers.widgets import Lab, option_slider, slider, whole_slider

__all__ = ["scaling_lab"]

SIZES = tuple(2**power for power in range(1, 11))
NAMES = ("the", "cat", "sat", "on", "a", "red", "mat")
ASKS = 1  # cat
MANY = 64  # queries and keys for the histogram; the words of the sentence have the first of them
REACH = 10.0  # the histogram runs from -REACH to REACH, whatever the scores are: so its width can be compared
EDGES = np.linspace(-REACH, REACH, 41)
TOP = 0.5  # the share at its full height, so that the height can be compared: halves lie beside 0 at most
STUCK, FLAT, DEAF = 0.05, 0.95, 0.1  # what the sentence calls stuck, alike, and hardly counting


def _preset(d_k: int, scaling: str) -> dict[str, Any]:
    return {"d_k": d_k, "scaling": scaling, "temperature": 1.0, "seed": 1}


PRESETS = {
    "small and unscaled": _preset(4, NONE),
    "1 024 and unscaled": _preset(1024, NONE),
    "1 024, divided by sqrt(d_k)": _preset(1024, ROOT),
    "1 024, divided by d_k": _preset(1024, FULL),
}


class ScalingState(traitlets.HasTraits):
    """All that the learner can change."""

    d_k = traitlets.Enum(SIZES, 4)
    scaling = traitlets.Enum(DIVISORS, NONE)
    temperature = traitlets.Float(1.0, min=0.1, max=8.0)
    seed = traitlets.Int(1, min=0, max=50)


def scaling_lab() -> Lab[ScalingState]:
    """The lab, as notebook 04 shows it: small and unscaled."""
    state = ScalingState()
    controls = [
        option_slider(state, "d_k", "d_k", [(spaced(size), size) for size in SIZES]),
        slider(state, "temperature", "temperature", step=0.1),
        whole_slider(state, "seed", "seed"),
        divide_by(state),
    ]
    return Lab("scaling", state, draw, controls, PRESETS)


@functools.lru_cache(maxsize=8)
def _numbers(seed: int) -> Array:
    """Queries and keys of the largest size; a smaller d_k has the first of their numbers."""
    return np.random.default_rng(seed).normal(size=(2, MANY, SIZES[-1]))


@functools.lru_cache(maxsize=64)
def random_scores(d_k: int, seed: int) -> tuple[Array, Array]:
    """Raw scores, shape (MANY, MANY), and the keys of the words, shape (n_tokens, d_k)."""
    Q, K = _numbers(seed)[:, :, :d_k]  # (MANY, d_k) each
    return Q @ K.T, K[: len(NAMES)]  # (MANY, MANY), (n_tokens, d_k)


def draw(state: ScalingState) -> Picture:
    """All scores as a histogram, the weights of one word as bars, and four numbers about them."""
    raw, K = random_scores(state.d_k, state.seed)
    by = float(divisor(state.d_k, state.scaling)) * state.temperature
    scores = raw / by  # (MANY, MANY)
    weights = softmax(scores[ASKS, : len(NAMES)])  # (n_tokens,)
    spread = float(np.sqrt(np.mean(scores**2)))  # around 0, where they belong
    entropy = float(-np.sum(weights * np.log(np.where(weights > 0, weights, 1.0))))
    jacobian = np.diag(weights) - np.outer(weights, weights)  # (n_tokens, n_tokens)
    by_scores = float(np.linalg.norm(jacobian))
    by_query = float(np.linalg.norm(jacobian @ K) / by)
    outside = float(np.mean(np.abs(scores) > REACH))
    labels = words(NAMES)
    chart = histogram(
        f"{spaced(scores.size)} scores", scores, EDGES, "score",
        f"spread {spread:.2f}; {100 * outside:.0f} % beyond the ends", TOP,
    )  # fmt: skip
    reads = bars(f"weights of {NAMES[ASKS]}", labels, weights, 1.0)
    sizes = {"entropy": entropy, "words read": np.exp(entropy), "by scores": by_scores, "by query": by_query}
    numbers = table(
        "in numbers", [Word(name) for name in sizes], [labels[ASKS]], [[size] for size in sizes.values()],
        shaded=False, row_title="", column_title="",
    )  # fmt: skip
    said = _say(labels, weights, spread, float(np.exp(entropy)), by_scores, by_query)
    return Picture("how large scores become", ((chart,), (reads,), (numbers,)), said)


def _say(
    labels: tuple[Word, ...], weights: Array, spread: float, read: float, by_scores: float, by_query: float
) -> Said:
    most = int(weights.argmax())
    said = (
        f"The scores spread {spread:.2f} around 0. ", labels[ASKS],
        f" reads {100 * weights[most]:.0f} % ", labels[most],
        f", as if it read {read:.1f} of {len(weights)} words. ",
    )  # fmt: skip
    if by_scores < STUCK:
        return (
            *said,
            f"Softmax is stuck: a small step of a score moves almost no weight (slope {by_scores:.2f}).",
        )
    deaf = f" What the query says hardly counts (slope by query {by_query:.2f})." if by_query < DEAF else ""
    if read > FLAT * len(weights):
        return (*said, f"All words are read almost alike.{deaf}")
    return (
        *said,
        f"It prefers some words, and a step of a score still moves it (slope {by_scores:.2f}).{deaf}",
    )
