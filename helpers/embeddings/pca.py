"""Principal component analysis: the flat map that keeps most of how far some vectors spread."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_table


class PcaMap:
    """The flat map (principal component analysis) that keeps most of the spread of some vectors.

    >>> chart = PcaMap([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    >>> round(chart.share, 3)  # three points lie on a plane: nothing is lost
    1.0

    Parameters
    ----------
    X : array_like, shape (n, d)
        The vectors that the map is made for.

    Attributes
    ----------
    axes : ndarray, shape (2, d)
        The two directions of the map. The largest entry of each is positive, so that the map is
        never mirrored between two computers.
    share : float
        The share of the spread (variance) of `X` that the map keeps, from 0 to 1.

    Raises
    ------
    ValueError
        If `X` is no table of finite numbers, here and in the methods; in them, also if d is another one.
    """

    def __init__(self, X: ArrayLike) -> None:
        X = as_table(X, "X", "n, d").astype(np.float64)
        if X.shape[1] == 0:
            raise ValueError(f"X has shape {X.shape}, but a map needs vectors of at least one number.")
        self.centre = X.mean(axis=0) if len(X) else np.zeros(X.shape[1])
        _, sizes, directions = np.linalg.svd(X - self.centre, full_matrices=False)
        axes = np.zeros((2, X.shape[1]))  # a single vector has no spread: its axes stay zero
        axes[: min(2, len(directions))] = directions[:2]
        axes[: len(sizes)][sizes[:2] < 1e-9] = 0.0
        largest = np.argmax(np.abs(axes), axis=1)
        signs = np.sign(axes[[0, 1], largest])
        self.axes = axes * np.where(signs == 0, 1.0, signs)[:, None]
        total = float(np.sum(sizes**2))
        self.share = float(np.sum(sizes[:2] ** 2) / total) if total > 1e-18 else 1.0

    def share_of(self, X: ArrayLike) -> float | None:
        """How much of the spread of other vectors, shape (n, d), this map keeps; None if they have none.

        >>> chart = PcaMap([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        >>> chart.share_of([[0.0, 0.0, 0.0], [0.0, 0.0, 5.0]])
        0.0
        """
        X = self._vectors(X)
        apart = X - X.mean(axis=0) if len(X) else X
        total = float(np.sum(apart**2))
        return float(np.sum((apart @ self.axes.T) ** 2)) / total if total > 1e-18 else None

    def place(self, X: ArrayLike) -> Array:
        """Where vectors lie on the map: shape (n, d) in, (n, 2) out.

        >>> PcaMap([[0.0, 0.0], [2.0, 0.0], [1.0, 0.0]]).place([[2.0, 0.0]])
        array([[1., 0.]])
        """
        return (self._vectors(X) - self.centre) @ self.axes.T  # (n, 2)

    def _vectors(self, X: ArrayLike) -> Array:
        X, d = as_table(X, "X", "n, d").astype(np.float64), len(self.centre)
        if X.shape[1] != d:
            raise ValueError(
                f"X has shape {X.shape}, but this map is for vectors of {d} numbers, shape (n, {d})."
            )
        return X
