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
from typing import Any

from helpers import files
from helpers.arrays import cut

DECIMAL = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?", re.IGNORECASE)
FRACTION = re.compile(r"([-+]?)(?:(\d{1,15}) )?(\d{1,15})/(\d{1,15})")  # 1/2, and 1 1/2
GROUPS = re.compile(r"[-+]?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*")  # 1,000 or 1.000: perhaps a thousand
BETWEEN_THOUSANDS = re.compile(r"(?<=\d)[ '\u2019\u00b4\u066c](?=\d{3}(?!\d))")
# Signs that mean the same as those of a keyboard: dashes for a minus, the lines of a fraction, points and
# commas of other scripts.
SAME = str.maketrans(
    "\u2010\u2011\u2012\u2013\u2014\u2212\u2044\u2215\u066b\u00b7\u060c\u066a", "------//..,%"
)
SHARES = {"%": 100, "\u2030": 1000}


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
        return f"The answer is “{self.options[self.right]}”.\n{self.reasons[self.right]}"

    def feedback(self, chosen: int) -> str:
        """What to say about an option."""
        right, reason = chosen == self.right, self.reasons[chosen]
        if self.asks:  # a quiz: the learner may try again, so the right option is not told
            return f"{'Right' if right else 'Not right'}. {reason}"
        guessed = f"You guessed “{self.options[chosen]}”"
        if right:
            return f"{guessed}, and that is right.\n{reason}"
        return f"{guessed}.\n{reason}\n{self.answer}"

    def earlier(self, note: str) -> str:
        """What to say about a guess that is none of the options: they were other ones then."""
        return _earlier(note, "the options have")


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
        return f"The answer is {plain(self.number)}.\n{self.why}"

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
        before three digits parts thousands where that can be, else it is a decimal point.

        Raises
        ------
        ValueError
            If it cannot be read, can be read in two ways, or lies outside of what can be.
        """
        typed = _as_typed(text)
        shown, limits = cut(_seen(text), 40), f"{self.least:g} and {self.most:g}"
        share = next((of for sign, of in SHARES.items() if sign in (typed[:1], typed[-1:])), 1)
        if share > 1 and self.most > 1:
            raise ValueError(f"'{shown}' is a share, but a number between {limits} is wanted: write no %.")
        typed = typed.strip("%\u2030 ")
        number = _number_in(typed)
        if groups := GROUPS.fullmatch(typed):
            whole = float(typed.replace(groups[1], ""))
            if self._can_be(whole) and groups[1] == ",":
                number = whole
            elif self._can_be(whole) and self._can_be(number):
                either = f"{plain(whole)} or {plain(number)}"
                raise ValueError(f"'{shown}' can be read in two ways: write {either}, then press Enter.")
        if math.isnan(number):
            raise ValueError(
                f"'{shown}' cannot be read as a number. Write one such as 0.5, then press Enter."
            )
        if not self._can_be(number / share):
            raise ValueError(f"'{shown}' cannot be: it lies between {limits}.")
        return number / share + 0.0  # -0 is 0

    def kept(self, note: str) -> float | None:
        """The number of a note; None if there is none that can be: somebody may have changed the file."""
        try:
            return float(note) if self._can_be(float(note)) else None
        except ValueError:
            return None

    def earlier(self, note: str) -> str:
        """What to say about a guess that cannot be: its limits were other ones then."""
        return _earlier(note, "the question has")

    def _can_be(self, number: float) -> bool:
        return self.least <= number <= self.most


def _earlier(note: str, what: str) -> str:
    return f"Your guess was “{cut(note, 80)}”, but {what} changed since: you can guess again."


def _seen(text: str) -> str:
    """A text without signs that nobody sees, such as a zero-width space or a mark of direction."""
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf")


def _as_typed(text: str) -> str:
    """A text in plain digits and signs, with one space where there were some; empty if it has strange ones.

    NFKC makes 0.5 of full-width letters and 1/2 of \u00bd, but it would also make 102 of 10\u00b2.
    """
    text = _seen(text)
    kinds = {unicodedata.decomposition(letter).partition(">")[0] for letter in text if not letter.isspace()}
    if kinds & {"<super", "<sub", "<circle", "<compat"} or {"\u215f", "\u2189"} & {*text}:
        return ""
    text = re.sub(r"(?<=\d)(?=[\u00bc-\u00be\u2150-\u215e])", " ", text)
    text = " ".join(unicodedata.normalize("NFKC", text).translate(SAME).split())
    text = BETWEEN_THOUSANDS.sub("", text)
    return re.sub(r" ?([-+/%\u2030]) ?", r"\1", text)


def _number_in(typed: str) -> float:
    """The number; nan if there is none."""
    if parts := FRACTION.fullmatch(typed):
        sign, whole, above, below = parts.groups()
        number = int(whole or 0) + int(above) / int(below) if int(below) else math.nan
        return -number if sign == "-" else number
    if "," in typed and "." in typed:  # the later one is the decimal point: 1,000.5 and 1.000,5
        point = max(",.", key=typed.rfind)
        before, _, after = typed.rpartition(point)
        if not GROUPS.fullmatch(before):
            return math.nan
        typed = f"{before.replace(',', '').replace('.', '')}.{after}"
    typed = typed.replace(",", ".")
    return float(typed) if DECIMAL.fullmatch(typed) else math.nan


def plain(number: float) -> str:
    """A number as people write it: 0.0000001, not 1e-07; far smaller ones stay short."""
    short = f"{number:g}"
    return f"{Decimal(short):f}" if "e" in short and abs(number) > 1e-12 else short


Guess = Choice | Number
# What a file holds; see `files.fits`.
CHOICE = {"name": str, "options": [{"says": str, "why": str}] * 2, "right": int}
NUMBER = {"name": str, "number": float, "within": float, "from": float, "to": float, "why": str}
SHAPE = {"guesses": [(NUMBER, CHOICE)], "quiz": [{**CHOICE, "asks": str}]}


def guesses() -> dict[str, Guess]:
    """Every guess of the course by its name."""
    return {guess.name: guess for notebook in files.chapters() for guess in questions_of(notebook)[0]}


def find_guess(name: str) -> Guess | None:
    """The guess of this name, None if there is none; a damaged file stops it only if it may stand there.

    Raises
    ------
    Damaged
        If it is in no file that can be read, and one cannot. Names that file and the cure.
    """
    problem = None
    for notebook in files.chapters():
        try:
            found = [guess for guess in questions_of(notebook)[0] if guess.name == name]
        except files.Damaged as damaged:
            problem = problem or damaged
        else:
            if found:
                return found[0]
    if problem is not None:
        raise problem
    return None


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

    def make(content: dict[str, Any]) -> tuple[tuple[Guess, ...], tuple[Choice, ...]]:
        asked = [_number(g, notebook) if "number" in g else _choice(g, notebook) for g in content["guesses"]]
        return tuple(asked), tuple(_choice(entry, notebook) for entry in content["quiz"])

    return files.read_json(f"questions/{notebook:02d}.json", SHAPE, make)


def _choice(entry: dict[str, Any], notebook: int) -> Choice:
    says, why = (tuple(option[key] for option in entry["options"]) for key in ("says", "why"))
    if entry["right"] not in range(len(says)):
        raise ValueError("the right option is one of them")
    return Choice(entry["name"], notebook, entry.get("asks", ""), says, why, entry["right"])


def _number(entry: dict[str, Any], notebook: int) -> Number:
    number, within, least, most = (float(entry[key]) for key in ("number", "within", "from", "to"))
    if not least <= number <= most:
        raise ValueError("a number that is asked for lies between its limits")
    return Number(entry["name"], notebook, number, within, least, most, entry["why"])
