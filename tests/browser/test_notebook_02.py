"""What a learner sees: notebook 02 in JupyterLab, its lab moved with mouse and keyboard.

The tests read the picture on the screen, never the lab's state behind it.
"""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from helpers.embeddings import load_vectors
from helpers.pictures import words
from helpers.tokens import tokenize
from tools.browser import shows_widget, slider, take, until

FIRST = "bank now reads 47 %"  # how the lab's first sentence begins
ROUNDING = 0.005  # of each number on the screen
SMALLEST = 14  # px, of a letter

# The picture's table of weights, by where its texts lie on the screen: the name above each column, the
# numbers beside the name of each row, and the name beside the outline.
READ_TABLE = r"""lab => {
    const titled = svg => svg.querySelector('title').textContent === 'weights';
    const svg = [...lab.querySelectorAll('svg')].find(titled);
    const place = shape => {
        const box = shape.getBoundingClientRect();
        return {x: box.x + box.width / 2, y: box.y + box.height / 2, bottom: box.bottom};
    };
    const texts = [...svg.querySelectorAll('text')].map(text => ({
        said: text.textContent, upright: Math.abs(text.getScreenCTM().b) > 0.01, ...place(text)}));
    texts.sort((a, b) => a.x - b.x);
    const isNumber = text => /^\d\.\d\d$/.test(text.said);
    const beside = (y, list) => list.filter(one => Math.abs(one.y - y) < 5);
    const numbers = texts.filter(isNumber), names = texts.filter(text => !isNumber(text));
    const rows = names.filter(name => !name.upright && beside(name.y, numbers).length);
    rows.sort((a, b) => a.y - b.y);
    const first = beside(rows[0].y, numbers), high = names.filter(name => name.bottom < first[0].y);
    const above = number => high.filter(name => Math.abs(name.x - number.x) < 8)
        .reduce((low, name) => name.bottom > low.bottom ? name : low, {said: null, bottom: 0});
    const outline = [...svg.querySelectorAll('rect')].find(rect => rect.style.fill === 'none');
    return {
        columns: first.map(number => above(number).said),
        rows: rows.map(row => [row.said, beside(row.y, numbers).map(number => Number(number.said))]),
        asking: outline ? beside(place(outline).y, rows)[0].said : null,
    };
}"""


@pytest.fixture
def lab(notebooks) -> Locator:
    """The first lab of notebook 02, as it is at first."""
    lab = notebooks["02"].page.locator(".sa").first
    lab.scroll_into_view_if_needed()
    press(lab, "Reset")
    until(lab.page, lambda: sentence(lab).startswith(FIRST), "Reset brings back the first sentence")
    return lab


def table(lab: Locator) -> dict[str, Any]:
    return lab.evaluate(READ_TABLE)


def weights(lab: Locator) -> dict[str, dict[str, float]]:
    """{row: {column: number}}"""
    seen = table(lab)
    return {row: dict(zip(seen["columns"], numbers, strict=True)) for row, numbers in seen["rows"]}


def asking(lab: Locator) -> str:
    """The word whose row is outlined."""
    return table(lab)["asking"]


def sentence(lab: Locator) -> str:
    return lab.get_by_role("status").inner_text()


def settled(lab: Locator) -> dict[str, dict[str, float]]:
    """The weights once neither they nor the sentence change any more: the last move may be on its way."""
    seen, before = (weights(lab), sentence(lab)), None
    while seen != before:
        lab.page.wait_for_timeout(300)
        seen, before = (weights(lab), sentence(lab)), seen
    return seen[0]


def readout(lab: Locator, label: str) -> str:
    return lab.locator(f'.widget-slider:has(.widget-label:text-is("{label}")) .widget-readout').inner_text()


def press(lab: Locator, name: str) -> None:
    lab.get_by_role("button", name=name, exact=True).click()


def complaint(lab: Locator) -> str:
    """What the lab says if it cannot draw; else empty."""
    return " ".join(lab.get_by_role("alert").all_inner_texts()).strip()


def is_one(numbers: Iterable[float]) -> bool:
    """Do numbers on the screen add up to 1, as well as rounded numbers can?"""
    numbers = list(numbers)
    return sum(numbers) == pytest.approx(1, abs=ROUNDING * len(numbers) + 1e-9)


# --- the notebook ---------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["01", "02"])
def test_every_cell_runs_and_none_complains(notebooks, number):
    for cell in notebooks[number].cells:
        if cell["source"].strip():
            assert cell["count"], f"this cell did not run: {cell['source']}"
        for output in cell["outputs"]:
            assert output["output_type"] != "error", cell["source"]
            assert output.get("name") != "stderr", output["text"]


@pytest.mark.parametrize("number", ["01", "02"])
def test_every_lab_is_alive(notebooks, number):
    notebook = notebooks[number]
    labs = sum("_lab(" in cell["source"] for cell in notebook.cells)
    assert labs and labs == sum(map(shows_widget, notebook.cells))
    areas = notebook.page.locator(".jp-Cell:visible .jp-OutputArea-output:has(.jupyter-widgets)")
    expect(areas).to_have_count(labs)
    for area in areas.all():
        expect(area.locator(".sa")).to_have_count(1)
        assert area.locator("svg").count() >= 2 and area.locator("button").count() >= 2
        # Not the picture for readers without a kernel, nor "Error displaying widget: model not found".
        assert area.locator("img").count() == 0
        expect(area).not_to_contain_text("rror")


# --- the lab under a hand -------------------------------------------------------------------------


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
    after = settled(lab)
    assert all(is_one(row.values()) for row in after.values())
    # bank moved, so every row changes; and the numbers and the sentence are of the same moment.
    assert all(after[row] != before[row] for row in before)
    first, share, name = re.match(r"(\w+) now reads (\d+) % (\w+)", sentence(lab)).groups()
    assert after[first][name] == pytest.approx(int(share) / 100, abs=2 * ROUNDING)


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


def test_an_arrow_key_chooses_who_asks(lab):
    numbers = weights(lab)
    assert asking(lab) == "bank"
    choice = lab.locator('div:has(> .widget-label:text-is("who asks"))')
    choice.locator("input:checked, select, [role=slider]").first.focus()
    lab.page.keyboard.press("ArrowDown")
    until(lab.page, lambda: asking(lab) != "bank", "an arrow key moves the outline", seconds=3)
    who = asking(lab)
    until(lab.page, lambda: sentence(lab).startswith(f"{who} now reads"), "the sentence is about this word")
    assert weights(lab) == numbers  # who asks is a question of looking, not of calculating


def test_reset_restores_the_first_numbers(lab):
    first, said = weights(lab), sentence(lab)
    press(lab, "right angles")
    until(lab.page, lambda: weights(lab) != first, "the preset changes the weights")
    slider(lab, "temperature").focus()
    lab.page.keyboard.press("Home")
    until(lab.page, lambda: weights(lab)["bank"]["bank"] == 1, "the lowest temperature leaves one word")
    press(lab, "Reset")
    until(lab.page, lambda: weights(lab) == first, "Reset brings back the first weights")
    until(lab.page, lambda: sentence(lab) == said, "Reset brings back the first sentence")
    assert readout(lab, "temperature") == "1.00"


HARD = [
    '" onmouseover="x',
    "<!-- bank",
    "किसान bank",
    "<img src=x onerror=y> bank",
    "<svg><img>",  # no vector for any of it: the lab repeats what was typed
    "bank bank",
    "   ",
]


@pytest.mark.parametrize("text", HARD)
def test_a_typed_sentence_gives_a_picture_or_one_sentence(lab, text):
    press(lab, "your sentence")
    box = lab.get_by_placeholder("type a sentence")
    expect(box).to_be_visible()
    expect(slider(lab, "bank x")).to_be_hidden()
    until(lab.page, lambda: "Nearest word" in sentence(lab), "the preset has drawn the first sentence")
    said = sentence(lab)
    elements = {tag: lab.locator(tag).count() for tag in ("script", "img", "svg", "[role=status]")}

    box.click()
    lab.page.keyboard.press("ControlOrMeta+a")
    lab.page.keyboard.insert_text(text)
    box.press("Enter")
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
    until(lab.page, lambda: sentence(lab).startswith(FIRST), "Reset leads out of it")
    assert complaint(lab) == ""
    expect(box).to_be_hidden()


# --- room for all of it ---------------------------------------------------------------------------

# What is wrong with how a lab looks. `roomy`: on a wide page no picture may need scrolling either.
LOOK = r"""(lab, roomy) => {
    const found = [], near = 1;
    const box = element => element.getBoundingClientRect();
    const page = lab.closest('.jp-WindowedPanel-outer, .jp-NotebookPanel-notebook');
    const shown = element => element.getClientRects().length > 0;
    // Does anything around it, up to the page, cut off its left or right?
    const cut = element => {
        let its = box(element);
        for (let around = element.parentElement; around; around = around.parentElement) {
            const frame = box(around), hides = getComputedStyle(around).overflowX;
            const out = its.left < frame.left - near || its.right > frame.right + near;
            const scrolls = !roomy && lab.contains(around) && ['auto', 'scroll'].includes(hides);
            if (out && scrolls) its = frame;  // all of it can be reached: go on with what is seen at once
            else if (out && (around === page || hides !== 'visible')) return true;
            if (around === page) return false;
        }
    };
    const tooFull = element => element.scrollWidth > element.clientWidth + near;
    for (const svg of lab.querySelectorAll('svg')) {
        const name = svg.querySelector('title').textContent, frame = box(svg);
        if (cut(svg)) found.push(`the picture "${name}" is clipped`);
        const texts = [...svg.querySelectorAll('text')];
        for (const text of texts) {
            const its = box(text);
            const out = Math.max(frame.left - its.left, its.right - frame.right,
                                 frame.top - its.top, its.bottom - frame.bottom);
            if (out > near) found.push(`"${text.textContent}" in "${name}": ${out.toFixed(1)} px clipped`);
        }
        const size = text => {
            const scale = text.getScreenCTM();
            return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(scale.a, scale.b);
        };
        const smallest = Math.min(...texts.map(size));
        if (smallest < SMALLEST - 0.01)
            found.push(`the smallest text in "${name}" has ${smallest.toFixed(1)} px, not SMALLEST`);
    }
    for (const slider of [...lab.querySelectorAll('.widget-slider')].filter(shown)) {
        const part = kind => slider.querySelector(kind), name = part('.widget-label').textContent;
        for (const [what, text] of [['label', part('.widget-label')], ['number', part('.widget-readout')]])
            if (!shown(text) || !text.textContent.trim() || tooFull(text) || cut(text))
                found.push(`the ${what} of the slider "${name}" is clipped: "${text.textContent}"`);
        if (box(part('.noUi-target')).width < 60) found.push(`the slider "${name}" has no length`);
    }
    for (const one of [...lab.querySelectorAll('button, .widget-radio-box label')].filter(shown))
        if (tooFull(one) || cut(one)) found.push(`"${one.textContent}" is clipped`);
    for (const area of [lab, lab.closest('.jp-OutputArea-output')])
        if (tooFull(area)) found.push(`"${area.className}" has to be scrolled sideways`);
    return found;
}""".replace("SMALLEST", str(SMALLEST))


def at_width(page: Page, width: int, files: bool = True) -> None:
    """Give the window this width, with or without the list of files at the left."""
    page.set_viewport_size({"width": width, "height": 900})
    if page.locator("#jp-left-stack").is_visible() != files:
        page.evaluate("jupyterapp.commands.execute('application:toggle-left-area')")
    cell = page.locator(".jp-NotebookPanel:visible .jp-Cell").first
    widths: list[float] = []

    def steady() -> bool:
        widths.append(cell.bounding_box()["width"])
        return len(widths) > 5 and len(set(widths[-5:])) == 1

    until(page, steady, "the notebook has its new width")


# JupyterLab opens with the list of files, which takes its part of the width.
@pytest.mark.parametrize(("width", "files"), [(1280, True), (800, True), (800, False)])
@pytest.mark.parametrize("number", ["01", "02"])
def test_nothing_is_clipped_or_too_small(notebooks, number, width, files):
    page = notebooks[number].page
    at_width(page, width, files)
    found = []
    try:
        for lab in page.locator(".sa").all():
            lab.scroll_into_view_if_needed()
            press(lab, "Reset")
            page.wait_for_timeout(300)
            found += lab.evaluate(LOOK, width >= 1280)
    finally:
        at_width(page, 1280)
    assert not found, "\n".join(found)
