"""What a teacher collects: read from stored outputs, whatever lies in the folder."""

import csv
import io

import nbformat
import pytest

from helpers.catalogue import EXERCISES
from tools.collect import collected, main


def handed_in(path, *lines):
    cells = []
    for line in lines:
        output = nbformat.v4.new_output("display_data", data={"text/plain": line})
        cells.append(nbformat.v4.new_code_cell("check(...)", outputs=[output]))
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)


@pytest.fixture
def folder(tmp_path):
    handed_in(
        tmp_path / "ada" / "02.ipynb", "Exercise softmax: solved.", "Exercise never: not attempted yet."
    )
    handed_in(
        tmp_path / "bo" / "deep" / "mine.ipynb", "Exercise softmax: not yet (wrong axis). Your columns ..."
    )
    handed_in(tmp_path / "bo" / ".ipynb_checkpoints" / "old.ipynb", "Exercise softmax: solved.")
    handed_in(
        tmp_path / "cy" / "a.ipynb", "Exercise softmax: not yet (wrong axis). Your columns ...", "Lab('x')"
    )
    (tmp_path / "cy" / "b.ipynb").write_text("{", encoding="utf-8")
    (tmp_path / "cy" / "c.ipynb").write_text('{"cells": [3]}', encoding="utf-8")
    (tmp_path / "cy" / "d.ipynb").write_text("[" * 100_000, encoding="utf-8")
    (tmp_path / "=1+1").mkdir()
    (tmp_path / "file.txt").write_text("", encoding="utf-8")
    return tmp_path


def test_each_learner_and_exercise_has_a_line(folder):
    rows = collected(folder)
    assert len(rows) == 4 * len(EXERCISES)
    state = {(learner, exercise): said for learner, _, exercise, said in rows}
    assert state["ada", "softmax"] == "solved" and state["ada", "never"] == "not attempted"
    assert state["bo", "softmax"] == state["cy", "softmax"] == "wrong axis"
    assert state["bo", "never"] == "not handed in"


def test_it_prints_a_table_and_counts_the_mistakes(folder, capsys):
    main(folder)
    printed = capsys.readouterr()
    table = list(csv.DictReader(io.StringIO(printed.out)))
    assert {"learner": "ada", "notebook": "2", "exercise": "softmax", "state": "solved"} in table
    assert "2 x softmax: wrong axis" in printed.err
    assert printed.err.count("is no notebook that can be read") == 3
    assert "'=1+1" in printed.out and "\n=1+1" not in printed.out
