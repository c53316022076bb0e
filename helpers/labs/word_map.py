"""The first lab of notebook 01: words of your choice on a map, and how alike they are."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
import traitlets

from helpers.arrays import Array
from helpers.embeddings import PcaMap, Token, cosine, load_vectors
from helpers.labs.typed_text import Known, look_up, without_vector
from helpers.pictures import Picture, Said, Word, table, word_map, words
from helpers.widgets import Lab, text_box

__all__ = ["word_map_lab"]

# The map is made for these words once, so that a word keeps its place whatever else is typed.
LANDMARKS = (
    "cash loan credit lake stream shore valley banana lemon bread sugar "
    "software computer intel dog horse bird"
).split()
MOST_WORDS = 12
PRESETS = {
    "bank": {"text": "bank money loan river lake"},
    "apple": {"text": "apple fruit juice microsoft computer"},
    "animals": {"text": "dog cat horse cow wolf"},
    "royal": {"text": "king queen man woman prince"},
}


class WordMapState(traitlets.HasTraits):
    """The words that the learner types."""

    text = traitlets.Unicode(PRESETS["bank"]["text"])


def word_map_lab() -> Lab[WordMapState]:
    """The lab, as notebook 01 shows it first."""
    state = WordMapState()
    return Lab("word map", state, draw, [text_box(state, "text", "words")], PRESETS)


@functools.lru_cache(maxsize=1)
def landmark_map() -> PcaMap:
    """The flat map of the landmarks."""
    return PcaMap(load_vectors().embed(LANDMARKS)[0])


def draw(state: WordMapState) -> Picture:
    """A table of cosines and the map.

    Raises
    ------
    ValueError
        A sentence for the learner, if there are no words, too many, or none with a vector.
    """
    tokens, X, known = look_up(state.text, MOST_WORDS, "one or more words, for example: bank money river")
    vectors = load_vectors()
    labels = words(tokens)
    near = np.asarray(cosine(X[:, None], X))  # (n, n)
    alike = table(
        "cosine", labels, labels, near, row_title="", column_title="1: same direction, 0: right angle",
    )  # fmt: skip
    shown = [label for label, has in zip(labels, known, strict=True) if has]
    behind = [word for word in LANDMARKS if word not in tokens]
    fixed = landmark_map().place(vectors.embed(LANDMARKS)[0])
    places = landmark_map().place(np.vstack([X[known], vectors.embed(behind)[0]]))
    chart = word_map(
        [*shown, *(Word(word) for word in behind)], places, landmark_map().share_of(X[known]),
        faint=[False] * len(shown) + [True] * len(behind), whose="your words",
        note="grey: the landmarks that it was made for",
        limit=1.2 * float(np.abs(fixed).max()),
    )  # fmt: skip
    return Picture("words on a map", ((alike,), (chart,)), _say(labels, tokens, near, known))


def _say(labels: Sequence[Word], tokens: Sequence[Token], near: Array, known: Known) -> Said:
    first = int(np.argmax(known))
    nearest = ", ".join(word for word, _ in load_vectors().neighbours(tokens[first], 3))
    said: list[str | Word] = ["The three nearest to ", labels[first], f" among all words here: {nearest}."]
    pairs = [
        (i, j)
        for i in range(len(labels))
        for j in range(i)
        if known[i] and known[j] and tokens[i] != tokens[j]
    ]
    if pairs:
        i, j = max(pairs, key=lambda pair: near[pair])
        said += [" Most alike in your list: ", labels[j], " and ", labels[i], f" ({near[i, j]:.2f})."]
    missing = without_vector(label for label, has in zip(labels, known, strict=True) if not has)
    return (*said, *missing, ".") if missing else tuple(said)
