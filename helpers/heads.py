"""Several heads of self-attention side by side, in plain NumPy.

Notation (NOTATION.md). Rows are tokens, and heads lead.

================  ===================================  =====================================
name              shape                                meaning
================  ===================================  =====================================
``X``             (..., n_tokens, d_model)             the vectors of a sentence
``W_Q``, ``W_K``  (d_model, n_heads * d_k)             the maps of all heads, side by side
``W_V``           (d_model, n_heads * d_v)             the same for the values
``W_O``           (n_heads * d_v, d_model)             the learned map after the heads are joined
``weights``       (..., n_heads, n_tokens, n_tokens)   one table of weights for each head
``mask``          broadcast to weights                 True where a key may be read
``Z``             (..., n_tokens, d_model)             the new vectors
================  ===================================  =====================================

The dots stand for any number of leading axes (a batch).

Source: Vaswani et al. (2017), "Attention Is All You Need", section 3.2.2.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_booleans, as_floats, as_matrix, at_least_one, listed
from helpers.attention import attention, project


def split_heads(X: ArrayLike, n_heads: int) -> Array:
    """Cut the columns into equal parts, one for each head, and let the heads lead.

    >>> split_heads([[1, 2, 3, 4], [5, 6, 7, 8]], n_heads=2)[1]  # what head 1 gets of both tokens
    array([[3., 4.],
           [7., 8.]])

    Parameters
    ----------
    X : array_like, shape (..., n_tokens, n_heads * d)
    n_heads : int
        Number of heads, at least 1. Head 0 gets the first d columns, head 1 the next d, and so on.

    Returns
    -------
    ndarray, shape (..., n_heads, n_tokens, d)
        The same numbers in another order: ``[h, i]`` is what head h gets of token i.

    Raises
    ------
    ValueError
        If `n_heads` is no whole number from 1 up, or the columns of `X` cannot be shared equally.
    """
    X = as_matrix(X, "X", "n_tokens, n_heads * d")
    n_heads, width = at_least_one(n_heads, "n_heads"), X.shape[-1]
    _check_shares(n_heads, width, "X has", width)
    parts = X.reshape(*X.shape[:-1], n_heads, width // n_heads)  # (..., n_tokens, n_heads, d)
    return np.swapaxes(parts, -3, -2).copy()  # (..., n_heads, n_tokens, d), no window into X


def merge_heads(H: ArrayLike) -> Array:
    """Join the heads again: the inverse of `split_heads`.

    >>> merge_heads([[[1, 2], [5, 6]], [[3, 4], [7, 8]]])
    array([[1., 2., 3., 4.],
           [5., 6., 7., 8.]])

    Parameters
    ----------
    H : array_like, shape (..., n_heads, n_tokens, d)

    Returns
    -------
    ndarray, shape (..., n_tokens, n_heads * d)
        Row i holds what head 0 has for token i, then what head 1 has for it, and so on.

    Raises
    ------
    ValueError
        If `H` has no axis for the heads.
    """
    H = as_floats(H, "H")
    if H.ndim < 3:
        raise ValueError(
            f"H has shape {H.shape}, but needs an axis for the heads (n_heads, n_tokens, d); "
            "for a single head write H[None]."
        )
    n_heads, n_tokens, d = H.shape[-3:]
    parts = np.swapaxes(H, -3, -2).copy()  # (..., n_tokens, n_heads, d)
    return parts.reshape(*H.shape[:-3], n_tokens, n_heads * d)


def multi_head_attention(
    X: ArrayLike,
    W_Q: ArrayLike,
    W_K: ArrayLike,
    W_V: ArrayLike,
    W_O: ArrayLike,
    n_heads: int,
    mask: ArrayLike | None = None,
) -> tuple[Array, Array]:
    """Multi-head self-attention: each head attends on its own columns, and `W_O` mixes what they found.

    >>> X, maps = np.eye(4), [np.eye(4)] * 4
    >>> Z, weights = multi_head_attention(X, *maps, n_heads=2)
    >>> Z.shape, weights.shape
    ((4, 4), (2, 4, 4))

    Parameters
    ----------
    X : array_like, shape (..., n_tokens, d_model)
    W_Q, W_K : array_like, shape (d_model, n_heads * d_k)
        The first d_k columns belong to head 0, the next d_k to head 1, and so on.
    W_V : array_like, shape (d_model, n_heads * d_v)
    W_O : array_like, shape (n_heads * d_v, d_model)
    n_heads : int
        Number of heads, at least 1.
    mask : array_like of bool, optional
        True where the key may be read. Broadcast to (..., n_heads, n_tokens, n_tokens) as NumPy does it,
        from the last axis on: (n_tokens, n_tokens) serves every head, (n_heads, n_tokens, n_tokens) holds
        one mask for each head. So the first axis of a mask of shape (batch, n_tokens, n_tokens) is taken
        for the heads. One mask for each sentence of a batch is ``mask[..., None, :, :]``.

    Returns
    -------
    Z : ndarray, shape (..., n_tokens, d_model)
        The new vectors.
    weights : ndarray, shape (..., n_heads, n_tokens, n_tokens)
        ``weights[h, i, j]`` is how much query i of head h reads from key j. Every row sums to 1, or is all
        zeros where every key is masked.

    Raises
    ------
    ValueError
        If `n_heads` is no whole number from 1 up or cannot share the columns equally, or two shapes do
        not fit. Names both numbers, or both shapes.
    """
    X = as_matrix(X, "X", "n_tokens, d_model")
    Q = project(X, W_Q, "W_Q")  # (..., n_tokens, n_heads * d_k)
    K = project(X, W_K, "W_K")  # (..., n_tokens, n_heads * d_k)
    V = project(X, W_V, "W_V")  # (..., n_tokens, n_heads * d_v)
    W_O, n_heads = as_floats(W_O, "W_O"), at_least_one(n_heads, "n_heads")
    _check_maps(X, Q, K, V, W_O, n_heads)
    _check_mask(mask, X, n_heads)
    Q = split_heads(Q, n_heads)  # (..., n_heads, n_tokens, d_k)
    K = split_heads(K, n_heads)  # (..., n_heads, n_tokens, d_k)
    V = split_heads(V, n_heads)  # (..., n_heads, n_tokens, d_v)
    Z, weights = attention(Q, K, V, mask)  # (..., n_heads, n_tokens, d_v)
    del Q, K, V  # with few tokens they are as large as the weights
    Z = merge_heads(Z)  # (..., n_tokens, n_heads * d_v)
    return project(Z, W_O, "W_O"), weights  # (..., n_tokens, d_model)


def _check_shares(n_heads: int, width: int, owner: str, common: int) -> None:
    """Refuse columns that the heads cannot share equally, and name numbers of heads that share `common`."""
    if width % n_heads == 0:
        return
    choices = [n for n in range(1, common + 1) if common % n == 0]
    near = sorted(sorted(choices, key=lambda n: abs(n - n_heads))[:4])
    words = f"{listed([str(n) for n in near], 'or')} heads" if len(near) > 1 else "1 head"
    raise ValueError(f"{owner} {width} columns, which {n_heads} heads cannot share equally; use {words}.")


def _check_maps(X: Array, Q: Array, K: Array, V: Array, W_O: Array, n_heads: int) -> None:
    """Refuse maps whose columns do not suit the heads, or each other."""
    d_model, width, d_heads = X.shape[-1], Q.shape[-1], V.shape[-1]
    if K.shape[-1] != width:
        raise ValueError(
            f"W_Q has shape {(d_model, width)} and W_K has shape {(d_model, K.shape[-1])}: they need equally "
            "many columns, n_heads * d_k, or there is no dot product."
        )
    common = math.gcd(width, d_heads)
    _check_shares(n_heads, width, "W_Q makes", common)
    _check_shares(n_heads, d_heads, "W_V makes", common)
    if W_O.shape != (d_heads, d_model):
        raise ValueError(
            f"W_O has shape {W_O.shape}, but must have shape {(d_heads, d_model)}: a row for each of the "
            f"{d_heads} columns of W_V, and a column for each of the {d_model} of X."
        )


def _check_mask(mask: ArrayLike | None, X: Array, n_heads: int) -> None:
    """Refuse one mask for each sentence that lacks the axis for the heads; `attention` checks the rest."""
    if mask is None:
        return
    shape, batch, n_tokens = as_booleans(mask, "mask").shape, X.shape[:-2], X.shape[-2]
    try:
        np.broadcast_shapes(shape[:-2], (*batch, n_heads))
    except ValueError:
        if shape[:-2] == batch:
            raise ValueError(
                f"mask has shape {shape} and weights have shape {(*batch, n_heads, n_tokens, n_tokens)}: to "
                "give each sentence one mask for all its heads, write mask[..., None, :, :]."
            ) from None
