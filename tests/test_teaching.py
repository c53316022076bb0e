"""TEACHING.md against the course: what the page says of a notebook is so."""

import re

import pytest

from helpers.exercises import EXERCISES
from tools.course import ROOT, chapters, prose

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


def test_a_hub_gives_what_a_learner_needs():
    """The table of measured memory, and the limits that both recipes set."""
    hub = PAGE[PAGE.index("## On a JupyterHub") : PAGE.index("## 1 · ")]
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
