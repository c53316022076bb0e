"""What a teacher collects: read from stored outputs, whatever lies in the folder."""

import csv
import io
import json
import re
import shutil

import nbformat
import pytest

from helpers import exercises, files
from helpers.exercises import CARD_TYPE, EXERCISES
from tools.course import find
from tools.teach.collect import collected, main

EDITION = files.edition()


def setup_cell(edition=EDITION):
    return nbformat.v4.new_code_cell(f'# @title Setup\nEDITION, REPO, VERSION = {edition}, "", ""')


def exercise_cell(name, state=None, run=None, **facts):
    """The cell of an exercise: what it says, or without a state no outputs; the number of its run."""
    card = {"kind": "exercise", "name": name, "state": state, "lines": [], **facts}
    output = nbformat.v4.new_output("display_data", data={"text/plain": "any words", CARD_TYPE: card})
    outputs = [output] if state else []
    return nbformat.v4.new_code_cell(f'check("{name}", mine)', outputs=outputs, execution_count=run)


def write(path, *cells, edition=EDITION):
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(nbformat.v4.new_notebook(cells=[setup_cell(edition), *cells]), path)


def said(folder, learner="ada", exercise="softmax"):
    """State, file and note of one line of the table."""
    (found,) = [row[3:] for row in collected(folder) if row[0] == learner and row[2] == exercise]
    return found


def handed_in(path, **states):
    """A notebook with a card for each exercise: its name and its state."""
    cells = [exercise_cell(name, state) for name, state in states.items()]
    guess = {"kind": "guess", "name": "softmax", "state": None, "lines": []}
    lab = {"text/plain": "Lab('x')"}
    for data in ({"text/plain": "Your guess: a | b", CARD_TYPE: guess}, lab):
        cells.append(nbformat.v4.new_code_cell(outputs=[nbformat.v4.new_output("display_data", data=data)]))
    write(path, *cells)


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
    said = {(notebook, state) for _, notebook, _, state, *_ in collected(tmp_path)}
    assert (2, "not attempted") in said and (2, "not handed in") not in said
    assert {state for notebook, state in said if notebook != 2} == {"not handed in"}


def test_each_learner_and_exercise_has_a_line(folder):
    rows = collected(folder)
    assert len(rows) == 4 * len(EXERCISES)
    state = {(learner, exercise): said for learner, _, exercise, said, *_ in rows}
    assert state["ada", "softmax"] == "solved" and state["ada", "never"] == "not attempted"
    assert state["bo", "softmax"] == state["cy", "softmax"] == "wrong axis"
    assert state["bo", "never"] == "not handed in" and state["cy", "never"] == "score 0"


def test_it_prints_a_table_and_counts_the_mistakes(folder, capsys):
    main(folder)
    printed = capsys.readouterr()
    table = list(csv.DictReader(io.StringIO(printed.out)))
    ada = {"learner": "ada", "notebook": "2", "exercise": "softmax", "state": "solved"}
    assert {**ada, "file": "02.ipynb", "note": ""} in table
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
    assert {state for _, _, _, state, *_ in collected(tmp_path)} == {"not handed in"}
    says = f"{path} was run with an earlier version of the course: run it again."
    assert capsys.readouterr().err.splitlines() == [says]


# --- which run, which copy ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "state"),
    [
        ((9, "solved"), (3, "wrong axis"), "solved"),
        ((3, "solved"), (9, "wrong axis"), "wrong axis"),
        ((3, "solved"), (3, "wrong axis"), "wrong axis"),
        ((None, "solved"), (None, "wrong axis"), "wrong axis"),
        ((3, "solved"), (None, "wrong axis"), "solved"),
        ((3, "solved"), (9, None), "solved"),
    ],
)
def test_what_was_run_last_counts(first, second, state, tmp_path):
    """A pasted copy of the cell may stand below, or above; of equal numbers the one below counts."""
    cells = [exercise_cell("softmax", says, run) for run, says in (first, second)]
    write(tmp_path / "ada" / "02.ipynb", *cells)
    assert said(tmp_path) == (state, "02.ipynb", "")


@pytest.mark.parametrize(
    "copy",
    [
        "02_contextual_embedding-Copy1.ipynb",
        "02_contextual_embedding (1).ipynb",
        "02_contextual_embedding-old.ipynb",
        "02_contextual_embedding-new.ipynb",
        "02 (1).ipynb",
        "mine.ipynb",
        "again/02_contextual_embedding.ipynb",
    ],
)
def test_the_best_of_several_copies_counts(copy, tmp_path):
    original = tmp_path / "ada" / "02_contextual_embedding.ipynb"
    write(original, exercise_cell("softmax", "not attempted", 7), exercise_cell("never", "solved"))
    write(
        tmp_path / "ada" / copy, exercise_cell("softmax", "wrong axis", 2), exercise_cell("never", "solved")
    )
    assert said(tmp_path) == ("wrong axis", copy, "second copy")
    assert said(tmp_path, exercise="never") == ("solved", original.name, "")


def test_states_in_order_of_their_worth(tmp_path):
    """Solved before a mistake, before not attempted, before no outputs, before a deleted cell."""
    cells = [nbformat.v4.new_code_cell("quiz(2)"), exercise_cell("softmax")]
    cells += [exercise_cell("softmax", state) for state in ("not attempted", "wrong axis", "solved")]
    seen = []
    for number, cell in enumerate(cells):
        write(tmp_path / "ada" / f"{number}.ipynb", cell)
        seen.append(said(tmp_path)[0])
    assert seen == ["cell deleted", "no outputs", "not attempted", "wrong axis", "solved"]


def test_a_renamed_notebook_alone_is_no_second_copy(tmp_path):
    for name in ("02 Ada.ipynb", "02 Ada (1).ipynb"):  # the shorter name was there first
        write(tmp_path / "ada" / "deep" / name, exercise_cell("softmax", "solved"))
        assert said(tmp_path) == ("solved", "deep/02 Ada.ipynb", "")


# --- what is missing ------------------------------------------------------------------------------


def test_cleared_outputs_are_asked_for_again(tmp_path, capsys):
    """Such a notebook was handed in; only nobody can see what its checks said."""
    notebook = find(2).read()
    for cell in notebook.cells:
        cell.update({"outputs": [], "execution_count": None} if cell.cell_type == "code" else {})
    (tmp_path / "ada").mkdir()
    nbformat.write(notebook, tmp_path / "ada" / find(2).file)
    main(tmp_path)
    printed = capsys.readouterr()
    states = {(row["notebook"], row["state"]) for row in csv.DictReader(io.StringIO(printed.out))}
    assert {state for number, state in states if number == "2"} == {"no outputs"}
    assert {state for number, state in states if number != "2"} == {"not handed in"}
    asked = "Without outputs, so ask for it again, saved after Run All: ada/02_contextual_embedding.ipynb"
    assert printed.err.splitlines() == [asked]


@pytest.mark.parametrize(
    ("file", "left"),
    [
        ("mine.ipynb", "quiz(2)"),
        ("mine.ipynb", "progress(2)"),
        ("02_contextual_embedding-Copy1.ipynb", 'check("never", mine)'),
    ],
)
def test_a_deleted_cell_is_not_a_notebook_that_is_missing(file, left, tmp_path):
    write(tmp_path / "ada" / file, nbformat.v4.new_code_cell(left))
    assert said(tmp_path) == ("cell deleted", file, "")
    assert said(tmp_path, exercise="two cosines") == ("not handed in", "", "")


def test_a_cell_that_stopped_before_its_check_says_so(tmp_path, capsys):
    error = nbformat.v4.new_output("error", ename="NameError", evalue="no", traceback=[])
    stopped = exercise_cell("softmax")
    stopped.outputs = [error]
    after = exercise_cell("never", "solved")
    after.outputs.append(error)
    write(tmp_path / "ada" / "02.ipynb", stopped, after)
    assert said(tmp_path)[0] == "stopped by NameError" and said(tmp_path, exercise="never")[0] == "solved"
    main(tmp_path)
    assert "1 x softmax: stopped by NameError" in capsys.readouterr().err


# --- what the note says ---------------------------------------------------------------------------


def test_another_edition_and_an_installed_course_are_noted(tmp_path):
    softmax = exercise_cell("softmax", "solved", installed=True)
    write(tmp_path / "ada" / "02.ipynb", softmax, exercise_cell("never", "solved"), edition=7)
    other = f"run with edition 7, this course is edition {EDITION}"
    assert said(tmp_path) == ("solved", "02.ipynb", f"{other}; run with an installed course")
    assert said(tmp_path, exercise="never") == ("solved", "02.ipynb", other)
    write(tmp_path / "ada" / "02_contextual_embedding.ipynb", exercise_cell("softmax", "wrong axis"))
    assert said(tmp_path)[2] == f"{other}; run with an installed course; second copy"


def test_a_setup_cell_without_a_number_is_edition_1(tmp_path):
    path = tmp_path / "ada" / "02.ipynb"
    write(path, exercise_cell("softmax", "solved"))
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"EDITION, (.*) = \d, ", r"\1 = ", text), encoding="utf-8")
    assert said(tmp_path)[2] == f"run with edition 1, this course is edition {EDITION}"


@pytest.mark.parametrize("folder", [None, files.COURSE])
def test_a_card_tells_that_the_course_is_only_installed(folder, monkeypatch):
    """Beside its notebook, as usual, it says nothing of that: stored outputs stay as they are."""
    shown = []
    monkeypatch.setattr(files, "_folder", folder)
    monkeypatch.setattr(exercises.Card, "display_with", lambda card, data: shown.append(data[CARD_TYPE]))
    exercises.quiz(2)
    assert [facts.get("installed") for facts in shown] == [None if folder else True]
    assert ("installed" in shown[0]) == (folder is None)


# --- what else lies in the folder -----------------------------------------------------------------


def test_what_programs_hide_is_left_out(tmp_path):
    for hidden in (
        "ada/.ipynb_checkpoints/02.ipynb",
        "ada/.trash/a/02.ipynb",
        "ada/._02.ipynb",
        ".cache/02.ipynb",
    ):
        write(tmp_path / hidden, exercise_cell("softmax", "solved"))
    rows = collected(tmp_path)
    assert {row[0] for row in rows} == {"ada"} and {row[3] for row in rows} == {"not handed in"}


def test_nbgraders_folders_are_read(tmp_path):
    """submitted/LEARNER/ASSIGNMENT/x.ipynb, from its course or from submitted; no copy of it counts."""
    write(tmp_path / "submitted" / "ada" / "week 2" / "02.ipynb", exercise_cell("softmax", "wrong axis"))
    write(tmp_path / "source" / "week 2" / "02.ipynb", exercise_cell("softmax", "solved"))
    for folder in (tmp_path, tmp_path / "submitted"):
        assert {row[0] for row in collected(folder)} == {"ada"}
        assert said(folder) == ("wrong axis", "week 2/02.ipynb", "")


def test_what_is_left_out_is_told(tmp_path, capsys):
    write(tmp_path / "ada" / "02.ipynb", exercise_cell("softmax", "solved"))
    write(tmp_path / "bo.ipynb", exercise_cell("softmax", "solved"))
    for packed in ("all.zip", "ada/deep.ZIP"):
        (tmp_path / packed).write_bytes(b"PK")
    assert {row[0] for row in collected(tmp_path)} == {"ada"}
    told = sorted(capsys.readouterr().err.splitlines())
    assert told == sorted(
        [f"{tmp_path / 'ada' / 'deep.ZIP'} is packed: unpack it in its place. It is left out."]
        + [f"{tmp_path / name} lies in no learner's folder: left out." for name in ("all.zip", "bo.ipynb")]
    )


@pytest.mark.parametrize("odd", [True, "9", 2.5, 10**400, None, [3]])
def test_an_odd_number_of_a_run_stops_nothing(odd, tmp_path):
    path = tmp_path / "ada" / "02.ipynb"
    write(path, exercise_cell("softmax", "solved", 5))
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["cells"][1]["execution_count"] = odd
    notebook["cells"][1]["outputs"].insert(0, {"data": {"text/plain": 3}})
    path.write_text(json.dumps(notebook), encoding="utf-8")
    assert said(tmp_path) == ("solved", "02.ipynb", "")


@pytest.mark.parametrize("content", ["{}", "[]", '{"cells": null}', '{"worksheets": []}'])
def test_what_is_no_notebook_accuses_nobody(tmp_path, capsys, content):
    """A notebook of an old format has no cells at this place."""
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / find(2).file).write_text(content, encoding="utf-8")
    assert {row[3] for row in collected(tmp_path)} == {"not handed in"}
    assert "is no notebook that can be read" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["02.ipynb.json", "02.ipynb.txt", "02.IPYNB"])
def test_a_name_that_a_program_has_changed_is_told(tmp_path, capsys, name):
    write(tmp_path / "ada" / name, exercise_cell("softmax", "solved"))
    assert {row[3] for row in collected(tmp_path)} == {"not handed in"}
    assert f"{name} has a name that does not end in .ipynb: rename it." in capsys.readouterr().err


def test_odd_cells_do_not_hide_the_others(tmp_path):
    """No outputs at all, a byte-order mark, a state that is no text, an edition of thousands of digits."""
    path = tmp_path / "ada" / "02.ipynb"
    write(path, exercise_cell("softmax", "solved"), exercise_cell("never", {"a": 1}), edition="9" * 5000)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["cells"][0]["outputs"] = None
    path.write_text("\ufeff" + json.dumps(notebook), encoding="utf-8")
    assert (
        said(tmp_path)[:2] == ("solved", "02.ipynb") and said(tmp_path, exercise="never")[0] == "no outputs"
    )
