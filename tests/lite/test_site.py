"""What lies in the built site, and that it opens. Its kernel needs Pyodide: see test_pyodide.py."""

import hashlib
import json
import re
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Page, expect

from tools import browser as tool
from tools.course import notebooks
from tools.own_copy import handed_out
from tools.publish import lite
from tools.publish.address import with_badges

SIZE = 60e6  # bytes: more than twice of what it is


@pytest.fixture
def settings(site: Path) -> dict:
    return json.loads((site / "jupyter-lite.json").read_text(encoding="utf-8"))["jupyter-config-data"]


def listed(site: Path, folder: str = "") -> set[str]:
    """All files that JupyterLab is told of: each folder has a listing of its own."""
    listing = json.loads((site / "api/contents" / folder / "all.json").read_text(encoding="utf-8"))
    found = set()
    for entry in listing["content"]:
        found |= listed(site, entry["path"]) if entry["type"] == "directory" else {entry["path"]}
    return found


def test_the_whole_course_is_listed_and_as_it_is_here(site: Path):
    with tool.course_copy() as course:
        names = {path.relative_to(course).as_posix() for path in course.rglob("*") if path.is_file()}
        assert listed(site) == names | {lite.PAGE}
        for name in names:
            mine, theirs = site / "files" / name, course / name
            if name.endswith(".ipynb"):
                notebook = nbformat.read(mine, as_version=4)
                notebook.cells = [cell for cell in notebook.cells if cell.id != lite.CELL_ID]
                original = nbformat.from_dict(handed_out(nbformat.read(theirs, as_version=4)))
                original.cells[0].source = with_badges(original.cells[0].source, "")
                assert notebook == original, name
                assert not any(cell.get("outputs") for cell in notebook.cells), "an answer before its time"
            else:
                assert mine.read_bytes() == theirs.read_bytes(), name


def test_every_wheel_of_the_index_is_there_and_whole(site: Path, settings: dict):
    named = set()
    for address in settings["litePluginSettings"][lite.KERNEL]["pipliteUrls"]:
        index = site / address.partition("?")[0]
        for name, package in json.loads(index.read_text(encoding="utf-8")).items():
            named.add(name)
            for wheel in (wheel for wheels in package["releases"].values() for wheel in wheels):
                whole = hashlib.sha256((index.parent / wheel["url"]).read_bytes()).hexdigest()
                assert whole == wheel["digests"]["sha256"], wheel["url"]
    # What the kernel and the course import, and Pyodide has not.
    needed = {"piplite", "pyodide-kernel", "ipykernel", "comm", "ipywidgets"}
    assert needed | {"widgetsnbextension", "jupyterlab-widgets"} <= named


def test_the_settings_name_no_other_host(settings: dict):
    kernel = settings["litePluginSettings"][lite.KERNEL]
    assert kernel["disablePyPIFallback"] is True
    pyodide = kernel.pop("pyodideUrl", "")
    assert pyodide == "" or pyodide.endswith(lite.ENTRY)
    assert re.findall(r"https?://[^\"]+", json.dumps(settings)) == []
    names = [extension["name"] for extension in settings["federated_extensions"]]
    assert {"@jupyter-widgets/jupyterlab-manager", "@jupyterlite/pyodide-kernel-extension"} <= set(names)


def test_it_is_small_enough_for_a_web_page(site: Path):
    assert sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) < SIZE


def test_it_opens_with_notebook_0_beside_the_others(page: Page, url: str):
    """Nobody can be reached: the one thing that may fail is the question for Pyodide."""
    errors: list[str] = []
    outside: set[str] = set()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: outside.add(request.url) if not ours(request.url, url) else None)
    page.goto(url)
    expect(page.get_by_role("heading", name="0 · Start here")).to_be_visible(timeout=60_000)
    for notebook in notebooks():
        row = page.locator(f'#filebrowser .jp-DirListing-itemText:has-text("{notebook.file}")')
        expect(row).to_be_visible()
    assert page.evaluate(f"{tool.NOTEBOOK}.context.path") == lite.FIRST
    mode = page.evaluate(f"{tool.NOTEBOOK}.content.notebookConfig.windowingMode")
    assert mode == "defer"  # the course's own default: a link finds its place
    tool.until(page, lambda: any(address.endswith(lite.ENTRY) for address in outside), "it asks for a kernel")
    assert {address.rpartition("/")[2] for address in outside} == {lite.ENTRY}
    assert [error for error in errors if lite.ENTRY not in error] == []


def ours(address: str, url: str) -> bool:
    return address.startswith((url, "data:", "blob:"))
