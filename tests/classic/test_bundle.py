"""A bundle alone in the classic notebook: it runs, a slider moves, and the weights change."""

import sys

import pytest
from needs_browser import elsewhere

from tools import browser as tool
from tools.bundle import main

SLIDERS = {"02_contextual_embedding": "money x", "05_multi_head": "sharpness"}
READY = """window.Jupyter?.notebook?._fully_loaded && Jupyter.notebook.kernel?.is_connected()
    && Jupyter.notebook.get_cells().every(c => c.cell_type !== 'code' || c.kernel)"""
# The numbers that were stored go first: then a number says that the cell has run now.
RUN = """() => {
    Jupyter.notebook.get_cells().filter(c => c.cell_type === 'code').forEach(c => c.set_input_prompt(null));
    Jupyter.notebook.clear_all_output(); Jupyter.notebook.execute_all_cells(); }"""
DONE = "Jupyter.notebook.get_cells().every(c => c.cell_type !== 'code' || c.input_prompt_number > 0)"
ERRORS = """() => Jupyter.notebook.get_cells().filter(c => c.cell_type === 'code')
    .flatMap(c => c.output_area.outputs.filter(o => o.output_type === 'error').map(o => o.evalue))"""


def classic(folder, port):
    """The command that serves a folder with the classic notebook, to this computer only."""
    command = [sys.executable, "-m", "notebook", "--no-browser", f"--NotebookApp.notebook_dir={folder}"]
    command += [f"--NotebookApp.ip={tool.HERE}", f"--NotebookApp.port={port}", "--NotebookApp.port_retries=0"]
    # Its mathematics comes from a CDN: the course has none.
    command += ["--NotebookApp.token=", "--NotebookApp.password=", "--NotebookApp.enable_mathjax=False"]
    return command + (["--allow-root"] if tool.is_root() else [])


def shown(lab):
    """The weights and the live sentence, as they stand there."""
    lab.page.evaluate("() => new Promise(requestAnimationFrame)")
    return lab.locator("svg").all_text_contents(), lab.locator(".sa-said").inner_text()


def changes(lab, do):
    """Do something to a lab, and wait until its picture and its sentence are others."""
    before = shown(lab)
    do()
    tool.until(
        lab.page, lambda: all(old != new for old, new in zip(before, shown(lab), strict=True)), "changed"
    )


@pytest.mark.parametrize("name", SLIDERS)
def test_a_slider_of_a_bundle_changes_the_weights(browser, tmp_path, name):
    folder = tmp_path / "Ordner für später"
    main(["--to", str(folder), str(tool.ROOT / "notebooks" / f"{name}.ipynb")])
    errors, outside = [], []
    with tool.serve(folder, classic) as url:
        page = tool.new_page(browser)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda request: outside.extend(elsewhere(request.url, url)))
        page.goto(f"{url}notebooks/{name}.ipynb")
        page.wait_for_function(READY, timeout=1000 * tool.PATIENCE)
        page.evaluate(RUN)
        page.wait_for_function(DONE, timeout=1000 * tool.PATIENCE)
        assert page.evaluate(ERRORS) == []
        lab = page.locator(f'.sa-lab:has(.widget-label:text-is("{SLIDERS[name]}"))').first
        handle = lab.locator(
            f'.widget-slider:has(.widget-label:text-is("{SLIDERS[name]}")) .ui-slider-handle'
        )
        handle.focus()
        changes(lab, lambda: page.keyboard.press("Home"))
        changes(lab, lambda: page.keyboard.press("End"))

        def drag():
            x, y = tool.take(handle)
            page.mouse.move(x - 40, y, steps=8)
            page.mouse.up()

        changes(lab, drag)
        assert lab.locator('[role="alert"]').count() == 0
        page.context.close()
    assert (errors, outside) == ([], [])
