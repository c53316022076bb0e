"""Guesses and quiz questions, read from ``data/questions/``, one file for each notebook.

The cards draw them. A guess is made before the cell that answers it. A quiz question stands at the end of a
notebook. Both tell the learner why each option is right or wrong.
"""

from __future__ import annotations

import functools
import math
import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from helpers import files
from helpers.arrays import cut

WRITTEN = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?", re.IGNORECASE)
FRACTION = re.compile(r"([-+]?\d+)/(\d+)")
MIXED = re.compile(r"\d\s*[\u00bc-\u00be\u2150-\u215e]")  # such as 1\u00bd: unfolded it would become 11/2
THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+(\.\d*)?")  # 1,000 and 1,000.5
EITHER = re.compile(r"\d{1,3}(\.\d{3})+")  # 1.000: one to some readers, a thousand to others
# Signs that mean the same as those of a keyboard: the minus of the notebooks and of text programs, the
# fraction's line, what stands in a number in Arabic, marks between thousands.
SAME = str.maketrans({"\u2212": "-", "\u2013": "-", "\u2044": "/", "\u066b": ".", "\u066a": "%",
                      "\u066c": None, "'": None, "\u2019": None})  # fmt: skip


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

    @property
    def answer(self) -> str:
        """What is right, and why."""
        return f"It is: {self.options[self.right]}.\n{self.reasons[self.right]}"

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

    @property
    def answer(self) -> str:
        """What is right, and why."""
        return f"It is {plain(self.number)}.\n{self.why}"

    def near(self, guess: float) -> bool:
        """Does a guess count as near?"""
        return abs(guess - self.number) <= self.within + 1e-9

    def feedback(self, guess: float) -> str:
        """Whether a guess is near, and how far off it is."""
        off = guess - self.number
        if off == 0:
            start = f"You guessed {plain(guess)}, and so it is."
        else:
            start = f"You guessed {plain(guess)}; it is {plain(self.number)}. "
            start += "That is near: " if self.near(guess) else "You are "
            start += f"{plain(float(f'{abs(off):.3g}'))} too {'high' if off > 0 else 'low'}."
        return f"{start}\n{self.why}"

    def read(self, text: str) -> float:
        """The number that a learner typed: 0.5 and 0,5 and 50 % and 1/2 are all one half.

        Digits of every script count, and what text programs make of a minus, a space or a fraction. A comma
        parts thousands where the question goes so far, else it is a decimal point.

        Raises
        ------
        ValueError
            If it cannot be read, can be read in two ways, or lies outside of what can be.
        """
        typed = "".join(unicodedata.normalize("NFKC", text).translate(SAME).split())
        percent, typed = typed.endswith("%"), typed.removesuffix("%")
        shown, limits = cut(text, 40), f"{self.least:g} and {self.most:g}"
        if self.most >= 1000 and EITHER.fullmatch(typed):
            one, other = typed.replace(".", ""), plain(float(typed))
            raise ValueError(f"'{shown}' can be read in two ways: write {one} or {other}, and press Enter.")
        number = math.nan if MIXED.search(text) else _number_in(typed, thousands=self.most >= 1000)
        if math.isnan(number):
            raise ValueError(
                f"'{shown}' cannot be read as a number. Write one such as 0.5, then press Enter."
            )
        if percent and self.most > 1:
            raise ValueError(f"'{shown}' is a share, but a number between {limits} is wanted: write no %.")
        number = number / 100 if percent else number
        if not self.least <= number <= self.most:
            said = plain(number) if math.isfinite(number) else shown
            raise ValueError(f"{said} cannot be: it lies between {limits}.")
        return number + 0.0  # -0 is 0


def _number_in(typed: str, thousands: bool) -> float:
    """The number, without its %; nan if there is none."""
    if thousands and THOUSANDS.fullmatch(typed):
        typed = typed.replace(",", "")
    typed = typed.replace(",", ".")
    if parts := FRACTION.fullmatch(typed):
        above, below = map(float, parts.groups())
        return above / below if below else math.nan
    return float(typed) if WRITTEN.fullmatch(typed) else math.nan


def plain(number: float) -> str:
    """A number as people write it: 0.0000001, not 1e-07; far smaller ones stay short."""
    short = f"{number:g}"
    return f"{Decimal(short):f}" if "e" in short and abs(number) > 1e-12 else short


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
