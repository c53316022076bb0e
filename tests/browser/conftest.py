"""One JupyterLab and one browser for all browser tests; each notebook is opened and run once."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tools import browser as tool

NAMES = ("01_static_embeddings", "02_contextual_embedding")


@dataclass
class Opened:
    """A notebook in a page."""

    page: Page
    cells: list[dict[str, Any]] = field(default_factory=list)  # as they were right after the run
    errors: list[str] = field(default_factory=list)  # of the page's scripts
    outside: list[str] = field(default_factory=list)  # addresses that are not our server's


# Playwright keeps an event loop running in this thread, where a later test could then start none of its
# own. So these fixtures end with the module, not with the session.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    try:
        with tool.start_browser() as browser:
            yield browser
            return
    except tool.NoBrowser as missing:
        said = str(missing)
    if os.environ.get("COURSE_REQUIRE_BROWSER"):
        pytest.fail(said, pytrace=False)
    pytest.skip(said)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    """One line for all skipped tests, not one for each: leave out the number of the line."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        path, _, reason = report.longrepr
        report.longrepr = (path, None, reason)
    return report


@pytest.fixture(scope="module")
def notebooks(browser: Browser) -> Iterator[dict[str, Opened]]:
    """Each notebook by its number, all cells run. The second opens while the first one runs."""
    with tool.course_copy() as folder, tool.serve(folder) as url:
        opened = {name[:2]: open_one(browser, url, name) for name in NAMES}
        for notebook in opened.values():
            tool.end_run(notebook.page)
            notebook.cells = tool.cells(notebook.page)
        yield opened


def open_one(browser: Browser, url: str, name: str) -> Opened:
    notebook = Opened(tool.new_page(browser))
    notebook.page.on("pageerror", lambda error: notebook.errors.append(str(error)))
    notebook.page.on("request", lambda request: notebook.outside.extend(elsewhere(request.url, url)))
    tool.open_notebook(notebook.page, url, f"notebooks/{name}.ipynb")
    tool.begin_run(notebook.page)
    return notebook


def elsewhere(address: str, url: str) -> list[str]:
    return [] if address.startswith((url, "data:", "blob:")) else [address]


@pytest.fixture(autouse=True)
def nothing_goes_wrong_unseen(notebooks: dict[str, Opened]) -> Iterator[None]:
    """After each test: no script of a page has failed, and no page has asked anybody but our server."""
    yield
    for notebook in notebooks.values():
        assert notebook.errors == []
        assert notebook.outside == []
