"""The lab of the moved grid: X times W, turns, and what is said of a matrix."""

import numpy as np
import pytest

from helpers.labs.grid import PRESETS, GridState, grid_lab, turn
from helpers.labs.grid import X as GRID_X
from helpers.labs.matrices import entries, matrix
from helpers.pictures import Plane, Table
from tests.helpers.labs.seen import panels


@pytest.mark.parametrize("preset", PRESETS)
def test_the_grid_lab_shows_x_times_w(preset):
    lab = grid_lab()
    lab.press(preset)
    W = matrix(lab.state, "m")
    (space,) = panels(lab, Plane)
    np.testing.assert_allclose([arrow.moved for arrow in space.arrows], GRID_X @ W)
    np.testing.assert_allclose(space.grid, W)
    (numbers,) = panels(lab, Table)
    np.testing.assert_allclose([row[1] for row in numbers.numbers], np.linalg.norm(GRID_X @ W, axis=1))


def test_the_grid_lab_says_what_a_matrix_does():
    lab = grid_lab()
    for preset, said in {
        "zero": "nothing is left", "twice as long": "multiplied by 2.00",
        "quarter turn": "same angle: 90 degrees",
        "stretch": "different angles", "flatten": "flattened onto a line", "mirror": "different angles",
    }.items():  # fmt: skip
        lab.press(preset)
        assert said in lab.picture.words_said, preset
    lab.set(**entries("m", -np.eye(2)))
    assert "opposite way" in lab.picture.words_said


def test_a_turn_is_counted_counter_clockwise():
    assert turn(np.array([1.0, 0.0]), np.array([0.0, 2.0])) == pytest.approx(90)
    assert turn(np.array([1.0, 0.0]), np.array([0.0, -2.0])) == pytest.approx(-90)
    assert turn(np.array([1.0, 0.0]), np.zeros(2)) is None
    assert GridState().m00 == 1.0
