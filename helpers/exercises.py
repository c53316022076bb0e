"""What a notebook calls: `guess` before a cell, `check` after an exercise, `quiz` and `progress` at its end.

Each shows a small widget, and for readers without a kernel its text. That text never depends on what has
been done before, only on the cell, so that a notebook run again looks the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from helpers.answers import NOT_ATTEMPTED, brief
from helpers.cards import Card, ExerciseCard, GuessCard, ProgressCard, QuizCard, verdict_text
from helpers.catalogue import EXERCISES, items, key_of, listed, solution
from helpers.judging import SOLVED
from helpers.progress import Progress, default_path
from helpers.questions import Choice, Number, guesses, quizzes

PROGRESS = Progress(default_path())
Key = TypeVar("Key")
Thing = TypeVar("Thing")


def guess(name: str) -> None:
    """Ask for a guess. Unanswered, nothing happens."""
    _shown(lambda: _guess(name))


def check(name: str, answer: object) -> None:
    """Say what is right or wrong about the answer to an exercise; it may be any object."""
    _shown(lambda: _check(name, answer))


def quiz(notebook: int) -> None:
    """Show the questions at the end of a notebook."""
    _shown(lambda: _quiz(notebook))


def progress(notebook: int | None = None) -> None:
    """Show how far the learner is, in one notebook or in all of them."""
    _shown(lambda: _progress(notebook))


# --- inside -----------------------------------------------------------------------------------------


def _shown(make: Callable[[], tuple[Card, str]]) -> None:
    try:
        card, text = make()
    except KeyError as unknown:  # a name was changed in the notebook
        print(unknown.args[0])
    else:
        card.display_with({"text/plain": text})


def _guess(name: str) -> tuple[Card, str]:
    question = _named(guesses(), name, "guess")
    return GuessCard(question, PROGRESS), f"Your guess: {_options(question)}"


def _options(question: Choice | Number) -> str:
    if isinstance(question, Number):
        return f"a number from {question.least:g} to {question.most:g}"
    return " | ".join(question.options)


def _check(name: str, answer: object) -> tuple[Card, str]:
    exercise = _named(EXERCISES, name, "exercise")
    verdict = exercise.judge(answer)
    key = key_of("exercise", exercise.notebook, name)
    if verdict.name != NOT_ATTEMPTED and PROGRESS.get(key) != SOLVED:
        PROGRESS.note(key, verdict.name)
    return ExerciseCard(exercise, verdict, solution(exercise), PROGRESS), verdict_text(name, verdict)


def _quiz(notebook: int) -> tuple[Card, str]:
    questions = _named(quizzes(), notebook, "quiz")
    lines = [f"{n}. {q.asks}\n   {_options(q)}" for n, q in enumerate(questions, start=1)]
    return QuizCard(notebook, questions, PROGRESS), "\n".join(lines)


def _progress(notebook: int | None) -> tuple[Card, str]:
    todo = items(notebook)
    if not todo:
        raise KeyError(
            f"There is nothing to do in notebook {brief(notebook)}. Write progress(2), for example."
        )
    where = "the course" if notebook is None else f"notebook {notebook}"
    return ProgressCard(f"progress {where}", todo, PROGRESS), f"To do in {where}: {listed(todo)}."


def _named(known: Mapping[Key, Thing], name: Key, kind: str) -> Thing:
    if not isinstance(name, (str, int)) or name not in known:
        names = ", ".join(repr(other) for other in known)
        raise KeyError(f"There is no {kind} {brief(name)}. There are: {names}.")
    return known[name]
