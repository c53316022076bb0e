"""Exercises of notebook 06: back through softmax, and how long the steps downhill should be."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.exercises.kinds import DesignExercise, Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs
from helpers.learning import TEST, Adam, Batch, new_head, three_questions, train


def _rows() -> list[Inputs]:
    rng = np.random.default_rng(7)
    example = (np.array([0.5, 0.3, 0.2]), np.array([1.0, -1.0, 2.0]))
    return [example, *((softmax(rng.normal(size=n)), 2 * rng.normal(size=n)) for n in (5, 8))]


def _d_scores(p: Array, d_p: Array) -> Array:
    return p * (d_p - p @ d_p)


THROUGH_SOFTMAX = FunctionExercise(
    name="through softmax",
    notebook=6,
    call="your_d_scores(weights, d_weights)",
    right=_d_scores,
    inputs=_rows,
    mistakes={
        "no coupling": lambda p, d_p: p * d_p,
        "plain mean": lambda p, d_p: p * (d_p - d_p.mean()),
        "not multiplied by the weights": lambda p, d_p: d_p - p @ d_p,
        "brackets": lambda p, d_p: p * d_p - p @ d_p,
        "sign": lambda p, d_p: -_d_scores(p, d_p),
        "added": lambda p, d_p: p * (d_p + p @ d_p),
        "only itself": lambda p, d_p: p * (1 - p) * d_p,
        "table": lambda p, d_p: np.diag(p) - np.outer(p, p),
        "softmax again": lambda p, d_p: _d_scores(softmax(p), d_p),
    },
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


def _outcome(rate: Array) -> dict[str, Any]:
    held_out, loss = _learned(float(rate))
    cases = {"no number": np.isinf(loss), "above 1000": loss >= 1000, "by heart": loss < 0.05}
    case = next((name for name, so in cases.items() if so), "else")
    return {"loss": loss, "held_out": held_out, "case": case}


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
