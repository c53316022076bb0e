"""The texts of the exercises: none is missing, none is left over, and each reads like a sentence."""

import json
import string

import numpy as np
import pytest

from helpers import files
from helpers.exercises import EXERCISES, Verdict, exercises_in_order, judge, texts
from helpers.exercises.kinds import DesignExercise
from tools.course import chapters

each = pytest.mark.parametrize("exercise", EXERCISES.values(), ids=list(EXERCISES))


def sentences(text):
    """A text, or one for each case."""
    return [text] if isinstance(text, str) else list(text.values())


def blanks(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.fixture
def data(monkeypatch, tmp_path):
    """A folder of data/ to write into, read afresh."""
    monkeypatch.setattr(files, "DATA", tmp_path)
    (tmp_path / "exercises").mkdir()
    texts._read.cache_clear()
    yield tmp_path / "exercises"
    texts._read.cache_clear()


def test_each_chapter_has_its_file_and_no_other_is_there():
    found = sorted(path.name for path in (files.DATA / "exercises").iterdir())
    assert found == [f"{chapter.number:02d}.json" for chapter in chapters()]


def test_every_exercise_has_texts_and_every_text_an_exercise():
    written = {
        (notebook, name)
        for notebook in files.chapters()
        for name in files.read_json(f"exercises/{notebook:02d}.json")["exercises"]
    }
    assert written == {(exercise.notebook, name) for name, exercise in EXERCISES.items()}


@each
def test_every_mistake_has_its_text_and_every_text_its_mistake(exercise):
    assert set(exercise.texts.mistakes) == set(exercise.known)


@each
def test_hints_are_three_and_all_texts_are_sentences(exercise):
    hints, mistakes = exercise.texts.hints, exercise.texts.mistakes.values()
    assert len(hints) == len(set(hints)) == 3
    said = [one for text in mistakes for one in sentences(text)]
    for text in (*hints, *said, exercise.texts.solved):
        assert text == text.strip() and text[-1] in ".?`" and 7 <= len(text) <= 260, text
        assert text.count("`") % 2 == 0, text


@each
def test_a_blank_is_filled_by_the_exercise_and_by_nobody_else(exercise):
    said = [one for text in exercise.texts.mistakes.values() for one in sentences(text)]
    used = set().union(*map(blanks, said))
    if used:
        assert isinstance(exercise, DesignExercise)
        assert used <= set(exercise.tells(np.full(exercise.shape, 0.25)))
    for text in exercise.texts.mistakes.values():
        assert isinstance(text, str) or "else" in text


def test_exercises_stand_in_the_order_of_their_texts():
    order = [(exercise.notebook, exercise.texts.place) for exercise in exercises_in_order()]
    assert order == sorted(set(order)) and len(order) == len(EXERCISES)


def test_another_text_is_said_without_a_line_of_code(data):
    entry = {
        "hints": ["a", "b", "c"],
        "mistakes": {"score 0": "Gewicht {weight:.1f}."},
        "solved": "Geschafft.",
    }
    text = json.dumps({"exercises": {"never": entry}})
    (data / "02.json").write_text(text, encoding="utf-8")
    assert judge("never", [2.0, -np.inf, 0.0]) == Verdict(True, None, "Geschafft.")
    assert judge("never", [2.0, 0.0, 0.0]) == Verdict(False, "score 0", "Gewicht 0.1.")


def never(**changed):
    """The file of notebook 2 with one exercise, whole but for what is changed."""
    entry = {"hints": ["a", "b", "c"], "mistakes": {"score 0": "No."}, "solved": "Yes."}
    return json.dumps({"exercises": {"never": {**entry, **changed}}})


FAULTY = [
    *(None, "", "{", "[]", '{"exercises": {}}', '{"exercises": {"never": {}}}'),
    *(never(hints=hints) for hints in ("abc", ["a", "b"], ["a", "b", 3])),
    *(never(solved=solved) for solved in ("", None, 1)),
    *(never(mistakes=mistakes) for mistakes in ({}, [], {"score 0": 1}, {"score 0": {"0": "a"}})),
    *(never(mistakes={"score 0": text}) for text in ("{", "{}", "{nobody}", "{weight:d}", "{weight.x}")),
]


@pytest.mark.parametrize("content", FAULTY)
def test_a_missing_or_damaged_file_is_named_with_its_cure(data, content):
    if content is not None:
        (data / "02.json").write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=r"^data/exercises/02\.json is missing or damaged; .*git checkout"):
        judge("never", [2.0, 0.0, 0.0])
