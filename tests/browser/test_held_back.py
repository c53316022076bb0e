"""The answers of guesses, in every notebook that has been turned over: held back, given, shown, forgotten.

Each test looks at a page of its own: stored, as the notebook is opened, or run afresh by somebody who has
not yet guessed.
"""

import re
import shutil

import pytest
from playwright.sync_api import Locator, Page

from helpers.exercises.questions import Number, guesses
from tools import browser as tool
from tools.browser import until, widget_of
from tools.course import code

from .conftest import Opened
from .learner import NOTEBOOKS, type_into

ASKED = re.compile(r'^guess\("([^"]+)"(,?)', re.MULTILINE)


def asked(number: str) -> list[tuple[str, str]]:
    """Each guess of a notebook, and a comma if its answer is given with it."""
    return [pair for cell in code(NOTEBOOKS[number].read()) for pair in ASKED.findall(cell.source)]


# The others follow with their second edition.
TURNED = [number for number in NOTEBOOKS if asked(number) and all(given for _, given in asked(number))]
every_turned = pytest.mark.parametrize("number", TURNED)


def test_a_notebook_has_all_its_answers_held_back_or_none():
    assert TURNED and "02" in TURNED
    for number in NOTEBOOKS:
        assert len({given for _, given in asked(number)}) <= 1, number


# --- eyes -------------------------------------------------------------------------------------------


def told(number: str) -> list[str]:
    """What no page may show before it is asked for: the reasons of the right options."""
    answers = [guesses()[name].answer for name, _ in asked(number)]
    return [answer.partition("\n")[2].replace("`", "") for answer in answers]


# Texts of the open notebook, code left out, that lie outside every closed fold. (JupyterLab does not lay out
# what is far from the middle of the page, so that nothing can be asked for what is to be seen.)
OPEN_TEXT = """() => {
    const panel = document.querySelector('.jp-NotebookPanel:not(.lm-mod-hidden)');
    const walk = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT), found = [];
    const hidden = node => [...ancestors(node)].some(one => one.matches('.cm-editor, style, script')
        || one.matches('details:not([open])') && !one.querySelector('summary').contains(node));
    function* ancestors(node) { for (let one = node.parentElement; one; one = one.parentElement) yield one; }
    while (walk.nextNode()) if (!hidden(walk.currentNode)) found.push(walk.currentNode.textContent);
    return found.join('');
}"""


def held(page: Page) -> list[str]:
    """The lines and pictures' words that each guess has in its stored fold: what it holds back."""
    parts = []
    for cell in tool.cells(page):
        for output in cell["outputs"]:
            html = output.get("data", {}).get("text/html", "")
            if 'class="sa-asked"' in html:
                parts += page.evaluate(
                    """html => [...new DOMParser().parseFromString(html, 'text/html')
                        .querySelectorAll('.sa-shown')].map(one => one.textContent)""",
                    html,
                )
    return [line for part in parts for line in part.splitlines() if re.search(r"\d\.\d\d|nan", line)]


def card(page: Page, name: str) -> Locator:
    return widget_of(page, re.escape(f'guess("{name}"'))


def scrolled(page: Page) -> float:
    outer = ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-WindowedPanel-outer"
    return page.locator(outer).evaluate("outer => outer.scrollTop")


def spot(box: Locator) -> tuple[float, float]:
    """Where a card begins on the screen, and how far the page is scrolled."""
    tool.kernel_answers(box.page)
    return box.bounding_box()["y"], scrolled(box.page)


# --- pages ------------------------------------------------------------------------------------------


def open_page(desk, number: str) -> Opened:
    """The notebook as it is committed, for somebody who has done nothing yet."""
    desk.close()
    path = desk.folder / desk.own(number)
    path.with_name("progress.json").unlink(missing_ok=True)
    shutil.copy(NOTEBOOKS[number].path, path)  # with its outputs, and as no other test has saved it
    opened = Opened(number, tool.new_page(desk.browser))
    tool.open_notebook(opened.page, desk.url, desk.own(number))
    desk.opened = opened  # closed by whoever opens the next one
    return opened


@pytest.fixture(scope="module")
def ran(desk):
    """A function that gives the page of a notebook, run by its menu; each is opened and run once."""
    done: dict[str, Opened] = {}

    def page_of(number: str) -> Page:
        if number not in done or desk.opened is not done[number]:
            done[number] = open_page(desk, number)  # another notebook may have closed the one of before
            page = done[number].page
            page.get_by_role("menuitem", name="Run", exact=True).click()
            page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
            last = len(code(NOTEBOOKS[number].read()))
            until(page, lambda: tool.cells(page)[-1]["count"] == last, "the last cell has run", tool.PATIENCE)
            tool.kernel_answers(page)
            page.locator(".sa-card").last.wait_for(state="attached")
        return done[number].page

    yield page_of
    desk.close()


@every_turned
def test_a_page_that_was_never_run_tells_no_answer(desk, number):
    page = open_page(desk, number).page
    folds = page.locator(".sa-asked > details")
    until(page, lambda: folds.count() == len(asked(number)), "every stored question is on the page")
    said = page.evaluate(OPEN_TEXT)
    assert "Your guess" in said and "Show the answer" in said
    assert [text for text in [*told(number), *held(page)] if text in said] == []
    for fold, text in zip(folds.all(), told(number), strict=True):
        fold.locator("summary").first.click()
        assert text in page.evaluate(OPEN_TEXT), "the fold opens, and then the answer is there"
        assert fold.locator(".sa-shown").first.is_visible()
    desk.close()


@every_turned
def test_after_run_all_no_answer_is_on_the_page(ran, number):
    page = ran(number)
    buttons = page.locator(".sa-card button", has_text="Show the answer")
    until(page, lambda: buttons.count() == len(asked(number)), "every guess has its card")
    said = page.evaluate(OPEN_TEXT)
    assert len(asked(number)) <= len(held(page))
    assert [text for text in [*told(number), *held(page)] if text in said] == []
    assert page.locator(".sa-asked, .sa-card img").count() == 0


@every_turned
def test_after_run_all_the_home_key_leads_to_the_first_line(ran, number):
    """Whoever stands at the end after Run All finds the way back, which each notebook names.

    JupyterLab goes to the last cell only if that cell is drawn soon enough: on a slow machine it can stay at
    the top. So the test goes to the end as a learner does.
    """
    page = ran(number)
    page.locator(".sa-card").last.evaluate("card => card.scrollIntoView()")
    until(page, lambda: scrolled(page) > 0, "the end of the notebook is on the screen")
    page.keyboard.press("Home")
    until(page, lambda: scrolled(page) == 0, "Home leads to the top")
    assert "press *Home*" in "".join(NOTEBOOKS[number].read().cells[0].source)


@every_turned
@pytest.mark.parametrize("by", ["mouse", "Enter", "Space"])
def test_each_guess_is_made_shown_and_forgotten_in_its_place(ran, desk, number, by):
    page = ran(number)
    for name, _ in asked(number):
        question, box = guesses()[name], card(page, name)
        forget = f"from helpers import exercises as e; e.PROGRESS.forget(['{number[1]} guess {name}'])"
        tool.kernel_answers(page, forget)  # what a run before this one may have left
        box.evaluate("card => card.scrollIntoView({block: 'center'})")
        before = spot(box)
        more = box.get_by_role("button", name="Show the answer")

        def do(button: Locator, by: str = by) -> None:
            button.click() if by == "mouse" else button.press(by)

        do(more)
        until(page, lambda box=box: box.locator(".sa-shown").count() > 0, "the answer is shown")
        assert question.answer.partition("\n")[2].replace("`", "") in box.text_content()
        assert spot(box) == before, "the page stands where the learner was"
        do(box.get_by_role("button", name="Hide the answer"))
        until(page, lambda box=box: box.locator(".sa-shown").count() == 0, "it is hidden again")

        for _ in range(2):  # forgotten, the same guess works again
            if isinstance(question, Number):
                type_into(box.get_by_role("textbox"), f"{question.most:g}")
            else:
                do(box.locator("button.sa-option").nth((question.right + 1) % len(question.options)))
            # The verdict, the button and the answer are three widgets: each may come a moment later.
            until(page, lambda box=box: "✗ You guessed" in box.text_content(), "the guess is answered")
            until(page, lambda box=box: box.locator(".sa-shown").first.is_visible(), "the answer follows it")
            until(page, lambda more=more: not more.is_visible(), "the button that shows it is gone")
            assert spot(box) == before, "the page stands where the learner was"
            tool.kernel_answers(page, forget)
            until(page, lambda box=box: "You guessed" not in box.text_content(), "it is forgotten")
            until(page, lambda box=box: box.locator(".sa-shown").count() == 0, "the answer is held back")
            until(page, lambda more=more: more.is_visible(), "the button is back")
