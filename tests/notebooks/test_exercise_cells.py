"""A learner who comes back runs the first cell and then the cell of an exercise, and no other."""

import re

import numpy as np
import pytest

from helpers import exercises, pictures
from helpers.exercises import EXERCISES, judge
from helpers.exercises.catalogue import solution
from tools.course import code, notebooks
from tools.teach.solved import spliced

CELLS = {
    found[1]: cell.source
    for notebook in notebooks()
    for cell in code(notebook.read())
    if (found := re.search(r'^check\("([^"]+)"', cell.source, re.MULTILINE))
}


def run(source, monkeypatch):
    """What the cell hands in, in a kernel where only the first cell has run."""
    handed_in = []
    monkeypatch.setattr(exercises, "check", lambda name, answer: handed_in.append((name, answer)))
    exec(source, {"np": np, "show": pictures.show})
    return handed_in


def test_every_exercise_has_one_cell():
    assert set(CELLS) == set(EXERCISES)


@pytest.mark.parametrize("name", EXERCISES)
def test_its_cell_needs_the_first_cell_only(name, monkeypatch):
    ((asked, stub),) = run(CELLS[name], monkeypatch)
    assert asked == name and judge(name, stub).name == "not attempted"
    call = f'check("{name}"'
    ((_, answer),) = run(spliced(CELLS[name], solution(EXERCISES[name]), call), monkeypatch)
    assert judge(name, answer).solved
