"""One run of each notebook answers many questions.

The notebook runs as a bundle, alone in a folder and without a network. Each cell is run twice in a row, an
exercise a third time with its solution; what proves the answers of guesses and quizzes is evaluated where
they are answered; then every control of every lab is moved. nbval looks at the notebook beside the course.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

from helpers import files
from helpers.exercises import CARD_TYPE
from tests.alone import Alone, errors, said
from tests.notebooks.outputs import differences
from tools.course import ROOT, Notebook, code, notebooks
from tools.publish.bundle import bundle, packed
from tools.teach.solved import all_solved

DECOY = "raise RuntimeError('somebody else has this name, too')\n"
GUESS = re.compile(r'^guess\("([^"]+)"', re.MULTILINE)
CHECK = re.compile(r'^check\("([^"]+)"', re.MULTILINE)
# The names of what is not the notebook's own must not meet its own.
MOVING = f"""import types
_moving = types.ModuleType("moving")
exec({(ROOT / "tests" / "moving.py").read_text(encoding="utf-8")!r}, _moving.__dict__)
_moving.remember_labs()"""
MOVE = "print(*_moving.move_all_shown(), sep='\\n')"


@dataclass
class Run:
    """What came of it."""

    committed: list[NotebookNode]
    steps: dict[tuple, NotebookNode]  # what was run, in order: (what it is, whose it is) -> its cell
    folder: Path
    alone: Alone

    def cells(self, what: str) -> dict[Any, NotebookNode]:
        """Those of one kind, such as "first" or "solution": whose they are -> cell."""
        return {whose: cell for (kind, whose), cell in self.steps.items() if kind == what}


def questions(notebook: Notebook, kind: str) -> list[dict]:
    return files.read_json(f"questions/{notebook.number:02d}.json")[kind] if notebook.number else []


def proof(entry: dict) -> str:
    """A cell that prints what proves the answer to a question."""
    kind = "float" if "number" in entry else "bool"
    return f"print({kind}({entry['shown_by']}))"


def plan(notebook: Notebook) -> dict[tuple, str]:
    """Every cell to run."""
    unsolved = notebook.read()
    solved = code(all_solved().get(notebook.file, unsolved))
    guesses = {entry["name"]: entry for entry in questions(notebook, "guesses")}
    steps, asked = {}, []
    for place, cell in enumerate(code(bundle(notebook.path, packed()))):
        steps["first", place] = steps["second", place] = cell.source
        if place == 0:
            steps["moving", None] = MOVING
        elif solved[place].source != code(unsolved)[place].source:
            steps["solution", place] = solved[place].source
        # A guess is answered by its own cell or by the code cell after it.
        steps |= {("proof", name): proof(guesses[name]) for name in asked}
        asked = GUESS.findall(cell.source)
    steps |= {("proof", entry["name"]): proof(entry) for entry in questions(notebook, "quiz")}
    return steps | {("moved", None): MOVE}


@pytest.fixture(scope="module", params=notebooks(), ids=lambda notebook: notebook.stem)
def notebook(request):
    return request.param


@pytest.fixture(scope="module")
def run(notebook, tmp_path_factory):
    folder = tmp_path_factory.mktemp("run") / "mein Ordner für später"
    folder.mkdir()
    (folder / "helpers.py").write_text(DECOY, encoding="utf-8")
    steps, alone = plan(notebook), Alone(tmp_path_factory.mktemp("alone"))
    cells = [nbformat.v4.new_code_cell(source) for source in steps.values()]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / "cells.ipynb")
    alone.run_notebook(folder / "cells.ipynb", person=True)
    ran = nbformat.read(folder / "cells.ipynb", as_version=4).cells
    return Run(code(notebook.read()), dict(zip(steps, ran, strict=True)), folder, alone)


def test_no_cell_fails_or_warns(run):
    assert [(errors([cell]), cell.source[-1000:]) for cell in run.steps.values() if errors([cell])] == []
    assert not [o.text for cell in run.steps.values() for o in cell.outputs if o.get("name") == "stderr"]


def changed(before, after):
    """Of cells in two runs: those that show something else, and what."""
    pairs = zip(before, after, strict=True)
    return [(cell.source, found) for cell, again in pairs if (found := differences(cell, again))]


def test_each_cell_shows_what_is_committed(run):
    assert changed(run.committed, run.cells("first").values()) == []


def test_a_cell_run_again_shows_the_same(run):
    """At once: a number that is drawn anew, or taken from what the first run has changed, is seen."""
    assert changed(run.cells("first").values(), run.cells("second").values()) == []


def test_every_solution_passes_its_check(run, notebook):
    solved = run.cells("solution").values()
    names = [name for cell in run.committed for name in CHECK.findall(cell.source)]
    for name, cell in zip(names, solved, strict=True):
        assert said(cell) == f"Exercise {name}: solved."
        (facts,) = (output.data[CARD_TYPE] for output in cell.outputs)
        lines = [{"says": said(cell), "options": []}]
        assert facts == {"kind": "exercise", "name": name, "state": "solved", "lines": lines}
    kept = run.folder / "progress.json"
    assert kept.exists() == bool(notebook.number)
    if names:
        assert kept.read_text(encoding="utf-8").count('"solved"') == len(names)


def test_the_numbers_prove_every_answer(run, notebook):
    asked = [name for cell in run.committed for name in GUESS.findall(cell.source)]
    assert asked == [entry["name"] for entry in questions(notebook, "guesses")]
    for entry in [*questions(notebook, "guesses"), *questions(notebook, "quiz")]:
        found = said(run.cells("proof")[entry["name"]]).strip()
        if "number" in entry:
            near = pytest.approx(entry["number"], abs=entry.get("rounding", 0.005))
            assert float(found) == near, entry["name"]
        else:
            assert found == "True", f"{entry['name']}: {entry['shown_by']}"


def test_every_control_moves(run):
    (moved,) = run.cells("moved").values()
    labs = said(moved).replace("buttons_set DID NOTHING", "").splitlines()  # it changes what buttons do
    assert len(labs) == 2 * sum("_lab(" in cell.source for cell in run.committed)
    assert all("changed it" in lab and "DID NOTHING" not in lab for lab in labs), labs


def test_it_leaves_nothing_behind_and_asks_nobody(run):
    kept = {"progress.json", ".progress.json.lock"}
    assert {path.name for path in run.folder.iterdir()} - kept == {"cells.ipynb", "helpers.py"}
    assert not list(run.alone.temporary.glob("self-attention*")), "the unpacked course stays behind"
    assert not run.alone.asked_outside.exists(), run.alone.asked_outside.read_text(encoding="utf-8")
