"""What a learner sees: notebook 02 in JupyterLab, its lab moved with mouse and keyboard.

The tests read the picture on the screen, never the lab's state behind it.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from helpers.pictures import words
from helpers.tokens import tokenize
from tools.browser import shows_widget, slider, take, until

ROUNDING = 0.005  # of each number on the screen
SMALLEST = 14  # px, of a letter

# Cells of the table of weights, as they lie on the screen: {row: {column: number}}; and the row
# whose middle is the middle of the outline.
READ_WEIGHTS = r"""lab => {
    const svg = [...lab.querySelectorAll('svg')].find(s => s.querySelector('title').textContent === 'weights');
    const middle = element => {
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const texts = [...svg.querySelectorAll('text')].map(t => [t.textContent, ...middle(t)]);
    const numbers = texts.filter(([text]) => /^-?\d+\.\d\d$/.test(text));
    const left = Math.min(...numbers.map(([, x]) => x)), top = Math.min(...numbers.map(([, , y]) => y));
    const names = texts.filter(([text]) => !/^-?\d+\.\d\d$/.test(text) && !text.includes('(') || / \(\d\)$/.test(text));
    const columns = names.filter(([, x, y]) => x > left - 5 && y < top && y > top - 60);
    const rows = names.filter(([, x, y]) => x < left && y > top - 5);
    const nearest = (list, place, axis) => list.reduce(
        (best, one) => Math.abs(one[axis] - place) < Math.abs(best[axis] - place) ? one : best)[0];
    const table = Object.fromEntries(rows.map(([name]) => [name, {}]));
    for (const [text, x, y] of numbers) table[nearest(rows, y, 2)][nearest(columns, x, 1)] = Number(text);
    const outline = [...svg.querySelectorAll('rect')].find(r => r.style.fill === 'none');
    return {table, asking: outline ? nearest(rows, middle(outline)[1], 2) : null};
}"""


@pytest.fixture
def lab(notebooks) -> Locator:
    """The hero lab as it is at first."""
    lab = notebooks["02"].page.locator(".sa")
    lab.scroll_into_view_if_needed()
    press(lab, "Reset")
    until(lab.page, lambda: sentence(lab).startswith("bank now reads 47 %"), "Reset brings back the first sentence")
    return lab


def weights(lab: Locator) -> dict[str, dict[str, float]]:
    return lab.evaluate(READ_WEIGHTS)["table"]


def asking(lab: Locator) -> str:
    return lab.evaluate(READ_WEIGHTS)["asking"]


def sentence(lab: Locator) -> str:
    return lab.get_by_role("status").inner_text()


def press(lab: Locator, name: str) -> None:
    lab.get_by_role("button", name=name, exact=True).click()


def complaint(lab: Locator) -> str:
    """What the lab says if it cannot draw; else empty."""
    return " ".join(lab.get_by_role("alert").all_inner_texts()).strip()


def assert_rows_sum_to_one(table: dict[str, dict[str, float]]) -> None:
    for row, cells in table.items():
        assert sum(cells.values()) == pytest.approx(1, abs=ROUNDING * len(cells) + 1e-9), row


# --- the notebook ---------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["01", "02"])
def test_every_cell_runs_and_none_complains(notebooks, number):
    for cell in notebooks[number].cells:
        if cell["source"].strip():
            assert cell["count"], f"this cell did not run: {cell['source']}"
        for output in cell["outputs"]:
            assert output["output_type"] != "error", cell["source"]
            assert output.get("name") != "stderr", output["text"]


@pytest.mark.parametrize(("number", "labs"), [("01", 2), ("02", 1)])
def test_every_lab_is_alive(notebooks, number, labs):
    notebook = notebooks[number]
    assert sum(map(shows_widget, notebook.cells)) == labs
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
    assert_rows_sum_to_one(before)
    mouse = lab.page.mouse
    x, y = take(slider(lab, "bank x"))
    mouse.move(x - 25, y, steps=5)
    until(lab.page, lambda: weights(lab) != before, "the weights change while the mouse is held")
    mouse.move(x - 60, y, steps=5)
    mouse.up()
    until(lab.page, lambda: weights(lab)["bank"]["money"] < 0.25, "the last place of the mouse counts")
    after = weights(lab)
    assert after["bank"]["grows"] > before["bank"]["grows"]  # bank has turned away from money
    assert_rows_sum_to_one(after)
    # bank moved, so every row changes; and the numbers and the sentence are of the same moment.
    assert all(after[row] != before[row] for row in before)
    first, share, name = re.match(r"(\w+) now reads (\d+) % (\w+)", sentence(lab)).groups()
    assert after[first][name] == pytest.approx(int(share) / 100, abs=2 * ROUNDING)


def test_an_arrow_key_changes_the_weights(lab):
    before, handle = weights(lab), slider(lab, "bank x")
    value = float(handle.get_attribute("aria-valuenow"))
    handle.focus()
    lab.page.keyboard.press("ArrowRight")
    until(lab.page, lambda: weights(lab) != before, "ArrowRight changes the weights")
    assert float(handle.get_attribute("aria-valuenow")) == pytest.approx(value + 0.05)
    assert weights(lab)["bank"]["bank"] > before["bank"]["bank"]  # a longer bank reads itself more
    assert_rows_sum_to_one(weights(lab))
    lab.page.keyboard.press("ArrowLeft")
    until(lab.page, lambda: weights(lab) == before, "ArrowLeft brings the weights back")


def test_an_arrow_key_chooses_who_asks(lab):
    numbers = weights(lab)
    assert asking(lab) == "bank"
    who = lab.locator('.widget-radio:has(.widget-label:text-is("who asks"))')
    who.get_by_role("radio", name="bank").focus()
    lab.page.keyboard.press("ArrowDown")
    until(lab.page, lambda: asking(lab) == "grows", "the outline moves to the next row")
    until(lab.page, lambda: sentence(lab).startswith("grows now reads"), "the sentence is about the next word")
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
    assert float(slider(lab, "temperature").get_attribute("aria-valuenow")) == 1


HARD = ['" onmouseover="x', "<!-- bank", "किसान bank", "<img src=x onerror=alert(1)> bank", "bank bank", "   "]


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
        assert complaint(lab).count("\n") == 0 and "went wrong" not in complaint(lab)
        assert not text.strip() or "bank" not in tokenize(text)  # it could have drawn this one
    else:
        labels = [str(word) for word in words(tokenize(text))]
        table = weights(lab)
        assert list(table) == labels
        for row, cells in table.items():
            assert list(cells) == labels
            total = sum(cells.values())
            assert total == 0 or total == pytest.approx(1, abs=ROUNDING * len(cells) + 1e-9), row
        assert sum(sum(cells.values()) for cells in table.values()) > 0
        assert any(sentence(lab).startswith(label) for label in labels)
    # What was typed is text, nowhere a part of the page's own code.
    assert lab.locator("[onmouseover], [onerror]").count() == 0
    assert {tag: lab.locator(tag).count() for tag in elements} == elements

    press(lab, "Reset")
    until(lab.page, lambda: sentence(lab).startswith("bank now reads 47 %"), "Reset leads out of it")
    assert complaint(lab) == ""
    expect(box).to_be_hidden()


# --- room for all of it ---------------------------------------------------------------------------

LOOK = r"""lab => {
    const found = [], near = 1;
    const page = lab.closest('.jp-WindowedPanel-outer, .jp-NotebookPanel-notebook').getBoundingClientRect();
    const sticks_out = (inner, outer) => Math.max(outer.left - inner.left, inner.right - outer.right,
        outer.top - inner.top, inner.bottom - outer.bottom);
    const shown = element => element.getClientRects().length > 0;
    for (const svg of lab.querySelectorAll('svg')) {
        const name = svg.querySelector('title').textContent, box = svg.getBoundingClientRect();
        if (box.left < page.left - near || box.right > page.right + near)
            found.push(`the picture "${name}" is wider than the notebook`);
        for (const text of svg.querySelectorAll('text')) {
            const said = `"${text.textContent}" in "${name}"`;
            const out = sticks_out(text.getBoundingClientRect(), box);
            if (out > near) found.push(`${said} is clipped by ${out.toFixed(1)} px`);
            const scale = text.getScreenCTM(), size = parseFloat(getComputedStyle(text).fontSize);
            const seen = size * Math.hypot(scale.a, scale.b);
            if (seen < SMALLEST - 0.01) found.push(`${said} is ${seen.toFixed(1)} px high`);
        }
    }
    for (const slider of [...lab.querySelectorAll('.widget-slider')].filter(shown)) {
        for (const kind of ['.widget-label', '.widget-readout']) {
            const part = slider.querySelector(kind), said = `"${part?.textContent}" (${kind})`;
            const box = part.getBoundingClientRect();
            if (!shown(part) || !part.textContent.trim() || box.width < 5) found.push(`${said} is not to be seen`);
            if (part.scrollWidth > part.clientWidth + near) found.push(`${said} has no room`);
            if (box.left < page.left - near || box.right > page.right + near) found.push(`${said} is off the page`);
        }
    }
    for (const button of [...lab.querySelectorAll('button')].filter(shown))
        if (button.scrollWidth > button.clientWidth + near || button.getBoundingClientRect().right > page.right + near)
            found.push(`the button "${button.textContent}" has no room`);
    for (const area of [lab, lab.closest('.jp-OutputArea-output')])
        if (area.scrollWidth > area.clientWidth + near) found.push(`${area.className} has to be scrolled sideways`);
    return found;
}""".replace("SMALLEST", str(SMALLEST))


def at_width(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    column = page.locator(".jp-NotebookPanel:visible .jp-Cell").first
    sizes: list[float] = []

    def steady() -> bool:
        sizes.append(column.bounding_box()["width"])
        return len(sizes) > 5 and len(set(sizes[-5:])) == 1

    until(page, steady, "the notebook has its new width")


@pytest.mark.parametrize("width", [1280, 800])
@pytest.mark.parametrize("number", ["01", "02"])
def test_nothing_is_clipped_or_too_small(notebooks, number, width):
    page = notebooks[number].page
    at_width(page, width)
    found = []
    try:
        for lab in page.locator(".sa").all():
            lab.scroll_into_view_if_needed()
            press(lab, "Reset")
            page.wait_for_timeout(300)
            found += lab.evaluate(LOOK)
    finally:
        at_width(page, 1280)
    assert found == []
