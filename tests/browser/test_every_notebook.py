"""What holds for every notebook and every lab in it, as a learner sees it in JupyterLab."""

import re

import pytest
from playwright.sync_api import expect

from tools.browser import (
    KERNEL_IS_READY,
    NOTEBOOK,
    PATIENCE,
    kernel_answers,
    shows_widget,
    until,
)

from .learner import (
    HINTS,
    NOTEBOOKS,
    at_width,
    buttons,
    complaint,
    every_slider,
    handle_of,
    inward,
    label_of,
    labs_of,
    makers,
    number_slider,
    numbers,
    picture,
    press,
    press_all,
    readout,
    settled,
    wrong,
)

LABS = [lab for number in NOTEBOOKS for lab in labs_of(number)]
WITH_NUMBERS = [lab for lab in LABS if lab != "01-word_map"]  # it has a line of text, nothing to slide

every_notebook = pytest.mark.parametrize("number", NOTEBOOKS)
every_lab = pytest.mark.parametrize("number", LABS)
every_lab_with_numbers = pytest.mark.parametrize("number", WITH_NUMBERS)


# --- the notebook ---------------------------------------------------------------------------------


@every_notebook
def test_every_cell_runs_and_none_complains(notebook):
    for cell in notebook.cells:
        if cell["source"].strip():
            assert cell["count"], f"this cell did not run: {cell['source']}"
        for output in cell["outputs"]:
            assert output["output_type"] != "error", cell["source"]
            assert output.get("name") != "stderr", output["text"]


CARD = re.compile(r"^(guess|check|quiz|progress)\(", flags=re.MULTILINE)


@every_notebook
def test_every_lab_and_every_question_is_alive(notebook):
    labs = len(makers(cell["source"] for cell in notebook.cells))
    cards = sum(len(CARD.findall(cell["source"])) for cell in notebook.cells)
    assert labs and cards and labs + cards == sum(map(shows_widget, notebook.cells))
    areas = notebook.page.locator(".jp-Cell:visible .jp-OutputArea-output:has(.jupyter-widgets)")
    expect(areas).to_have_count(labs + cards)
    expect(areas.locator(".sa-lab")).to_have_count(labs)
    for area in areas.all():
        expect(area.locator(".sa")).to_have_count(1)
        if area.locator(".sa-lab").count():
            assert area.locator("svg").count() >= 2 and area.locator("button").count() >= 2
        else:
            assert area.locator("button, input").count() >= 1
        # Not the picture for readers without a kernel, nor "Error displaying widget: model not found".
        assert area.locator("img").count() == 0
        expect(area).not_to_contain_text(re.compile(r"error displaying|model not found", re.IGNORECASE))


# JupyterLab opens with the list of files, which takes its part of the width: so least is left. At the sizes
# that learners have, test_seen_at_once.py looks.
NARROWEST = (800, True)


@every_notebook
def test_nothing_is_clipped_or_too_small(notebook):
    at_width(notebook.page, *NARROWEST)
    found = []
    try:
        for lab in notebook.page.locator(".sa-lab").all():
            lab.scroll_into_view_if_needed()
            for button in ["Reset", *buttons(lab)]:
                press(lab, button)
                settled(lab)
                found += wrong(lab, roomy=False, when=button)
    finally:
        at_width(notebook.page, 1280)
    assert not found, "\n".join(found)


@every_notebook
def test_questions_fit_on_a_narrow_page_answered_or_not(notebook):
    at_width(notebook.page, *NARROWEST)
    found = []
    try:
        for card in notebook.page.locator(".sa-card").all():
            card.scroll_into_view_if_needed()
            found, before = found + wrong(card), card.text_content()
            press_all(card, HINTS)
            kernel_answers(notebook.page)
            if card.locator("button.sa-option, button.sa-hint, button.sa-show").count():
                assert card.text_content() != before
            found += wrong(card, when="answered")
            press_all(card, 1)
    finally:
        at_width(notebook.page, 1280)
    assert not found, "\n".join(found)


# --- its labs under a hand ------------------------------------------------------------------------


@every_lab_with_numbers
def test_an_arrow_key_changes_the_numbers(lab):
    one, first, before = number_slider(lab), numbers(lab), picture(lab)
    there, back = ("ArrowRight", "ArrowLeft")[:: inward(one)]
    handle_of(one).press(there)
    until(lab.page, lambda: numbers(lab) != first, f"{there} changes the numbers")
    settled(lab)
    handle_of(one).press(back)
    until(lab.page, lambda: picture(lab) == before, f"{back} brings the picture back")


@every_lab_with_numbers
def test_every_slider_goes_to_both_ends(lab):
    bring_all_to_both_ends(lab)


def bring_all_to_both_ends(lab):
    """Bring every slider to its ends, one after another: nothing is wrong anywhere."""
    found = {}  # what is wrong, and when it was seen first
    for one in every_slider(lab):
        handle = handle_of(one)
        for key, end in (("Home", "aria-valuemin"), ("End", "aria-valuemax")):
            handle.press(key)
            settled(lab)
            if handle.get_attribute("aria-valuenow") != handle.get_attribute(end):
                found[f"{key} does not bring the slider {label_of(one)!r} to its end"] = key
            for what in wrong(lab):
                found.setdefault(what, f"{label_of(one)!r} after {key}")
    assert not found, "\n".join(f"{when}: {what}" for what, when in found.items())


@every_lab
def test_presets_change_the_picture_and_reset_goes_back(lab):
    """Presets change the picture and reset brings the first one back."""
    first, presets = picture(lab), buttons(lab)
    seen = {}
    for preset in presets:
        press(lab, "Reset")  # a preset leaves alone what was typed
        settled(lab)
        press(lab, preset)
        seen[preset] = settled(lab)
        found = wrong(lab, when=preset)
        assert not found, "\n".join(found)
    alike = [preset for preset in presets if seen[preset] == first]
    assert len(alike) <= 1, "only one preset may be how the lab begins"
    assert len(set(seen.values())) == len(presets) > 1
    press(lab, "Reset")
    until(lab.page, lambda: picture(lab) == first, "Reset brings back the first picture")
    assert complaint(lab) == ""


# --- what notebook 0 says about keys and links ----------------------------------------------------

PLACE = "() => jupyterapp.shell.currentWidget.content.activeCellIndex"


@pytest.mark.parametrize("number", ["00-two_vectors"])
def test_the_keys_do_what_notebook_0_says(lab):
    page, keyboard, first = lab.page, lab.page.keyboard, handle_of(number_slider(lab))
    page.locator(".jp-CodeCell:visible:has(.sa-lab) .cm-content").click()
    for key in ("Escape", "Tab", "Tab"):  # past one small button of JupyterLab
        keyboard.press(key)
    expect(lab.locator("button").first).to_be_focused()
    for _ in [*buttons(lab), "Reset", "Save ...", "Type numbers"]:
        keyboard.press("Tab")
    expect(first).to_be_focused()
    seen = {"ArrowRight": "2.05", "PageUp": "2.30", "PageDown": "2.05", "ArrowLeft": "2.00"}
    for key, number in {**seen, "Home": "−3.00", "End": "3.00", "Escape": "3.00"}.items():
        keyboard.press(key)
        until(page, lambda number=number: readout(lab, "money x") == number, f"{key} gives {number}")
    expect(first).to_be_focused()
    for key in ("Tab", "ControlOrMeta+a", "1", "Enter"):
        keyboard.press(key)
    until(page, lambda: readout(lab, "money x") == "1.00", "a number can be typed")
    here = page.evaluate(PLACE)
    keyboard.press("Shift+Tab")
    expect(first).to_be_focused()
    keyboard.press("j")
    until(page, lambda: page.evaluate(PLACE) == here + 1, "J goes to the next cell")


@pytest.mark.parametrize("number", ["00-two_vectors"])
def test_a_button_follows_the_keys_that_notebook_0_names(lab):
    page, keyboard = lab.page, lab.page.keyboard
    for name, key in (("opposite", "Enter"), ("same direction", "Space")):
        before = picture(lab)
        lab.get_by_role("button", name=name, exact=True).focus()
        keyboard.press(key)
        until(page, lambda before=before: picture(lab) != before, f"{key} presses {name}")
    here = page.evaluate(PLACE)
    keyboard.press("k")
    until(page, lambda: page.evaluate(PLACE) == here - 1, "K goes to the cell before")


LAID_OUT = f"path => ({KERNEL_IS_READY})(path) && {NOTEBOOK}.content.widgets.every(cell => cell.isAttached)"
TO_THE_TOP = f"{NOTEBOOK}.content.outerNode.scrollTo(0, 0)"
CLOSE = f"const opened = {NOTEBOOK}; await opened.sessionContext.shutdown(); opened.dispose();"


@pytest.mark.parametrize("number", ["00"])
def test_a_link_of_the_glossary_opens_its_notebook(notebook, desk):
    """And names a heading that the table of contents leads to: what notebook 0 promises, and no more.

    JupyterLab does not always go to the heading by itself. It waits 10 seconds for the cell, and lays cells
    out only while it has nothing else to do. The place asked for is far down in a long notebook.
    """
    page, number, place = notebook.page, 6, "Downhill"
    mode = page.evaluate(f"{NOTEBOOK}.content.notebookConfig.windowingMode")
    assert mode == "defer"  # then every cell has its true height in the end; see tools/environment.py
    named = re.compile(rf"^\s*(\d+ · )?{re.escape(place)}\s*¶?\s*$")
    page.get_by_role("link", name=f"{number} · {place}").first.click()
    try:
        path = desk.own(number)
        page.wait_for_function(LAID_OUT, arg=path, timeout=1000 * PATIENCE, polling=100)
        # JupyterLab has now done what it does after a click; and it would complain of a kernel that is
        # shut down while it is still asked.
        kernel_answers(page)
        page.evaluate(TO_THE_TOP)  # as if JupyterLab had not gone to the heading
        heading = page.locator(".jp-NotebookPanel:visible :is(h1, h2, h3)", has_text=named)
        expect(heading).not_to_be_in_viewport(timeout=1000 * PATIENCE)
        for menu in ("View", re.compile("^Table of Contents")):
            page.get_by_role("menuitem", name=menu, exact=True).click()
        page.locator(".jp-TableOfContents-tree:visible .jp-tocItem-content", has_text=named).click()
        expect(heading).to_be_in_viewport(timeout=1000 * PATIENCE)
    finally:  # notebook 0 is in front again, beside the list of files
        page.evaluate(f"async () => {{ if (!{NOTEBOOK}.context.path.includes('/00_')) {{ {CLOSE} }} }}")
        page.evaluate("jupyterapp.shell.activateById('filebrowser')")
