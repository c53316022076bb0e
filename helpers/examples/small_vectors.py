"""Small made-up vectors that notebooks, labs and exercises share: one word has one vector."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_floats, real_number, short


def _fixed(rows: ArrayLike) -> Array:
    """Nobody changes what others use."""
    X = as_floats(rows, "rows")
    X.setflags(write=False)
    return X


# Notebook 02: (3, 2).
MONEY = ("money", "bank", "grows")
MONEY_X = _fixed([[1.5, 0.35], [0.95, 0.9], [0.55, -0.75]])

# Notebook 03: (4, 2). The first number says how much of a thing a word is, the second how much of a state.
FOUR_WORDS = ("animal", "street", "tired", "it")
FOUR_X = _fixed([[1.4, 0.4], [0.5, -0.7], [-0.4, 1.3], [-0.9, -0.7]])


# Notebook 05: five words on a circle, each 45 degrees further on than the one before.
def turn(degrees: float) -> Array:
    """The matrix that turns a row by so many degrees, from the x-axis towards the y-axis.

    >>> turn(90).round(1) + 0.0
    array([[ 0.,  1.],
           [-1.,  0.]])

    Parameters
    ----------
    degrees : float

    Returns
    -------
    ndarray, shape (2, 2)

    Raises
    ------
    ValueError
        If `degrees` is no finite number.
    """
    if np.isnan(real_number(degrees)):
        raise ValueError(f"turn needs a finite number of degrees, such as 45, got {short(degrees)}.")
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, s], [-s, c]])


CIRCLE = _fixed([turn(45 * i)[0] for i in range(5)])
