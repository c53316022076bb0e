"""The browser of all tests that need one: the fixture `browser` of each folder is `yield from started()`.

Its scope is "package", so that it ends with its folder: Playwright keeps an event loop in this thread,
where a later test could then start none of its own.
"""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tools import browser as tool


def started() -> Iterator[Browser]:
    """A headless browser; without one the tests are skipped, and fail where COURSE_REQUIRE_BROWSER is set."""
    try:
        with tool.start_browser() as browser:
            expect.set_options(timeout=1000 * tool.A_WHILE)
            yield browser
            return
    except tool.NoBrowser as missing:
        said = str(missing)
    if os.environ.get("COURSE_REQUIRE_BROWSER"):
        pytest.fail(said, pytrace=False)
    pytest.skip(said)


def elsewhere(address: str, url: str) -> list[str]:
    """The address, if it is not one of our server's."""
    return [] if address.startswith((url, "data:", "blob:")) else [address]
