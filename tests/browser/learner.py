"""What a learner does in a lab with mouse and keyboard, and what is then to be seen on the screen.

Nothing here asks for the state behind a lab. Texts are read as `textContent`: JupyterLab leaves out what
lies far from the middle of the page, and then their `innerText` is empty.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tools import browser as tool
from tools.browser import slider, until, whole_slider
from tools.course import code, notebooks

ROUNDING = 0.005  # of each number on the screen
SMALLEST = 14  # px, of a letter
SENTENCE = "[class*=sa-said]"  # what a lab says above its picture
TRACK = 160  # px, the least of a slider: three px for each step of the longest ones

# --- which notebooks and labs there are -----------------------------------------------------------

NOTEBOOKS = {f"{notebook.number:02d}": notebook for notebook in notebooks()}


def makers(sources: Iterable[str]) -> list[str]:
    """The labs that cells make, in order: `roles` for roles_lab()."""
    return [name for source in sources for name in re.findall(r"(?<!def )\b(\w+)_lab\(", source)]


def labs_of(number: str) -> list[str]:
    """Each lab in a notebook, in order, such as 03-roles; the second of its kind is 02-contextual_2."""
    found = makers(cell.source for cell in code(NOTEBOOKS[number].read()))
    earlier = [found[:place].count(name) for place, name in enumerate(found)]
    return [f"{number}-{name}{f'_{n + 1}' if n else ''}" for name, n in zip(found, earlier, strict=True)]


def kind_of(lab: str) -> str:
    """What makes a lab: `roles` for 03-roles, `contextual` for 02-contextual_2."""
    return re.sub(r"_\d+$", "", lab[3:])


def lab_named(page: Page, lab: str) -> Locator:
    """A lab of the open notebook, as `labs_of` calls it."""
    later = re.search(r"_(\d+)$", lab)
    return tool.lab_of(page, kind_of(lab), int(later[1]) - 1 if later else 0)


# --- hands ----------------------------------------------------------------------------------------


def press(lab: Locator, name: str) -> None:
    lab.get_by_role("button", name=name, exact=True).click()


HINTS = 4  # three, and the solution; the next press hides them


def press_all(card: Locator, hints: int) -> None:
    """Press every option and what shows an answer, and so often for a hint.

    Not with the mouse: that would take a minute for all notebooks.
    """
    card.evaluate(
        """(card, hints) => {
            const press = button => button.click(), all = css => [...card.querySelectorAll(css)];
            all('button.sa-option, button.sa-show').forEach(press);
            for (let time = 0; time < hints; time++) all('button.sa-hint').forEach(press);
        }""",
        hints,
    )


def forget_all(page: Page) -> None:
    """Nothing has been done yet: no guess, no exercise, no hint."""
    tool.kernel_answers(page, "from helpers import exercises as e; e.PROGRESS.forget(e.PROGRESS.notes())")


def buttons(lab: Locator) -> list[str]:
    """The presets. Reset is not one, nor is what a lab has of its own, such as Train."""
    return lab.locator("button.sa-preset").all_text_contents()


def choice(lab: Locator, label: str) -> Locator:
    """A row of buttons, by its label."""
    return lab.locator(f'.sa-choice:has(> .widget-label:text-is("{label}"))')


def choose(lab: Locator, label: str, option: str) -> None:
    """Press the button of an option."""
    button = choice(lab, label).get_by_role("button", name=option, exact=True)
    button.click()
    until(lab.page, lambda: chosen(lab, label) == option, f"{option!r} is chosen")
    settled(lab)


def slide(lab: Locator, label: str, option: str) -> None:
    """Bring a slider over options to one of them, with the arrow keys alone."""
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


@contextmanager
def typing(lab: Locator, wanted: bool = True) -> Iterator[None]:
    """Meanwhile named fields stand in the place of the sliders, if `wanted` and if the lab has sliders."""
    ways = lab.get_by_role("button", name="Type numbers", exact=True)
    wanted = wanted and ways.count() > 0
    if wanted:
        press(lab, "Type numbers")
        settled(lab)
    yield
    if wanted:
        press(lab, "Use sliders")
        settled(lab)


def type_into(box: Locator, text: str) -> None:
    """Replace what stands in a line of text, and press Enter."""
    box.click()
    box.page.keyboard.press("ControlOrMeta+a")
    box.page.keyboard.insert_text(text)
    box.press("Enter")


def shown(lab: Locator, css: str) -> list[Locator]:
    """All of a kind that are to be seen now."""
    found = lab.locator(css)
    return [found.nth(i) for i in range(found.count()) if found.nth(i).is_visible()]


def sliders(lab: Locator) -> Iterator[Locator]:
    """Each slider that is to be seen when its turn comes: one slider may show or hide others."""
    found = lab.locator(".widget-slider")
    yield from (found.nth(i) for i in range(found.count()) if found.nth(i).is_visible())


def every_slider(lab: Locator) -> Iterator[Locator]:
    """Each slider of a lab, also one that is to be seen only after a preset, a choice, a tick or Train."""
    found = lab.locator(".widget-slider")
    for one in map(found.nth, range(found.count())):
        reveal(lab, one)
        yield one


def reveal(lab: Locator, one: Locator) -> None:
    """Bring a lab to where a slider is to be seen: press one thing after another, until it is."""
    if one.is_visible():
        return
    press(lab, "Reset")  # with what was done to other sliders there may be nothing to train
    ways = lab.locator("button.sa-preset, button.sa-pick, input[type=checkbox], button.mod-success").all()
    for way in reversed(ways):
        if not one.is_visible() and way.is_visible():
            way.click()
            tool.kernel_answers(lab.page)
            until(lab.page, lambda: not shown(lab, "button:text-is('Stop'):enabled"), "the training ends")
    assert one.is_visible(), f"nothing brings out the slider {one.text_content()!r}"
    settled(lab)


def handle_of(one: Locator) -> Locator:
    return one.locator(".noUi-handle")


def label_of(one: Locator) -> str:
    return one.locator(".widget-label").inner_text()


def readout_of(one: Locator) -> Locator:
    return one.locator(".widget-readout")


def number_slider(lab: Locator) -> Locator:
    """The first slider over numbers with decimals; if there is none, the first slider."""
    found = list(sliders(lab))
    assert found, "this lab has no slider"
    decimals = [one for one in found if re.fullmatch(r"-?\d+\.\d\d", readout_of(one).inner_text())]
    return (decimals or found)[0]


def inward(one: Locator) -> int:
    """Which way from a slider's handle is its middle: 1 right, -1 left."""
    handle, rail = handle_of(one).bounding_box(), one.locator(".noUi-target").bounding_box()
    assert handle is not None and rail is not None
    return 1 if handle["x"] + handle["width"] / 2 < rail["x"] + rail["width"] / 2 else -1


def at_width(page: Page, width: int, files: bool = True, height: int = 900) -> None:
    """Give the window this width (and height), with or without the list of files at the left."""
    page.set_viewport_size({"width": width, "height": height})
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
    return lab.evaluate(
        """lab => [...lab.querySelectorAll('svg')].map(svg => svg.outerHTML)
            .concat(lab.querySelector('[class*=sa-said]')?.textContent).join('\\n')"""
    )


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


# A table in a picture, by where its texts lie on the screen: a text inside a box is a number in its cell, the
# name of a row stands beside its cells, that of a column above the first of them. The cell of a weight is
# coloured, and a title is larger than other texts.
READ_TABLE = r"""(lab, title) => {
    const titled = svg => svg.querySelector('title').textContent.startsWith(title);
    const svg = [...lab.querySelectorAll('svg')].find(titled);
    if (!svg) return null;
    const place = shape => {
        const box = shape.getBoundingClientRect();
        return {x: box.x + box.width / 2, y: box.y + box.height / 2, bottom: box.bottom};
    };
    const rects = [...svg.querySelectorAll('rect')].map(rect => ({
        box: rect.getBoundingClientRect(), coloured: rect.style.fill !== 'none',
        outlines: rect.getAttribute('stroke-width') > 1, ...place(rect)}));
    const cells = rects.filter(rect => !rect.outlines), outline = rects.find(rect => rect.outlines);
    const within = (text, {box}) => text.x > box.left && text.x < box.right
        && text.y > box.top && text.y < box.bottom;
    const texts = [...svg.querySelectorAll('text')].map(text => {
        const its = {said: text.textContent, upright: Math.abs(text.getScreenCTM().b) > 0.01, ...place(text)};
        const large = text.getAttribute('font-size') > 15;
        return {...its, large, cell: cells.find(cell => within(its, cell))};
    }).sort((a, b) => a.x - b.x);
    const numbers = texts.filter(text => text.cell), names = texts.filter(text => !text.cell && !text.large);
    const beside = (y, list) => list.filter(one => Math.abs(one.y - y) < 5);
    const rows = names.filter(name => !name.upright && beside(name.y, numbers).length);
    rows.sort((a, b) => a.y - b.y);
    const first = rows.length ? beside(rows[0].y, numbers) : [];
    const high = names.filter(name => first.length && name.bottom < first[0].y);
    const above = number => high.filter(name => Math.abs(name.x - number.x) < 8)
        .reduce((low, name) => name.bottom > low.bottom ? name : low, {said: null, bottom: 0});
    return {
        columns: first.map(number => above(number).said),
        rows: rows.map(row => {
            const found = beside(row.y, numbers);
            return [row.said, found.map(number => number.said), found.every(number => number.cell.coloured)];
        }),
        asking: outline ? beside(outline.y, rows)[0].said : null,
    };
}"""


def table(lab: Locator, title: str = "weights", coloured: bool = True) -> dict[str, Any]:
    """The columns, the rows and who asks, of the table whose title begins so.

    `coloured`: the rows of weights, else the others, such as scores. Each row is a name and its numbers.
    """
    seen = lab.evaluate(READ_TABLE, title)
    assert seen is not None, f"no picture's title begins with {title!r}"
    rows = [
        [name, list(map(float, said))] for name, said, is_coloured in seen["rows"] if is_coloured == coloured
    ]
    return {"columns": seen["columns"], "rows": rows, "asking": seen["asking"]}


def weights(lab: Locator, title: str = "weights") -> dict[str, dict[str, float]]:
    """{row: {column: number}}"""
    seen = table(lab, title)
    return {row: dict(zip(seen["columns"], numbers, strict=True)) for row, numbers in seen["rows"]}


def in_rows(lab: Locator, title: str) -> dict[str, list[float]]:
    """{row: numbers} of a table, or part of one, whose cells have no colour."""
    return dict(table(lab, title, coloured=False)["rows"])


def asking(lab: Locator, title: str = "weights") -> str:
    """The word whose row is outlined."""
    return table(lab, title)["asking"]


# A sentence with lines between its words: beside each word that is read its number, and how thick all lines
# are. The word that asks is the one beside the outline.
READ_LINKS = r"""(lab, title) => {
    const titled = svg => svg.querySelector('title').textContent.startsWith(title);
    const svg = [...lab.querySelectorAll('svg')].find(titled);
    const middle = shape => (box => box.y + box.height / 2)(shape.getBoundingClientRect());
    const texts = [...svg.querySelectorAll('text')];
    const start = texts.filter(text => text.getAttribute('text-anchor') === 'start').slice(-1)[0];
    const names = texts.filter(text => text.getAttribute('x') === start.getAttribute('x')
        && text.getAttribute('text-anchor') === 'start').slice(1);  // the first one says "is read"
    const numbers = texts.filter(text => text.getAttribute('text-anchor') === 'end');
    const beside = (shape, list) => list.find(one => Math.abs(middle(one) - middle(shape)) < 3);
    return {
        read: names.map(name => [name.textContent, beside(name, numbers).textContent]),
        asking: beside(svg.querySelector('rect'), names).textContent,
        lines: [...svg.querySelectorAll('line')].map(line => line.getAttribute('stroke-width')),
    };
}"""


def links(lab: Locator, title: str) -> dict[str, Any]:
    """What the asking word reads, who asks, and how thick all lines are; the title of the links begins so."""
    seen = lab.evaluate(READ_LINKS, title)
    return {**seen, "read": [(name, float(text)) for name, text in seen["read"]]}


# Upright bars: the number above each, and the name below it.
READ_BARS = r"""(lab, title) => {
    const titled = svg => svg.querySelector('title').textContent.startsWith(title);
    const svg = [...lab.querySelectorAll('svg')].find(titled);
    const box = shape => shape.getBoundingClientRect();
    const ground = Math.max(...[...svg.querySelectorAll('line')].map(line => box(line).y));
    const texts = [...svg.querySelectorAll('text')].map(text => ({said: text.textContent, its: box(text)}));
    const middle = ({its}) => its.x + its.width / 2;
    const names = texts.filter(({its}) => its.y > ground).sort((a, b) => middle(a) - middle(b));
    return names.map(name => {
        const over = texts.filter(text => text.its.y < ground && Math.abs(middle(text) - middle(name)) < 3);
        return [name.said, over.sort((a, b) => b.its.y - a.its.y)[0].said];
    });
}"""


def bars(lab: Locator, title: str) -> dict[str, float]:
    """{name: number} of the bars whose title begins so."""
    return {name: float(text) for name, text in lab.evaluate(READ_BARS, title)}


# What the controls say that are to be seen: sliders their number or option, choices the chosen button, boxes
# whether they are ticked, lines what is typed.
READ_CONTROLS = r"""lab => {
    const said = {}, seen = css => [...lab.querySelectorAll(css)].filter(one => one.getClientRects().length);
    const part = (one, css) => one.querySelector(css);
    const label = one => part(one, '.widget-label').textContent;
    for (const one of seen('.widget-slider')) said[label(one)] = part(one, '.widget-readout').textContent;
    for (const one of seen('.sa-choice')) said[label(one)] = part(one, '.sa-chosen')?.textContent;
    for (const one of seen('.widget-text')) said[label(one)] = part(one, 'input').value;
    for (const one of seen('.widget-checkbox'))
        said[part(one, '.widget-label-basic').textContent] = part(one, 'input').checked;
    return said;
}"""


def controls(lab: Locator) -> dict[str, Any]:
    """{label: what it says} of all controls that are to be seen."""
    return lab.evaluate(READ_CONTROLS)


def sentence(lab: Locator) -> str:
    return lab.locator(SENTENCE).text_content() or ""


def readout(lab: Locator, label: str) -> str:
    return readout_of(whole_slider(lab, label)).inner_text()


def chosen(lab: Locator, label: str) -> str | None:
    """The option of a choice whose button is filled; None while the page goes from one to the next."""
    filled = choice(lab, label).locator(".sa-chosen").all_text_contents()
    return filled[0] if len(filled) == 1 else None


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
        const track = box(part('.noUi-target')).width;
        if (track < TRACK - 0.5) found.push(`the track of "${name}" is ${track.toFixed(1)} px, not TRACK`);
    }
    const named = 'button, .widget-checkbox label, .widget-text .widget-label, .sa-choice .widget-label';
    for (const one of [...lab.querySelectorAll(named)].filter(shown))
        if (tooFull(one) || cut(one)) found.push(`"${one.textContent}" is clipped`);
    for (const area of [lab, lab.closest('.jp-OutputArea-output')])
        if (tooFull(area)) found.push(`"${area.className}" has to be scrolled sideways`);
    return found;
}""".replace("SMALLEST", str(SMALLEST)).replace("TRACK", str(TRACK))


def wrong(lab: Locator, roomy: bool = True, when: str = "") -> list[str]:
    """What is wrong with a lab at this moment: it complains, or something is clipped or too small."""
    found = [*filter(None, [complaint(lab)]), *lab.evaluate(LOOK, roomy)]
    return [f"{when}: {one}" if when else one for one in found]
