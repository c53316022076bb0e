"""The edition of the course: raised when what notebooks take from the helpers changes."""

import json
import shutil

import nbformat
import pytest

from helpers import files
from tools import edition
from tools.course import ROOT, notebooks
from tools.publish.bundle import first_cell

STORED = json.loads((ROOT / "data" / "edition.json").read_text(encoding="utf-8"))
TAKEN = edition.taken(notebooks())
RAISE = "what notebooks take from the helpers has changed: .venv/bin/python -m tools.edition"


def test_it_is_raised_when_notebooks_take_something_else():
    assert edition.digest(TAKEN) == STORED["takes"], RAISE


def test_notebooks_and_helpers_are_of_one_edition():
    assert {edition.said(notebook) for notebook in notebooks()} == {files.edition()} == {STORED["edition"]}


def test_a_bundle_names_its_edition_too():
    (number,) = edition.LINE.findall(first_cell(b"packed"))
    assert int(number) == files.edition()


def test_it_says_what_is_written_in_each_notebook():
    """By it a learner's copy is known to be unchanged, and a changed notebook of the course to be changed."""
    noted = json.loads(edition.noted({}, {one.file: one.read().cells for one in notebooks()}))
    assert noted["notebooks"] == STORED["notebooks"], RAISE


def test_a_changed_text_is_noted_and_raises_nothing(course):
    path = notebooks(course)[1].path
    path.write_text(path.read_text(encoding="utf-8").replace("Static", "Very static"), encoding="utf-8")
    edition.main(course)
    now = json.loads((course / "data" / "edition.json").read_text(encoding="utf-8"))
    changed = {name for name, digest in now["notebooks"].items() if digest != STORED["notebooks"][name]}
    assert now["edition"] == STORED["edition"] and changed == {path.name}


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"edition": "x", "takes": ""}', '{"edition": 2}'])
def test_a_damaged_file_is_named(course, content):
    (course / "data" / "edition.json").write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match="data/edition.json is missing or damaged: git checkout"):
        edition.main(course)


def test_it_sees_names_parameters_and_what_is_asked():
    for line in (
        "helpers.attention.softmax(x, axis)",
        "helpers.examples.CIRCLE",
        'check("softmax")',
        'guess("how much of money")',
        "quiz(2)",
    ):
        assert line in TAKEN


@pytest.fixture
def course(tmp_path):
    for part in ("notebooks", "data"):
        shutil.copytree(ROOT / part, tmp_path / part)
    return tmp_path


def test_without_a_change_nothing_is_written(course, capsys):
    before = {path: path.read_bytes() for path in course.rglob("*.*")}
    edition.main(course)
    assert {path: path.read_bytes() for path in course.rglob("*.*")} == before
    assert capsys.readouterr().out == f"The course is of edition {STORED['edition']}.\n"


def test_a_change_raises_it_everywhere_and_changes_nothing_else(course):
    path = notebooks(course)[2].path
    path.write_text(path.read_text(encoding="utf-8").replace("tokenize", "tokens_of"), encoding="utf-8")
    broken = path.read_text(encoding="utf-8")
    with pytest.raises(AttributeError, match="tokens_of"):  # helpers must have it
        edition.main(course)
    path.write_text(broken.replace("tokens_of", "unit"), encoding="utf-8")
    before = {notebook.file: notebook.read() for notebook in notebooks(course)}
    for _ in range(2):
        edition.main(course)
        number = STORED["edition"] + 1
        assert json.loads((course / "data" / "edition.json").read_text(encoding="utf-8"))["edition"] == number
        for notebook in notebooks(course):
            assert edition.said(notebook) == number
            old = nbformat.writes(before[notebook.file]).splitlines()
            new = nbformat.writes(notebook.read()).splitlines()
            assert sum(one != other for one, other in zip(old, new, strict=True)) == 1


def test_a_notebook_without_an_edition_is_named(course):
    path = notebooks(course)[1].path
    path.write_text(path.read_text(encoding="utf-8").replace("EDITION, REPO", "REPO"), encoding="utf-8")
    with pytest.raises(ValueError, match="01_static_embeddings.ipynb does not name its edition"):
        edition.main(course)
