"""A bundle alone in the classic notebook: its cells run, its sliders move, and the weights follow."""

import contextlib
import sys

import pytest

from tests.browser.learner import complaint, numbers, sentence
from tests.needs_browser import elsewhere
from tools import browser as tool
from tools.publish.bundle import main

# A slider of the main lab, the title of the weights that follow it, and keys that change what is read there.
# (One step of the sharpness changes no number that is rounded to two digits, until it is low.)
LABS = {
    "02_contextual_embedding": ("money x", "weights", ["ArrowRight", "End"]),
    "05_multi_head": ("sharpness", "head 1", ["Home", "ArrowRight", "End"]),
}
CODE = "Jupyter.notebook.get_cells().filter(cell => cell.cell_type === 'code')"
READY = f"""window.Jupyter?.notebook?._fully_loaded && Jupyter.notebook.kernel?.is_connected()
    && Jupyter.notebook.kernel.widget_manager && {CODE}.every(cell => cell.kernel)"""
# ipywidgets 7 first asks the kernel for widgets of an earlier page. With the answer it draws every cell
# that shows a widget again: after a run, the new widgets would be gone. The kernel answers in order.
ANSWERED = "() => new Promise(done => { Jupyter.notebook.kernel.comm_info('jupyter.widget', done); })"
# The numbers that were stored go first: then a number says that the cell has run now.
RUN = f"""() => {{
    {CODE}.forEach(cell => cell.set_input_prompt(null));
    Jupyter.notebook.clear_all_output();
    Jupyter.notebook.execute_all_cells();
}}"""
# After a failed cell the others are not run: this does not wait for their numbers.
IDLE = f"!Jupyter.notebook.kernel_busy && {CODE}.every(cell => cell.input_prompt_number !== '*')"
FAILED = f"""{CODE}.flatMap(cell => cell.output_area.outputs)
    .filter(output => output.output_type === 'error').map(output => output.ename + ': ' + output.evalue)"""
NOT_RUN = f"{CODE}.filter(cell => !(cell.input_prompt_number > 0)).map(cell => cell.get_text())"


def classic(folder, port):
    """The command that serves a folder with the classic notebook, to this computer only."""
    command = [sys.executable, "-m", "notebook", "--no-browser", f"--NotebookApp.notebook_dir={folder}"]
    command += [f"--NotebookApp.ip={tool.HERE}", f"--NotebookApp.port={port}", "--NotebookApp.port_retries=0"]
    command += ["--NotebookApp.token=", "--NotebookApp.password="]
    return command + (["--allow-root"] if tool.is_root() else [])


@pytest.fixture
def page(browser, tmp_path, name):
    """The bundle of a notebook, alone in a folder, with all its cells run."""
    folder, errors, outside = tmp_path / "Ordner für später", [], []
    main(["--to", str(folder), str(tool.ROOT / "notebooks" / f"{name}.ipynb")])
    assert [path.name for path in folder.iterdir()] == [f"{name}.ipynb"]
    page = tool.new_page(browser)
    page.on("pageerror", lambda error: errors.append(str(error)))
    with tool.serve(folder, classic) as url, contextlib.closing(page.context):
        page.on("request", lambda request: outside.extend(elsewhere(request.url, url)))
        page.goto(f"{url}notebooks/{name}.ipynb")
        page.wait_for_function(READY, timeout=1000 * tool.PATIENCE)
        page.evaluate(ANSWERED)
        page.evaluate(RUN)
        page.wait_for_function(IDLE, timeout=1000 * tool.PATIENCE)
        yield page
    assert errors == []
    assert outside == []


@pytest.mark.parametrize("name", LABS)
def test_a_slider_of_a_bundle_moves_the_weights(page, name):
    assert page.evaluate(FAILED) == []
    assert page.evaluate(NOT_RUN) == []
    label, title, keys = LABS[name]
    lab = page.locator(f'.sa-lab:has(.widget-label:text-is("{label}"))').first
    lab.wait_for()
    handle = tool.slider(lab, label)

    def drag():
        x, y = tool.take(handle)
        page.mouse.move(x - 40, y, steps=8)
        page.mouse.up()

    for key in keys:
        changes(lab, title, lambda key=key: handle.press(key), f"{key} on {label!r}")
    changes(lab, title, drag, f"the mouse on {label!r}")
    assert complaint(lab) == ""


def changes(lab, title, do, what):
    """Do something to a lab, and wait until its weights and its sentence are others.

    The weights are read as text: where texts lie on the screen is not steady until the lab is scrolled to.
    """
    old_weights, old_sentence = numbers(lab, title), sentence(lab)
    assert old_weights and old_sentence
    do()
    tool.until(lab.page, lambda: numbers(lab, title) != old_weights, f"{what} changes the weights")
    tool.until(lab.page, lambda: sentence(lab) != old_sentence, f"{what} changes the sentence")


@pytest.mark.parametrize("name", ["02_contextual_embedding"])
def test_a_guess_of_a_bundle_holds_its_answer_back(page, name):
    """And a picture has its words, for who cannot see it."""
    cards = page.locator(".sa-card")
    first = cards.filter(has=page.locator("button.sa-option")).first
    assert page.locator(".sa-card .sa-shown").count() == 0
    first.get_by_role("button", name="Show the answer").click()
    shown = first.locator(".sa-shown")
    tool.until(page, lambda: shown.count() == 1 and shown.is_visible(), "the answer is shown")
    first.get_by_role("button", name="Hide the answer").press("Enter")
    tool.until(page, lambda: shown.count() == 0, "the answer is hidden")
    first.locator("button.sa-option").first.click()
    tool.until(page, lambda: shown.count() == 1 and "You guessed" in first.text_content(), "it is answered")

    asked = cards.filter(has=page.locator("input[type=text]")).first
    asked.locator("input").fill("0,5")
    asked.locator("input").press("Enter")
    tool.until(page, lambda: "You guessed 0.5" in asked.text_content(), "a number is taken")
    assert asked.locator(".sa-shown img").get_attribute("alt").endswith("Its numbers follow in words.")

    images = page.locator(".output img")
    assert images.count() >= 3 and all(images.evaluate_all("all => all.map(one => one.alt)"))
    assert page.locator(".output details summary:text('This picture in words')").count() >= 3
