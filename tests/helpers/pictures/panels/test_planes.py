"""Planes: the grid that a matrix moves, and how far a plane reaches."""

import numpy as np
import pytest

from helpers.pictures import limit_for, plane
from helpers.pictures.panels.planes import _inside
from helpers.pictures.shapes import Line
from tests.helpers.pictures.panels.shapes_of import inside


def grid_lines(panel):
    return [s for s in panel.drawn().shapes if isinstance(s, Line) and s.stroke == "word0" and not s.arrow]


def test_the_identity_lays_the_new_grid_on_the_old():
    panel = plane([], np.zeros((0, 2)), limit=2, grid=np.eye(2))
    old = {
        (s.x1, s.y1, s.x2, s.y2) for s in panel.drawn().shapes if isinstance(s, Line) and s.stroke != "word0"
    }
    new = {(s.x1, s.y1, s.x2, s.y2) for s in grid_lines(panel)}
    assert new == old and len(new) == 18


@pytest.mark.parametrize(
    "matrix", [[[3.0, 1.0], [-2.0, 3.0]], [[0.0, 0.0], [0.0, 0.0]], [[1.0, 1.0], [1.0, 1.0]]]
)
def test_a_moved_grid_stays_inside_the_plane(matrix):
    assert inside(plane([], np.zeros((0, 2)), limit=2, grid=matrix))


def test_a_grid_says_where_the_units_go():
    text = plane([], np.zeros((0, 2)), grid=[[1.0, 0.5], [-0.5, 1.0]]).in_words()
    assert "(1, 0) goes to (1.00, 0.50)" in text and "(0, 1) goes to (-0.50, 1.00)" in text


def test_a_line_is_cut_where_the_plane_ends():
    assert _inside((-4.0, 0.0), (4.0, 0.0), 2) == ((-2.0, 0.0), (2.0, 0.0))
    assert _inside((-4.0, 1.0), (0.0, 1.0), 2) == ((-2.0, 1.0), (0.0, 1.0))
    assert _inside((-4.0, 3.0), (4.0, 3.0), 2) is None
    assert _inside((3.0, -4.0), (3.0, 4.0), 2) is None
    assert _inside((-4.0, 0.0), (0.0, 4.0), 1) is None


def test_a_plane_can_be_smaller():
    assert plane(["a"], [[1.0, 1.0]], side=200).drawn().width == 200


def test_a_limit_is_round_and_large_enough():
    assert [limit_for([[x, 0.0]]) for x in (0.0, 1.0, 1.1, -3.0, 8.0)] == [1, 1, 2, 4, 8]
    assert limit_for([0.5], [[5.0, -6.0]]) == 8
