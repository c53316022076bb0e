"""The built site, and a browser that can ask nobody but this computer.

    LITE_SITE=dist/lite .venv/bin/python -m pytest tests/lite

With PYODIDE_DIR, a folder with a Pyodide that has NumPy and Matplotlib, a notebook is run as well.
PYODIDE_ENTRY names its entry file, for sites that were built with a kernel before 0.8 (pyodide.js).
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.needs_browser import started
from tools import browser as tool
from tools.publish.lite import ENTRY

from .server import serve_site

SITE = os.environ.get("LITE_SITE", "")
PYODIDE = os.environ.get("PYODIDE_DIR", "")
collect_ignore = [] if SITE else ["test_site.py", "test_pyodide.py"]
if not PYODIDE:
    collect_ignore.append("test_pyodide.py")


@pytest.fixture(scope="package")
def site() -> Path:
    folder = Path(SITE).resolve()
    if not (folder / "jupyter-lite.json").is_file():
        pytest.fail(f"LITE_SITE is {SITE!r}, and there is no built site: run make lite first.", pytrace=False)
    return folder


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    yield from started()


@pytest.fixture(scope="package")
def url(site: Path) -> Iterator[str]:
    with serve_site(site) as url:
        yield url


@pytest.fixture(scope="package")
def url_with_pyodide(site: Path) -> Iterator[str]:
    entry, folder = os.environ.get("PYODIDE_ENTRY", ENTRY), Path(PYODIDE).resolve()
    if not (folder / entry).is_file():
        pytest.fail(f"PYODIDE_DIR is {PYODIDE!r}, and has no {entry}: name Pyodide's folder.", pytrace=False)
    with serve_site(site, folder, entry) as url:
        yield url


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = tool.new_page(browser)
    yield page
    page.context.close()
