"""What scores are divided by (nothing, the root of d_k, d_k), for the labs that compare the three."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array
from helpers.widgets import Control, State, buttons

NONE, ROOT, FULL = "nothing", "sqrt(d_k)", "d_k"
DIVISORS = (NONE, ROOT, FULL)


def divide_by(state: State) -> Control[State]:
    """The control over the trait `scaling`, one of `DIVISORS`."""
    return buttons(state, "scaling", "divide by", [(name, name) for name in DIVISORS])


def divisor(n: ArrayLike, scaling: str) -> Array:
    """By what a sum of n products is divided; the shape of n."""
    n = np.asarray(n, dtype=float)
    return {NONE: np.ones_like(n), ROOT: np.sqrt(n), FULL: n}[scaling]
