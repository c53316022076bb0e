"""What a learner sees of guesses, quizzes, exercises and progress, driven in plain Python."""

import json
import re

import ipywidgets as widgets
import numpy as np
import pytest
from bs4 import BeautifulSoup

from helpers import exercises
from helpers.exercises import CARD_TYPE, EXERCISES, Verdict
from helpers.exercises.cards import ExerciseCard, GuessCard, ProgressCard, QuizCard, verdict_text
from helpers.exercises.catalogue import Item, items
from helpers.exercises.notes import Progress
from helpers.exercises.questions import Choice, Number, guesses, quizzes
from helpers.pictures import show, weights_table
from helpers.widgets import Frame, written

BANK = Choice("bank", 2, "", ("one <b>", "two", "three"), ("Since one.", "Since `two`.", "Since three."), 1)
SHARE = Number("share", 2, 0.25, 0.1, 0, 1, "Because.")
IN_2 = [item for item in items(2) if item.kind == "exercise"]
QUIZ = (
    Choice("a", 2, "Is it?", ("yes", "no"), ("Since yes.", "Since no."), 0),
    Choice("b", 2, "Why?", ("x", "y", "z"), ("Since x.", "Since y.", "Since z."), 2),
)


@pytest.fixture
def progress(tmp_path):
    return Progress(tmp_path / "progress.json")


def text_of(card):
    """All that it shows, buttons too."""
    found, todo = [], [card]
    while todo:
        one = todo.pop(0)
        todo = [*getattr(one, "children", ()), *todo]
        if isinstance(one, widgets.HTML) and "<style>" not in one.value and "aria-owns" not in one.value:
            value = re.sub('<span id="sa-said-[^"]*" hidden></span>', "", one.value)
            found.append(re.sub(' id="sa-said-[^"]*"', "", value))
        elif isinstance(one, widgets.Button):
            found.append(f"[{one.description}]")
    return "\n".join(found)


def fine(card):
    return card.failures == [] and card.problem == ""


# --- guesses ----------------------------------------------------------------------------------------


def test_a_guess_is_recorded_and_answered(progress):
    card = GuessCard(BANK, progress)
    assert "Since" not in text_of(card)
    card.box.buttons[2].click()
    assert progress.notes() == {"2 guess bank": "three"}
    shown = text_of(card)
    assert (
        "[✗ three]" in shown
        and "You guessed “three”.<br>Since three.<br>The answer is “two”.<br>Since" in shown
    )
    assert "sa-wrong" in card.box.buttons[2]._dom_classes
    card.box.buttons[1].click()
    shown = text_of(card)
    assert (
        "[✓ two]" in shown and "[three]" in shown and "and that is right.<br>Since <code>two</code>." in shown
    )
    assert "sa-right" in card.box.buttons[1]._dom_classes
    assert not {"sa-wrong", "sa-right"} & set(card.box.buttons[2]._dom_classes)
    assert fine(card)
    assert "✓ You guessed “two”" in shown and "sa-right" in card.box.feedback.text._dom_classes


def test_no_button_shows_the_marks_of_code(progress):
    """A button shows its text as it is; what is said below it has code as code."""
    card = GuessCard(Choice("c", 2, "", ("the `dog`", "`[2, 2]`"), ("Since a.", "Since b."), 0), progress)
    assert [button.description for button in card.box.buttons] == ["the dog", "[2, 2]"]
    card.box.buttons[1].click()
    assert card.box.buttons[1].description == "✗ [2, 2]" and progress.notes() == {"2 guess c": "`[2, 2]`"}
    assert (
        "You guessed “<code>[2, 2]</code>”.<br>Since b.<br>The answer is “the <code>dog</code>”."
        in card.box.feedback.text.value
    )
    quizzes_too = [q for quiz in quizzes().values() for q in QuizCard(2, quiz, progress).boxes.values()]
    assert not [b for box in quizzes_too for b in box.buttons if "`" in b.description]


def test_the_text_of_an_option_is_never_markup(progress):
    card = GuessCard(BANK, progress)
    card.box.buttons[0].click()
    assert "one &lt;b&gt;" in card.box.feedback.text.value and "<b>" not in card.box.feedback.text.value


def test_a_number_is_guessed_with_enter(progress):
    card = GuessCard(SHARE, progress)
    card.box.line.value = "50 %"
    assert progress.notes() == {"2 guess share": "0.5"}
    assert "You guessed 0.5; it is 0.25. You are 0.25 too high.<br>Because." in text_of(card)
    card.box.line.value = "0,3"
    assert "✓ You guessed 0.3" in text_of(card) and "That is near: 0.05 too high." in text_of(card)
    assert "sa-right" in card.box.feedback.text._dom_classes and fine(card)


def test_what_is_no_number_is_refused_in_the_card(progress):
    """A number that is none is refused in the card and nothing is lost."""
    card = GuessCard(SHARE, progress)
    card.box.line.value = "0.3"
    for text in ("<script>", "7"):
        card.box.line.value = text
        assert card.problem and "<script>" not in text_of(card) and 'role="alert"' in card.alert
        assert progress.notes() == {"2 guess share": "0.3"} and "You guessed 0.3" in text_of(card)
    card.box.line.value = "0.2"
    assert fine(card)
    card.box.line.value = "   "
    assert fine(card) and progress.notes() == {"2 guess share": "0.2"}
    card.box.line.value = "much"
    assert card.problem
    card.box.line.value = ""
    assert card.alert == "" and "You guessed 0.2" in text_of(card), "an emptied line is no mistake"


@pytest.mark.parametrize("text", ["0.00005", "1e-7", "0.0000001", "1/1000000"])
def test_a_very_small_guess_is_answered_and_kept(progress, text):
    card = GuessCard(SHARE, progress)
    card.box.line.value = text
    assert "You guessed 0.0000" in text_of(card) and fine(card)
    assert text_of(GuessCard(SHARE, Progress(progress.path))) == text_of(card)


def test_a_guess_is_there_again_after_a_restart(progress):
    GuessCard(BANK, progress).box.buttons[0].click()
    GuessCard(SHARE, progress).box.line.value = "0.1"
    later = Progress(progress.path)
    assert "✗ one" in text_of(GuessCard(BANK, later)) and "You guessed 0.1" in text_of(
        GuessCard(SHARE, later)
    )


@pytest.mark.parametrize("note", ["nonsense", "", "9", "nan"])
def test_a_note_that_somebody_wrote_into_the_file_stops_nothing(progress, note):
    progress.note("2 guess share", note)
    progress.note("2 guess bank", note)
    for card in (GuessCard(SHARE, progress), GuessCard(BANK, progress)):
        assert fine(card) and "You guessed" not in text_of(card)


HELD = "<pre>it is so</pre>"
EARLIER = "Your guess was “{}”, but {} changed since: you can guess again."


@pytest.mark.parametrize(
    ("question", "note", "shown", "changed"),
    [
        (BANK, "an <old> option", "an &lt;old&gt; option", "the options have"),
        (BANK, "x" * 200, "x" * 77 + "...", "the options have"),
        (SHARE, "7.0", "7.0", "the question has"),
        (SHARE, "nan", "nan", "the question has"),
    ],
)
def test_a_guess_is_told_when_its_question_has_changed(progress, question, note, shown, changed):
    """It counts as done, its note stays, the answer is held back, and the learner may guess again."""
    key = f"2 guess {question.name}"
    progress.note(key, note)
    card, other = GuessCard(question, progress, HELD), GuessCard(question, progress, HELD)
    assert EARLIER.format(shown, changed) in text_of(card) and HELD not in text_of(card)
    assert "✓" not in text_of(card) and "✗" not in text_of(card) and not spoken(card.box.feedback)
    assert Item("guess", question.name, key).done(progress.notes())
    if question is SHARE:
        card.box.line.value = "much"
        progress.note("2 exercise softmax", "solved")
        assert card.box.line.value == "much" and "'much' cannot be read" in card.problem
        card.box.line.value = "0.5"
    else:
        card.more.click()
        progress.note("2 exercise softmax", "solved")
        assert HELD in text_of(card) and progress.get(key) == note, "to look at the answer is no guess"
        card.box.buttons[0].click()
    for each in (card, other):
        assert "changed since" not in text_of(each) and "You guessed" in text_of(each) and fine(each)
    progress.note(key, note)
    progress.forget([key])
    assert "Your guess was" not in text_of(card) and "You guessed" not in text_of(card)


def test_a_quiz_answer_that_is_no_option_now_is_kept(progress):
    """Nothing is said about it, and what else is answered leaves it."""
    progress.note("2 quiz a", "an old option")
    card = QuizCard(2, QUIZ, progress)
    list(card.boxes.values())[1].buttons[0].click()
    assert "old option" not in text_of(card) and fine(card)
    assert progress.notes() == {"2 quiz a": "an old option", "2 quiz b": "x"}


@pytest.mark.parametrize("question", [BANK, SHARE])
def test_an_answer_is_held_back_until_a_guess_is_made(progress, question):
    card = GuessCard(question, progress, HELD)
    assert (
        HELD not in text_of(card)
        and "The answer is" not in text_of(card)
        and "[Show the answer]" in text_of(card)
    )
    if question is BANK:
        card.box.buttons[0].click()
    else:
        card.box.line.value = "0.5"
    assert text_of(card).endswith(f"[Show the answer]\n\n{HELD}\n") and card.more.layout.display == "none"
    assert HELD in text_of(GuessCard(question, Progress(progress.path), HELD)), "after a restart, too"
    progress.forget([card.key])
    assert HELD not in text_of(card) and card.more.layout.display is None and fine(card)


@pytest.mark.parametrize("question", [BANK, SHARE])
def test_an_answer_is_shown_without_a_guess_and_hidden(progress, question):
    card = GuessCard(question, progress, HELD)
    card.more.click()
    assert HELD in text_of(card) and "[Hide the answer]" in text_of(card) and progress.notes() == {}
    assert (
        "The answer is “two”.<br>Since" if question is BANK else "The answer is 0.25.<br>Because."
    ) in text_of(card)
    progress.note("2 exercise softmax", "solved")
    assert HELD in text_of(card), "what else is noted changes nothing here"
    card.more.click()
    assert HELD not in text_of(card) and "The answer is" not in text_of(card)
    card.more.click()
    progress.note(card.key, BANK.options[0] if question is BANK else "0.5")
    told = "The answer is" if question is BANK else "it is 0.25"
    assert text_of(card).count(told) == 1 and HELD in text_of(card)
    progress.forget([card.key])
    assert HELD not in text_of(card) and "[Show the answer]" in text_of(card) and fine(card)


def test_a_guess_that_is_forgotten_can_be_made_again(progress):
    card = GuessCard(SHARE, progress)
    for _ in range(2):
        card.box.line.value = "0.5"
        assert progress.notes() == {"2 guess share": "0.5"} and "You guessed 0.5" in text_of(card)
        progress.forget([card.key])
        assert card.box.line.value == "" and "You guessed" not in text_of(card) and fine(card)
    card.box.line.value = "abc"
    progress.note("2 exercise softmax", "solved")
    assert card.box.line.value == "abc", "what was never noted stays in the line"


def test_what_was_only_shown_is_held_back_after_forgetting_too(progress):
    card = GuessCard(BANK, progress, HELD)
    card.more.click()
    progress.note("3 exercise attention", "solved")
    progress.note("2 exercise softmax", "solved")
    assert HELD in text_of(card)
    forget = ProgressCard("notebook 2", items(2), progress)
    forget.forget.click()
    forget.forget.click()
    assert HELD not in text_of(card) and "[Show the answer]" in text_of(card) and fine(card)


def test_both_cards_of_a_copied_cell_answer(progress):
    first, second = GuessCard(SHARE, progress, HELD), GuessCard(SHARE, progress, HELD)
    first.box.line.value = "0.5"
    assert "You guessed 0.5" in text_of(first) and "You guessed 0.5" in text_of(second)
    first, second = QuizCard(2, QUIZ, progress), QuizCard(2, QUIZ, progress)
    next(iter(first.boxes.values())).buttons[0].click()
    assert "Since yes." in text_of(first) and "Since yes." in text_of(second)
    verdict = Verdict(False, "nan", "It is nan.")
    first, second = (ExerciseCard(EXERCISES["softmax"], verdict, "", progress) for _ in range(2))
    first.more.click()
    assert "Hint 1." in text_of(first) and "Hint 1." in text_of(second)


@pytest.mark.parametrize("text", ["1.875", "15/8", "1e-3", "999.999"])
def test_a_guess_of_three_decimals_is_kept_as_it_is(progress, text):
    question = Number("count", 2, 2, 1, 0, 1000, "Because.")
    card = GuessCard(question, progress, HELD)
    card.box.line.value = text
    assert "You guessed" in text_of(card) and HELD in text_of(card) and fine(card)
    assert text_of(GuessCard(question, Progress(progress.path), HELD)) == text_of(card)


def test_a_wrong_line_stays_when_something_else_is_noted(progress):
    card = GuessCard(SHARE, progress)
    card.box.line.value = "abc"
    progress.note("2 exercise softmax", "solved")
    assert "'abc' cannot be read" in card.problem
    for text in ("0.2", "abc", "0.2"):
        card.box.line.value = text
    assert fine(card) and "You guessed 0.2" in text_of(card), "the guess that was made before is no mistake"


# --- quiz -------------------------------------------------------------------------------------------


def test_a_quiz_explains_each_answer_and_lets_one_try_again(progress):
    card = QuizCard(2, QUIZ, progress)
    assert "1. Is it?" in text_of(card) and "2. Why?" in text_of(card) and "Since" not in text_of(card)
    first, second = card.boxes.values()
    second.buttons[0].click()
    assert "Not right. Since x." in text_of(card) and "[z]" in text_of(card), "the right option is not told"
    second.buttons[2].click()
    first.buttons[0].click()
    assert "Right. Since z." in text_of(card) and "Right. Since yes." in text_of(card)
    assert progress.notes() == {"2 quiz a": "yes", "2 quiz b": "z"} and fine(card)
    assert "Right. Since z." in text_of(QuizCard(2, QUIZ, Progress(progress.path)))


# --- exercises --------------------------------------------------------------------------------------


def test_hints_come_one_at_a_time_and_the_solution_last(progress):
    exercise = EXERCISES["softmax"]
    card = ExerciseCard(exercise, Verdict(False, "wrong axis", "Your <columns>."), "a < b", progress)
    assert "Exercise softmax: not yet (wrong axis). Your &lt;columns&gt;." in text_of(card)
    for opened, label in enumerate(["Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3", "Show the solution"]):
        assert card.more.description == label
        assert [f"Hint {n}. " in text_of(card) for n in (1, 2, 3)] == [n <= opened for n in (1, 2, 3)]
        assert "a &lt; b" not in text_of(card)
        card.more.click()
    assert "a &lt; b" in text_of(card) and card.more.description == "Hide hints and solution"
    again = ExerciseCard(exercise, Verdict(True, None, "Solved."), "a < b", Progress(progress.path))
    assert "a &lt; b" in text_of(again)
    card.more.click()
    assert "a &lt; b" not in text_of(card) and card.more.description == "Hint 1 of 3" and fine(card)


def test_a_verdict_is_one_line():
    assert verdict_text("softmax", Verdict(True, None, "Solved.")) == "Exercise softmax: solved."
    assert (
        verdict_text("softmax", Verdict(False, "not attempted", "Not attempted yet."))
        == "Exercise softmax: not attempted yet."
    )
    assert verdict_text("x", Verdict(False, "NaN", "It is nan.")) == "Exercise x: not yet (NaN). It is nan."


def spoken(said):
    """Is what it shows owned by its live region, which says each change?"""
    name = re.search('aria-owns="([^"]+)"', said.region.value)[1]
    return f'<div id="{name}"' in said.text.value


def test_a_verdict_is_said_once_it_is_on_the_page(progress):
    """And not before: a screen reader says changes only."""
    for verdict in (Verdict(True, None, "Solved."), Verdict(False, "nan", "It is nan.")):
        card = ExerciseCard(EXERCISES["softmax"], verdict, "", progress)
        assert not spoken(card.said)
        card.displayed()
        assert spoken(card.said)
    untouched = ExerciseCard(EXERCISES["softmax"], Verdict(False, "not attempted", "Not yet."), "", progress)
    untouched.displayed()
    assert not spoken(untouched.said), "Run All would say it once for each exercise"


def test_only_the_newest_hint_is_said(progress):
    exercise = EXERCISES["softmax"]
    card = ExerciseCard(exercise, Verdict(False, "nan", "It is nan."), "a < b", progress)
    for opened in (1, 2, 3, 4):
        card.more.click()
        newest = "One solution:" if opened == 4 else f"Hint {opened}."
        assert spoken(card.newest) and newest in card.newest.text.value and newest not in card.hints.value
        assert card.hints.value.count("Hint ") == opened - 1


def test_the_answer_to_a_guess_is_said_and_an_old_one_is_not(progress):
    card = GuessCard(BANK, progress, HELD)
    card.more.click()
    assert spoken(card.told)
    card.box.buttons[0].click()
    assert spoken(card.box.feedback) and not card.told.html
    assert not spoken(GuessCard(BANK, progress, HELD).box.feedback), "it was there when the page came"


# --- progress ---------------------------------------------------------------------------------------


def test_progress_forgets_after_a_second_press(progress):
    """Progress follows what is done and forgets after a second press."""
    card = ProgressCard("notebook 2", items(2), progress)
    total = sum(item.kind == "exercise" for item in items(2))
    assert f"0 of {total} exercises" in text_of(card) and "width: 0%" in text_of(card)
    progress.note("2 exercise softmax", "solved")
    progress.note("2 hints softmax", "3")
    progress.note("3 exercise attention", "solved")
    assert f"1 of {total} exercises" in text_of(card) and "softmax" not in text_of(card)
    card.forget.click()
    assert "[Really forget it? Press again]" in text_of(card) and "2 exercise softmax" in progress.notes()
    progress.note("2 exercise never", "solved")
    assert "[Forget this progress]" in text_of(card), "who goes on working did not want to forget"
    card.forget.click()
    card.forget.click()
    assert progress.notes() == {"3 exercise attention": "solved"}, "other notebooks keep theirs"
    assert f"0 of {total} exercises" in text_of(card) and "[Forget this progress]" in text_of(card)
    assert fine(card) and spoken(card.line)
    progress.note("2 exercise never", "solved")
    assert f"1 of {total} exercises" in text_of(card) and not spoken(card.line), "the verdict has been said"


def test_forgetting_clears_the_guesses_above_too(progress):
    guess = GuessCard(BANK, progress)
    guess.box.buttons[0].click()
    card = ProgressCard("notebook 2", items(2), progress)
    card.forget.click()
    card.forget.click()
    assert "You guessed" not in text_of(guess) and "[one <b>]" in text_of(guess)


def test_a_file_that_cannot_be_written_is_said(tmp_path):
    """A file that cannot be written is said where progress is shown."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    progress = Progress(tmp_path / "file" / "progress.json")
    card = ProgressCard("notebook 2", items(2), progress)
    progress.note("2 exercise softmax", "solved")
    assert "cannot be written" in text_of(card) and "1 of" in text_of(card) and card.failures == []


@pytest.mark.parametrize(
    ("before", "says"),
    [
        (
            "{",
            "progress.json was damaged: a new one begins, and the old one is kept as progress-damaged.json.",
        ),
        ('{"version": 2, "done": {"2 exercise never": "solved"}}', "is of a newer version of the course"),
        (None, "was not opened in a folder of the course."),
    ],
)
def test_what_became_of_the_file_is_said_until_the_kernel_stops(tmp_path, before, says):
    """Where progress is shown, also after forgetting, which touches neither a damaged nor a newer file."""
    path = tmp_path / "progress.json" if before else None
    if path:
        path.write_text(before, encoding="utf-8")
    progress = Progress(path)
    card = ProgressCard("notebook 2", items(2), progress)
    done = int("never" in (before or ""))
    assert says in text_of(card) and f"{done} of {len(IN_2)} exercises" in text_of(card)
    progress.note("2 exercise softmax", "solved")
    assert says in text_of(card) and f"{1 + done} of {len(IN_2)} exercises" in text_of(card)
    card.forget.click()
    card.forget.click()
    assert says in text_of(card) and f"0 of {len(IN_2)} exercises" in text_of(card) and fine(card)
    texts = [file.read_text(encoding="utf-8") for file in tmp_path.glob("progress*.json")]
    assert before is None or before in texts


def test_forgetting_leaves_what_is_not_of_the_notebook(tmp_path):
    """Empty keys, keys of others, and notes that are no texts."""
    path = tmp_path / "progress.json"
    kept = {
        "": "x",
        "2": "x",
        "stars": "x",
        "2 stars given": "x",
        "2 exercise never": {"at": 1},
        "99 quiz a": "x",
    }
    ours = {"2 exercise softmax": "solved", "2 hints softmax": "2", "2 guess no longer asked": "x"}
    path.write_text(json.dumps({"done": {**kept, **ours}, "settings": [1]}), encoding="utf-8")
    card = ProgressCard("the course", items(), Progress(path))
    card.forget.click()
    card.forget.click()
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["done"] == kept and content["settings"] == [1] and fine(card)


# --- what a notebook calls --------------------------------------------------------------------------


@pytest.fixture
def shown(monkeypatch, progress):
    """What the door displays: (widget, text)."""
    found = []
    monkeypatch.setattr(exercises, "PROGRESS", progress)
    monkeypatch.setattr(
        Frame, "display_with", lambda self, data, metadata=None: found.append((self, data["text/plain"]))
    )
    return found


def test_every_guess_quiz_and_progress_can_be_shown(shown):
    """Every guess quiz and progress of the course can be shown."""
    for name in guesses():
        exercises.guess(name)
    for notebook in quizzes():
        exercises.quiz(notebook)
        exercises.progress(notebook)
    exercises.progress()
    assert len(shown) == len(guesses()) + 2 * len(quizzes()) + 1
    assert all(fine(card) and text for card, text in shown)


def test_every_option_of_every_question_can_be_chosen(shown):
    for name, question in guesses().items():
        exercises.guess(name)
        box = shown[-1][0].box
        if isinstance(question, Number):
            for value in (question.least, question.most, question.number):
                box.line.value = f"{value:g}"
                assert f"You guessed {value:g}" in box.feedback.text.value
        else:
            for button in box.buttons:
                button.click()
        assert fine(shown[-1][0])
    for notebook in quizzes():
        exercises.quiz(notebook)
        for box in shown[-1][0].boxes.values():
            for button in box.buttons:
                button.click()
        assert fine(shown[-1][0])
    todo = [item for item in items() if item.kind != "exercise"]
    assert sum(item.done(exercises.PROGRESS.notes()) for item in todo) >= len(guesses())


def test_a_check_records_what_became_of_it(shown, progress):
    exercises.check("never", ...)
    assert progress.notes() == {} and shown[-1][1] == "Exercise never: not attempted yet."
    exercises.check("never", [2.0, 0.0, 0.0])
    assert progress.notes() == {"2 exercise never": "score 0"}
    exercises.check("never", [2.0, float("-inf"), 0.0])
    exercises.check("never", [2.0, 0.0, 0.0])
    assert progress.notes() == {"2 exercise never": "solved"}, "once solved, it stays so"
    assert shown[-1][1].startswith("Exercise never: not yet (score 0).")


def test_a_name_that_is_not_there_gets_a_sentence(shown, capsys):
    exercises.check("sofmax", None)
    exercises.guess("nobody")
    exercises.quiz(99)
    exercises.progress(99)
    exercises.check([2.0, 1.0], "never")  # the two exchanged
    said = capsys.readouterr().out
    assert "There is no exercise 'sofmax'. There are: " in said and "'softmax'" in said
    assert "There is no guess 'nobody'" in said and "There is no quiz 99" in said and shown == []
    assert "nothing to do in notebook 99" in said and "There is no exercise [2.0, 1.0]" in said


def test_text_is_escaped_and_code_is_code():
    assert written("a `b<c` & d\ne") == '<div class="sa-text"><p>a <code>b&lt;c</code> &amp; d<br>e</p></div>'
    assert written("`<script>`", "note").count("<script>") == 0


@pytest.fixture
def stored(monkeypatch, progress):
    """The data of each card that the door displays."""
    found = []
    monkeypatch.setattr(exercises, "PROGRESS", progress)
    monkeypatch.setattr(Frame, "display_with", lambda self, data, metadata=None: found.append(data))
    return found


def test_a_guess_with_its_answer_is_stored_folded(stored):
    picture = show(weights_table(["a", "b"], [[0.25, 0.75], [1, 0]]), title="Two <words>")
    answer = ["money: <1.5>", 3, 0.1 + 0.2, np.array([0.5, 0.25]), picture, "then"]
    exercises.guess("which bank stays nearer", *answer)
    tree = BeautifulSoup(stored[-1]["text/html"], "html.parser")
    question = guesses()["which bank stays nearer"]
    assert [option.get_text() for option in tree.find_all("li")] == [
        option.replace("`", "") for option in question.options
    ]
    fold = tree.find("details")
    assert not fold.has_attr("open") and fold.summary.text == "Show the answer"
    assert question.reasons[question.right].replace("`", "") in fold.get_text()
    assert [pre.get_text() for pre in fold.find_all("pre", class_="sa-shown")] == [
        "money: <1.5>\n3\n0.3\n[0.5  0.25]", "then",
    ]  # fmt: skip
    assert fold.img["alt"] == "Two <words>. Its numbers follow in words."
    fold.decompose()
    assert "<1.5>" not in tree.get_text() and "The answer is" not in tree.get_text()
    assert "<1.5>" not in stored[-1]["text/plain"] and "The answer is" not in stored[-1]["text/plain"]


def test_what_cannot_be_held_back_gets_a_sentence(stored, capsys):
    exercises.guess("which bank stays nearer", print("x"))
    exercises.guess("which bank stays nearer", [1, 2])
    said = capsys.readouterr().out
    assert "can hold back text, numbers, arrays and pictures, got None" in said and "got [1, 2]" in said
    assert stored == []


# --- what programs read ---------------------------------------------------------------------------


def test_a_card_is_stored_as_data_beside_its_text(stored):
    exercises.guess("which bank stays nearer")
    exercises.check("softmax", ...)
    exercises.check("softmax", EXERCISES["softmax"].right)
    exercises.check("never", [2.0, 0.0, 0.0])
    exercises.quiz(2)
    exercises.progress(2)
    cards = [data[CARD_TYPE] for data in stored]
    assert [(card["kind"], card["name"]) for card in cards] == [
        ("guess", "which bank stays nearer"),
        *(("exercise", name) for name in ("softmax", "softmax", "never")),
        ("quiz", "2"),
        ("progress", "notebook 2"),
    ]
    assert [card["state"] for card in cards] == [None, "not attempted", "solved", "score 0", None, None]
    options = guesses()["which bank stays nearer"].options
    assert cards[0]["lines"] == [{"says": "Your guess", "options": list(options)}]
    assert [line["options"] for line in cards[4]["lines"]] == [list(q.options) for q in quizzes()[2]]
    for data, card in zip(stored, cards, strict=True):
        assert json.loads(json.dumps(card)) == card
        said = [text for line in card["lines"] for text in (line["says"], *line["options"])]
        assert all(text in data["text/plain"] for text in said)
