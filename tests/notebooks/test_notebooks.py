"""The rhythm of the notebooks, and what nbval does not look at."""

import ast
import base64
import re
import statistics
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.notebooks.outputs import stored_faults
from tools import course
from tools.course import ROOT
from tools.publish.address import with_badges

NOTEBOOKS = {notebook.stem: notebook.read() for notebook in course.notebooks()}
CHAPTERS = [chapter.stem for chapter in course.chapters()]  # notebook 0 teaches nothing yet
each = pytest.mark.parametrize("name", NOTEBOOKS)
each_chapter = pytest.mark.parametrize("name", CHAPTERS)


def code(name):
    return course.code(NOTEBOOKS[name])


def prose(name):
    return course.prose(NOTEBOOKS[name])


def outputs(name):
    return [output for cell in code(name) for output in cell.outputs]


@each
def test_it_is_committed_executed_from_a_fresh_kernel(name):
    assert [cell.execution_count for cell in code(name)] == list(range(1, len(code(name)) + 1))


@each
def test_it_carries_no_widget_state_no_error_and_no_warning(name):
    assert "widgets" not in NOTEBOOKS[name].metadata
    assert not [o for o in outputs(name) if any("widget" in kind for kind in o.get("data", {}))]
    assert not [o for o in outputs(name) if o.output_type == "error" or o.get("name") == "stderr"]


@each
def test_its_file_has_nothing_that_a_learner_must_not_meet(name):
    """Each picture for all programs; nothing of an author's computer, nor Python's inside. See outputs.py."""
    assert stored_faults(NOTEBOOKS[name]) == []


@each
def test_nothing_is_skipped(name):
    assert not [cell for cell in code(name) if cell.metadata.get("tags") or "NBVAL" in cell.source.upper()]


@each
def test_cells_are_short(name):
    lengths = [len(cell.source.splitlines()) for cell in code(name)]
    assert max(lengths) <= 15 and statistics.median(lengths) <= 6


@each
def test_there_is_prose_before_every_code_cell(name):
    kinds = [cell.cell_type for cell in NOTEBOOKS[name].cells]
    assert "codecode" not in "".join(kinds)


@each
def test_no_line_is_hidden_by_a_semicolon(name):
    assert not [cell.source for cell in code(name) if cell.source.rstrip().endswith(";")]


@each
def test_a_comparison_is_asserted_or_used(name):
    for cell in code(name):
        loose = [
            n
            for n in ast.parse(cell.source).body
            if isinstance(n, ast.Expr) and isinstance(n.value, ast.Compare)
        ]
        assert not loose, cell.source


@each
def test_no_cell_reaches_the_network(name):
    words = re.compile(r"https?://|urllib|requests|wget|curl|!pip|%pip|allow_pickle=True")
    assert words.search(code(name)[0].source)  # the setup cell may, in Colab: test_course_setup.py
    assert not [cell.source for cell in code(name)[1:] if words.search(cell.source)]


def test_the_setup_cell_is_the_same_in_all():
    assert len({code(name)[0].source for name in NOTEBOOKS}) == 1


@each
def test_it_begins_and_ends_as_every_notebook_does(name):
    text = prose(name)
    for part in (
        "**What this is for.**",
        "**Time:**",
        "**You need:**",
        "**Afterwards you can**",
        "**Next:**",
    ):
        assert part in text, part
    assert re.match(rf"# {int(name[:2])} · ", text)


@each_chapter
def test_it_asks_first_and_says_in_the_end_what_is_still_broken(name):
    text = prose(name)
    assert text.index("## What you have learned") < text.index("**Still broken:**") < text.index("**Next:**")
    assert len(re.findall("Guess first", text)) >= 3


@each
def test_headings_are_in_order(name):
    levels = [len(mark) for mark in re.findall(r"^(#+) ", prose(name), flags=re.MULTILINE)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in zip(levels, levels[1:], strict=False))


@each
def test_links_lead_somewhere(name):
    # Badges are those of tools/publish/address.py, whose tests look at them.
    for target in re.findall(r"\]\(([^)]+)\)", with_badges(prose(name), "")):
        path, _, place = target.partition("#cell-id=")
        assert (ROOT / "notebooks" / path).is_file(), target
        if place:  # a cell, which the exported pages lead to, and most often JupyterLab
            assert place in [cell.id for cell in NOTEBOOKS[Path(path).stem].cells], target


@each
def test_every_picture_has_its_numbers_in_words(name):
    pictures = [o for o in outputs(name) if "image/png" in o.get("data", {})]
    assert len(pictures) >= (4 if name in CHAPTERS else 1)
    for picture in pictures:
        text = picture.data["text/plain"]
        assert re.search(r"\d", text) and "<Figure" not in text
        assert picture.metadata["image/png"]["alt"]


@each
def test_every_picture_can_be_read_by_who_cannot_see_it(name):
    """As HTML, which JupyterLab, Colab and GitHub prefer to a PNG without words."""
    for picture in (o for o in outputs(name) if "image/png" in o.get("data", {})):
        tree = BeautifulSoup(picture.data["text/html"], "html.parser")
        assert tree.img["alt"] == picture.metadata["image/png"]["alt"]
        assert tree.img["src"] == f"data:image/png;base64,{picture.data['image/png'].strip()}"
        text, alt = picture.data["text/plain"], tree.img["alt"]
        if tree.details:
            words = tree.details.pre.text
            assert text.endswith(words) and alt.startswith(words.splitlines()[0].rstrip(".:"))
        else:  # one line says all
            assert alt.rstrip(".") == text.rstrip(".")
    images = [o.data["text/html"] for o in outputs(name) if "<img" in o.get("data", {}).get("text/html", "")]
    assert all(
        re.search(r'alt="[^"]{10,}"', tag) for html in images for tag in re.findall("<img[^>]*>", html)
    )


@each
def test_the_setup_cell_is_folded_away_here_and_in_colab(name):
    setup = code(name)[0]
    assert setup.metadata == {"cellView": "form", "jupyter": {"source_hidden": True}}
    assert setup.source.startswith("# @title ")
    assert not [
        cell for cell in code(name)[1:] if cell.metadata.get("jupyter") or cell.metadata.get("cellView")
    ]


@each
def test_it_is_small_since_its_pictures_have_few_colours(name):
    pictures = [o.data["image/png"] for o in outputs(name) if "image/png" in o.get("data", {})]
    assert {base64.b64decode(picture)[25] for picture in pictures} == {3}  # PNG's number for a palette
    # Each picture is there twice, as a PNG and within HTML.
    assert course.find(int(name[:2])).path.stat().st_size < 1_000_000
