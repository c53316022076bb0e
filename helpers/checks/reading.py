"""Exercises of notebook 05: weights that keep to a mask, and a head that reads the next word."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from helpers.arrays import Array
from helpers.attention import attention_weights, causal_mask, softmax
from helpers.judging import Condition, DesignExercise, Exercise, FunctionExercise, Inputs, Mistake

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
    hints=(
        "Which score gives a weight of exactly 0? Put it in the forbidden places, and leave the others "
        "alone.",
        "`exp` of minus infinity is 0. `np.where(condition, a, b)` takes `a` where the condition is True, "
        "else `b`. Do not multiply by minus infinity: 0 times infinity is nan.",
        "Take `np.where(mask, scores, -np.inf)`, and then softmax, row by row.",
    ),
    call="masked_weights(scores, mask)",
    right=attention_weights,
    inputs=_scores_and_masks,
    mistakes=(
        Mistake(
            "mask after softmax",
            "The forbidden weights are 0, but your rows do not sum to 1: softmax has shared with forbidden "
            "words. Mask the scores, before softmax.",
            _late,
        ),
        Mistake(
            "scores times the mask",
            "Your forbidden scores are 0, and `exp(0)` is 1: these words are still read. Which score means "
            "never?",
            lambda scores, mask: softmax(scores * mask),
        ),
        Mistake(
            "inverted mask",
            "You read exactly the forbidden words. Here True means: may be read.",
            lambda scores, mask: attention_weights(scores, ~mask),
        ),
        Mistake(
            "mask ignored",
            "Every word is still read: the mask has no effect. `np.where` gives a new array: do you use it?",
            lambda scores, mask: softmax(scores),
        ),
        Mistake(
            "wrong axis",
            "Your columns sum to 1. Each row should: softmax goes along the last axis.",
            lambda scores, mask: softmax(np.where(mask, scores, -np.inf), axis=0),
        ),
        Mistake(
            "causal mask",
            "You use the causal mask of part 8. This function gets a mask of its own: use that.",
            _causal,
        ),
        Mistake(
            "no softmax",
            "These are the masked scores, and they are right. Softmax is missing.",
            lambda scores, mask: np.where(mask, scores, -np.inf),
        ),
        Mistake(
            "not low enough",
            "Your forbidden score is low, but other scores may be lower still. Only minus infinity is never "
            "read.",
            lambda scores, mask: softmax(np.where(mask, scores, -20.0)),
        ),
        Mistake(
            "every 0 forbidden",
            "You forbid every score that is 0. A score of 0 may be allowed: ask the mask, not the number.",
            _every_zero,
        ),
        Mistake(
            "infinity among the weights",
            "You put minus infinity among the weights. It belongs among the scores, before softmax.",
            lambda scores, mask: np.where(mask, softmax(scores), -np.inf),
        ),
        Mistake(
            "softmax twice",
            "You apply softmax twice. Mask the scores, then apply it once.",
            lambda scores, mask: attention_weights(softmax(scores), mask),
        ),
        Mistake(
            "mask added",
            "You add the mask: True counts as 1, False as 0. So forbidden words are read a little less, but "
            "still read.",
            lambda scores, mask: softmax(scores + mask),
        ),
        Mistake(
            "scores ignored",
            "Each row reads all allowed words alike. How much it reads of each comes from the scores.",
            lambda scores, mask: mask / mask.sum(axis=1, keepdims=True),
        ),
        Mistake(
            "whole table",
            "All your weights together sum to 1. Each row should: softmax goes along `axis=-1`.",
            _shared_by_all,
        ),
        Mistake(
            "one sum for all rows",
            "You divide all rows by one sum. Each row has its own: `sum` needs `axis=-1, keepdims=True`.",
            lambda scores, mask: _late(scores, mask) / _late(scores, mask).sum(),
        ),
        Mistake(
            "NaN",
            "All your weights are nan, not a number. One usual cause: infinity times 0 is nan. So do not "
            "multiply the mask by `-np.inf`, choose with `np.where`.",
            lambda scores, mask: np.full(scores.shape, np.nan),
        ),
    ),
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


def _said(W_Q: Array) -> str:
    return f"Words 0 to 3 read most: {', '.join(map(str, _most_read(W_Q)))}."


NEXT_WORD = DesignExercise(
    name="next word",
    notebook=5,
    hints=(
        "The query of a word must point to where the next word stands. Which angle lies between the two?",
        "The words are 45 degrees apart, and a positive angle goes on to the next one. Longer queries choose "
        "more sharply.",
        "Take `turn(45)`, and multiply it by a number that is large enough. Try 5, then 10, then 20.",
    ),
    shape=(2, 2),
    conditions=(
        Condition(
            "infinity",
            "Take ordinary numbers, not larger than a million.",
            lambda W_Q: np.abs(W_Q).max() <= 1e6,
        ),
        Condition(
            "no queries",
            "With zeros all queries are 0, and every word is read alike. Begin with `turn(...)`.",
            lambda W_Q: np.abs(W_Q).max() > 0,
        ),
        Condition(
            "not turned",
            lambda W_Q: (
                f"{_said(W_Q)} So each reads itself: the queries still point nearest to the words' own "
                "places. Turn further."
            ),
            lambda W_Q: _most_read(W_Q) != [0, 1, 2, 3],
        ),
        Condition(
            "wrong way",
            lambda W_Q: f"{_said(W_Q)} That is the word before: the queries are turned the wrong way round.",
            lambda W_Q: _most_read(W_Q)[1:] != [0, 1, 2],
        ),
        Condition(
            "too far",
            lambda W_Q: f"{_said(W_Q)} That is one word too far on. Turn by less.",
            lambda W_Q: _most_read(W_Q)[:3] != [2, 3, 4],
        ),
        Condition(
            "another word",
            lambda W_Q: f"{_said(W_Q)} Asked for are 1, 2, 3, 4.",
            lambda W_Q: _most_read(W_Q) == NEXT,
        ),
        Condition(
            "too weak",
            lambda W_Q: (
                f"Each word reads the next one most, but one only with {_least(W_Q):.3f}. Make it sharper."
            ),
            lambda W_Q: _least(W_Q) >= ENOUGH,
        ),
    ),
)

EXERCISES: tuple[Exercise, ...] = (MASKED_WEIGHTS, NEXT_WORD)
