"""Exercises of notebook 02: attention for one word, for all words, and a vector made to be read."""

from __future__ import annotations

from typing import Any

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.examples import MONEY_X
from helpers.exercises.kinds import DesignExercise, Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs


def _sentences_and_places() -> list[Inputs]:
    rng = np.random.default_rng(2)
    return [(MONEY_X, 1), (rng.normal(size=(5, 3)), 4), (rng.normal(size=(4, 6)) / 2, 0)]


def _attend(X: Array) -> Array:
    return softmax(X @ X.T) @ X


def _without_itself(X: Array, i: int) -> Array:
    others = np.delete(X, i, axis=0)
    return softmax(others @ X[i]) @ others


ONE_TOKEN = FunctionExercise(
    name="one token",
    notebook=2,
    call="attend_one(X, i)",
    right=lambda X, i: _attend(X)[i],
    inputs=_sentences_and_places,
    mistakes={
        "no softmax": lambda X, i: (X @ X[i]) @ X,
        "always the same word": lambda X, i: _attend(X)[1],
        "argmax": lambda X, i: X[np.argmax(X @ X[i])],
        "plain average": lambda X, i: X.mean(axis=0),
        "without itself": _without_itself,
        "weights": lambda X, i: softmax(X @ X[i]),
        "scores": lambda X, i: X @ X[i],
        "all words": lambda X, i: _attend(X),
        "scaled": lambda X, i: softmax(X @ X[i] / np.sqrt(X.shape[1])) @ X,
    },
)


def _sentences() -> list[Inputs]:
    return [(X,) for X, _ in _sentences_and_places()]


ALL_TOKENS = FunctionExercise(
    name="all tokens",
    notebook=2,
    call="attend_all(X)",
    right=_attend,
    inputs=_sentences,
    mistakes={
        "weights.T @ X": lambda X: softmax(X @ X.T).T @ X,
        "no softmax": lambda X: X @ X.T @ X,
        "argmax": lambda X: X[np.argmax(X @ X.T, axis=-1)],
        "whole table": lambda X: softmax((X @ X.T).reshape(-1)).reshape(len(X), len(X)) @ X,
        "weights": lambda X: softmax(X @ X.T),
        "X.T @ X": lambda X: X @ softmax(X.T @ X),
        "scaled": lambda X: softmax(X @ X.T / np.sqrt(X.shape[1])) @ X,
    },
)


def _money_reads(grows: Array) -> Array:
    X = np.array([*MONEY_X[:2], grows])
    return softmax(X[0] @ X.T)


def _shares(grows: Array) -> dict[str, Any]:
    return dict(zip(("itself", "bank", "grows"), _money_reads(grows), strict=True))


DESIGN = DesignExercise(
    name="read by design",
    notebook=2,
    shape=(2,),
    conditions={
        "infinity": lambda grows: np.isfinite(grows).all(),
        "away from it": lambda grows: grows @ MONEY_X[0] > 0,
        "too short": lambda grows: _money_reads(grows).argmax() == 2,
    },
    tells=_shares,
)

EXERCISES: tuple[Exercise, ...] = (ONE_TOKEN, ALL_TOKENS, DESIGN)
