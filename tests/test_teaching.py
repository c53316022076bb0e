"""TEACHING.md against the course: what the page says of a notebook is so."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys

import nbformat
import pytest
import yaml

from helpers.exercises import EXERCISES
from tests.alone import Alone
from tools import own_copy
from tools.browser import server_environment
from tools.course import PARTS, ROOT, chapters, code, prose
from tools.teach.collect import DELETED, NO_OUTPUTS, NOT_HANDED_IN
from tools.teach.solved import all_solved

PAGE = (ROOT / "TEACHING.md").read_text(encoding="utf-8")
CHAPTERS = {chapter.number: chapter for chapter in chapters()}
SECTIONS = dict(re.findall(r"^## (\d+) · .*?\n(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL))
each = pytest.mark.parametrize("notebook", CHAPTERS)


def test_every_notebook_has_its_section():
    assert [int(number) for number in SECTIONS] == list(CHAPTERS)


@each
def test_it_has_all_that_a_teacher_needs(notebook):
    section = SECTIONS[str(notebook)]
    for part in (
        "**Time:**",
        "**Aims**",
        "**Common misconceptions**",
        "**To discuss**",
        "**In 45 minutes:**",
    ):
        assert part in section, part
    assert f"(notebooks/{CHAPTERS[notebook].file})" in section


@each
def test_its_time_is_that_of_the_course(notebook):
    chapter = CHAPTERS[notebook]
    said = f"**Time:** {chapter.reading} minutes to read and try; {chapter.exercises} more for the exercises"
    assert said in SECTIONS[str(notebook)]


@each
def test_its_misconceptions_are_mistakes_that_a_check_names(notebook):
    """Each line begins with the mistake and the exercise: - *wrong axis* (softmax): ..."""
    named = re.findall(r"^- \*(.+?)\* \((.+?)\):", SECTIONS[str(notebook)], flags=re.MULTILINE)
    assert len(named) >= 3
    for mistake, name in named:
        exercise = EXERCISES[name]
        assert exercise.notebook == notebook and mistake in exercise.known, (name, mistake)


@each
def test_the_parts_that_it_names_are_there(notebook):
    parts = {
        int(number)
        for number in re.findall(r"^## (\d+) · ", prose(CHAPTERS[notebook].read()), flags=re.MULTILINE)
    }
    named = {int(number) for number in re.findall(r"\bparts? (\d+)", SECTIONS[str(notebook)])}
    assert named and named <= parts


def test_the_lines_for_a_grader_work():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    exec(code, {"my_softmax": EXERCISES["softmax"].right})  # our own page
    with pytest.raises(AssertionError, match="Your columns sum to 1"):
        exec(code, {"my_softmax": lambda x: EXERCISES["softmax"].right(x, axis=0)})


# --- hubs and lab rooms: the lines of the page are run, with other folders ---------------------------

HUB = PAGE[PAGE.index("## On a JupyterHub") : PAGE.index("## 1 · ")]
BUILD, ON_ONE, FOR_A_ROOM, IN_A_ROOM = re.findall(r"```sh\n(.*?)```", HUB, flags=re.DOTALL)
(KUBERNETES,) = (yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", HUB, flags=re.DOTALL))
ELSEWHERE = (
    r"(?m)^sudo (-E pip|tljh-config|python3 .* ready lab).*\n"  # a hub; what `make lab` does, tested there
)
SAVED = {NO_OUTPUTS, DELETED, NOT_HANDED_IN}
SPOILED = "# what a learner wrote"


class Room:
    """A computer with the course in a folder of its own, and a learner with a home."""

    def __init__(self, folder):
        self.clone, self.srv, self.etc, self.home = (
            folder / name for name in ("clone", "srv", "etc", "home")
        )
        for made in (self.clone, self.srv, self.home):
            made.mkdir()
        ours = ("tools", *PARTS, *own_copy.PARTS[:2])
        for part in ours:
            source, ignored = ROOT / part, shutil.ignore_patterns("__pycache__", "progress*.json")
            copy = shutil.copytree if source.is_dir() else shutil.copy
            copy(source, self.clone / part, **({"ignore": ignored} if source.is_dir() else {}))
        self.sh("git init -q", folder=self.clone)
        self.commit()

    def sh(self, lines, folder=None):
        """Run lines of the page as this computer has it."""
        for there, here in (("/srv/course", self.srv / "course"), ("/etc/jupyter", self.etc)):
            lines = lines.replace(there, str(here))
        lines = re.sub(r"\bsudo ", "", re.sub(ELSEWHERE, "", lines))
        environment = {
            **server_environment(self.home),
            "HOME": str(self.home),
            "JUPYTER_CONFIG_PATH": str(self.etc),
        }
        command = ["bash", "-euc", lines]
        done = subprocess.run(
            command, cwd=folder or self.home, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    def commit(self):
        """A version of the course, as a maintainer makes it."""
        done = subprocess.run(
            [sys.executable, "-m", "tools.edition"], cwd=self.clone, capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": str(self.clone)},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        who = "-c user.name=somebody -c user.email=somebody@example.org"
        self.sh(f"git add -A && git {who} commit -qm course", folder=self.clone)

    def notebook(self, number):
        return self.home / "self-attention" / own_copy.FOLDER / CHAPTERS[number].file

    def learn_and_update(self, put_there, start):
        """A learner changes notebook 1, and the next version of the course changes 1 and 2."""
        self.sh(put_there, folder=self.clone)
        start()
        mine = self.notebook(1)
        mine.write_text(mine.read_text(encoding="utf-8").replace("# 1 ·", f"{SPOILED} 1 ·"), encoding="utf-8")
        before = mine.read_bytes()
        for number in (1, 2):
            path = self.clone / "notebooks" / CHAPTERS[number].file
            path.write_text(
                path.read_text(encoding="utf-8").replace("# ", "# Second version: ", 1), encoding="utf-8"
            )
        (self.clone / "helpers" / "of_the_second.py").touch()
        self.commit()
        self.sh(put_there, folder=self.clone)
        start()
        assert mine.read_bytes() == before and SPOILED.encode() in before
        newer = mine.with_stem(f"{mine.stem}-new")
        assert all("Second version" in path.read_text(encoding="utf-8") for path in (newer, self.notebook(2)))
        assert (self.home / "self-attention" / "helpers" / "of_the_second.py").exists(), "and no old helpers"

    def runs(self, alone):
        """The first cell of the learner's notebooks finds the course."""
        cell = code(nbformat.read(self.notebook(2), as_version=4))[0].source
        shell = "from IPython.core.interactiveshell import InteractiveShell; import sys"
        run = f"{shell}; InteractiveShell().run_cell(sys.argv[1])"
        done = alone.run(run, cell, folder=self.notebook(2).parent)
        return done.stdout + done.stderr


@pytest.fixture
def room(tmp_path):
    if shutil.which("git") is None or shutil.which("bash") is None:
        pytest.skip("git or bash is not installed")
    return Room(tmp_path)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    return Alone(tmp_path_factory.mktemp("alone"))


def test_a_hub_on_kubernetes_brings_each_learner_up_to_date(room, alone):
    hub = KUBERNETES["singleuser"]
    assert "--target-repo-dir /srv/course" in BUILD
    shell, flag, hook = hub["lifecycleHooks"]["postStart"]["exec"]["command"]
    assert (shell, flag) == ("sh", "-c")
    put_there = "mkdir -p /srv/course && git archive HEAD | tar -x -C /srv/course"
    room.learn_and_update(put_there, lambda: room.sh(hook))
    assert (room.home / hub["defaultUrl"].removeprefix("/lab/tree/")).is_file()
    assert room.runs(alone) == "Ready.\n"


def test_a_hub_on_one_computer_brings_each_learner_up_to_date(room, alone):
    """Each learner's server reads the settings when it starts."""
    start = f"{sys.executable} -m jupyterlab --allow-root --show-config"
    room.learn_and_update(ON_ONE, lambda: room.sh(start))
    (first,) = set(re.findall(r"default_url = '/lab/tree/(.*)'", room.sh(start)))
    assert (room.home / first).is_file()
    assert room.runs(alone) == "Ready.\n"


def test_a_learner_there_gets_one_notebook_as_it_was(room):
    (line,) = re.findall(r"`(python3 /srv/course/tools/own_copy.py .* --fresh 2)`", HUB)
    room.sh(FOR_A_ROOM, folder=room.clone)
    for kept in ("", "-old"):
        room.sh(line)
        mine = room.notebook(2)
        assert mine.with_stem(mine.stem + kept).is_file()


def test_a_lab_room_brings_each_learner_up_to_date(room, alone):
    own, lab = IN_A_ROOM.strip().splitlines()
    room.learn_and_update(FOR_A_ROOM, lambda: room.sh(own))
    said = room.sh(
        lab.replace("/srv/course/.venv/bin/jupyter", f"{sys.executable} -m jupyter") + " --show-config"
    )
    assert f".root_dir = '{room.home}/self-attention'" in said
    (first,) = re.findall(r"default_url = '/lab/tree/(.*)'", said)
    assert (room.home / "self-attention" / first).is_file() and room.runs(alone) == "Ready.\n"


# --- collecting and grading: the lines of the page are run -------------------------------------------


def in_bash(line, folder):
    """Run a line of the page as its reader does, from the course's folder."""
    line = re.sub(r"^\.venv/bin/python", sys.executable, line)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-euc", line], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_the_table_of_a_class_is_made_as_the_page_says(tmp_path):
    """Ada has run her notebook and saved it; Ben hands in his copy as he got it."""
    layout = re.search(r"```text\n(.*?)```", PAGE, flags=re.DOTALL)[1].split()
    (line,) = re.findall(r"`(\S+python -m tools\.teach\.collect handed_in > \S+)`", PAGE)
    for path in layout:
        (tmp_path / path).parent.mkdir(parents=True)
    ada, ben = (tmp_path / path for path in layout)
    shutil.copy(ROOT / "notebooks" / ada.name, ada)
    ben.write_text(json.dumps(own_copy.course_notebooks()[ben.name]), encoding="utf-8")
    (tmp_path / "handed_in" / "eve").mkdir()
    said = in_bash(line, tmp_path)
    rows = list(csv.DictReader((tmp_path / line.rpartition(" ")[2]).open(encoding="utf-8")))
    states = {row["learner"]: row["state"] for row in rows if row["exercise"] == "softmax"}
    assert states == {"ada": "not attempted", "ben": "no outputs", "eve": "not handed in"}
    assert {row["note"] for row in rows} == {""} and f"ben/{ben.name}" in said
    named = {"no outputs", "cell deleted", "not handed in", "stopped by NameError"}
    assert named <= set(re.findall(r"\*([^*\n]+)\*", PAGE)) and SAVED <= named


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="the page's line is for bash")
def test_an_assignment_is_graded_as_the_page_says(tmp_path):
    """The notebook with its test, run by a program beside the linked parts; it leaves no progress."""
    (link,) = re.findall(r"(?m)^ln -s .*$", PAGE)
    folder = tmp_path / link.rpartition(" ")[2]
    folder.mkdir(parents=True)
    in_bash(link.replace("$PWD", str(ROOT)), tmp_path)
    (test,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    graded = all_solved()[CHAPTERS[2].file]
    answer = next(cell.source for cell in code(graded) if 'check("softmax"' in cell.source)
    cells = [code(graded)[0].source, answer, test]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    nbformat.write(notebook, folder / "assignment.ipynb")
    run = f"{sys.executable} -m nbconvert --to notebook --execute --inplace {folder / 'assignment.ipynb'}"
    in_bash(run, folder)
    graded = nbformat.read(folder / "assignment.ipynb", as_version=4)
    assert "Exercise softmax: solved." in str(graded.cells[1].outputs) and graded.cells[2].outputs == []
    assert {path.name for path in folder.iterdir()} == {"assignment.ipynb", "helpers", "data"}


def test_a_hub_gives_what_a_learner_needs():
    """The table of measured memory, and the limits that both recipes set."""
    hub = HUB
    measured = {
        what: int(mib) for what, mib in re.findall(r"^\| ([^|]+?) \| (\d+) \|$", hub, flags=re.MULTILINE)
    }
    server, *kernels = measured.values()
    assert [what for what in measured if "notebook 5" in what] and [
        what for what in measured if "notebook 6" in what
    ]
    assert server + max(kernels) < 512  # one notebook at a time: what is guaranteed
    assert server + sum(kernels) < 1024 and hub.count("1G") == 2  # three of them: the limit
    assert "memory: { guarantee: 512M, limit: 1G }" in hub and "tljh-config set limits.memory 1G" in hub
    for need in ("ipywidgets>=7.7.1,<9", "numpy>=1.26,<3", "matplotlib>=3.8,<4"):
        assert need in hub and need in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
