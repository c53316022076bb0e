"""What a learner moves and what moves then are on the screen together, in every preset of every lab.

On a common laptop the whole lab is. On a narrow page the main picture follows its controls directly.
"""

import pytest

from tools.browser import until

from .learner import NOTEBOOKS, at_width, buttons, press, settled, shown, type_into, typing, wrong

WIDEST, TALLEST = 930, 540  # px, of a lab: what the notebook has of a laptop's page beside the list of files
BETWEEN = 12  # px at most, from the controls to the picture below them
ONE_LINE = 34  # px, of a row of buttons
SHARE = 0.15  # of the smaller of two texts, that may lie below the other: no letter does
FEW = 8  # words; on a narrow page the table of more of them scrolls sideways
TYPED = [
    "the bank flooded",
    "the old man near the river saw a",
    "she walked along the bank of the river and saw a boat",
]

# width and height of the page, and whether the list of files is open
LAPTOP, SMALL_LAPTOP, NARROW = (1366, 680, True), (1280, 800, True), (800, 900, False)

# Where everything is, in px, after the lab has been brought to the middle of the notebook. The controls are
# the box before the one with the picture; a part of them may be hidden.
PLACES = """lab => {
    const area = lab.closest('.jp-WindowedPanel-outer');
    lab.scrollIntoView({block: 'center'});
    const box = element => {
        const {left, top, right, bottom} = element.getBoundingClientRect();
        return {left, top, right, bottom};
    };
    const picture = [...lab.children].find(child => child.querySelector('.sa-columns'));
    const hands = picture.previousElementSibling;
    const last = [...hands.querySelectorAll('.widget-inline-hbox, .sa-choice, button')]
        .filter(one => one.getClientRects().length).pop();
    const room = box(area);
    return {
        lab: box(lab),
        row: box(lab.querySelector('.sa-row')),
        page: {...room, right: room.left + area.clientWidth, bottom: room.top + area.clientHeight},
        controls: box(hands),
        last: box(last),
        picture: box(lab.querySelector('.sa-columns svg')),
    };
}"""

# Texts of a picture that lie over each other, or are cut, or do not fit into their cell.
TEXTS = r"""(lab, share) => {
    const found = [], area = box => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
    for (const svg of lab.querySelectorAll('svg')) {
        const name = svg.querySelector('title').textContent;
        const texts = [...svg.querySelectorAll('text')]
            .map(text => ({said: text.textContent, box: text.getBoundingClientRect()}))
            .filter(({box}) => area(box));
        texts.forEach((a, i) => texts.slice(i + 1).forEach(b => {
            const over = area({
                left: Math.max(a.box.left, b.box.left), right: Math.min(a.box.right, b.box.right),
                top: Math.max(a.box.top, b.box.top), bottom: Math.min(a.box.bottom, b.box.bottom)});
            const part = over / Math.min(area(a.box), area(b.box));
            if (part >= share)
                found.push(`"${a.said}" and "${b.said}" in "${name}" share ${(100 * part).toFixed(0)} %`);
        }));
        const rects = [...svg.querySelectorAll('rect')].map(rect => rect.getBoundingClientRect());
        for (const {said, box} of texts) {
            const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
            for (const rect of rects) {
                const within = x > rect.left && x < rect.right && y > rect.top && y < rect.bottom;
                const out = Math.max(rect.left - box.left, box.right - rect.right);
                if (within && out > 1)
                    found.push(`"${said}" in "${name}": ${out.toFixed(1)} px beyond its cell`);
            }
            if (said.includes('…')) found.push(`"${said}" in "${name}" is cut`);
        }
    }
    return found;
}"""


def too_large(places):
    """What keeps a lab from being seen as a whole."""
    lab, page = places["lab"], places["page"]
    wide, tall = lab["right"] - lab["left"], lab["bottom"] - lab["top"]
    if wide > WIDEST + 0.5 or tall > TALLEST + 0.5:
        yield f"it is {wide:.0f} x {tall:.0f} px, not {WIDEST} x {TALLEST} at most"
    if places["row"]["bottom"] - places["row"]["top"] > ONE_LINE:
        yield "its presets, Reset and the rest need a second line"
    for side, sign in (("left", 1), ("top", 1), ("right", -1), ("bottom", -1)):
        out = sign * (page[side] - lab[side])
        if out > 1:
            yield f"{out:.0f} px of it are beyond the {side} of the notebook"


def apart(places):
    """What parts the main picture from the controls."""
    page, picture, controls = (places[name] for name in ("page", "picture", "controls"))
    gap = picture["top"] - controls["bottom"]
    if not -1 <= gap <= BETWEEN:
        yield f"the picture begins {gap:.0f} px below the controls, not {BETWEEN} at most"
    together, room = picture["bottom"] - places["last"]["top"], page["bottom"] - page["top"]
    if together > room:
        yield f"the last control and the picture need {together:.0f} px, and {room:.0f} are seen at once"
    for side, sign in (("left", 1), ("right", -1)):
        out = sign * (page[side] - places["lab"][side])
        if out > 1:
            yield f"it sticks out {out:.0f} px to the {side}"


def faults(lab, judge, when, roomy=True):
    """All that is wrong with a lab at this moment."""
    found = [*judge(lab.evaluate(PLACES)), *lab.evaluate(TEXTS, SHARE)]
    return [*(f"{when}: {one}" for one in found), *wrong(lab, roomy, when)]


def at_size(notebook, size, judge):
    """What is wrong with each lab on a page of this size: as it begins, in each preset, and typed into.

    And again where fields stand in the place of sliders; but pictures of sentences are the same then, and so
    are the controls on the smaller laptop.
    """
    width, height, files = size
    at_width(notebook.page, width, files, height)
    found = []
    try:
        for place, lab in enumerate(notebook.page.locator(".sa-lab").all(), 1):
            lab.scroll_into_view_if_needed()
            found += in_all_presets(lab, judge, f"lab {place}")
            if lab.locator("input[type=text]").is_visible():
                found += typed(lab, judge, f"lab {place}", roomy=size != NARROW)
            found += fuller(lab, judge, f"lab {place}")
            if size != SMALL_LAPTOP and lab.get_by_role("button", name="Type numbers").count():
                with typing(lab):
                    assert not shown(lab, ".widget-slider") and shown(lab, "input[type=number]")
                    found += in_all_presets(lab, judge, f"lab {place}, numbers typed")
                    found += fuller(lab, judge, f"lab {place}, numbers typed")
    finally:
        at_width(notebook.page, 1280)
    return found


def in_all_presets(lab, judge, name):
    """What is wrong with a lab in each preset. It is then as it began."""
    found = []
    for button in [*buttons(lab), "Reset"]:
        press(lab, button)
        settled(lab)
        found += faults(lab, judge, f"{name}, {button}")
    return found


def typed(lab, judge, name, roomy):
    """What is wrong with some sentences, from short ones to the longest; if `roomy`, with that one too."""
    found = []
    for sentence in TYPED:
        type_into(lab.locator("input[type=text]"), sentence)
        settled(lab)
        words = len(sentence.split())
        found += faults(lab, judge, f"{name}, {words} words", roomy or words <= FEW)
    press(lab, "Reset")
    settled(lab)
    return found


def fuller(lab, judge, name):
    """What is wrong with more than a preset shows: boxes ticked, the last of each choice, two trainings."""
    found = []
    for box in shown(lab, "input[type=checkbox]"):
        box.click()
    for choice in shown(lab, ".sa-choice"):
        if choice.is_visible():
            choice.locator("button.sa-pick").last.click()
    settled(lab)
    found += faults(lab, judge, f"{name}, all boxes ticked, the last choices")
    for again in (False, True) if shown(lab, "button.mod-success") else ():
        press(lab, "Train")
        settled(lab)
        until(lab.page, lambda: lab.get_by_role("button", name="Stop").is_disabled(), "the training ends")
        if not again:
            press(lab, "Keep")
        settled(lab)
        found += faults(lab, judge, f"{name}, trained, {'and once more' if again else 'kept'}")
    press(lab, "Reset")
    settled(lab)
    return found


every_notebook = pytest.mark.parametrize("number", NOTEBOOKS)


@every_notebook
def test_each_lab_is_seen_at_once_on_a_laptop(notebook):
    found = at_size(notebook, LAPTOP, too_large)
    assert not found, "\n".join(found)


@every_notebook
@pytest.mark.parametrize("size", [SMALL_LAPTOP, NARROW], ids=["1280x800", "800x900"])
def test_the_picture_follows_its_controls(notebook, size):
    found = at_size(notebook, size, apart)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("number", ["00-two_vectors"])
def test_what_is_wrong_with_a_text_would_be_found(lab):
    lab.evaluate(
        """lab => {
            const svg = lab.querySelectorAll('svg')[1], texts = [...svg.querySelectorAll('text')];
            const number = texts.find(text => text.textContent === '2.24');
            number.textContent = '1234567890';
            const [a, b] = texts.filter(text => text.textContent.startsWith('length'));
            b.setAttribute('y', Number(a.getAttribute('y')) + 10);
            texts[0].textContent = 'in num…';
        }"""
    )
    found = " ".join(lab.evaluate(TEXTS, SHARE))
    assert '"length money" and "length bank" in "in numbers" share' in found
    assert '"1234567890" in "in numbers"' in found and "px beyond its cell" in found
    assert '"in num…" in "in numbers" is cut' in found
    press(lab, "opposite")  # draws anew
    settled(lab)
    assert lab.evaluate(TEXTS, SHARE) == []
