"""Guesses, exercises, hints, quiz and progress, by keyboard alone, and over a restart of the kernel."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from helpers.exercises import EXERCISES
from helpers.exercises.catalogue import solution
from helpers.exercises.questions import Number, guesses, quizzes
from tools import browser as tool
from tools.browser import until, widget_of
from tools.own_copy import FOLDER
from tools.teach.solved import spliced

pytestmark = pytest.mark.parametrize("number", ["02"])
CHOICE = next(q for q in guesses().values() if q.notebook == 2 and not isinstance(q, Number))
NUMBER = next(q for q in guesses().values() if q.notebook == 2 and isinstance(q, Number))
QUESTION = quizzes()[2][0]


# --- hands and eyes ---------------------------------------------------------------------------------


def card(page: Page, call: str) -> Locator:
    return widget_of(page, re.escape(call))


def guess_card(page: Page, question) -> Locator:
    return card(page, f'guess("{question.name}"')


def said(card: Locator) -> str:
    """All that it says: not what stands on its buttons."""
    return " ".join(card.locator(".sa-text:not([role])").all_text_contents())


def plain(text: str) -> str:
    """As the page has it: code without its marks, a new line as a new line of the page."""
    return text.replace("`", "").replace("\n", "")


def go_to(page: Page, call: str) -> None:
    """Choose the cell with this code, as the arrow keys would, without touching anything in it."""
    sources = [cell["source"] for cell in tool.cells(page)]
    place = next(i for i, source in enumerate(sources) if call in source)
    page.evaluate(
        """place => {
            const notebook = jupyterapp.shell.currentWidget.content;
            const all = notebook.widgets.map((cell, i) => [cell, i]);
            const code = all.filter(([cell]) => cell.model.type === 'code');
            document.activeElement.blur();  // the button of the test before this one
            notebook.activeCellIndex = code[place][1];
            notebook.mode = 'command';
            notebook.activate();
        }""",
        place,
    )


def tab_to(page: Page, wanted: Locator, key: str = "Tab") -> None:
    """Press Tab until this has the focus."""
    for _ in range(30):
        page.keyboard.press(key)
        if wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"{key} does not reach {wanted}.")


def has_focus(wanted: Locator) -> bool:
    return wanted.evaluate("element => element === document.activeElement")


def answer(page: Page, call: str, code: str) -> None:
    """Type an answer in the place of a stub and run the cell: Enter, select all, type, Ctrl+Enter."""
    active = "jupyterapp.shell.currentWidget.content.activeCell"
    source = spliced(next(cell["source"] for cell in tool.cells(page) if call in cell["source"]), code, call)
    go_to(page, call)
    page.keyboard.press("Enter")
    until(page, lambda: page.evaluate(f"{active}.editor.hasFocus()"), "the cell can be edited")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(source)
    until(page, lambda: page.evaluate(f"{active}.model.sharedModel.source") == source, "it is typed")
    page.keyboard.press("ControlOrMeta+Enter")
    tool.kernel_answers(page)


def notes(desk) -> dict[str, str]:
    path = desk.folder / FOLDER / "progress.json"
    return json.loads(path.read_text(encoding="utf-8"))["done"] if path.exists() else {}


# --- by keyboard alone ------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_guess_is_made_by_keyboard_alone(notebook, desk, key):
    page, place = notebook.page, 0 if key == "Enter" else 1
    box = guess_card(page, CHOICE)
    go_to(page, f'guess("{CHOICE.name}"')
    option = box.get_by_role("button").nth(place)
    tab_to(page, option)
    page.keyboard.press(key)
    until(page, lambda: plain(CHOICE.feedback(place)) in said(box), "the guess is answered")
    tool.kernel_answers(page)  # the rest of the card, and the note, come after its words
    assert has_focus(option), "the button under the learner's finger stays"
    mark = "✓" if place == CHOICE.right else "✗"
    until(page, lambda: (option.text_content() or "").startswith(mark), "the answer is marked")
    assert notes(desk)[f"2 guess {CHOICE.name}"] == CHOICE.options[place]


def test_a_number_is_guessed_by_keyboard_alone(notebook, desk):
    page, box = notebook.page, guess_card(notebook.page, NUMBER)
    line = box.get_by_role("textbox")
    go_to(page, f'guess("{NUMBER.name}"')
    tab_to(page, line)
    page.keyboard.type("much")
    page.keyboard.press("Enter")
    expect(box.get_by_role("alert")).to_contain_text("'much' cannot be read as a number")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(f"{NUMBER.least:g}")
    page.keyboard.press("Enter")
    until(page, lambda: plain(NUMBER.feedback(NUMBER.least)) in said(box), "it says how far off")
    tool.kernel_answers(page)  # the rest of the card, and the note, come after its words
    assert box.get_by_role("alert").count() == 0
    assert float(notes(desk)[f"2 guess {NUMBER.name}"]) == NUMBER.least


def test_a_quiz_is_answered_by_keyboard_alone(notebook, desk):
    """A quiz is answered by keyboard alone and one may try again."""
    page, box = notebook.page, card(notebook.page, "quiz(2)")
    go_to(page, "quiz(2)")
    bad = next(i for i in range(len(QUESTION.options)) if i != QUESTION.right)
    for place in (bad, QUESTION.right):
        option = box.get_by_role("button").nth(place)
        tab_to(page, option, "Tab" if place == bad or place > bad else "Shift+Tab")
        page.keyboard.press("Enter")
        until(page, lambda place=place: plain(QUESTION.feedback(place)) in said(box), "it is explained")
        tool.kernel_answers(page)  # the rest of the card, and the note, come after its words
    assert notes(desk)[f"2 quiz {QUESTION.name}"] == QUESTION.options[QUESTION.right]


def test_hints_come_one_at_a_time_and_the_solution_last(notebook, desk):
    page, box, exercise = notebook.page, card(notebook.page, 'check("softmax"'), EXERCISES["softmax"]
    assert "not attempted yet" in said(box)
    assert "np.exp" not in box.inner_text()
    go_to(page, 'check("softmax"')
    more = box.locator("button.sa-hint")
    tab_to(page, more)
    for hint in exercise.texts.hints:
        page.keyboard.press("Enter")
        until(page, lambda hint=hint: plain(hint) in said(box), "the hint is there")
    assert more.text_content() == "Show the solution" and has_focus(more)
    page.keyboard.press("Enter")
    until(page, lambda: solution(exercise) in (box.text_content() or ""), "the solution is there")
    page.keyboard.press("Enter")
    until(page, lambda: "Hint 1." not in said(box), "all is hidden again")


# --- exercises --------------------------------------------------------------------------------------


def test_a_mistake_is_named_and_the_right_answer_is_solved(notebook, desk):
    page, call = notebook.page, 'check("softmax"'
    answer(page, call, "def my_softmax(x):\n    e = np.exp(x - x.max(axis=0))\n    return e / e.sum(axis=0)")
    until(page, lambda: "not yet (wrong axis)" in said(card(page, call)), "the mistake is named")
    answer(page, call, "def my_softmax(x):\n    return x / no_such_name")
    until(page, lambda: "Line 4 of your cell" in said(card(page, call)), "the line is named")
    cell = next(cell for cell in tool.cells(page) if call in cell["source"])
    assert all(output["output_type"] == "display_data" for output in cell["outputs"]), "no traceback"
    answer(page, call, solution(EXERCISES["softmax"]))
    until(page, lambda: "Exercise softmax: solved." in said(card(page, call)), "it is solved")
    tool.kernel_answers(page)  # the note may come after the words
    assert notes(desk)["2 exercise softmax"] == "solved"


# --- progress ---------------------------------------------------------------------------------------


def test_progress_is_there_after_a_restart_and_can_be_forgotten(notebook, desk):
    """The last test of this file: it ends with everything as it was."""
    page = notebook.page
    answer(page, 'check("never"', "your_scores = [2.0, -np.inf, 0.0]")
    guess_card(page, CHOICE).get_by_role("button").nth(CHOICE.right).click()
    until(page, lambda: "exercise never" in " ".join(notes(desk)), "it is noted")
    tool.kernel_answers(page)  # the cards are drawn after the note is kept
    before = said(card(page, "progress(2)"))
    assert re.search(r"Done: [1-9]\d* of \d+ guesses, [1-9] of 5 exercises", before)

    tool.within(page, "jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    tool.kernel_answers(page)
    tool.begin_run(page)
    tool.end_run(page)
    tool.kernel_answers(page)
    until(page, lambda: said(card(page, "progress(2)")) == before, "the progress is there again")
    assert plain(CHOICE.feedback(CHOICE.right)) in said(guess_card(page, CHOICE))

    box = card(page, "progress(2)")
    go_to(page, "progress(2)")
    forget = box.locator("button.sa-forget")
    tab_to(page, forget)
    for _ in range(2):
        page.keyboard.press("Enter")
        tool.kernel_answers(page)
    until(page, lambda: "Done: 0 of" in said(box), "all is forgotten")
    assert not [key for key in notes(desk) if key.startswith("2 ")], "other notebooks keep theirs"
    until(page, lambda: said(guess_card(page, CHOICE)) == "", "the guess as well")
    desk.close()  # the next test opens the notebook as it was committed: this one was typed into
