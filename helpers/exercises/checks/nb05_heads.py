"""Exercises of notebook 05: split the heads of a whole batch, and join what they have found."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.exercises.kinds import Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs
from helpers.heads import merge_heads, split_heads


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
    call="split_batch(A, n_heads)",
    right=split_heads,
    inputs=_batches,
    mistakes={
        "reshape without transpose": _reshaped,
        "heads not in front": _pieces,
        "interleaved": _interleaved,
        "heads before the batch": lambda A, n_heads: np.array(np.split(A, n_heads, axis=-1)),
        "words before the batch": lambda A, n_heads: _pieces(A, n_heads).transpose(1, 0, 2, 3),
        "words last": lambda A, n_heads: np.swapaxes(split_heads(A, n_heads), -1, -2),
        "one long sentence": lambda A, n_heads: split_heads(A.reshape(-1, A.shape[-1]), n_heads),
        "one sentence only": lambda A, n_heads: split_heads(A[0], n_heads),
        "number and length of the heads": _number_for_length,
    },
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
    call="join(H, W_O)",
    right=lambda H, W_O: merge_heads(H) @ W_O,
    inputs=_found,
    mistakes={
        "reshape without transpose": lambda H, W_O: H.reshape(H.shape[1], -1) @ W_O,
        "reshape without transpose, no W_O": lambda H, W_O: H.reshape(H.shape[1], -1),
        "no W_O": lambda H, W_O: _side_by_side(H),
        "W_O transposed": lambda H, W_O: _side_by_side(H) @ W_O.T,
        "interleaved": lambda H, W_O: _alternating(H) @ W_O,
        "all axes turned": lambda H, W_O: H.T.reshape(H.shape[1], -1) @ W_O,
        "heads added": lambda H, W_O: H.sum(axis=0),
        "heads averaged": lambda H, W_O: H.mean(axis=0),
        "heads added, a part of W_O": lambda H, W_O: H.sum(axis=0) @ W_O[: H.shape[2]],
        "only the first head": lambda H, W_O: H[0] @ W_O[: H.shape[2]],
        "one below the other": lambda H, W_O: H.reshape(-1, H.shape[2]),
        "a table for each head": lambda H, W_O: H @ W_O.reshape(len(H), H.shape[2], -1),
    },
)

EXERCISES: tuple[Exercise, ...] = (SPLIT, JOIN)
