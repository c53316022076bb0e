"""Exercises of notebook 06: back through softmax, and how long the steps downhill should be."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.exercises.cases import sizes, table
from helpers.exercises.kinds import DesignExercise, Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs
from helpers.learning import TEST, Adam, Batch, forward, new_head, three_questions, train


def _rows() -> list[Inputs]:
    rng = np.random.default_rng(7)
    ordinary = [(softmax(rng.normal(size=n)), 2 * rng.normal(size=n)) for n in (5, 8, 12)]
    far_apart = np.array([0.9, 0.06, 0.04]), np.array([0.01, -300.0, 40.0])
    return [
        *ordinary,
        far_apart,
        (np.array([0.5, 0.25, 0.25]), np.array([4, 0, -2])),
        (np.array([0.25, 0.25, 0.25, 0.25]), np.array([1.0, 2.0, -5.0, 0.5])),  # here any mean is the same
        (np.array([0.7, 0.1, 0.2]), np.array([-3.0, -3.0, -3.0])),  # nothing to gain
        (np.array([0.2, 0.8]), np.array([0.0, -0.02])),
        (np.array([0.999, 0.0004, 0.0006]), np.array([5.0, 200.0, -100.0])),
        (np.array([1.0]), np.array([3.0])),
        (np.array([1.0]), np.array([-2])),
    ]


def _row(rng: np.random.Generator) -> Inputs:
    (n,) = sizes(rng, 1)
    return softmax(rng.normal(size=n)), table(rng, 1, n)[0]


def _d_scores(p: Array, d_p: Array) -> Array:
    return p * (d_p - p @ d_p)


def _slopes(p: Array) -> Array:
    return np.diag(p) - np.outer(p, p)


THROUGH_SOFTMAX = FunctionExercise(
    name="through softmax",
    notebook=6,
    call="your_d_scores(weights, d_weights)",
    right=_d_scores,
    example=lambda: (np.array([0.5, 0.3, 0.2]), np.array([1.0, -1.0, 2.0])),
    edges=_rows,
    drawn=_row,
    mistakes={
        "no coupling": lambda p, d_p: p * d_p,
        "plain mean": [
            lambda p, d_p: p * (d_p - d_p.mean()),
            lambda p, d_p: d_p - d_p.mean(),
        ],
        "sum": [
            lambda p, d_p: p * (d_p - d_p.sum()),
            lambda p, d_p: d_p - d_p.sum(),
        ],
        "mean of the products": lambda p, d_p: p * (d_p - (p * d_p).mean()),
        "not multiplied by the weights": lambda p, d_p: d_p - p @ d_p,
        "only the mean multiplied": lambda p, d_p: d_p - p * (p @ d_p),
        "multiplied twice": lambda p, d_p: p * _d_scores(p, d_p),
        "divided": lambda p, d_p: (d_p - p @ d_p) / p,
        "brackets": lambda p, d_p: p * d_p - p @ d_p,
        "only what is taken away": [
            lambda p, d_p: -p * (p @ d_p),
            lambda p, d_p: p * (p @ d_p),
        ],
        "sign": lambda p, d_p: -_d_scores(p, d_p),
        "added": lambda p, d_p: p * (d_p + p @ d_p),
        "only itself": lambda p, d_p: p * (1 - p) * d_p,
        "no derivatives": lambda p, d_p: p * (1 - p),
        "without itself": lambda p, d_p: p * (p * d_p - p @ d_p),
        "last one only": lambda p, d_p: _slopes(p)[:, -1] * d_p[-1],
        "no outer product": [
            lambda p, d_p: (np.diag(p) - p @ p) @ d_p,
            lambda p, d_p: (np.diag(p) - p * p) @ d_p,
        ],
        "table": lambda p, d_p: _slopes(p),
        "products not added": [
            lambda p, d_p: _slopes(p) * d_p,
            lambda p, d_p: _slopes(p) * d_p[:, None],
        ],
        "roles exchanged": lambda p, d_p: d_p * (p - p @ d_p),
        "softmax again": lambda p, d_p: _d_scores(softmax(p), d_p),
        "softmax of derivatives": [
            lambda p, d_p: softmax(d_p),
            lambda p, d_p: _d_scores(p, softmax(d_p)),
            lambda p, d_p: _d_scores(softmax(d_p), d_p),
            lambda p, d_p: softmax(_d_scores(p, d_p)),
            lambda p, d_p: p * softmax(d_p),
        ],
    },
)

ENOUGH = 0.75  # so much of the new sentences the notebook asks for
BY_HEART = 0.98  # of the sentences that it has learned from


class _Learned(NamedTuple):
    """What a head is like after 30 steps."""

    held_out: float  # the part of the new sentences that is right
    accuracy: float  # the part of the sentences that it has learned from
    loss: float
    highest: float  # of all losses on the way


FAR_TOO_LARGE = _Learned(0.0, 0.0, np.inf, np.inf)


@lru_cache(maxsize=1)
def _sentences() -> tuple[Batch, Batch]:
    """Those of the notebook: to learn from, and with new words."""
    learn = three_questions(np.random.default_rng(100), 400)
    test = three_questions(np.random.default_rng(101), 400, TEST)
    return learn["farm or wild"].batch, test["farm or wild"].batch


@lru_cache(maxsize=64)
def _learned(rate: float) -> _Learned:
    """What 30 steps make of the head. Asked for more than once."""
    learn, test = _sentences()
    start = new_head(np.random.default_rng(3), d_model=50, d_k=8, n_classes=2)
    try:
        moments = list(train(start, learn, Adam(rate), 30, every=1))
        chosen = forward(moments[-1].parameters, test).logits.argmax(axis=-1)
    except ValueError:  # it says that the numbers have become too large
        return FAR_TOO_LARGE
    losses = [abs(moment.loss) for moment in moments]  # no minus before a 0
    return _Learned(float(np.mean(chosen == test.y)), moments[-1].accuracy, losses[-1], max(losses))


def _enough(rate: Array) -> bool:
    return _learned(float(rate)).held_out > ENOUGH


def _outcome(rate: Array) -> dict[str, Any]:
    end = _learned(float(rate))
    cases = {
        "no number": np.isinf(end.loss),
        "above 1000": end.loss >= 1000,
        "by heart": end.accuracy > BY_HEART,
    }
    case = next((name for name, so in cases.items() if so), "else")
    return {**end._asdict(), "case": case}


LEARNING_RATE = DesignExercise(
    name="learning rate",
    notebook=6,
    shape=(),
    conditions={
        "not above 0": lambda rate: rate > 0,
        "too small": lambda rate: _enough(rate) or rate > 0.1,
        "too large": _enough,
    },
    tells=_outcome,
)

EXERCISES: tuple[Exercise, ...] = (THROUGH_SOFTMAX, LEARNING_RATE)
