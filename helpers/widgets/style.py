"""CSS of the course: every colour role on light and dark pages, and the look of labs and cards."""

from __future__ import annotations

import functools

import ipywidgets as widgets

from helpers.pictures import FONT, GAP, PAGE, WORD_COLOURS, colour, css, roles


@functools.lru_cache(maxsize=1)
def stylesheet() -> str:
    """The CSS that gives every role its colour on light and dark pages (JupyterLab, Colab, VS Code)."""
    dark_pages = ('[data-jp-theme-light="false"] .sa', 'html[theme="dark"] .sa', "body.vscode-dark .sa")
    rules = [
        f"{', '.join(pages)} {{ {' '.join(f'--sa-{role}: {colour(role, dark)};' for role in roles())} }}"
        for dark, pages in ((False, (".sa",)), (True, dark_pages))
    ]
    rules += [
        f".sa-text {{ font: 15px/1.5 {FONT}; color: {css('ink')}; }}",
        ".sa-text p { margin: 4px 0; max-width: 62em; overflow-wrap: anywhere; }",
        ".sa-text[class*=sa-said] p { margin: 0; }",
        *(f".sa-said{lines} {{ min-height: {1.5 * lines}em; }}" for lines in (1, 2, 3)),
        # What a learner moves and what moves then are seen at once: on a common laptop 930 x 540 px.
        f".sa-lab {{ max-width: {PAGE}px; }}",
        # The number beside a slider is short; the track needs the room.
        ".sa .widget-inline-hbox .widget-readout { min-width: 44px; }",
        # Beside a slider over options stands one of them. Nothing can be typed there.
        ".sa .sa-options .widget-readout { pointer-events: none; -webkit-user-modify: read-only; }",
        ".sa .slider-container { margin: 0 3px; }",
        # noUiSlider asks for two layers a slider, and each of them slows every frame of the whole page.
        ".sa .noUi-connect, .sa .noUi-origin { will-change: auto; }",
        # A line of text is as wide as the lab, with its margins: else the controls scroll sideways.
        ".sa .widget-text { max-width: calc(100% - 4px); }",
        ".sa .widget-checkbox label { display: flex; align-items: center; }",
        # A choice: the chosen button is filled, and a word's button has its colour.
        ".sa .sa-choice .widget-label { width: auto; flex: 0 0 auto; overflow: visible; padding-left: 6px; }",
        f".sa .widget-button.sa-pick {{ background: {css('page')}; color: {css('ink')};"
        f" border: 1px solid {css('axis')}; border-radius: 4px; padding: 0 9px; min-width: 30px; }}",
        f".sa .widget-button.sa-pick.sa-chosen {{ background: {css('ink')}; color: {css('on-ink')};"
        f" border-color: {css('ink')}; }}",
        # Options of a question: as wide as their text, which may take several lines.
        ".sa .widget-button.sa-option, .sa .widget-button.sa-hint, .sa .widget-button.sa-forget"
        " { white-space: normal; text-align: left; height: auto; line-height: 1.4; padding: 5px 12px; }",
        ".sa .widget-button.sa-option { max-width: 44em !important; }",
        f".sa .widget-button.sa-right {{ border-left: 6px solid {css('word2')}; font-weight: 600; }}",
        f".sa .widget-button.sa-wrong {{ border-left: 6px solid {css('word1')}; font-weight: 600; }}",
        f".sa .widget-html.sa-right {{ border-left: 6px solid {css('word2')}; padding-left: 10px; }}",
        f".sa .widget-html.sa-wrong {{ border-left: 6px solid {css('word1')}; padding-left: 10px; }}",
        ".sa-code { font-size: 14px; padding: 4px 12px; overflow-x: auto; }",
        f".sa-bar {{ max-width: 420px; height: 8px; background: {css('line')}; margin: 6px 0; }}",
        f".sa-bar > div {{ height: 8px; background: {css('word0')}; }}",
        f".sa-columns {{ display: flex; flex-wrap: wrap; gap: 12px {GAP}px; align-items: flex-start; }}",
        # On a page that is too narrow a picture scrolls. It does not shrink: its text stays readable.
        ".sa .widget-html-content { min-width: 0; }",
        ".sa-columns > div { max-width: 100%; overflow-x: auto; }",
        ".sa-columns svg { display: block; }",
        ".sa-columns svg + svg { margin-top: 8px; }",
        # Six presets, Reset, Save and the way to type numbers have one line on a common laptop.
        ".sa .sa-row .widget-button { padding: 0 5px; }",
        # A field for a number is as tall as the slider in whose place it stands.
        ".sa .widget-text { align-items: center; }",
        # On a page that is narrower than a slider, the slider is as narrow.
        ".sa .widget-slider { max-width: calc(100% - 4px); }",
        ".sa .widget-box > .widget-vbox { max-width: 100%; }",
    ]
    for slot in range(len(WORD_COLOURS)):
        control = f".sa .sa-control{slot}"
        rules.append(f"{control} .widget-label {{ color: {css(f'word{slot}')}; font-weight: 600; }}")
        pick = f".sa .widget-button.sa-pick.sa-word{slot}"
        rules.append(f"{pick} {{ color: {css(f'word{slot}')}; font-weight: 600; }}")
        rules.append(
            f"{pick}.sa-chosen {{ background: {css(f'word{slot}')}; color: {css(f'on-word{slot}')};"
            f" border-color: {css(f'word{slot}')}; }}"
        )
        for part in (".noUi-connect", ".noUi-handle", ".ui-slider-range", ".ui-slider-handle"):
            # Also while it is held or has the focus: JupyterLab's blue there would be another word's.
            rules.append(f"{control} {part} {{ background: {css(f'word{slot}')} !important; }}")
    return "\n".join(rules)


def wear(widget: widgets.DOMWidget, kind: str, which: str | None) -> None:
    """Let a widget have the CSS class `kind` + `which`, and no other of that kind; None: none at all."""
    wanted = set() if which is None else {f"{kind}{which}"}
    worn = {name for name in widget._dom_classes if name.startswith(kind)}
    for name in worn - wanted:
        widget.remove_class(name)
    for name in wanted - worn:
        widget.add_class(name)
