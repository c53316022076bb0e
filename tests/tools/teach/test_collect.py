"""What a teacher collects: read from stored outputs, whatever lies in the folder."""

import csv
import io
import json
import shutil

import nbformat
import pytest

from helpers.exercises import CARD_TYPE, EXERCISES
from tools.course import find
from tools.teach.collect import collected, main


def handed_in(path, **states):
    """A notebook with a card for each exercise: its name and its state."""
    cells = []
    for name, state in states.items():
        card = {"kind": "exercise", "name": name, "state": state, "lines": []}
        output = nbformat.v4.new_output("display_data", data={"text/plain": "any words", CARD_TYPE: card})
        cells.append(nbformat.v4.new_code_cell("check(...)", outputs=[output]))
    guess = {"kind": "guess", "name": "softmax", "state": None, "lines": []}
    lab = {"text/plain": "Lab('x')"}
    for data in ({"text/plain": "Your guess: a | b", CARD_TYPE: guess}, lab):
        cells.append(nbformat.v4.new_code_cell(outputs=[nbformat.v4.new_output("display_data", data=data)]))
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)


@pytest.fixture
def folder(tmp_path):
    handed_in(tmp_path / "ada" / "02.ipynb", softmax="solved", never="not attempted")
    handed_in(tmp_path / "bo" / "deep" / "mine.ipynb", softmax="wrong axis")
    handed_in(tmp_path / "bo" / ".ipynb_checkpoints" / "old.ipynb", softmax="solved")
    handed_in(tmp_path / "cy" / "a.ipynb", softmax="wrong axis")
    (tmp_path / "cy" / "b.ipynb").write_text("{", encoding="utf-8")
    (tmp_path / "cy" / "c.ipynb").write_text('{"cells": [3]}', encoding="utf-8")
    (tmp_path / "cy" / "d.ipynb").write_text("[" * 100_000, encoding="utf-8")
    for number, odd in enumerate((3, "solved", [], {"kind": "exercise"})):
        output = {"data": {CARD_TYPE: odd}}
        right = {"data": {CARD_TYPE: {"kind": "exercise", "name": "never", "state": "score 0"}}}
        text = json.dumps({"cells": [{"outputs": [output, right]}]})
        (tmp_path / "cy" / f"odd{number}.ipynb").write_text(text, encoding="utf-8")
    (tmp_path / "=1+1").mkdir()
    (tmp_path / "file.txt").write_text("", encoding="utf-8")
    return tmp_path


def test_a_notebook_as_it_ships_says_not_attempted(tmp_path):
    (tmp_path / "ada").mkdir()
    shutil.copy(find(2).path, tmp_path / "ada")
    said = {(notebook, state) for _, notebook, _, state in collected(tmp_path)}
    assert (2, "not attempted") in said and (2, "not handed in") not in said
    assert {state for notebook, state in said if notebook != 2} == {"not handed in"}


def test_each_learner_and_exercise_has_a_line(folder):
    rows = collected(folder)
    assert len(rows) == 4 * len(EXERCISES)
    state = {(learner, exercise): said for learner, _, exercise, said in rows}
    assert state["ada", "softmax"] == "solved" and state["ada", "never"] == "not attempted"
    assert state["bo", "softmax"] == state["cy", "softmax"] == "wrong axis"
    assert state["bo", "never"] == "not handed in" and state["cy", "never"] == "score 0"


def test_it_prints_a_table_and_counts_the_mistakes(folder, capsys):
    main(folder)
    printed = capsys.readouterr()
    table = list(csv.DictReader(io.StringIO(printed.out)))
    assert {"learner": "ada", "notebook": "2", "exercise": "softmax", "state": "solved"} in table
    assert "2 x softmax: wrong axis" in printed.err
    assert printed.err.count("is no notebook that can be read") == 3
    assert printed.err.count("has a card that cannot be read") == 4
    assert "'=1+1" in printed.out and "\n=1+1" not in printed.out


def test_what_an_earlier_version_has_checked_is_run_again(tmp_path, capsys):
    """Such a notebook holds the same words, and no data about them."""
    old = {"data": {"text/plain": ["Exercise softmax: not yet (wrong axis). ..."]}}
    path = tmp_path / "ada" / "02.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps({"cells": [{"outputs": [old, old]}]}), encoding="utf-8")
    assert {state for _, _, _, state in collected(tmp_path)} == {"not handed in"}
    says = f"{path} was run with an earlier version of the course: run it again."
    assert capsys.readouterr().err.splitlines() == [says]
