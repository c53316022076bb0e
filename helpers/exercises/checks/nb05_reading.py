"""Exercises of notebook 05: weights that keep to a mask, and a head that reads the next word."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from helpers.arrays import Array
from helpers.attention import attention_weights, causal_mask, softmax
from helpers.exercises.kinds import DesignExercise, Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs

Mask = NDArray[np.bool_]


def _scores_and_masks() -> list[Inputs]:
    rng = np.random.default_rng(12)
    example = np.array([[2.0, 0.0, 1.0, 1.0], [0.0, 3.0, 1.0, -1.0], [1.0, 1.0, 2.0, 0.5]])
    masks = ["1101 0110 1011", "0111 1001 1101 0010 1110", "110 011 101 010"]
    # Every row and every column has a True and a False: then each mistake gives numbers of its own.
    tables = [np.array([[letter == "1" for letter in row] for row in mask.split()]) for mask in masks]
    # Scores may lie anywhere: beside -60, a forbidden score of -20 would be read.
    far = [0, -60]
    drawn = [2 * rng.normal(size=mask.shape) + low for mask, low in zip(tables[1:], far, strict=True)]
    return [(example, tables[0]), *zip(drawn, tables[1:], strict=True)]


def _late(scores: Array, mask: Mask) -> Array:
    return softmax(scores) * mask


def _every_zero(scores: Array, mask: Mask) -> Array:
    masked = scores * mask
    return softmax(np.where(masked == 0, -np.inf, masked))


def _shared_by_all(scores: Array, mask: Mask) -> Array:
    masked = np.where(mask, scores, -np.inf)
    return softmax(masked.ravel()).reshape(mask.shape)


def _causal(scores: Array, mask: Mask) -> Array:
    rows, columns = scores.shape
    return attention_weights(scores, causal_mask(max(rows, columns))[:rows, :columns])


MASKED_WEIGHTS = FunctionExercise(
    name="masked weights",
    notebook=5,
    call="masked_weights(scores, mask)",
    right=attention_weights,
    inputs=_scores_and_masks,
    mistakes={
        "mask after softmax": _late,
        "scores times the mask": lambda scores, mask: softmax(scores * mask),
        "inverted mask": lambda scores, mask: attention_weights(scores, ~mask),
        "mask ignored": lambda scores, mask: softmax(scores),
        "wrong axis": lambda scores, mask: softmax(np.where(mask, scores, -np.inf), axis=0),
        "causal mask": _causal,
        "no softmax": lambda scores, mask: np.where(mask, scores, -np.inf),
        "not low enough": lambda scores, mask: softmax(np.where(mask, scores, -20.0)),
        "every 0 forbidden": _every_zero,
        "infinity among the weights": lambda scores, mask: np.where(mask, softmax(scores), -np.inf),
        "softmax twice": lambda scores, mask: attention_weights(softmax(scores), mask),
        "mask added": lambda scores, mask: softmax(scores + mask),
        "scores ignored": lambda scores, mask: mask / mask.sum(axis=1, keepdims=True),
        "whole table": _shared_by_all,
        "one sum for all rows": lambda scores, mask: _late(scores, mask) / _late(scores, mask).sum(),
        "NaN": lambda scores, mask: np.full(scores.shape, np.nan),
    },
)

ANGLES = np.radians(45 * np.arange(5))
CIRCLE = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])  # (5, 2)
NEXT, ENOUGH = [1, 2, 3, 4], 0.9


def _weights(W_Q: Array) -> Array:
    """Of the four words that have a next one."""
    return softmax(CIRCLE[:4] @ W_Q @ CIRCLE.T / np.sqrt(2))  # (4, 2) @ (2, 2) @ (2, 5) -> (4, 5)


def _most_read(W_Q: Array) -> list[int]:
    most: list[int] = _weights(W_Q).argmax(axis=1).tolist()
    return most


def _least(W_Q: Array) -> Any:
    return _weights(W_Q)[range(4), NEXT].min()


def _reading(W_Q: Array) -> dict[str, Any]:
    return {"most": ", ".join(map(str, _most_read(W_Q))), "least_read": _least(W_Q)}


NEXT_WORD = DesignExercise(
    name="next word",
    notebook=5,
    shape=(2, 2),
    conditions={
        "infinity": lambda W_Q: np.abs(W_Q).max() <= 1e6,
        "no queries": lambda W_Q: np.abs(W_Q).max() > 0,
        "not turned": lambda W_Q: _most_read(W_Q) != [0, 1, 2, 3],
        "wrong way": lambda W_Q: _most_read(W_Q)[1:] != [0, 1, 2],
        "too far": lambda W_Q: _most_read(W_Q)[:3] != [2, 3, 4],
        "another word": lambda W_Q: _most_read(W_Q) == NEXT,
        "too weak": lambda W_Q: _least(W_Q) >= ENOUGH,
    },
    tells=_reading,
)

EXERCISES: tuple[Exercise, ...] = (MASKED_WEIGHTS, NEXT_WORD)
