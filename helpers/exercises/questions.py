"""Guesses and quiz questions, read from ``data/questions/``, one file for each notebook.

The cards draw them. A guess is made before the cell that answers it. A quiz question stands at the end of a
notebook. Both tell the learner why each option is right or wrong.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from fractions import Fraction

from helpers import files

# Short on purpose: a number such as 1e999999999 would keep the computer busy for minutes.
WRITTEN = re.compile(r"(?P<number>[-+]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})(e[-+]?\d)?|[-+]?\d{1,9}/\d{1,9})%?")


@dataclass(frozen=True)
class Choice:
    """A question with a few options, one of them right.

    Attributes
    ----------
    name : str
    notebook : int
    asks : str
        Empty for a guess: the notebook asks it, in the text above.
    options : sequence of str
    reasons : sequence of str
        For each option why it is right or wrong.
    right : int
        The place of the right one, from 0.
    """

    name: str
    notebook: int
    asks: str
    options: tuple[str, ...]
    reasons: tuple[str, ...]
    right: int

    def feedback(self, chosen: int) -> str:
        """What to say about an option."""
        right, reason = chosen == self.right, self.reasons[chosen]
        if self.asks:  # a quiz: the learner may try again, so the right option is not told
            return f"{'Right' if right else 'Not right'}. {reason}"
        guessed = f"You guessed: {self.options[chosen]}"
        if right:
            return f"{guessed}. So it is.\n{reason}"
        return f"{guessed}. It is: {self.options[self.right]}.\n{reason}"


@dataclass(frozen=True)
class Number:
    """A question whose answer is a number between `least` and `most`; `within` of it counts as near."""

    name: str
    notebook: int
    number: float
    within: float
    least: float
    most: float
    why: str

    def feedback(self, guess: float) -> str:
        """Whether a guess is near, and how far off it is."""
        off = guess - self.number
        near = abs(off) <= self.within + 1e-9
        if abs(off) < 1e-9:
            start = f"You guessed {guess:g}, and so it is."
        else:
            start = f"You guessed {guess:g}; it is {self.number:g}. "
            start += "That is near: " if near else "You are "
            start += f"{abs(off):.3g} too {'high' if off > 0 else 'low'}."
        return f"{start}\n{self.why}"

    def read(self, text: str) -> float:
        """The number that a learner typed: 0.5 and 0,5 and 50 % and 1/2 are all one half.

        Raises
        ------
        ValueError
            If it is no number, or lies outside of what can be.
        """
        typed = text.replace(",", ".").replace(" ", "")
        percent = typed.endswith("%")
        try:
            number = float(Fraction(WRITTEN.fullmatch(typed)["number"]))  # type: ignore[index]
        except (TypeError, ZeroDivisionError):
            raise ValueError(
                f"{text[:40]!r} is not a number. Write one such as 0.5, then press Enter."
            ) from None
        number = number / 100 if percent else number
        if not self.least <= number <= self.most:
            raise ValueError(f"{number:g} cannot be: it lies between {self.least:g} and {self.most:g}.")
        return number


Guess = Choice | Number


def guesses() -> dict[str, Guess]:
    """Every guess of the course by its name."""
    return {guess.name: guess for notebook in files.chapters() for guess in questions_of(notebook)[0]}


def quizzes() -> dict[int, tuple[Choice, ...]]:
    """The questions at the end of each notebook, by its number."""
    return {notebook: questions_of(notebook)[1] for notebook in files.chapters()}


@functools.cache
def questions_of(notebook: int) -> tuple[tuple[Guess, ...], tuple[Choice, ...]]:
    """The guesses of a notebook, and its quiz.

    Raises
    ------
    Damaged
        If their file is missing or damaged. Names the file and the cure.
    """
    file = f"questions/{notebook:02d}.json"
    try:
        data = files.read_json(file)
        asked = [_number(g, notebook) if "number" in g else _choice(g, notebook) for g in data["guesses"]]
        return tuple(asked), tuple(_choice(entry, notebook) for entry in data["quiz"])
    except (LookupError, TypeError, AttributeError, ValueError):
        raise files.Damaged(file) from None


def _choice(entry: dict, notebook: int) -> Choice:
    says, why = (tuple(option[key] for option in entry["options"]) for key in ("says", "why"))
    name, asks, right = entry["name"], entry.get("asks", ""), entry["right"]
    if not all(isinstance(text, str) for text in (name, asks, *says, *why)) or right not in range(len(says)):
        raise ValueError("a question has texts only, and its right option is one of them")
    return Choice(name, notebook, asks, says, why, right)


def _number(entry: dict, notebook: int) -> Number:
    name, why = entry["name"], entry["why"]
    number, within, least, most = (float(entry[key]) for key in ("number", "within", "from", "to"))
    if not isinstance(name, str) or not isinstance(why, str) or not least <= number <= most:
        raise ValueError("a number that is asked for lies between its limits")
    return Number(name, notebook, number, within, least, most, why)
