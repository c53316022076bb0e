"""For all tests: threads as in a learner's notebook, and which tests share a worker.

The committed outputs must not depend on the number of threads.
"""

import re
from pathlib import Path

import pytest

from helpers.course_setup import limit_threads

limit_threads()
# nbval leaves the bytes of image/png out of its comparison; inside HTML it needs to be told.
SANITIZE = Path(__file__).resolve().parent / "tests" / "notebooks" / "nbval.cfg"

# What takes longest begins first, so that no worker is left with it in the end.
FIRST = ("tests/browser", "tests/notebooks/test_one_run.py", "notebooks", "tests/claims/test_claims_06.py")


def pytest_configure(config: pytest.Config) -> None:
    config.option.nbval_sanitize_with = str(SANITIZE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def rank(item: pytest.Item) -> int:
        return next((place for place, name in enumerate(FIRST) if item.nodeid.startswith(name)), len(FIRST))

    items.sort(key=rank)


def group(nodeid: str) -> str:
    """Tests of one group share something costly, such as a run of a notebook, and so one worker.

    A group is a file. Where a file opens or runs each notebook, it is a notebook: the number in brackets.
    """
    path, _, test = nodeid.partition("::")
    number = re.search(r"\[.*?\b(0\d)(_\w+|-\w+)?\]$", test)
    if number and path.startswith("tests/browser/"):
        return f"browser {number[1]}"
    return f"{path} {number[1]}" if number and path.endswith("test_one_run.py") else path


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist, whose own mark for groups does not reach pytest 9
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    from xdist.scheduler import LoadScopeScheduling

    class ByGroup(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group(nodeid)

    return ByGroup(config, log)
