"""Cases drawn at random for the checks of functions: sizes and tables of every kind that a text allows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

# Numbers may be all small, ordinary or all large; a table may hold whole numbers.
SCALES = 0.05, 1.0, 1.0, 2.0, 20.0


def sizes(rng: np.random.Generator, count: int, most: int = 6) -> list[int]:
    """So many sizes, each from 1 up."""
    return [int(size) for size in rng.integers(1, most + 1, size=count)]


def table(rng: np.random.Generator, *shape: int, scales: tuple[float, ...] = SCALES) -> NDArray[Any]:
    """Numbers of one scale; one table in four holds whole numbers. No row is all zeros."""
    numbers = rng.choice(scales) * rng.normal(size=shape)
    if rng.random() < 0.25:
        whole = np.round(3 * rng.normal(size=shape)).astype(np.int64)
        whole[..., 0] += (~whole.any(axis=-1)).astype(np.int64)  # a row of zeros has no length
        return whole
    return numbers
