"""Exercises of notebook 05: split the heads of a whole batch, and join what they have found."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.exercises.cases import sizes, table
from helpers.exercises.kinds import Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs
from helpers.heads import merge_heads, split_heads


def _batches() -> list[Inputs]:
    rng = np.random.default_rng(10)
    ordinary = (2, 3, 20, 4), (5, 4, 6, 2), (1, 3, 6, 3), (3, 1, 8, 2), (2, 4, 6, 1), (3, 2, 4, 4)
    # In the second all four sizes are 2, so that no shape tells what is wrong.
    whole, equal = (np.arange(24).reshape(2, 2, 6), 2), (np.arange(16.0).reshape(2, 2, 4) - 5, 2)
    wide = np.array([[[1000.0, 0.05, 0.0, -2.5, 7.0, 7.0]]]), 3
    return [*((rng.normal(size=shape), n_heads) for *shape, n_heads in ordinary), whole, equal, wide]


def _batch(rng: np.random.Generator) -> Inputs:
    batch, n, n_heads, d_k = sizes(rng, 4)
    return table(rng, batch, n, n_heads * d_k), n_heads


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
    example=lambda: (np.arange(120.0).reshape(4, 5, 6), 3),
    edges=_batches,
    drawn=_batch,
    mistakes={
        "reshape without transpose": _reshaped,
        "heads not in front": _pieces,
        "interleaved": _interleaved,
        "heads before the batch": lambda A, n_heads: np.array(np.split(A, n_heads, axis=-1)),
        "words before the batch": lambda A, n_heads: _pieces(A, n_heads).transpose(1, 0, 2, 3),
        "words last": lambda A, n_heads: np.swapaxes(split_heads(A, n_heads), -1, -2),
        "one long sentence": lambda A, n_heads: split_heads(A.reshape(-1, A.shape[-1]), n_heads),
        "one sentence only": [
            lambda A, n_heads: split_heads(A[0], n_heads),
            lambda A, n_heads: split_heads(A[-1], n_heads),
            lambda A, n_heads: split_heads(np.repeat(A[:1], len(A), axis=0), n_heads),
            lambda A, n_heads: split_heads(np.repeat(A[-1:], len(A), axis=0), n_heads),
        ],
        "number and length of the heads": _number_for_length,
        "interleaved, heads last": lambda A, n_heads: _interleaved(A, n_heads).transpose(0, 2, 3, 1),
        "all axes turned": lambda A, n_heads: _pieces(A, n_heads).T,
        "squeezed": lambda A, n_heads: np.squeeze(split_heads(A, n_heads)),
    },
)


def _found() -> list[Inputs]:
    rng = np.random.default_rng(11)
    # Where W_O is square, as in the course, a transposed one gives numbers and no error.
    kinds = (3, 7, 2, 6), (4, 3, 5, 20), (2, 5, 2, 3), (2, 3, 4, 9), (1, 4, 3, 3), (3, 1, 2, 4), (2, 3, 1, 5)
    cases = [(rng.normal(size=(h, n, d)), rng.normal(size=(h * d, width))) for h, n, d, width in kinds]
    whole = np.arange(12).reshape(2, 3, 2), np.arange(20).reshape(4, 5) - 7
    wide = (
        np.array([[[1000.0, 0.05]], [[0.0, -2.4]]]),
        np.array([[1.0, 0.0], [2.0, 2.0], [0.0, 0.0], [-3.0, 0.5]]),
    )
    return [*cases, whole, wide]


def _heads(rng: np.random.Generator) -> Inputs:
    n_heads, n, d_v, d_model = sizes(rng, 4)
    return table(rng, n_heads, n, d_v), table(rng, n_heads * d_v, d_model)


def _side_by_side(H: Array) -> Array:
    return H.transpose(1, 0, 2).reshape(H.shape[1], -1)


def _alternating(H: Array) -> Array:
    return H.transpose(1, 2, 0).reshape(H.shape[1], -1)


JOIN = FunctionExercise(
    name="join",
    notebook=5,
    call="join(H, W_O)",
    right=lambda H, W_O: merge_heads(H) @ W_O,
    example=lambda: (np.arange(24.0).reshape(2, 4, 3), np.eye(6)),
    edges=_found,
    drawn=_heads,
    mistakes={
        "reshape without transpose": lambda H, W_O: H.reshape(H.shape[1], -1) @ W_O,
        "reshape without transpose, no W_O": lambda H, W_O: H.reshape(H.shape[1], -1),
        "no W_O": lambda H, W_O: _side_by_side(H),
        "W_O transposed": [
            lambda H, W_O: _side_by_side(H) @ W_O.T,
            lambda H, W_O: np.einsum("nk,mk->nm", _side_by_side(H), W_O),  # stops less often
        ],
        "interleaved": lambda H, W_O: _alternating(H) @ W_O,
        "interleaved, no W_O": lambda H, W_O: _alternating(H),
        "all axes turned": lambda H, W_O: H.T.reshape(H.shape[1], -1) @ W_O,
        "heads added": lambda H, W_O: H.sum(axis=0),
        "heads averaged": lambda H, W_O: H.mean(axis=0),
        "heads added, a part of W_O": lambda H, W_O: H.sum(axis=0) @ W_O[: H.shape[2]],
        "only one head": [
            lambda H, W_O: H[0] @ W_O[: H.shape[2]],
            lambda H, W_O: H[-1] @ W_O[-H.shape[2] :],
        ],
        "products averaged": lambda H, W_O: _side_by_side(H) @ W_O / len(H),
        "one below the other": lambda H, W_O: H.reshape(-1, H.shape[2]),
        "a table for each head": lambda H, W_O: H @ W_O.reshape(len(H), H.shape[2], -1),
    },
)

EXERCISES: tuple[Exercise, ...] = (SPLIT, JOIN)
