"""CSS of the course: every colour role on every page and in forced colours, the look of labs and cards."""

from __future__ import annotations

import functools
from collections.abc import Iterable

import ipywidgets as widgets

from helpers.pictures import FONT, GAP, PAGE, WORD_COLOURS, colour, css, roles

# Pages that say that they are dark: JupyterLab, Colab, VS Code. Its high contrast is dark but for one theme.
DARK_PAGES = (
    '[data-jp-theme-light="false"]',
    'html[theme="dark"]',
    "body.vscode-dark",
    "body.vscode-high-contrast:not(.vscode-high-contrast-light)",
)
# In forced colours (Windows' high contrast) the system chooses these. Cells keep theirs: they show numbers.
FORCED = {
    "page": "Canvas",
    "ink": "CanvasText",
    "muted": "CanvasText",
    "line": "color-mix(in srgb, CanvasText 45%, Canvas)",  # GrayText can be louder than the words
    "axis": "CanvasText",
    "on-ink": "Canvas",
    "on-muted": "Canvas",
    "on-axis": "Canvas",
}
RAILS = ".sa .noUi-connects, .sa .ui-slider"
FILLED = ".sa .noUi-connect, .sa .ui-slider-range"
HANDLES = ".sa .noUi-handle, .sa .ui-slider-handle"
FOCUSED = ".sa :is(.jupyter-button, .noUi-handle, .ui-slider-handle, input):focus-visible"


@functools.lru_cache(maxsize=1)
def stylesheet() -> str:
    """The CSS that gives every role its colour on every page, and labs and cards their look."""
    return "\n".join([*_colours(), *_look(), *_controls(), *_words(), *_forced()])


def _colours() -> list[str]:
    """Each role on light and on dark pages. `:where` has no weight: a later rule wins on all pages alike."""
    dark_pages = f":where({', '.join(DARK_PAGES)}) .sa"
    return [
        f"{page} {{ color-scheme: {'dark' if dark else 'light'}; {_values(roles(), dark)} }}"
        for dark, page in ((False, ".sa"), (True, dark_pages))
    ]


def _values(names: Iterable[str], dark: bool) -> str:
    return " ".join(f"--sa-{role}: {colour(role, dark)};" for role in names)


def _look() -> list[str]:
    return [
        # Its own ground: behind a widget a dark VS Code is white. The shadow is a margin that takes no room.
        f".sa {{ background: {css('page')}; color: {css('ink')}; box-shadow: 0 0 0 4px {css('page')}; }}",
        ".sa .sa-text, .sa .sa-columns { padding-left: 4px; }",
        f".sa-text {{ font: 15px/1.5 {FONT}; color: {css('ink')}; }}",
        ".sa-text p { margin: 4px 0; max-width: 62em; overflow-wrap: anywhere; }",
        ".sa-text[class*=sa-said] p { margin: 0; }",
        *(f".sa-said{lines} {{ min-height: {1.5 * lines}em; }}" for lines in (1, 2, 3)),
        # What a learner moves and what moves then are seen at once: on a common laptop 930 x 540 px.
        f".sa-lab {{ max-width: {PAGE}px; }}",
        ".sa code, .sa pre { color: inherit; background: none; }",
        ".sa .sa-shown { padding-left: 4px; margin: 6px 0; }",
        ".sa-shown img { display: block; }",
        ".sa-code { font-size: 14px; padding: 4px 12px; overflow-x: auto; }",
        f".sa-bar {{ max-width: 420px; height: 8px; background: {css('line')}; margin: 6px 0; }}",
        f".sa-bar > div {{ height: 8px; background: {css('word0')}; }}",
        f".sa-columns {{ display: flex; flex-wrap: wrap; gap: 12px {GAP}px; align-items: flex-start; }}",
        # On a page that is too narrow a picture scrolls. It does not shrink: its text stays readable.
        ".sa .widget-html-content { min-width: 0; }",
        ".sa-columns > div { max-width: 100%; overflow-x: auto; }",
        ".sa-columns svg { display: block; }",
        ".sa-columns svg + svg { margin-top: 8px; }",
    ]


def _controls() -> list[str]:
    """Sliders, lines, boxes and buttons: in our colours, whatever variables the page has or lacks."""
    ring = f"outline: 2px solid {css('ink')} !important; outline-offset: 1px;"
    return [
        ".sa .jupyter-widgets, .sa .widget-label, .sa .widget-label-basic, .sa .widget-readout"
        f" {{ color: {css('ink')}; }}",
        ".sa .widget-text input, .sa .widget-readout[contenteditable]:focus"
        f" {{ background: {css('page')}; color: {css('ink')}; border-color: {css('axis')}; }}",
        f".sa .widget-text input::placeholder {{ color: {css('muted')}; opacity: 1; }}",
        # The number beside a slider is short; the track needs the room.
        ".sa .widget-inline-hbox .widget-readout { min-width: 44px; }",
        # Beside a slider over options stands one of them. Nothing can be typed there.
        ".sa .sa-options .widget-readout { pointer-events: none; -webkit-user-modify: read-only; }",
        ".sa .slider-container { margin: 0 3px; }",
        # noUiSlider asks for two layers a slider, and each of them slows every frame of the whole page.
        ".sa .noUi-connect, .sa .noUi-origin { will-change: auto; }",
        f"{RAILS} {{ background: {css('axis')}; border-color: {css('axis')}; }}",
        # Also while it is held or has the focus: JupyterLab's blue there would be a word's.
        f"{FILLED} {{ background: {css('ink')}; }}",
        f"{HANDLES} {{ background: {css('page')} !important; border: 1px solid {css('ink')} !important; }}",
        # A line of text is as wide as the lab, with its margins: else the controls scroll sideways.
        ".sa .widget-text { max-width: calc(100% - 4px); }",
        ".sa .widget-checkbox label { display: flex; align-items: center; }",
        f".sa .progress {{ background: {css('line')}; }}",
        f".sa .progress-bar {{ background: {css('muted')}; }}",
        f".sa .jupyter-button {{ background: {css('line')}; color: {css('ink')}; }}",
        f".sa .jupyter-button.mod-primary {{ background: {css('ink')}; color: {css('on-ink')}; }}",
        f".sa .jupyter-button.mod-success {{ background: {css('muted')}; color: {css('on-muted')}; }}",
        f".sa .jupyter-button:hover:enabled {{ box-shadow: none; outline: 1px solid {css('axis')}; }}",
        f"{FOCUSED} {{ {ring} }}",
        # A choice: the chosen button is filled, and a word's button has its colour.
        ".sa .sa-choice .widget-label { width: auto; flex: 0 0 auto; overflow: visible; padding-left: 6px; }",
        f".sa .widget-button.sa-pick {{ background: {css('page')}; color: {css('ink')};"
        f" border: 1px solid {css('axis')}; border-radius: 4px; padding: 0 9px; min-width: 30px; }}",
        f".sa .widget-button.sa-pick.sa-chosen {{ background: {css('ink')}; color: {css('on-ink')};"
        f" border-color: {css('ink')}; }}",
        # Options of a question: as wide as their text, which may take several lines.
        ".sa .widget-button:is(.sa-option, .sa-hint, .sa-show, .sa-forget)"
        " { white-space: normal; text-align: left; height: auto; line-height: 1.4; padding: 5px 12px; }",
        ".sa .widget-button.sa-option { max-width: 44em !important; }",
        f".sa .widget-button.sa-right {{ border-left: 6px solid {css('word2')}; font-weight: 600; }}",
        f".sa .widget-button.sa-wrong {{ border-left: 6px solid {css('word1')}; font-weight: 600; }}",
        f".sa .widget-html.sa-right {{ border-left: 6px solid {css('word2')}; padding-left: 10px; }}",
        f".sa .widget-html.sa-wrong {{ border-left: 6px solid {css('word1')}; padding-left: 10px; }}",
        # Six presets, Reset, Save and the way to type numbers have one line on a common laptop.
        ".sa .sa-row .widget-button { padding: 0 5px; }",
        # A field for a number is as tall as the slider in whose place it stands.
        ".sa .widget-text { align-items: center; }",
        # On a page that is narrower than a slider, the slider is as narrow.
        ".sa .widget-slider { max-width: calc(100% - 4px); }",
        ".sa .widget-box > .widget-vbox { max-width: 100%; }",
    ]


def _words() -> list[str]:
    """What belongs to a word has its colour."""
    rules = []
    for slot in range(len(WORD_COLOURS)):
        word, on_word = css(f"word{slot}"), css(f"on-word{slot}")
        control = f".sa .sa-control{slot}"
        rules.append(f"{control} .widget-label {{ color: {word}; font-weight: 600; }}")
        pick = f".sa .widget-button.sa-pick.sa-word{slot}"
        rules.append(f"{pick} {{ color: {word}; font-weight: 600; }}")
        rules.append(f"{pick}.sa-chosen {{ background: {word}; color: {on_word}; border-color: {word}; }}")
        for part in (".noUi-connect", ".noUi-handle", ".ui-slider-range", ".ui-slider-handle"):
            # Also while it is held or has the focus: JupyterLab's blue there would be another word's.
            rules.append(f"{control} {part} {{ background: {word} !important; }}")
    return rules


def _forced() -> list[str]:
    """In forced colours the browser takes every ground and ink of HTML away. What is seen by them stays."""
    words = [role for role in roles() if "word" in role]
    system = " ".join(f"--sa-{role}: {value};" for role, value in FORCED.items())
    chosen = ".sa .jupyter-button.mod-primary, .sa .widget-button.sa-pick.sa-chosen"
    drawn = f".sa svg, .sa svg text, {RAILS}, {FILLED}, {HANDLES}, .sa .progress, .sa .progress-bar"
    return [
        "@media (forced-colors: active) {",
        f".sa {{ color-scheme: light dark; {system} {_values(words, dark=False)} }}",
        f"{drawn}, .sa-bar, .sa-bar > div {{ forced-color-adjust: none; }}",
        f"{chosen} {{ forced-color-adjust: none; background: Highlight !important;"
        " color: HighlightText !important; border-color: Highlight !important; }",
        # The ground of a button is that of the page: a line says where it is. It takes no room.
        ".sa .jupyter-button, .sa .jupyter-button.mod-success { background: ButtonFace; color: ButtonText;"
        " outline: 1px solid ButtonText; outline-offset: -1px; }",
        f"{FOCUSED} {{ outline-color: Highlight !important; }}",
        "}",
        # Is the system's page dark? Only this says so, and not what the notebook's page has chosen.
        "@media (forced-colors: active) and (prefers-color-scheme: dark) {",
        f".sa {{ {_values(words, dark=True)} }}",
        "}",
    ]


def wear(widget: widgets.DOMWidget, kind: str, which: str | None) -> None:
    """Let a widget have the CSS class `kind` + `which`, and no other of that kind; None: none at all."""
    wanted = set() if which is None else {f"{kind}{which}"}
    worn = {name for name in widget._dom_classes if name.startswith(kind)}
    for name in worn - wanted:
        widget.remove_class(name)
    for name in wanted - worn:
        widget.add_class(name)
