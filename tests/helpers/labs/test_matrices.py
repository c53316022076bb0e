"""Matrices of 2 x 2 in a lab: rows and columns as NumPy counts them, random ones for each seed."""

import numpy as np

from helpers.labs.grid import grid_lab
from helpers.labs.matrices import LIMIT, STEP, matrix, random_matrix


def test_row_and_column_of_an_entry_are_numpys():
    lab = grid_lab()
    lab.set(m00=1.0, m01=2.0, m10=3.0, m11=-1.0)
    np.testing.assert_array_equal(matrix(lab.state, "m"), [[1, 2], [3, -1]])
    by_columns = {"column 0": ["W[0,0]", "W[1,0]"], "column 1": ["W[0,1]", "W[1,1]"]}  # as it is written
    shown = {name: [c.widget.description for c in lab.controls if c.group == name] for name in by_columns}
    assert shown == by_columns and len(lab.controls) == 4
    for name, value in (("W[0,0]", 0.5), ("W[0,1]", -0.5), ("W[1,0]", 0.25), ("W[1,1]", 2.5)):
        next(c.widget for c in lab.controls if c.widget.description == name).value = value
    np.testing.assert_array_equal(matrix(lab.state, "m"), [[0.5, -0.5], [0.25, 2.5]])


def test_a_random_matrix_is_steady_and_different_for_each_seed():
    np.testing.assert_array_equal(random_matrix(1), random_matrix(1))
    assert not np.array_equal(random_matrix(1), random_matrix(2))
    assert 0.4 < np.mean([random_matrix(seed) ** 2 for seed in range(500)]) < 0.6


def test_a_random_matrix_lies_on_the_steps_of_the_sliders():
    """Each entry is the nearest step to a normal number, and no -0.0, which would be written -0.00."""
    numbers = np.array([random_matrix(seed) for seed in range(500)])
    drawn = [np.random.default_rng(seed).normal(scale=0.5**0.5, size=(2, 2)) for seed in range(500)]
    assert np.abs(numbers).max() <= LIMIT
    np.testing.assert_allclose(numbers / STEP, np.round(numbers / STEP), atol=1e-9)
    np.testing.assert_allclose(numbers, np.clip(drawn, -LIMIT, LIMIT), atol=STEP / 2 + 1e-9)
    assert not np.signbit(numbers[numbers == 0]).any() and (numbers == 0).any()
