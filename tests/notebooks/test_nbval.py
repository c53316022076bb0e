"""What strict nbval sees: each word and number of a picture or of a held answer; no bytes of a picture."""

import json
import re
import subprocess
import sys

import nbformat
import pytest

from tools.course import ROOT
from tools.execute import execute

FIRST = """from helpers.pictures import show, weights_table
from helpers.exercises import guess
picture = show(weights_table(["a", "b"], [[0.25, 0.75], [0.5, 0.5]]))"""
PICTURE, GUESS = "picture", 'guess("which bank stays nearer", "moved by 0.125", picture)'
# A cell, what is changed in what is stored of it, and does nbval mind?
CHANGES = [
    (PICTURE, "", "", False),
    (GUESS, "", "", False),
    (PICTURE, "base64,iVBOR", "base64,iVBOS", False),
    (GUESS, "base64,iVBOR", "base64,iVBOS", False),
    (PICTURE, 'width=\\"2', 'width=\\"3', False),
    (PICTURE, "0.75", "0.76", True),
    (PICTURE, 'alt=\\"weights', 'alt=\\"weighs', True),
    (GUESS, "0.125", "0.124", True),
    (GUESS, "0.75", "0.76", True),
]


@pytest.fixture(scope="module")
def minded(tmp_path_factory):
    """The places of the cells that fail."""
    path = tmp_path_factory.mktemp("changed") / "changed.ipynb"
    cells = [nbformat.v4.new_code_cell(source) for source in [FIRST, *(change[0] for change in CHANGES)]]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    execute(path)
    notebook = nbformat.read(path, as_version=4)
    for cell, (_, old, new, _) in zip(notebook.cells[1:], CHANGES, strict=True):
        before = json.dumps(cell.outputs)
        assert old in before
        cell.outputs = nbformat.from_dict(json.loads(before.replace(old, new)))
    nbformat.write(notebook, path)
    # A file elsewhere has no conftest.py of ours beside it, which says what is left out.
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "conftest", "-p", "no:cacheprovider"]
    done = subprocess.run([*command, "-c", "pyproject.toml", path], cwd=ROOT, capture_output=True, text=True)
    return set(map(int, re.findall(r"^FAILED .*::Cell (\d+)", done.stdout, flags=re.MULTILINE)))


@pytest.mark.parametrize("place", range(len(CHANGES)))
def test_a_changed_word_or_number_fails_and_a_picture_does_not(minded, place):
    assert (place + 1 in minded) == CHANGES[place][3], CHANGES[place]
