"""Exercises of notebook 05: split the heads of a whole batch, and join what they have found."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.heads import merge_heads, split_heads
from helpers.judging import Exercise, FunctionExercise, Inputs, Mistake


def _batches() -> list[Inputs]:
    rng = np.random.default_rng(10)
    return [
        (np.arange(120.0).reshape(4, 5, 6), 3),  # heads of 2 numbers
        (rng.normal(size=(2, 3, 20)), 4),
        (rng.normal(size=(5, 4, 6)), 2),
    ]


def _pieces(A: Array, n_heads: int) -> Array:
    batch, n, width = A.shape
    return A.reshape(batch, n, n_heads, width // n_heads)


def _reshaped(A: Array, n_heads: int) -> Array:
    batch, n, width = A.shape
    return A.reshape(batch, n_heads, n, width // n_heads)


def _interleaved(A: Array, n_heads: int) -> Array:
    batch, n, width = A.shape
    return A.reshape(batch, n, width // n_heads, n_heads).transpose(0, 3, 1, 2)


def _number_for_length(A: Array, n_heads: int) -> Array:
    batch, n, width = A.shape
    return A.reshape(batch, n, width // n_heads, n_heads).transpose(0, 2, 1, 3)


SPLIT = FunctionExercise(
    name="split",
    notebook=5,
    hints=(
        "The same two steps as in part 4, with one more axis in front. That axis, the batch, stays where it "
        "is.",
        "First cut the rows into pieces, to (batch, n, n_heads, d_k). Then two axes must change places: "
        "which?",
        "The first step is `A.reshape(batch, n, n_heads, width // n_heads)`. Axes 1 and 2 change places with "
        "`.transpose(0, 2, 1, 3)`.",
    ),
    call="split_batch(A, n_heads)",
    right=split_heads,
    inputs=_batches,
    mistakes=(
        Mistake(
            "reshape without transpose",
            "The shape is right, but the heads have other words' numbers. Reshape alone does not bring heads "
            "to the front: cut the rows into pieces first, then exchange two axes.",
            _reshaped,
        ),
        Mistake(
            "heads not in front",
            "The pieces are right. One step is missing: the axis of the heads must stand before that of the "
            "words.",
            _pieces,
        ),
        Mistake(
            "interleaved",
            "Head 0 gets every `n_heads`-th number of a word. It should get the first ones, all side by "
            "side: look at the order of the last two sizes in your reshape.",
            _interleaved,
        ),
        Mistake(
            "heads before the batch",
            "The heads stand in front of the batch. The sentences come first: (batch, n_heads, n, d_k).",
            lambda A, n_heads: np.array(np.split(A, n_heads, axis=-1)),
        ),
        Mistake(
            "words before the batch",
            "You exchange the batch and the words. `transpose(1, 0, 2)` of part 4 had no batch: now the axes "
            "to exchange are one further back.",
            lambda A, n_heads: _pieces(A, n_heads).transpose(1, 0, 2, 3),
        ),
        Mistake(
            "words last",
            "The heads stand where they should, but the words have gone to the end. The last axis holds the "
            "numbers of one head.",
            lambda A, n_heads: np.swapaxes(split_heads(A, n_heads), -1, -2),
        ),
        Mistake(
            "one long sentence",
            "You have joined all sentences into one. They must stay apart: keep the axis of the batch.",
            lambda A, n_heads: split_heads(A.reshape(-1, A.shape[-1]), n_heads),
        ),
        Mistake(
            "one sentence only",
            "Only the first sentence has been split. Every sentence of the batch should be.",
            lambda A, n_heads: split_heads(A[0], n_heads),
        ),
        Mistake(
            "number and length of the heads",
            "You made heads of length `n_heads`. `n_heads` is how many there are: the length is `width // "
            "n_heads`.",
            _number_for_length,
        ),
    ),
)


def _found() -> list[Inputs]:
    rng = np.random.default_rng(11)
    # W_O is square, as in the course: so a transposed one gives numbers and no error.
    sizes = ((2, 4, 3), (3, 7, 2), (4, 3, 5))
    cases = [(rng.normal(size=s), rng.normal(size=(s[0] * s[2], s[0] * s[2]))) for s in sizes]
    return [tuple(np.round(array, 1) for array in case) for case in cases]


def _side_by_side(H: Array) -> Array:
    return H.transpose(1, 0, 2).reshape(H.shape[1], -1)


def _alternating(H: Array) -> Array:
    return H.transpose(1, 2, 0).reshape(H.shape[1], -1)


JOIN = FunctionExercise(
    name="join",
    notebook=5,
    hints=(
        "Two steps: write what the heads found for a word side by side in one row. Then one product.",
        "Row i is `H[0, i]`, then `H[1, i]`, and so on. So the words come to the front, before the reshape.",
        "`H.transpose(1, 0, 2)` has the words in front. Reshape it to (n, n_heads * d_v), and multiply by "
        "`W_O`.",
    ),
    call="join(H, W_O)",
    right=lambda H, W_O: merge_heads(H) @ W_O,
    inputs=_found,
    mistakes=(
        Mistake(
            "reshape without transpose",
            "Your rows mix different words: reshape alone goes through the heads one after the other. Bring "
            "the words to the front first.",
            lambda H, W_O: H.reshape(H.shape[1], -1) @ W_O,
        ),
        Mistake(
            "reshape without transpose, no W_O",
            "Two things. Your rows mix different words: bring the words to the front before the reshape. And "
            "`W_O` is missing.",
            lambda H, W_O: H.reshape(H.shape[1], -1),
        ),
        Mistake(
            "no W_O",
            "The heads are joined. One step is missing: the product with `W_O`, which mixes them.",
            lambda H, W_O: _side_by_side(H),
        ),
        Mistake(
            "W_O transposed",
            "`W_O` is turned round. Each of its rows belongs to one joined number: use it as it is.",
            lambda H, W_O: _side_by_side(H) @ W_O.T,
        ),
        Mistake(
            "interleaved",
            "In your rows the numbers of the heads alternate. First come all numbers of head 0, then all of "
            "head 1.",
            lambda H, W_O: _alternating(H) @ W_O,
        ),
        Mistake(
            "all axes turned",
            "`.T` turns all three axes. Only the first two change places here.",
            lambda H, W_O: H.T.reshape(H.shape[1], -1) @ W_O,
        ),
        Mistake(
            "heads added",
            "You add the heads, so nobody can tell any more which head found what. Write them side by side.",
            lambda H, W_O: H.sum(axis=0),
        ),
        Mistake(
            "heads averaged",
            "You take the mean of the heads, and lose which head found what. Write them side by side.",
            lambda H, W_O: H.mean(axis=0),
        ),
        Mistake(
            "heads added, a part of W_O",
            "You add the heads, and use only the first rows of `W_O`. Its rows are for all heads, side by "
            "side.",
            lambda H, W_O: H.sum(axis=0) @ W_O[: H.shape[2]],
        ),
        Mistake(
            "only the first head",
            "Only head 0 has a say here. All heads are joined, and `W_O` has rows for each of them.",
            lambda H, W_O: H[0] @ W_O[: H.shape[2]],
        ),
        Mistake(
            "one below the other",
            "The heads stand one below the other, so there are too many rows. Each word has one row.",
            lambda H, W_O: H.reshape(-1, H.shape[2]),
        ),
        Mistake(
            "a table for each head",
            "You have an output for each head. The product with `W_O` also adds up over the heads: one "
            "table.",
            lambda H, W_O: H @ W_O.reshape(len(H), H.shape[2], -1),
        ),
    ),
)

EXERCISES: tuple[Exercise, ...] = (SPLIT, JOIN)
