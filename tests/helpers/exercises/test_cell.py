"""The cell that runs: an answer above the stub, the card of an earlier run, and who runs it."""

import sys
from types import SimpleNamespace

import ipywidgets
import pytest
from IPython.core.interactiveshell import InteractiveShell
from jupyter_client.manager import start_new_kernel

from helpers import exercises
from helpers.exercises import cell, check, quiz
from helpers.exercises.cell import person_sits, replaced_by_stub
from tools.course import ROOT

FUNCTION = """from helpers.exercises import check

def my_softmax(x):
    return x / 2

def my_softmax(x):
    return ...  # (n, m) -> (n, m)

check("softmax", my_softmax)"""
WRITTEN_OTHERWISE = [
    '%%time\nx = 3\nx = ...\ncheck("never", x)',
    '!true\nx = 3\nx: list = ...\ncheck("never", x)',
    'def x(a):\n    return a\n\nx = lambda a: ...\ncheck("never", x)',
    'def x(a):\n    return a\n\ndef x(a):\n    """Of a."""\n    return ...\ncheck("never", x)',
]
VALUE = 'your_scores = [2.0, 1.0, 0.0]\nyour_scores = ...\ncheck("never", your_scores)'


@pytest.mark.parametrize(
    ("source", "name"),
    [(FUNCTION, "softmax"), (VALUE, "never"), *((source, "never") for source in WRITTEN_OTHERWISE)],
)
def test_an_answer_above_the_stub_is_seen(source, name):
    assert replaced_by_stub(source, name)
    assert not replaced_by_stub(source, "another exercise")


@pytest.mark.parametrize(
    "source",
    [
        'x = ...\ncheck("never", x)',
        'x = ...\nx = 3\ncheck("never", x)',
        'x = 3\ny = ...\ncheck("never", x)',
        'def x(a):\n    a = 2\n    return ...\n\ncheck("never", x)',
        "x = 3\nx = (...\ncheck('never', x)",
        "x = 3\nx = ...\nother('never', x)",
        "",
    ],
)
def test_without_an_answer_above_the_stub_there_is_none(source):
    assert not replaced_by_stub(source, "never")


def test_a_check_says_that_the_stub_replaces_the_answer(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(exercises.PROGRESS, "path", tmp_path / "progress.json")
    shown = []
    monkeypatch.setattr(exercises.Card, "display_with", lambda self, data: shown.append(data["text/plain"]))
    check("never", ...)
    monkeypatch.setattr(exercises, "running_source", lambda: VALUE)
    check("never", ...)
    assert shown[0] == "Exercise never: not attempted yet."
    assert "not yet (stub below the answer). There is an answer in this cell" in shown[1]


# --- a comma that stops the cell --------------------------------------------------------------------


@pytest.fixture
def shell(monkeypatch):
    """A shell that tells what a comma in a number means."""
    shell = InteractiveShell()
    monkeypatch.setattr(cell, "get_ipython", lambda: shell)
    cell.explain_commas()
    yield shell
    InteractiveShell.clear_instance()


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("your_loss = 2,08", "`2.08`, and a large number without a comma, `208`."),
        ("your_variance = (1,024)", "`1.024`, and a large number without a comma, `1024`."),
    ],
)
def test_a_decimal_comma_that_stops_the_cell_is_explained(shell, capsys, source, says):
    assert isinstance(shell.run_cell(source).error_before_exec, SyntaxError)
    printed = capsys.readouterr().out
    assert "leading zeros" in printed and printed.rstrip().endswith(says)


@pytest.mark.parametrize("source", ["x = (2", "if x:\ny = 1", "def f(:", "x = '2,08', 0x", "x = 007"])
def test_another_error_of_syntax_is_shown_as_ever(shell, capsys, source):
    error = shell.run_cell(source).error_before_exec
    printed = capsys.readouterr().out
    assert type(error).__name__ in printed and "with a point" not in printed
    shell.run_cell("1 / 0")
    assert "ZeroDivisionError" in capsys.readouterr().out


def test_a_handler_of_somebody_else_stays(shell):
    kept = shell.CustomTB
    cell.explain_commas()
    assert shell.CustomTB is kept and shell.custom_exceptions == (SyntaxError,)


# --- a person or a program ---------------------------------------------------------------------------


def kernel_with(content):
    return SimpleNamespace(
        get_parent=lambda: {"header": {}, "content": content} if content is not None else {}
    )


@pytest.mark.parametrize(
    ("shell", "platform", "typed", "is_there"),
    [
        (None, "linux", True, False),
        (None, "emscripten", False, True),
        (kernel_with({"code": "1", "allow_stdin": False}), "emscripten", False, True),
        (kernel_with({"code": "1", "allow_stdin": False}), "linux", True, False),
        (kernel_with({"code": "1", "allow_stdin": True}), "win32", False, True),
        (kernel_with({"comm_id": "7", "data": {"method": "custom"}}), "darwin", False, True),
        (kernel_with(None), "linux", False, True),
        (SimpleNamespace(), "linux", True, True),
        (SimpleNamespace(), "linux", False, False),
    ],
    ids=["script", "browser", "browser says", "nbclient", "lab", "button", "no request", "typed", "piped"],
)
def test_a_person_is_told_from_a_program(monkeypatch, shell, platform, typed, is_there):
    monkeypatch.setattr(cell, "get_ipython", lambda: shell)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: typed))
    assert person_sits() is is_there


NOTES = """import pathlib, threading
from ipywidgets import Button
from helpers.exercises import PROGRESS
PROGRESS.path = pathlib.Path({path!r})
PROGRESS.note("1 guess a", "x")
button = Button()
button.on_click(lambda _: PROGRESS.note("1 guess pressed", "x"))
print(button.comm.comm_id)"""
IN_A_THREAD = """thread = threading.Thread(target=lambda: PROGRESS.note("1 guess thread", "x"))
thread.start()
thread.join()
print(sorted(PROGRESS.notes()), repr(PROGRESS.problem))"""


@pytest.mark.parametrize("person", [True, False])
def test_a_real_kernel_keeps_what_a_person_does(tmp_path, person):
    """What a program notes is kept in the kernel; a pressed button is a person's, also in such a kernel."""
    path = tmp_path / "progress.json"
    manager, client = start_new_kernel(cwd=str(ROOT))
    said = []

    def runs(source):
        said.clear()
        heard = client.execute_interactive(
            source,
            timeout=60,
            allow_stdin=person,
            output_hook=lambda message: said.append(message["content"].get("text", "")),
            stdin_hook=lambda message: None,
        )
        assert heard["content"]["status"] == "ok", heard["content"]
        return "".join(said).strip()

    try:
        button = runs(NOTES.format(path=str(path)))
        assert path.exists() == person
        notes = ["1 guess a", "1 guess thread"]
        assert runs(IN_A_THREAD) == f"{notes} ''" and path.exists() == person
        pressed = {"comm_id": button, "data": {"method": "custom", "content": {"event": "click"}}}
        client.shell_channel.send(client.session.msg("comm_msg", pressed))
        assert runs("print(sorted(PROGRESS.notes()))") == str([notes[0], "1 guess pressed", notes[1]])
        assert "1 guess pressed" in path.read_text(encoding="utf-8")
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


# --- places -----------------------------------------------------------------------------------------


@pytest.fixture
def count(monkeypatch, tmp_path):
    """How many widgets there are."""
    monkeypatch.setattr(exercises.PROGRESS, "path", tmp_path / "progress.json")
    monkeypatch.setattr(exercises.Card, "display_with", lambda self, data: None)
    monkeypatch.setattr(exercises, "_places", {})
    # Version 8 keeps them in its module, version 7 in the class.
    kept = getattr(ipywidgets.widgets.widget, "_instances", None)
    return lambda: len(ipywidgets.Widget.widgets if kept is None else kept)


def runs(monkeypatch, cell_id, number):
    monkeypatch.setattr(exercises, "running_place", lambda: (cell_id, number))


def test_a_card_closes_what_it_replaces(count, monkeypatch):
    runs(monkeypatch, "a", 1)
    check("never", 1)
    quiz(2)
    once = count()
    for number in range(2, 8):
        runs(monkeypatch, "a", number)
        check("never", number)
        quiz(2)
    assert count() == once


def test_cards_of_one_run_and_of_copied_cells_stay(count, monkeypatch):
    runs(monkeypatch, "a", 1)
    before = count()
    check("never", 1)
    each = count() - before
    check("never", 2)  # a second attempt in the same cell
    runs(monkeypatch, "b", 2)
    check("never", 3)  # a copy of the cell
    assert each > 5 and count() == before + 3 * each
    runs(monkeypatch, "a", 3)
    check("never", 4)  # takes the place of both
    assert count() == before + 2 * each


def test_copies_of_a_card_follow_the_same_notes(count, monkeypatch):
    runs(monkeypatch, "a", 1)
    followers = exercises.PROGRESS._followers
    before = len(followers)
    check("never", 1)
    runs(monkeypatch, "b", 2)
    check("never", 1)
    assert len(followers) == before + 2
    runs(monkeypatch, "b", 3)
    check("never", 1)
    assert len(followers) == before + 2, "what is closed follows no longer"


def test_without_a_cell_each_call_takes_the_place_of_the_last(count):
    assert cell.running_place() == ("", -1)
    check("never", 1)
    once = count()
    check("never", 2)
    assert count() == once
