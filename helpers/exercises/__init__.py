"""Guesses, exercises, quizzes and progress: what a notebook calls to ask, to check and to show what is done.

``kinds`` are the kinds of exercises, ``checks/`` the exercises themselves as functions, ``texts`` what is
said of them, ``cases`` draws the inputs that functions are tried with; ``handed_in`` runs an answer,
``stopped`` says why it stopped, ``mistakes`` names what is wrong with it; ``questions`` are the guesses and
quizzes, ``held_back`` the answer of a guess until it is made; ``catalogue`` finds all there is to do,
``notes`` keeps what is done in its ``note_file``, and ``locks`` let one kernel at a time write it; ``cards``
draws it; ``cell`` knows which cell runs now, and whether a person runs it.
A grader needs only `judge`.

Each call of a notebook shows a small widget, and for readers without a kernel its text. That text never
depends on what has been done before, only on the cell, so that a notebook run again looks the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from helpers import files
from helpers.exercises.cards import (
    CARD_TYPE,
    Card,
    CardLine,
    ExerciseCard,
    GuessCard,
    ProgressCard,
    QuizCard,
    verdict_text,
)
from helpers.exercises.catalogue import (
    EXERCISES,
    SOLVED,
    exercises_in_order,
    file_readers,
    items,
    key_of,
    solution,
    solution_path,
    todo_in_words,
)
from helpers.exercises.cell import (
    explain_commas,
    person_sits,
    replaced_by_stub,
    running_place,
    running_source,
)
from helpers.exercises.handed_in import NOT_ATTEMPTED, brief
from helpers.exercises.held_back import NotHeld, as_html
from helpers.exercises.kinds import Exercise
from helpers.exercises.mistakes import Verdict
from helpers.exercises.notes import Progress
from helpers.exercises.questions import Choice, find_guess, guesses, questions_of, quizzes

__all__ = [
    "CARD_TYPE", "EXERCISES", "NOT_ATTEMPTED", "SOLVED", "Exercise", "UnknownName", "Verdict", "check",
    "exercises_in_order", "file_readers", "guess", "guesses", "judge", "progress", "quiz", "quizzes",
    "solution", "solution_path",
]  # fmt: skip

STUB_BELOW = Verdict(
    False,
    "stub below the answer",
    "There is an answer in this cell, but below it stands the line with `...` again, and takes its place. "
    "Take that line away.",
)
PROGRESS = Progress(files.progress_file(), person_sits)
explain_commas()
Shown = tuple[Card, str | None, list[CardLine]]  # the widget; the state of an exercise; its text


class UnknownName(KeyError):
    """Raised when there is nothing of a name: one sentence that says what there is."""


def guess(name: str, *answer: object) -> None:
    """Ask for a guess, and hold its answer back until it is made or asked for.

    Parameters
    ----------
    name : str
    *answer : str, number, array, or what `show` returns
        What the cell would show. Without it the cells below answer the question.
    """
    _shown(lambda: _guess(name, answer))


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
        sentence for the learner. No answer makes it raise.

    Raises
    ------
    UnknownName
        A KeyError, if there is no exercise of that name. Lists the names.
    ValueError
        If a file of the course is missing or damaged. Names the file and the cure.
    """
    if not isinstance(name, str) or name not in EXERCISES:
        raise _unknown("exercise", name, [exercise.name for exercise in exercises_in_order()])
    return EXERCISES[name].judge(answer)


# --- inside -----------------------------------------------------------------------------------------


def _shown(make: Callable[[], Shown]) -> None:
    try:
        card, state, lines = make()
    except (UnknownName, files.Damaged, NotHeld) as problem:  # what the notebook says was changed, or a file
        print(problem.args[0])
    else:
        text = "\n".join(map(str, lines))
        card.display_with({"text/plain": text, CARD_TYPE: card.facts(state, lines), **card.without_kernel()})
        card.displayed()
        _take_place(card)


# The cards of each cell, and the run of the cell that showed them.
_places: dict[tuple[str, str], tuple[int, list[Card]]] = {}


def _take_place(card: Card) -> None:
    """Close the cards that this one replaces: a cell that is run again would leave all its widgets behind.

    Cards of the same run stand below each other. A front end that does not say which cell runs tells cards
    apart by their names only.
    """
    cell, run = running_place()
    place = repr(card), cell
    run_before, shown = _places.get(place, (run, []))
    if run_before != run or run < 0:
        for old in shown:
            old.close()
        shown = []
    _places[place] = run, [*shown, card]


def _unknown(kind: str, name: object, known: Iterable[object]) -> UnknownName:
    return UnknownName(f"There is no {kind} {brief(name)}. There are: {', '.join(map(repr, known))}.")


def _guess(name: str, answer: Sequence[object]) -> Shown:
    question = find_guess(name) if isinstance(name, str) else None
    if question is None:
        raise _unknown("guess", name, guesses())
    if isinstance(question, Choice):
        line = CardLine("Your guess", question.options)
    else:
        line = CardLine(f"Your guess: a number from {question.least:g} to {question.most:g}")
    return GuessCard(question, PROGRESS, as_html(answer)), None, [line]


def _check(name: str, answer: object) -> Shown:
    verdict = judge(name, answer)
    if verdict.name == NOT_ATTEMPTED and replaced_by_stub(running_source(), name):
        verdict = STUB_BELOW
    exercise, state = EXERCISES[name], SOLVED if verdict.solved else str(verdict.name)
    key = key_of("exercise", exercise.notebook, name)
    if state != NOT_ATTEMPTED:
        PROGRESS.note(key, state, unless=SOLVED)
    card = ExerciseCard(exercise, verdict, solution(exercise), PROGRESS)
    return card, state, [CardLine(verdict_text(name, verdict))]


def _quiz(notebook: int) -> Shown:
    known = files.chapters()
    if isinstance(notebook, bool) or not isinstance(notebook, int) or notebook not in known:
        raise _unknown("quiz", notebook, known)
    questions = questions_of(notebook)[1]
    lines = [CardLine(f"{n}. {q.asks}", q.options, below=True) for n, q in enumerate(questions, start=1)]
    return QuizCard(notebook, questions, PROGRESS), None, lines


def _progress(notebook: int | None) -> Shown:
    if notebook is not None and (not isinstance(notebook, int) or notebook not in files.chapters()):
        raise UnknownName(
            f"There is nothing to do in notebook {brief(notebook)}. Write progress(2), for example."
        )
    where = "the course" if notebook is None else f"notebook {notebook}"
    todo = items(notebook)
    line = CardLine(f"To do in {where}: {todo_in_words(todo)}.")
    return ProgressCard(where, todo, PROGRESS), None, [line]
