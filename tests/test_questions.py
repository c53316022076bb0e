"""Guesses and quizzes: the data are whole, and each answer is proved by the notebook's own numbers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from helpers import questions
from helpers.questions import Choice, Number, guesses, quizzes

ROOT = Path(__file__).resolve().parent.parent
PATHS = sorted((ROOT / "notebooks").glob("0[1-9]_*.ipynb"))
DATA = {
    p.stem: json.loads(p.read_text(encoding="utf-8"))
    for p in sorted((ROOT / "data/questions").glob("*.json"))
}
each = pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
CHOICES = [
    q
    for q in [*guesses().values(), *(q for quiz in quizzes().values() for q in quiz)]
    if isinstance(q, Choice)
]
NUMBERS = [q for q in guesses().values() if isinstance(q, Number)]
every_choice = pytest.mark.parametrize("question", CHOICES, ids=[f"{q.notebook} {q.name}" for q in CHOICES])
every_number = pytest.mark.parametrize("question", NUMBERS, ids=[f"{q.notebook} {q.name}" for q in NUMBERS])


def test_each_notebook_has_its_file():
    assert [path.stem[:2] for path in PATHS] == list(DATA)


def test_each_notebook_asks_enough():
    for notebook, data in DATA.items():
        assert len(data["guesses"]) >= 3 and 4 <= len(data["quiz"]) <= 6, notebook


def test_names_are_unique():
    names = [entry["name"] for data in DATA.values() for entry in data["guesses"]]
    assert len(set(names)) == len(names)
    for data in DATA.values():
        assert len({entry["name"] for entry in data["quiz"]}) == len(data["quiz"])


@every_choice
def test_a_choice_has_options_that_differ_and_a_reason_for_each(question):
    assert 2 <= len(question.options) <= 4 and 0 <= question.right < len(question.options)
    assert len(set(question.options)) == len(question.options)
    assert len(set(question.reasons)) == len(question.reasons)
    for option, reason in zip(question.options, question.reasons, strict=True):
        assert 0 < len(option) <= (110 if question.asks else 60) and option == option.strip(), option
        assert 15 < len(reason) <= 400 and reason[-1] in ".?!`" and reason.count("`") % 2 == 0, reason


def test_the_right_option_stands_at_no_favourite_place():
    places = [question.right for question in CHOICES]
    assert max(places.count(place) for place in set(places)) < 0.6 * len(places)


@every_choice
def test_each_option_is_answered_in_words(question):
    for place, reason in enumerate(question.reasons):
        right, says = question.feedback(place)
        assert right == (place == question.right) and says.endswith(reason)
        if not question.asks:  # a guess: what it is must be told
            assert question.options[place] in says and question.options[question.right] in says


@every_number
def test_a_number_says_how_far_off_a_guess_was(question):
    assert question.least <= question.number <= question.most and question.within > 0
    near, says = question.feedback(question.number)
    assert near and says.endswith(question.why)
    for guess, direction in ((question.most, "too high"), (question.least, "too low")):
        if guess != question.number:
            near, says = question.feedback(guess)
            assert direction in says and f"it is {question.number:g}" in says
            assert near == (abs(guess - question.number) <= question.within + 1e-9)


NUMBER = Number("n", 1, 0.25, 0.1, 0, 1, "Because.")


@pytest.mark.parametrize("text", ["0.5", " 0,5 ", ".5", "50 %", "50%", "1/2", "5e-1"])
def test_a_number_may_be_written_in_many_ways(text):
    assert NUMBER.read(text) == 0.5


@pytest.mark.parametrize(
    "text",
    [
        "half",
        "",
        "0.5.5",
        "nan",
        "inf",
        "1/0",
        "__import__('os')",
        "1e999",
        "1e999999999",
        "9" * 400,
        "1/" + "9" * 40,
        "%",
        "0x1",
        "1e5/2",
    ],
)
def test_what_is_no_number_is_refused_in_a_sentence(text):
    with pytest.raises(ValueError, match="is not a number. Write one such as 0.5"):
        NUMBER.read(text)


@pytest.mark.parametrize("text", ["-1", "2", "500 %"])
def test_what_cannot_be_is_refused_in_a_sentence(text):
    with pytest.raises(ValueError, match="cannot be: it lies between 0 and 1"):
        NUMBER.read(text)


@pytest.mark.parametrize(("guess", "near"), [(0.15, True), (0.35, True), (0.14, False), (0.36, False)])
def test_near_is_near(guess, near):
    assert NUMBER.feedback(guess)[0] == near and ("That is near" in NUMBER.feedback(guess)[1]) == near


def test_a_percentage_is_a_hundredth_everywhere():
    assert Number("n", 1, 30, 5, 0, 100, "Because.").read("30") == 30


# --- the truth --------------------------------------------------------------------------------------


@each
def test_the_notebook_proves_the_answers(path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "MPLBACKEND": "agg"}
    command = [sys.executable, str(ROOT / "tests" / "prove_questions.py"), str(path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    proved = json.loads(done.stdout)
    data = DATA[path.stem[:2]]
    assert proved["asked"] == [entry["name"] for entry in data["guesses"]]
    for entry in [*data["guesses"], *data["quiz"]]:
        found = proved["found"].get(entry["name"])
        if "number" in entry:
            assert found == pytest.approx(entry["number"], abs=entry.get("rounding", 0.005)), entry["name"]
        elif "shown_by" in entry:
            assert found is True, f"{entry['name']}: {entry['shown_by']}"


def test_most_quiz_questions_are_proved():
    entries = [entry for data in DATA.values() for entry in data["quiz"]]
    assert sum("shown_by" in entry for entry in entries) > 0.6 * len(entries)


@each
def test_a_guess_is_asked_before_its_question_is_answered(path):
    """The cell above a guess asks it; and the notebook does not hide behind it."""
    cells = nbformat.read(path, as_version=4).cells
    for above, cell in zip(cells, cells[1:], strict=False):
        if cell.cell_type == "code" and "guess(" in cell.source:
            assert above.cell_type == "markdown" and "?" in above.source and "Guess first" in above.source
            assert cell.source.count("guess(") == 1


def test_unreadable_data_would_be_seen(monkeypatch, tmp_path):
    (tmp_path / "01.json").write_text('{"guesses": [], "quiz": []}', encoding="utf-8")
    monkeypatch.setattr(questions, "FOLDER", tmp_path)
    assert questions._files() == [(1, {"guesses": [], "quiz": []})]
