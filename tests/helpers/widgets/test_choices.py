"""A choice as a row of buttons: what is marked, what a click does, and what stays when the options change."""

import re

import pytest

from helpers.pictures import Word
from helpers.widgets.choices import CHOSEN, Choice

WORDS = ((Word("river", 5), 0), (Word("bank", 1), 1), (Word("flows", 6), 2))


def shown(choice):
    """The buttons that are to be seen; before them stands the label."""
    label, *buttons = choice.children
    assert label.value == choice.description
    return buttons


def names(choice):
    return [button.description for button in shown(choice)]


def chosen(choice):
    """The names of the buttons that are filled; whoever hears the page is told by their tip."""
    filled = [button.description for button in shown(choice) if CHOSEN in button._dom_classes]
    assert filled == [button.description for button in shown(choice) if button.tooltip.endswith(": chosen")]
    assert [b.tooltip for b in shown(choice) if b.tooltip] == [f"{name}: chosen" for name in filled]
    return filled


def colours(choice):
    """Of each button the number of its word colour, as the style sheet knows it."""
    found = [
        [int(n) for name in button._dom_classes for n in re.findall(r"^sa-word(\d+)$", name)]
        for button in shown(choice)
    ]
    assert max(map(len, found)) <= 1, "one colour at most"
    return [slots[0] if slots else None for slots in found]


def test_each_option_is_a_button_and_one_is_marked():
    choice = Choice([("dot product", "a"), ("direction only", "b")], "b")
    choice.description = "compare by"
    assert names(choice) == ["dot product", "direction only"] and chosen(choice) == ["direction only"]
    assert choice.children[0].value == "compare by" and colours(choice) == [None, None]
    assert all("sa-pick" in button._dom_classes for button in shown(choice))
    choice.value = "a"
    assert chosen(choice) == ["dot product"]


def test_a_click_chooses_once():
    """A click on the chosen one changes nothing."""
    choice, seen = Choice(WORDS, 1), []
    choice.observe(lambda change: seen.append((change["old"], change["new"])), "value")
    for place in (2, 2, 0, 1, 1):
        shown(choice)[place].click()
        assert choice.value == place and chosen(choice) == [str(WORDS[place][0])]
    assert seen == [(1, 2), (2, 0), (0, 1)]


def test_the_page_never_sees_two_buttons_filled():
    choice, filled = Choice(WORDS, 2), []

    def count(change):
        filled.append(sum(CHOSEN in button._dom_classes for button in shown(choice)))

    for button in shown(choice):
        button.observe(count, "_dom_classes")
    for value in (0, 2, 1):  # to the left, to the right
        choice.value = value
    assert filled == 3 * [0, 1], "each change takes the mark from one button, then gives it to one"


def test_the_button_of_a_word_has_its_colour():
    choice = Choice([*WORDS, (Word("plain"), 3), ("text", 4)], 0)
    assert colours(choice) == [5, 1, 6, None, None]


def test_a_button_takes_the_colour_of_its_next_word():
    choice = Choice(WORDS, 1)
    choice.options = ((Word("money", 0), 0), ("bank", 1), (Word("flows", 6), 2))
    assert colours(choice) == [0, None, 6] and names(choice) == ["money", "bank", "flows"]
    assert chosen(choice) == ["bank"]


def test_the_same_buttons_stay_when_the_options_change():
    """A new button would lose the place of the keyboard."""
    choice = Choice(WORDS, 1)
    before, row = shown(choice), choice.children
    choice.options = tuple((Word(f"new {word}", word.slot), place) for word, place in WORDS)
    assert choice.children is row, "the row is not sent to the page again"
    assert names(choice) == ["new river", "new bank", "new flows"]
    for place in (0, 2, 1):
        choice.value = place
        assert all(one is other for one, other in zip(shown(choice), before, strict=True))
    assert choice.children is row


def test_fewer_options_hide_buttons_and_more_bring_them_back():
    choice = Choice(WORDS, 0)
    three = shown(choice)
    choice.options = WORDS[:2]
    assert shown(choice) == three[:2] and chosen(choice) == ["river"]
    choice.options = (*WORDS, (Word("fast", 3), 3))
    assert shown(choice)[:3] == three and names(choice) == ["river", "bank", "flows", "fast"]
    shown(choice)[3].click()
    assert choice.value == 3 and chosen(choice) == ["fast"] and colours(choice) == [5, 1, 6, 3]


def test_a_click_means_the_option_that_is_there_now():
    choice = Choice([("one", 1), ("two", 2)], 1)
    choice.options = (("three", 3), ("four", 4))
    assert choice.value == 1 and chosen(choice) == [], "what is no longer offered is not marked"
    shown(choice)[1].click()
    assert choice.value == 4 and chosen(choice) == ["four"]


@pytest.mark.parametrize("options", [(), (("only", 7),)], ids=["none", "one"])
def test_few_options_are_no_error(options):
    choice = Choice(options, 7)
    assert names(choice) == [name for name, _ in options] == chosen(choice)


def test_a_word_from_right_to_left_keeps_its_number_at_its_right():
    choice = Choice([(Word("\u0646\u0635 (1)"), 1), ("bank", 2)], 1)
    first, last = shown(choice)
    assert first.description == "\u2068\u0646\u0635\u2069 (1)" and last.description == "bank"
    assert first.tooltip == f"{first.description}: chosen"
