"""The labs of notebook 02 moved with mouse and keyboard, and hard sentences typed into the second one."""

import re

import pytest
from playwright.sync_api import expect

from helpers.embeddings import load_vectors, tokenize
from helpers.pictures import words
from tools.browser import slider, take, until

from .learner import (
    ROUNDING,
    asking,
    choice,
    chosen,
    complaint,
    controls,
    is_one,
    picture,
    press,
    readout,
    sentence,
    settled,
    table,
    type_into,
    weights,
)

first_lab = pytest.mark.parametrize("number", ["02-contextual"])
all_controls = pytest.mark.parametrize("number", ["02-contextual_2"])


@first_lab
def test_dragging_a_slider_changes_the_weights(lab):
    before = weights(lab)
    assert list(before) == ["money", "bank", "grows"]
    assert all(is_one(row.values()) for row in before.values())
    mouse = lab.page.mouse
    x, y = take(slider(lab, "bank x"))
    mouse.move(x - 25, y, steps=5)
    until(lab.page, lambda: weights(lab) != before, "the weights change while the mouse is held")
    mouse.move(x - 60, y, steps=5)
    mouse.up()
    until(lab.page, lambda: weights(lab)["bank"]["money"] < 0.25, "the last place of the mouse counts")
    settled(lab)
    after = weights(lab)
    assert all(is_one(row.values()) for row in after.values())
    # bank moved, so every row changes; and the numbers and the sentence are of the same moment.
    assert all(after[row] != before[row] for row in before)
    first, share, name = re.match(r"(\w+) now reads (\d+) % (\w+)", sentence(lab)).groups()
    assert after[first][name] == pytest.approx(int(share) / 100, abs=2 * ROUNDING)


@first_lab
def test_an_arrow_key_changes_the_weights(lab):
    before = weights(lab)
    assert readout(lab, "bank x") == "0.95"
    slider(lab, "bank x").focus()
    lab.page.keyboard.press("ArrowRight")
    until(lab.page, lambda: weights(lab) != before, "ArrowRight changes the weights")
    assert readout(lab, "bank x") == "1.00"
    assert weights(lab)["bank"]["bank"] > before["bank"]["bank"]  # a longer bank reads itself more
    assert is_one(weights(lab)["bank"].values())
    lab.page.keyboard.press("ArrowLeft")
    until(lab.page, lambda: weights(lab) == before, "ArrowLeft brings the weights back")


@first_lab
def test_the_keyboard_chooses_who_asks(lab):
    numbers = weights(lab)
    assert asking(lab) == chosen(lab, "who asks") == "bank"
    buttons = choice(lab, "who asks").get_by_role("button")
    buttons.first.focus()
    for key in ("Space", "Enter"):  # from money to bank, from bank to grows
        lab.page.keyboard.press("Tab")
        lab.page.keyboard.press(key)
        settled(lab)
        who = asking(lab)
        assert chosen(lab, "who asks") == who
        assert sentence(lab).startswith(f"{who} now reads"), "the sentence is about this word"
        assert weights(lab) == numbers, "who asks is a question of looking, not of calculating"
        expect(buttons.filter(has_text=who)).to_be_focused()
    assert who == "grows"


@pytest.mark.parametrize("number", ["02-contextual", "02-contextual_2"])
def test_reset_restores_the_first_numbers(lab):
    first, began = picture(lab), controls(lab)
    press(lab, "bank at right angles")
    until(lab.page, lambda: picture(lab) != first, "the preset changes the picture")
    settled(lab)
    slider(lab, "bank y").focus()
    lab.page.keyboard.press("End")
    until(lab.page, lambda: weights(lab)["bank"]["bank"] > 0.9, "a long bank reads itself")
    press(lab, "Reset")
    until(lab.page, lambda: picture(lab) == first, "Reset brings back the first weights and sentence")
    assert controls(lab) == began


@all_controls
def test_the_lowest_temperature_leaves_one_word(lab):
    press(lab, "bank at right angles")
    settled(lab)
    slider(lab, "temperature").focus()
    lab.page.keyboard.press("Home")
    until(lab.page, lambda: weights(lab)["bank"]["bank"] == 1, "the lowest temperature leaves one word")
    press(lab, "money bank grows")
    until(lab.page, lambda: readout(lab, "temperature") == "1.00", "a preset leaves nothing of it")


HARD = [
    '" onmouseover="x',
    "<!-- bank",
    "किसान bank",
    "<img src=x onerror=y> bank",
    "<svg><img>",  # no vector for any of it: the lab repeats what was typed
    "bank bank",
    "   ",
]


@all_controls
@pytest.mark.parametrize("text", HARD)
def test_a_typed_sentence_gives_a_picture_or_one_sentence(lab, text):
    first, box = sentence(lab), lab.get_by_placeholder("type a sentence")
    press(lab, "river bank flows")
    expect(box).to_be_hidden()
    expect(slider(lab, "bank x")).to_be_visible()
    press(lab, "your sentence")
    expect(box).to_be_visible()
    expect(slider(lab, "bank x")).to_be_hidden()
    until(lab.page, lambda: "Nearest word" in sentence(lab), "the preset has drawn the first sentence")
    said = sentence(lab)
    assert said == first, "this lab begins with it"
    elements = {tag: lab.locator(tag).count() for tag in ("script", "img", "svg", "[role=status]")}

    type_into(box, text)
    until(lab.page, lambda: complaint(lab) or sentence(lab) != said, "the lab answers to the typed sentence")

    if complaint(lab):
        assert "\n" not in complaint(lab) and "went wrong" not in complaint(lab)
        assert not load_vectors().embed(tokenize(text))[1].any()  # else it could have drawn it
    else:
        labels, seen = [str(word) for word in words(tokenize(text))], table(lab)
        assert [row for row, _ in seen["rows"]] == labels
        # A long name may be cut, but not so that two names become one.
        for name, label in zip(seen["columns"], labels, strict=True):
            begin, _, end = name.partition("…")
            assert name == label or ("…" in name and label.startswith(begin) and label.endswith(end))
        assert len(set(seen["columns"])) == len(labels)
        read = [numbers for _, numbers in seen["rows"] if sum(numbers) > 0]
        assert read and all(map(is_one, read))  # the others have no vector
        assert any(sentence(lab).startswith(label) for label in labels)
    # What was typed is text, nowhere a part of the page's own code.
    assert lab.locator("[onmouseover], [onerror]").count() == 0
    assert {tag: lab.locator(tag).count() for tag in elements} == elements

    press(lab, "Reset")
    settled(lab)
    assert sentence(lab) == first, "Reset leads out of it"
    assert complaint(lab) == "" and box.input_value() == "money bank grows"
