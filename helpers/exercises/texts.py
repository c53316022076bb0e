"""Texts of the exercises, read from ``data/exercises/``: hints, what is said of each mistake, and at the end.

Beside them stand, in code, the sentences that are the same for every exercise (``mistakes``, ``handed_in``,
``kinds``).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from helpers import files

# What a file holds; see `files.fits`. "else" is for a case that has no sentence of its own.
SHAPE = {
    "exercises": {
        str: {"hints": [str, str, str], "mistakes": {str: (str, {"else": str, str: str})}, "solved": str}
    }
}


@dataclass(frozen=True)
class Texts:
    """What a learner reads of one exercise.

    Attributes
    ----------
    file : str
        Where it is written, below data/.
    place : int
        Where it stands in its notebook, from 0.
    hints : three str
        From a nudge to nearly the answer.
    mistakes : mapping of str to str, or to a mapping of str to str
        What is said of each mistake, by its name. A name in braces stands for a number that the exercise
        tells; ``{weight:.2f}`` says with how many decimals. Where the sentence depends on the case, there is
        one for each, and one for "else".
    solved : str
    """

    file: str
    place: int
    hints: tuple[str, str, str]
    mistakes: Mapping[str, str | Mapping[str, str]]
    solved: str

    def says(self, mistake: str, tell: Callable[[], Mapping[str, Any]] = dict) -> str:
        """The sentence of a mistake; `tell` gives what fills its braces, and the "case", if it has any.

        Raises
        ------
        Damaged
            If there is none, or its braces ask for what is not told. Names the file and the cure.
        """
        text = self.mistakes.get(mistake)
        if isinstance(text, str) and "{" not in text:
            return text
        told = tell()
        try:
            if not isinstance(text, str):
                text = text.get(told["case"], text["else"])  # type: ignore[union-attr, index]
            return text.format_map(told)
        except files.FAULTS:
            raise files.Damaged(self.file) from None


def texts_of(notebook: int, name: str) -> Texts:
    """The texts of one exercise.

    Raises
    ------
    Damaged
        If the file is missing or damaged. Names the file and the cure.
    """
    file = f"exercises/{notebook:02d}.json"
    found = _read(file)
    if name not in found:
        raise files.Damaged(file)
    return found[name]


@functools.cache
def _read(file: str) -> dict[str, Texts]:
    return files.read_json(file, SHAPE, lambda content: _texts(file, content["exercises"]))


def _texts(file: str, entries: dict[str, Any]) -> dict[str, Texts]:
    found = {}
    for place, (name, entry) in enumerate(entries.items()):
        first, second, third = entry["hints"]
        found[name] = Texts(file, place, (first, second, third), entry["mistakes"], entry["solved"])
    return found
