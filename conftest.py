"""For all tests: threads as in a learner's notebook, and which tests share a worker.

The committed outputs must not depend on the number of threads.
"""

from pathlib import Path

import pytest

from helpers.course_setup import limit_threads

limit_threads()

ROOT = Path(__file__).resolve().parent
# What takes longest begins first, so that no worker is left with it in the end.
FIRST = ("tests/browser", "tests/notebooks/test_one_run.py", "notebooks", "tests/claims/test_claims_06.py")


def group(item: pytest.Item) -> str:
    """Tests of one group share something costly, such as an open notebook, and run on one worker."""
    path = item.path.relative_to(ROOT).as_posix()
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    if path.startswith("tests/browser/") and "number" in parameters:
        return f"browser {parameters['number'][:2]}"
    if path == "tests/notebooks/test_one_run.py":
        return f"run {parameters['notebook'].number}"
    return path


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def rank(item: pytest.Item) -> int:
        path = item.path.relative_to(ROOT).as_posix()
        return next((place for place, first in enumerate(FIRST) if path.startswith(first)), len(FIRST))

    items.sort(key=rank)
    for item in items:
        item.add_marker(pytest.mark.xdist_group(group(item)))
