"""The catalogue: all there is to do is listed once, and counted as it is done."""

import importlib
import shutil
import subprocess
import sys

import pytest

from helpers import files
from helpers.exercises import EXERCISES, catalogue, checks, exercises_in_order, questions, texts
from helpers.exercises.catalogue import Item, items, key_of, keys_of, standing, todo_in_words
from tools.course import ROOT, chapters

IN_ORDER = [exercise.name for exercise in exercises_in_order() if exercise.notebook == 2]


def forget_files():
    """As in a new kernel: no file has been read."""
    questions.questions_of.cache_clear()
    texts._read.cache_clear()


def test_everything_there_is_to_do_is_listed_once():
    keys = [item.key for item in items()]
    assert len(set(keys)) == len(keys) > 70
    assert sum(len(items(chapter.number)) for chapter in chapters()) == len(keys)
    for name, exercise in EXERCISES.items():
        assert key_of("exercise", exercise.notebook, name) in keys


TODO = [
    Item("guess", "g", "9 guess g"),
    Item("exercise", "e", "9 exercise e", "solved"),
    Item("exercise", "f", "9 exercise f", "solved"),
    Item("quiz question", "q", "9 quiz q", "the right one"),
]


def test_a_guess_counts_a_quiz_and_an_exercise_must_be_right():
    assert standing(TODO, {})[:2] == (0, 4)
    notes = {"9 guess g": "any", "9 exercise e": "wrong axis", "9 quiz q": "a wrong one"}
    assert standing(TODO, notes)[:2] == (1, 4)
    notes |= {"9 exercise e": "solved", "9 quiz q": "the right one"}
    done, total, says = standing(TODO, notes)
    assert (done, total) == (3, 4)
    assert says == "Done: 1 of 1 guess, 1 of 2 exercises, 1 of 1 quiz question. Exercises left: f."
    assert todo_in_words(TODO) == "1 guess, 2 exercises, 1 quiz question"


def test_what_was_reworded_since():
    """A guess whose options were reworded was made; a quiz answer that is no longer the right one was not."""
    kinds = {"guess": True, "quiz question": False, "exercise": False}
    for item in items(2):
        assert item.done({item.key: "a text that stands nowhere now"}) == kinds[item.kind]


def test_the_keys_of_a_notebook_are_those_that_we_write():
    ours = ["2 guess a", "2 exercise b", "2 hints b", "2 quiz c", "2 guess no longer asked"]
    others = [
        "",
        " ",
        "2",
        "2 ",
        "2 stars",
        "2 stars d",
        "2 guessed e",
        "22 guess f",
        "settings",
        "3 guess g",
    ]
    assert keys_of(["2"], [*others, *ours]) == ours
    assert keys_of(["3", "2"], [*others, *ours]) == ["3 guess g", *ours]


def test_in_the_whole_course_exercises_are_counted_by_notebook():
    says = standing(items(), {"2 exercise softmax": "solved"})[2]
    first, second = (sum(e.notebook == n for e in EXERCISES.values()) for n in (1, 2))
    assert f"Exercises left: {first} in notebook 1, {second - 1} in notebook 2, " in says
    assert says.startswith("Done: 0 of ") and "softmax" not in says
    everything = {item.key: item.wanted or "x" for item in items()}
    done, total, says = standing(items(), everything)
    assert done == total and "left" not in says


def test_the_notebooks_text_does_not_depend_on_what_was_done(tmp_path):
    program = (
        "import helpers.exercises as e, helpers.widgets.frame as f, pathlib, sys;"
        "e.PROGRESS.path, e.PROGRESS.may_write = pathlib.Path(sys.argv[1]), lambda: True;"
        "f.Frame.display_with = lambda self, data: print(data['text/plain']);"
        "e.progress(2); e.progress(); e.quiz(2); e.guess(list(e.guesses())[0]); e.check('never', ...);"
        "e.PROGRESS.note('2 exercise never', 'solved'); e.PROGRESS.note('2 hints never', '2')"
    )
    run = [sys.executable, "-X", "utf8", "-c", program, str(tmp_path / "progress.json")]
    first, second = (subprocess.run(run, cwd=ROOT, capture_output=True, encoding="utf-8") for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout and "not attempted yet" in first.stdout
    assert "solved" in (tmp_path / "progress.json").read_text(encoding="utf-8")


def test_a_notebook_needs_only_its_own_texts(monkeypatch, tmp_path):
    """A damaged file of another notebook stops neither its exercises nor its progress."""
    shutil.copytree(files.DATA, tmp_path / "data")
    monkeypatch.setattr(files, "DATA", tmp_path / "data")
    for folder in ("exercises", "questions"):
        (tmp_path / "data" / folder / "05.json").write_text("{", encoding="utf-8")
    forget_files()
    assert [item.notebook for item in items(2)] == ["2"] * len(items(2)) != []
    assert [exercise.name for exercise in exercises_in_order(2)] == IN_ORDER
    with pytest.raises(files.Damaged, match=r"^data/questions/05\.json is missing or damaged"):
        items()
    forget_files()


def test_what_lies_beside_the_checks_is_left_alone(monkeypatch, tmp_path):
    """A copy that somebody keeps there, or a module that lists nothing."""
    (tmp_path / "nb09_new.py").write_text("EXERCISES = ()\n", encoding="utf-8")
    (tmp_path / "nb09_helper.py").write_text("", encoding="utf-8")
    (tmp_path / "nb02 copy.py").write_text("raise RuntimeError('not to be run')\n", encoding="utf-8")
    (tmp_path / "scratch.py").write_text("raise RuntimeError('not to be run')\n", encoding="utf-8")
    monkeypatch.setattr(checks, "__path__", [*checks.__path__, str(tmp_path)])
    assert catalogue._found() == EXERCISES


def test_every_module_of_checks_lists_its_exercises():
    for path in (ROOT / "helpers" / "exercises" / "checks").glob("nb*.py"):
        listed = importlib.import_module(f"helpers.exercises.checks.{path.stem}").EXERCISES
        assert listed and all(f"{exercise.notebook:02d}" == path.stem[2:4] for exercise in listed), path
