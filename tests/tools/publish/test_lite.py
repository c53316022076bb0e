"""The site for a browser alone, without JupyterLite and without a network. The built site: tests/lite."""

import json
import re
from pathlib import Path

import nbformat
import pytest
from packaging.requirements import Requirement

from tools.browser import course_copy
from tools.course import PARTS
from tools.own_copy import handed_out
from tools.publish import lite
from tools.publish.address import with_badges

KEY = "jupyter-config-data"


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lite")
    lite.lay_out(folder, None)
    return folder


def files(folder: Path) -> set[str]:
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in found if "__pycache__" not in path.parts}


def test_all_of_the_course_goes_in_and_nothing_else(laid_out):
    with course_copy() as course:
        assert files(laid_out / "files") == files(course) | {lite.PAGE}


def test_only_the_notebooks_differ_and_only_by_one_cell(laid_out):
    for name in files(laid_out / "files"):
        mine, theirs = laid_out / "files" / name, lite.ROOT / name
        if name.endswith(".ipynb"):
            notebook = nbformat.read(mine, as_version=4)
            (place,) = (i for i, cell in enumerate(notebook.cells) if cell.id == lite.CELL_ID)
            assert notebook.cells.pop(place).source == lite.CELL
            assert "code" not in [cell.cell_type for cell in notebook.cells[:place]]
            original = nbformat.from_dict(handed_out(nbformat.read(theirs, as_version=4)))
            original.cells[0].source = with_badges(original.cells[0].source, "")
            assert notebook == original
        else:
            assert mine.read_bytes() == theirs.read_bytes(), name


def test_texts_in_the_notebooks_are_whole(laid_out):
    """JupyterLite shows a file as it is, and JupyterLab breaks on a cell that is a list of lines."""
    for path in (laid_out / "files" / "notebooks").glob("*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        assert {type(cell["source"]) for cell in cells} == {str}


def test_what_a_learner_has_done_stays_out(tmp_path):
    for part in PARTS:
        (tmp_path / part / "__pycache__").mkdir(parents=True)
    (tmp_path / "data" / "course.json").write_text('{"notebooks": []}')
    (tmp_path / lite.PAGE).write_text("")
    unwanted = ["progress.json", "progress-damaged.json", ".progress.json.lock", "__pycache__/x.pyc"]
    for name in [*unwanted, "kept.txt"]:
        (tmp_path / "notebooks" / name).write_text("")
    lite.lay_out(tmp_path / "site", None, root=tmp_path)
    assert files(tmp_path / "site" / "files") == {"data/course.json", "notebooks/kept.txt", lite.PAGE}


def test_the_site_opens_with_notebook_0(laid_out):
    text = (laid_out / "workspaces" / "default.jupyterlab-workspace").read_text(encoding="utf-8")
    data = json.loads(text)["data"]
    (tab,) = data["layout-restorer:data"]["main"]["dock"]["widgets"]
    assert (laid_out / "files" / data[tab]["data"]["path"]).is_file()


# --- where Pyodide is -----------------------------------------------------------------------------


@pytest.mark.parametrize("value", [None, "", "  "])
def test_without_an_address_the_kernel_chooses(value):
    assert lite.pyodide_url({} if value is None else {"PYODIDE_URL": value}) is None
    assert "http" not in json.dumps(lite.settings(None))


@pytest.mark.parametrize("url", ["https://example.org/v1/full/pyodide.mjs", "./pyodide/pyodide.mjs"])
def test_an_address_goes_into_the_settings(url, tmp_path):
    assert lite.pyodide_url({"PYODIDE_URL": url}) == url
    lite.write(tmp_path / "jupyter-lite.json", lite.settings(url))
    settings = json.loads((tmp_path / "jupyter-lite.json").read_text(encoding="utf-8"))
    kernel = settings[KEY]["litePluginSettings"][lite.KERNEL]
    assert kernel == {"disablePyPIFallback": True, "pyodideUrl": url}


@pytest.mark.parametrize(
    "url",
    [
        "pyodide",
        "https://example.org/v1/full/",
        "https://example.org/pyodide.js",
        "https:///pyodide.mjs",
        "file:///pyodide.mjs",
        "https://example.org/?pyodide.mjs",
    ],
)
def test_a_bad_address_gets_one_sentence(url, monkeypatch, tmp_path):
    monkeypatch.setenv("PYODIDE_URL", url)
    with pytest.raises(SystemExit) as stopped:
        lite.main([str(tmp_path / "site")])
    said = str(stopped.value)
    assert repr(url) in said and "must end in pyodide.mjs" in said and "leave it out" in said
    assert "\n" not in said and said.count(". ") == 0
    assert not (tmp_path / "site").exists()


# --- versions -------------------------------------------------------------------------------------


def pins(name: str) -> dict[str, str]:
    text = (lite.ROOT / "requirements" / name).read_text(encoding="utf-8")
    needs = [Requirement(line) for line in text.splitlines() if not line.startswith("#")]
    return {need.name: str(need.specifier) for need in needs}


def test_every_wheel_is_pinned_as_make_lab_has_it():
    """Every wheel is pinned and the widgets are those of make lab."""
    mine, lab = pins("lite.txt"), pins("lab.txt")
    assert set(lite.WHEELS) < set(mine)
    assert all(re.fullmatch(r"==[0-9.]+", version) for version in mine.values())
    for name in lite.WHEELS:
        assert mine[name] == lab[name], f"requirements/lite.txt and lab.txt differ in {name}"


def test_it_takes_no_folder_away_that_it_has_not_built(tmp_path):
    mine = tmp_path / "thesis"
    assert lite.may_replace(mine)  # not there yet
    mine.mkdir()
    assert lite.may_replace(mine)  # empty
    (mine / "thesis.txt").write_text("all my work", encoding="utf-8")
    with pytest.raises(SystemExit, match="thesis holds something else than a built site: name a folder"):
        lite.main([str(mine)])
    assert (mine / "thesis.txt").is_file()
    (mine / "jupyter-lite.json").write_text("{}", encoding="utf-8")
    assert lite.may_replace(mine)
