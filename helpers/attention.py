"""The mathematics of self-attention for one head, in plain NumPy.

Notation (the same in the whole course). Rows are tokens.

===========  =====================  ============================================
name         shape                  meaning
===========  =====================  ============================================
``Q``        (..., n_q, d_k)        queries: what each token asks for
``K``        (..., n_k, d_k)        keys: what each token can be found by
``V``        (..., n_k, d_v)        values: what each token passes on
``scores``   (..., n_q, n_k)        any real numbers; row i belongs to query i
``weights``  (..., n_q, n_k)        every row sums to 1
``mask``     broadcast to weights   True where a key may be read
``Z``        (..., n_q, d_v)        the new vectors
===========  =====================  ============================================

The dots stand for any number of leading axes (a batch, or heads).

Source: Vaswani et al. (2017), "Attention Is All You Need", section 3.2.1.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helpers.arrays import (
    Array,
    as_booleans,
    as_floats,
    as_matrix,
    check_axis,
    check_leading,
    looks_inverted,
    warn_caller,
    whole_number,
)


def softmax(x: ArrayLike, axis: int = -1) -> Array:
    """Turn scores into positive shares that sum to 1 along one axis.

    >>> softmax([2.0, 1.0, 0.0]).round(2)
    array([0.67, 0.24, 0.09])
    >>> softmax([0.0, -np.inf])  # -inf: never
    array([1., 0.])

    Parameters
    ----------
    x : array_like, any shape but 0-d
        Real scores. Integers and lists are welcome. ``-inf`` means "never".
    axis : int
        The axis along which the shares sum to 1.

    Returns
    -------
    ndarray, same shape as `x`
        Shares between 0 and 1. A slice that is ``-inf`` everywhere has nothing to share:
        it gives zeros.

    Raises
    ------
    ValueError
        If `x` is a single number, is empty along `axis`, or holds nan or ``+inf``.

    Notes
    -----
    exp(1000) overflows. Taking away the largest score of the slice first changes no share,
    since exp(a - m) / sum exp(b - m) = exp(a) / sum exp(b), and it keeps exp below 1.
    """
    x = as_floats(x, "x")
    if x.ndim == 0:
        raise ValueError(
            f"softmax needs a row of scores, got the single number {x}; put it in a list: [{x}]."
        )
    axis = check_axis(axis, x)
    return _softmax_in_place(x.copy(), axis)


def _softmax_in_place(x: Array, axis: int) -> Array:
    """`softmax`, written over `x`: a table of scores may be large, so that one array has to do."""
    if x.shape[axis] == 0:
        raise ValueError(
            f"softmax needs at least one score along axis {axis}, got an empty array of shape {x.shape}."
        )
    largest = np.max(x, axis=axis, keepdims=True)  # of a slice with nan in it: nan
    if np.isnan(largest).any() or np.isposinf(largest).any():
        raise ValueError(
            "softmax needs scores that are numbers or -inf, got nan or +inf; check the line that made them."
        )
    largest = np.where(np.isneginf(largest), 0, largest).astype(x.dtype)
    with np.errstate(under="ignore", over="ignore"):  # a gap beyond the float range is -inf: share 0
        x -= largest
        np.exp(x, out=x)
        # A sum of many float16 numbers does not fit into float16.
        total = np.sum(x, axis=axis, keepdims=True, dtype=np.result_type(x.dtype, np.float32))
        x /= np.where(total == 0, 1, total)
    return x


def causal_mask(n: int) -> NDArray[np.bool_]:
    """Mask in which each token may read itself and the tokens before it.

    >>> causal_mask(3)
    array([[ True, False, False],
           [ True,  True, False],
           [ True,  True,  True]])

    Parameters
    ----------
    n : int
        Number of tokens, at least 1.

    Returns
    -------
    ndarray of bool, shape (n, n)
        ``mask[i, j]`` is True where query i may read key j, that is where j <= i.

    Raises
    ------
    ValueError
        If `n` is not a whole number of at least 1.
    """
    size = whole_number(n)
    if size == 0:
        raise ValueError(f"causal_mask needs the number of tokens, a whole number from 1 up, got {n!r}.")
    return np.tril(np.ones((size, size), dtype=bool))


def project(X: ArrayLike, W: ArrayLike, name: str = "W") -> Array:
    """Multiply every row of `X` by the matrix `W`: ``X @ W``, with a readable refusal.

    >>> project([[1, 2], [3, 4]], [[0, 1], [1, 0]])  # the two numbers of each row change places
    array([[2., 1.],
           [4., 3.]])

    Parameters
    ----------
    X : array_like, shape (..., n_tokens, d_model)
    W : array_like, shape (d_model, d_out)
    name : str
        What to call `W` in the error, for example ``"W_Q"``.

    Returns
    -------
    ndarray, shape (..., n_tokens, d_out)

    Raises
    ------
    ValueError
        If `X` has no rows of vectors, or the rows of `W` are not as many as the columns of `X`.
    """
    X = as_matrix(X, "X", "n_tokens, d_model")
    W = as_floats(W, name)
    if W.ndim != 2 or W.shape[0] != X.shape[-1]:
        raise ValueError(
            f"X has shape {X.shape} and {name} has shape {W.shape}: {name} needs {X.shape[-1]} rows, "
            f"one for each of the {X.shape[-1]} columns of X."
        )
    return X @ W  # (..., n_tokens, d_out)


def attention_scores(Q: ArrayLike, K: ArrayLike) -> Array:
    """How well each key answers each query: ``Q @ K.T / sqrt(d_k)``.

    >>> attention_scores([[1.0, 0.0, 2.0, 1.0]], [[1.0, 1.0, 1.0, 1.0], [0.0, 2.0, 0.0, 0.0]])
    array([[2., 0.]])

    Parameters
    ----------
    Q : array_like, shape (..., n_q, d_k)
    K : array_like, shape (..., n_k, d_k)

    Returns
    -------
    ndarray, shape (..., n_q, n_k)
        ``scores[i, j]`` belongs to query i and key j. Any real numbers.

    Raises
    ------
    ValueError
        If the two do not share d_k, or their leading axes do not fit. Names both shapes.
    """
    Q = as_matrix(Q, "Q", "n_q, d_k")
    K = as_matrix(K, "K", "n_k, d_k")
    d_k = Q.shape[-1]
    if d_k != K.shape[-1]:
        raise ValueError(
            f"Q has shape {Q.shape} and K has shape {K.shape}: their last sizes, {d_k} and {K.shape[-1]}, "
            "must be equal (both are d_k), or there is no dot product."
        )
    if d_k == 0:
        raise ValueError(f"Q has shape {Q.shape} and K has shape {K.shape}: d_k must be at least 1.")
    check_leading(Q, "Q", K, "K")
    with np.errstate(over="ignore", invalid="ignore"):  # softmax refuses such scores in words
        scores = Q @ np.swapaxes(K, -1, -2)  # (..., n_q, n_k)
        scores /= math.sqrt(d_k)
    return scores


def attention_weights(scores: ArrayLike, mask: ArrayLike | None = None) -> Array:
    """Softmax of each row of the scores, with forbidden keys left out.

    >>> attention_weights([[2.0, 1.0], [0.0, 0.0]], mask=[[True, True], [True, False]]).round(2)
    array([[0.73, 0.27],
           [1.  , 0.  ]])

    Parameters
    ----------
    scores : array_like, shape (..., n_q, n_k)
    mask : array_like of bool, optional
        True where the key may be read. Broadcast to the shape of `scores`.

    Returns
    -------
    ndarray, shape of `scores`
        Every row sums to 1; a masked weight is exactly 0. A row in which every key is masked
        gives zeros: that query reads nothing.

    Raises
    ------
    ValueError
        If the mask is not made of True and False, or does not fit the scores.

    Warns
    -----
    UserWarning
        If the mask looks as if True meant forbidden in it.
    """
    return _weights_in_place(as_matrix(scores, "scores", "n_q, n_k").copy(), mask)


def _weights_in_place(scores: Array, mask: ArrayLike | None) -> Array:
    """`attention_weights`, written over `scores`; into a copy where the mask has further axes."""
    if mask is not None:
        allowed = as_booleans(mask, "mask")
        if looks_inverted(allowed):
            warn_caller(INVERTED)
        scores = _with_axes_of(allowed, scores)
        np.copyto(scores, -np.inf, where=~allowed)  # "never"
    return _softmax_in_place(scores, axis=-1)


INVERTED = (
    "in this mask no word may read itself, and the last word nothing at all. Here True means: may be read. "
    "If yours has True where reading is forbidden, use ~mask."
)


def _with_axes_of(mask: NDArray[np.bool_], scores: Array) -> Array:
    """The scores, repeated along the further axes of the mask, such as a batch, if it has any."""
    try:
        shape = np.broadcast_shapes(mask.shape, scores.shape)
    except ValueError:
        shape = ()
    if shape[-2:] != scores.shape[-2:]:
        raise ValueError(
            f"mask has shape {mask.shape} and scores have shape {scores.shape}: "
            "the mask needs one True or False for each score."
        )
    return scores if shape == scores.shape else np.broadcast_to(scores, shape).copy()


def attention(Q: ArrayLike, K: ArrayLike, V: ArrayLike, mask: ArrayLike | None = None) -> tuple[Array, Array]:
    """Scaled dot-product attention for one head.

    >>> Q, K, V = [[0.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]], [[10.0], [20.0]]
    >>> attention(Q, K, V)  # a query of zeros reads all words alike
    (array([[15.]]), array([[0.5, 0.5]]))

    Parameters
    ----------
    Q : array_like, shape (..., n_q, d_k)
    K : array_like, shape (..., n_k, d_k)
    V : array_like, shape (..., n_k, d_v)
        Finite numbers. The value of a masked key has weight 0, but 0 * nan is nan: as in PyTorch, a nan
        or infinity in it comes through to every row of `Z`.
    mask : array_like of bool, optional
        True where the key may be read. Broadcast to (..., n_q, n_k).

    Returns
    -------
    Z : ndarray, shape (..., n_q, d_v)
        The new vectors: each row is a weighted mean of the rows of `V`.
    weights : ndarray, shape (..., n_q, n_k)
        Every row sums to 1, or is all zeros where every key is masked.

    Raises
    ------
    ValueError
        If two shapes do not fit. Names both arrays and both shapes.
    """
    weights = _weights_in_place(attention_scores(Q, K), mask)  # (..., n_q, n_k)
    Q, K, V = as_matrix(Q, "Q", "n_q, d_k"), as_matrix(K, "K", "n_k, d_k"), as_matrix(V, "V", "n_k, d_v")
    if K.shape[-2] != V.shape[-2]:
        raise ValueError(
            f"K has shape {K.shape} and V has shape {V.shape}: they need one row per token each, "
            f"but have {K.shape[-2]} and {V.shape[-2]}."
        )
    check_leading(Q, "Q", V, "V")
    check_leading(K, "K", V, "V")
    check_leading(weights, "weights", V, "V")  # the mask may bring further axes
    return weights @ V, weights  # (..., n_q, d_v), (..., n_q, n_k)
