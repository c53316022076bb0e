"""A learner who comes back runs the first cell and then the cell of an exercise, and no other."""

import pytest

from helpers.exercises import EXERCISES, judge
from helpers.exercises.catalogue import solution
from tests.exercise_cells import CELLS, handed_in


def test_every_exercise_has_one_cell():
    assert set(CELLS) == set(EXERCISES)


@pytest.mark.parametrize("name", EXERCISES)
def test_its_cell_needs_the_first_cell_only(name):
    asked, stub = handed_in(name)
    assert asked == name and judge(name, stub).name == "not attempted"
    assert judge(*handed_in(name, solution(EXERCISES[name]))).solved
