"""Exercises of notebook 02: attention for one word, for all words, and a vector made to be read."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.judging import Condition, DesignExercise, Exercise, FunctionExercise, Inputs, Mistake


def _sentences_and_places() -> list[Inputs]:
    rng = np.random.default_rng(2)
    example = np.array([[1.50, 0.35], [0.95, 0.90], [0.55, -0.75]])
    return [(example, 1), (rng.normal(size=(5, 3)), 4), (rng.normal(size=(4, 6)) / 2, 0)]


def _attend(X: Array) -> Array:
    return softmax(X @ X.T) @ X


def _without_itself(X: Array, i: int) -> Array:
    others = np.delete(X, i, axis=0)
    return softmax(others @ X[i]) @ others


ONE_TOKEN = FunctionExercise(
    name="one token",
    notebook=2,
    hints=(
        "Three steps: a score for each word, softmax, the weighted sum. `X[i]` is the word that asks.",
        "All scores at once are `X @ X[i]`: one number for each row of `X`.",
        "`weights = softmax(X @ X[i])`; the new vector is `weights @ X`.",
    ),
    call="attend_one(X, i)",
    right=lambda X, i: _attend(X)[i],
    inputs=_sentences_and_places,
    mistakes=(
        Mistake(
            "no softmax",
            "You mix the words by their scores. These do not sum to 1, and some are below 0. "
            "Use `softmax` first.",
            lambda X, i: (X @ X[i]) @ X,
        ),
        Mistake(
            "always the same word",
            "Word 1 asks, whatever `i` is. The word that asks is `X[i]`.",
            lambda X, i: _attend(X)[1],
        ),
        Mistake(
            "argmax",
            "You take the vector of the word with the largest score. Attention mixes all words.",
            lambda X, i: X[np.argmax(X @ X[i])],
        ),
        Mistake(
            "plain average",
            "Every word has the same weight here. The weights come from the scores `X @ X[i]`.",
            lambda X, i: X.mean(axis=0),
        ),
        Mistake(
            "without itself",
            "You left the asking word out. In attention a word also reads itself.",
            _without_itself,
        ),
        Mistake(
            "weights",
            "These are the weights. One step is missing: the weighted sum of the rows of `X`.",
            lambda X, i: softmax(X @ X[i]),
        ),
        Mistake(
            "scores",
            "These are the scores. Softmax and the weighted sum are missing.",
            lambda X, i: X @ X[i],
        ),
        Mistake(
            "all words",
            "These are the new vectors of all words. Return only that of word `i`.",
            lambda X, i: _attend(X),
        ),
        Mistake(
            "scaled",
            "You divide the scores by a root. That comes later; here the scores are plain dot products.",
            lambda X, i: softmax(X @ X[i] / np.sqrt(X.shape[1])) @ X,
        ),
    ),
)


def _sentences() -> list[Inputs]:
    return [(X,) for X, _ in _sentences_and_places()]


ALL_TOKENS = FunctionExercise(
    name="all tokens",
    notebook=2,
    hints=(
        "It is one line. Follow the shapes: (n, d) @ (d, n) is (n, n), and (n, n) @ (n, d) is (n, d).",
        "The scores are `X @ X.T`. `softmax` turns each row of them into weights.",
        "`softmax(X @ X.T)`, and then `@ X`.",
    ),
    call="attend_all(X)",
    right=_attend,
    inputs=_sentences,
    mistakes=(
        Mistake(
            "weights.T @ X",
            "Your weights are turned round: row i should hold what word i reads, and sum to 1. "
            "Take softmax along `axis=-1`, and do not transpose the weights.",
            lambda X: softmax(X @ X.T).T @ X,
        ),
        Mistake(
            "no softmax",
            "You mix by the scores themselves. Turn them into weights with `softmax` first.",
            lambda X: X @ X.T @ X,
        ),
        Mistake(
            "argmax",
            "Each word takes the vector of one word only. Attention mixes all words by their weights.",
            lambda X: X[np.argmax(X @ X.T, axis=-1)],
        ),
        Mistake(
            "whole table",
            "All weights together sum to 1. Each row should: softmax goes along `axis=-1`.",
            lambda X: softmax((X @ X.T).reshape(-1)).reshape(len(X), len(X)) @ X,
        ),
        Mistake(
            "weights",
            "These are the weights, of shape (n, n). Multiply them with `X`.",
            lambda X: softmax(X @ X.T),
        ),
        Mistake(
            "X.T @ X",
            "`X.T @ X` compares the columns of `X`, not its words. The scores of words are `X @ X.T`.",
            lambda X: X @ softmax(X.T @ X),
        ),
        Mistake(
            "scaled",
            "You divide the scores by a root. That comes later; here the scores are plain dot products.",
            lambda X: softmax(X @ X.T / np.sqrt(X.shape[1])) @ X,
        ),
    ),
)


def _money_reads(grows: Array) -> Array:
    X = np.array([[1.50, 0.35], [0.95, 0.90], grows])
    return softmax(X[0] @ X.T)


def _said(grows: Array) -> str:
    itself, bank, other = _money_reads(grows)
    return f"`money` reads itself {itself:.2f}, `bank` {bank:.2f} and `grows` {other:.2f}."


DESIGN = DesignExercise(
    name="read by design",
    notebook=2,
    hints=(
        "The largest dot product gets the largest weight. With itself that is the squared length.",
        "A dot product grows when a vector points the same way, and when it is longer.",
        "Point `grows` the way of `money`, and make it longer than `money`.",
    ),
    shape=(2,),
    conditions=(
        Condition("infinity", "Take ordinary numbers.", lambda grows: np.isfinite(grows).all()),
        Condition(
            "away from it",
            lambda grows: f"{_said(grows)} Your vector does not point the way of `money` at all.",
            lambda grows: grows @ np.array([1.50, 0.35]) > 0,
        ),
        Condition(
            "too short",
            lambda grows: (
                f"{_said(grows)} The dot product with `money` is still too small: "
                "turn it towards `money`, or make it longer."
            ),
            lambda grows: _money_reads(grows).argmax() == 2,
        ),
    ),
)

EXERCISES: tuple[Exercise, ...] = (ONE_TOKEN, ALL_TOKENS, DESIGN)
