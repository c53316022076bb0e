"""Cards: the small widgets of guesses, quizzes, exercises and progress, shown by the door of this room.

A card draws what the notes of `Progress` say, so that it looks the same after a restart of the kernel.
All of them are made of buttons and lines of text: JupyterLab keeps the arrow keys of lists and radio
buttons for itself, but Tab and the space bar reach every button.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import ipywidgets as widgets

from helpers.exercises.catalogue import Item, key_of, standing
from helpers.exercises.handed_in import NOT_ATTEMPTED
from helpers.exercises.kinds import Exercise
from helpers.exercises.mistakes import Verdict
from helpers.exercises.notes import Progress
from helpers.exercises.questions import Choice, Number
from helpers.widgets import Frame, written

Notes = Mapping[str, str]
# What pages and the teacher's table read in a stored output. Nobody shows it.
CARD_TYPE = "application/vnd.self-attention.card+json"
RIGHT, WRONG = "✓ ", "✗ "  # colour never stands alone


@dataclass(frozen=True)
class CardLine:
    """What a card says where no kernel runs: one line, and the options of a question beside or below it."""

    says: str
    options: tuple[str, ...] = ()
    below: bool = False

    def __str__(self) -> str:
        if not self.options:
            return self.says
        return f"{self.says}{chr(10) + '   ' if self.below else ': '}{' | '.join(self.options)}"


class ChoiceBox(widgets.VBox):
    """The options of a question as buttons, and what is said about the chosen one."""

    def __init__(self, question: Choice, chosen: Callable[[str], None]) -> None:
        self.question = question
        self.buttons = [make_button(option, "sa-option", "stretch") for option in question.options]
        for option, button in zip(question.options, self.buttons, strict=True):
            button.on_click(lambda _, option=option: chosen(option))
        self.feedback = widgets.HTML()
        super().__init__([*self.buttons, self.feedback])

    def draw(self, note: str) -> None:
        """Show which option has been chosen; `note` is its text."""
        options = self.question.options
        chosen = options.index(note) if note in options else None
        for place, (option, button) in enumerate(zip(options, self.buttons, strict=True)):
            right = place == self.question.right
            # Only the class and the text change: the button under the learner's finger stays.
            button.description = option if place != chosen else (RIGHT if right else WRONG) + option
            set_mark(button, "" if place != chosen else "sa-right" if right else "sa-wrong")
        says = "" if chosen is None else self.question.feedback(chosen)
        self.feedback.value = written(says, "status") if says else ""


class NumberBox(widgets.VBox):
    """A line for a number, and what is said about it."""

    def __init__(self, question: Number, guessed: Callable[[str], None]) -> None:
        self.question = question
        self.line = widgets.Text(
            description="your guess",
            placeholder=f"from {question.least:g} to {question.most:g}",
            continuous_update=False,  # with Enter, or when the learner leaves the line
            layout=widgets.Layout(width="260px"),
        )
        self.line.observe(lambda change: guessed(change["new"]), "value")
        self.feedback = widgets.HTML()
        super().__init__([self.line, self.feedback])

    def draw(self, note: str) -> None:
        """Show the guess; `note` is the number as text."""
        says = self.question.feedback(float(note)) if note else ""
        self.feedback.value = written(says, "status") if says else ""


class Card(Frame):
    """A frame that follows the notes of a `Progress`; `draw(notes)` shows them."""

    kind = ""

    def __init__(self, name: str, progress: Progress) -> None:
        super().__init__()
        self.add_class("sa-card")
        self.name, self.progress = name, progress

    def __repr__(self) -> str:
        return f"{self.kind} {self.name}"

    def facts(self, state: str | None, lines: Sequence[CardLine]) -> dict[str, Any]:
        """The card as data, for programs that read stored outputs."""
        said = [{"says": line.says, "options": list(line.options)} for line in lines]
        return {"kind": self.kind, "name": self.name, "state": state, "lines": said}

    def begin(self, children: Sequence[Any]) -> None:
        """Fill it, draw it, and follow the notes from now on."""
        self.children = [self._style(), *children, self._alert]
        self.progress.follow(repr(self), lambda notes: self._guarded(lambda: self.draw(notes)))
        self._guarded(lambda: self.draw(self.progress.notes()))

    def draw(self, notes: Notes) -> None:
        """Show what the notes say."""
        raise NotImplementedError


class GuessCard(Card):
    """One question, before the cell that answers it."""

    kind = "guess"

    def __init__(self, question: Choice | Number, progress: Progress) -> None:
        super().__init__(question.name, progress)
        self.question, self.key = question, key_of("guess", question.notebook, question.name)
        self.box: ChoiceBox | NumberBox
        if isinstance(question, Number):
            self.box = NumberBox(question, self._answered)
        else:
            self.box = ChoiceBox(question, self._answered)
        self.begin([self.box])

    def _answered(self, text: str) -> None:
        self._guarded(lambda: self._guess(text))

    def _guess(self, text: str) -> None:
        if not text.strip():  # an emptied line is no guess
            return
        note = f"{self.question.read(text):g}" if isinstance(self.question, Number) else text
        self.progress.note(self.key, note)

    def draw(self, notes: Notes) -> None:
        note = notes.get(self.key, "")
        if isinstance(self.question, Number) and note:
            try:  # somebody may have written into the file
                note = f"{self.question.read(note):g}"
            except ValueError:
                note = ""
        self.box.draw(note)
        self._say("")


class QuizCard(Card):
    """All questions at the end of a notebook."""

    kind = "quiz"

    def __init__(self, notebook: int, questions: Sequence[Choice], progress: Progress) -> None:
        super().__init__(str(notebook), progress)
        self.boxes: dict[str, ChoiceBox] = {}
        shown: list[Any] = []
        for number, question in enumerate(questions, start=1):
            key = key_of("quiz", notebook, question.name)
            self.boxes[key] = ChoiceBox(question, self._answered(key))
            shown += [widgets.HTML(written(f"{number}. {question.asks}")), self.boxes[key]]
        self.begin(shown)

    def _answered(self, key: str) -> Callable[[str], None]:
        return lambda option: self._guarded(lambda: self.progress.note(key, option))

    def draw(self, notes: Notes) -> None:
        for key, box in self.boxes.items():
            box.draw(notes.get(key, ""))


class ExerciseCard(Card):
    """The verdict on an answer; hints one at a time, and the solution after them."""

    kind = "exercise"

    def __init__(self, exercise: Exercise, verdict: Verdict, solution: str, progress: Progress) -> None:
        super().__init__(exercise.name, progress)
        self.exercise, self.solution = exercise, solution
        self.key = key_of("hints", exercise.notebook, exercise.name)
        mark = "" if verdict.name == NOT_ATTEMPTED else RIGHT if verdict.solved else WRONG
        self.said = widgets.HTML(written(mark + verdict_text(exercise.name, verdict), "status"))
        if mark:
            self.said.add_class("sa-right" if verdict.solved else "sa-wrong")
        self.hints = widgets.HTML()
        self.more = make_button("", "sa-hint")
        self.more.on_click(lambda _: self._guarded(self._ask))
        self.begin([self.said, self.more, self.hints])

    def opened(self, notes: Notes) -> int:
        """How many hints have been asked for; 4 is the solution."""
        note = notes.get(self.key, "0")
        return int(note) if note in ("1", "2", "3", "4") else 0

    def _ask(self) -> None:
        opened = self.opened(self.progress.notes())
        self.progress.note(self.key, str((opened + 1) % 5))  # after the solution: close all

    def draw(self, notes: Notes) -> None:
        opened = self.opened(notes)
        labels = ["Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3", "Show the solution", "Hide hints and solution"]
        self.more.description = labels[opened]
        parts = [
            written(f"Hint {i}. {hint}") for i, hint in enumerate(self.exercise.texts.hints[:opened], start=1)
        ]
        if opened == 4:
            parts.append(f'<pre class="sa-code">{escape(self.solution)}</pre>')
        self.hints.value = f'<div role="status">{"".join(parts)}</div>' if parts else ""


class ProgressCard(Card):
    """What is done and what is left, as one line and a bar; a button forgets it."""

    kind = "progress"

    def __init__(self, name: str, todo: Sequence[Item], progress: Progress) -> None:
        super().__init__(name, progress)
        self.todo = list(todo)
        self.line = widgets.HTML()
        self.forget = make_button("", "sa-forget")
        self.forget.on_click(lambda _: self._guarded(self._pressed))
        self._sure = False
        self.begin([self.line, self.forget])

    def _pressed(self) -> None:
        if self._sure:
            self.progress.forget(self._all_keys())
        else:
            self._ask(sure=True)

    def _ask(self, sure: bool) -> None:
        self._sure = sure
        self.forget.description = "Really forget it? Press again" if sure else "Forget this progress"

    def _all_keys(self) -> list[str]:
        """Also the hints that were opened."""
        notebooks = {item.notebook for item in self.todo}
        return [key for key in self.progress.notes() if key.split()[0] in notebooks]

    def draw(self, notes: Notes) -> None:
        done, total, says = standing(self.todo, notes)
        share = round(100 * done / total) if total else 0
        bar = f'<div class="sa-bar" aria-hidden="true"><div style="width: {share}%"></div></div>'
        self.line.value = bar + written(f"{says}\n{self.progress.problem}".strip(), "status")
        self._ask(sure=False)  # something has changed since the first press


def make_button(text: str, kind: str, align: str = "flex-start") -> widgets.Button:
    """A button as wide as its text; a long text takes several lines."""
    layout = widgets.Layout(width="auto", max_width="100%", height="auto", align_self=align)
    button = widgets.Button(description=text, layout=layout)
    button.add_class(kind)
    return button


def set_mark(button: widgets.Button, mark: str) -> None:
    """Give a button the class `mark`, and take the other mark away."""
    for name in ("sa-right", "sa-wrong"):
        if name == mark:
            button.add_class(name)
        elif name in button._dom_classes:
            button.remove_class(name)


def verdict_text(name: str, verdict: Verdict) -> str:
    """A verdict as the line that a cell shows: ``Exercise softmax: not yet (wrong axis). ...``"""
    if verdict.solved or verdict.name == NOT_ATTEMPTED:
        return f"Exercise {name}: {verdict.says[0].lower()}{verdict.says[1:]}"
    return f"Exercise {name}: not yet ({verdict.name}). {verdict.says}"
