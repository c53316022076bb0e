"""Guesses, exercises, quizzes and progress: what a notebook calls to ask, to check and to show how far one
is.

``kinds`` are the kinds of exercises, ``checks/`` the exercises themselves as functions, ``texts`` what is
said of them; ``handed_in`` runs an answer, ``mistakes`` names what is wrong with it; ``questions`` are the
guesses and quizzes; ``catalogue`` finds all there is to do, ``notes`` keeps what is done, ``cards`` draws
it. For graders: `judge`.

Each call of a notebook shows a small widget, and for readers without a kernel its text. That text never
depends on what has been done before, only on the cell, so that a notebook run again looks the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from helpers import files
from helpers.exercises.cards import (
    CARD_TYPE,
    Card,
    ExerciseCard,
    GuessCard,
    Line,
    ProgressCard,
    QuizCard,
    verdict_text,
)
from helpers.exercises.catalogue import (
    EXERCISES,
    SOLVED,
    in_order,
    items,
    key_of,
    listed,
    solution,
    solution_path,
)
from helpers.exercises.handed_in import NOT_ATTEMPTED, brief
from helpers.exercises.kinds import Exercise
from helpers.exercises.mistakes import Verdict
from helpers.exercises.notes import Progress
from helpers.exercises.questions import Choice, Number, guesses, quizzes

__all__ = [
    "CARD_TYPE", "EXERCISES", "Exercise", "Verdict", "check", "guess", "in_order", "judge", "progress",
    "quiz", "solution_path",
]  # fmt: skip

PROGRESS = Progress(files.progress_file())
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


def judge(name: str, answer: object) -> Verdict:
    """What is to be said about an answer, for a grader or a test: no widget is shown, no file is written.

    Parameters
    ----------
    name : str
        Of the exercise, such as ``"softmax"``.
    answer : any object
        A function is run, on copies of its inputs.

    Returns
    -------
    Verdict
        ``solved`` (bool), ``name`` (of the mistake, or "not attempted"; None if it is solved) and ``says``, a
        sentence for the learner. Whatever is handed in, nothing is raised.

    Raises
    ------
    KeyError
        If there is no exercise of that name. Lists the names.
    """
    return _named(EXERCISES, name, "exercise").judge(answer)


# --- inside -----------------------------------------------------------------------------------------


def _shown(make: Callable[[], tuple[Card, str | None, list[Line]]]) -> None:
    try:
        card, state, lines = make()
    except (KeyError, ValueError) as problem:  # a name was changed in the notebook; a file is damaged
        print(problem.args[0])
    else:
        card.display_with({"text/plain": "\n".join(map(str, lines)), CARD_TYPE: card.facts(state, lines)})


def _guess(name: str) -> tuple[Card, str | None, list[Line]]:
    question = _named(guesses(), name, "guess")
    line = Line("Your guess", question.options) if isinstance(question, Choice) else Line(_range(question))
    return GuessCard(question, PROGRESS), None, [line]


def _range(question: Number) -> str:
    return f"Your guess: a number from {question.least:g} to {question.most:g}"


def _check(name: str, answer: object) -> tuple[Card, str | None, list[Line]]:
    verdict = judge(name, answer)
    exercise, state = EXERCISES[name], SOLVED if verdict.solved else str(verdict.name)
    key = key_of("exercise", exercise.notebook, name)
    if state != NOT_ATTEMPTED and PROGRESS.get(key) != SOLVED:
        PROGRESS.note(key, state)
    card = ExerciseCard(exercise, verdict, solution(exercise), PROGRESS)
    return card, state, [Line(verdict_text(name, verdict))]


def _quiz(notebook: int) -> tuple[Card, str | None, list[Line]]:
    questions = _named(quizzes(), notebook, "quiz")
    lines = [Line(f"{n}. {q.asks}", q.options, below=True) for n, q in enumerate(questions, start=1)]
    return QuizCard(notebook, questions, PROGRESS), None, lines


def _progress(notebook: int | None) -> tuple[Card, str | None, list[Line]]:
    todo = items(notebook)
    if not todo:
        raise KeyError(
            f"There is nothing to do in notebook {brief(notebook)}. Write progress(2), for example."
        )
    where = "the course" if notebook is None else f"notebook {notebook}"
    line = Line(f"To do in {where}: {listed(todo)}.")
    return ProgressCard(f"progress {where}", todo, PROGRESS), None, [line]


def _named(known: Mapping[Key, Thing], name: Key, kind: str) -> Thing:
    if not isinstance(name, (str, int)) or name not in known:
        names = ", ".join(repr(other) for other in known)
        raise KeyError(f"There is no {kind} {brief(name)}. There are: {names}.")
    return known[name]
