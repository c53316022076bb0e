"""The catalogue: all there is to do is listed once, and counted as it is done."""

import subprocess
import sys

from helpers.exercises import EXERCISES
from helpers.exercises.catalogue import Item, items, key_of, listed, standing
from tools.course import ROOT, chapters


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
    assert listed(TODO) == "1 guess, 2 exercises, 1 quiz question"


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
        "e.PROGRESS.path = pathlib.Path(sys.argv[1]);"
        "f.Frame.display_with = lambda self, data: print(data['text/plain']);"
        "e.progress(2); e.progress(); e.quiz(2); e.guess(list(e.guesses())[0]); e.check('never', ...);"
        "e.PROGRESS.note('2 exercise never', 'solved'); e.PROGRESS.note('2 hints never', '2')"
    )
    run = [sys.executable, "-c", program, str(tmp_path / "progress.json")]
    first, second = (subprocess.run(run, cwd=ROOT, capture_output=True, text=True) for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout and "not attempted yet" in first.stdout
