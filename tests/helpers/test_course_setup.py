"""The first code cell of every notebook: it finds this course and no other, or says what to do."""

import os
import re
import shutil
import subprocess

import nbformat
import pytest
from IPython.core.error import UsageError

from helpers import course_setup
from helpers.files import edition
from tests.alone import Alone
from tools import own_copy
from tools.browser import PARTS, course_copy
from tools.course import ROOT
from tools.publish.address import with_address

NOTEBOOK = ROOT / "notebooks" / "02_contextual_embedding.ipynb"
COMMITTED = next(c.source for c in nbformat.read(NOTEBOOK, as_version=4).cells if c.cell_type == "code")
CELL = with_address(COMMITTED, "", "")  # as it is without an address, also where the course is published
SHELL = """import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell()
for code in sys.argv[1:]:
    shell.run_cell(code)
"""
WHERE = "import helpers; print(helpers.__file__)"
COLAB = "import sys, types; sys.modules['google.colab'] = types.ModuleType('google.colab')"
LOST = "UsageError: The course is not here, or is too old: begin with `make lab` or `make bundle`."
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed: no clone to try")


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    return Alone(tmp_path_factory.mktemp("alone"))


def lines(done):
    """What a learner sees: outputs, and what goes to stderr."""
    return (done.stdout + done.stderr).splitlines()


def ours(root=ROOT):
    return str(root / "helpers" / "__init__.py")


# --- the course beside it -------------------------------------------------------------------------


def test_it_finds_the_course_from_any_folder(alone, tmp_path):
    for folder, session in ((ROOT / "notebooks", ""), (ROOT, ""), (tmp_path, str(NOTEBOOK))):
        done = alone.run(SHELL, CELL, WHERE, folder=folder, JPY_SESSION_NAME=session)
        assert lines(done) == ["Ready.", ours()]


def test_it_looks_beside_the_notebook_and_one_folder_up_only(alone, tmp_path):
    """Farther up anybody may have put a folder of this name, as in a folder that all share."""
    with course_copy() as course:
        deep = course / "lesson" / "one"
        deep.mkdir(parents=True)
        there = str(deep / "02.ipynb")
        assert lines(alone.run(SHELL, CELL, folder=deep)) == [LOST]
        assert lines(alone.run(SHELL, CELL, folder=tmp_path, JPY_SESSION_NAME=there)) == [LOST]
        assert lines(alone.run(SHELL, CELL, folder=deep.parent)) == ["Ready."]


@pytest.mark.parametrize("lacks", ["data/edition.json", "helpers/course_setup.py"])
def test_half_a_course_is_none(alone, tmp_path, lacks):
    """A stranger's helpers/course_setup.py is not run, and one older than editions is none for us."""
    for part in {"data/edition.json", "helpers/course_setup.py"} - {lacks}:
        (tmp_path / part).parent.mkdir()
        (tmp_path / part).write_text("print('FOREIGN CODE RAN')", encoding="utf-8")
    assert lines(alone.run(SHELL, CELL, folder=tmp_path)) == [LOST]


def test_it_finds_the_course_through_links(alone, tmp_path):
    """A learner's folder on a hub holds notebooks, and links to the parts of the course."""
    assert own_copy.main(["--to", str(tmp_path / "home")]) == 0
    folder = tmp_path / "home" / own_copy.FOLDER
    kept = "from helpers import files; print(files.progress_file())"
    for here, session in ((folder, ""), (tmp_path, str(folder / NOTEBOOK.name))):
        done = alone.run(SHELL, CELL, WHERE, kept, folder=here, JPY_SESSION_NAME=session)
        assert lines(done) == ["Ready.", ours(), str(folder / "progress.json")]


@pytest.mark.parametrize(
    ("here", "session", "kept"),
    [
        ("my_notebooks", "", "my_notebooks"),
        ("", "", ""),
        ("elsewhere", "my_notebooks/02.ipynb", "my_notebooks"),
        ("my_notebooks", "notebooks/02.ipynb", "my_notebooks"),  # inherited from another notebook's kernel
    ],
)
def test_progress_is_kept_beside_the_notebook_that_runs(alone, tmp_path, here, session, kept):
    with course_copy() as copy:
        course = tmp_path / "course"
        shutil.copytree(copy, course)
    for folder in (course / "my_notebooks", tmp_path / "elsewhere"):
        folder.mkdir()
    ask = "from helpers import files; print(files.progress_file())"
    here = tmp_path / here if here == "elsewhere" else course / here
    session = os.path.relpath(course / session, here) if session else ""
    done = alone.run(SHELL, ask, CELL, ask, folder=here, JPY_SESSION_NAME=session, PYTHONPATH=str(ROOT))
    assert lines(done) == ["None", "Ready.", str(course / kept / "progress.json")]


# --- editions -------------------------------------------------------------------------------------


def of_edition(number):
    return re.sub(r"EDITION, REPO, VERSION = \d+", f"EDITION, REPO, VERSION = {number}", CELL)


OLDER = "Ready, but this notebook is of edition {} and the helpers are of edition {}: if a cell stops, "
BEGIN = "start the course with `make lab`, which puts the newer one beside yours."
GO_ON = "go on in the newer one beside it, with -new in its name."
OWN = "go on with the notebooks in the folder my_notebooks."
SERVER = "stop your server and start it again, which puts the newer one beside yours."
IN_THE_BROWSER = (
    "download your copy, then delete it there (right-click), and load the page again: the new one"
)


def test_an_older_notebook_says_what_to_do_and_goes_on(alone, tmp_path):
    with course_copy() as course:
        folder = course / own_copy.FOLDER
        folder.mkdir()
        said = OLDER.format(edition() - 1, edition())
        done = alone.run(SHELL, of_edition(edition() - 1), WHERE, folder=folder)
        assert lines(done) == [said + BEGIN, ours(course)]
        (folder / "my-newton.ipynb").touch()
        assert lines(alone.run(SHELL, of_edition(edition() - 1), folder=folder)) == [said + BEGIN]
        assert lines(alone.run(SHELL, of_edition(edition() - 1), folder=course / "notebooks")) == [said + OWN]
        (folder / "02_contextual_embedding-new.ipynb").touch()
        assert lines(alone.run(SHELL, of_edition(edition() - 1), folder=folder)) == [said + GO_ON]
        browser = "import sys; sys.platform = 'emscripten'"
        (told,) = lines(alone.run(SHELL, browser, of_edition(edition() - 1), folder=folder))
        assert told.startswith(said) and IN_THE_BROWSER in told


def test_on_a_hub_an_older_notebook_names_the_server(alone, tmp_path):
    assert own_copy.main(["--to", str(tmp_path / "home")]) == 0
    done = alone.run(SHELL, of_edition(edition() - 1), folder=tmp_path / "home" / own_copy.FOLDER)
    assert lines(done) == [OLDER.format(edition() - 1, edition()) + SERVER]


def test_a_notebook_of_before_editions_is_the_first(alone):
    """Its first cell ran the file and said nothing of itself."""
    with course_copy() as course:  # beside ours a learner's own notebooks may lie
        file = str(course / "helpers" / "course_setup.py")
        before = f"import runpy; done = runpy.run_path({file!r}, run_name='__main__')"
        done = alone.run(SHELL, before, folder=course / "notebooks")
    assert lines(done) == [OLDER.format(1, edition()) + BEGIN]


def test_a_notebook_that_is_newer_stops_with_one_sentence(alone):
    done = alone.run(SHELL, of_edition(edition() + 1), "print('np' in globals())", folder=ROOT / "notebooks")
    assert lines(done) == [
        "False",
        f"UsageError: This notebook is of edition {edition() + 1}, and the course around it is older, of "
        f"edition {edition()}: update the course (git pull, or download it again), then run this cell again.",
    ]


def test_it_finds_a_copy_in_a_folder_with_an_awkward_name(alone, tmp_path):
    with course_copy() as copy:
        course = tmp_path / "für später, Kurs 1"
        shutil.copytree(copy, course)
    done = alone.run(SHELL, CELL, WHERE, folder=course / "notebooks")
    assert lines(done) == ["Ready.", ours(course)]


def test_without_the_course_it_says_one_sentence(alone, tmp_path):
    """Without the course it says one sentence and runs nothing."""
    done = alone.run(SHELL, CELL, "print('np' in globals())", folder=tmp_path)
    assert lines(done) == ["False", LOST]


def test_running_it_again_changes_nothing(alone):
    count = "import sys; print(len(sys.path), sys.path[0])"
    done = alone.run(SHELL, CELL, count, CELL, count, folder=ROOT / "notebooks")
    first, second = lines(done)[1::2]
    assert first == second and first.endswith(str(ROOT))


# --- somebody else's helpers ----------------------------------------------------------------------


@pytest.fixture
def theirs(tmp_path):
    """A folder of somebody who also has a package called helpers, with a module called attention in it."""
    folder = tmp_path / "theirs"
    (folder / "helpers").mkdir(parents=True)
    (folder / "helpers" / "__init__.py").write_text("theirs = True\n", encoding="utf-8")
    (folder / "helpers" / "attention.py").write_text(
        "raise RuntimeError('not to be run')\n", encoding="utf-8"
    )
    return folder


def test_it_does_not_take_somebody_elses_helpers_for_the_course(alone, theirs):
    assert lines(alone.run(SHELL, CELL, folder=theirs)) == [LOST]


def test_somebody_elses_helpers_beside_the_notebook_do_not_count(alone, theirs):
    done = alone.run(SHELL, CELL, WHERE, folder=theirs, JPY_SESSION_NAME=str(NOTEBOOK))
    assert lines(done) == ["Ready.", ours()]


def test_nor_when_they_are_imported_already(alone, theirs):
    again = "import helpers.attention; print(helpers.attention.__file__)"
    done = alone.run(SHELL, WHERE, CELL, WHERE, again, folder=theirs, JPY_SESSION_NAME=str(NOTEBOOK))
    assert lines(done) == [ours(theirs), "Ready.", ours(), str(ROOT / "helpers" / "attention.py")]


def test_what_was_imported_from_this_course_stays_as_it_is(alone):
    keep = "import helpers.embeddings; kept = helpers.embeddings"
    done = alone.run(SHELL, CELL, keep, CELL, "print(helpers.embeddings is kept)", folder=ROOT / "notebooks")
    assert lines(done) == ["Ready.", "Ready.", "True"]


def test_after_an_update_of_the_course_nothing_old_is_left(alone, tmp_path):
    """A kernel still runs, and the folder of the course now holds another version, with other files."""
    course = tmp_path / "course"
    shutil.copytree(ROOT / "helpers", course / "helpers", ignore=shutil.ignore_patterns("__pycache__"))
    (course / "helpers" / "old.py").write_text("version = 1\n", encoding="utf-8")
    setup = f"%run -n {str(course / 'helpers' / 'course_setup.py')!r}"
    keep = "import helpers.attention, helpers.old; kept = helpers.attention"
    gone = f"import os; os.remove({str(course / 'helpers' / 'old.py')!r})"
    again = "import helpers.attention; print(helpers.attention is kept)"
    prepare = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from helpers.course_setup import prepare"
    call = f"from pathlib import Path; prepare(Path({str(course)!r}))"
    done = alone.run(SHELL, prepare, call, keep, call, again, gone, call, again, folder=tmp_path)
    assert lines(done) == ["True", "False"], setup


def test_if_another_package_wins_all_the_same_it_is_named(monkeypatch, tmp_path):
    """A finder of somebody's own can come before every folder."""
    monkeypatch.setattr(course_setup, "forget_others", lambda course: None)
    monkeypatch.setattr(course_setup, "put_first", lambda course: None)
    with pytest.raises(
        UsageError, match=r"`import helpers` brings .*, and the course is in .*: restart the kernel"
    ):
        course_setup.prepare(tmp_path)


def test_a_package_that_is_missing_is_named(monkeypatch):
    monkeypatch.setattr(course_setup, "PACKAGES", ("numpy", "no_such_package"))
    with pytest.raises(
        UsageError, match="no_such_package is missing in this Python: open this notebook inside"
    ):
        course_setup.prepare(ROOT)


def test_an_old_python_is_told_what_is_needed(monkeypatch):
    monkeypatch.setattr(course_setup.sys, "version_info", (3, 9, 1))
    with pytest.raises(UsageError, match=r"This is Python 3\.\d+.*, and the course needs 3\.10 or newer\.$"):
        course_setup.prepare(ROOT)


# --- Colab ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hosted(tmp_path_factory):
    """Environment variables with which git reads github.com/somebody/the-course from a folder here."""
    folder = tmp_path_factory.mktemp("hosted") / "somebody" / "the-course"
    folder.mkdir(parents=True)
    for part in PARTS[1:]:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    who = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org"]
    for command in (["init", "-q"], ["add", "-A"], [*who, "commit", "-q", "-m", "course"], ["tag", "v0.1.0"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    (folder / "helpers" / "course_setup.py").write_text("raise RuntimeError('later')\n", encoding="utf-8")
    subprocess.run(["git", *who, "commit", "-q", "-a", "-m", "after the version"], cwd=folder, check=True)
    return {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{folder.parent.parent.as_uri()}/.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://github.com/",
    }


PUBLISHED = with_address(CELL, "somebody/the-course", "v0.1.0")
FETCHES = "Colab fetches the course, version v0.1.0, from https://github.com/somebody/the-course."


@needs_git
def test_in_colab_it_fetches_its_version_once_and_says_so(alone, hosted, tmp_path):
    """In colab a published notebook fetches its version once and says so."""
    done = alone.run(SHELL, COLAB, PUBLISHED, WHERE, PUBLISHED, folder=tmp_path, **hosted)
    fetched = tmp_path / "self-attention-course-v0.1.0"
    assert lines(done) == [FETCHES, "Ready.", ours(fetched), "Ready."]
    done = alone.run(SHELL, COLAB, PUBLISHED, folder=tmp_path, **hosted)  # a second notebook there
    assert lines(done) == ["Ready."]


@needs_git
def test_it_fetches_nothing_where_there_is_no_need(alone, hosted, tmp_path):
    """It fetches nothing outside colab or without an address or beside the course."""
    assert lines(alone.run(SHELL, PUBLISHED, folder=tmp_path, **hosted)) == [LOST]
    assert lines(alone.run(SHELL, COLAB, CELL, folder=tmp_path, **hosted)) == [LOST]
    assert lines(alone.run(SHELL, COLAB, PUBLISHED, folder=ROOT / "notebooks", **hosted)) == ["Ready."]
    assert list(tmp_path.iterdir()) == []


@needs_git
def test_if_the_course_cannot_be_fetched_one_sentence_says_so(alone, hosted, tmp_path):
    gone = with_address(CELL, "somebody/gone", "v0.1.0")
    done = alone.run(SHELL, COLAB, gone, folder=tmp_path, **hosted)
    assert LOST in lines(done) and "Traceback" not in done.stderr
    assert lines(done)[0] == FETCHES.replace("the-course", "gone")
    assert os.listdir(tmp_path) == []


# --- threads --------------------------------------------------------------------------------------

COUNT = """import numpy, threadpoolctl
print(*{pool["num_threads"] for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "blas"})"""
LOADED = "import numpy"
UNKNOWN = "import sys; sys.modules['threadpoolctl'] = None"


@pytest.mark.parametrize("before", ["pass", LOADED], ids=["numpy comes later", "numpy is there, as in Colab"])
def test_one_thread_multiplies_matrices(alone, before):
    done = alone.run(SHELL, before, CELL, COUNT, CELL, COUNT, folder=ROOT / "notebooks")
    assert lines(done) == ["Ready.", "1", "Ready.", "1"]


@pytest.mark.parametrize("before", ["pass", LOADED])
def test_who_says_how_many_threads_gets_them(alone, before):
    done = alone.run(SHELL, before, CELL, COUNT, folder=ROOT / "notebooks", OPENBLAS_NUM_THREADS="2")
    assert lines(done) == ["Ready.", str(min(2, os.cpu_count()))]


def test_without_threadpoolctl_a_loaded_numpy_stays_as_it_is(alone):
    done = alone.run(SHELL, LOADED, UNKNOWN, CELL, "print(numpy.ones(1))", folder=ROOT / "notebooks")
    assert lines(done) == ["Ready.", "[1.]"]


def test_the_tests_themselves_take_as_many():
    assert {os.environ[name] for name in course_setup.THREADS} == {"1"}
