"""Texts in a drawing: numbers with two decimals, names that are cut."""

import numpy as np

from helpers.pictures.shapes import number


def test_a_number_reads_the_same_from_python_and_from_numpy():
    """A sentence and its picture must not contradict each other."""
    halves = [k / 1000 + 0.005 for k in range(-3000, 3000, 10)]
    assert [number(np.float64(x)) for x in halves] == [number(float(x)) for x in halves]
