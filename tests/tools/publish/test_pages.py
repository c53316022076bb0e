"""The exported pages without a browser: what stands in the exported pages, and where their links lead."""

import re
import shutil
from functools import cache

import nbformat
import pytest
from bs4 import BeautifulSoup

from tools import browser
from tools.course import ROOT, code, notebooks
from tools.publish import pages

NOTEBOOKS = {page.page: page for page in pages.read_notebooks()}
NAMES = ["index.html", *NOTEBOOKS, "notation.html"]
each = pytest.mark.parametrize("name", NAMES)
each_notebook = pytest.mark.parametrize("name", NOTEBOOKS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("pages")
    pages.export(made, list(NOTEBOOKS.values()), pages.read_notation())
    return made


@pytest.fixture(scope="module")
def tree(folder):
    """The name of a page -> what stands in it."""
    return cache(lambda name: BeautifulSoup((folder / name).read_text(encoding="utf-8"), "html.parser"))


def pictures(page):
    return [
        o for cell in page.notebook.cells for o in cell.get("outputs", []) if "image/png" in o.get("data", {})
    ]


# --- every page -------------------------------------------------------------------------------------


def test_every_notebook_has_its_page(folder):
    assert sorted(path.name for path in folder.iterdir()) == sorted(NAMES)
    assert [name[:-5] for name in NOTEBOOKS] == [notebook.stem for notebook in notebooks()]


@each
def test_it_says_what_it_is(tree, name):
    page = tree(name)
    assert page.html["lang"] == "en" and page.find("meta", attrs={"name": "viewport"})
    assert [len(page.find_all(kind)) for kind in ("h1", "main", "header", "footer", "title")] == [1] * 5
    assert page.find("nav") and page.find("a", class_="skip")["href"] == f"#{page.main['id']}"
    if name in NOTEBOOKS:
        assert page.title.text == page.h1.text
        assert f"# {page.title.text}\n" in NOTEBOOKS[name].text


@each
def test_headings_are_in_order(tree, name):
    levels = [int(heading.name[1]) for heading in tree(name).find_all(re.compile(r"^h\d$"))]
    assert levels[0] == 1 and all(
        after - before <= 1 for before, after in zip(levels, levels[1:], strict=False)
    )


@each
def test_it_asks_nobody_for_anything(tree, name):
    page = tree(name)
    assert not page.find_all(["script", "link", "iframe", "object", "embed", "base", "video", "audio"])
    assert all(image["src"].startswith("data:image/") for image in page.find_all("img"))
    assert not [tag for tag in page.find_all(True) if any(key.startswith("on") for key in tag.attrs)]
    style = "".join(style.text for style in page.find_all("style"))
    assert style and not re.search(r"url\(|@import|http", style.replace('href^="http"', ""))
    assert {tag.name for tag in page.find_all(href=True)} <= {"a"}


@each
def test_every_link_leads_somewhere(tree, name):
    for link in tree(name).find_all("a"):
        target = link["href"]
        if target.startswith("https://"):
            continue
        page, _, place = target.partition("#")
        assert not page or page in NAMES, target
        assert not place or tree(page or name).find(id=place), target


@each
def test_no_id_is_there_twice(tree, name):
    ids = [tag["id"] for tag in tree(name).find_all(id=True)]
    assert len(ids) == len(set(ids))


@each
def test_what_scrolls_can_have_the_focus_and_has_a_name(tree, name):
    page = tree(name)
    assert all(box["tabindex"] == "0" and box["aria-label"] for box in page.find_all(class_="wide"))
    assert all(wide.find_parent(class_="wide") for wide in page.find_all(["pre", "table"]))


def test_exported_twice_gives_the_same_bytes(folder, tmp_path):
    pages.export(tmp_path, pages.read_notebooks(), pages.read_notation())
    assert [name for name in NAMES if (tmp_path / name).read_bytes() != (folder / name).read_bytes()] == []


# --- notebooks --------------------------------------------------------------------------------------


@each_notebook
def test_every_picture_is_there_with_its_words_and_its_numbers(tree, name):
    wanted = pictures(NOTEBOOKS[name])
    figures = tree(name).find_all("figure")
    assert len(figures) == len(wanted) > 0
    for figure, output in zip(figures, wanted, strict=True):
        assert figure.img["src"].endswith(output.data["image/png"].strip().replace("\n", ""))
        assert figure.img["alt"] == output.metadata["image/png"]["alt"] != ""
        assert figure.details.summary.text == "The numbers of this picture" and not figure.details.has_attr(
            "open"
        )
        shown = figure.details.pre.text
        assert output.data["text/plain"].endswith(shown) and re.search(r"\d", shown)
        lab = output.data["text/plain"].startswith("Lab(")
        assert bool(figure.figcaption) == lab and not shown.startswith("Lab(")


@each_notebook
def test_every_code_cell_can_be_folded(tree, name):
    cells = code(NOTEBOOKS[name].notebook)
    folded = tree(name).find_all("details", class_="code")
    assert [details.pre.text.strip("\n") for details in folded] == [cell.source.strip("\n") for cell in cells]
    assert all(details.has_attr("open") and details.summary.text.startswith("Code") for details in folded)


@each_notebook
def test_every_cell_is_there_in_its_order(tree, name):
    cells = [cell.id for cell in NOTEBOOKS[name].notebook.cells]
    assert [tag["id"] for tag in tree(name).main.find_all(id=re.compile("^cell-"))] == cells


@each_notebook
def test_every_output_is_there(tree, name):
    page = tree(name)
    for cell in NOTEBOOKS[name].notebook.cells:
        for output in cell.get("outputs", []):
            text = output.get("text") or output.data["text/plain"]
            shown = page.find(id=cell.id).get_text(" ")
            if "text/markdown" in output.get("data", {}):
                assert page.find(id=cell.id).table
            else:
                wanted = re.sub(r"^Lab\(.*\)|[|`:\s]", "", text)
                assert wanted in re.sub(r"[|`:\s]", "", shown)


def test_previous_and_next_are_a_chain(tree):
    names = list(NOTEBOOKS)
    for before, name, after in zip([None, *names], names, [*names[1:], None], strict=False):
        for way in tree(name).find_all("nav", class_="way"):
            found = {kind: way.find("a", rel=kind) for kind in ("prev", "next")}
            assert [link and link["href"] for link in found.values()] == [before, after]
            assert way.find("a", href="index.html")


def test_the_list_names_every_notebook_with_its_time_and_purpose(tree):
    entries = tree("index.html").find(class_="contents").find_all("li", recursive=False)
    assert [entry.a["href"] for entry in entries] == list(NOTEBOOKS)
    for entry, page in zip(entries, NOTEBOOKS.values(), strict=True):
        assert entry.h2.text == page.title
        minutes = re.search(r"\*\*Time:\*\* about (\d+) minutes", page.text)[1]
        assert entry.find(class_="time").text.startswith(f"About {minutes} minutes")
        assert len(entry.find_all("p")[-1].text) > 60


def test_the_list_opens_as_the_readme_does(tree):
    readme = (
        "# The course\n\n[![badge](https://x.org/b.svg)](https://x.org)\n\n![lab](lab.png)\n\nWords.\n\nMore."
    )
    assert pages.opening(readme) == ("The course", "Words.")
    assert tree("index.html").h1.text == tree(NAMES[1]).header.text.strip() == tree("index.html").title.text


# --- the command ------------------------------------------------------------------------------------


def test_a_notebook_without_its_first_lines_is_named():
    """A notebook without its first lines is named in a sentence."""
    page = pages.page_of("notebooks/01_a.ipynb", "01_a.html", nbformat.v4.new_notebook())
    for missing in (lambda: page.title, lambda: page.time, lambda: page.purpose):
        with pytest.raises(
            ValueError, match=r"^notebooks/01_a.ipynb has no .*: write it into its first cell\.$"
        ):
            missing()


def test_a_broken_notebook_is_named_in_a_sentence(tmp_path):
    for part in ("data", "notebooks"):
        (tmp_path / part).mkdir()
    shutil.copy(ROOT / "data" / "course.json", tmp_path / "data")
    first = notebooks(tmp_path)[0]
    first.path.write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match=rf"^{first.file} is missing or no notebook that can be read"):
        pages.read_notebooks(tmp_path)


@pytest.mark.parametrize("arguments", [[], ["docx"], ["html", "pdf"]])
def test_only_html_and_pdf_are_made(arguments):
    with pytest.raises(SystemExit, match="say html or pdf"):
        pages.main(arguments)


def test_without_a_browser_pdf_says_so_and_fails(tmp_path, monkeypatch):
    def none():
        raise browser.NoBrowser("Get one.")

    monkeypatch.setattr(pages, "DIST", tmp_path)
    monkeypatch.setattr(browser, "start_browser", none)
    with pytest.raises(SystemExit) as ended:
        pages.main(["pdf"])
    assert ended.value.code == "Get one."  # printed on stderr, with exit code 1
    assert (tmp_path / "html" / "index.html").is_file()
