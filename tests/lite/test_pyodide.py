"""A notebook runs in the browser alone, with the Pyodide in PYODIDE_DIR; nobody else can be reached."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page

from tools import browser as tool

PATH = "notebooks/02_contextual_embedding.ipynb"
LAB = "lab = contextual_lab()"


@pytest.fixture(scope="module")
def opened(browser: Browser, url_with_pyodide: str) -> Iterator[tuple[Page, list[str]]]:
    page, url = tool.new_page(browser), url_with_pyodide
    outside: list[str] = []
    page.context.on("request", lambda request: outside.append(request.url))
    # A workspace of its own: the first one opens notebook 0 as well, and that would start a second Pyodide.
    page.goto(f"{url}lab/index.html?workspace=test&path={PATH}")
    page.wait_for_function(tool.KERNEL_IS_READY, arg=PATH, timeout=1000 * tool.PATIENCE, polling=100)
    tool.begin_run(page)
    tool.end_run(page)
    yield page, [address for address in outside if not address.startswith((url, "data:", "blob:"))]
    page.context.close()


def test_every_cell_runs_without_a_word_of_complaint(opened):
    page, outside = opened
    assert outside == []
    for cell in tool.cells(page):
        assert cell["count"] is not None, cell["source"]
        for output in cell["outputs"]:
            bad = output["output_type"] == "error" or output.get("name") == "stderr"
            assert not bad, f"{cell['source']}\n{json.dumps(output)[:1000]}"
            assert isinstance(output.get("data", {}).get("image/png", ""), str), cell["source"]


def test_a_moved_slider_changes_the_weights(opened):
    page, _ = opened
    # By its cell: some versions of JupyterLab draw only the cells that are near, so nothing can be counted.
    page.evaluate(
        f"""async () => {{
            const content = {tool.NOTEBOOK}.content;
            const place = content.widgets.findIndex(cell => cell.model.sharedModel.source.includes({LAB!r}));
            await content.scrollToItem(place, 'start');
        }}"""
    )
    lab = page.locator(f".jp-CodeCell:has-text('{LAB}') .sa").first
    lab.scroll_into_view_if_needed()
    lab.locator("svg").first.wait_for()
    before = table(lab)
    assert len(before) >= 9
    x, y = tool.take(tool.slider(lab, "bank x"))
    page.mouse.move(x - 40, y, steps=5)
    page.mouse.up()
    tool.until(page, lambda: table(lab) != before, "the weights change")


def table(lab: Locator) -> list[str]:
    """The numbers in the table of weights."""
    texts = lab.evaluate(
        """lab => [...lab.querySelectorAll('svg')]
            .filter(svg => svg.querySelector('title').textContent.startsWith('weights'))
            .flatMap(svg => [...svg.querySelectorAll('text')].map(text => text.textContent))"""
    )
    return [text for text in texts if re.fullmatch(r"\d\.\d\d", text)]


def test_what_is_done_is_kept_beside_the_notebooks(opened):
    page, _ = opened
    code = (
        "from helpers.exercises import PROGRESS\n"
        "PROGRESS.note('a test', 'done')\n"
        "print(PROGRESS.path, PROGRESS.notes(), PROGRESS.problem)"
    )
    said = page.evaluate(
        f"""async code => {{
            const said = [];
            const future = {tool.NOTEBOOK}.sessionContext.session.kernel.requestExecute({{code}});
            future.onIOPub = message => said.push(message.content.text ?? message.content.evalue ?? '');
            await future.done;
            return said.join('');
        }}""",
        code,
    )
    assert "/notebooks/progress.json" in said and "'a test': 'done'" in said and "cannot" not in said
