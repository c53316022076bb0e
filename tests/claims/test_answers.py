"""Each answer has a proof, which tests/notebooks/test_one_run.py evaluates, and none is given away."""

import pytest

from helpers import files
from tools.course import chapters

DATA = {n: files.read_json(f"questions/{n:02d}.json") for n in files.chapters()}
each = pytest.mark.parametrize("notebook", chapters(), ids=[chapter.stem for chapter in chapters()])


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
