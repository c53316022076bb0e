"""Bundles in the classic notebook, whose widgets are those of Colab's ipywidgets 7.

It cannot be installed beside JupyterLab 4, so `make test` has no such notebook: `make test-matrix` runs this
folder with Colab's versions (requirements/colab.txt).
"""

from collections.abc import Iterator
from importlib import metadata

import pytest
from playwright.sync_api import Browser

from tests.needs_browser import started


def classic_is_here() -> bool:
    try:
        return int(metadata.version("notebook").split(".")[0]) < 7
    except metadata.PackageNotFoundError:
        return False


collect_ignore_glob = [] if classic_is_here() else ["test_*.py"]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    yield from started()
