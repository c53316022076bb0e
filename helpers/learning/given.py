"""What a head is given, the parameters and a batch of sentences, and how both are checked before a run."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helpers.arrays import (
    Array,
    as_booleans,
    as_floats,
    as_whole_numbers,
    check_finite,
    listed,
    short,
    true_or_false,
)

Parameters = dict[str, Array]
AXES = {
    "W_Q": ("d_model", "d_k"),
    "W_K": ("d_model", "d_k"),
    "W_V": ("d_model", "d_v"),
    "W_R": ("d_v", "n_classes"),
    "b": ("n_classes",),
}
NAMES = tuple(AXES)
Ints = NDArray[np.integer]


class Batch(NamedTuple):
    """Sentences of one length, with their right choices. Shapes as in ``head``.

    Lists and whole numbers are welcome; what uses a batch checks it first. Where nothing is learned or
    scored, `y` may be None.

    >>> Batch(X=np.zeros((1, 3, 2)), asks=np.array([2]), y=np.array([0])).X.shape  # one of three words
    (1, 3, 2)
    """

    X: Array
    asks: Ints
    y: Ints
    mask: NDArray[np.bool_] | None = None


def as_batch(batch: object, of: str = "") -> Batch:
    """A batch as arrays that fit together; `of` stands before the names in a refusal."""
    if not isinstance(batch, Batch):
        hint = "; of a Task, take its .batch" if hasattr(batch, "batch") else ""
        raise ValueError(f"{of.rstrip('.') or 'batch'} must be a Batch, got {short(batch)}{hint}.")
    X = as_floats(batch.X, f"{of}X")
    if X.ndim != 3 or 0 in X.shape:
        single = f"; for a single sentence write {of}X[None]" if X.ndim == 2 else ""
        raise ValueError(
            f"{of}X has shape {X.shape}, but needs three sizes from 1 up (n_sentences, n_tokens, d_model)"
            f"{single}."
        )
    n_sentences, n_tokens, _ = check_finite(X, f"{of}X").shape
    asks = _one_each(batch.asks, f"{of}asks", n_sentences, n_tokens, f"{of}X has {n_tokens} words a sentence")
    y = batch.y if batch.y is None else _one_each(batch.y, f"{of}y", n_sentences)
    mask = None if batch.mask is None else as_booleans(batch.mask, f"{of}mask")
    if mask is not None and mask.shape != X.shape[:2]:
        raise ValueError(
            f"{of}mask has shape {mask.shape}, but must have shape {X.shape[:2]}: one True or False for each "
            f"word of each sentence in {of}X."
        )
    return Batch(X, asks, y, mask)


def as_given(
    parameters: Parameters, batch: Batch, scaled: bool, of: str = "", y: bool = True, finite: bool = True
) -> tuple[Parameters, Batch, bool]:
    """What `forward` and `backward` take, as arrays that fit together.

    `y` says whether the right choices are needed, `finite` whether the parameters must be finite. Further
    entries of the parameters stay as they are.
    """
    if not isinstance(parameters, Mapping):
        raise ValueError(
            "parameters come before the batch and must be a dict of arrays, as new_head makes them, "
            f"got {short(parameters)}."
        )
    if missing := [name for name in NAMES if name not in parameters]:
        raise ValueError(f"parameters lack {listed(missing)}: a head has {listed(NAMES)}.")
    batch = as_batch(batch, of)
    parameters = {**parameters, **{name: as_floats(parameters[name], name) for name in NAMES}}
    sizes = {"d_model": batch.X.shape[-1]}
    for name, axes in AXES.items():
        shape = parameters[name].shape
        if len(shape) != len(axes) or 0 in shape:
            raise ValueError(f"{name} has shape {shape}, but needs sizes from 1 up ({', '.join(axes)}).")
        right = tuple(sizes.setdefault(axis, size) for axis, size in zip(axes, shape, strict=True))
        if shape != right:
            raise ValueError(
                f"{name} has shape {shape}, but must have shape {right}, that is ({', '.join(axes)}), "
                f"beside {of}X of shape {batch.X.shape} and the other parameters."
            )
        if finite:
            check_finite(parameters[name], name)
    n, n_classes = len(batch.X), sizes["n_classes"]
    if y or batch.y is not None:
        _one_each(batch.y, f"{of}y", n, n_classes, f"W_R has {n_classes} columns, one for each choice")
    return parameters, batch, true_or_false(scaled, "scaled")


def as_scored(logits: ArrayLike, y: ArrayLike, who: str) -> tuple[Array, Ints]:
    """Scores of the choices and the right choices, as arrays that fit together; `who` takes them."""
    logits = as_floats(logits, "logits")
    if logits.ndim == 1 and np.ndim(as_floats(y, "y")) == 2:
        raise ValueError(
            f"{who} takes the logits first, shape (n_sentences, n_classes), then y, shape (n_sentences,), "
            f"got shapes {logits.shape} and {np.shape(y)}."
        )
    if logits.ndim != 2 or 0 in logits.shape:
        single = "; for a single sentence write logits[None]" if logits.ndim == 1 and logits.size else ""
        raise ValueError(
            f"logits has shape {logits.shape}, but needs two sizes from 1 up (n_sentences, n_classes)"
            f"{single}."
        )
    n_sentences, n_classes = check_finite(logits, "logits").shape
    y = _one_each(y, "y", n_sentences, n_classes, f"logits has {n_classes} columns, one for each choice")
    # float16 has too little room for the difference of two logits.
    return logits.astype(np.result_type(logits, np.float32), copy=False), y


def as_labelled(F: ArrayLike, y: ArrayLike) -> tuple[Array, Ints]:
    """Vectors of sentences, shape (n_sentences, d), and their right choices, as arrays that fit together."""
    F = as_vectors(F, "F")
    return F, _one_each(y, "y", len(F))


def as_vectors(F: ArrayLike, name: str, d: int | None = None) -> Array:
    """Vectors of sentences, shape (n_sentences, d), as float64."""
    F = as_floats(F, name).astype(np.float64)
    if F.ndim != 2 or 0 in F.shape or (d is not None and F.shape[1] != d):
        columns = "d" if d is None else d
        raise ValueError(
            f"{name} has shape {F.shape}, but needs a row for each sentence, shape (n_sentences, {columns})."
        )
    return check_finite(F, name)


def _one_each(x: Any, name: str, n: int, below: float = math.inf, why: str = "") -> Ints:
    """One whole number from 0 up for each of n sentences, each `below` what `why` explains."""
    numbers = as_whole_numbers(x, name)
    if numbers.shape != (n,):
        raise ValueError(
            f"{name} has shape {numbers.shape}, but must have shape {(n,)}: one whole number a sentence."
        )
    wrong = numbers[(numbers < 0) | (numbers >= below)]
    if wrong.size:
        if below == math.inf:
            raise ValueError(f"{name} holds {wrong[0]}, but its numbers count from 0 up.")
        raise ValueError(f"{name} holds {wrong[0]}, but must be from 0 to {below - 1}: {why}.")
    return numbers.astype(np.intp)
