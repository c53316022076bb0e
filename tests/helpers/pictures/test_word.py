"""Words of a picture: one word has one colour, equal words are numbered, lists read like lists."""

import pytest

from helpers.embeddings import tokenize
from helpers.pictures import Picture, Word, isolated, series, word_slots, words
from helpers.pictures.shapes import text_width


def test_one_word_has_one_colour():
    assert word_slots(["money", "bank", "grows"])[1] == word_slots(["river", "bank", "flows"])[1]
    assert word_slots(["dog", "bites", "man"]) == word_slots(["man", "bites", "dog"])[::-1]
    assert word_slots(["apple", "pie", "apple"])[0] == word_slots(["apple", "pie", "apple"])[2]
    slots = word_slots(["river", "money", "bank", "grows", "flows", "apple", "x"])
    assert len(set(slots)) == 7
    many = word_slots(list("abcdefghij"))  # more words than colours: the rest have none
    assert sorted(many[:7]) == list(range(7)) and many[7:] == [None, None, None]


def test_equal_words_are_numbered_and_share_a_colour():
    one, pie, two = words(["Apple", "pie", "apple"])
    assert (str(one), str(pie), str(two)) == ("Apple (1)", "pie", "apple (2)")
    assert one.slot == two.slot != pie.slot


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        (["the", "the", "the (1)"], ["the (2)", "the (3)", "the (1)"]),
        (["the (2)", "the", "the"], ["the (2)", "the (1)", "the (3)"]),
        (["a (1)", "a (1)", "a", "a"], ["a (1) (1)", "a (1) (2)", "a (1)", "a (2)"]),
    ],
)
def test_a_number_makes_no_two_labels_equal(labels, shown):
    assert [str(word) for word in words(labels)] == shown


def test_two_spellings_of_one_token_are_one_word():
    do, one, again, two = words(tokenize("don't don\u2019t"))
    assert (
        (str(one), str(two)) == ("n't (1)", "n\u2019t (2)") and one.slot == two.slot and do.slot == again.slot
    )


def test_pieces_are_listed_as_in_a_sentence():
    a, b, c = Word("a", 0), Word("b", 1), Word("c")
    assert series([]) == () and series([(a,)]) == (a,)
    assert series([("1 ", a), ("2 ", b)]) == ("1 ", a, " and ", "2 ", b)
    assert "".join(map(str, series([(a,), (b,), (c,)], "or"))) == "a, b or c"


# --- words from right to left -----------------------------------------------------------------------

ARABIC, HEBREW = "\u0646\u0635", "\u05e9\u05dc\u05d5\u05dd"


LEFT_TO_RIGHT = ["bank", "the (2)", "\u9280\u884c", "caf\u00e9", "\u0915\u093f", "", "(1)", "\U0001f600"]


@pytest.mark.parametrize("text", LEFT_TO_RIGHT)
def test_a_text_from_left_to_right_is_not_changed(text):
    assert isolated(text) == text


@pytest.mark.parametrize("word", [ARABIC, HEBREW, f"k {ARABIC}", "\U0001e922"])
def test_a_word_is_isolated_and_its_number_is_not(word):
    assert isolated(word) == f"\u2068{word}\u2069" and isolated(f"{word} (12)") == f"\u2068{word}\u2069 (12)"
    assert isolated(isolated(word)) == isolated(word), "once is enough"
    assert text_width(isolated(word)) == text_width(word), "the marks take no room"


def test_a_sentence_in_plain_text_keeps_its_words_in_order():
    said = ("no vector for: ", Word(f"{ARABIC} (1)"), ", ", Word("bank"), ", ", Word(f"{ARABIC} (2)"))
    plain = Picture("t", (), said).words_said
    assert plain == f"no vector for: \u2068{ARABIC}\u2069 (1), bank, \u2068{ARABIC}\u2069 (2)"
