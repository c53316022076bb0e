"""Words of a picture: one word has one colour, equal words are numbered, lists read like lists."""

from helpers.embeddings import tokenize
from helpers.pictures import Word, series, word_slots, words


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
