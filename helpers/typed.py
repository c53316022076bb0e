"""What a learner types into a lab: looked up, or refused with one sentence."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from helpers.arrays import Array, short
from helpers.embeddings import Token, load_vectors, tokenize


def look_up(text: str, most: int, invitation: str) -> tuple[list[Token], Array, NDArray[np.bool_]]:
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
        raise ValueError(f"None of these has a vector here: {short(text)}. Try common words.")
    return tokens, X, known
