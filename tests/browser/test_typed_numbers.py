"""Numbers typed into fields, very small and very large ones too; very narrow and very wide windows; and words
from right to left, which keep their place on the screen.
"""

import re

import pytest

from tools.browser import until

from .computed import disagreements
from .learner import (
    at_width,
    chosen,
    complaint,
    controls,
    kind_of,
    numbers,
    press,
    readout,
    sentence,
    settled,
    shown,
    type_into,
    typing,
    wrong,
)

# --- numbers --------------------------------------------------------------------------------------


def entered(lab, field, text, key="Enter"):
    """Type into a field; what it then says."""
    field.click()
    lab.page.keyboard.press("ControlOrMeta+a")
    lab.page.keyboard.press("Delete")
    lab.page.keyboard.type(text)
    field.press(key)
    settled(lab)
    return field.input_value()


def alive(lab, number):
    """It says at most one sentence, none that speaks of an error, and its numbers are right."""
    said = complaint(lab)
    assert len(re.findall(r"[.!?](\s|$)", said)) <= 1 and "wrong" not in said and "Traceback" not in said
    assert disagreements(lab, kind_of(number)) == []
    assert not lab.page.locator(".jp-OutputArea-output[data-mime-type*=stderr]:visible").count()


# What is typed, one after the other, and what the field says then: the slider goes from -3 to 3 by 0.05.
SIZES = {
    "1.5": "1.5", "1.52": "1.5", "1e-300": "0", "-1e300": "-3", "1e9": "3", "0.0000001": "0", "2.25": "2.25",
    "": "2.25", "abc": "2.25", "-": "2.25",
}  # fmt: skip


@pytest.mark.parametrize("number", ["00-two_vectors"])
def test_a_typed_number_of_any_size_breaks_nothing(lab, number):
    with typing(lab):
        field = lab.get_by_label("money x", exact=True)
        for text, value in SIZES.items():
            for key in ("Enter", "Tab"):
                assert entered(lab, field, text, key) == value, (text, key)
                alive(lab, number)
        for key, value in (("ArrowUp", "2.3"), ("ArrowUp", "2.35"), ("ArrowDown", "2.3")):
            field.press(key)
            settled(lab)
            assert field.input_value() == value
        for _ in range(20):  # as fast as they come
            field.press("ArrowDown")
        settled(lab)
        assert field.input_value() == "1.3" and sentence(lab).startswith("dot product: 1.30 x")
        alive(lab, number)
        first, before = numbers(lab), sentence(lab)
    assert readout(lab, "money x") == "1.30" and (numbers(lab), sentence(lab)) == (first, before)


@pytest.mark.parametrize("number", ["06-learning"])
def test_a_typed_whole_number_of_any_size_breaks_nothing(lab, number):
    """In the field of the seed, and in the one that looks at a step, which has fewer numbers."""
    with typing(lab):
        press(lab, "Train")
        settled(lab)
        until(lab.page, lambda: not shown(lab, "button:text-is('Stop'):enabled"), "the training ends")
        seed, look = (lab.get_by_label(name, exact=True) for name in ("seed", "look at step"))
        sizes = {"7": "7", "1e-300": "0", "1e9": "20", "-1e300": "0", "2.7": "3", "": "3", "abc": "3"}
        for text, value in sizes.items():
            assert entered(lab, seed, text) == value, text
            alive(lab, number)
        sizes = {"8": "8", "9": "8", "1e9": "100", "-1e300": "0", "51": "52", "": "52", "abc": "52"}
        for text, value in sizes.items():
            assert entered(lab, look, text) == value, text
            assert sentence(lab).startswith(f"After {value} steps" if value != "0" else "At the start")
            alive(lab, number)
        look.press("ArrowUp")
        settled(lab)
        assert look.input_value() == "56" and sentence(lab).startswith("After 56 steps")
    press(lab, "Reset")


@pytest.mark.parametrize("number", ["04-scaling"])
def test_a_slider_over_options_is_a_row_of_buttons(lab, number):
    """The keyboard stays on the button that brings the fields, and on the one that it presses there."""
    with typing(lab):
        focused = "document.activeElement.textContent"
        assert lab.page.evaluate(focused) == "Use sliders"
        lab.get_by_role("button", name="64", exact=True).press("Space")
        settled(lab)
        assert chosen(lab, "d_k") == "64" == lab.page.evaluate(focused)
        press(lab, "1 024 and unscaled")
        settled(lab)
        assert chosen(lab, "d_k") == "1 024" and controls(lab)["temperature"] == "1"
        alive(lab, number)
        press(lab, "Reset")
        settled(lab)
        assert chosen(lab, "d_k") == "4", "a preset and Reset leave the fields where they are"


# --- windows --------------------------------------------------------------------------------------

# Controls that lie over each other, in the same lab.
OVER_EACH_OTHER = """lab => {
    const css = 'button, input, .widget-label, .noUi-target, .widget-readout, [class*=sa-said], svg';
    const box = one => ({said: one.textContent || one.className, ...one.getBoundingClientRect().toJSON()});
    const all = [...lab.querySelectorAll(css)].filter(one => one.getClientRects().length).map(box);
    return all.flatMap((a, i) => all.slice(i + 1).filter(b =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1).map(b => [a.said, b.said]));
}"""


@pytest.mark.parametrize("number", ["00-two_vectors", "02-contextual", "05-heads", "06-learning"])
@pytest.mark.parametrize("width", [320, 3000])
def test_a_very_narrow_or_wide_window_leaves_it_usable(lab, number, width):
    """Nothing lies over anything else; what moves a lab is not cut off. A picture may scroll."""
    at_width(lab.page, width, files=False)
    try:
        for fields in (False, True):
            with typing(lab, fields):
                lab.scroll_into_view_if_needed()
                assert lab.evaluate(OVER_EACH_OTHER) == []
                found = [what for what in wrong(lab, roomy=False) if "the track of" not in what]
                assert not found, "\n".join(found)
    finally:
        at_width(lab.page, 1280)


# --- words from right to left ---------------------------------------------------------------------

ARABIC, TEXT = "\u0627\u0644\u0639\u0631\u0628\u064a\u0629", "\u0646\u0635"
TYPED = f"{ARABIC} {TEXT} bank {TEXT}"

# The words of the list at the end of the sentence, and the numbers after them: each text, its line and left.
LISTED = """lab => [...lab.querySelectorAll('[class*=sa-said] bdi')].slice(-3).flatMap(word => {
    const range = document.createRange(), parts = [word, word.nextSibling].filter(Boolean);
    return parts.map(part => {
        range.selectNodeContents(part);
        const {bottom, left} = [...range.getClientRects()].pop();
        return [part.textContent, bottom, left];
    });
})"""

# In each text that has such a letter, and a number after it: where the last letter and the number are.
NUMBERED = r"""lab => [...lab.querySelectorAll('svg text')].map(text => {
    const said = text.textContent, at = place => text.getExtentOfChar(place).x;
    if (!/[\u0600-\u06ff].*\d/.test(said)) return null;
    const letters = [...said].map((one, i) => /[\u0600-\u06ff]/.test(one) ? at(i) : -Infinity);
    return [said, Math.max(...letters), at(said.search(/\d/))];
}).filter(Boolean)"""


@pytest.mark.parametrize("number", ["05-heads", "01-word_map"])
def test_words_from_right_to_left_stand_in_the_order_typed(lab):
    """In the list of the sentence, each with its number at its right; so do the names in the picture."""
    type_into(lab.locator("input[type=text]"), TYPED)
    settled(lab)
    listed = lab.evaluate(LISTED)
    assert [text.strip() for text, *_ in listed] == [ARABIC, TEXT, "(1)", TEXT, "(2)"]
    places = [(round(bottom), left) for _, bottom, left in listed]
    assert places == sorted(places), "from left to right, line by line"
    numbered = lab.evaluate(NUMBERED)
    assert numbered and all(number > letters for _, letters, number in numbered), numbered
    press(lab, "Reset")
