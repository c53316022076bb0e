"""What holds for every notebook and every lab in it, as a learner sees it in JupyterLab."""

import re

import pytest
from playwright.sync_api import expect

from tools.browser import shows_widget, take, until

from .learner import (
    NOTEBOOKS,
    at_width,
    buttons,
    complaint,
    handle_of,
    inward,
    label_of,
    labs_of,
    makers,
    number_slider,
    numbers,
    picture,
    press,
    settled,
    sliders,
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


@every_notebook
def test_every_lab_is_alive(notebook):
    labs = len(makers(cell["source"] for cell in notebook.cells))
    assert labs and labs == sum(map(shows_widget, notebook.cells))
    areas = notebook.page.locator(".jp-Cell:visible .jp-OutputArea-output:has(.jupyter-widgets)")
    expect(areas).to_have_count(labs)
    for area in areas.all():
        expect(area.locator(".sa")).to_have_count(1)
        assert area.locator("svg").count() >= 2 and area.locator("button").count() >= 2
        # Not the picture for readers without a kernel, nor "Error displaying widget: model not found".
        assert area.locator("img").count() == 0
        expect(area).not_to_contain_text(re.compile(r"\berror", re.IGNORECASE))


# JupyterLab opens with the list of files, which takes its part of the width. Where least is left, the
# presets are looked at too; a test below looks at them on a wide page.
NARROWEST = (800, True)


@every_notebook
@pytest.mark.parametrize(("width", "files"), [(1280, True), NARROWEST, (800, False)])
def test_nothing_is_clipped_or_too_small(notebook, width, files):
    at_width(notebook.page, width, files)
    found = []
    try:
        for lab in notebook.page.locator(".sa").all():
            lab.scroll_into_view_if_needed()
            for button in ["Reset", *(buttons(lab) if (width, files) == NARROWEST else [])]:
                press(lab, button)
                settled(lab)
                found += wrong(lab, width >= 1280, button)
    finally:
        at_width(notebook.page, 1280)
    assert not found, "\n".join(found)


# --- its labs under a hand ------------------------------------------------------------------------


@every_lab_with_numbers
def test_dragging_a_slider_changes_the_numbers_while_it_is_held(lab):
    one, mouse = number_slider(lab), lab.page.mouse
    handle, way, seen = handle_of(one), inward(one), [numbers(lab)]
    x, y = take(handle)
    for far in (10, 30):
        mouse.move(x + way * far, y, steps=5)
        until(lab.page, lambda: numbers(lab) not in seen, "the numbers change while the mouse is held")
        settled(lab)
        seen.append(numbers(lab))
    mouse.up()
    settled(lab)
    assert numbers(lab) == seen[-1], "the last place of the mouse counts"
    assert complaint(lab) == ""


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
    """Bring every slider that is shown to its ends, one after another: nothing is wrong anywhere."""
    found = {}  # what is wrong, and when it was seen first
    for one in sliders(lab):
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
def test_presets_change_the_picture_and_reset_brings_the_first_one_back(lab):
    first, presets = picture(lab), buttons(lab)
    seen = {}
    for preset in presets:
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
