"""Exercises of notebook 02: attention for one word, for all words, and a vector made to be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.examples import MONEY_X
from helpers.exercises.cases import sizes, table
from helpers.exercises.kinds import DesignExercise, Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs

Makes = Callable[[Array], Array]


def _sentences_and_places() -> list[Inputs]:
    # No dot product is above 600: whoever writes softmax by hand, as part 3 first does, is right here, too.
    far_apart = np.array([[20.0, 0.0, 1.0], [0.01, 0.02, 0.0], [-20.0, 5.0, 0.5], [1.0, 1.0, 1.0]])
    equal_words = np.array([[1.0, 0.5], [-0.5, 1.0], [1.0, 0.5], [0.3, -0.2], [1.0, 0.5]])
    equal_scores = np.array([[1.0, 0.0], [2.0, 1.0], [2.0, -1.0], [0.5, 3.0]])
    square = np.array([[0.5, -1.0, 0.25], [1.5, 0.5, -0.5], [0.0, 0.0, 0.0]])
    # Word 0 reads long words a little: 5e-5 and 1e-6. Then two large scores that differ, and many words.
    little_read = np.array([[3.0, 0.0, 0.0], [-0.3, 8.0, 0.0], [-1.5, 0.0, 7.0], [0.4, 5.0, 5.0]])
    large = np.array([[24.0, 0.0], [23.9, 0.0], [0.0, 1.0]])
    nine_words = np.round(np.random.default_rng(9).normal(size=(9, 3)) / 2, 2)
    return [
        (far_apart, 0),
        (far_apart / 10, 2),
        (np.array([[1, 0], [0, 1], [1, 1], [0, -1], [-1, 1]]), 3),
        (np.array([[0.5, -1.0, 2.0]]), 0),
        (np.array([[1.0], [-0.5], [0.2]]), 2),
        (equal_words, 2),
        (equal_scores, 0),
        (square, 0),
        (square, 2),
        (np.array([[-0.75]]), 0),
        (np.array([[0.2, 0.1], [0.4, -0.3], [0.1, 0.6], [-0.5, 0.2]]), 3),
        (little_read, 0),
        (large, 1),
        (nine_words, 8),
    ]


def _sentence_and_place(rng: np.random.Generator) -> Inputs:
    n, d = sizes(rng, 2)
    return table(rng, n, d, scales=(0.3, 1.0, 1.0, 2.0)), int(rng.integers(n))


# --- what people do to all words, and so to one -----------------------------------------------------


def _attend(X: Array) -> Array:
    return softmax(X @ X.T) @ X


def _from(change: Makes) -> Makes:
    """Attention in which something else is done to the scores before softmax."""
    return lambda X: softmax(change(X @ X.T)) @ X


def _mixed(weigh: Makes) -> Makes:
    """Other weights, made from the scores in another way than by softmax."""
    return lambda X: weigh(X @ X.T) @ X


def _shares(numbers: Array) -> Array:
    return numbers / numbers.sum(axis=-1, keepdims=True)


def _directions(X: Array) -> Array:
    return X / np.linalg.norm(X, axis=-1, keepdims=True)


def _directions_or_zero(X: Array) -> Array:
    lengths = np.linalg.norm(X, axis=-1, keepdims=True)
    return X / np.where(lengths == 0, 1, lengths)


def _distances(X: Array) -> Array:
    return np.linalg.norm(X[:, None, :] - X[None, :, :], axis=-1)


def _others(X: Array) -> NDArray[np.bool_]:
    """True where another word is read."""
    return ~np.eye(len(X), dtype=bool)


def _different(X: Array) -> NDArray[np.bool_]:
    """True where a word of other numbers is read."""
    return np.greater(_distances(X), 0)


def _only(readable: Callable[[Array], NDArray[np.bool_]]) -> Makes:
    """Attention with the rest at minus infinity."""
    return lambda X: softmax(np.where(readable(X), X @ X.T, -np.inf)) @ X


def _cut_out(X: Array) -> Array:
    if len(X) == 1:
        raise ValueError("no word is left")
    return _only(_others)(X)


def _up_to_itself(X: Array) -> NDArray[np.bool_]:
    return np.tril(np.ones((len(X), len(X)), dtype=bool))


def _before_itself(X: Array) -> NDArray[np.bool_]:
    return np.tril(np.ones((len(X), len(X)), dtype=bool), -1)


def _is_largest(scores: Array) -> Array:
    return (scores == scores.max(axis=-1, keepdims=True)).astype(float)


def _whole_table(X: Array) -> Array:
    return softmax((X @ X.T).reshape(-1)).reshape(len(X), len(X)) @ X


DIVISORS: Sequence[Callable[[Array], float]] = (
    lambda X: np.sqrt(X.shape[1]),
    lambda X: X.shape[1],
    lambda X: np.sqrt(len(X)),
    lambda X: len(X),
    lambda X: 2,
    lambda X: 3,
    lambda X: 10,
    lambda X: 0.5,
    lambda X: np.sqrt(2),
    lambda X: np.sqrt(3),
    lambda X: -1,
)


def _divided(by: Callable[[Array], float]) -> Makes:
    return lambda X: softmax(X @ X.T / by(X)) @ X


OF_ALL_WORDS: dict[str, list[Makes]] = {
    "unchanged": [lambda X: X],
    "no softmax": [lambda X: X @ X.T @ X],
    "no exp": [_mixed(_shares), _mixed(lambda scores: _shares(np.abs(scores)))],
    "no division": [_mixed(np.exp), _mixed(lambda s: np.exp(s - s.max(axis=-1, keepdims=True)))],
    "softmax twice": [_from(softmax)],
    "softmax too early": [
        lambda X: softmax(X) @ X.T @ X,
        lambda X: softmax(X) @ softmax(X).T @ X,
        lambda X: softmax(softmax(X) @ softmax(X).T) @ X,
        lambda X: softmax(softmax(X) @ X.T) @ X,
    ],
    "softmax too late": [lambda X: softmax(X @ X.T @ X)],
    "softmax at the end, too": [lambda X: softmax(_attend(X))],
    "attention twice": [lambda X: _attend(_attend(X)), lambda X: softmax(X @ X.T) @ _attend(X)],
    "cosines": [
        *(lambda X, u=u: softmax(u(X) @ u(X).T) @ X for u in (_directions, _directions_or_zero)),
        *(lambda X, u=u: softmax(u(X) @ u(X).T) @ u(X) for u in (_directions, _directions_or_zero)),
        *(lambda X, u=u: softmax(u(X) @ X.T) @ X for u in (_directions, _directions_or_zero)),
        *(lambda X, u=u: softmax(X @ u(X).T) @ X for u in (_directions, _directions_or_zero)),
        *(lambda X, u=u: softmax(X @ X.T) @ u(X) for u in (_directions, _directions_or_zero)),
    ],
    "distances": [
        lambda X: softmax(-_distances(X)) @ X,
        lambda X: softmax(_distances(X)) @ X,
        lambda X: softmax(-(_distances(X) ** 2)) @ X,
        lambda X: softmax(-(_distances(X) ** 2) / 2) @ X,
        lambda X: _shares(1 / (1 + _distances(X))) @ X,
    ],
    "scaled": [_divided(by) for by in DIVISORS],
    "added to the old": [
        lambda X: X + _attend(X),
        lambda X: (X + _attend(X)) / 2,
        lambda X: _attend(X) - X,
    ],
    "without itself": [
        _cut_out,
        _only(_others),
        _only(_different),
        lambda X: (softmax(X @ X.T) * _others(X)) @ X,
        lambda X: softmax(X @ X.T * _others(X)) @ X,
    ],
    "only words before": [
        _only(_up_to_itself),
        _only(_before_itself),
        lambda X: np.tril(softmax(X @ X.T)) @ X,
        lambda X: softmax(np.tril(X @ X.T)) @ X,
    ],
    "argmax": [
        lambda X: X[np.argmax(X @ X.T, axis=-1)],
        _mixed(_is_largest),
        _mixed(lambda scores: _shares(_is_largest(scores))),
    ],
    "plain average": [lambda X: np.tile(X.mean(axis=0), (len(X), 1))],
    "plain sum": [lambda X: np.tile(X.sum(axis=0), (len(X), 1))],
    "whole table": [_whole_table],
}


# --- one word ---------------------------------------------------------------------------------------


def _one_of(makes: Makes) -> Callable[[Array, int], Array]:
    return lambda X, i: makes(X)[i]


def _weighted(X: Array, i: int) -> Array:
    return softmax(X @ X[i])[:, None] * X


ONE_TOKEN = FunctionExercise(
    name="one token",
    notebook=2,
    call="attend_one(X, i)",
    right=lambda X, i: _attend(X)[i],
    example=lambda: (MONEY_X, 1),
    edges=_sentences_and_places,
    drawn=_sentence_and_place,
    mistakes={
        **{name: [_one_of(makes) for makes in ways] for name, ways in OF_ALL_WORDS.items()},
        "only words before": [
            *(_one_of(makes) for makes in OF_ALL_WORDS["only words before"]),
            lambda X, i: softmax(X[:i] @ X[i]) @ X[:i],  # stops at i = 0
        ],
        "wrong axis": lambda X, i: (softmax(X @ X.T, axis=0) @ X)[i],
        "always the same word": [lambda X, i: _attend(X)[1], lambda X, i: X[1]],
        "another word": [
            lambda X, i: _attend(X)[0],
            lambda X, i: _attend(X)[-1],
            lambda X, i: _attend(X)[i - 1],
            lambda X, i: _attend(X)[i + 1],
            lambda X, i: X[i - 1],
            lambda X, i: X[0],
        ],
        "all words": [lambda X, i: _attend(X), lambda X, i: np.tile(_attend(X)[i], (len(X), 1))],
        "weights": lambda X, i: softmax(X @ X[i]),
        "scores": lambda X, i: X @ X[i],
        "not summed": _weighted,
        "mean for sum": lambda X, i: _weighted(X, i).mean(axis=0),
        "summed along the word": lambda X, i: _weighted(X, i).sum(axis=1),
        "weight of the asking word": lambda X, i: _weighted(X, i)[i],
    },
)


# --- all words --------------------------------------------------------------------------------------


def _sentences() -> list[Inputs]:
    return [(X,) for X, _ in _sentences_and_places()]


ALL_TOKENS = FunctionExercise(
    name="all tokens",
    notebook=2,
    call="attend_all(X)",
    right=_attend,
    example=lambda: (MONEY_X,),
    edges=_sentences,
    drawn=lambda rng: _sentence_and_place(rng)[:1],
    mistakes={
        **OF_ALL_WORDS,
        "weights.T @ X": lambda X: softmax(X @ X.T).T @ X,
        "one row for all": [
            lambda X: np.tile(_attend(X)[0], (len(X), 1)),
            lambda X: np.tile(_attend(X)[-1], (len(X), 1)),
        ],
        "weights": lambda X: softmax(X @ X.T),
        "scores": lambda X: X @ X.T,
        "X.T @ X": [lambda X: X @ softmax(X.T @ X), lambda X: X @ softmax(X.T @ X).T],
    },
)


# --- a vector made to be read -----------------------------------------------------------------------


def _money_reads(grows: Array) -> Array:
    X = np.array([*MONEY_X[:2], grows])
    return softmax(X[0] @ X.T)


def _alike(grows: Array) -> bool:
    """Does `money` read `grows` just as much as itself? Decimals are rounded, so nearly equal is equal."""
    money = MONEY_X[0]
    return bool(np.isclose(grows @ money, money @ money, rtol=1e-12, atol=0))


def _shares_of_money(grows: Array) -> dict[str, Any]:
    return dict(zip(("itself", "bank", "grows"), _money_reads(grows), strict=True))


DESIGN = DesignExercise(
    name="read by design",
    notebook=2,
    shape=(2,),
    conditions={
        "infinity": lambda grows: np.isfinite(grows).all(),
        "away from it": lambda grows: grows @ MONEY_X[0] > 0,
        "just as much": lambda grows: not _alike(grows),
        "too short": lambda grows: _money_reads(grows).argmax() == 2,
    },
    tells=_shares_of_money,
)

EXERCISES: tuple[Exercise, ...] = (ONE_TOKEN, ALL_TOKENS, DESIGN)
