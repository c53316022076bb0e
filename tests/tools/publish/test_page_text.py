"""What becomes of the text of a notebook on its page: links, pictures, badges, cards; made-up notebooks."""

import nbformat
import pytest
from bs4 import BeautifulSoup

from helpers.exercises import CARD_TYPE
from tools.publish import page_text, pages

HERE = page_text.Place("notebooks/01_a.ipynb", "01_a.html", frozenset({"cell-01", "cell-02"}))
THERE = page_text.Place("notebooks/02_b.ipynb", "02_b.html", frozenset({"cell-07"}))
SHAPES = page_text.Place("NOTATION.md", "notation.html")
PLACES = {place.path: place for place in (HERE, THERE, SHAPES)}


def prose(source):
    return BeautifulSoup(page_text.prose(source, HERE, PLACES), "html.parser")


@pytest.mark.parametrize(
    ("target", "leads_to"),
    [
        ("02_b.ipynb", "02_b.html"),
        ("02_b.ipynb#cell-id=cell-07", "02_b.html#cell-07"),
        ("02_b.ipynb#cell-id=cell-99", "02_b.html"),  # a cell that is gone
        ("01_a.ipynb#cell-id=cell-02", "#cell-02"),
        ("#cell-id=cell-02", "#cell-02"),
        ("../notebooks/02_b.ipynb", "02_b.html"),
        ("../NOTATION.md", "notation.html"),
        ("https://example.org/x", "https://example.org/x"),
    ],
)
def test_a_link_leads_to_the_page(target, leads_to):
    assert prose(f"See [it]({target}).").a["href"] == leads_to


@pytest.mark.parametrize(
    "target", ["../TEACHING.md", "03_c.ipynb", "../../x.html", "#nowhere", "javascript:x", "data:x"]
)
def test_a_link_to_nothing_keeps_its_words(target):
    shown = prose(f"See [it]({target}).")
    assert shown.a is None and shown.text.strip() == "See it."


BADGES = """# 1 · A

[![Open in Colab](../images/colab.svg)](https://colab.research.google.com/x) [![Binder](../images/b.svg)](https://b.org)

Text."""


def test_badges_are_left_out():
    shown = prose(BADGES)
    assert shown.h1.text == "1 · A" and [p.text for p in shown.find_all("p")] == ["Text."]
    assert not shown.find_all(["a", "img"])


def test_a_picture_of_the_course_becomes_part_of_the_page():
    image = prose("![a lab](../images/lab.png)").img
    assert image["src"].startswith("data:image/png;base64,iVBOR") and image["alt"] == "a lab"


@pytest.mark.parametrize(
    "source", ["../images/none.png", "https://example.org/x.png", "../README.md", "../../x.png"]
)
def test_another_picture_is_refused_in_a_sentence(source):
    with pytest.raises(ValueError, match="correct its path") as refused:
        prose(f"![x]({source})")
    assert "notebooks/01_a.ipynb" in str(refused.value) and "\n" not in str(refused.value)


def test_what_is_no_plain_html_is_escaped():
    shown = prose('<script>alert(1)</script>\n\n<p onclick="x()">a <iframe src="https://x.org"></iframe></p>')
    assert not shown.find_all(["script", "iframe"]) and "alert(1)" in shown.text
    assert not [tag for tag in shown.find_all(True) if "onclick" in tag.attrs]


def made_up(*cells):
    first = "# 1 · <A>\n\n**What this is for.** To try.\n\n**Time:** about 5 minutes. **You need:** nothing."
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(first, id="cell-01"), *cells])
    return pages.page_of(HERE.path, HERE.page, notebook)


def shown(page):
    html = pages.as_html(page, PLACES, course="Course", style="")
    return BeautifulSoup(html, "html.parser")


def test_the_text_of_code_and_outputs_is_escaped():
    text = "<b>no</b> & <script>x</script>"
    stream = nbformat.v4.new_output("stream", text=text)
    lines = [{"says": f"1. `{text}`", "options": [text, "b"]}]
    facts = {"kind": "quiz", "name": "1", "state": None, "lines": lines}
    card = nbformat.v4.new_output("display_data", data={"text/plain": "not read", CARD_TYPE: facts})
    data = {"text/html": text, "text/plain": text}
    result = nbformat.v4.new_output("execute_result", data=data, execution_count=1)
    cell = nbformat.v4.new_code_cell(
        f"'{text}'", id="cell-02", execution_count=1, outputs=[stream, card, result]
    )
    page = shown(made_up(cell))
    assert not page.main.find_all(["b", "script"])
    assert page.find(id="cell-02").text.count(text) == 5
    assert [option.text for option in page.find(class_="card").find_all("li")] == [text, "b"]
