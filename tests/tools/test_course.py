"""The list of the notebooks: the folder, the pages and the notebooks themselves say the same."""

import re
import shutil

import pytest

from tests.refusals import refusal
from tools import course
from tools.course import ROOT, chapters, find, notebooks

each = pytest.mark.parametrize("notebook", notebooks(), ids=lambda notebook: notebook.stem)


def test_the_list_is_the_folder_in_order():
    assert [n.path for n in notebooks()] == sorted((ROOT / "notebooks").glob("*.ipynb"))
    assert [n.number for n in notebooks()] == list(range(len(notebooks())))
    assert [n.number for n in chapters()] == [n.number for n in notebooks()][1:] and find(2).number == 2


@each
def test_a_notebook_begins_as_the_list_says(notebook):
    first = course.prose(notebook.read())
    assert re.match(rf"# {notebook.number} · {re.escape(notebook.title)}\b", first)
    minutes = f"**Time:** about {notebook.reading} minutes"
    if notebook.exercises:
        minutes += f", and {notebook.exercises} more for the exercises and the recap"
    assert re.search(re.escape(minutes) + r"[.;]", first)
    assert notebook.stem.startswith(f"{notebook.number:02d}_")


def test_readme_and_notebook_0_have_its_tables():
    """Written from there by: python -m tools.course."""
    listed = notebooks()
    assert course.readme_table(listed) + "\n" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert course.way_table(listed) in course.prose(listed[0].read())
    assert course.readme_table(listed).count("\n") == len(listed) + 1
    assert course.way_table(listed).count("\n") == len(chapters()) + 1


def copied(folder):
    for name in ("README.md", "data/course.json", "notebooks/00_start_here.ipynb"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)


def test_the_tables_are_written_from_the_list(tmp_path):
    copied(tmp_path)
    listed = tmp_path / "data" / "course.json"
    text = listed.read_text(encoding="utf-8")
    course.main(tmp_path)
    for name in ("README.md", "notebooks/00_start_here.ipynb"):
        assert (tmp_path / name).read_bytes() == (ROOT / name).read_bytes(), f"{name}: python -m tools.course"
    listed.write_text(
        text.replace('"reading": 75', '"reading": 33').replace("Scaling", "Less"), encoding="utf-8"
    )
    course.main(tmp_path)
    readme, start = (
        (tmp_path / name).read_text("utf-8") for name in ("README.md", "notebooks/00_start_here.ipynb")
    )
    assert "| 33 | Why does one word need three vectors" in readme and "| 33 | Scores are mutual" in start
    assert "| 4 | [Less](notebooks/04_scaling.ipynb)" in readme and "[4 · Less](04_scaling.ipynb)" in start


def test_a_stroke_in_a_title_does_not_break_the_table(tmp_path):
    copied(tmp_path)
    listed = tmp_path / "data" / "course.json"
    listed.write_text(listed.read_text("utf-8").replace('"Scaling"', '"a | b"'), encoding="utf-8")
    course.main(tmp_path)
    assert r"[a \| b](notebooks/04_scaling.ipynb)" in (tmp_path / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"Scaling"', r'"Sca\nling"', "'Sca\\nling' has more than one line"),
        ('"title": "Scaling",', "", "is no list of notebooks"),
        ('"minutes"', '"hours"', "is no list of notebooks"),
        ("{", "", "is no list of notebooks"),
    ],
)
def test_a_list_that_cannot_be_used_is_refused(tmp_path, old, new, says):
    copied(tmp_path)
    listed = tmp_path / "data" / "course.json"
    listed.write_text(listed.read_text("utf-8").replace(old, new, 1), encoding="utf-8")
    message = refusal(course.main, tmp_path)
    assert says in message and "data/course.json" in message


@pytest.mark.parametrize("name", ["README.md", "notebooks/00_start_here.ipynb"])
def test_a_page_without_its_table_is_named_and_nothing_written(tmp_path, name):
    copied(tmp_path)
    page = tmp_path / name
    text = page.read_text("utf-8").replace("| notebook |", "| lesson |")
    page.write_text(text, encoding="utf-8")
    others = {path: path.read_bytes() for path in tmp_path.rglob("*.*")}
    assert "able that begins with '| " in refusal(course.main, tmp_path)
    assert {path: path.read_bytes() for path in others} == others


def test_a_notebook_that_is_listed_and_missing_is_named(tmp_path):
    copied(tmp_path)
    (tmp_path / "notebooks" / "00_start_here.ipynb").unlink()
    assert "00_start_here.ipynb is missing" in refusal(course.main, tmp_path)
