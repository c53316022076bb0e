"""In every look of a page all texts of ours can be read, and axe finds nothing that keeps somebody out.

The looks are JupyterLab's own themes, the marks of other front ends on JupyterLab's page, and the forced
colours of Windows' high contrast.
"""

from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe

from tools.browser import kernel_answers, until, within

from .learner import NOTEBOOKS, press, settled

every_notebook = pytest.mark.parametrize("number", NOTEBOOKS)


# --- looks ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Look:
    """How a page looks: JupyterLab's theme, what another front end writes on it, what the system forces."""

    dark: bool = False  # JupyterLab's theme
    body: str = ""  # a class of <body>: VS Code
    html: str = ""  # the attribute theme of <html>: Colab
    bare: bool = False  # JupyterLab's colours and sizes are not there
    forced: str | None = None  # the colour scheme of forced colours


PLAIN = Look()
LOOKS = {
    "JupyterLab, light": PLAIN,
    "JupyterLab, dark": Look(dark=True),
    "VS Code, dark, behind each widget a white box": Look(body="vscode-dark"),
    "VS Code, high contrast": Look(body="vscode-high-contrast"),
    "VS Code, light high contrast": Look(body="vscode-high-contrast vscode-high-contrast-light"),
    "Colab, dark": Look(html="dark", bare=True),
    "forced colours, dark": Look(forced="dark"),
    "forced colours, light": Look(forced="light"),
    "forced colours, light, on JupyterLab's dark page": Look(dark=True, forced="light"),
}

# Another front end, written on JupyterLab's page; `before` is undone. `bare` takes away every variable of
# JupyterLab that colours what a widget shows.
DRESS = r"""([look, before]) => {
    const body = document.body, html = document.documentElement;
    const named = names => names.split(' ').filter(Boolean);
    body.classList.remove(...named(before.body));
    body.classList.add(...named(look.body));
    look.html ? html.setAttribute('theme', look.html) : html.removeAttribute('theme');
    const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]).map(rule => rule.cssText);
    const names = look.bare ? new Set(rules.join('').match(/--jp-[\w-]*color[\w-]*/g)) : [];
    const taken = [...names].map(name => `${name}: initial;`).join(' ');
    const white = look.body || look.html ? 'background: white;' : '';
    for (const area of document.querySelectorAll('.jp-OutputArea-output')) area.style.cssText = white + taken;
}"""


# JupyterLab shows its moons while a theme comes, and fails if the next one comes before they are gone.
HAS_THEME = """light => document.body.dataset.jpThemeLight === String(light)
    && !document.querySelector('#jupyterlab-splash')"""


def dress(page, look, before=PLAIN):
    """Give the page this look; it had the one of `before`."""
    if look.dark != before.dark:
        theme = f"JupyterLab {'Dark' if look.dark else 'Light'}"
        within(page, f"jupyterapp.commands.execute('apputils:change-theme', {{theme: '{theme}'}})")
        until(page, lambda: page.evaluate(HAS_THEME, not look.dark), f"the theme is {theme}")
    forced = "active" if look.forced else "null"
    page.emulate_media(forced_colors=forced, color_scheme=look.forced or "null")
    page.evaluate(DRESS, [vars(look), vars(before)])
    within(page, "new Promise(requestAnimationFrame)")


@pytest.fixture
def wardrobe(notebook):
    """Gives the page one look after another; in the end it has its own again."""
    worn = [PLAIN]

    def wear(look):
        before = worn[-1]
        worn.append(look)  # also if this stops half-way
        dress(notebook.page, look, before)

    yield wear
    dress(notebook.page, PLAIN, worn[-1])


# --- what a learner has done ----------------------------------------------------------------------

# In one card after another the first option, the second, ...: some are right and some are wrong. All hints.
ANSWER = """place => {
    const all = css => [...document.querySelectorAll(`.jp-NotebookPanel:not(.lm-mod-hidden) ${css}`)];
    all('.sa-card .widget-vbox:has(> .sa-option)').forEach((box, i) => {
        const options = box.querySelectorAll(':scope > .sa-option');
        options[i % options.length].click();
    });
    for (let time = 0; time < 4; time++) all('button.sa-hint').forEach(button => button.click());
}"""
CLOSE_HINTS = "document.querySelectorAll('button.sa-hint').forEach(button => button.click())"
# Every widget of ours says that something is wrong; or no longer.
SAY = """
import gc
from helpers.widgets import Frame
for _ in gc.get_objects():
    if issubclass(type(_), Frame): _._say({!r})
"""


@pytest.fixture
def lived_in(notebook):
    """The page after a learner's work: options chosen, boxes ticked, questions answered, alerts."""
    page = notebook.page
    labs = page.locator(".sa-lab").all()
    for lab in labs:
        lab.evaluate(
            """lab => {
                const seen = one => one.getClientRects().length > 0;
                const shown = css => [...lab.querySelectorAll(css)].filter(seen);
                shown('button.sa-preset').slice(-1).forEach(button => button.click());
                shown('.sa-choice').forEach(row => [...row.querySelectorAll('button')].pop().click());
            }"""
        )
    page.evaluate(ANSWER)
    for lab in labs:
        settled(lab)
    kernel_answers(page, SAY.format("This is wrong."))
    until(page, lambda: page.locator(".sa-lab [role=alert]").count() == len(labs), "the labs say it")
    yield page
    page.evaluate(CLOSE_HINTS)
    kernel_answers(page, SAY.format(""))
    for lab in labs:
        press(lab, "Reset")
        settled(lab)


# --- can all texts be read? -----------------------------------------------------------------------

# The contrast of each text with its ground: that of WCAG 2. Not of placeholders and of what is disabled.
CONTRASTS = r"""() => {
    const numbers = color => {
        const found = color.match(/^(?:rgba?|color\(srgb)\(?\s*(.*)\)$/);
        if (!found) throw new Error(`What colour is ${color}?`);
        const [r, g, b, alpha = 1] = found[1].split(/[\s,\/]+/).map(Number);
        const scale = color.startsWith('color') ? 255 : 1;
        return {r: r * scale, g: g * scale, b: b * scale, alpha};
    };
    const over = (top, ground) => ({alpha: 1, ...Object.fromEntries(['r', 'g', 'b'].map(
        part => [part, top[part] * top.alpha + ground[part] * (1 - top.alpha)]))});
    const luminance = color => {
        const [r, g, b] = [color.r, color.g, color.b].map(part => part / 255).map(
            part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => {
        const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
        return (high + 0.05) / (low + 0.05);
    };
    const style = element => getComputedStyle(element);
    const ground = element => {
        if (!element) return {r: 255, g: 255, b: 255, alpha: 1};
        const its = numbers(style(element).backgroundColor);
        return its.alpha === 1 ? its : over(its, ground(element.parentElement));
    };
    // In forced colours the browser lays a plate of the page's colour under each text that it colours itself.
    const forced = matchMedia('(forced-colors: active)').matches;
    const probe = document.body.appendChild(document.createElement('div'));
    probe.style.backgroundColor = 'Canvas';
    const canvas = numbers(style(probe).backgroundColor);
    probe.remove();
    const grounds = element => {
        const hasPlate = forced && style(element).forcedColorAdjust !== 'none';
        return hasPlate ? [ground(element), canvas] : [ground(element)];
    };
    const opacity = element => element ? style(element).opacity * opacity(element.parentElement) : 1;

    const found = [];
    let measured = 0;
    const judge = (said, element, ink, below) => {
        measured++;
        const {fontSize, fontWeight} = style(element), size = parseFloat(fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && fontWeight >= 700);
        const seen = over({...ink, alpha: ink.alpha * opacity(element)}, below);
        const its = contrast(seen, below), hex = ({r, g, b}) => `(${[r, g, b].map(Math.round)})`;
        if (its < (isLarge ? 3 : 4.5))
            found.push(`"${said.trim().slice(0, 40)}": ${its.toFixed(2)}, ${hex(seen)} on ${hex(below)}`);
    };
    const isPainted = shape => style(shape).fill !== 'none';
    const inPicture = (text, svg, shapes) => {
        const box = text.getBoundingClientRect(), frame = svg.getBoundingClientRect();
        const scale = frame.width / svg.viewBox.baseVal.width;
        const middle = new DOMPoint((box.x + box.width / 2 - frame.x) / scale,
                                    (box.y + box.height / 2 - frame.y) / scale);
        const its = style(text);
        const before = shapes.filter(shape => shape.compareDocumentPosition(text) & 4);
        const under = before.filter(shape => shape.isPointInFill(middle)).pop();
        // A text with a halo lies on it.
        const below = its.stroke !== 'none' ? numbers(its.stroke)
            : under ? over(numbers(style(under).fill), ground(svg)) : ground(svg);
        judge(text.textContent, text, numbers(its.fill), below);
    };
    for (const widget of document.querySelectorAll('.jp-NotebookPanel:not(.lm-mod-hidden) .sa')) {
        const walk = document.createTreeWalker(widget, NodeFilter.SHOW_TEXT);
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
            const parent = node.parentElement;
            if (!node.data.trim() || parent.closest('svg, style, :disabled')) continue;
            if (!parent.getClientRects().length) continue;
            const ink = numbers(style(parent).color);
            for (const below of grounds(parent)) judge(node.data, parent, ink, below);
        }
        for (const line of widget.querySelectorAll('input:enabled:not([type=checkbox])'))
            if (line.getClientRects().length)
                judge(`input ${line.value}`, line, numbers(style(line).color), ground(line));
        for (const svg of widget.querySelectorAll('svg')) {
            const shapes = [...svg.querySelectorAll('rect, circle, path, polygon')].filter(isPainted);
            for (const text of svg.querySelectorAll('text')) inPicture(text, svg, shapes);
        }
    }
    return {found: [...new Set(found)], measured};
}"""
LEAST = 30  # texts in a notebook: each has more


def unreadable(page):
    """The texts of ours that cannot be read."""
    seen = page.evaluate(CONTRASTS)
    assert seen["measured"] > LEAST
    return seen["found"]


@every_notebook
def test_every_text_can_be_read_in_every_look(lived_in, wardrobe):
    """In JupyterLab, VS Code, Colab and forced colours; with answers, chosen options and alerts."""
    found = {}
    for name, look in LOOKS.items():
        wardrobe(look)
        if texts := unreadable(lived_in):
            found[name] = texts
    assert found == {}


BREAK = {
    "a text": (".sa-said2, .sa-said3, .sa-said1", "color: #aab2bb"),
    "a number in a picture": (".sa svg rect + text, .sa svg text", "fill: var(--sa-line)"),
    "the ground": (".sa.sa", "background: transparent"),
    "a button": (".sa .jupyter-button.jupyter-button", "background: #999"),
    "a plate": (".sa .jupyter-button.jupyter-button", "background: CanvasText !important; color: Canvas"),
}
WORN = {
    "the ground": LOOKS["VS Code, dark, behind each widget a white box"],
    "a plate": LOOKS["forced colours, dark"],
}


@pytest.mark.parametrize("number", ["00"])
def test_what_cannot_be_read_would_be_found(notebook, wardrobe):
    page = notebook.page
    for name, (selector, colour) in BREAK.items():
        wardrobe(WORN.get(name, PLAIN))
        assert unreadable(page) == []
        added = page.add_style_tag(content=f"{selector} {{ {colour} !important }}")
        try:
            assert unreadable(page), name
        finally:
            added.evaluate("style => style.remove()")


# --- forced colours take grounds away: is what they said still seen? ------------------------------

GROUND = "element => getComputedStyle(element).backgroundColor"


@pytest.mark.parametrize("number", ["06"])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_forced_colours_leave_what_is_chosen_to_be_seen(notebook, wardrobe, scheme):
    """The chosen button, the rail of a slider and its handle, and the progress bar differ from the page."""
    wardrobe(LOOKS[f"forced colours, {scheme}"])
    lab = notebook.page.locator(".sa-lab").first
    page = lab.evaluate(GROUND)
    for seen in (".sa-chosen", ".noUi-connects", ".progress"):
        assert lab.locator(seen).first.evaluate(GROUND) != page, seen
    handle = lab.locator(".noUi-handle").first
    assert handle.evaluate("handle => getComputedStyle(handle).borderTopColor") != page
    card = notebook.page.locator(".sa-bar").first
    assert card.evaluate(GROUND) != page


# --- axe, and what is said when the mouse rests ---------------------------------------------------

# What axe finds and we cannot mend: (rule, what it is about), and why.
NOT_OURS = [
    ("aria-input-field-name", ".noUi-handle"),  # ipywidgets names the slider beside it, and not its handle
]
OUTPUTS = {"include": [[".jp-NotebookPanel:not(.lm-mod-hidden) .jp-OutputArea-output"]]}


def refused(page):
    """What axe finds in the outputs of the open notebook that keeps somebody out."""
    violations = Axe().run(page, context=OUTPUTS).response["violations"]
    nodes = [
        (violation["id"], node["target"][-1], node["html"])
        for violation in violations
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
    is_ours = "([target, css]) => !document.querySelector(target).closest(css)"
    return [
        (rule, html[:200])
        for rule, target, html in nodes
        if all(rule != other or page.evaluate(is_ours, [target, css]) for other, css in NOT_OURS)
    ]


# What ipywidgets makes of None. Its empty labels, which nobody sees, have that tooltip, too.
NULL = '.sa :is([title="null"], [title="None"], [aria-label="null"])'


@every_notebook
def test_axe_finds_nothing_that_keeps_somebody_out(lived_in, wardrobe):
    """Axe finds nothing that keeps somebody out of the live outputs, and no tooltip there is null."""
    for name in ("JupyterLab, light", "JupyterLab, dark"):
        wardrobe(LOOKS[name])
        assert refused(lived_in) == [], name
    named = lived_in.locator(f"{NULL} >> visible=true")
    assert [one.evaluate("it => it.outerHTML") for one in named.all()] == []


@pytest.mark.parametrize("number", ["00"])
def test_axe_would_find_it(notebook):
    assert refused(notebook.page) == []
    button = notebook.page.locator(".sa-lab button").first
    said = button.text_content()
    button.evaluate("button => { button.title = button.textContent = ''; }")
    found = refused(notebook.page)
    button.evaluate("(button, said) => { button.textContent = said; }", said)
    assert [rule for rule, _ in found] == ["button-name"]
