"""Each answer of a guess or a quiz is proved by the notebook's own numbers."""

import json
import os
import subprocess
import sys

import pytest

from helpers import files
from tools.course import ROOT, chapters

DATA = {n: files.read_json(f"questions/{n:02d}.json") for n in files.chapters()}
each = pytest.mark.parametrize("notebook", chapters(), ids=[chapter.stem for chapter in chapters()])


@each
def test_the_notebook_proves_the_answers(notebook):
    command = [sys.executable, "-m", "tests.claims.prove_questions", str(notebook.number)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "MPLBACKEND": "agg"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    proved = json.loads(done.stdout)
    data = DATA[notebook.number]
    assert proved["asked"] == [entry["name"] for entry in data["guesses"]]
    for entry in [*data["guesses"], *data["quiz"]]:
        found = proved["found"].get(entry["name"])
        if "number" in entry:
            assert found == pytest.approx(entry["number"], abs=entry.get("rounding", 0.005)), entry["name"]
        else:
            assert found is True, f"{entry['name']}: {entry['shown_by']}"


def test_no_answer_goes_without_a_proof():
    entries = [entry for data in DATA.values() for entry in (*data["guesses"], *data["quiz"])]
    assert len(entries) > 60 and [entry["name"] for entry in entries if "shown_by" not in entry] == []


@each
def test_a_guess_is_asked_before_its_question_is_answered(notebook):
    """The cell above a guess asks it; and the notebook does not hide behind it."""
    cells = notebook.read().cells
    for above, cell in zip(cells, cells[1:], strict=False):
        if cell.cell_type == "code" and "guess(" in cell.source:
            assert above.cell_type == "markdown" and "?" in above.source and "Guess first" in above.source
            assert cell.source.count("guess(") == 1
