"""The tokenizer: cut a text into words, numbers and signs, the way the word vectors were made.

GloVe's own texts were cut so that ``didn't`` became ``did`` and ``n't``, and ``$5`` became ``$``
and ``5``. A text that is cut otherwise meets words without a vector.
Source: the vocabulary of GloVe 6B, and the Penn Treebank conventions that it follows.
"""

from __future__ import annotations

import re
import unicodedata

from helpers.arrays import short

# Each character is first named by a letter of its own kind. The pattern below then reads
# those names. Python's \w alone would not do: it cuts Devanagari words at their vowel signs.
TOKEN = re.compile(
    r"""
    a\.(?:a\.)+(?![a9])                 # U.S.  (single letters, each with its full stop)
  | 9+(?:[.,]9+)+(?![a9])               # 10,000 and 3.14
  | [a9][a9mj]*(?:[-'][a9][a9mj]*)*     # words, well-known, didn't
  | [*x]m*(?:j[*x]m*)*                  # an emoji or a sign with all that belongs to it
  | rr?                                 # a flag is two letters
  | (?:\.+ | -+ | [',9]) m*             # ... and --, an apostrophe, a comma
  | [mj]+                               # a mark that belongs to nothing
    """,
    re.VERBOSE,
)
APOSTROPHES = "'\u2019\u02bc"
CONTRACTION = re.compile(rf"n[{APOSTROPHES}]t$|[{APOSTROPHES}](?:s|re|ve|ll|d|m)$", re.IGNORECASE)
BARE_ENDS = ("s", "re", "ve", "ll", "d", "m")
# Short forms that keep their full stop, as in GloVe's own words.
SHORT_FORMS = set(
    "mr. mrs. ms. dr. st. inc. corp. co. ltd. jr. sr. vs. sen. gov. gen. rep. "
    "jan. feb. aug. sept. oct. nov. dec.".split()
)


class Token(str):
    """A word as the vectors spell it (NFC, lower case), which remembers how it was written.

    >>> Token("Bank"), Token("Bank").shown
    ('bank', 'Bank')

    Attributes
    ----------
    shown : str
        The word as the writer wrote it, in NFC.
    """

    shown: str

    def __new__(cls, shown: str) -> Token:
        key = unicodedata.normalize("NFC", shown.lower())
        for apostrophe in APOSTROPHES:
            key = key.replace(apostrophe, "'")
        token = super().__new__(cls, key)
        token.shown = shown
        return token


def tokenize(text: str) -> list[Token]:
    """Cut a text into tokens.

    Parameters
    ----------
    text : str
        Any text. It is brought to NFC first, so that one letter has one spelling.

    Returns
    -------
    list of Token
        Each is a str in lower case; ``token.shown`` is the form that was written.
        Empty text gives an empty list.

    Raises
    ------
    ValueError
        If `text` is not a str.

    Examples
    --------
    >>> tokenize("The animal didn't cross.")
    ['the', 'animal', 'did', "n't", 'cross', '.']
    """
    if not isinstance(text, str):
        raise ValueError(f"tokenize needs a text in quotes, got {short(text)}.")
    text = unicodedata.normalize("NFC", text)
    kinds = "".join(_kind(character) for character in text)
    spans = [match.span() for match in TOKEN.finditer(kinds)]
    return [Token(part) for piece in _joined(text, spans) for part in _split_contraction(piece)]


def _joined(text: str, spans: list[tuple[int, int]]) -> list[str]:
    """The pieces of the text; ``Mr`` with its ``.``, and a bare ``'`` with its ``s``, are one."""
    pieces: list[str] = []
    end = -1
    for start, stop in spans:
        piece, glued = text[start:stop], start == end
        short_form = piece == "." and pieces and pieces[-1].lower() + "." in SHORT_FORMS
        bare_end = pieces and pieces[-1] in APOSTROPHES and piece.lower() in BARE_ENDS
        if glued and (short_form or bare_end):
            pieces[-1] += piece
        else:
            pieces.append(piece)
        end = stop
    return pieces


def _kind(character: str) -> str:
    """One character that names the kind: a letter, 9 digit, m mark, j joiner, * emoji, r flag."""
    if character in APOSTROPHES:
        return "'"
    if character in ".,-":
        return character
    if character == "\u200d":
        return "j"
    if "\U0001f1e6" <= character <= "\U0001f1ff":
        return "r"
    category = unicodedata.category(character)
    if category[0] == "M" or character == "\u200c" or "\U0001f3fb" <= character <= "\U0001f3ff":
        return "m"
    if category[0] in "ZC":
        return " "
    return {"L": "a", "N": "9"}.get(category[0], "*" if category == "So" else "x")


def _split_contraction(word: str) -> list[str]:
    """``didn't`` becomes ``did`` and ``n't``; ``couldn't've`` has two such ends."""
    ends: list[str] = []
    while (match := CONTRACTION.search(word, max(0, len(word) - 3))) and match.start() > 0:
        ends.append(word[match.start() :])
        word = word[: match.start()]
    return [word, *reversed(ends)]
