"""A learner's own notebooks: accidents made for real, each with what was there before and after it."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest

from tools import own_copy
from tools.course import ROOT, notebooks
from tools.own_copy import FOLDER, MARK, PARTS, course_notebooks, digest, handed_out, main

NAMES = ("00_start.ipynb", "01_first.ipynb", "02_second.ipynb")
NEW, OLD = "02_second-new.ipynb", "02_second-old.ipynb"
CHANGED = "x = 2  # what the learner wrote"


def make_course(folder, edition, names=NAMES):
    """A small course; notebook 1 is the same in every edition."""
    for part in PARTS[1:]:
        (folder / part).mkdir(parents=True, exist_ok=True)
    (folder / PARTS[0]).write_text("notation", encoding="utf-8")
    (folder / "helpers" / "course_setup.py").touch()
    (folder / "notebooks").mkdir(exist_ok=True)
    for name in names:
        notebook = nbformat.v4.new_notebook(
            cells=[
                nbformat.v4.new_markdown_cell(f"# {name}"),
                nbformat.v4.new_code_cell(f"edition = {0 if '01' in name else edition}", execution_count=1),
            ]
        )
        notebook.cells[1].outputs = [nbformat.v4.new_output("stream", text="an answer")]
        nbformat.write(notebook, folder / "notebooks" / name)
    listed = {"notebooks": [{"file": name} for name in names]}
    (folder / "data" / "course.json").write_text(json.dumps(listed), encoding="utf-8")
    given = {name: digest(nbformat.read(folder / "notebooks" / name, 4).cells) for name in names}
    (folder / "data" / "edition.json").write_text(json.dumps({"notebooks": given}), encoding="utf-8")


@pytest.fixture
def course(tmp_path):
    """A course of which a learner has a copy already."""
    make_course(tmp_path / "course", 1)
    run(tmp_path / "course")
    return tmp_path / "course"


def run(course, *arguments):
    return main([*arguments, *([] if "--to" in arguments else ["--to", str(course)])], course.resolve())


def update(course):
    make_course(course, 2, (*NAMES, "03_third.ipynb"))


def there(folder):
    """Name -> bytes of all that lies in a folder; for a folder in it: None."""
    return {path.name: path.read_bytes() if path.is_file() else None for path in Path(folder).iterdir()}


def edition(content):
    """Which edition of the course a notebook is of: what its code cell says."""
    (cell,) = [cell for cell in json.loads(content)["cells"] if cell["cell_type"] == "code"]
    return "".join(cell["source"])


# --- a copy ---------------------------------------------------------------------------------------


def test_the_copy_holds_no_answers_and_is_else_the_same():
    copies = course_notebooks()
    assert list(copies) == [notebook.file for notebook in notebooks()]
    for notebook in notebooks():
        before, after = notebook.read(), nbformat.reads(json.dumps(copies[notebook.file]), 4)
        nbformat.validate(after)
        assert after.metadata.pop(MARK).keys() == {"given"}
        for cell in before.cells:
            if cell.cell_type == "code":
                assert cell.execution_count
                cell.update(outputs=[], execution_count=None)
        assert after == before


def test_running_a_notebook_is_not_changing_it():
    """Outputs, numbers, metadata of a program and the empty cell that JupyterLab adds do not count."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])
    before = digest(notebook.cells)
    notebook.cells[0].update(execution_count=3, outputs=[nbformat.v4.new_output("stream", text="2")])
    notebook.cells[0].metadata["collapsed"] = True
    notebook.cells.append(nbformat.v4.new_code_cell(" \n"))
    assert digest(notebook.cells) == before == digest([{**notebook.cells[0], "source": ["1 ", "+ 1"]}])
    for change in ("1 + 2", "1 + 1 "):
        assert digest([{**notebook.cells[0], "source": change}]) != before
    for change in (
        {"cell_type": "markdown"},
        {"metadata": {"tags": ["mine"]}},
        {"attachments": {"a.png": {}}},
    ):
        assert digest([{**notebook.cells[0], **change}]) != before
    picture = nbformat.v4.new_markdown_cell("", attachments={"a.png": {"image/png": "abc"}})
    assert digest([*notebook.cells, picture]) != before


def test_the_first_copy_is_made_and_the_second_run_does_nothing(tmp_path, capsys):
    make_course(tmp_path, 1)
    assert run(tmp_path) == 0
    first = there(tmp_path / FOLDER)
    assert list(first) == sorted(NAMES, key=list(first).index) and b"an answer" not in b"".join(
        first.values()
    )
    assert run(tmp_path) == 0 and there(tmp_path / FOLDER) == first
    assert capsys.readouterr().out == ""


# --- accidents: an update over what a learner has -----------------------------------------------------


def edited(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["cells"][1]["source"] = CHANGED
    path.write_text(json.dumps(notebook), encoding="utf-8")


def run_and_saved(path):
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[1].update(execution_count=7, outputs=[nbformat.v4.new_output("stream", text="2")])
    notebook.metadata["language_info"] = {"name": "python", "version": "3.12.1"}
    nbformat.write(notebook, path)


def half_written(path):
    path.write_bytes(path.read_bytes()[:100])


def no_mark(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    del notebook["metadata"][MARK]
    path.write_text(json.dumps(notebook), encoding="utf-8")


def strange_mark(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["metadata"][MARK] = "mine"
    path.write_text(json.dumps(notebook), encoding="utf-8")


def linked(path):
    path.rename(path.parent.parent / "elsewhere.ipynb")
    path.symlink_to(path.parent.parent / "elsewhere.ipynb")


def a_pipe(path):
    """To read it would wait for ever."""
    path.unlink()
    os.mkfifo(path)


def in_its_place(path):
    path.unlink()
    path.mkdir()


def renamed(path):
    edited(path)
    path.rename(path.with_name("mine.ipynb"))


def changed_twice(path):
    """The learner has changed the newer one, too, that lay beside the first."""
    edited(path)
    (path.parent / NEW).write_bytes(path.read_bytes())


ONE, TWO = "edition = 1", "edition = 2"
KEPT = "as it was"  # the same bytes as before the update
ACCIDENTS = {  # what happened to notebook 2 -> what lies there after the update, and what is said
    lambda path: None: ({NAMES[2]: TWO}, ""),
    run_and_saved: ({NAMES[2]: TWO}, ""),
    Path.unlink: ({NAMES[2]: TWO}, ""),
    edited: ({NAMES[2]: KEPT, NEW: TWO}, f"{NAMES[2]} holds your changes and stays as it is."),
    half_written: ({NAMES[2]: KEPT, NEW: TWO}, f"{NAMES[2]} cannot be read and stays as it is."),
    no_mark: ({NAMES[2]: KEPT, NEW: TWO}, f"{NAMES[2]} holds your changes and stays as it is."),
    strange_mark: ({NAMES[2]: KEPT, NEW: TWO}, f"{NAMES[2]} cannot be read and stays as it is."),
    linked: ({NAMES[2]: KEPT, NEW: TWO}, f"{NAMES[2]} is a link and stays as it is."),
    a_pipe: ({NAMES[2]: KEPT, NEW: TWO}, f"{NAMES[2]} cannot be read and stays as it is."),
    in_its_place: ({NAMES[2]: KEPT, NEW: TWO}, f"{NAMES[2]} cannot be read and stays as it is."),
    renamed: ({NAMES[2]: TWO, "mine.ipynb": KEPT}, ""),
    changed_twice: (
        {NAMES[2]: KEPT, NEW: KEPT, "02_second-new-2.ipynb": TWO},
        "The newer one lies beside it: 02_second-new-2.ipynb",
    ),
}


@pytest.mark.parametrize("accident", ACCIDENTS, ids=lambda accident: accident.__name__)
def test_an_update_overwrites_nothing_of_the_learner(course, capsys, accident):
    folder, (after, said) = course / FOLDER, ACCIDENTS[accident]
    accident(folder / NAMES[2])
    (folder / "progress.json").write_text("progress", encoding="utf-8")
    (folder / "notes.txt").write_text("notes", encoding="utf-8")
    before = there(folder)
    update(course)
    for _ in range(2):  # the second start after an update says and does the same
        assert run(course) == 0
        shown = capsys.readouterr().out
        assert said in shown and shown.count("\n") == bool(said)
        now = there(folder)
        others = {NAMES[0]: TWO, NAMES[1]: "edition = 0", "03_third.ipynb": TWO, "notes.txt": KEPT}
        wanted = {**others, "progress.json": KEPT, **after}
        assert now.keys() == wanted.keys()
        for name, what in wanted.items():
            assert now[name] == before[name] if what is KEPT else edition(now[name]) == what, name


def test_a_change_of_the_same_edition_stays_without_a_word(course, capsys):
    edited(course / FOLDER / NAMES[2])
    before = there(course / FOLDER)
    assert run(course) == 0 and there(course / FOLDER) == before and capsys.readouterr().out == ""


def test_the_newest_one_takes_the_place_of_the_newer_one(course):
    """A copy beside a changed one is nobody's work as long as nobody changes it."""
    edited(course / FOLDER / NAMES[2])
    for number in (2, 3):
        make_course(course, number)
        run(course)
        assert edition(there(course / FOLDER)[NEW]) == f"edition = {number}"
    assert set(there(course / FOLDER)) == {*NAMES, NEW}


def test_an_older_course_brings_its_older_notebooks(course):
    update(course)
    run(course)
    make_course(course, 1)
    run(course)
    assert edition(there(course / FOLDER)[NAMES[2]]) == ONE


# --- a notebook as it was -----------------------------------------------------------------------------


@pytest.mark.parametrize("accident", [lambda path: None, run_and_saved, edited, half_written, no_mark])
@pytest.mark.parametrize("number", ["2", "02"])
def test_a_fresh_notebook_keeps_the_old_one(course, capsys, accident, number):
    folder = course / FOLDER
    clean = there(folder)
    accident(folder / NAMES[2])
    before = there(folder)
    for name in (OLD, "02_second-old-2.ipynb"):
        assert run(course, "--fresh", number) == 0
        assert capsys.readouterr().out == f"{NAMES[2]} is as it was, and yours is kept: {name}\n"
    assert there(folder) == {**clean, OLD: before[NAMES[2]], "02_second-old-2.ipynb": clean[NAMES[2]]}


def test_a_fresh_notebook_where_none_is(course, capsys):
    (course / FOLDER / NAMES[2]).unlink()
    assert run(course, "--fresh", "2") == 0
    assert capsys.readouterr().out == f"{NAMES[2]} is as it was\n" and set(there(course / FOLDER)) == {*NAMES}


@pytest.mark.parametrize("asked", ["", "9", "-1", "two", "02_second", "\u00b2", "9" * 5000, "--help"])
def test_a_number_that_is_none_is_answered_and_nothing_done(course, capsys, asked):
    edited(course / FOLDER / NAMES[2])
    before = there(course / FOLDER)
    update(course)
    assert run(course, f"--fresh={asked}") == 1
    said = f"There is no notebook {asked!r}. There are 0, 1, 2, 3: write make fresh NB=2, for example.\n"
    assert capsys.readouterr().err == said and there(course / FOLDER) == before


# --- stopped in the middle, and other programs at the same time --------------------------------------

# Runs the program and is killed at one of its steps: before a file is opened for writing, gets another name,
# is made or goes; and while it is written, when only half of it is on the disk.
KILLED = """
import os, sys
sys.path.insert(0, sys.argv[1])
from tools import own_copy
step, last = 0, int(sys.argv[2])
def one_more(half_written=None):
    global step
    step += 1
    if step > last:
        if half_written is not None:
            os.ftruncate(half_written, os.fstat(half_written).st_size // 2)
        os._exit(9)
def watch(event, arguments):
    writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
    if writes or event in ("os.rename", "os.mkdir", "os.remove", "os.symlink", "os.link"):
        one_more()
sync, os.fsync = os.fsync, lambda number: (one_more(number), sync(number))
sys.addaudithook(watch)
sys.exit(own_copy.main(sys.argv[4:], own_copy.Path(sys.argv[3])))
"""


# The program as a process, for the course that is named next.
PROGRAM = [
    sys.executable,
    "-c",
    "import sys; sys.path.insert(0, sys.argv[1]); from tools import own_copy as o; "
    "sys.exit(o.main(sys.argv[3:], o.Path(sys.argv[2])))",
    str(ROOT),
]


def killed_at(step, course, *arguments):
    """Run the program with these arguments and kill it at a step; True if it came to its end before that."""
    command = [sys.executable, "-c", KILLED, str(ROOT), str(step), str(course.resolve()), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode in (0, 9), done.stderr
    return done.returncode == 0


def put(tree, folder):
    """Make a folder that holds these files, and nothing else."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, content in tree.items():
        (folder / name).write_bytes(content)


def without_parts(folder):
    """What a learner sees in a folder."""
    return {name: content for name, content in there(folder).items() if not name.startswith(".")}


@pytest.mark.parametrize("arguments", [(), ("--fresh", "1")], ids=["update", "fresh"])
def test_killed_at_any_step_it_loses_nothing_and_goes_on(course, arguments):
    folder = course / FOLDER
    edited(folder / NAMES[2])
    (folder / "progress.json").write_text("progress", encoding="utf-8")
    before = there(folder)
    update(course)
    to = ("--to", str(course))
    assert run(course, *arguments, *to) == 0
    whole = there(folder)
    precious = {before[NAMES[2]], before["progress.json"], *([before[NAMES[1]]] if arguments else [])}
    steps = 0
    while True:
        put(before, folder)
        end = killed_at(steps, course, *arguments, *to)
        found = without_parts(folder)
        assert precious <= set(found.values()), f"lost at step {steps}"
        assert found[NAMES[2]] == before[NAMES[2]] and found["progress.json"] == before["progress.json"]
        for name in {*NAMES} & found.keys():  # each is whole: the older one, or the newer one
            assert found[name] in (before[name], whole[name]), name
        assert run(course, *to) == 0
        after = without_parts(folder)
        for name in (name for name in whole if "-old" not in name):
            assert after[name] == whole[name] or (arguments and after[name] == before[name]), name
        assert precious <= set(after.values())
        assert all("-old" in name for name in after.keys() - whole.keys()), "and copies that nobody changed"
        if end:
            break
        steps += 1
    assert steps >= 9, "it is killed at every write"


def test_what_a_killed_run_left_goes_once_it_is_old(course):
    names = (f".{NAMES[0]}.0123abcd.part", f".{NAMES[1]}.0123abcd.part", ".thesis.part", f".{NAMES[0]}.part")
    leftovers = [course / FOLDER / name for name in names]
    for part in leftovers:
        part.write_text("half of a notebook", encoding="utf-8")
    for part in (leftovers[0], *leftovers[2:]):
        os.utime(part, (time.time() - 7200,) * 2)
    run(course)
    # The second may be another run at work, and the others are not ours.
    assert [part.exists() for part in leftovers] == [False, True, True, True]


def test_many_at_once_do_not_disturb_each_other(course):
    edited(course / FOLDER / NAMES[2])
    mine = there(course / FOLDER)[NAMES[2]]
    update(course)
    command = [*PROGRAM, str(course.resolve()), "--to", str(course)]
    together = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(4)]
    assert [one.wait() for one in together] == [0] * 4
    now = there(course / FOLDER)
    assert set(now) == {*NAMES, NEW, "03_third.ipynb"} and now[NAMES[2]] == mine
    assert edition(now[NEW]) == edition(now[NAMES[0]]) == TWO


# --- a disk that is full, a folder that cannot be written, a damaged course --------------------------


def test_a_full_disk_is_one_sentence_and_leaves_all_as_it_was(course):
    """No file may be longer than 100 bytes: the system refuses to write on, as on a full disk."""
    edited(course / FOLDER / NAMES[2])
    before = there(course / FOLDER)
    update(course)

    def little_room():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    for arguments in ([], ["--fresh", "2"]):
        command = [*PROGRAM, str(course.resolve()), "--to", str(course), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, preexec_fn=little_room)
        assert done.returncode == 1 and done.stderr.count("\n") == 1
        assert "are not all up to date" in done.stderr and "Nothing is lost: make room" in done.stderr
        now = there(course / FOLDER)
        assert {name: now[name] for name in before} == before


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path, capsys):
    make_course(tmp_path, 1)
    (tmp_path / FOLDER).write_text("a file in its place", encoding="utf-8")  # refused to root as well
    assert run(tmp_path) == 1
    said = capsys.readouterr().err
    assert (
        said == f"{tmp_path / FOLDER} is no folder: give it another name, then run the same command again.\n"
    )


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_home_is_one_sentence(course, capsys):
    update(course)
    before = there(course / FOLDER)
    (course / FOLDER).chmod(0o555)
    assert run(course) == 1 and "Permission denied" in capsys.readouterr().err
    (course / FOLDER).chmod(0o755)
    assert there(course / FOLDER) == before


@pytest.mark.parametrize("damaged", ["data/course.json", "data/edition.json", f"notebooks/{NAMES[1]}"])
@pytest.mark.parametrize("content", [None, "", '{"cells": ', "version https://git-lfs", "[1, 2]", "{}"])
def test_a_damaged_course_is_named_and_nothing_done(course, capsys, damaged, content):
    before = there(course / FOLDER)
    update(course)
    (course / damaged).unlink()
    if content is not None:
        (course / damaged).write_text(content, encoding="utf-8")
    assert run(course) == 1
    cure = f"download the course again, or: git checkout -- {damaged}"
    assert capsys.readouterr().err == f"{damaged} is missing or damaged; {cure}\n"
    assert there(course / FOLDER) == before


@pytest.mark.parametrize("file", ["../x.ipynb", "/etc/x.ipynb", "x.ipynb"])
def test_a_list_with_strange_names_is_damaged(course, capsys, file):
    (course / "data" / "course.json").write_text(
        json.dumps({"notebooks": [{"file": file}]}), encoding="utf-8"
    )
    assert run(course) == 1 and "data/course.json is missing or damaged" in capsys.readouterr().err


def test_what_was_written_into_the_courses_own_notebook_is_kept(course, capsys):
    """Somebody has opened it there. It comes along, and no later update takes it away."""
    update(course)
    (course / FOLDER / NAMES[2]).unlink()
    edited(course / "notebooks" / NAMES[2])
    assert run(course) == 0
    said = f"notebooks/{NAMES[2]} was changed: to have it as it was, git checkout -- notebooks/{NAMES[2]}\n"
    assert capsys.readouterr().out == said
    mine = there(course / FOLDER)[NAMES[2]]
    make_course(course, 3)
    assert run(course) == 0 and there(course / FOLDER)[NAMES[2]] == mine and CHANGED in edition(mine)


def test_what_is_saved_during_an_update_is_kept(course, monkeypatch):
    """JupyterLab saves while the newer one is written: then nobody has not changed it any more."""
    path, write_part = course / FOLDER / NAMES[2], own_copy.files.write_part

    def saved_meanwhile(part, text):
        write_part(part, text)
        if NAMES[2] in part.name:
            edited(path)

    monkeypatch.setattr(own_copy.files, "write_part", saved_meanwhile)
    update(course)
    assert run(course) == 0
    now = there(course / FOLDER)
    assert CHANGED in edition(now[OLD]) and edition(now[NAMES[2]]) == TWO


def test_what_is_saved_in_the_last_moment_is_left_alone(course, monkeypatch):
    """It comes between the two names: then the newer one waits for the next start."""
    path, move_aside = course / FOLDER / NAMES[2], own_copy.move_aside

    def saved_again(place):
        kept = move_aside(place)
        if place == path:
            place.write_bytes(kept.read_bytes())
            edited(place)
        return kept

    monkeypatch.setattr(own_copy, "move_aside", saved_again)
    update(course)
    assert run(course) == 0 and CHANGED in edition(there(course / FOLDER)[NAMES[2]])
    monkeypatch.undo()
    assert run(course) == 0
    now = there(course / FOLDER)
    assert CHANGED in edition(now[NAMES[2]]) and edition(now[NEW]) == TWO


def test_who_may_read_a_notebook_stays_as_it_is(course):
    (course / FOLDER / NAMES[2]).chmod(0o600)
    update(course)
    run(course)
    assert (course / FOLDER / NAMES[2]).stat().st_mode & 0o777 == 0o600


def test_a_file_system_without_links_works_too(course, monkeypatch):
    def none(*arguments):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", none)
    update(course)
    assert run(course) == 0 and edition(there(course / FOLDER)[NAMES[2]]) == TWO
    assert not [name for name in there(course / FOLDER) if name.startswith(".")]


def test_it_is_stopped_with_one_sentence(course):
    """Ctrl-C, at once."""
    program = "import runpy, sys; from helpers import files; files.write_part = None\n"
    program += "def stop(*args): raise KeyboardInterrupt\nfiles.write_part = stop\n"
    program += "sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    script = str(ROOT / "tools" / "own_copy.py")
    command = [sys.executable, "-c", program, script, "--to", str(course.parent / "home")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 130
    assert done.stderr == "Stopped before the end. Nothing is lost: run the same command again.\n"


# --- progress of earlier versions -----------------------------------------------------------------


def test_progress_kept_beside_the_courses_notebooks_comes_along(course):
    before = course / "notebooks" / "progress.json"
    before.write_text("what is done", encoding="utf-8")
    run(course)
    assert not before.exists() and there(course / FOLDER)["progress.json"] == b"what is done"
    before.write_text("of somebody who opened the course's own", encoding="utf-8")
    run(course)
    assert before.exists() and there(course / FOLDER)["progress.json"] == b"what is done"


# --- a learner's folder elsewhere: a hub, a lab room --------------------------------------------------


def home_of(tmp_path):
    return tmp_path / "home" / "self-attention"


def test_a_home_gets_its_own_notebooks_and_links_to_the_course(course, tmp_path):
    home = home_of(tmp_path)
    for _ in range(2):
        assert run(course, "--to", str(home)) == 0
        assert set(there(home)) == {*PARTS, FOLDER} and set(there(home / FOLDER)) == {*NAMES}
        assert all(os.readlink(home / part) == str(course.resolve() / part) for part in PARTS)


def test_a_course_that_has_moved_is_linked_anew(course, tmp_path):
    home, moved = home_of(tmp_path), tmp_path / "course of today"
    run(course, "--to", str(home))
    edited(home / FOLDER / NAMES[2])
    course.rename(moved)
    make_course(moved, 2)
    assert run(moved, "--to", str(home)) == 0
    assert all((home / part).resolve() == (moved / part).resolve() for part in PARTS)
    assert edition(there(home / FOLDER)[NEW]) == TWO and CHANGED in edition(there(home / FOLDER)[NAMES[2]])


def test_a_copy_of_the_course_that_was_there_is_kept(course, tmp_path, capsys):
    """As the recipe of earlier versions made it: with helpers that no update reached."""
    home = home_of(tmp_path)
    make_course(home, 1)
    (home / "helpers" / "mine.py").write_text("mine", encoding="utf-8")
    (home / "notebooks" / "progress.json").write_text("what is done", encoding="utf-8")
    edited(home / "notebooks" / NAMES[2])
    theirs = there(home / "notebooks")
    assert run(course, "--to", str(home)) == 0
    assert (home / "helpers").resolve() == (course / "helpers").resolve()
    assert there(home / "helpers-old")["mine.py"] == b"mine"
    assert there(home / FOLDER)["progress.json"] == theirs.pop("progress.json") == b"what is done"
    assert there(home / "notebooks") == theirs
    assert "helpers comes from the course now. What was there is kept: helpers-old" in capsys.readouterr().out


def test_a_folder_of_something_else_is_left_alone(course, tmp_path, capsys):
    """Somebody who says --to HOME may have a folder data there."""
    (tmp_path / "data").mkdir()
    before = there(tmp_path)
    assert run(course, "--to", str(tmp_path)) == 1 and there(tmp_path) == before
    assert "data is there, and no part of the course: name a folder that is new or" in capsys.readouterr().err


def test_a_link_of_the_learners_own_is_left_alone(course, tmp_path, capsys):
    home = home_of(tmp_path)
    home.mkdir(parents=True)
    (tmp_path / "big" / "data").mkdir(parents=True)
    (home / "data").symlink_to(tmp_path / "big" / "data")
    assert run(course, "--to", str(home)) == 1 and set(there(home)) == {"data"}
    assert "no part of the course" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("to", "says"),
    [
        ("", "--to needs the name of a folder"),
        ("{course}/learner", "lies inside of the course"),
        ("{course}/helpers", "lies inside of the course"),
    ],
)
def test_a_place_that_is_none_is_refused(course, capsys, to, says):
    before = there(course), there(course / "helpers")
    assert run(course, "--to", to.format(course=course)) == 1 and says in capsys.readouterr().err
    assert (there(course), there(course / "helpers")) == before


def test_the_course_by_another_path_is_the_course(course, tmp_path):
    (tmp_path / "alias").symlink_to(course)
    assert run(course, "--to", str(tmp_path / "alias")) == 0
    assert not [part for part in PARTS if (course / part).is_symlink()]


def test_own_notebooks_that_lead_to_the_courses_are_refused(course, capsys):
    (course / FOLDER).rename(course / "before")
    (course / FOLDER).symlink_to(course / "notebooks")
    assert run(course, "--fresh", "2") == 1
    assert "leads to the course's own notebooks: take this link away first" in capsys.readouterr().err


def test_a_home_killed_at_any_step_goes_on(course, tmp_path):
    for step in range(40):
        home = tmp_path / f"home {step}"
        make_course(home, 1)  # a copy that must make room
        end = killed_at(step, course, "--to", str(home))
        assert (home / "notebooks" / NAMES[0]).exists()
        assert run(course, "--to", str(home)) == 0
        assert {*PARTS, FOLDER, *(f"{part}-old" for part in PARTS[1:]), "NOTATION-old.md"} <= set(there(home))
        assert set(without_parts(home / FOLDER)) == {*NAMES}
        if end:
            break
    assert end and step >= 12


def test_it_runs_as_a_file_from_anywhere(tmp_path):
    """A hub's own Python starts it, which knows neither the course nor its packages."""
    command = [
        sys.executable,
        "-I",
        "-S",
        str(ROOT / "tools" / "own_copy.py"),
        "--to",
        str(tmp_path / "home"),
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert set(there(tmp_path / "home" / FOLDER)) == {notebook.file for notebook in notebooks()}


def test_handing_out_leaves_the_notebook_itself_alone():
    notebook = notebooks()[0].read()
    before = nbformat.writes(notebook)
    handed_out(notebook)
    assert nbformat.writes(notebook) == before and own_copy.digest(notebook.cells)
