"""Token codes and projections that give a head a clear pattern, made for the lab of notebook 05.

A token is 8 numbers:

=======  ================================================================================
columns  meaning
=======  ================================================================================
0, 1     which word it is: a place on a circle; equal words have equal places
2, 3     where it stands: a place on a second circle, one step of 22.5 degrees for each word
4, 5     what it means: its two numbers on a flat map of the real word vectors
6        1 for the first word, 0 for the others
7        always 1
=======  ================================================================================
"""

from __future__ import annotations

import functools
import math

import numpy as np

from helpers.arrays import Array

BEFORE, AFTER, SAME, FIRST, SPREAD = "word before", "word after", "same word", "first word", "spread out"
KINDS = (BEFORE, AFTER, SAME, FIRST, SPREAD)
MOST_TOKENS = 12
D_MODEL, D_K = 8, 2
WORD, PLACE, MEANING, IS_FIRST, ONE = slice(0, 2), slice(2, 4), slice(4, 6), 6, 7
WORD_STEP, PLACE_STEP = math.radians(360 / MOST_TOKENS), math.radians(22.5)


def codes(tokens: list[str], meaning: Array) -> Array:
    """One row of 8 numbers for each token; `meaning` has shape (n_tokens, 2)."""
    kinds = list(dict.fromkeys(str(token).lower() for token in tokens))  # different words, in order
    word = WORD_STEP * np.array([kinds.index(str(token).lower()) for token in tokens])
    place = PLACE_STEP * np.arange(len(tokens))
    first = np.arange(len(tokens)) == 0
    circles = [np.cos(word), np.sin(word), np.cos(place), np.sin(place)]
    return np.column_stack([*circles, meaning, first, np.ones(len(tokens))])  # (n_tokens, 8)


def maps(kind: str) -> tuple[Array, Array]:
    """W_Q and W_K, (8, 2) each, of a head that looks for one thing.

    They are scaled so that at sharpness 1 the best score leads the next by 1 (or more, at the edge).
    """
    W_Q, W_K = np.zeros((D_MODEL, D_K)), np.zeros((D_MODEL, D_K))
    if kind == SAME:
        W_Q[WORD], W_K[WORD], gap = np.eye(2), np.eye(2), 1 - math.cos(WORD_STEP)
    elif kind in (BEFORE, AFTER):
        W_Q[PLACE] = _turn(PLACE_STEP if kind == AFTER else -PLACE_STEP)
        W_K[PLACE], gap = np.eye(2), 1 - math.cos(PLACE_STEP)
    elif kind == FIRST:
        W_Q[ONE, 0], W_K[IS_FIRST, 0], gap = 1.0, 1.0, 1.0
    else:  # spread out: it asks for nothing, so all scores are 0
        gap = 1.0
    return W_Q * math.sqrt(D_K) / gap, W_K


def _turn(angle: float) -> Array:
    """The matrix that turns a row of two numbers counter-clockwise."""
    return np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])


@functools.lru_cache(maxsize=1)
def output_map() -> Array:
    """W_O for four heads, (8, 8): every output number mixes all heads, and no length changes."""
    two = np.array([[1.0, 1.0], [1.0, -1.0]])
    return np.kron(two, np.kron(two, two)) / math.sqrt(8)
