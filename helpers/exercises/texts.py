"""Texts of the exercises, read from ``data/exercises/``: hints, the sentence of each mistake, the last
word.

A translation changes these files and no code.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from helpers import files


@dataclass(frozen=True)
class Texts:
    """What a learner reads of one exercise.

    Attributes
    ----------
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

    place: int
    hints: tuple[str, str, str]
    mistakes: Mapping[str, str | Mapping[str, str]]
    solved: str

    def says(self, mistake: str, tell: Callable[[], Mapping[str, Any]] = dict) -> str:
        """The sentence of a mistake; `tell` gives what fills its braces, and the "case", if it has any."""
        text = self.mistakes[mistake]
        if isinstance(text, str) and "{" not in text:
            return text
        told = tell()
        if not isinstance(text, str):
            text = text.get(told["case"], text["else"])
        return text.format_map(told)


def texts_of(notebook: int, name: str) -> Texts:
    """The texts of one exercise.

    Raises
    ------
    ValueError
        If the file is missing or damaged. Names the file and the cure.
    """
    try:
        return _read(notebook)[name]
    except (LookupError, TypeError, AttributeError):
        raise files.damaged(f"exercises/{notebook:02d}.json") from None


@functools.cache
def _read(notebook: int) -> dict[str, Texts]:
    entries = files.read_json(f"exercises/{notebook:02d}.json")["exercises"].items()
    return {
        name: Texts(place, tuple(entry["hints"]), entry["mistakes"], entry["solved"])
        for place, (name, entry) in enumerate(entries)
    }
