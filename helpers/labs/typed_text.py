"""Typed sentences in a lab: look the words up, choose who asks, name the words without a vector."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from helpers.arrays import Array, short
from helpers.embeddings import Token, load_vectors, tokenize
from helpers.pictures import Said, Word, isolated
from helpers.widgets import Control, State, buttons

Labels = tuple[Word, ...]
Known = NDArray[np.bool_]  # which words have a vector


def look_up(text: str, most: int, invitation: str) -> tuple[list[Token], Array, Known]:
    """Tokens of a typed text, their vectors and which of them are known.

    Parameters
    ----------
    text : str
    most : int
        How many tokens the picture has room for.
    invitation : str
        What to type, for the refusal of an empty text.

    Returns
    -------
    tokens : list of Token
    X : ndarray, shape (n_tokens, d)
    known : ndarray of bool, shape (n_tokens,)
        At least one is True.

    Raises
    ------
    ValueError
        If there are no tokens, more than `most`, or none with a vector.
    """
    tokens = tokenize(text)
    if not tokens:
        raise ValueError(f"There is no word to draw: type {invitation}")
    if len(tokens) > most:
        raise ValueError(f"You typed {len(tokens)} words and signs; this picture has room for {most}.")
    X, known = load_vectors().embed(tokens)
    if not known.any():
        raise ValueError(f"None of these has a vector here: {isolated(short(text))}. Try common words.")
    return tokens, X, known


def who_asks(state: State, labels: Callable[[State], Labels]) -> Control[State]:
    """A button for each word of a sentence, in its colour, for the trait `asking`.

    `labels` gives the words of a state. It may raise ValueError, where a typed text cannot be drawn: the lab
    says so, and the old list stays.
    """

    def options(state: State) -> Sequence[tuple[Word, int]]:
        return [(word, place) for place, word in enumerate(_or_none(labels, state))]

    return buttons(state, "asking", "who asks", options)


def _or_none(labels: Callable[[State], Labels], state: State) -> Labels:
    try:
        return labels(state)
    except ValueError:
        return ()


def without_vector(words: Iterable[Word], begin: str = " No vector here for: ") -> Said:
    """The words that have no vector, for the lab's sentence; nothing if there are none."""
    parts: list[str | Word] = []
    for word in words:
        parts += [", " if parts else begin, word]
    return tuple(parts)
