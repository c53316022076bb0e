"""Words in a picture: a text and one of the word colours (used by panels, labs and sentences).

A word keeps one colour from the first notebook to the last, in heatmap, arrow, slider and sentence.
"""

from __future__ import annotations

import functools
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from helpers.arrays import separators, short
from helpers.pictures.colours import WORD_COLOURS

# These words keep one place in the list of colours from the first notebook to the last: one colour on a light
# page, one on a dark page. Others take what is free.
HOME = {"money": 0, "bank": 1, "grows": 2, "river": 5, "flows": 6, "apple": 3, "it": 4}


@dataclass(frozen=True)
class Word:
    """A word in a picture: its text, and which of the word colours it has (None: plain ink)."""

    text: str
    slot: int | None = None

    @property
    def role(self) -> str:
        """Its colour role; see ``colours.py``."""
        return "ink" if self.slot is None else f"word{self.slot}"

    def __str__(self) -> str:
        return self.text


# Scripts that are read from right to left: Hebrew, Arabic and their neighbours.
RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
ISOLATE, END = "\u2068", "\u2069"  # what stands between them does not turn the text around it
COUNT = re.compile(r" \(\d+\)$")  # what tells equal words apart


def apart(text: str) -> tuple[str, str]:
    """A word and the number that tells it from an equal one, if it has one: ``the`` and `` (2)``."""
    count = COUNT.search(text)
    return (text, "") if count is None else (text[: count.start()], count[0])


def isolated(text: str) -> str:
    """A text that keeps its place in a line of plain text, also if it is read from right to left.

    Its number stays at its right. A text that is read from left to right is not changed.
    """
    if text.isascii() or ISOLATE in text or not RIGHT_TO_LEFT.search(text):
        return text
    word, count = apart(text)
    return f"{ISOLATE}{word}{END}{count}"


Said = tuple[str | Word, ...]  # a piece of a sentence; its words have their colours


def word_slots(words: Iterable[str]) -> list[int | None]:
    """One colour slot per word: equal words share a slot, different words never do.

    A word has the same slot in every picture, in whatever order the words come, unless another word
    of the picture has that one too. When the colours run out, the words that are left have none
    (None): plain ink misleads nobody.
    """
    words = list(words)
    slots: dict[str, int | None] = {}
    for word in sorted(set(words), key=lambda word: (word not in HOME, word)):
        first = HOME.get(word, zlib.crc32(word.encode("utf-8", "replace")) % len(WORD_COLOURS))
        near = [(first + step) % len(WORD_COLOURS) for step in range(len(WORD_COLOURS))]
        slots[word] = next((slot for slot in near if slot not in slots.values()), None)
    return [slots[word] for word in words]


def words(labels: Iterable[str]) -> tuple[Word, ...]:
    """Labels with their colours. A label that comes twice is numbered: ``apple (1)``, ``apple (2)``.

    A number that would make it equal to another label is left out. Of a token, the written form is shown and
    the form that has the vector decides what is equal.
    """
    listed = _as_list(labels)
    return _coloured(tuple((str(label).lower(), str(getattr(label, "shown", label))) for label in listed))


@functools.lru_cache(maxsize=256)  # at each move of a slider the same words come many times
def _coloured(labels: tuple[tuple[str, str], ...]) -> tuple[Word, ...]:
    """Words for labels, given as what decides which are equal, and what is shown."""
    keys = [key for key, _ in labels]
    times, seen, result = Counter(keys), Counter[str](), []
    single = {text for key, text in labels if times[key] == 1}
    for (key, text), slot in zip(labels, word_slots(keys), strict=True):
        seen[key] += 1
        while f"{text} ({seen[key]})" in single:
            seen[key] += 1
        result.append(Word(f"{text} ({seen[key]})" if times[key] > 1 else text, slot))
    return tuple(result)


def as_words(labels: Iterable[str | Word]) -> tuple[Word, ...]:
    """Labels that are `Word`s already stay as they are; the others get their colours."""
    listed = _as_list(labels)
    coloured = iter(words(label for label in listed if isinstance(label, str)))
    return tuple(label if isinstance(label, Word) else next(coloured) for label in listed)


def series(pieces: Sequence[Said], last: str = "and") -> Said:
    """Pieces of a sentence as a list in words: ``a, b and c``."""
    between = separators(len(pieces), last)
    return tuple(
        part for mark, piece in zip(between, pieces, strict=True) for part in (mark, *piece) if part != ""
    )


def _as_list(labels: Iterable[str | Word]) -> list[str | Word]:
    """Labels as a list. One text is most likely a forgotten pair of brackets, so it is refused."""
    if isinstance(labels, str):
        raise ValueError(f"A picture needs a list of labels, got one text: {labels!r}; write [{labels!r}].")
    listed = list(labels)
    for label in listed:
        if not isinstance(label, (str, Word)):
            raise ValueError(f"A label must be a text in quotes, got {short(label)}.")
    return listed
