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

from helpers import files
from helpers.exercises.catalogue import Item, key_of, keys_of, standing
from helpers.exercises.handed_in import NOT_ATTEMPTED
from helpers.exercises.held_back import HIDE, SHOW, folded
from helpers.exercises.kinds import Exercise
from helpers.exercises.mistakes import Verdict
from helpers.exercises.notes import Progress
from helpers.exercises.questions import Choice, Number
from helpers.widgets import Frame, Spoken, written

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
        # A button shows plain text: marks of code would stand on it as they are.
        self.plain = [option.replace("`", "") for option in question.options]
        self.buttons = [make_button(text, "sa-option", "stretch") for text in self.plain]
        for option, button in zip(question.options, self.buttons, strict=True):
            button.on_click(lambda _, option=option: chosen(option))
        self.feedback = Spoken()
        super().__init__([*self.buttons, self.feedback.region, self.feedback.text])

    def draw(self, note: str, otherwise: str = "") -> None:
        """Show which option has been chosen; `note` is its text. If none is, `otherwise` is said."""
        options = self.question.options
        chosen = options.index(note) if note in options else None
        for place, (text, button) in enumerate(zip(self.plain, self.buttons, strict=True)):
            right = place == self.question.right
            # Only the class and the text change: the button under the learner's finger stays.
            button.description = text if place != chosen else (RIGHT if right else WRONG) + text
            set_mark(button, None if place != chosen else right)
        if chosen is None:
            say_verdict(self.feedback, otherwise, None)
        else:
            say_verdict(self.feedback, self.question.feedback(chosen), chosen == self.question.right)


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
        self.feedback = Spoken()
        super().__init__([self.line, self.feedback.region, self.feedback.text])

    def draw(self, note: str, otherwise: str = "") -> None:
        """Show the guess; `note` is the number as text. If there is none, `otherwise` is said."""
        if self.feedback.html and not note and not otherwise:
            self.line.value = ""  # forgotten: an old text would make the same guess no change
        if note:
            guess = float(note)
            say_verdict(self.feedback, self.question.feedback(guess), self.question.near(guess))
        else:
            say_verdict(self.feedback, otherwise, None)


class Card(Frame):
    """A frame that follows the notes of a `Progress`; `draw(notes)` shows them."""

    kind = ""

    def __init__(self, name: str, progress: Progress) -> None:
        super().__init__()
        self.add_class("sa-card")
        self.name, self.progress = name, progress
        self._forgotten = progress.forgotten
        self._follows_as = str(self.model_id)  # a copy of its cell shows another card of this name

    def __repr__(self) -> str:
        return f"{self.kind} {self.name}"

    def without_kernel(self) -> dict[str, str]:
        """What else is stored, by its MIME type, for readers without a kernel."""
        return {}

    def displayed(self) -> None:
        """What is done once it is on the page."""

    def close(self) -> None:
        """Close all its widgets: those of a box stay when only the box is closed."""
        self.progress.leave(self._follows_as)
        for widget in _all_of(self):
            widgets.Widget.close(widget)

    def facts(self, state: str | None, lines: Sequence[CardLine]) -> dict[str, Any]:
        """The card as data, for programs that read stored outputs."""
        said = [{"says": line.says, "options": list(line.options)} for line in lines]
        facts = {"kind": self.kind, "name": self.name, "state": state, "lines": said}
        # Said only where it is so: then all other stored outputs stay as they are.
        return facts if files.progress_file() else {**facts, "installed": True}

    def begin(self, children: Sequence[Any]) -> None:
        """Fill it, draw it, and follow the notes from now on."""
        self.children = [self._style(), *children, self._alert]
        self.progress.follow(self._follows_as, lambda notes: self._guarded(lambda: self.draw(notes)))
        self._guarded(lambda: self.draw(self.progress.notes()))

    def note(self, key: str, text: str) -> None:
        """Keep a note; all cards that follow show it."""
        self.progress.note(key, text)

    def forgotten(self) -> bool:
        """Have notes been forgotten since this was asked last?"""
        before, self._forgotten = self._forgotten, self.progress.forgotten
        return self._forgotten > before

    def draw(self, notes: Notes) -> None:
        """Show what the notes say."""
        raise NotImplementedError


class GuessCard(Card):
    """One question; its answer comes once the learner has guessed, or asks for it.

    Parameters
    ----------
    question : Choice or Number
    progress : Progress
    held : str
        The answer as HTML, see held_back.py; without it the cells below the question answer it.
    """

    kind = "guess"

    def __init__(self, question: Choice | Number, progress: Progress, held: str = "") -> None:
        super().__init__(question.name, progress)
        self.question, self.key = question, key_of("guess", question.notebook, question.name)
        self.box: ChoiceBox | NumberBox
        if isinstance(question, Number):
            self.box = NumberBox(question, self._answered)
        else:
            self.box = ChoiceBox(question, self._answered)
        self.held, self._asked, self._note = held, False, ""
        self.more = make_button(SHOW, "sa-show")
        self.more.on_click(lambda _: self._guarded(self._show_or_hide))
        self.told, self.answer = Spoken(), widgets.HTML()
        # All of it stands below the question, so that nothing moves under the learner's finger.
        told = [self.more, self.told.region, self.told.text, self.answer]
        self.begin([self.box, *(told if held else [])])

    def without_kernel(self) -> dict[str, str]:
        return {"text/html": folded(self.question, self.held)} if self.held else {}

    def _answered(self, text: str) -> None:
        self._guarded(lambda: self._guess(text))

    def _guess(self, text: str) -> None:
        if not text.strip():  # an emptied line is no guess, and takes back what was wrong with it
            self._say("")
            return
        note = repr(self.question.read(text)) if isinstance(self.question, Number) else text
        self.note(self.key, note)
        self._say("")

    def _show_or_hide(self) -> None:
        self._asked = not self._asked
        self.draw(self.progress.notes())

    def draw(self, notes: Notes) -> None:
        kept = notes.get(self.key, "")
        note = self._valid(kept)
        if self.forgotten():
            self._asked = False  # the answer is held back again
        self.box.draw(note, self.question.earlier(kept) if kept else "")
        # The button goes only when a guess is made, and then the finger is elsewhere.
        self.more.layout.display = "none" if note else None
        self.more.description = HIDE if self._asked else SHOW
        self.told.write(self.question.answer if self._asked and not note else "")
        self.answer.value = self.held if self._asked or note else ""
        if note != self._note:  # else what was typed, and what is wrong with it, stay
            self._note = note
            self._say("")

    def _valid(self, note: str) -> str:
        """A note that can still be chosen; the question may have changed, or somebody wrote into the file."""
        if isinstance(self.question, Choice):
            return note if note in self.question.options else ""
        kept = self.question.kept(note)
        return "" if kept is None else repr(kept)


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
        return lambda option: self._guarded(lambda: self.note(key, option))

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
        self.attempted, self.said = verdict.name != NOT_ATTEMPTED, Spoken()
        right = verdict.solved if self.attempted else None
        say_verdict(self.said, verdict_text(exercise.name, verdict), right)
        self.hints, self.newest, self.code = widgets.HTML(), Spoken(), widgets.HTML()
        self.more = make_button("", "sa-hint")
        self.more.on_click(lambda _: self._guarded(self._ask))
        opened = [self.hints, self.newest.region, self.newest.text, self.code]
        self.begin([self.said.region, self.said.text, self.more, *opened])

    def displayed(self) -> None:
        if self.attempted:
            self.said.repeat()

    def opened(self, notes: Notes) -> int:
        """How many hints have been asked for; 4 is the solution."""
        note = notes.get(self.key, "0")
        return int(note) if note in ("1", "2", "3", "4") else 0

    def _ask(self) -> None:
        opened = self.opened(self.progress.notes())
        self.note(self.key, str((opened + 1) % 5))  # after the solution: close all

    def draw(self, notes: Notes) -> None:
        opened = self.opened(notes)
        labels = ["Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3", "Show the solution", "Hide hints and solution"]
        self.more.description = labels[opened]
        hints = [f"Hint {i}. {hint}" for i, hint in enumerate(self.exercise.texts.hints, start=1)]
        # What was opened before is not said again.
        self.hints.value = "".join(written(hint) for hint in hints[: max(0, opened - 1)])
        self.newest.write([*hints, "One solution:"][opened - 1] if opened else "")
        self.code.value = f'<pre class="sa-code">{escape(self.solution)}</pre>' if opened == 4 else ""


class ProgressCard(Card):
    """What is done and what is left, as one line and a bar; a button forgets it."""

    kind = "progress"

    def __init__(self, name: str, todo: Sequence[Item], progress: Progress) -> None:
        super().__init__(name, progress)
        self.todo = list(todo)
        self.bar, self.line = widgets.HTML(), Spoken()
        self.forget = make_button("", "sa-forget")
        self.forget.on_click(lambda _: self._guarded(self._pressed))
        self._sure = False
        self.begin([self.bar, self.line.region, self.line.text, self.forget])

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
        return keys_of({item.notebook for item in self.todo}, self.progress.notes())

    def draw(self, notes: Notes) -> None:
        done, total, says = standing(self.todo, notes)
        share = round(100 * done / total) if total else 0
        inside = f'<div style="width: {share}%"></div>'
        self.bar.value = f'<div class="sa-bar" aria-hidden="true">{inside}</div>'
        # What a guess or a check changes here has just been said there.
        self.line.write(f"{says}\n{self.progress.problem}".strip(), aloud=self.forgotten())
        self._ask(sure=False)  # something has changed since the first press


def _all_of(widget: widgets.Widget) -> list[widgets.Widget]:
    """A widget and those inside it, with what says how they look."""
    parts = [getattr(widget, name, None) for name in ("layout", "style")]
    inside = [found for child in getattr(widget, "children", ()) for found in _all_of(child)]
    return [widget, *(part for part in parts if isinstance(part, widgets.Widget)), *inside]


def make_button(text: str, kind: str, align: str = "flex-start") -> widgets.Button:
    """A button as wide as its text; a long text takes several lines."""
    layout = widgets.Layout(width="auto", max_width="100%", height="auto", align_self=align)
    button = widgets.Button(description=text, layout=layout)
    button.add_class(kind)
    return button


def set_mark(widget: widgets.DOMWidget, right: bool | None) -> None:
    """Give a button or a text the look of a right or a wrong answer; None: of neither."""
    for name, is_it in (("sa-right", right is True), ("sa-wrong", right is False)):
        if is_it:
            widget.add_class(name)
        elif name in widget._dom_classes:
            widget.remove_class(name)


def say_verdict(where: Spoken, says: str, right: bool | None) -> None:
    """Write a verdict, with its sign and its colour."""
    sign = "" if right is None else RIGHT if right else WRONG
    set_mark(where.text, right)
    where.write(sign + says if says else "")


def verdict_text(name: str, verdict: Verdict) -> str:
    """A verdict as the line that a cell shows: ``Exercise softmax: not yet (wrong axis). ...``"""
    if verdict.solved or verdict.name == NOT_ATTEMPTED:
        return f"Exercise {name}: {verdict.says[0].lower()}{verdict.says[1:]}"
    return f"Exercise {name}: not yet ({verdict.name}). {verdict.says}"
