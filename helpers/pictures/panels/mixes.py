"""Mix bars: a new vector as a bar of its ingredients in their colours, with their shares in percent."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array
from helpers.pictures.panels.panel import LEFT, LONGEST, Panel, as_grid, text_table, widest
from helpers.pictures.shapes import SMALL, TEXT, Drawing, Rect, Shape, Text, fit, text_width
from helpers.pictures.word import Word, apart, as_words, isolated

BAR, GAP = 28.0, 8.0  # px, how tall a bar is, and the way to the next one
NEAR = 2.0  # px, from a bar to the line below it, which so belongs to it and not to the next bar
SQUARE, LINE = 12.0, 18.0  # px, of the key: a colour, a line of words
GREYS = ("ink", "muted", "axis")


@dataclass(frozen=True)
class MixBars(Panel):
    """New vectors as bars of their ingredients: bar i is ``parts[i]``, shares of `words`."""

    title: str
    owners: tuple[Word, ...]
    words: tuple[Word, ...]
    parts: tuple[tuple[float, ...], ...]
    length: int = 234  # px, of a whole bar

    def drawn(self) -> Drawing:
        label_w = _label_width(self.owners, self.length)
        reach = text_width(self.title, SMALL) / 2 + 2
        width = max(label_w + self.length + 6, 2 * reach)
        key, y = self._key(width)
        out = Drawing(width, y)
        middle = max(reach, min(label_w + self.length / 2, width - reach))
        out.shapes += [Text(middle, 12, self.title, "muted", SMALL), *key]
        for owner, parts in zip(self.owners, self.parts, strict=True):
            name = fit(f"new {isolated(str(owner))}", label_w - 10, TEXT, bold=True)
            out.shapes.append(Text(label_w - 8, y + BAR / 2, name, owner.role, anchor="end", bold=True))
            out.shapes += self._bar(parts, label_w, y)
            y += BAR
            small = [i for i, part in enumerate(parts) if _percent(part) != "0" and not self._has_room(part)]
            if small and len(self.owners) > 1:
                entries, y = self._entries([(i, _percent(parts[i])) for i in small], label_w, width, y + NEAR)
                out.shapes += entries
            y += GAP
        out.height = y
        return out

    def _bar(self, parts: Sequence[float], left: float, y: float) -> list[Shape]:
        """The ingredients side by side, each as long as its share, with its percent if there is room."""
        if sum(parts) == 0:
            return [Text(left, y + BAR / 2, "nothing", "muted", SMALL, anchor="start")]
        shapes: list[Shape] = []
        for role, part in zip(self.roles, parts, strict=True):
            length = part * self.length
            inked = max(1.0, length - 1.5)
            if length >= 1:
                shapes.append(Rect(left, y, inked, BAR, role, radius=min(3.0, inked / 2)))
            if self._has_room(part):
                shapes.append(Text(left + inked / 2, y + BAR / 2, _percent(part), f"on-{role}", SMALL))
            left += length
        return shapes

    def _has_room(self, part: float) -> bool:
        """Is the piece long enough for its percent?"""
        return part * self.length >= 8.5 * len(_percent(part)) + 3

    @property
    def roles(self) -> tuple[str, ...]:
        """The colour of each word's piece; words without a colour take the greys in turn."""
        plain = dict.fromkeys(_unnumbered(word) for word in self.words if word.slot is None)
        grey = dict(zip(plain, itertools.cycle(GREYS), strict=False))
        return tuple(grey.get(_unnumbered(word), word.role) for word in self.words)

    def _key(self, width: float) -> tuple[list[Shape], float]:
        """All words beside their colours, below the title; of a single bar also what has no room in it."""
        alone = self.parts[0] if len(self.owners) == 1 else ()
        numbers = [
            _percent(alone[i]) if alone and not self._has_room(alone[i]) else ""
            for i in range(len(self.words))
        ]
        shapes, y = self._entries(list(enumerate(numbers)), 4.0, width, 24.0)
        return shapes, y + 4

    def _entries(
        self, listed: Sequence[tuple[int, str]], left: float, width: float, y: float
    ) -> tuple[list[Shape], float]:
        """Words (by place) with their colours and a number each, in as many lines as they need; and what y
        is below them."""
        shapes: list[Shape] = []
        x = left
        for i, percent in listed:
            word = self.words[i]
            name = fit(str(word), LONGEST, SMALL, bold=True)
            text = f"{isolated(name)}: {percent}" if percent else name
            room = SQUARE + 4 + text_width(text, SMALL, bold=True)
            if x > left and x + room > width:
                x, y = left, y + LINE
            shapes.append(Rect(x, y + (LINE - SQUARE) / 2, SQUARE, SQUARE, self.roles[i], radius=2))
            place = x + SQUARE + 4, y + LINE / 2
            shapes.append(Text(*place, text, word.role, SMALL, anchor="start", bold=True))
            x += room + 12
        return shapes, y + LINE

    def as_array(self) -> Array:
        """The shares, a row for each bar, shape (n_owners, n_words)."""
        return np.array(self.parts)

    def in_words(self) -> str:
        owners = [Word(f"new {owner}", owner.slot) for owner in self.owners]
        percents = [[f"{100 * part:.0f}" for part in parts] for parts in self.parts]
        return text_table(self.title, owners, self.words, percents)


def mix_bars(
    owners: Iterable[str | Word],
    labels: Iterable[str | Word],
    weights: ArrayLike,
    title: str = "mixed from, in percent",
    width: float | None = None,
) -> MixBars:
    """One bar per owner; `weights` has shape (n_owners, n_words).

    `width` is that of the whole panel, in px. One bar has room in 220, several in 400.
    """
    owners, labels = as_words(owners), as_words(labels)
    parts = as_grid(weights, owners, labels, title)
    if width is None:
        return MixBars(title, owners, labels, parts)
    return MixBars(title, owners, labels, parts, int(width - 6 - _label_width(owners, (width - 6) / 2)))


def _label_width(owners: Sequence[Word], length: float) -> float:
    """The room in px for the names beside the bars; long names leave at least as much to the bars."""
    needed = min(LONGEST, widest(owners) + text_width("new ", TEXT, bold=True)) + 10
    return max(LEFT, min(needed, length))


def _unnumbered(word: Word) -> str:
    """The word without the number that tells it from an equal one: ``the (2)`` is ``the``."""
    return apart(str(word))[0]


def _percent(part: float) -> str:
    return f"{100 * part:.0f}"
