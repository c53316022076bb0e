"""The files of data/: small enough to download; each that is missing or damaged gives one sentence.

The files are found by looking into data/: a new one is tried without being listed here.
"""

import contextlib
import functools
import io
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from unittest import mock

import numpy as np
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from helpers import exercises, files, learning, readiness
from helpers.embeddings import load_vectors
from helpers.examples import load_examples, side_by_side
from helpers.exercises import check, exercises_in_order, guess, progress, questions, quiz, solution
from helpers.labs import all_labs
from helpers.learning import load_task, three_questions
from helpers.readiness import report
from tests.exercise_cells import handed_in
from tools.course import ROOT

LARGEST = {"data/glove/vectors.npy": 400_000}  # bytes; any other file 50 000 unless it is listed here
DATA = ROOT / "data"
NAMES = sorted(path.relative_to(DATA).as_posix() for path in DATA.rglob("*") if path.is_file())
# For people, and for the tool that makes the vectors.
NOT_READ = ["README.md", "glove/course_words.txt", "tasks/README.md"]
READ = [name for name in NAMES if name not in NOT_READ]
JSON = [name for name in READ if name.endswith(".json")]
LABS = all_labs()
GUESSES = {notebook: questions.questions_of(notebook)[0][0].name for notebook in files.chapters()}
SOLVED = {
    notebook: handed_in(exercise.name, solution(exercise))
    for notebook in files.chapters()
    for exercise in exercises_in_order(notebook)[:1]
}


def test_the_files_in_data_are_small():
    for path in (ROOT / "data").rglob("*"):
        if path.is_file():
            name = path.relative_to(ROOT).as_posix()
            assert path.stat().st_size <= LARGEST.get(name, 50_000), (
                f"{name}: learners download it; see LARGEST"
            )


# --- missing and damaged files --------------------------------------------------------------------


def forget_files():
    """As in a new kernel: no file has been read, and nothing is kept that came of one."""
    for name in [name for name in sys.modules if name.startswith("helpers.")]:
        for kept in list(vars(sys.modules[name]).values()):
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


@pytest.fixture
def data(monkeypatch, tmp_path):
    """A copy of data/ that may be damaged."""
    shutil.copytree(DATA, tmp_path / "data")
    monkeypatch.setattr(files, "DATA", tmp_path / "data")
    monkeypatch.setattr(exercises, "PROGRESS", exercises.Progress(tmp_path / "progress.json"))
    forget_files()
    yield tmp_path / "data"
    forget_files()


def folder(path):
    path.unlink()
    path.mkdir()


def written(make):
    """A state of other bytes, made from the right ones."""
    return lambda path: path.write_bytes(make(path.read_bytes()))


POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 318928\n"
PAGE = b"<!DOCTYPE html>\n<html><head><title>Log in</title></head><body>Log in</body></html>\n"
STATES = {
    "missing": lambda path: path.unlink(),
    "folder": folder,
    "not readable": lambda path: path.chmod(0),
    "empty": written(lambda right: b""),
    "blank": written(lambda right: b" \n"),
    "cut": written(lambda right: right[: len(right) // 2]),
    "end cut": written(lambda right: right[:-3]),
    "pointer": written(lambda right: POINTER),
    "page": written(lambda right: PAGE),
    "utf-16": written(lambda right: right.decode("utf-8", "replace").encode("utf-16")),
    "latin-1": written(lambda right: right.replace(b"e", b"\xe9")),
    "zeros": written(lambda right: bytes(len(right))),
    "nested": written(lambda right: b"[" * 100_000),
}
STATES |= {
    text: written(lambda right, text=text: text.encode())
    for text in ("{}", "[]", "[1, 2]", "[{}]", "null", '"text"', "5", "NaN")
}
READABLE = {  # what editors and Git on Windows make of a text
    "byte-order mark": written(lambda right: b"\xef\xbb\xbf" + right),
    "line ends": written(lambda right: right.replace(b"\n", b"\r\n")),
}


def one_sentence(name):
    name = re.escape(name)
    return rf"data/{name} [^;.\n]+; download the course again, or: git checkout -- data/{name}"


def data_line():
    """What the report of notebook 0 says of the data files."""
    *lines, last = report().splitlines()
    (found,) = [line.partition(":")[2].strip() for line in lines if line.startswith("data files:")]
    assert last == ("You can begin." if found == "good" else "Please mend first: data files.")
    return found


def printed(call):
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        call()
    return shown.getvalue().rstrip("\n")


def raised(call):
    with pytest.raises(files.Damaged) as caught:
        call()
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    return str(caught.value)


def uses(name: str) -> Iterator[str]:
    """What a learner is told where a notebook uses a file."""
    kind, _, inner = name.partition("/")
    if kind == "questions":
        yield printed(lambda: guess(GUESSES[int(inner[:2])]))
        yield printed(lambda: quiz(int(inner[:2])))
        yield printed(lambda: progress(int(inner[:2])))
    elif kind == "exercises":
        yield printed(lambda: check(*SOLVED[int(inner[:2])]))
        yield printed(lambda: progress(int(inner[:2])))
    elif kind == "course.json":
        yield printed(lambda: guess(GUESSES[2]))
        yield printed(lambda: quiz(2))
        yield printed(lambda: progress(2))
    elif kind == "edition.json":  # the first cell of each notebook
        yield raised(files.edition)
    elif kind == "worked_examples.json":
        yield raised(load_examples)
        yield raised(lambda: side_by_side("E6"))
        yield raised(LABS["it_reads"])
    elif kind == "glove":
        yield raised(load_vectors)
        yield raised(LABS["word_map"])
        yield raised(lambda: three_questions(np.random.default_rng(0), 1))
    else:
        task = inner.removesuffix(".json")
        yield raised(lambda: load_task(task))
        yield raised(lambda: getattr(learning, task)(np.random.default_rng(0), 1))
        if task == "three_questions":
            yield raised(LABS["learning"])
            yield printed(lambda: check("learning rate", 0.1))
    if kind in ("questions", "exercises", "course.json"):
        yield printed(progress)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", READ)
def test_a_damaged_file_gives_one_sentence(data, name, state):
    """In the report of notebook 0, and where it is used."""
    STATES[state](data / name)
    if state == "not readable" and os.access(data / name, os.R_OK):
        pytest.skip("this user may read every file")
    found = data_line()
    assert re.fullmatch(one_sentence(name), found), found
    assert {*uses(name)} == {found}


@pytest.mark.parametrize("state", READABLE)
def test_a_text_from_windows_is_read(data, state):
    """Only the vectors are compared with a checksum."""
    for name in JSON:
        READABLE[state](data / name)
    assert data_line() == "good" and load_examples() == json.loads(
        (DATA / "worked_examples.json").read_text("utf-8")
    )
    READABLE[state](data / "glove" / "words.txt")
    forget_files()
    assert data_line().startswith("data/glove/words.txt is not the file we made")


def test_several_damaged_files_are_named_together(data):
    for name in ("tasks/order.json", "questions/05.json"):
        (data / name).write_text("{}", encoding="utf-8")
    both = "data/questions/05.json, data/tasks/order.json are missing or damaged"
    assert data_line() == f"{both}; download the course again, or: git checkout -- data"
    shutil.rmtree(data)
    forget_files()
    assert all(f"data/{name}" in data_line() for name in READ if not name.startswith("glove/"))


def test_the_report_reads_all_files_and_no_other(data):
    assert [name for name in NAMES if readers_of(name)] == READ
    source = {path.name: path.read_text("utf-8") for path in (ROOT / "helpers").rglob("*.py")}
    assert [name for name, text in source.items() if re.search(r"\bDATA\b", text)] == ["files.py"]


def test_a_notebook_shows_the_sentence_without_a_traceback():
    """In a real kernel: IPython asks an exception what to show of it."""
    source = "from helpers import files\nfiles.DATA = files.DATA / 'gone'\nfiles.chapters()"
    notebook = new_notebook(cells=[new_code_cell(source)])
    NotebookClient(
        notebook, kernel_name="python3", allow_errors=True, resources={"metadata": {"path": str(ROOT)}}
    ).execute()
    (shown,) = notebook.cells[0].outputs
    assert shown.output_type == "error" and shown.ename == "Damaged"
    assert len(shown.traceback) == 1 and re.fullmatch(one_sentence("course.json"), shown.traceback[0])


def test_a_notebook_needs_no_questions_of_others(data):
    """A guess that nobody knows may stand in the damaged file."""
    for other in (1, 5):
        (data / "questions" / f"{other:02d}.json").write_text("{}", encoding="utf-8")
    for call in (lambda: guess(GUESSES[2]), lambda: quiz(2), lambda: progress(2)):
        assert "data/" not in printed(call)
    assert re.fullmatch(one_sentence("questions/01.json"), printed(lambda: guess("nobody knows")))


# --- files of another shape -----------------------------------------------------------------------

# Parts that nobody reads at run time: they are for people, tests and tools.
FREE = {
    "course.json": r"about|notebooks/\d/(file|title|minutes|question|failure|idea)",
    "edition.json": r"about|takes|notebooks(/.*)?",
    "exercises": r"about",
    "glove": r"what|made_by|taken_from|source|trained_on|authors|cite|licence|words",
    "questions": r"about|(guesses|quiz)/\d/shown_by",
    "tasks": r"(?!)",
    "worked_examples.json": (
        r"note|E1/inputs/other_write_up/sentence|E[126]/inputs/\w+/note|E3/inputs/(d_k|W_as_printed(_note)?)"
        r"|E4/inputs/factoring_right|E5/inputs/sentence|E6/inputs/(d_model|n_heads|our_W_O_note)"
        r"|E7/inputs/(word|dimensions|shares|vector)|E9/inputs/(\w+_language|phrases_note)|E10/inputs/\w+"
        r"|E11/inputs/assumption"
    ),
}
# As right as before: one entry less beside others of its kind, one sentence in the place of several.
RIGHT = re.compile(
    r"exercises/.+ gone|exercises/[^/]+/mistakes/[^/]+ 'text'"
    r"|E5/inputs/(queries|weights_in_the_sum)/.+ gone|E9/inputs/phrases/[^/]+ gone|E(9|10)/published \[\]"
)


class Gone:
    """Stands for a part that is taken away."""

    def __repr__(self):
        return "gone"


GONE = Gone()


def others(part):
    """What may stand in the place of a part, and has another shape."""
    if isinstance(part, str):
        return None, 5, "", GONE
    if isinstance(part, (int, float)):
        return str(part), float("nan"), GONE
    return None, "text", [], {}, GONE


def parts(part, *path):
    """Each part of a JSON file, of a list the last one: where it stands, and what it is."""
    keys = part if isinstance(part, dict) else range(len(part))[-1:] if isinstance(part, list) else ()
    for key in keys:
        yield (*path, key), part[key]
        yield from parts(part[key], *path, key)


def changed(content, path, other):
    copy = json.loads(json.dumps(content))
    inner = functools.reduce(lambda found, key: found[key], path[:-1], copy)
    if other is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = other
    return copy


def readers_of(name):
    """What the report runs to read a file."""
    opened, read, found = [], files.read_bytes, []
    for reader in readiness._readers():
        forget_files()
        opened.clear()
        with mock.patch.object(files, "read_bytes", lambda name: opened.append(name) or read(name)):
            reader()
        if name in opened:
            found.append(reader)
    return found


@pytest.mark.parametrize("name", JSON)
def test_every_part_of_another_shape_is_seen(data, name):
    """When the file is read, so that notebook 0 tells it: not first where a notebook uses the part."""
    content, readers, wrong = files.read_json(name), readers_of(name), []
    free = re.compile(rf"({FREE[name.partition('/')[0]]})[/ ]")
    tries = [(path, other) for path, part in parts(content) for other in others(part)]
    for path, other in tries:
        what = f"{'/'.join(map(str, path))} {other!r}"
        if RIGHT.fullmatch(what) or (other is GONE and isinstance(path[-1], int)):  # a list that is shorter
            continue
        (data / name).write_text(json.dumps(changed(content, path, other)), encoding="utf-8")
        forget_files()
        try:
            for reader in readers:
                reader()
        except files.Damaged as problem:
            seen = problem.name == name
        else:
            seen = None
        if seen is not (None if free.match(what) else True):
            wrong.append(what)
    assert wrong == [] and len(tries) > 40
