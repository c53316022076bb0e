"""Each notebook as one file, damaged or beside others; tests/notebooks/test_one_run.py runs them all."""

import re

import nbformat
import pytest

from tests.alone import Alone, errors, said
from tools.browser import course_copy
from tools.course import ROOT, code, notebooks
from tools.publish import address
from tools.publish.bundle import LARGEST, OUTSIDE, bundle, carried_files, first_cell, main, packed

PATHS = {notebook.stem: notebook.path for notebook in notebooks()}
DECOY = "raise RuntimeError('somebody else has this name, too')\n"
SETUP_SAYS = "Ready.\n"


@pytest.fixture(scope="module")
def archive():
    return packed()


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    return Alone(tmp_path_factory.mktemp("alone"))


@pytest.fixture
def folder(tmp_path):
    """An empty folder with an awkward name, and a decoy in it."""
    folder = tmp_path / "mein Ordner für später"
    folder.mkdir()
    (folder / "helpers.py").write_text(DECOY, encoding="utf-8")
    return folder


def run_cells(alone, folder, *sources):
    """These cells in one kernel; the cells after the run."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    path = folder / "cells.ipynb"
    nbformat.write(notebook, path)
    alone.run_notebook(path)
    return nbformat.read(path, as_version=4).cells


# --- a bundle runs alone --------------------------------------------------------------------------


def test_the_python_of_this_test_knows_no_course_and_no_network(alone, folder):
    (folder / "helpers.py").unlink()
    done = alone.run("import numpy, helpers", folder=folder)
    assert "No module named 'helpers'" in done.stderr
    done = alone.run("import socket; socket.create_connection(('example.org', 80), 5)", folder=folder)
    assert "no network in this test" in done.stderr
    assert "example.org" in alone.asked_outside.read_text(encoding="utf-8")
    alone.asked_outside.unlink()


def test_two_bundles_in_one_kernel_share_the_course(archive, alone, folder):
    two = [bundle(PATHS[name], archive) for name in ("00_start_here", "01_static_embeddings")]
    where = "import helpers.heads; print(helpers.heads.__file__, id(helpers.heads))"
    cells = [cell.source for notebook in two for cell in (*code(notebook), nbformat.v4.new_code_cell(where))]
    run = run_cells(alone, folder, *cells)
    assert errors(run) == []
    places = [said(cell) for cell in run if cell.source == where]
    assert len(places) == 2 and places[0] == places[1]


def test_a_bundle_of_another_version_replaces_the_first(archive, alone, folder, tmp_path):
    """A bundle of another version takes the place of the first."""
    later = tmp_path / "later"
    for path in carried_files():
        copy = later / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    with open(later / "helpers" / "heads.py", "a", encoding="utf-8") as source:
        source.write("\nLATER = True\n")
    ask = "import helpers.heads; print(hasattr(helpers.heads, 'LATER'))"
    run = run_cells(
        alone, folder, first_cell(archive), ask, first_cell(packed(later)), ask, first_cell(archive), ask
    )
    assert [said(cell) for cell in run[1::2]] == ["False\n", "True\n", "False\n"]


def test_foreign_helpers_imported_already_do_not_count(archive, alone, folder):
    """Helpers of somebody else that are imported already do not count."""
    (folder / "helpers.py").write_text("theirs = True\n", encoding="utf-8")
    run = run_cells(
        alone,
        folder,
        "import helpers; print(helpers.theirs)",
        first_cell(archive),
        "import helpers; print(helpers.__doc__)",
    )
    assert [said(cell) for cell in run[:2]] == ["True\n", SETUP_SAYS]
    assert "The small package behind the notebooks" in said(run[2])


HARMS = {
    "a letter": lambda text: text.replace("UEsDB", "UEsDC", 1),
    "some letters": lambda text: re.sub("A{4}", "BBBB", text, count=1),
    "cut off": lambda text: re.sub(r'PACKED = "(.{1000}).*"', r'PACKED = "\1"', text),
    "emptied": lambda text: re.sub(r'PACKED = ".*"', 'PACKED = ""', text),
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
def test_a_damaged_bundle_says_so_in_one_sentence(archive, alone, folder, harm):
    (cell,) = run_cells(alone, folder, harm(first_cell(archive)))
    text = said(cell) + "".join(errors([cell]))
    assert "This copy of the notebook is damaged" in text and "Traceback" not in text
    assert not list(alone.temporary.glob("self-attention*"))


def test_a_full_temporary_folder_gets_one_sentence(archive, alone, folder):
    """A temporary folder that cannot be written gets one sentence."""
    never = "import tempfile; tempfile.tempdir = '/no such folder'"
    _, cell = run_cells(alone, folder, never, first_cell(archive))
    text = said(cell) + "".join(errors([cell]))
    assert "The helpers cannot be unpacked" in text and "make room in the temporary folder" in text
    assert "Traceback" not in text


# --- what is in it --------------------------------------------------------------------------------


def test_every_notebook_becomes_a_small_file_and_twice_the_same(tmp_path, capsys):
    assert main(["--to", str(tmp_path / "one")]) == main(["--to", str(tmp_path / "two")]) == 0
    assert "7 complete notebooks" in capsys.readouterr().out
    for name in PATHS:
        one, two = (tmp_path / folder / f"{name}.ipynb" for folder in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()
        assert one.stat().st_size <= LARGEST == 1_500_000
        nbformat.validate(nbformat.read(one, as_version=4))


@pytest.mark.parametrize("name", PATHS)
def test_only_the_first_cell_and_its_words_differ(name, archive):
    before, after = nbformat.read(PATHS[name], as_version=4), bundle(PATHS[name], archive)
    setup = after.cells.index(code(after)[0])
    assert "**This file is complete.**" in after.cells[setup - 1].source
    assert "finds the course folder" not in after.cells[setup - 1].source
    before.cells[0].source = address.with_badges(before.cells[0].source, "")
    for place, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)):
        assert new.id == old.id
        if place not in (setup - 1, setup):
            assert new.source == OUTSIDE.sub(r"\1", old.source)
            assert "](../" not in new.source  # no link to what a bundle lacks
        for output in old.get("outputs", []):  # a picture is sent once, in its HTML
            if "text/html" in output.get("data", {}):
                assert output.data.pop("image/png", "") in output.data["text/html"]
        assert new.get("outputs") == old.get("outputs") and new.metadata == old.metadata


def test_a_bundle_has_no_badge_without_its_picture(archive, tmp_path):
    """A bundle of a published notebook has no badge whose picture it lacks."""
    with course_copy() as course:
        (course / "README.md").write_text("# Course\n\n", encoding="utf-8")
        address.write(address.published(course, "owner/name", "v1.0"))
        notebook = bundle(course / "notebooks" / "02_contextual_embedding.ipynb", archive)
    before = nbformat.read(PATHS["02_contextual_embedding"], as_version=4)
    assert notebook.cells[0].source == address.with_badges(before.cells[0].source, "")
    assert "](../images" not in str(notebook.cells) and "owner/name" not in str(notebook.cells)


def test_no_harm_comes_from_files_of_python_itself(archive):
    assert b"__pycache__" not in archive and b"progress.json" not in archive


def test_a_notebook_that_is_not_there_is_named():
    with pytest.raises(SystemExit, match="notebooks/99_none.ipynb is not there: name a notebook such as"):
        main(["notebooks/99_none.ipynb"])


def test_a_link_that_leaves_the_folder_keeps_its_words():
    assert (
        OUTSIDE.sub(r"\1", "See [the *page*](../A.md) and [2](02_b.ipynb).")
        == "See the *page* and [2](02_b.ipynb)."
    )


def test_only_a_notebook_of_the_course_becomes_a_bundle(tmp_path):
    """Else its first cell would be lost."""
    theirs = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("my_data = [1, 2, 3]")])
    nbformat.write(theirs, tmp_path / "theirs.ipynb")
    with pytest.raises(SystemExit, match="theirs.ipynb does not begin with the setup cell of the course"):
        main(["--to", str(tmp_path / "out"), str(tmp_path / "theirs.ipynb")])


def test_bundles_do_not_take_the_place_of_the_notebooks():
    with pytest.raises(SystemExit, match="holds the notebooks themselves: name another folder"):
        main(["--to", str(ROOT / "notebooks")])


def test_hidden_files_are_not_carried(tmp_path):
    (tmp_path / "data").mkdir()
    for name in (".DS_Store", "numbers.json"):
        (tmp_path / "data" / name).write_text("1", encoding="utf-8")
    assert [path.name for path in carried_files(tmp_path)] == ["numbers.json"]


def test_a_bundle_that_is_too_large_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr("tools.publish.bundle.LARGEST", 1000)
    with pytest.raises(
        SystemExit, match="The bundle of 00_start_here.ipynb would have .* bytes, and at most 1000"
    ):
        main(["--to", str(tmp_path)])
    assert list(tmp_path.iterdir()) == []
