"""Exercises of notebook 03: scores from separate queries and keys, and the whole of attention."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.examples import FOUR_X
from helpers.exercises.cases import sizes, table
from helpers.exercises.kinds import Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs

# n, d_model, d_k, d_v. Some mistakes give an error unless two of these are equal.
SHAPES = (
    *((5, 3, 6, 2), (6, 7, 3, 5), (1, 3, 4, 2), (4, 3, 1, 2), (2, 3, 5, 4), (3, 2, 16, 5), (9, 1, 1, 1)),
    *((5, 4, 4, 2), (4, 3, 2, 3), (5, 4, 3, 3), (4, 5, 4, 6), (3, 3, 3, 3), (1, 2, 2, 2)),
)


def _of_sizes(rng: np.random.Generator, n: int, d_model: int, d_k: int, d_v: int) -> Inputs:
    """Drawn until no score is large: softmax written without taking away the largest shall pass, too."""
    scales = 0.3, 1.0, 1.0
    shapes = (n, d_model), (d_model, d_k), (d_model, d_k), (d_model, d_v)
    while True:
        inputs = tuple(table(rng, *shape, scales=scales) for shape in shapes)
        if np.abs(_scores(*inputs[:3])).max() < 60:
            return inputs


def _drawn(rng: np.random.Generator) -> Inputs:
    return _of_sizes(rng, *sizes(rng, 4))


def _edges() -> list[Inputs]:
    rng = np.random.default_rng(31)
    ordinary = [_of_sizes(rng, *shape) for shape in SHAPES]
    whole = [[[1, 0, 2], [0, 1, -1]], [[1, 0], [2, 1], [0, -1]], [[0, 1], [1, 1], [2, 0]], [[1], [3], [-2]]]
    far_apart = np.array([[9.5, 0.0, 1.0], [9.4, 0.1, 1.0], [0.01, 0.02, 0.0], [-6.0, 2.0, 0.5]])
    alike = np.array([[1.0, -0.5, 0.0], [1.0, -0.5, 0.0], [0.0, 0.0, 0.0], [-1.0, 0.5, 0.0]])
    others = [(X, *ordinary[0][1:]) for X in (far_apart, alike)]
    # Word 0 reads long words a little: with weights of 5e-5 and 1e-6.
    long_words = np.array([[3.0, 0.0, 0.0], [-0.3, 8.0, 0.0], [-1.5, 0.0, 7.0], [0.4, 5.0, 5.0]])
    little_read = long_words, 3**0.25 * np.eye(3), 3**0.25 * np.eye(3), np.eye(3)[:, [1, 2]]
    return [*ordinary, tuple(np.array(table) for table in whole), *others, little_read]


def _raw(X: Array, W_Q: Array, W_K: Array) -> Array:
    return (X @ W_Q) @ (X @ W_K).T


def _scores(X: Array, W_Q: Array, W_K: Array) -> Array:
    return _raw(X, W_Q, W_K) / np.sqrt(W_K.shape[1])


# Ways to divide that are wrong in both exercises: what the scores are divided by.
DIVISORS: dict[str, list[Callable[[Array, Array], Array | float]]] = {
    "unscaled": [lambda X, W: 1.0],
    "/ d_k": [lambda X, W: W.shape[1]],
    "/ sqrt(d_model)": [lambda X, W: np.sqrt(X.shape[1])],
    "/ d_model": [lambda X, W: X.shape[1]],
    "/ sqrt(n)": [lambda X, W: np.sqrt(len(X))],
    "half of d_k": [lambda X, W: W.shape[1] / 2, lambda X, W: W.shape[1] * 2],
    "always / 2": [lambda X, W: 2.0, lambda X, W: np.sqrt(3)],
    "always / sqrt(2)": [lambda X, W: np.sqrt(2)],
    "/ sqrt(size)": [lambda X, W: np.sqrt(len(X) * W.shape[1]), lambda X, W: np.sqrt(W.size)],
    "whole shape": [
        lambda X, W: np.sqrt([len(X), W.shape[1]]),
        lambda X, W: np.sqrt(X.shape),
        lambda X, W: np.sqrt(W.shape),
    ],
    "multiplied": [lambda X, W: 1 / np.sqrt(W.shape[1]), lambda X, W: 1 / W.shape[1]],
}


def _divided(by: Callable[[Array, Array], Array | float]) -> Callable[[Array, Array, Array], Array]:
    """Scores that are divided by something else."""
    return lambda X, W_Q, W_K: _raw(X, W_Q, W_K) / by(X, W_K)


def _of(change: Callable[[Array, Array, Array], Inputs]) -> list[Callable[[Array, Array, Array], Array]]:
    """The scores of other inputs; scaled, and not."""
    return [lambda *inputs: _scores(*change(*inputs)), lambda *inputs: _raw(*change(*inputs))]


def _cosines(X: Array, W_Q: Array, W_K: Array) -> Array:
    Q, K = X @ W_Q, X @ W_K
    lengths = np.linalg.norm(Q, axis=1)[:, None] * np.linalg.norm(K, axis=1)
    return np.asarray(Q @ K.T / lengths)


SEPARATE_SCORES = FunctionExercise(
    name="separate scores",
    notebook=3,
    call="your_scores(X, W_Q, W_K)",
    right=_scores,
    example=lambda: (FOUR_X, np.array([[-1.0, 1.0], [-3.0, 0.0]]), np.eye(2)),
    edges=lambda: [inputs[:3] for inputs in _edges()],
    drawn=lambda rng: _drawn(rng)[:3],
    mistakes={
        **{name: [_divided(by) for by in ways] for name, ways in DIVISORS.items()},
        "Q and K swapped": lambda X, W_Q, W_K: _scores(X, W_K, W_Q),
        "swapped, unscaled": lambda X, W_Q, W_K: _raw(X, W_K, W_Q),
        "W_Q twice": _of(lambda X, W_Q, W_K: (X, W_Q, W_Q)),
        "W_K twice": _of(lambda X, W_Q, W_K: (X, W_K, W_K)),
        "no W_Q": [
            lambda X, W_Q, W_K: X @ (X @ W_K).T / np.sqrt(W_K.shape[1]),
            lambda X, W_Q, W_K: X @ (X @ W_K).T,
        ],
        "no W_K": [
            lambda X, W_Q, W_K: (X @ W_Q) @ X.T / np.sqrt(W_K.shape[1]),
            lambda X, W_Q, W_K: (X @ W_Q) @ X.T,
        ],
        "no matrices": lambda X, W_Q, W_K: X @ X.T,
        "no matrices, scaled": [
            lambda X, W_Q, W_K: X @ X.T / np.sqrt(X.shape[1]),
            lambda X, W_Q, W_K: X @ X.T / np.sqrt(W_K.shape[1]),
        ],
        "W_Q turned": _of(lambda X, W_Q, W_K: (X, W_Q.T, W_K)),
        "W_K turned": _of(lambda X, W_Q, W_K: (X, W_Q, W_K.T)),
        "both turned": _of(lambda X, W_Q, W_K: (X, W_Q.T, W_K.T)),
        "Q.T @ K": [
            lambda X, W_Q, W_K: (X @ W_Q).T @ (X @ W_K) / np.sqrt(W_K.shape[1]),
            lambda X, W_Q, W_K: (X @ W_Q).T @ (X @ W_K),
        ],
        "Q * K": [
            lambda X, W_Q, W_K: (X @ W_Q) * (X @ W_K) / np.sqrt(W_K.shape[1]),
            lambda X, W_Q, W_K: (X @ W_Q) * (X @ W_K),
        ],
        "own key only": [
            lambda X, W_Q, W_K: np.diag(_scores(X, W_Q, W_K)),
            lambda X, W_Q, W_K: np.diag(_raw(X, W_Q, W_K)),
        ],
        "cosines": [_cosines, lambda X, W_Q, W_K: _cosines(X, W_Q, W_K) / np.sqrt(W_K.shape[1])],
        "weights": [
            lambda X, W_Q, W_K: softmax(_scores(X, W_Q, W_K)),
            lambda X, W_Q, W_K: softmax(_scores(X, W_Q, W_K), axis=0),
        ],
        "weights, unscaled": lambda X, W_Q, W_K: softmax(_raw(X, W_Q, W_K)),
    },
)


def _cat() -> Inputs:
    words = np.array([[1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0], [1.0, 1.0, 1.0, 1.0]])
    return words, np.eye(4), np.eye(4), np.eye(4)


def _attention(X: Array, W_Q: Array, W_K: Array, W_V: Array) -> Array:
    return softmax(_scores(X, W_Q, W_K)) @ X @ W_V


def _unscaled(X: Array, W_Q: Array, W_K: Array, W_V: Array) -> Array:
    return softmax(_raw(X, W_Q, W_K)) @ X @ W_V


Attention = Callable[[Array, Array, Array, Array], Array]


def _reading(scores: Callable[[Array, Array, Array], Array]) -> Attention:
    """Attention with other scores."""
    return lambda X, W_Q, W_K, W_V: softmax(scores(X, W_Q, W_K)) @ X @ W_V


def _weighing(weights: Callable[[Array], Array]) -> Attention:
    """Attention in which the weights come from the scores in another way."""
    return lambda X, W_Q, W_K, W_V: weights(_scores(X, W_Q, W_K)) @ X @ W_V


def _weighing_both(weights: Callable[[Array], Array]) -> list[Attention]:
    """The same with scaled scores, and with raw ones."""
    return [_weighing(weights), lambda X, W_Q, W_K, W_V: weights(_raw(X, W_Q, W_K)) @ X @ W_V]


def _with(change: Callable[[Array, Array, Array, Array], Inputs]) -> list[Attention]:
    """Attention of other inputs; scaled, and not."""
    return [lambda *inputs: _attention(*change(*inputs)), lambda *inputs: _unscaled(*change(*inputs))]


def _of_whole_table(scores: Array) -> Array:
    return softmax(scores.ravel()).reshape(scores.shape)


def _sums_as_a_row(scores: Array) -> Array:
    """The sums lie along the columns that they divide: what is left out is `keepdims=True`."""
    e = np.exp(scores)
    return np.asarray(e / e.sum(axis=1))


def _sums_as_a_row_largest_first(scores: Array) -> Array:
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(e / e.sum(axis=1))


def _largest_and_sums_as_a_row(scores: Array) -> Array:
    e = np.exp(scores - scores.max(axis=1))
    return np.asarray(e / e.sum(axis=1))


def _never_itself(scores: Array, never: float) -> Array:
    return softmax(np.where(np.eye(len(scores), dtype=bool), never, scores))


def _only_before(scores: Array) -> Array:
    return softmax(np.where(np.tri(len(scores), dtype=bool), scores, -np.inf))


ATTENTION = FunctionExercise(
    name="attention",
    notebook=3,
    call="your_attention(X, W_Q, W_K, W_V)",
    right=_attention,
    example=_cat,
    edges=_edges,
    drawn=_drawn,
    mistakes={
        **{name: [_reading(_divided(by)) for by in ways] for name, ways in DIVISORS.items()},
        "/ sqrt(d_v)": lambda X, W_Q, W_K, W_V: softmax(_raw(X, W_Q, W_K) / np.sqrt(W_V.shape[1])) @ X @ W_V,
        "root after softmax": lambda X, W_Q, W_K, W_V: _unscaled(X, W_Q, W_K, W_V) / np.sqrt(W_K.shape[1]),
        "root twice": lambda X, W_Q, W_K, W_V: _attention(X, W_Q, W_K, W_V) / np.sqrt(W_K.shape[1]),
        "weights.T @ V": _weighing_both(lambda scores: softmax(scores).T),
        "wrong axis": _weighing_both(lambda scores: softmax(scores, axis=0)),
        "whole table": _weighing_both(_of_whole_table),
        "sums as a row": [
            _weighing(_sums_as_a_row),
            _weighing(_sums_as_a_row_largest_first),
            _weighing(_largest_and_sums_as_a_row),
        ],
        "Q and K swapped": lambda X, W_Q, W_K, W_V: _attention(X, W_K, W_Q, W_V),
        "swapped, unscaled": lambda X, W_Q, W_K, W_V: _unscaled(X, W_K, W_Q, W_V),
        "W_Q twice": _with(lambda X, W_Q, W_K, W_V: (X, W_Q, W_Q, W_V)),
        "W_K twice": _with(lambda X, W_Q, W_K, W_V: (X, W_K, W_K, W_V)),
        "W_V twice": lambda X, W_Q, W_K, W_V: _attention(X, W_Q, W_K, W_V) @ W_V,
        "no W_V": [
            lambda X, W_Q, W_K, W_V: softmax(_scores(X, W_Q, W_K)) @ X,
            lambda X, W_Q, W_K, W_V: softmax(_raw(X, W_Q, W_K)) @ X,
        ],
        "no matrices": [
            lambda X, W_Q, W_K, W_V: softmax(X @ X.T / np.sqrt(X.shape[1])) @ X,
            lambda X, W_Q, W_K, W_V: softmax(X @ X.T / np.sqrt(W_K.shape[1])) @ X,
            lambda X, W_Q, W_K, W_V: softmax(X @ X.T) @ X,
        ],
        "only W_V": [
            lambda X, W_Q, W_K, W_V: softmax(X @ X.T / np.sqrt(X.shape[1])) @ X @ W_V,
            lambda X, W_Q, W_K, W_V: softmax(X @ X.T / np.sqrt(W_K.shape[1])) @ X @ W_V,
            lambda X, W_Q, W_K, W_V: softmax(X @ X.T) @ X @ W_V,
        ],
        "W_Q turned": lambda X, W_Q, W_K, W_V: _attention(X, W_Q.T, W_K, W_V),
        "W_K turned": lambda X, W_Q, W_K, W_V: _attention(X, W_Q, W_K.T, W_V),
        "W_V turned": lambda X, W_Q, W_K, W_V: _attention(X, W_Q, W_K, W_V.T),
        "all turned": lambda X, W_Q, W_K, W_V: _attention(X, W_Q.T, W_K.T, W_V.T),
        "keys passed on": _with(lambda X, W_Q, W_K, W_V: (X, W_Q, W_K, W_K)),
        "queries passed on": _with(lambda X, W_Q, W_K, W_V: (X, W_Q, W_K, W_Q)),
        "Q and V exchanged": _with(lambda X, W_Q, W_K, W_V: (X, W_V, W_K, W_Q)),
        "K and V exchanged": _with(lambda X, W_Q, W_K, W_V: (X, W_Q, W_V, W_K)),
        "itself left out": [
            _weighing(lambda scores: _never_itself(scores, -np.inf)),
            _weighing(lambda scores: _never_itself(scores, -1e9)),
            _weighing(lambda scores: softmax(scores) * (1 - np.eye(len(scores)))),
        ],
        "causal mask": [
            *_weighing_both(_only_before),
            _weighing(lambda scores: np.tril(softmax(scores))),
        ],
        "old vectors added": [
            lambda X, W_Q, W_K, W_V: X + _attention(X, W_Q, W_K, W_V),
            lambda X, W_Q, W_K, W_V: X @ W_V + _attention(X, W_Q, W_K, W_V),
        ],
        "no softmax": _weighing_both(lambda scores: scores),
        "shares without exp": _weighing(lambda scores: scores / scores.sum(axis=1, keepdims=True)),
        "exp alone": _weighing(np.exp),
        "softmax twice": [
            _weighing(lambda scores: softmax(softmax(scores))),
            lambda X, W_Q, W_K, W_V: softmax(_attention(X, W_Q, W_K, W_V)),
        ],
        "softmax round all": [
            lambda X, W_Q, W_K, W_V: softmax(_scores(X, W_Q, W_K) @ X @ W_V),
            lambda X, W_Q, W_K, W_V: softmax(_raw(X, W_Q, W_K) @ X @ W_V),
        ],
        "argmax": lambda X, W_Q, W_K, W_V: (X @ W_V)[_scores(X, W_Q, W_K).argmax(axis=-1)],
        "mean of the values": _weighing(lambda scores: np.full(scores.shape, 1 / len(scores))),
        "sum of the values": _weighing(np.ones_like),
        "weights": [
            lambda X, W_Q, W_K, W_V: softmax(_scores(X, W_Q, W_K)),
            lambda X, W_Q, W_K, W_V: softmax(_raw(X, W_Q, W_K)),
        ],
        "scores": [
            lambda X, W_Q, W_K, W_V: _scores(X, W_Q, W_K),
            lambda X, W_Q, W_K, W_V: _raw(X, W_Q, W_K),
        ],
        "values": lambda X, W_Q, W_K, W_V: X @ W_V,
    },
)

EXERCISES: tuple[Exercise, ...] = (SEPARATE_SCORES, ATTENTION)
