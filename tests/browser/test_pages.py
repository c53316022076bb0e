"""The exported pages in a real browser: nothing is asked for, all is seen, and the keyboard is enough."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from tools import browser as tool
from tools.publish import pages

NOTEBOOKS = pages.read_notebooks()
NAMES = ["index.html", *(page.page for page in NOTEBOOKS), "notation.html"]
each = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("pages")
    pages.export(made, NOTEBOOKS, pages.read_notation())
    return made


@pytest.fixture
def page(browser):
    """A tab; after the test it has asked for no more than the pages themselves."""
    page, asked, errors = tool.new_page(browser), [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.context.close()
    assert errors == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert {Path(url).suffix for url in asked if url.startswith("file:")} == {".html"}


def look(page, folder, name):
    page.goto((folder / name).as_uri())
    return page


def refused(page):
    """What axe finds that keeps somebody out."""
    found = Axe().run(page).response["violations"]
    return [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in ("serious", "critical")]


@each
def test_the_page_does_not_scroll_sideways(page, folder, name):
    """The page does not scroll sideways and its pictures are there."""
    look(page, folder, name)
    for width in (1280, 800, 400):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    sizes = page.evaluate("[...document.images].map(image => image.naturalWidth)")
    assert all(sizes) and (sizes or not name[0].isdigit())


@each
def test_axe_finds_nothing_that_keeps_somebody_out(page, folder, name):
    look(page, folder, name).evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert refused(page) == []


def test_axe_would_find_it(page, folder):
    look(page, folder, NAMES[1]).evaluate(
        "document.images[0].removeAttribute('alt'); document.querySelector('h1').style.color = '#ccc'"
    )
    assert {what for what, _ in refused(page)} == {"image-alt", "color-contrast"}


def follow(page, link):
    """Click a link, and wait until the page behind it is there as a whole."""
    with page.expect_navigation():  # it ends with the event "load"
        page.click(link)


def test_the_links_lead_through_all_notebooks_and_back(page, folder):
    """The links lead from the list through all notebooks and back."""
    follow(look(page, folder, "index.html"), ".contents a >> nth=0")
    for before, notebook in zip([None, *NOTEBOOKS], NOTEBOOKS, strict=False):
        assert Path(page.url).name == notebook.page and page.title() == notebook.title
        if before:
            follow(page, "main + nav a[rel=prev]")
            assert page.title() == before.title
            follow(page, "main + nav a[rel=next]")
        if notebook.after:
            follow(page, "main + nav a[rel=next]")
    assert page.locator("a[rel=next]").count() == 0
    follow(page, "main + nav >> text=All notebooks")
    assert Path(page.url).name == "index.html"


def test_a_link_to_a_cell_arrives_there(page, folder):
    follow(look(page, folder, NAMES[1]), "main table a[href*='#cell-'] >> nth=0")
    top = "document.getElementById(location.hash.slice(1)).getBoundingClientRect().top"
    tool.until(page, lambda: 0 <= page.evaluate(top) < 300, "the cell is at the top of the window")


def test_the_keyboard_skips_folds_and_scrolls(page, folder):
    look(page, folder, NAMES[1])
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    code = page.locator("details.code").first
    for _ in range(6):  # the skip link has passed the links at the top
        page.keyboard.press("Tab")
        if code.locator("summary").evaluate("it => it === document.activeElement"):
            break
    for folded in (True, False):
        page.keyboard.press("Enter")
        assert code.locator("pre").is_visible() != folded
    page.set_viewport_size({"width": 400, "height": 900})
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    tool.until(page, lambda: page.evaluate("document.activeElement.scrollLeft") > 0, "the code scrolls")


def test_folded_text_is_printed_but_for_the_numbers(page, folder):
    """With the browser's own print command too, where nobody unfolds anything first."""
    look(page, folder, NAMES[2]).evaluate("document.querySelectorAll('details').forEach(d => d.open = false)")
    page.emulate_media(media="print")
    seen = "it => it.checkVisibility({contentVisibilityAuto: true})"
    assert page.locator("details.code pre").first.evaluate(seen)
    assert page.locator(".prose details p").first.evaluate(seen)
    assert not page.locator("details.numbers pre").first.evaluate(seen)
    assert not page.locator("nav").first.is_visible()


def test_a_printed_page_is_unfolded_but_for_the_numbers(page, folder):
    """For browsers that do not yet know the rule in style.css."""
    look(page, folder, NAMES[2]).evaluate("document.querySelectorAll('details').forEach(d => d.open = false)")
    page.evaluate(pages.FOR_PAPER)
    assert page.locator("details:not([open]):not(.numbers)").count() == 0
    assert page.locator("details[open].numbers").count() == 0 < page.locator("details.numbers").count()


TURNED = NOTEBOOKS[2].page  # a notebook in which the answers of guesses are held back


def test_the_answer_of_a_guess_is_folded_on_the_page(page, folder):
    look(page, folder, TURNED)
    answers = page.locator(".card details.answer")
    assert answers.count() >= 5
    for answer in answers.all():
        assert not answer.locator("p").first.is_visible()
        answer.locator("summary").first.press("Enter")
        assert answer.locator("p").first.is_visible() and answer.locator("p, pre").count() >= 2
    assert all(page.locator(".answer img").evaluate_all("all => all.map(one => one.alt && one.naturalWidth)"))


def test_on_paper_the_answers_stand_at_the_end(page, folder):
    look(page, folder, TURNED)
    told = page.locator("details.answer p").all_text_contents()
    page.evaluate(pages.FOR_PAPER)
    assert page.locator(".card details.answer").count() == 0
    places = page.locator("main").text_content()
    end = places.index("Answers")
    assert all(places.index(text) > end for text in told) and places.count("stands at the end.") >= 5
    assert page.locator("main > details.answer summary:text('Answer 1')").first.is_visible()


def test_a_handout_has_its_title_and_no_path_of_this_computer(browser, folder, tmp_path):
    """A handout has pages its title and no path of this computer."""
    notebook = NOTEBOOKS[0]
    paper = pages.print_page(browser, folder / notebook.page, tmp_path)
    bytes_ = paper.read_bytes()
    assert paper.name == f"{Path(notebook.page).stem}.pdf" and bytes_.startswith(b"%PDF")
    assert bytes_.count(b"/Type /Page\n") > 3 and b"/MarkInfo" in bytes_ and b"/Outlines" in bytes_
    written = notebook.title.encode("utf-16-be")  # beyond ASCII, a PDF writes it in hexadecimal digits
    assert written.hex().upper().encode() in bytes_.upper() or notebook.title.encode() in bytes_
    assert b"file:" not in bytes_ and str(folder).encode() not in bytes_
