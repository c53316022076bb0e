"""What a screen reader is given: the accessibility tree of each lab, as Chromium makes it, and what is said.

``heard`` is the tree of anything on the page as a plain list, in the order of reading; ``unreadable`` is what
is wrong with such a list, wherever it comes from. `RECORD` notes what live regions announce from now on.
"""

import re
from dataclasses import dataclass

import pytest

from tools.browser import kernel_answers, shows_widget, until, widget_of

from .learner import (
    HINTS,
    NOTEBOOKS,
    buttons,
    choose,
    forget_all,
    handle_of,
    kind_of,
    lab_named,
    labs_of,
    press,
    press_all,
    sentence,
    settled,
    shown,
    sliders,
    type_into,
    typing,
)
from .test_hands import RUN_AGAIN, going
from .test_practice import answer

LABS = [lab for number in NOTEBOOKS for lab in labs_of(number)]
WITH_SLIDERS = [lab for lab in LABS if lab != "01-word_map"]  # it has a line of text, nothing to slide
every_lab = pytest.mark.parametrize("number", LABS)
every_lab_with_sliders = pytest.mark.parametrize("number", WITH_SLIDERS)

CONTROLS = ("button", "checkbox", "slider", "spinbutton", "textbox")
REGIONS = ("status", "alert", "note")
PARTS = ("paragraph", "LabelText", *REGIONS)  # what is read as one text

# --- what is heard --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Heard:
    """One thing that is read: a control, a picture, or a text (of a region, or of none)."""

    role: str
    name: str
    description: str = ""
    value: str = ""

    @property
    def words(self):
        """All that is said of it."""
        return [text for text in (self.name, self.description, self.value) if text]


def heard(area):
    """What there is to hear in a part of the page, from first to last."""
    area.evaluate("area => { window.courseHeard = area; }")
    browser = area.page.context.new_cdp_session(area.page)
    browser.send("Accessibility.enable")
    this = browser.send("Runtime.evaluate", {"expression": "window.courseHeard"})["result"]["objectId"]
    nodes = browser.send("Accessibility.queryAXTree", {"objectId": this})["nodes"]
    browser.detach()
    inside = {child: node["nodeId"] for node in nodes for child in node.get("childIds", [])}
    by_id = {node["nodeId"]: node for node in nodes}

    def around(node):
        """What a node lies in, from near to far."""
        while node is not None:
            node = by_id.get(inside.get(node["nodeId"], ""))
            if node is not None:
                yield node

    things, parts = [], {}
    for node in nodes:
        role, within = said_of(node, "role"), list(around(node))
        if node.get("ignored") or any(said_of(one, "role") in (*CONTROLS, "image") for one in within):
            continue
        if role in (*CONTROLS, "image"):
            value = properties(node).get("valuetext") or properties(node).get("checked")
            value = said_of(node, "value") if value is None else value
            things.append(Heard(role, said_of(node, "name"), said_of(node, "description"), str(value)))
        elif role == "StaticText":
            part = next((one for one in reversed(within) if said_of(one, "role") in PARTS), node)
            if part["nodeId"] not in parts:
                parts[part["nodeId"]] = len(things)
                roles = (said_of(one, "role") for one in within)
                things.append(Heard(next((role for role in roles if role in REGIONS), "text"), ""))
            place = parts[part["nodeId"]]
            things[place] = Heard(things[place].role, things[place].name + said_of(node, "name"))
    return things


def said_of(node, what):
    """The role, name, description or value of a node, as text."""
    return str(node.get(what, {}).get("value", ""))


def properties(node):
    return {one["name"]: one["value"].get("value") for one in node.get("properties", [])}


NOT_FOR_EARS = re.compile(
    r"<\s*/?\s*[a-z!]|&[a-z]+;|\[object|\bundefined\b|\bnull\b|\bNone\b|\bNaN\b|  |\d\.\d{7}", re.IGNORECASE
)
AN_ID = re.compile(r"[0-9a-f]{8}-?[0-9a-f]{4}|^(id|sa|jp)-")


# Questions, hints and solutions may speak of None and of nan, and have code with its spaces.
NO_MARKUP = re.compile(r"<[a-z/!]|&[a-z]+;|\[object|\bundefined\b|\bnull\b")


def unreadable(things, odd=NOT_FOR_EARS):
    """What of a list is not fit to be read aloud."""
    for one in things:
        if one.role in (*CONTROLS, "image") and is_nameless(one):
            yield f"a {one.role} has no name: {one}"
        for text in one.words:
            if odd.search(text) or AN_ID.search(text):
                yield f"{text!r} of a {one.role} is nothing to hear"
            if not re.search(r"\w", text):
                yield f"a {one.role} says nothing but {text!r}"


def is_nameless(one):
    """Has it no word for a name? A picture in a font of symbols is none."""
    return not re.search(r"\w", one.name)


def text_of(text):
    """A text with single spaces: as the tree has it."""
    return " ".join(text.split())


# --- a lab, read out ------------------------------------------------------------------------------

SHOWN = """lab => [...lab.querySelectorAll('svg')].map(svg =>
    ['title', 'desc'].map(part => svg.querySelector(part).textContent))"""
FIELDS = """lab => [...lab.querySelectorAll('.widget-text')].filter(one => one.getClientRects().length)
    .map(one => [one.querySelector('label').textContent, one.querySelector('input').value])"""


def another(lab):
    """The last preset that is not chosen."""
    return lab.locator("button.sa-preset:not(.mod-primary)").all_text_contents()[-1]


def change(lab, number):
    """Do what a lab is for, once: press a preset that is not chosen; train a head."""
    press(lab, "Train" if kind_of(number) == "learning" else another(lab))
    settled(lab)
    until(lab.page, lambda: not shown(lab, "button:text-is('Stop'):enabled"), "the training ends")
    settled(lab)


@every_lab
def test_a_lab_with_typed_numbers_can_be_read_out(lab, number):
    with typing(lab):
        change(lab, number)
        things = heard(lab)
        found = list(unreadable(things))
        assert not found, "\n".join(found)
        fields = [(one.name, one.value) for one in things if one.role in ("spinbutton", "textbox")]
        assert fields == [tuple(map(text_of, field)) for field in lab.evaluate(FIELDS)]
        assert not any(one.role == "slider" for one in things)
        pictures = [(one.name, one.description) for one in things if one.role == "image"]
        assert pictures == [tuple(map(text_of, picture)) for picture in lab.evaluate(SHOWN)]
        assert all(re.search(r"\d", description) for _, description in pictures)
        (said,) = [one.name for one in things if one.role == "status"]
        assert text_of(said) == text_of(sentence(lab)) != ""
        in_order(things, [*buttons(lab), "Reset"])


def in_order(things, row):
    """Presets, sentence, controls, pictures: so is a lab read."""
    roles = [one.role for one in things]
    said, pictures = roles.index("status"), [i for i, role in enumerate(roles) if role == "image"]
    hands = [i for i, role in enumerate(roles) if role in CONTROLS]
    assert [things[i].name for i in hands[: len(row)]] == row
    assert all(i < said or i < pictures[0] for i in hands) and said < pictures[0]
    assert len([i for i in hands if i < said]) in (len(row) + 1, len(row) + 2), "Save, and the way to fields"
    assert [i for i in hands if i > said], "controls come after the sentence"


@every_lab_with_sliders
def test_with_sliders_only_what_ipywidgets_leaves_nameless_is(lab, number):
    """The handle of a slider, and the two buttons of a player, have no name in ipywidgets 8.1; all else has.

    If this fails since they have one, ipywidgets has mended it: then the labs may do without typed numbers.
    """
    change(lab, number)
    things = heard(lab)
    handles = [one for one in things if one.role == "slider"]
    assert handles and {one.name for one in handles} == {""}
    players = [one for one in things if one.role == "button" and is_nameless(one)]
    assert len(players) == (2 if kind_of(number) == "learning" else 0)
    rest = [one for one in things if one not in handles and one not in players]
    found = list(unreadable(rest))
    assert not found, "\n".join(found)


# --- cards and static pictures, read out ----------------------------------------------------------


@pytest.mark.parametrize("number", NOTEBOOKS)
def test_each_card_can_be_read_out_before_and_after(notebook):
    """All that is pressed or typed has a name; what is said of an answer stands in a live region."""
    found = []
    for card in notebook.page.locator(".sa-card").all():
        card.scroll_into_view_if_needed()
        found += unreadable(heard(card), NO_MARKUP)
        press_all(card, HINTS)
        line = card.locator("input[type=text]")
        if line.count():
            type_into(line, line.get_attribute("placeholder").rpartition(" ")[2])  # the largest there can be
        kernel_answers(notebook.page)
        things = heard(card)
        found += unreadable(things, NO_MARKUP)
        if card.locator("button.sa-option, input").count():
            said = " ".join(one.name for one in things if one.role == "status")
            assert re.search("You guessed|Right[.]|Not right[.]", said), said
        assert {one.role for one in things} <= {"button", "textbox", "text", "status", "image", "disclosure"}
        press_all(card, 1)
    forget_all(notebook.page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("number", NOTEBOOKS)
def test_each_static_picture_says_what_it_is(notebook):
    page, found = notebook.page, []
    shown = page.locator(".jp-OutputArea-output:visible:has(> * img, > img):not(:has(.sa))")
    wanted = sum("image/png" in output.get("data", {}) for cell in notebook.cells if not shows_widget(cell)
                 for output in cell["outputs"])  # fmt: skip
    assert shown.count() == wanted
    for output in shown.all():
        output.scroll_into_view_if_needed()
        things = heard(output)
        found += unreadable(things, NO_MARKUP)
        (image,) = [one for one in things if one.role == "image"]
        assert re.fullmatch(r".{4,}[.?!]", image.name), image
        if image.name.endswith("Its numbers follow in words."):
            words = output.locator("details pre")
            assert not words.is_visible()
            output.locator("summary").press("Enter")
            assert words.is_visible() and re.search(r"\d", words.text_content() or "")
            output.locator("summary").press("Enter")
    assert not found, "\n".join(found)


# --- what is announced ----------------------------------------------------------------------------

# From now on, note what live regions announce. A region is what has such a role, with what it owns. One that
# is new says nothing, as in Chromium with NVDA, but for an alert; one that stays says all of its text when
# something is put into it, also if that reads as before. What changes at one time is announced once.
RECORD = """() => {
    const roles = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]';
    const regions = () => [...document.querySelectorAll(roles)];
    const ids = region => (region.getAttribute('aria-owns') ?? '').split(' ').filter(Boolean);
    const owned = region => ids(region).map(id => document.getElementById(id)).filter(Boolean);
    const all = region => [region, ...owned(region)], said = [];
    const text = region => all(region).map(one => one.textContent).join(' ').trim();
    let known = new Set(regions());
    const note = records => {
        const fresh = records.flatMap(record =>
            record.type === 'childList' ? [...record.addedNodes] : [record.target]);
        for (const region of regions()) {
            const put = all(region).some(one => fresh.some(node => one.contains(node) || node.contains(one)));
            const speaks = known.has(region) || region.getAttribute('role') === 'alert';
            if (put && speaks && text(region)) said.push(text(region));
        }
        known = new Set(regions());
    };
    window.courseWatch?.disconnect();
    window.courseWatch = new MutationObserver(note);
    window.courseWatch.observe(document.body, {childList: true, characterData: true, subtree: true});
    window.courseAnnounced = () => {
        note(window.courseWatch.takeRecords());
        return said.splice(0);
    };
}"""
ANNOUNCED = "() => window.courseAnnounced()"


def announced(lab):
    """What has been announced since it was asked last."""
    settled(lab)
    return lab.page.evaluate(ANNOUNCED)


def announced_by(page, do):
    """What is announced after something is done; waits for the first, and for what comes with it."""
    do()
    heard = []

    def anything():
        heard.extend(page.evaluate(ANNOUNCED))
        return heard

    until(page, anything, "something is announced")
    kernel_answers(page)
    return anything()


@every_lab
def test_a_change_of_the_sentence_is_announced_once(lab, number):
    """By a preset, by a slider or a line of text, and by a field; and what leaves it alone says nothing."""
    lab.page.evaluate(RECORD)
    preset = another(lab)
    if kind_of(number) != "learning":  # its presets are settings: only some sentences speak of them
        press(lab, preset)
        assert announced(lab) == [sentence(lab)]
        press(lab, preset)
        assert announced(lab) == [], "nothing has changed"
    press(lab, "Reset")
    announced(lab)
    for fields in (False, True):
        with typing(lab, fields):
            announced(lab)
            before = sentence(lab)
            move(lab)
            assert announced(lab) == [sentence(lab)] * (sentence(lab) != before)
    press(lab, "Reset")


def move(lab):
    """Move a slider, or what stands in its place."""
    one = next(iter(sliders(lab)), None)
    if one is not None:
        handle_of(one).press(going(one)[0])
    elif shown(lab, "input[type=number]"):
        field = shown(lab, "input[type=number]")[0]
        type_into(field, field.get_attribute("max"))
    else:
        type_into(lab.locator("input[type=text]"), "river lake sea")


@pytest.mark.parametrize("number", ["03-roles"])
def test_a_control_that_leaves_the_sentence_announces_nothing(lab):
    lab.page.evaluate(RECORD)
    choose(lab, "put it into", "W_K")
    assert announced(lab) == []
    with typing(lab):
        pass
    assert announced(lab) == []
    press(lab, "Reset")


@pytest.mark.parametrize("number", ["02-contextual_2"])
def test_a_problem_is_announced_once(lab):
    press(lab, "your sentence")
    settled(lab)
    lab.page.evaluate(RECORD)
    type_into(lab.locator("input[type=text]"), "zzqx")
    (said,) = announced(lab)
    assert said.startswith("None of these has a vector here: 'zzqx'.")
    press(lab, "Reset")


@pytest.mark.parametrize("number", ["00-two_vectors"])
def test_nothing_is_announced_when_a_lab_is_first_shown(lab, number):
    page = lab.page
    page.evaluate(RECORD)
    lab.evaluate(f"async lab => {{ await {RUN_AGAIN}(lab); }}")
    until(page, lambda: lab.locator("svg").count() > 0, "the lab is there again")
    lab = lab_named(page, number)
    assert announced(lab) == []
    press(lab, "opposite")
    assert announced(lab) == [sentence(lab)]


GUESS, CHECK = re.escape('guess("which bank stays nearer"'), re.escape('check("never"')


@pytest.mark.parametrize("number", ["02"])
def test_what_becomes_of_an_answer_is_announced_once(notebook):
    """A guess, its answer without a guess, a hint, a verdict; and nothing else that changes with them."""
    page = notebook.page
    forget_all(page)
    page.evaluate(RECORD)

    def silent(do):
        do()
        kernel_answers(page)
        return page.evaluate(ANNOUNCED) == []

    card = widget_of(page, GUESS)
    card.scroll_into_view_if_needed()
    more = card.locator("button.sa-show")
    (told,) = announced_by(page, more.click)
    assert told.startswith("The answer is “the one beside money”.")
    assert silent(more.click)
    (told,) = announced_by(page, card.locator("button.sa-option").nth(1).click)
    assert told.startswith("✗ You guessed “both move equally far”.")

    check = widget_of(page, CHECK)
    check.scroll_into_view_if_needed()
    hint = check.locator("button.sa-hint")
    for number in (1, 2):
        (told,) = announced_by(page, hint.click)
        assert told.startswith(f"Hint {number}.") and told.count("Hint ") == 1
    assert silent(lambda: check.evaluate(f"async check => {{ await {RUN_AGAIN}(check); }}"))
    forget_all(page)


@pytest.mark.parametrize("number", ["02"])
def test_a_verdict_is_announced_when_its_cell_has_run(notebook, desk):
    page = notebook.page
    page.evaluate(RECORD)
    (told,) = announced_by(page, lambda: answer(page, 'check("never"', "your_scores = [2.0, 0.0, 0.0]"))
    assert told.startswith("✗ Exercise never: not yet (score 0).")
    desk.close()  # it was typed into


# --- the same tests find what is wrong ------------------------------------------------------------


@pytest.mark.parametrize("number", ["00-two_vectors"])
def test_what_cannot_be_read_would_be_found(lab):
    bad = [
        Heard("button", ""), Heard("text", "null"), Heard("image", "a  b"), Heard("text", ":"),
        Heard("button", "5dc33b1e-9f40-4a52"), Heard("spinbutton", "x", value="0.35000000000000003"),
        Heard("status", "<b>bank</b>"),
    ]  # fmt: skip
    for one in bad:
        assert len(list(unreadable([one]))) >= 1, one
    assert list(unreadable([Heard("spinbutton", "money x", value="0.35"), Heard("text", "who asks")])) == []
    lab.page.evaluate(RECORD)
    lab.evaluate("lab => { const p = lab.querySelector('[class*=sa-said] p'); p.innerHTML = p.innerHTML; }")
    was = lab.page.evaluate(ANNOUNCED)
    press(lab, "opposite")
    settled(lab)
    lab.page.evaluate(ANNOUNCED)
    lab.evaluate("lab => { const p = lab.querySelector('[class*=sa-said] p'); p.innerHTML = p.innerHTML; }")
    assert len(was) <= 1 and lab.page.evaluate(ANNOUNCED) == [sentence(lab)], "the same once more is heard"
    press(lab, "Reset")
