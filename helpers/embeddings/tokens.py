"""The tokenizer: cut a text into words, numbers and signs, the way the word vectors were made.

GloVe's own texts were cut so that ``didn't`` became ``did`` and ``n't``, and ``$5`` became ``$``
and ``5``. A text that is cut otherwise meets words without a vector.
Source: the vocabulary of GloVe 6B, and the Penn Treebank conventions that it follows.
"""

from __future__ import annotations

import functools
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
APOSTROPHES = "'\u2019\u02bc\u2018\u201b\u00b4\uff07"
HYPHENS = "-\u2010\u2011"
# Signs that cannot be seen, such as a soft hyphen, and part no words. The two joiners are not among them:
# they change how letters of Arabic and Indian scripts look, and join emoji.
HIDDEN = re.compile("[\u00ad\u061c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
ZERO_WIDTH_SPACES = re.compile("\u200b+")
INSIDE = re.compile("[a9m][|][a9m]|[a9m][|][-'][a9]|[a9m][-'][|][a9]")  # a word, as kinds; | is such a space
# Thai, Lao, Burmese, Khmer and their neighbours: no spaces, and a zero-width space is where a word ends.
WITHOUT_SPACES = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\ua9e0-\ua9ff\uaa60-\uaadf]"
)
# Between letters of European scripts, which do not join, the two joiners say nothing.
NEEDLESS = re.compile(
    "(?<=[0-9A-Za-z\u00aa-\u0588\u1e00-\u1fff])[\u200c\u200d]+(?=[0-9A-Za-z\u00aa-\u0588\u1e00-\u1fff])"
)
# Signs that Unicode has for the sake of older ones: wide, narrow, small and joined letters, and those of
# one font. The others mean more than what is left of them: 2 is not ², and 1/2 not ½.
LOOKS = {"wide", "narrow", "small", "compat", "font", "noBreak", "initial", "medial", "final", "isolated"}
CONTRACTION = re.compile(rf"n[{APOSTROPHES}]t$|[{APOSTROPHES}](?:s|re|ve|ll|d|m)$", re.IGNORECASE)
BARE_ENDS = ("s", "re", "ve", "ll", "d", "m")
# Short forms that keep their full stop, as in GloVe's own words.
SHORT_FORMS = set(
    "mr. mrs. ms. dr. st. inc. corp. co. ltd. jr. sr. vs. sen. gov. gen. rep. "
    "jan. feb. aug. sept. oct. nov. dec.".split()
)


class Token(str):
    """A word as the vectors spell it, its normal form, which remembers how it was written.

    >>> Token("Bank"), Token("Bank").shown
    ('bank', 'Bank')

    The normal form is in lower case and NFC. A full-width ``ａ`` is ``a``, ``ﬁ`` is ``fi``, each apostrophe
    is ``'`` and each hyphen ``-``; what cannot be seen, such as a soft hyphen, is left out.

    Attributes
    ----------
    shown : str
        The word as the writer wrote it, in NFC.
    """

    shown: str

    def __new__(cls, shown: str) -> Token:
        token = super().__new__(cls, _normal_form(shown))
        token.shown = shown
        return token


def _normal_form(word: str) -> str:
    """The one spelling of a word, for the tokenizer and for every table of words."""
    key = "".join(_plain(character) for character in _seen(word)).lower()
    key = NEEDLESS.sub("", key.translate(ONE_SIGN))
    return unicodedata.normalize("NFC", key)


ONE_SIGN = str.maketrans(dict.fromkeys(APOSTROPHES, "'") | dict.fromkeys(HYPHENS, "-"))


@functools.lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """The usual sign, or signs, for one that only looks otherwise."""
    how = unicodedata.decomposition(character).partition(">")[0].removeprefix("<")
    plain = unicodedata.normalize("NFKC", character) if how in LOOKS else character
    return character if " " in plain else plain


def _seen(text: str) -> str:
    """The text in NFC, without what cannot be seen and parts no words."""
    text = unicodedata.normalize("NFC", HIDDEN.sub("", text))
    return unicodedata.normalize("NFC", ZERO_WIDTH_SPACES.sub(_space_between, text))


def _space_between(match: re.Match[str]) -> str:
    """A zero-width space parts words in scripts without spaces, and not inside a word of another script."""
    start, end = match.span()
    before, after = match.string[max(0, start - 2) : start], match.string[end : end + 2]
    inside = INSIDE.search("|".join("".join(map(_kind, side)) for side in (before, after)))
    return "" if inside and not WITHOUT_SPACES.search(before[-1] + after[0]) else " "


def tokenize(text: str) -> list[Token]:
    """Cut a text into tokens.

    Parameters
    ----------
    text : str
        Any text. It is brought to NFC first, so that one letter has one spelling. What cannot be seen parts
        no word; only a zero-width space does, in scripts without spaces, such as Thai.

    Returns
    -------
    list of Token
        Each is a str in its normal form, see `Token`; ``token.shown`` is the form that was written.
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
    text = _seen(text)
    kinds = "".join(_kind(character) for character in text)
    spans = [match.span() for match in TOKEN.finditer(kinds)]
    return [Token(part) for piece in _joined(text, spans) for part in _split_contraction(piece)]


def _joined(text: str, spans: list[tuple[int, int]]) -> list[str]:
    """The pieces of the text; ``Mr`` with its ``.``, and a bare ``'`` with its ``s``, are one."""
    pieces: list[str] = []
    end = -1
    for start, stop in spans:
        piece, glued = text[start:stop], start == end
        short_form = _normal_form(piece) == "." and pieces and _normal_form(pieces[-1]) + "." in SHORT_FORMS
        bare_end = pieces and pieces[-1] in APOSTROPHES and _normal_form(piece) in BARE_ENDS
        if glued and (short_form or bare_end):
            pieces[-1] += piece
        else:
            pieces.append(piece)
        end = stop
    return pieces


def _kind(character: str) -> str:
    """One character that names the kind: a letter, 9 digit, m mark, j joiner, * emoji, r flag."""
    plain = _plain(character)
    character = plain if len(plain) == 1 else character
    if character in APOSTROPHES:
        return "'"
    if character in HYPHENS:
        return "-"
    if character in ".,":
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
