"""The file of progress: kept, shared, readable; damaged, read-only or foreign it stops nothing."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from helpers.exercises.notes import ABOUT, LARGEST, Progress
from helpers.files import progress_file
from tools.course import ROOT


@pytest.fixture
def progress(tmp_path):
    return Progress(tmp_path / "progress.json")


def test_nothing_is_written_before_something_is_done(progress):
    assert progress.notes() == {} and not progress.path.exists()


def test_a_note_is_kept_for_the_next_kernel(progress):
    progress.note("2 exercise softmax", "solved")
    progress.note("2 guess é", "½")
    assert Progress(progress.path).notes() == {"2 exercise softmax": "solved", "2 guess é": "½"}
    text = progress.path.read_text(encoding="utf-8")
    assert "½" in text and json.loads(text)["about"] == ABOUT
    assert [path.name for path in progress.path.parent.iterdir()] == ["progress.json"], "nothing else is left"


def test_two_notebooks_share_the_file(progress):
    other = Progress(progress.path)
    progress.note("1 a", "x")
    other.note("2 b", "y")
    progress.note("1 c", "z")
    assert other.notes() == {"1 a": "x", "2 b": "y", "1 c": "z"}


def test_two_threads_lose_no_note(progress):
    def write(n):
        for k in range(10):
            progress.note(f"{n} {k}", "done")

    threads = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(Progress(progress.path).notes()) == 40


def test_it_can_be_forgotten_in_part(progress):
    for key in ("1 a", "2 a", "2 b"):
        progress.note(key, "x")
    progress.forget(["2 a", "2 b", "2 never"])
    assert Progress(progress.path).notes() == {"1 a": "x"}


def test_followers_hear_of_every_change(progress):
    """Followers hear of every change and the last of a name stays."""
    heard = []
    progress.follow("card", lambda notes: heard.append("old"))
    progress.follow("card", lambda notes: heard.append(dict(notes)))
    progress.note("1 a", "x")
    progress.forget(["1 a"])
    assert heard == [{"1 a": "x"}, {}]


def test_a_deleted_file_is_a_new_beginning(progress):
    progress.note("1 a", "x")
    progress.path.unlink()
    assert progress.notes() == {}
    progress.note("1 b", "y")
    assert progress.notes() == {"1 b": "y"}


DAMAGED = [
    "",
    "{",
    "[]",
    "null",
    '{"done": 3}',
    '{"done": null}',
    '{"other": {}}',
    "\x00\xff",
    "[" * 100_000,
    json.dumps({"done": {"1 a": "x" * LARGEST}}),
]


@pytest.mark.parametrize("text", DAMAGED, ids=[repr(text[:12]) for text in DAMAGED])
def test_a_damaged_file_is_set_aside_and_nothing_stops(progress, text):
    progress.path.write_text(text, encoding="latin-1")
    assert progress.notes() == {}
    progress.note("1 a", "x")
    assert Progress(progress.path).notes() == {"1 a": "x"} and progress.problem == ""
    aside = progress.path.with_name("progress-damaged.json")
    assert aside.read_text(encoding="latin-1") == text


def test_foreign_notes_are_left_out(progress):
    progress.path.write_text('{"done": {"1 a": "x", "2 b": 3, "3 c": ["y"]}}', encoding="utf-8")
    assert progress.notes() == {"1 a": "x"}


def test_a_folder_in_its_place_stops_nothing(progress):
    progress.path.mkdir()
    progress.note("1 a", "x")
    assert progress.notes() == {"1 a": "x"}


def refused(*args, **kwargs):
    raise PermissionError("read-only")


def test_where_nothing_can_be_written_it_is_kept_for_now(progress, monkeypatch):
    """Where nothing can be written it is kept until the kernel stops."""
    progress.note("1 a", "x")
    monkeypatch.setattr(Path, "write_text", refused)
    progress.note("1 b", "y")
    assert progress.notes() == {"1 a": "x", "1 b": "y"} and "cannot be written" in progress.problem
    progress.forget(["1 a"])
    assert progress.notes() == {"1 b": "y"}
    monkeypatch.undo()
    other = Progress(progress.path)
    other.note("2 by another kernel", "w")
    progress.note("1 c", "z")
    assert progress.problem == ""
    assert Progress(progress.path).notes() == {"2 by another kernel": "w", "1 b": "y", "1 c": "z"}
    assert [path.name for path in progress.path.parent.iterdir()] == ["progress.json"], "nothing else is left"


def test_a_file_that_can_be_neither_read_nor_moved_stops_nothing(progress, monkeypatch):
    progress.path.write_text("{", encoding="utf-8")
    monkeypatch.setattr(os, "replace", refused)
    assert progress.notes() == {} and "cannot be read now" in progress.problem
    progress.note("1 a", "x")
    assert progress.notes() == {"1 a": "x"} and "cannot be written" in progress.problem


def test_a_file_held_for_a_moment_is_not_damaged(progress, monkeypatch):
    """A file that another program holds for a moment is not taken for damaged."""
    progress.note("1 a", "x")
    monkeypatch.setattr(Path, "read_text", refused)
    assert progress.notes() == {"1 a": "x"} and "cannot be read now" in progress.problem
    monkeypatch.undo()
    assert progress.notes() == {"1 a": "x"} and progress.problem == ""
    assert not progress.path.with_name("progress-damaged.json").exists()


def test_two_kernels_lose_no_note(progress):
    program = (
        "import pathlib, sys; from helpers.exercises.notes import Progress;"
        "p = Progress(pathlib.Path(sys.argv[1]));"
        "[p.note(f'{sys.argv[2]} {k}', 'x') for k in range(60)]"
    )
    commands = [[sys.executable, "-c", program, str(progress.path), str(n)] for n in range(3)]
    running = [subprocess.Popen(command, cwd=ROOT) for command in commands]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    assert len(progress.notes()) == 180


def test_a_lock_that_a_crash_has_left_holds_nobody_up_for_long(progress, monkeypatch):
    monkeypatch.setattr("helpers.exercises.notes.PATIENCE", 0.05)
    progress.path.with_name(".progress.json.lock").write_text("", encoding="utf-8")
    progress.note("1 a", "x")
    assert Progress(progress.path).notes() == {"1 a": "x"}
    assert [path.name for path in progress.path.parent.iterdir()] == ["progress.json"]


def test_what_an_editor_or_a_keyboard_may_add_is_no_damage(progress):
    progress.path.write_text('\ufeff{"done": {"1 a": "x"}}', encoding="utf-8")
    progress.note("1 b", "\ud800")  # half a character
    assert Progress(progress.path).notes() == {"1 a": "x", "1 b": "\ud800"}


def test_a_folder_that_is_not_there_stops_nothing(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    progress = Progress(tmp_path / "file" / "progress.json")  # nobody can write below a file, not even root
    progress.note("1 a", "x")
    assert progress.notes() == {"1 a": "x"} and "cannot be written" in progress.problem


def test_it_lies_beside_the_notebooks_and_git_ignores_it():
    path = progress_file()
    assert path == ROOT / "notebooks" / "progress.json"
    for name in (path.name, "progress-damaged.json", f".{path.name}.123"):
        done = subprocess.run(["git", "check-ignore", "-q", str(path.with_name(name))], cwd=ROOT)
        assert done.returncode in (0, 128), f"git does not ignore {name}"  # 128: not a git checkout
