"""What a learner does in a lab with mouse and keyboard, and what is then to be seen on the screen.

Nothing here asks for the state behind a lab. Texts are read as `textContent`: JupyterLab leaves out what
lies far from the middle of the page, and then their `innerText` is empty.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tools import browser as tool
from tools.browser import slider, until, whole_slider
from tools.course import code, notebooks

ROUNDING = 0.005  # of each number on the screen
SMALLEST = 14  # px, of a letter

# --- which notebooks and labs there are -----------------------------------------------------------

NOTEBOOKS = {f"{notebook.number:02d}": notebook for notebook in notebooks()}


def makers(sources: Iterable[str]) -> list[str]:
    """The labs that cells make, in order: `roles` for roles_lab()."""
    return [name for source in sources for name in re.findall(r"(?<!def )\b(\w+)_lab\(", source)]


def labs_of(number: str) -> list[str]:
    """Each kind of lab in a notebook, in order, such as 03-roles."""
    found = makers(cell.source for cell in code(NOTEBOOKS[number].read()))
    return [f"{number}-{name}" for name in dict.fromkeys(found)]


# --- hands ----------------------------------------------------------------------------------------


def press(lab: Locator, name: str) -> None:
    lab.get_by_role("button", name=name, exact=True).click()


def buttons(lab: Locator) -> list[str]:
    """The presets. Reset is not one, nor is what a lab has of its own, such as Train."""
    return lab.locator("button.sa-preset").all_text_contents()


def choose(lab: Locator, label: str, option: str) -> None:
    """Bring a slider over words to an option, with the arrow keys alone."""
    handle = slider(lab, label)
    handle.press("Home")
    for _ in range(20):
        if readout(lab, label) == option:
            return
        handle.press("ArrowRight")
        settled(lab)
    raise AssertionError(f"The slider {label!r} has no {option!r}.")


def tick(lab: Locator, label: str) -> None:
    """Press the space bar on a box to tick."""
    lab.get_by_role("checkbox", name=label, exact=True).press("Space")


def type_into(box: Locator, text: str) -> None:
    """Replace what stands in a line of text, and press Enter."""
    box.click()
    box.page.keyboard.press("ControlOrMeta+a")
    box.page.keyboard.insert_text(text)
    box.press("Enter")


def sliders(lab: Locator) -> Iterator[Locator]:
    """Each slider that is to be seen when its turn comes: one slider may show or hide others."""
    found = lab.locator(".widget-slider")
    yield from (found.nth(i) for i in range(found.count()) if found.nth(i).is_visible())


def handle_of(one: Locator) -> Locator:
    return one.locator(".noUi-handle")


def label_of(one: Locator) -> str:
    return one.locator(".widget-label").inner_text()


def readout_of(one: Locator) -> Locator:
    return one.locator(".widget-readout")


def number_slider(lab: Locator) -> Locator:
    """The first slider over numbers with decimals."""
    for one in sliders(lab):
        if re.fullmatch(r"-?\d+\.\d\d", readout_of(one).inner_text()):
            return one
    raise AssertionError("This lab has no slider over numbers.")


def inward(one: Locator) -> int:
    """Which way from a slider's handle is its middle: 1 right, -1 left."""
    handle, rail = handle_of(one).bounding_box(), one.locator(".noUi-target").bounding_box()
    assert handle is not None and rail is not None
    return 1 if handle["x"] + handle["width"] / 2 < rail["x"] + rail["width"] / 2 else -1


def at_width(page: Page, width: int, files: bool = True) -> None:
    """Give the window this width, with or without the list of files at the left."""
    page.set_viewport_size({"width": width, "height": 900})
    left = page.locator("#jp-left-stack")
    if left.is_visible() != files:
        page.evaluate("jupyterapp.commands.execute('application:toggle-left-area')")
        until(page, lambda: left.is_visible() == files, "the list of files comes or goes")
    cell = page.locator(".jp-NotebookPanel:visible .jp-Cell").first
    widths: list[float] = []

    def steady() -> bool:
        tool.within(page, "new Promise(requestAnimationFrame)")  # JupyterLab lays out frame by frame
        widths.append(cell.bounding_box()["width"])
        return len(widths) > 5 and len(set(widths[-5:])) == 1

    until(page, steady, "the notebook has its new width")


# --- eyes -----------------------------------------------------------------------------------------


def settled(lab: Locator) -> str:
    """The picture when all is drawn that was asked for: nothing is still on its way.

    The kernel answers in order. When it has answered us, it has answered each move before; only a move
    that the page has held back could still come, and that would change the picture once more.
    """
    seen, before = None, ""
    while seen != before:
        tool.kernel_answers(lab.page)
        seen, before = picture(lab), seen
    return before


def picture(lab: Locator) -> str:
    """All that is drawn, and the sentence above it."""
    drawn = lab.evaluate("lab => [...lab.querySelectorAll('svg')].map(svg => svg.outerHTML).join('\\n')")
    return f"{drawn}\n{sentence(lab)}"


def numbers(lab: Locator, title: str = "") -> list[str]:
    """Every text with a digit, as it is written in the pictures whose title begins so."""
    return [text for text in texts(lab, title) if re.search(r"\d", text)]


def texts(lab: Locator, title: str = "") -> list[str]:
    """All texts in the pictures whose title begins so. (A title itself is a text of its picture.)"""
    return lab.evaluate(
        """(lab, title) => [...lab.querySelectorAll('svg')]
            .filter(svg => svg.querySelector('title').textContent.startsWith(title))
            .flatMap(svg => [...svg.querySelectorAll('text')].map(text => text.textContent))""",
        title,
    )


# The picture's table of weights, by where its texts lie on the screen: the name above each column, the
# numbers beside the name of each row, and the name beside the outline.
READ_TABLE = r"""(lab, title) => {
    const titled = svg => svg.querySelector('title').textContent.startsWith(title);
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


def table(lab: Locator, title: str = "weights") -> dict[str, Any]:
    """The columns, the rows and who asks, of the table of weights whose title begins so."""
    return lab.evaluate(READ_TABLE, title)


def weights(lab: Locator, title: str = "weights") -> dict[str, dict[str, float]]:
    """{row: {column: number}}"""
    seen = table(lab, title)
    return {row: dict(zip(seen["columns"], numbers, strict=True)) for row, numbers in seen["rows"]}


def asking(lab: Locator, title: str = "weights") -> str:
    """The word whose row is outlined."""
    return table(lab, title)["asking"]


def sentence(lab: Locator) -> str:
    return lab.get_by_role("status").text_content() or ""


def readout(lab: Locator, label: str) -> str:
    return readout_of(whole_slider(lab, label)).inner_text()


def complaint(lab: Locator) -> str:
    """What the lab says if it cannot draw; else empty."""
    return " ".join(lab.get_by_role("alert").all_text_contents()).strip()


def is_one(numbers: Iterable[float]) -> bool:
    """Do numbers on the screen add up to 1, as well as rounded numbers can?"""
    numbers = list(numbers)
    return sum(numbers) == pytest.approx(1, abs=ROUNDING * len(numbers) + 1e-9)


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
    const named = 'button, .widget-radio-box label, .widget-checkbox label, .widget-text .widget-label';
    for (const one of [...lab.querySelectorAll(named)].filter(shown))
        if (tooFull(one) || cut(one)) found.push(`"${one.textContent}" is clipped`);
    for (const area of [lab, lab.closest('.jp-OutputArea-output')])
        if (tooFull(area)) found.push(`"${area.className}" has to be scrolled sideways`);
    return found;
}""".replace("SMALLEST", str(SMALLEST))


def wrong(lab: Locator, roomy: bool = True, when: str = "") -> list[str]:
    """What is wrong with a lab at this moment: it complains, or something is clipped or too small."""
    found = [*filter(None, [complaint(lab)]), *lab.evaluate(LOOK, roomy)]
    return [f"{when}: {one}" if when else one for one in found]
