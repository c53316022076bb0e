"""Cutting a text into tokens: known cases, and what must hold of any text."""

from __future__ import annotations

import copy
import json
import pickle
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.embeddings import Token, tokenize
from tests.refusals import brief, refusal, says
from tools.course import ROOT

# A warning is red text in a learner's notebook, wherever in NumPy it is raised.
pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

EXAMPLES = json.loads((ROOT / "data" / "worked_examples.json").read_text(encoding="utf-8"))
# The same examples in every run, so that a red test stays red until it is mended.
steady = settings(derandomize=True, max_examples=150, deadline=None)


# --- tokenize: known cases ---------------------------------------------------------------------------------

CASES = {
    "": "",
    " ": "",
    "\n\t \u00a0\u2003": "",
    "bank": "bank",
    "money bank grows": "money bank grows",
    "  two \n lines\t": "two lines",
    "a,b": "a , b",
    # numbers
    "10,000": "10,000",
    "1,234,567.89": "1,234,567.89",
    "3.14": "3.14",
    "3.14.": "3.14 .",
    "1, 2": "1 , 2",
    "in 2014.": "in 2014 .",
    "$5 or $10": "$ 5 or $ 10",
    "50%": "50 %",
    "-5": "- 5",
    "3d": "3d",
    # signs
    "Yes!": "Yes !",
    "Who? Me.": "Who ? Me .",
    "wait...": "wait ...",
    "a--b": "a -- b",
    ".": ".",
    "?!,;": "? ! , ;",
    "'": "'",
    "(a)": "( a )",
    "a<b<c": "a < b < c",
    "<!--": "< ! --",
    "<b>": "< b >",
    "&amp;": "& amp ;",
    '" onmouseover="x': '" onmouseover = " x',
    "a_b": "a _ b",
    "@you #tag": "@ you # tag",
    "“quoted”": "“ quoted ”",
    # contractions
    "didn't": "did n't",
    "don’t": "do n’t",
    "donʼt": "do nʼt",
    "DON'T": "DO N'T",
    "can't": "ca n't",
    "won't": "wo n't",
    "cannot": "cannot",  # one word in GloVe
    "Mr. Smith": "Mr. Smith",
    "Apple Inc. grows.": "Apple Inc. grows .",
    "it 's": "it 's",
    "knot": "knot",
    "not": "not",
    "n't": "n't",
    "it's": "it 's",
    "it’s": "it ’s",
    "dog's": "dog 's",
    "dogs'": "dogs '",
    "I'm": "I 'm",
    "we've": "we 've",
    "they'll": "they 'll",
    "you're": "you 're",
    "he'd": "he 'd",
    "o'clock": "o'clock",
    "'tis": "' tis",
    # words with signs inside
    "U.S.": "U.S.",
    "the U.S. bank": "the U.S. bank",
    "e.g. a": "e.g. a",
    "end. Next": "end . Next",
    "well-known": "well-known",
    "mother-in-law's": "mother-in-law 's",
    "-a-": "- a -",
    # other scripts: combining marks stay with their letter
    "café": "café",
    "cafe\u0301": "café",
    "CAFE\u0301": "CAFÉ",
    "किसान": "किसान",
    "केक का टुकड़ा": "केक का टुकड़ा",
    "टाँग तोड़ दो।": "टाँग तोड़ दो ।",
    "शुभकामनाएँ": "शुभकामनाएँ",
    "क्\u200dष": "क्\u200dष",
    "می\u200cخواهم": "می\u200cخواهم",
    "Straße": "Straße",
    "J\u030c": "J\u030c",  # the small letter is one sign, the capital two
    "x²": "x²",
    # emoji: one sign on the screen is one token
    "👍": "👍",
    "👍👍": "👍 👍",
    "ok👍!": "ok 👍 !",
    "👍🏽": "👍🏽",
    "❤️": "❤️",
    "👩\u200d👩\u200d👧": "👩\u200d👩\u200d👧",
    "👩🏽\u200d💻": "👩🏽\u200d💻",
    "🏳️\u200d🌈 flag": "🏳️\u200d🌈 flag",
    "🇮🇳": "🇮🇳",
    "🇮🇳🇫🇷": "🇮🇳 🇫🇷",
    # nothing that could be seen
    "a\x00b": "a b",
    "a\u200b b": "a b",
    "\ufeffa": "a",
    "\ud800": "",
    "a\udfffb": "a b",
}


# One word, however it is typed: what is written, what is shown, and the word that is looked up.
ONE_WORD = [
    ("ａｐｐｌｅ", "ａｐｐｌｅ", "apple"),
    ("ﬁsh", "ﬁsh", "fish"),
    ("𝐁𝐚𝐧𝐤", "𝐁𝐚𝐧𝐤", "bank"),
    ("１０，０００", "１０，０００", "10,000"),
    ("…", "…", "..."),
    ("well\u2010known", "well\u2010known", "well-known"),
    ("well\u2011known", "well\u2011known", "well-known"),
    ("well\u2060-\u2060known", "well-known", "well-known"),
    ("ban\u00adk", "bank", "bank"),
    ("ban\u2060k", "bank", "bank"),
    ("ban\u200bk", "bank", "bank"),
    ("\u200eban\ufeffk\u200f", "bank", "bank"),
    ("cafe\u2060\u0301", "café", "café"),
    ("ban\u200dk", "ban\u200dk", "bank"),  # joiners are shown as written
    ("ban\u200ck", "ban\u200ck", "bank"),
    ("o´clock", "o´clock", "o'clock"),
    ("o＇clock", "o＇clock", "o'clock"),
    ("كتاب", "كتاب", "كتاب"),
    ("\ufedb\ufe98\ufe8e\ufe8f", "\ufedb\ufe98\ufe8e\ufe8f", "كتاب"),  # letters by their form in a word
    ("می\u200cخواهم", "می\u200cخواهم", "می\u200cخواهم"),  # joiners of Arabic and Indian scripts stay
    ("क्\u200dष", "क्\u200dष", "क्\u200dष"),
    ("कि\u200bसान", "किसान", "किसान"),
    ("👩\u200d👧", "👩\u200d👧", "👩\u200d👧"),
    ("x²", "x²", "x²"),  # and not x2
    ("½", "½", "½"),
    ("™", "™", "™"),
]


@pytest.mark.parametrize(("text", "shown", "word"), ONE_WORD, ids=ascii)
def test_one_word_is_one_word_however_it_is_typed(text, shown, word):
    (token,) = tokenize(text)
    assert (str(token), token.shown) == (word, shown)
    assert Token(text) == word, "tokenizer and look-up have one normal form"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ไทย\u200bดี", ["ไทย", "ดี"]),  # Thai writes no spaces: here a word ends
        ("ខ្មែរ\u200bល្អ", ["ខ្មែរ", "ល្អ"]),
        ("👍\u200b👍", ["👍", "👍"]),
        ("3.\u200b4", ["3", ".", "4"]),
        ("don‘t", ["do", "n't"]),
        ("‘tis", ["'", "tis"]),
        ("it´s", ["it", "'s"]),
        ("didn\uff07t", ["did", "n't"]),
        ("didn\u200b't", ["did", "n't"]),
        ("didn'\u200bt", ["did", "n't"]),
        ("well\u200b-known", ["well-known"]),
        ("well-\u200bknown", ["well-known"]),
        ("dogs'\u200b", ["dogs", "'"]),
        ("a-\u200b-b", ["a", "-", "-", "b"]),
        ("\uff2d\uff52\uff0e Smith", ["mr.", "smith"]),
        ("\uff2dr.", ["mr."]),
        ("'\uff53", ["'s"]),
        ("well\ufe63known \ufe695 \ufe56", ["well-known", "$", "5", "?"]),
    ],
    ids=ascii,
)
def test_what_parts_words_parts_them(text, words):
    assert tokenize(text) == words


@pytest.mark.parametrize(("text", "shown"), CASES.items(), ids=ascii)
def test_a_text_is_cut_like_this(text, shown):
    tokens = tokenize(text)
    shown = unicodedata.normalize("NFC", shown).split(" ") if shown else []
    assert [token.shown for token in tokens] == shown
    spelled = [unicodedata.normalize("NFC", word.lower()) for word in shown]
    assert tokens == [word.replace("’", "'").replace("ʼ", "'") for word in spelled]
    for token in tokens:
        assert isinstance(token, str) and isinstance(token, Token) and type(token.shown) is str


# No sentence that a person writes is meant to give these: marks of the texts' own make-up, and short
# forms that are a word and a full stop more often than not.
UNREACHABLE = {"''", "``", "&amp;", "\u2019s", "no.", "w.", "c.", "j.", "a.", "m.", "s.", "1/2"}


def test_every_word_that_ships_can_be_reached_by_writing_it(vectors):
    assert {word for word in vectors.words if tokenize(word) != [word]} == UNREACHABLE


@pytest.mark.parametrize("text", ["couldn't've", "who'd've", "it'd've"])
def test_two_contractions_in_one_word(text):
    *start, end = tokenize(text)
    assert end == "'ve" and len(start) == 2


@pytest.mark.parametrize("text", ["↔️", "‼️", "#️⃣", "🙂\u200d↔️", "a ↔️ b"])
def test_no_token_is_invisible(text):
    """A row of a table whose label cannot be seen would look like a mistake."""
    for token in tokenize(text):
        assert any(unicodedata.category(sign)[0] not in "MC" for sign in token), tokenize(text)


def test_the_sentence_of_example_5():
    sentence = EXAMPLES["E5"]["inputs"]["sentence"]
    words = "the animal did n't cross the street because it was too tired".split()
    assert tokenize(sentence) == words
    assert tokenize(sentence.replace("'", "’")) == words
    assert [token.shown for token in tokenize(sentence)][:4] == ["The", "animal", "did", "n't"]


def test_a_token_is_lower_case_and_remembers_its_form():
    """A token is the word in lower case and remembers how it was written."""
    (token,) = tokenize("Bank")
    assert token == "bank" and hash(token) == hash("bank") and {"bank": 1}[token] == 1
    assert token.shown == "Bank" and repr(token) == "'bank'"
    for twin in (copy.copy(token), copy.deepcopy(token), pickle.loads(pickle.dumps(token))):
        assert twin == "bank" and twin.shown == "Bank"
    first, second = tokenize("Apple apple")
    assert first == second and (first.shown, second.shown) == ("Apple", "apple")


@pytest.mark.parametrize("text", [None, 3, b"bank", ["bank"], 1.5], ids=brief)
def test_only_a_text_can_be_cut(text):
    says(refusal(tokenize, text), "tokenize", "text in quotes", repr(text))


def test_a_long_wrong_input_is_cut_short():
    refusal(tokenize, ["word"] * 50)


@pytest.mark.parametrize(
    "text",
    [
        "bank ",
        "a",
        " ",
        "1." * 2499 + "1a",
        "a." * 2499 + "aa",
        "a-",
        "'",
        "n't",
        "can",
        "'s",
        "e\u0301",
        "👍\u200d",
    ],
    ids=lambda text: ascii(text)[:12],
)
def test_5000_characters_are_cut_quickly(text):
    text = (text * 5000)[:5000]
    start = time.process_time()
    tokenize(text)
    assert time.process_time() - start < 2.0  # about .01 s, and .4 s for the worst of these


# --- tokenize: any text ------------------------------------------------------------------------------------

PIECES = [*"aAzß9.,-'’ʼ <&$_?!\n", "n't", "'s", "not", "can", "U.S.", "İ", "Σ", "क", "ि", "½"]
PIECES += [
    *"\u0301\u0338\u200b\u200c\u200d\u00ad\u2060\ufe0f\ud800\ufffd",
    *"ﬁａ－´‘\u2011ไ",
    *"👍🏽👩🇮🇳",
    "J\u030c",
]
any_text = st.one_of(
    st.text(),
    st.text(st.characters(categories=["M", "P", "S", "Z", "C"])),  # with lone surrogates
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join),
)


def seen(text: str) -> str:
    """The text in NFC without spaces, control and format characters, surrogates.

    The two joiners are format characters too, but belong to the word or the emoji around them.
    """
    text = unicodedata.normalize("NFC", text)
    text = "".join(c for c in text if c in "\u200c\u200d" or unicodedata.category(c)[0] not in "ZC")
    return unicodedata.normalize("NFC", text)  # a mark may have lost what stood before it


@steady
@given(any_text)
def test_nothing_that_was_written_is_lost_or_added(text):
    tokens = tokenize(text)
    assert seen("".join(token.shown for token in tokens)) == seen(text)
    assert all(tokens) and all(token.shown for token in tokens)


@steady
@given(any_text)
def test_a_token_is_its_shown_form_in_nfc_and_lower_case(text):
    for token in tokenize(text):
        key = unicodedata.normalize("NFC", token.shown.lower())
        for sign in "’ʼ‘‛´":
            key = key.replace(sign, "'")
        looks = any(unicodedata.decomposition(sign).startswith("<") for sign in key)
        if not looks and not set(key) & set("\u2010\u200c\u200d"):
            assert token == key
        assert token == Token(token.shown) == Token(token), "to be normal twice changes nothing"
        assert unicodedata.is_normalized("NFC", token) and unicodedata.is_normalized("NFC", token.shown)


@steady
@given(any_text)
def test_one_letter_has_one_spelling(text):
    tokens = tokenize(text)
    again = tokenize(unicodedata.normalize("NFD", text))
    assert again == tokens and [token.shown for token in again] == [token.shown for token in tokens]


@steady
@given(any_text, any_text, st.sampled_from([" ", "\n", "\t  "]))
def test_what_stands_beyond_a_space_changes_nothing(left, right, space):
    """What stands on the other side of a space changes nothing."""
    assert tokenize(left + space + right) == tokenize(left) + tokenize(right)


@steady
@given(
    st.lists(st.sampled_from("Did not can't it’s U.S. knot 3.14 well-known CANNOT . A".split())).map(" ".join)
)
def test_capitals_do_not_change_the_tokens(text):
    assert tokenize(text.upper()) == tokenize(text.lower()) == tokenize(text)
