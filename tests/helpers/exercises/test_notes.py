"""The file of progress: kept, shared, readable; no accident loses what stands in it, or stops anything."""

import contextlib
import errno
import itertools
import json
import os
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from helpers import files
from helpers.exercises import locks, note_file, notes
from helpers.exercises.note_file import ABOUT, LARGEST
from helpers.exercises.notes import Progress
from tools.course import ROOT

LOCK = ".progress.json.lock"  # an empty file that stays


@pytest.fixture
def progress(tmp_path):
    return Progress(tmp_path / "progress.json")


def beside(path):
    """What lies in the folder of the file, but the lock: name -> bytes."""
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if file.name != LOCK}


def done(path):
    return json.loads(path.read_text(encoding="utf-8"))["done"]


def test_nothing_is_written_before_something_is_done(progress):
    assert progress.notes() == {} and list(progress.path.parent.iterdir()) == []


def test_a_note_is_kept_for_the_next_kernel(progress):
    progress.note("2 exercise softmax", "solved")
    progress.note("2 guess é", "½")
    assert Progress(progress.path).notes() == {"2 exercise softmax": "solved", "2 guess é": "½"}
    text = progress.path.read_text(encoding="utf-8")
    assert "½" in text and json.loads(text)["about"] == ABOUT and json.loads(text)["version"] == 1
    assert list(beside(progress.path)) == ["progress.json"], "nothing else is left"
    assert progress.path.with_name(LOCK).read_bytes() == b""


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


def test_a_note_may_give_way_to_what_is_noted(progress):
    """What another kernel has noted counts, too; what was forgotten does not."""
    Progress(progress.path).note("1 a", "solved")
    for text, shows in (("wrong axis", "solved"), ("solved", "solved")):
        progress.note("1 a", text, unless="solved")
        assert progress.notes() == {"1 a": shows} == done(progress.path)
    progress.forget(["1 a"])
    for text, shows in (("wrong axis", "wrong axis"), ("solved", "solved"), ("wrong axis", "solved")):
        progress.note("1 a", text, unless="solved")
        assert progress.notes() == {"1 a": shows} == done(progress.path)
    progress.note("1 a", "x")
    assert done(progress.path) == {"1 a": "x"}


def test_a_deleted_file_is_a_new_beginning(progress):
    progress.note("1 a", "x")
    progress.path.unlink()
    assert progress.notes() == {}
    progress.note("1 b", "y")
    assert progress.notes() == {"1 b": "y"}


def test_what_an_editor_or_a_keyboard_may_add_is_no_damage(progress):
    progress.path.write_text('\ufeff{"done": {"1 a": "x"}}', encoding="utf-8")
    progress.note("1 b", "\ud800")  # half a character
    assert Progress(progress.path).notes() == {"1 a": "x", "1 b": "\ud800"}


@pytest.mark.parametrize("folder", ["notebooks", "my_notebooks"])
def test_it_lies_beside_the_notebook_and_git_ignores_it(folder, monkeypatch):
    """Where no first cell of a notebook has run there is no place for it."""
    assert files.progress_file() is None
    monkeypatch.setattr(files, "_folder", None)  # put back after the test
    files.learns_in(ROOT / folder)
    path = files.progress_file()
    assert path == ROOT / folder / "progress.json"
    others = ["progress-damaged.json", "progress-damaged-2.json", ".progress.json.new", ".progress.json.held"]
    for name in (path.name, *others, LOCK):
        ignored = subprocess.run(["git", "check-ignore", "-q", str(path.with_name(name))], cwd=ROOT)
        assert ignored.returncode in (0, 128), f"git does not ignore {name}"  # 128: not a git checkout


# --- what was there before a note, what is shown of it, what is there after it, what is said --------

OLD = {"1 old": "solved", "2 old": "wrong axis"}
WHOLE = json.dumps({"about": ABOUT, "version": 1, "done": OLD}).encode()
CUT = WHOLE[:-9]
DAMAGED = [
    b"",
    CUT,
    WHOLE[:-2] + b",}}",
    b"<<<<<<< HEAD\n" + WHOLE + b"\n=======\n" + WHOLE + b"\n>>>>>>> theirs\n",
    WHOLE.decode().encode("utf-16"),
    WHOLE[:-1] + b', "done": {}}',
    b"[]",
    b"null",
    b'{"done": 3}',
    b'{"done": null}',
    b'{"other": {}}',
    b"\x00\xff",
    b"[" * 100_000,
    json.dumps({"done": {"1 a": "x" * LARGEST}}).encode(),
]
ODD = {"": "x", "stars": "y", " ": "z", "99 quiz q": "w", "2": "v", **OLD}
UNKNOWN = [
    ({"done": OLD}, OLD),
    ({"done": OLD, "settings": {"sound": [1, None, 0.1]}, "about": "mine"}, OLD),
    ({"done": {"2 guess": {"verdict": "solved"}, "2 b": True, "3 c": [1], "4 d": None, **OLD}}, OLD),
    ({"done": ODD, "version": 1}, ODD),
]
ABOVE = {"done": OLD, "settings": {"sound": [1, None]}, "version": 2}
NEWER = [
    *(({**ABOVE, "version": version}, OLD) for version in (2, "1", None, True, 1.5)),
    ({"version": 2, "items": {"1 old": "solved"}}, {}),
    ({"version": 3, "done": ["1 old"]}, {}),
    ({"version": 3, "done": {"1 old": {"verdict": "solved"}, "2 old": "x"}}, {"2 old": "x"}),
]
SET_ASIDE = "progress.json was damaged: a new one begins, and the old one is kept as progress-damaged.json."


def after_a_note(progress, before, shows):
    """What lies there after a note, when this was there before and this is shown of it."""
    progress.path.write_bytes(before)
    assert progress.notes() == shows
    progress.note("1 a", "x")
    assert progress.notes() == {**shows, "1 a": "x"}
    progress.forget(["1 a", "5 never"])
    assert progress.notes() == shows
    progress.note("1 a", "x")
    return beside(progress.path)


@pytest.mark.parametrize("before", DAMAGED, ids=[repr(text[:12]) for text in DAMAGED])
def test_a_damaged_file_is_kept_under_another_name(progress, before):
    after = after_a_note(progress, before, {})
    assert after.pop("progress-damaged.json") == before
    assert list(after) == ["progress.json"] and done(progress.path) == {"1 a": "x"}
    assert progress.problem == SET_ASIDE and Progress(progress.path).problem == ""


@pytest.mark.parametrize(("before", "shows"), UNKNOWN)
def test_what_we_do_not_know_stays(progress, before, shows):
    after = after_a_note(progress, json.dumps(before).encode(), shows)
    assert list(after) == ["progress.json"] and progress.problem == ""
    written = {"about": ABOUT, "version": 1, **before, "done": {**before["done"], "1 a": "x"}}
    assert json.loads(after["progress.json"]) == written


@pytest.mark.parametrize(("before", "shows"), NEWER)
def test_a_file_of_a_newer_version_is_read_and_left(progress, before, shows):
    text = json.dumps(before).encode()
    assert after_a_note(progress, text, shows) == {"progress.json": text}
    assert progress.problem == (
        "progress.json is of a newer version of the course, or was changed by hand: update the course, for "
        "what you do now is kept only until the kernel stops."
    )


@pytest.mark.parametrize("odd", [{"state": "solved"}, None, True, ["solved"]])
def test_a_note_that_is_no_text_stays(progress, odd):
    """A newer version may have written it: a note under its key is kept by the kernel only."""
    progress.path.write_text(json.dumps({"done": {"1 a": odd}}), encoding="utf-8")
    progress.note("1 a", "wrong axis")
    progress.note("1 b", "x")
    assert done(progress.path) == {"1 a": odd, "1 b": "x"}
    assert progress.notes() == {"1 a": "wrong axis", "1 b": "x"}
    assert "only until the kernel stops" in progress.problem
    progress.forget(["1 a", "1 b"])
    assert progress.notes() == {} and done(progress.path) == {"1 a": odd} and progress.problem == ""


def test_no_damaged_file_takes_the_place_of_an_older_one(progress):
    """Not in one kernel, not in the next, and not if something else has the name."""
    progress.path.with_name("progress-damaged-2.json").mkdir()
    for number, kernel in enumerate([progress, progress, Progress(progress.path)]):
        progress.path.write_text(f"damage {number}", encoding="utf-8")
        kernel.notes()
    for name, number in (("", 0), ("-3", 1), ("-4", 2)):
        kept = progress.path.with_name(f"progress-damaged{name}.json")
        assert kept.read_text(encoding="utf-8") == f"damage {number}"
    assert "is kept as progress-damaged.json and progress-damaged-3.json." in progress.problem


def test_a_kernel_that_comes_late_moves_no_good_file(progress, monkeypatch):
    """Another kernel may have moved the damaged file, and written a new one."""
    progress.path.write_bytes(CUT)
    read = notes.read

    def read_late(path):
        monkeypatch.setattr(notes, "read", read)
        try:
            return read(path)
        finally:
            Progress(path).note("2 by another kernel", "w")

    monkeypatch.setattr(notes, "read", read_late)
    assert progress.notes() == {"2 by another kernel": "w"} == done(progress.path)
    assert sorted(beside(progress.path)) == ["progress-damaged.json", "progress.json"]


def test_what_was_known_before_the_damage_is_noted_again(progress):
    progress.path.write_bytes(WHOLE)
    progress.note("1 a", "x")
    progress.path.write_bytes(CUT)
    assert progress.notes() == {**OLD, "1 a": "x"} == done(progress.path)
    assert progress.problem == SET_ASIDE


@pytest.mark.parametrize("noted", [{}, {"1 a": "x"}])
@pytest.mark.parametrize("full_disk", [False, True])
def test_what_we_do_not_know_outlives_a_damage(progress, full_disk, noted):
    """Also if the damaged file is moved aside, and a new one can be written only later."""
    known = {"about": "mine", "version": 1, "done": {"2 a": {"verdict": "solved"}}, "settings": 1}
    progress.path.write_text(json.dumps(known), encoding="utf-8")
    assert progress.notes() == {}
    progress.path.write_bytes(CUT)
    with NOT_NOW["full disk"][0](progress.path.parent) if full_disk else contextlib.nullcontext():
        for key, text in noted.items():
            progress.note(key, text)
        assert progress.notes() == noted
    assert progress.notes() == noted and progress.problem == SET_ASIDE
    assert json.loads(progress.path.read_bytes()) == {**known, "done": {**known["done"], **noted}}
    assert Progress(progress.path).problem == ""


# --- the file is whole, but for a while it cannot be reached ----------------------------------------


def refused(number, *args, **kwargs):
    raise OSError(number, os.strerror(number))


@contextlib.contextmanager
def cannot_be_opened(name, number, folder):
    """As with mode 000, a full disk, or another program that holds it. The tests may run as root."""
    path_open = Path.open

    def opened(path, *args, **kwargs):
        return (partial(refused, number) if path.name.startswith(name) else path_open)(path, *args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "open", opened)
        yield


@contextlib.contextmanager
def refuses(name, number, folder):
    """A function of the system refuses."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, name, partial(refused, number))
        yield


@contextlib.contextmanager
def read_only(folder):
    with refuses("open", errno.EROFS, folder), cannot_be_opened(".", errno.EROFS, folder):
        yield


@contextlib.contextmanager
def made_read_only(folder):
    """By its owner, who may write into the folder. Root, too, leaves it as it is."""
    path = folder / "progress.json"
    path.chmod(0o444)
    yield
    assert not path.stat().st_mode & 0o222
    path.chmod(0o644)


@contextlib.contextmanager
def away(folder):
    """The drive is taken out, and comes back."""
    other = folder.with_name(f"{folder.name} away")
    folder.rename(other)
    yield
    other.rename(folder)


@contextlib.contextmanager
def held(folder):
    """Another kernel writes, and does not come to an end."""
    with locks.alone(folder / "progress.json", 0) as ours:
        assert ours
        yield


READING = "progress.json cannot be read now: it is left as it is"
WRITING = "progress.json cannot be written here"
NOT_NOW = {
    "mode 000": (partial(cannot_be_opened, "progress.json", errno.EACCES), READING),
    "broken disk": (partial(cannot_be_opened, "progress.json", errno.EIO), READING),
    "busy": (partial(cannot_be_opened, "progress.json", errno.EBUSY), READING),
    "read-only": (read_only, WRITING),
    "made read-only": (made_read_only, WRITING),
    "full disk": (partial(cannot_be_opened, ".progress.json.new", errno.ENOSPC), WRITING),
    "disk gets full": (partial(refuses, "fsync", errno.ENOSPC), WRITING),
    "cannot be replaced": (partial(refuses, "replace", errno.EACCES), WRITING),
    "folder away": (away, WRITING),
    "held": (held, WRITING),
}


@pytest.mark.parametrize("then", ["it notes", "it reads"])
@pytest.mark.parametrize("kernel", ["new", "has read"])
@pytest.mark.parametrize("name", NOT_NOW)
def test_what_cannot_be_kept_now_is_kept_later(tmp_path, monkeypatch, name, kernel, then):
    """The file is left as it is, also by a new kernel, which does not know what stands in it."""
    monkeypatch.setattr(notes, "PATIENCE", 0.05)
    accident, says = NOT_NOW[name]
    path = tmp_path / "course" / "progress.json"
    path.parent.mkdir()
    path.write_bytes(WHOLE)
    progress = Progress(path)
    assert kernel == "new" or progress.notes() == OLD
    with accident(path.parent):
        progress.note("1 a", "x")
        progress.forget(["1 old"])
        shows = progress.notes()
        assert says in progress.problem and "your progress is kept until the kernel stops" in progress.problem
    left = {"2 old": OLD["2 old"]}
    assert shows == {**left, "1 a": "x"} or (kernel == "new" and shows == {"1 a": "x"})
    assert beside(path) == {"progress.json": WHOLE}, "and nothing new beside it"
    Progress(path).note("3 other", "y")
    if then == "it notes":
        progress.note("1 b", "z")
        left["1 b"] = "z"
    assert progress.notes() == {**left, "1 a": "x", "3 other": "y"} == done(path)
    assert progress.problem == "" and list(beside(path)) == ["progress.json"]


@pytest.mark.parametrize("kernel", ["new", "has read"])
@pytest.mark.parametrize("name", NOT_NOW)
def test_what_gives_way_does_so_when_it_can_be_read(tmp_path, monkeypatch, name, kernel):
    """A wrong answer, given while the file cannot be reached, takes no place of a solved exercise."""
    monkeypatch.setattr(notes, "PATIENCE", 0.05)
    path = tmp_path / "course" / "progress.json"
    path.parent.mkdir()
    path.write_bytes(WHOLE)
    progress = Progress(path)
    assert kernel == "new" or progress.notes() == OLD
    with NOT_NOW[name][0](path.parent):
        progress.note("1 old", "wrong axis", unless="solved")
        assert kernel == "new" or progress.notes() == OLD
        progress.note("1 a", "solved", unless="solved")
        progress.note("1 a", "wrong axis", unless="solved")
        progress.forget(["2 old"])
        progress.note("2 old", "wrong axis", unless="solved")
        assert progress.get("1 a") == "solved" and progress.get("2 old") == "wrong axis"
    Progress(path).note("2 old", "solved")
    assert progress.notes() == {**OLD, "1 a": "solved"} == done(path) and progress.problem == ""


@pytest.mark.parametrize("before", [None, WHOLE])
def test_what_gives_way_does_so_where_nothing_is_written(progress, before):
    """In a run without a person, and without a place for the file."""
    if before:
        progress.path.write_bytes(before)
    for kernel in (Progress(progress.path, lambda: False), Progress(None)):
        kernel.note("3 a", "solved", unless="solved")
        for key in ("1 old", "3 a"):
            kernel.note(key, "wrong axis", unless="solved")
        old = OLD if before and kernel.path else {"1 old": "wrong axis"}
        assert kernel.notes() == {**old, "3 a": "solved"}


@pytest.mark.parametrize("name", ["read-only", "cannot be replaced", "held"])
def test_a_damaged_file_that_cannot_be_moved_is_left(progress, monkeypatch, name):
    monkeypatch.setattr(notes, "PATIENCE", 0.05)
    progress.path.write_bytes(CUT)
    with NOT_NOW[name][0](progress.path.parent):
        assert progress.notes() == {}
        progress.note("1 a", "x")
        assert progress.notes() == {"1 a": "x"}
        assert progress.problem == (
            "progress.json is damaged and cannot be moved aside: it is left as it is, and your progress is "
            "kept until the kernel stops."
        )
    assert beside(progress.path) == {"progress.json": CUT}
    assert progress.notes() == {"1 a": "x"} == done(progress.path)
    assert progress.problem == SET_ASIDE


def test_what_could_not_be_read_again_is_not_written(progress, monkeypatch):
    """With the note the file would be too large, or it has more brackets than Python can write."""
    before = json.dumps({"done": {}, "more": "x" * (LARGEST - 60)}).encode()
    progress.path.write_bytes(before)
    progress.note("1 a", "x" * 100)
    assert beside(progress.path) == {"progress.json": before} and WRITING in progress.problem
    progress.path.unlink()
    monkeypatch.setattr(note_file.json, "dumps", lambda *args, **more: json.loads("[" * 100_000))
    progress.note("1 b", "y")
    assert progress.notes() == {"1 a": "x" * 100, "1 b": "y"} and WRITING in progress.problem
    assert beside(progress.path) == {}


def test_what_a_killed_kernel_has_left_is_never_read(progress):
    left = progress.path.with_name(".progress.json.new")
    left.write_bytes(WHOLE)
    assert progress.notes() == {}
    left.write_bytes(CUT)
    progress.note("1 a", "x")
    assert done(progress.path) == {"1 a": "x"} and list(beside(progress.path)) == ["progress.json"]


def test_what_is_said_of_it_is_true(progress):
    """It is kept until it can be written, and no new file begins on a full disk."""
    progress.path.write_bytes(CUT)
    with NOT_NOW["full disk"][0](progress.path.parent):
        progress.note("1 a", "x")
        assert progress.problem == (
            "progress.json was damaged, and is kept as progress-damaged.json. progress.json cannot be "
            "written here: your progress is kept until the kernel stops or the file can be written."
        )
    assert progress.notes() == {"1 a": "x"} == done(progress.path) and progress.problem == SET_ASIDE


@pytest.fixture
def linked(tmp_path):
    """A file of progress that is a link: the file itself lies in a folder that other computers share."""
    shared, path = tmp_path / "shared" / "mine.json", tmp_path / "course" / "progress.json"
    shared.parent.mkdir()
    path.parent.mkdir()
    try:
        path.symlink_to(shared)
    except OSError:
        pytest.skip("the system makes no links here")
    return Progress(path), shared


@pytest.mark.parametrize("before", [None, WHOLE, CUT])
def test_a_link_stays_a_link(linked, before):
    """What is damaged is kept beside the file that the link leads to."""
    progress, shared = linked
    if before:
        shared.write_bytes(before)
    progress.note("1 a", "x")
    assert progress.path.is_symlink() and list(beside(progress.path)) == ["progress.json"]
    assert done(shared) == {**(OLD if before == WHOLE else {}), "1 a": "x"}
    assert [file.read_bytes() for file in shared.parent.glob("*-damaged*")] == [CUT] * (before == CUT)


def test_a_link_may_lead_to_a_folder_that_is_away(linked):
    progress, shared = linked
    shared.write_bytes(WHOLE)
    assert progress.notes() == OLD
    with away(shared.parent):
        progress.note("1 a", "x")
        assert progress.notes() == {**OLD, "1 a": "x"} and WRITING in progress.problem
    assert progress.notes() == {**OLD, "1 a": "x"} == done(shared) and progress.problem == ""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_nobody_runs_the_file_of_the_lock(progress):
    progress.note("1 a", "x")
    assert not progress.path.with_name(LOCK).stat().st_mode & 0o111


def test_a_folder_in_its_place_stops_nothing(progress):
    progress.path.mkdir()
    progress.note("1 a", "x")
    assert progress.notes() == {"1 a": "x"} and READING in progress.problem


def test_a_folder_that_is_not_there_stops_nothing(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    progress = Progress(tmp_path / "file" / "progress.json")  # nobody can write below a file, not even root
    progress.note("1 a", "x")
    assert progress.notes() == {"1 a": "x"} and "cannot be written" in progress.problem


def test_without_a_folder_of_the_course_it_is_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    progress = Progress(None)
    progress.note("1 a", "x")
    assert progress.notes() == {"1 a": "x"} and list(tmp_path.iterdir()) == []
    assert progress.problem == (
        "Your progress is kept until the kernel stops, because this notebook was not opened in a folder of "
        "the course."
    )
    assert Progress(None, lambda: False).problem == ""


@pytest.mark.parametrize("before", [None, WHOLE, CUT, json.dumps(ABOVE).encode()])
def test_where_no_person_sits_nothing_is_touched_or_said(progress, before):
    if before is not None:
        progress.path.write_bytes(before)
    lay_there = list(progress.path.parent.iterdir())
    progress.may_write = lambda: False
    shows = {} if before in (None, CUT) else dict(OLD)
    assert progress.notes() == shows
    progress.note("1 a", "x")
    progress.forget(["1 old"])
    shows.pop("1 old", None)
    assert progress.notes() == {**shows, "1 a": "x"} and progress.problem == ""
    assert list(progress.path.parent.iterdir()) == lay_there
    assert before is None or progress.path.read_bytes() == before


# --- several kernels, some of them killed ------------------------------------------------------------

# It loads three small modules only. Its arguments: the file, the kinds of locks, before which step in the
# folder it is killed (-1: never), and its notes.
KERNEL = """
import itertools, os, pathlib, sys, types
import helpers
room = types.ModuleType("helpers.exercises")
room.__path__ = [str(pathlib.Path(helpers.__file__).with_name("exercises"))]
sys.modules[room.__name__] = room
from helpers.exercises import locks
from helpers.exercises.notes import Progress

path, killed, steps = pathlib.Path(sys.argv[1]), int(sys.argv[3]), itertools.count()
locks.LOCKS = [getattr(locks, kind) for kind in sys.argv[2].split()]
fsync = os.fsync

def step(event, args):
    in_folder = event in ("open", "os.rename", "os.remove", "os.link") and str(path.parent) in str(args[0])
    if (in_folder or event.startswith(("fcntl.", "msvcrt.", "fsync"))) and next(steps) == killed:
        os._exit(9)

def seen_fsync(file):
    step("fsync", [])
    fsync(file)

progress = Progress(path)
if killed >= 0:
    os.fsync = seen_fsync
    sys.addaudithook(step)
for note in sys.argv[4:]:
    progress.note(note, "x")
sys.exit(progress._unsaved != {})
"""


def kernel(path, kind, killed, *to_note):
    command = [sys.executable, "-S", "-c", KERNEL, str(path), kind, str(killed), *to_note]
    return subprocess.Popen(command, cwd=ROOT)


each_lock = pytest.mark.parametrize("kind", ["_SystemLock _NamedLock", "_NamedLock"])


@each_lock
@pytest.mark.parametrize("before", [None, WHOLE, CUT])
def test_a_kernel_killed_at_any_step_loses_nothing(progress, monkeypatch, kind, before):
    """The file is the old or the new one, whole; what is damaged is kept; and the next kernel goes on."""
    monkeypatch.setattr(locks, "LOCKS", [getattr(locks, name) for name in kind.split()])
    monkeypatch.setattr(locks, "LEFT", 0.02)
    if locks._SystemLock in locks.LOCKS:
        monkeypatch.setattr(notes, "PATIENCE", 0)  # nobody waits for who was killed
    old = OLD if before == WHOLE else {}
    states = [old, {**old, "1 a": "x"}]
    for step in itertools.count():
        progress.path.unlink(missing_ok=True)
        if before is not None:
            progress.path.write_bytes(before)
        code = kernel(progress.path, kind, step, "1 a").wait(60)
        assert code in (0, 9)
        now = beside(progress.path).get("progress.json")
        if before == CUT:
            assert now in (None, CUT) or json.loads(now)["done"] == states[1]
        else:
            assert (before is None and now is None) or json.loads(now)["done"] in states
        Progress(progress.path).note("9 next", "y")
        reached = done(progress.path)
        assert reached.pop("9 next") == "y" and reached in states
        aside = list(progress.path.parent.glob("progress-damaged*"))
        kept = [file.read_bytes() for file in aside]
        assert kept.count(CUT) == (before == CUT) and set(kept) <= {CUT, b""}
        for file in aside:
            file.unlink()
        if code == 0:
            break
    assert reached == states[1] and step > 6
    assert list(beside(progress.path)) == ["progress.json"], "nothing has been piled up"


@each_lock
def test_kernels_at_once_lose_no_note_of_the_living(progress, kind):
    """One is killed while it has the lock, three find it at once; while they note, more are killed."""
    keys = [[f"{n} {k}" for k in range(40)] for n in range(3)]
    assert kernel(progress.path, kind, 4, "8 a").wait(60) == 9
    living = [kernel(progress.path, kind, -1, *mine) for mine in keys]
    may_be_lost = {"8 a"}
    for step in (12, 5, 13, 6, 1):
        new = f"8 {step} a", f"8 {step} b"  # a note that another one has left needs fewer steps
        may_be_lost.update(new)
        assert kernel(progress.path, kind, step, *new).wait(60) == 9
    assert [process.wait(60) for process in living] == [0, 0, 0]
    assert progress.notes().keys() - may_be_lost == {key for mine in keys for key in mine}
    assert set(beside(progress.path)) <= {"progress.json", ".progress.json.new"}


def test_two_that_find_a_lock_left_do_not_break_a_new_one(tmp_path, monkeypatch):
    """The second one renames the first one's new lock: it looks what it got, and gives it back."""
    path = tmp_path / "progress.json"
    held = tmp_path / ".progress.json.held"
    held.write_bytes(b"left")
    first, second = locks._NamedLock(path), locks._NamedLock(path)
    assert not first.take() and not second.take()
    monkeypatch.setattr(locks, "LEFT", -1)
    replace = os.replace

    def late(*names):
        monkeypatch.setattr(os, "replace", replace)
        assert not first.take() and first.take()
        replace(*names)

    monkeypatch.setattr(os, "replace", late)
    assert not second.take() and held.read_bytes() == first._name
    first.free()
    assert second.take()
    first.free()
    assert held.read_bytes() == second._name, "nobody frees what is another one's"
    second.free()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_made_by_another_user_still_locks(progress, monkeypatch):
    """As when the course was once started by root: the file of the lock can be read only."""
    opened = os.open

    def readable(path, flags, *more):
        return opened(path, flags, *more) if flags == os.O_RDONLY else refused(errno.EACCES)

    progress.path.with_name(LOCK).touch()
    monkeypatch.setattr(os, "open", readable)
    monkeypatch.setattr(notes, "PATIENCE", 0)
    progress.note("1 a", "x")
    with locks.alone(progress.path, 0) as ours:
        assert ours
        progress.note("1 b", "x")
        assert WRITING in progress.problem and done(progress.path) == {"1 a": "x"}
