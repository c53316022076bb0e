"""Matrices of 2 x 2 in a lab: rows and columns as NumPy counts them, random ones for each seed."""

import numpy as np

from helpers.labs.grid import grid_lab
from helpers.labs.matrices import matrix, random_matrix


def test_row_and_column_of_an_entry_are_numpys():
    lab = grid_lab()
    lab.set(m00=1.0, m01=2.0, m10=3.0, m11=-1.0)
    np.testing.assert_array_equal(matrix(lab.state, "m"), [[1, 2], [3, -1]])
    assert [c.widget.description for c in lab.controls] == ["W[0,0]", "W[0,1]", "W[1,0]", "W[1,1]"]


def test_a_random_matrix_is_steady_and_different_for_each_seed():
    np.testing.assert_array_equal(random_matrix(1), random_matrix(1))
    assert not np.array_equal(random_matrix(1), random_matrix(2))
    assert 0.4 < np.mean([random_matrix(seed) ** 2 for seed in range(500)]) < 0.6
