"""One head of attention that learns, in plain NumPy: forwards, backwards, and the step in between.

The head reads a sentence for one word, the asking word. A linear read-out turns what it found into a choice.
All sentences of a batch have the same length; shorter ones are filled up and masked.

===========  ================================  ===================================================
name         shape                             meaning
===========  ================================  ===================================================
``X``        (n_sentences, n_tokens, d_model)  the vectors of the sentences
``asks``     (n_sentences,)                    where the asking word stands in each sentence
``y``        (n_sentences,)                    the right choice, a whole number from 0 up
``mask``     (n_sentences, n_tokens)           True where a word may be read
``q``        (n_sentences, d_k)                what the asking word asks
``weights``  (n_sentences, n_tokens)           how much it reads of each word; each row sums to 1
``z``        (n_sentences, d_v)                what it found
``logits``   (n_sentences, n_classes)          the scores of the choices
===========  ================================  ===================================================

Each line of `backward` is the chain rule of one line of `forward`, from the last to the first. ``d_q`` stands
for the derivative of the loss by q; it has the shape of q.

A public function checks what it is given. Its twin with ``_checked`` in its name is the mathematics alone,
for loops that have checked before.

Source: Rumelhart, Hinton and Williams (1986), "Learning representations by back-propagating errors".
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_floats, at_least_one, check_generator, real_number, short
from helpers.attention import attention_weights, softmax
from helpers.learning.given import NAMES, Batch, Ints, Parameters, as_given, as_scored


class Forward(NamedTuple):
    """All that `forward` calculates on its way; `backward` needs it. Shapes as in the module.

    >>> Forward._fields
    ('x', 'q', 'K', 'V', 'weights', 'z', 'logits')
    """

    x: Array  # (n_sentences, d_model), the asking words
    q: Array
    K: Array  # (n_sentences, n_tokens, d_k)
    V: Array  # (n_sentences, n_tokens, d_v)
    weights: Array
    z: Array
    logits: Array


def new_head(
    rng: np.random.Generator, d_model: int, d_k: int, n_classes: int, d_v: int | None = None
) -> Parameters:
    """A head that has learned nothing: random numbers, mean 0.

    >>> head = new_head(np.random.default_rng(0), d_model=50, d_k=8, n_classes=2)
    >>> {name: W.shape for name, W in head.items()}
    {'W_Q': (50, 8), 'W_K': (50, 8), 'W_V': (50, 8), 'W_R': (8, 2), 'b': (2,)}

    Parameters
    ----------
    rng : numpy.random.Generator
    d_model, d_k, n_classes : int
        Sizes of a word vector, of a query, and how many choices there are.
    d_v : int, optional
        Size of a value; as large as a query if it is not given.

    Returns
    -------
    dict of ndarray
        ``W_Q``, ``W_K`` (d_model, d_k) and ``W_V`` (d_model, d_v) with variance 1, so that the queries and
        keys of vectors of length 1 have variance 1; the read-out ``W_R`` (d_v, n_classes) with variance
        1 / d_v and ``b`` (n_classes,), zeros.

    Raises
    ------
    ValueError
        If `rng` is no random generator, or a size no whole number from 1 up.
    """
    check_generator(rng)
    d_v = d_k if d_v is None else d_v
    for name, size in {"d_model": d_model, "d_k": d_k, "n_classes": n_classes, "d_v": d_v}.items():
        at_least_one(size, name)
    return {
        "W_Q": rng.standard_normal((d_model, d_k)),
        "W_K": rng.standard_normal((d_model, d_k)),
        "W_V": rng.standard_normal((d_model, d_v)),
        "W_R": rng.standard_normal((d_v, n_classes)) / math.sqrt(d_v),
        "b": np.zeros(n_classes),
    }


def forward(parameters: Parameters, batch: Batch, scaled: bool = True) -> Forward:
    """What the head reads, and how it scores the choices.

    >>> head = new_head(np.random.default_rng(0), d_model=2, d_k=4, n_classes=3)
    >>> batch = Batch(X=np.zeros((1, 2, 2)), asks=np.array([1]), y=np.array([0]))
    >>> forward(head, batch).weights  # words without a direction are read alike
    array([[0.5, 0.5]])

    Parameters
    ----------
    parameters : dict of ndarray
        As `new_head` makes them. Further entries are not used.
    batch : Batch
        Its `y` may be None.
    scaled : bool
        Whether the scores are divided by sqrt(d_k).

    Returns
    -------
    Forward

    Raises
    ------
    ValueError
        If an array is missing or has no finite numbers, or two shapes do not fit; if a place in `asks` or a
        choice in `y` does not exist. Names the array and what it must be.
    """
    return forward_checked(*as_given(parameters, batch, scaled, y=False))


def forward_checked(parameters: Parameters, batch: Batch, scaled: bool) -> Forward:
    """`forward`, for what has been checked."""
    W_Q, W_K, W_V, W_R, b = (parameters[name] for name in NAMES)  # in whatever order they are kept
    x = batch.X[np.arange(len(batch.X)), batch.asks]  # (n_sentences, d_model)
    q = x @ W_Q  # (n_sentences, d_k)
    K = batch.X @ W_K  # (n_sentences, n_tokens, d_k)
    V = batch.X @ W_V  # (n_sentences, n_tokens, d_v)
    scores = (K @ q[:, :, None])[:, :, 0] / _divisor(W_Q, scaled)  # (n_sentences, n_tokens)
    weights = attention_weights(scores, batch.mask)  # (n_sentences, n_tokens)
    z = (weights[:, None, :] @ V)[:, 0, :]  # (n_sentences, d_v)
    logits = z @ W_R + b  # (n_sentences, n_classes)
    return Forward(x, q, K, V, weights, z, logits)


def _divisor(W_Q: Array, scaled: bool) -> float:
    return math.sqrt(W_Q.shape[-1]) if scaled else 1.0


def cross_entropy(logits: ArrayLike, y: ArrayLike) -> float:
    """Mean of -log(share of the right choice).

    >>> round(cross_entropy([[0.0, 0.0]], [1]), 3)  # a guess between two choices: log 2
    0.693

    Parameters
    ----------
    logits : array_like, shape (n_sentences, n_classes)
    y : array_like of int, shape (n_sentences,)

    Returns
    -------
    float
        0 where every right choice has share 1; log(n_classes) where all choices look alike.

    Raises
    ------
    ValueError
        If the logits are not finite numbers in rows, or `y` does not name one of their columns for each row.
        Names shapes and numbers.

    Notes
    -----
    log(exp(a) / sum exp(b)) = (a - m) - log(sum exp(b - m)) for any m. With the largest logit for m nothing
    overflows, and the share is never rounded to 0 before its logarithm is taken.
    """
    return cross_entropy_checked(*as_scored(logits, y, "cross_entropy"))


def cross_entropy_checked(logits: Array, y: Ints) -> float:
    """`cross_entropy`, for what has been checked."""
    shifted = logits - logits.max(axis=-1, keepdims=True)  # (n_sentences, n_classes)
    log_shares = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return float(-log_shares[np.arange(len(y)), y].mean()) + 0.0  # 0.0, and not -0.0


def by_logits(logits: ArrayLike, y: ArrayLike) -> Array:
    """The derivative of `cross_entropy` by the logits.

    >>> by_logits([[0.0, 0.0]], [1])
    array([[ 0.5, -0.5]])

    Parameters
    ----------
    logits : array_like, shape (n_sentences, n_classes)
    y : array_like of int, shape (n_sentences,)

    Returns
    -------
    ndarray, shape (n_sentences, n_classes)

    Raises
    ------
    ValueError
        If the logits are not finite numbers in rows, or `y` does not name one of their columns for each row.
        Names shapes and numbers.
    """
    return by_logits_checked(*as_scored(logits, y, "by_logits"))


def by_logits_checked(logits: Array, y: Ints) -> Array:
    """`by_logits`, for what has been checked."""
    d_logits = softmax(logits)
    d_logits[np.arange(len(y)), y] -= 1
    return d_logits / len(y)  # the loss is a mean


def backward(parameters: Parameters, batch: Batch, found: Forward, scaled: bool = True) -> Parameters:
    """The derivative of the cross-entropy by every parameter.

    >>> head = new_head(np.random.default_rng(0), d_model=2, d_k=4, n_classes=2)
    >>> batch = Batch(X=np.zeros((1, 2, 2)), asks=np.array([1]), y=np.array([0]))
    >>> backward(head, batch, forward(head, batch))["b"]  # the right choice should get more, the other less
    array([-0.5,  0.5])

    Parameters
    ----------
    parameters : dict of ndarray
    batch : Batch
    found : Forward
        What `forward` gave for the same parameters and the same batch.
    scaled : bool
        As for `forward`.

    Returns
    -------
    dict of ndarray
        Names and shapes of `parameters`.

    Raises
    ------
    ValueError
        As for `forward`, or if `y` is None or `found` has other shapes than these parameters and this batch
        give.
    """
    parameters, batch, scaled = as_given(parameters, batch, scaled)
    _check_found(found, parameters, batch)
    return backward_checked(parameters, batch, found, scaled)


def _check_found(found: Forward, parameters: Parameters, batch: Batch) -> None:
    """Refuse what has other shapes than `forward` gives; other numbers of these shapes cannot be told."""
    (n_sentences, n_tokens, d_model), (d_v, n_classes) = batch.X.shape, parameters["W_R"].shape
    d_k = parameters["W_Q"].shape[1]
    x, q, K = (n_sentences, d_model), (n_sentences, d_k), (n_sentences, n_tokens, d_k)
    V, weights, z = (n_sentences, n_tokens, d_v), (n_sentences, n_tokens), (n_sentences, d_v)
    right = (x, q, K, V, weights, z, (n_sentences, n_classes))
    if not isinstance(found, tuple) or tuple(getattr(part, "shape", None) for part in found) != right:
        raise ValueError(
            f"found must be what forward gave for these parameters and this batch, got {short(found)}."
        )


def backward_checked(parameters: Parameters, batch: Batch, found: Forward, scaled: bool) -> Parameters:
    """`backward`, for what has been checked."""
    W_Q, W_R = parameters["W_Q"], parameters["W_R"]
    x, q, K, V, weights, z, logits = found
    d_logits = by_logits_checked(logits, batch.y)  # (n_sentences, n_classes)
    d_z = d_logits @ W_R.T  # (n_sentences, d_v)
    d_weights = (V @ d_z[:, :, None])[:, :, 0]  # (n_sentences, n_tokens)
    d_V = weights[:, :, None] * d_z[:, None, :]  # (n_sentences, n_tokens, d_v)
    # The softmax coupling: a weight can grow only at the cost of the others in its row.
    mean = (weights * d_weights).sum(axis=-1, keepdims=True)  # (n_sentences, 1)
    d_scores = weights * (d_weights - mean) / _divisor(W_Q, scaled)  # (n_sentences, n_tokens)
    d_q = (d_scores[:, None, :] @ K)[:, 0, :]  # (n_sentences, d_k)
    d_K = d_scores[:, :, None] * q[:, None, :]  # (n_sentences, n_tokens, d_k)
    return {
        "W_Q": x.T @ d_q,
        "W_K": _sum_of_products(batch.X, d_K),
        "W_V": _sum_of_products(batch.X, d_V),
        "W_R": z.T @ d_logits,
        "b": d_logits.sum(axis=0),
    }


def _sum_of_products(X: Array, d_Y: Array) -> Array:
    """Where Y = X @ W for every sentence: the derivative by W, X.T @ d_Y summed over the sentences."""
    return X.reshape(-1, X.shape[-1]).T @ d_Y.reshape(-1, d_Y.shape[-1])


def numerical_gradient(
    parameters: Parameters, batch: Batch, scaled: bool = True, step: float = 1e-5
) -> Parameters:
    """The same derivatives without any calculus: move one number a little, both ways, and see.

    >>> head = new_head(np.random.default_rng(0), d_model=2, d_k=1, n_classes=2)
    >>> batch = Batch(X=np.zeros((1, 2, 2)), asks=np.array([1]), y=np.array([0]))
    >>> numerical_gradient(head, batch)["b"].round(3)
    array([-0.5,  0.5])

    Parameters
    ----------
    parameters : dict of ndarray
        The steps are taken in their kind of floats. float32 is coarse for them, as notebook 6 shows; float16
        is too coarse, and becomes float64.
    batch : Batch
    scaled : bool
    step : float
        How far each number is moved, above 0.

    Returns
    -------
    dict of ndarray
        Names and shapes of `parameters`. Slow: two runs of `forward` for every single number.

    Raises
    ------
    ValueError
        As for `forward`, or if `y` is None or `step` is no number above 0.
    """
    parameters, batch, scaled = as_given(parameters, batch, scaled)
    if not real_number(step) > 0:
        raise ValueError(f"step must be a number above 0, such as 1e-5, got {short(step)}.")
    moved: Parameters = {name: _fine(parameters[name]) for name in NAMES}
    slopes: Parameters = {name: np.zeros_like(array) for name, array in moved.items()}
    for name in NAMES:
        array = moved[name].copy()
        for place in np.ndindex(array.shape):
            losses = []
            for change in (step, -step):
                moved[name][place] = array[place] + change
                losses.append(cross_entropy_checked(forward_checked(moved, batch, scaled).logits, batch.y))
            moved[name][place] = array[place]
            slopes[name][place] = (losses[0] - losses[1]) / (2 * step)
    return slopes


def _fine(array: Array) -> Array:
    """A copy in which a small step is a step."""
    return array.astype(np.float64 if array.dtype == np.float16 else array.dtype)


def relative_error(found: ArrayLike, right: ArrayLike) -> float:
    """How far two arrays of one shape lie apart: 0 if they are equal, at most 1.

    >>> relative_error([1.0, 1.0], [1.0, 1.0])
    0.0

    The length of their difference, divided by the sum of their lengths; two arrays of zeros are equal. With
    nan or infinity in one of them it is nan. Two shapes are refused.
    """
    found, right = (as_floats(x, name).astype(np.float64) for x, name in ((found, "found"), (right, "right")))
    if found.shape != right.shape:
        raise ValueError(
            f"found has shape {found.shape} and right has shape {right.shape}: they need the same shape."
        )
    largest = float(np.max(np.abs([found, right]), initial=0.0))
    if not math.isfinite(largest):
        return math.nan
    # The squares of very large or small numbers have no room. A power of 2 changes no digits.
    found, right = (np.ldexp(x, -math.frexp(largest)[1]) for x in (found, right))
    together = float(np.linalg.norm(found) + np.linalg.norm(right))
    return float(np.linalg.norm(found - right)) / together if together else 0.0
