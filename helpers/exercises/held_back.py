"""What a guess holds back until the learner has guessed, or asks to see it (used by the door of this room).

It is what the cell would show: text, numbers, arrays, pictures. All of it becomes HTML in one form: on a live
page it comes into the card when it is asked for; where no kernel runs it stands folded below the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from helpers.arrays import short
from helpers.exercises.questions import Choice, Guess
from helpers.pictures import Panel, Picture, Shown, show
from helpers.widgets import written

BEGIN, END = '<pre class="sa-shown">', "</pre>"
SHOW, HIDE = "Show the answer", "Hide the answer"


class NotHeld(ValueError):
    """Raised for a part of an answer that cannot be shown: one sentence that names it."""


def as_html(answer: Sequence[object]) -> str:
    """The parts of an answer, one below the other.

    Parameters
    ----------
    answer : sequence of str, number, array, Picture, Panel, or what `show` returns
        Text is shown as ``print`` would show it.

    Raises
    ------
    NotHeld
        If a part is something else. Names it.
    """
    shown = "".join(map(_part, answer))
    return shown.replace(f"{END}{BEGIN}", "\n")  # texts that follow each other are lines of one


def _part(part: object) -> str:
    if isinstance(part, (Picture, Panel)):
        part = show(part)
    if isinstance(part, Shown):
        return f'<div class="sa-shown">{part.html}</div>'
    if not isinstance(part, (str, int, float, complex, np.generic, np.ndarray)):
        raise NotHeld(
            f"A guess can hold back text, numbers, arrays and pictures, got {short(part)}: "
            "write what print would show, or show(...)."
        )
    text = f"{part:.10g}" if isinstance(part, float) else str(part)
    return f"{BEGIN}{escape(text)}{END}"


def folded(question: Guess, held: str) -> str:
    """The question's options and, in a fold, its answer: for a page without a kernel."""
    if isinstance(question, Choice):
        options = "".join(f"<li>{written(option)}</li>" for option in question.options)
        asked = f"<p>Your guess:</p><ul>{options}</ul>"
    else:
        asked = f"<p>Your guess: a number from {question.least:g} to {question.most:g}.</p>"
    fold = f"<details><summary>{SHOW}</summary>{written(question.answer)}{held}</details>"
    return f'<div class="sa-asked">{asked}{fold}</div>'
