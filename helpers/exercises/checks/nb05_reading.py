"""Exercises of notebook 05: weights that keep to a mask, and a head that reads the next word."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helpers.arrays import Array
from helpers.attention import attention_weights, causal_mask, softmax
from helpers.examples import CIRCLE
from helpers.exercises.cases import sizes, table
from helpers.exercises.kinds import DesignExercise, Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs, Makes

Mask = NDArray[np.bool_]
Divides = Callable[[Array], Array]  # a softmax: from masked scores to weights


def _scores_and_masks() -> list[Inputs]:
    rng = np.random.default_rng(12)
    ordinary = np.array([[2.0, 0.0, 1.0, 1.0], [0.0, 3.0, 1.0, -1.0], [1.0, 1.0, 2.0, 0.5]])
    # Each row breaks another softmax of one's own, and another number that is meant as "low".
    far_apart = [
        ([1.0, 1.0, 1000.0], "110"),
        ([-1000.0, -1001.0, 3.0], "110"),
        ([1000.0, -1000.0, 999.0], "011"),
        ([1000.0, -1000.0, 50.0], "110"),
        ([1000.0, 998.5, -1000.0], "110"),
    ]
    below, above = [-1000.0, -1001.5, -1000.0], [1000.0, 998.5, -3.0]
    # From a model that people use, with a mask of -100 000: the forbidden words got all the weight.
    real = [-110208.0, -110190.0, -110206.5, -110208.5, -110192.5, 0.0, 2.5, -110190.0]
    mixed = [[50.0, 1.0, 0.0, -50.0], [0.0, -2.0, 1.0, 0.0], [-0.5, 0.0, -1.0, 0.5], [3.0, 3.0, 3.0, 3.0]]
    return [
        (ordinary, _mask("1101 0110 1011")),
        (2 * rng.normal(size=(5, 4)), _mask("0111 1001 1101 0010 1110")),
        (np.round(2 * rng.normal(size=(4, 3))) - 60, _mask("110 011 101 010")),  # below many a "low" score
        (np.array([row for row, _ in far_apart]), _mask(" ".join(allowed for _, allowed in far_apart))),
        (np.array([below]), _mask("110")),
        (np.array([above, below]), _mask("111 110")),
        (np.array([real]), _mask("11111000")),
        (np.array([real, [1.0, 0.0, 2.0, 1.5, 0.5, -1.0, 0.0, 3.0]]), _mask("11111000 10011011")),
        (np.array(mixed), _mask("0111 1001 0011 1010")),
        (np.array([[1, 0, 2], [3, 0, -1]]), _mask("110 011")),
        (np.array([[0.5, 2.0, -1.0]]), _mask("101")),
        (np.array([[0.5], [2.0]]), _mask("1 1")),
        (np.zeros((3, 3)), _mask("111 111 111")),
        (np.zeros((2, 3)), _mask("110 011")),
        (np.full((2, 3), 2.5), _mask("101 010")),
        (np.array([[0.0, -7.6, -11.5, 3.0]]), _mask("1110")),  # allowed and small, yet not 0
        (np.array([[-111000.0, -111001.0, 0.0], [-111000.0, 1000.0, 0.0]]), _mask("110 100")),
    ]


def _mask(rows: str) -> Mask:
    return np.array([[letter == "1" for letter in row] for row in rows.split()])


def _scores_and_mask(rng: np.random.Generator) -> Inputs:
    n_q, n_k = sizes(rng, 2)
    mask = rng.random((n_q, n_k)) < 0.6
    mask[np.arange(n_q), rng.integers(n_k, size=n_q)] = True  # at least one word in each row
    return table(rng, n_q, n_k), mask


def _right(scores: Array, mask: Mask) -> Array:
    """Exactly 0 only where reading is forbidden: what is allowed and too small for a float stays above 0."""
    weights = attention_weights(scores, mask)
    return np.where(mask, np.maximum(weights, np.nextafter(0, 1)), weights)


# Where a whole slice is forbidden, a softmax of one's own gives nan, and that of the helpers zeros.


def _own(x: Array, axis: int = -1) -> Array:
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return np.asarray(e / e.sum(axis=axis, keepdims=True))


def _unshifted(x: Array, axis: int = -1) -> Array:
    e = np.exp(x)
    return np.asarray(e / e.sum(axis=axis, keepdims=True))


def _low(scores: Array, mask: Mask) -> Array:
    return np.where(mask, scores, -np.inf)


def _late(scores: Array, mask: Mask) -> Array:
    return softmax(scores) * mask


def _shared_again(scores: Array, mask: Mask) -> Array:
    late = _late(scores, mask)
    return np.asarray(late / late.sum(axis=-1, keepdims=True))


def _shared_again_beside(small: float) -> Makes:
    """A small number in the sum, so that nobody divides by 0."""
    return lambda scores, mask: (
        _late(scores, mask) / (_late(scores, mask).sum(axis=-1, keepdims=True) + small)
    )


def _unshifted_and_shared_again(scores: Array, mask: Mask) -> Array:
    late = _unshifted(scores) * mask
    return np.asarray(late / late.sum(axis=-1, keepdims=True))


def _replaced(low: float) -> Makes:
    return lambda scores, mask: softmax(np.where(mask, scores, low))


def _lowered(by: float) -> Makes:
    return lambda scores, mask: softmax(scores - by * ~mask)


def _below_the_lowest(by: float) -> Makes:
    return lambda scores, mask: softmax(np.where(mask, scores, scores.min() - by))


def _multiplied(by: float, divide: Divides) -> Makes:
    return lambda scores, mask: divide(np.where(mask, scores, scores * by))


def _every_zero(divide: Divides) -> Makes:
    return lambda scores, mask: divide(np.where(scores * mask == 0, -np.inf, scores))


def _columns(divide: Callable[..., Array]) -> Makes:
    return lambda scores, mask: divide(_low(scores, mask), axis=0)


def _inverted(scores: Array, mask: Mask, low: float = -np.inf, else_plain: bool = False) -> Array:
    weights = softmax(np.where(mask, low, scores))
    return np.where(mask.all(axis=-1, keepdims=True), softmax(scores), weights) if else_plain else weights


def _number_by_number(of_all: bool, zero_stops: bool) -> Makes:
    """With `math.exp`, which stops above 709; Python, unlike NumPy, does not divide by a sum of 0."""

    def makes(scores: Array, mask: Mask) -> Array:
        weights = _unshifted(_low(scores, mask))
        if scores[mask | of_all].max() > 709 or (zero_stops and not np.isfinite(weights).all()):
            raise OverflowError
        return weights

    return makes


def _one_largest(scores: Array, mask: Mask, largest: Any) -> Array:
    e = np.exp(scores - largest) * mask
    return np.asarray(e / e.sum(axis=-1, keepdims=True))


def _shared_by_all(scores: Array, mask: Mask) -> Array:
    return softmax(_low(scores, mask).ravel()).reshape(mask.shape)


def _causal(scores: Array) -> Mask:
    rows, columns = scores.shape
    return causal_mask(max(rows, columns))[:rows, :columns]


def _divided_by_a_root(scores: Array, mask: Mask, width: int | None = None) -> Array:
    return softmax(_low(scores, mask) / np.sqrt(width or scores.shape[-1]))


# Scores that are meant as low, and how much lower; those between look like one of them.
LOW = (
    *(-1, -2, -3, -4, -5, -7, -9, -10, -15, -20, -30, -50, -99, -999, -1000, -9999, -1e5),
    *(-110_953, -111_000, -111_001),  # as low as the lowest that is allowed, or nearly
)
LOWERED = 2, 5, 10, 20, 30, 50, 100, 1000, 1e4, 1e5, 111_000, 111_500, 112_000

MASKED_WEIGHTS = FunctionExercise(
    name="masked weights",
    notebook=5,
    call="masked_weights(scores, mask)",
    right=_right,
    example=lambda: (np.array([[1.0, 1.0, 1.0, 5.0]]), _mask("1100")),
    edges=_scores_and_masks,
    drawn=_scores_and_mask,
    zeros=True,
    mistakes={
        "mask after softmax": _late,
        "scores times the mask": lambda scores, mask: softmax(scores * mask),
        "inverted mask": [
            _inverted,
            lambda scores, mask: _inverted(scores, mask, low=-1e9),
            lambda scores, mask: _inverted(scores, mask, else_plain=True),
        ],
        "mask ignored": lambda scores, mask: softmax(scores),
        "wrong axis": [_columns(softmax), _columns(_own), _columns(_unshifted)],
        "causal mask": [
            lambda scores, mask: attention_weights(scores, _causal(scores)),
            lambda scores, mask: attention_weights(scores, _causal(scores) & mask),
        ],
        "no softmax": _low,
        "not low enough": [
            *map(_replaced, LOW),
            *map(_lowered, LOWERED),
            *(_below_the_lowest(by) for by in (0, 1, 10)),
            lambda scores, mask: softmax(np.where(mask, scores, scores.min(axis=-1, keepdims=True))),
        ],
        "scores multiplied": [
            *(_multiplied(by, softmax) for by in (-np.inf, -1e9, 1e9, -1e4, -1000, -100, -10, -1)),
            _multiplied(-np.inf, _own),
        ],
        "every 0 forbidden": [_every_zero(softmax), _every_zero(_own)],
        "infinity among the weights": lambda scores, mask: np.where(mask, softmax(scores), -np.inf),
        "softmax twice": [
            lambda scores, mask: attention_weights(softmax(scores), mask),
            lambda scores, mask: softmax(attention_weights(scores, mask)),
            lambda scores, mask: softmax(_late(scores, mask)),
        ],
        "mask added": lambda scores, mask: softmax(scores + mask),
        "scores ignored": lambda scores, mask: mask / mask.sum(axis=1, keepdims=True),
        "divided by a root": [_divided_by_a_root, lambda scores, mask: _divided_by_a_root(scores, mask, 2)],
        "no exp": lambda scores, mask: scores * mask / (scores * mask).sum(axis=-1, keepdims=True),
        "no division": [
            lambda scores, mask: np.exp(_low(scores, mask)),
            lambda scores, mask: np.exp(_low(scores, mask) - _low(scores, mask).max(axis=-1, keepdims=True)),
        ],
        "whole table": _shared_by_all,
        "one sum for all rows": lambda scores, mask: _late(scores, mask) / _late(scores, mask).sum(),
        "one maximum for all rows": [
            lambda scores, mask: _one_largest(scores, mask, scores.max()),
            lambda scores, mask: _one_largest(scores, mask, scores[mask].max()),
            lambda scores, mask: _unshifted(_low(scores, mask) - scores[mask].max()),
        ],
        "shared too late": [
            _shared_again,
            lambda scores, mask: np.where(mask, _shared_again(scores, mask), 0),
            lambda scores, mask: np.nan_to_num(_shared_again(scores, mask)),  # as if a sum of 0 were 1
            *(_shared_again_beside(small) for small in (1e-12, 1e-9, 1e-8)),
        ],
        "overflow": [
            lambda scores, mask: _unshifted(_low(scores, mask)),
            lambda scores, mask: np.where(mask, _unshifted(_low(scores, mask)), 0),
            lambda scores, mask: np.nan_to_num(_unshifted(_low(scores, mask))),
            lambda scores, mask: _one_largest(scores, mask, 0),
            _unshifted_and_shared_again,
            *(_number_by_number(*how) for how in itertools.product((False, True), repeat=2)),
        ],
    },
)

NEXT = [1, 2, 3, 4]
ENOUGH = 0.9 - 1e-9  # a factor that gives 0.9 may be found by calculation


def _weights(W_Q: Array) -> Array:
    """Of the four words that have a next one."""
    return softmax(CIRCLE[:4] @ W_Q @ CIRCLE.T / np.sqrt(2))  # (4, 2) @ (2, 2) @ (2, 5) -> (4, 5)


def _most_read(W_Q: Array) -> list[int]:
    most: list[int] = _weights(W_Q).argmax(axis=1).tolist()
    return most


def _least(W_Q: Array) -> float:
    return float(_weights(W_Q)[range(4), NEXT].min())


def _halfway(W_Q: Array, first: int) -> bool:
    """Do words read two neighbours alike, and most? The first of them stands so many places further on."""
    asking = np.arange(4 - first)  # those that have both
    weights = _weights(W_Q)[asking]
    one, other = weights[asking, asking + first], weights[asking, asking + first + 1]
    slight = 1e-4 * np.ptp(weights, axis=1)
    return bool((np.abs(one - other) <= slight).all() and (weights.max(axis=1) - one <= slight).all())


def _reading(W_Q: Array) -> dict[str, Any]:
    cut = np.floor(1000 * _least(W_Q)) / 1000  # 0.8999 is not 0.9
    return {"most": ", ".join(map(str, _most_read(W_Q))), "least_read": cut}


NEXT_WORD = DesignExercise(
    name="next word",
    notebook=5,
    shape=(2, 2),
    conditions={
        "infinity": lambda W_Q: np.isfinite(W_Q).all(),
        "no queries": lambda W_Q: np.ptp(_weights(W_Q)) > 1e-9,
        "halfway": lambda W_Q: not _halfway(W_Q, 0) and not _halfway(W_Q, 1),
        "not turned": lambda W_Q: _most_read(W_Q) != [0, 1, 2, 3],
        "wrong way": lambda W_Q: _most_read(W_Q)[1:] != [0, 1, 2],
        "too far": lambda W_Q: _most_read(W_Q)[:3] != [2, 3, 4],
        "another word": lambda W_Q: _most_read(W_Q) == NEXT,
        "too weak": lambda W_Q: _least(W_Q) >= ENOUGH,
    },
    tells=_reading,
)

EXERCISES: tuple[Exercise, ...] = (MASKED_WEIGHTS, NEXT_WORD)
