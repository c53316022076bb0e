"""Mix bars: a new vector as a bar of its ingredients in their colours, with their shares in percent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from numpy.typing import ArrayLike

from helpers.pictures.panels.panel import LEFT, LONGEST, Panel, as_grid, text_table, widest
from helpers.pictures.shapes import SMALL, TEXT, Drawing, Rect, Shape, Text, fit, text_width
from helpers.pictures.word import Word, as_words


@dataclass(frozen=True)
class MixBars(Panel):
    """New vectors as bars of their ingredients: bar i is ``parts[i]``, shares of `words`."""

    title: str
    owners: tuple[Word, ...]
    words: tuple[Word, ...]
    parts: tuple[tuple[float, ...], ...]
    length: int = 234  # px, of a whole bar

    def drawn(self) -> Drawing:
        label_w = max(LEFT, min(LONGEST, widest(self.owners) + text_width("new ", TEXT, bold=True)) + 10)
        bar_h, step = 28.0, 38.0
        key = _key(self.words, label_w + self.length)
        top = 26.0 + (22 if key else 0)
        out = Drawing(label_w + self.length + 6, top + step * len(self.owners))
        out.shapes.append(Text(label_w + self.length / 2, 12, self.title, "muted", SMALL))
        out.shapes += key
        for i, owner in enumerate(self.owners):
            y = top + i * step
            name = fit(f"new {owner}", label_w - 10, TEXT, bold=True)
            out.shapes.append(Text(label_w - 8, y + bar_h / 2, name, owner.role, anchor="end", bold=True))
            x = label_w
            for word, part in zip(self.words, self.parts[i], strict=True):
                out.shapes += _piece(word, part * self.length, part, x, y, bar_h)
                x += part * self.length
            if sum(self.parts[i]) == 0:
                out.shapes.append(Text(label_w, y + bar_h / 2, "nothing", "muted", SMALL, anchor="start"))
        return out

    def in_words(self) -> str:
        owners = [Word(f"new {owner}", owner.slot) for owner in self.owners]
        percents = [[f"{100 * part:.0f}" for part in parts] for parts in self.parts]
        return text_table(self.title, owners, self.words, percents)


def mix_bars(
    owners: Iterable[str | Word],
    labels: Iterable[str | Word],
    weights: ArrayLike,
    title: str = "mixed from, in percent",
    length: int = 234,
) -> MixBars:
    """One bar per owner; `weights` has shape (n_owners, n_words)."""
    owners, labels = as_words(owners), as_words(labels)
    return MixBars(title, owners, labels, as_grid(weights, owners, labels, title), length)


def _key(words: Sequence[Word], right: float) -> list[Shape]:
    """The ingredients by name, in the order of the bar; nothing if they do not fit into one line."""
    gap = 14.0
    widths = [text_width(str(word), SMALL, bold=True) for word in words]
    x = right - sum(widths) - gap * (len(words) - 1)
    if x < 0:
        return []
    shapes: list[Shape] = []
    for word, width in zip(words, widths, strict=True):
        shapes.append(Text(x + width / 2, 34, str(word), word.role, SMALL, bold=True))
        x += width + gap
    return shapes


def _piece(word: Word, length: float, part: float, x: float, y: float, height: float) -> list[Shape]:
    """One ingredient: as long as its share, with the share in percent if there is room."""
    if length < 1:
        return []
    inked = max(1.0, length - 1.5)
    piece = Rect(x, y, inked, height, word.role, radius=min(3.0, inked / 2))
    percent = f"{100 * part:.0f}"
    if length < 8.5 * len(percent) + 3:
        return [piece]
    return [piece, Text(x + inked / 2, y + height / 2, percent, f"on-{word.role}", SMALL)]
