"""The catalogue of all there is to do: guesses, exercises, quiz questions; and how far a learner is.

Exercises are found in ``checks/``, guesses and quizzes in ``data/questions/``.
"""

from __future__ import annotations

import ast
import functools
import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from helpers import files
from helpers.exercises import checks
from helpers.exercises.kinds import Exercise
from helpers.exercises.questions import Choice, questions_of

SOLVED = "solved"  # the note of an exercise that is solved
NOTED = ("guess", "exercise", "hints", "quiz")  # what there are notes of
MODULE = re.compile(r"nb\d\d_\w+")  # others, such as a copy that somebody keeps beside them, are left alone


def _found() -> dict[str, Exercise]:
    """The exercises in ``checks/``, by name: what each ``nbNN_NAME.py`` lists as its EXERCISES."""
    names = [module.name for module in pkgutil.iter_modules(checks.__path__)]
    parts = [importlib.import_module(f"{checks.__name__}.{name}") for name in names if MODULE.fullmatch(name)]
    return {exercise.name: exercise for part in parts for exercise in getattr(part, "EXERCISES", ())}


EXERCISES: dict[str, Exercise] = _found()
PLURALS = {"guess": "guesses", "exercise": "exercises", "quiz question": "quiz questions"}


@dataclass(frozen=True)
class Item:
    """One thing to do. It is done when its note is there; `wanted` is what the note must say, if one is.

    So a guess stays done when its options are reworded: the learner has guessed. A quiz question does not:
    what is the right option now was never chosen. Its note stays until it is answered again.
    """

    kind: str
    name: str
    key: str
    wanted: str = ""

    @property
    def notebook(self) -> str:
        """The number of its notebook, with which the key begins."""
        return self.key.split()[0]

    def done(self, notes: Mapping[str, str]) -> bool:
        """Do the notes say that it is done?"""
        note = notes.get(self.key, "")
        return note == self.wanted if self.wanted else bool(note)


def exercises_in_order(notebook: int | None = None) -> list[Exercise]:
    """The exercises of one notebook or of all, as they stand there: the order of their texts."""
    found = [exercise for exercise in EXERCISES.values() if notebook in (None, exercise.notebook)]
    return sorted(found, key=lambda exercise: (exercise.notebook, exercise.texts.place))


def file_readers() -> list[Callable[[], object]]:
    """What reads each file that this room needs, one by one; each raises Damaged."""
    notebooks = sorted({exercise.notebook for exercise in EXERCISES.values()})
    reads = (_read_number, questions_of, _read_texts)
    return [functools.partial(read, notebook) for read in reads for notebook in notebooks]


def _read_number(notebook: int) -> None:
    if notebook not in files.chapters():
        raise files.Damaged("course.json")


def _read_texts(notebook: int) -> None:
    for exercise in exercises_in_order(notebook):
        if not {*exercise.known} <= {*exercise.texts.mistakes}:
            raise files.Damaged(exercise.texts.file)


def keys_of(notebooks: Iterable[str], notes: Iterable[str]) -> list[str]:
    """The keys of some notebooks among those of the notes, also of hints; what others wrote is none."""
    starts = tuple(f"{notebook} {what} " for notebook in notebooks for what in NOTED)
    return [key for key in notes if key.startswith(starts)]


def key_of(what: str, notebook: int, name: str) -> str:
    """Under which key a note stands: ``"2 exercise softmax"``. What it is of is one of NOTED."""
    return f"{notebook} {what} {name}"


def items(notebook: int | None = None) -> list[Item]:
    """All there is to do in a notebook, or in the course; a notebook reads no other one's files.

    A guess counts, near or not. A quiz question counts when the right option is chosen.
    """
    return [item for n in files.chapters() if notebook in (None, n) for item in _items_of(n)]


def _items_of(notebook: int) -> list[Item]:
    guesses, quiz = questions_of(notebook)
    found = [Item("guess", guess.name, key_of("guess", notebook, guess.name)) for guess in guesses]
    for exercise in exercises_in_order(notebook):
        found.append(
            Item("exercise", exercise.name, key_of("exercise", notebook, exercise.name), wanted=SOLVED)
        )
    return found + [_quiz_item(question) for question in quiz]


def _quiz_item(question: Choice) -> Item:
    key = key_of("quiz", question.notebook, question.name)
    return Item("quiz question", question.name, key, wanted=question.options[question.right])


def standing(todo: list[Item], notes: Mapping[str, str]) -> tuple[int, int, str]:
    """How many are done, of how many, and a sentence: of which kinds, and which exercises are left."""
    done = [item for item in todo if item.done(notes)]
    kinds = []
    for kind, plural in PLURALS.items():
        total = sum(item.kind == kind for item in todo)
        if total:
            kinds.append(f"{sum(item.kind == kind for item in done)} of {counted(total, kind, plural)}")
    left = [item for item in todo if item.kind == "exercise" and item not in done]
    return len(done), len(todo), f"Done: {', '.join(kinds)}.{_named(left)}"


def _named(left: list[Item]) -> str:
    """The exercises that are left: by name in one notebook, by number in the whole course."""
    notebooks = sorted({item.notebook for item in left})
    if len(notebooks) == 1:
        return f" Exercises left: {', '.join(item.name for item in left)}."
    counts = [f"{sum(item.notebook == n for item in left)} in notebook {n}" for n in notebooks]
    return f" Exercises left: {', '.join(counts)}." if counts else ""


def todo_in_words(todo: list[Item]) -> str:
    """How much there is to do, without what is done: "4 guesses, 5 exercises, 5 quiz questions"."""
    counts = {kind: sum(item.kind == kind for item in todo) for kind in PLURALS}
    return ", ".join(counted(n, kind, PLURALS[kind]) for kind, n in counts.items() if n)


def counted(number: int, one: str, many: str) -> str:
    """1 guess, 2 guesses."""
    return f"{number} {one if number == 1 else many}"


def solution_path(exercise: Exercise) -> Path:
    """Where its solution is: ``solutions/02_softmax.py``."""
    return files.SOLUTIONS / f"{exercise.notebook:02d}_{re.sub(r'[^a-z0-9]+', '_', exercise.name.lower())}.py"


def solution(exercise: Exercise) -> str:
    """Its solution as a learner sees it, or a sentence if the file is not there."""
    path = solution_path(exercise)
    try:
        text = path.read_text(encoding="utf-8-sig").strip()
        if ast.parse(text).body:
            return text
    except (OSError, ValueError, SyntaxError):  # it is not there, no text, or no Python
        pass
    return f"# The file solutions/{path.name} is not here or cannot be read. It belongs to the course."
