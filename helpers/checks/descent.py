"""Exercises of notebook 06: back through softmax, and how long the steps downhill should be."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.judging import Condition, DesignExercise, Exercise, FunctionExercise, Inputs, Mistake
from helpers.learning import Batch, new_head
from helpers.tasks import TEST, three_questions
from helpers.training import Adam, train


def _rows() -> list[Inputs]:
    rng = np.random.default_rng(7)
    example = (np.array([0.5, 0.3, 0.2]), np.array([1.0, -1.0, 2.0]))
    return [example, *((softmax(rng.normal(size=n)), 2 * rng.normal(size=n)) for n in (5, 8))]


def _d_scores(p: Array, d_p: Array) -> Array:
    return p * (d_p - p @ d_p)


THROUGH_SOFTMAX = FunctionExercise(
    name="through softmax",
    notebook=6,
    hints=(
        "A row of weights sums to 1: if one grows, others shrink. So first take something away from each "
        "derivative.",
        "Take the mean of `d_weights` away, weighted with `weights`. Then multiply each by its weight.",
        "The weighted mean is the number `weights @ d_weights`.",
    ),
    call="your_d_scores(weights, d_weights)",
    right=_d_scores,
    inputs=_rows,
    mistakes=(
        Mistake(
            "no coupling",
            "You treat each weight as if it could grow alone. But the row sums to 1, so the others "
            "shrink. Something must be taken from the derivatives before you multiply.",
            lambda p, d_p: p * d_p,
        ),
        Mistake(
            "plain mean",
            "You take the plain mean away. It must be the weighted mean: large weights count more.",
            lambda p, d_p: p * (d_p - d_p.mean()),
        ),
        Mistake(
            "not multiplied by the weights",
            "The weighted mean is taken away, as it should be. One step is missing: multiply by the weights.",
            lambda p, d_p: d_p - p @ d_p,
        ),
        Mistake(
            "brackets",
            "You multiply first, and then take the mean away from the products. Take it away from "
            "the derivatives first, then multiply: it needs brackets.",
            lambda p, d_p: p * d_p - p @ d_p,
        ),
        Mistake(
            "sign",
            "Every sign is turned. It is the derivative minus the mean, not the mean minus the derivative.",
            lambda p, d_p: -_d_scores(p, d_p),
        ),
        Mistake(
            "added",
            "You add the weighted mean. It has to be taken away: then the result sums to 0.",
            lambda p, d_p: p * (d_p + p @ d_p),
        ),
        Mistake(
            "only itself",
            "You take only the diagonal, how a score moves its own weight. It moves all other weights too.",
            lambda p, d_p: p * (1 - p) * d_p,
        ),
        Mistake(
            "table",
            "This is the table `diag(p) - p pᵀ`: how each score moves each weight. `d_weights` is missing.",
            lambda p, d_p: np.diag(p) - np.outer(p, p),
        ),
        Mistake(
            "softmax again",
            "You apply softmax to the weights. They have been through softmax already: use them as they are.",
            lambda p, d_p: _d_scores(softmax(p), d_p),
        ),
    ),
)

ENOUGH = 0.75
FAR_TOO_LARGE = 0.0, np.inf


@lru_cache(maxsize=1)
def _sentences() -> tuple[Batch, Batch]:
    """Those of the notebook: to learn from, and with new words."""
    learn = three_questions(np.random.default_rng(100), 400)
    test = three_questions(np.random.default_rng(101), 400, TEST)
    return learn["farm or wild"].batch, test["farm or wild"].batch


@lru_cache(maxsize=64)
def _learned(rate: float) -> tuple[float, float]:
    """Which part of the new sentences is right after 30 steps, and the loss. Asked for more than once."""
    learn, test = _sentences()
    start = new_head(np.random.default_rng(3), d_model=50, d_k=8, n_classes=2)
    try:
        *_, end = train(start, learn, Adam(rate), 30, test, every=30)
    except ValueError:  # it says that the numbers have become too large
        return FAR_TOO_LARGE
    return end.held_out, end.loss


def _enough(rate: Array) -> bool:
    return _learned(float(rate))[0] > ENOUGH


def _said(rate: Array) -> str:
    held_out, loss = _learned(float(rate))
    if np.isinf(loss):
        return "The numbers of the head have become too large to calculate with."
    shown = f"{loss:.2f}" if loss < 1000 else "above 1000"
    return f"After 30 steps the loss is {shown}, and {held_out:.2f} of the new sentences are right."


def _said_of_small(rate: Array) -> str:
    by_heart = _learned(float(rate))[1] < 0.05
    known = (
        "It knows its sentences by heart, but not the new words. With this seed a larger rate does better."
    )
    return f"{_said(rate)} {known if by_heart else 'With short steps 30 are too few. Take a larger rate.'}"


LEARNING_RATE = DesignExercise(
    name="learning rate",
    notebook=6,
    hints=(
        "Begin with a small rate, such as 0.001, and read the line below. Then multiply it by 10.",
        "One rate too small and one too large: the good ones lie between. Go on from their middle.",
        "0.01 is too small and 1 is too large. Part 4 takes 0.03 and 100 steps; here there are only 30. "
        "Try between 0.03 and 0.3.",
    ),
    shape=(),
    conditions=(
        Condition(
            "not above 0",
            "With 0 nothing moves, and below 0 the head goes uphill. Take a number above 0.",
            lambda rate: rate > 0,
        ),
        Condition(
            "too small",
            _said_of_small,
            lambda rate: _enough(rate) or rate > 0.1,
        ),
        Condition(
            "too large",
            lambda rate: f"{_said(rate)} So long a step goes past the low places. Take a smaller rate.",
            _enough,
        ),
    ),
)

EXERCISES: tuple[Exercise, ...] = (THROUGH_SOFTMAX, LEARNING_RATE)
