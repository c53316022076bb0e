"""One JupyterLab and one browser for all browser tests; each notebook is opened and run once, then closed.

A test says with its parameter `number` which notebook it is about: "03", or "03-roles" for one lab of it.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.needs_browser import elsewhere, started
from tools import browser as tool
from tools import own_copy
from tools.course import find

from .learner import lab_named, press, settled


@dataclass
class Opened:
    """A notebook in a page."""

    number: str
    page: Page
    cells: list[dict[str, Any]] = field(default_factory=list)  # as they were right after the run
    errors: list[str] = field(default_factory=list)  # of the page's scripts
    outside: list[str] = field(default_factory=list)  # addresses that are not our server's


class Desk:
    """Has room for one open notebook: a page and a kernel for each would need much memory.

    Opened are a learner's own copies, as `make lab` does it.
    """

    def __init__(self, browser: Browser, url: str, folder: Path) -> None:
        self.browser, self.url, self.folder = browser, url, folder
        self.opened: Opened | None = None

    def open(self, number: str) -> Opened:
        """The notebook with this number, all cells run; the one that lay here before is closed."""
        if self.opened is None or self.opened.number != number:
            self.close()
            self.opened = self._open(number)
        return self.opened

    def close(self) -> None:
        if self.opened is not None:
            tool.close_notebook(self.opened.page)
        self.opened = None

    def own(self, number: str) -> str:
        """Where a learner's copy lies, below the served folder."""
        return f"{own_copy.FOLDER}/{find(int(number)).file}"

    def _open(self, number: str) -> Opened:
        opened = Opened(number, tool.new_page(self.browser))
        opened.page.on("pageerror", lambda error: opened.errors.append(str(error)))
        opened.page.on("request", lambda request: opened.outside.extend(elsewhere(request.url, self.url)))
        tool.open_notebook(opened.page, self.url, self.own(number))
        tool.begin_run(opened.page)
        tool.end_run(opened.page)
        opened.cells = tool.cells(opened.page)
        return opened


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    yield from started()


@pytest.fixture(scope="package")
def desk(browser: Browser) -> Iterator[Desk]:
    with tool.course_copy() as folder, tool.serve(folder) as url:
        assert own_copy.prepare(folder, folder) == []
        before = files(folder / "notebooks")
        desk = Desk(browser, url, folder)
        with contextlib.closing(desk):
            yield desk
        assert files(folder / "notebooks") == before, "no learning changes the course's own notebooks"


def files(folder: Path) -> dict[str, bytes]:
    """Name -> content of the files in a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.fixture
def notebook(desk: Desk, number: str) -> Iterator[Opened]:
    """An open notebook; after the test none of its scripts has failed or asked anybody but our server."""
    opened = desk.open(number[:2])
    yield opened
    assert opened.errors == []
    assert opened.outside == []


@pytest.fixture
def lab(notebook: Opened, number: str) -> Locator:
    """A lab of a notebook, as it is at first: `number` is such as 03-roles."""
    lab = lab_named(notebook.page, number)
    lab.scroll_into_view_if_needed()
    press(lab, "Reset")
    settled(lab)
    return lab


def number_of(item: pytest.Item) -> str:
    """The two digits of the notebook that a test is about."""
    return item.callspec.params.get("number", "last")[:2] if hasattr(item, "callspec") else "last"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of one notebook stand together, so that each is opened once; tests of no notebook go last.

    Those that restart its kernel are its last ones.
    """
    ours = [place for place, item in enumerate(items) if item.path.parent == Path(__file__).parent]
    in_order = sorted(
        (items[place] for place in ours),
        key=lambda item: (number_of(item), item.path.stem == "test_practice"),
    )
    for place, item in zip(ours, in_order, strict=True):
        items[place] = item


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    """One line for all skipped tests, not one for each: leave out the number of the line."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        path, _, reason = report.longrepr
        report.longrepr = (path, None, reason)
    return report
