"""A table of what a class has handed in, read from the outputs stored in their notebooks.

    python -m tools.teach.collect FOLDER          one folder for each learner inside, with notebooks in it

Prints CSV: one line for each learner and exercise, with what the check said when the learner ran it last, the
file that says so, and a note if something is unusual. Of several copies the best counts. An nbgrader course
may be named, too: its learners are in ``submitted``. After the table, on stderr: how often each mistake was
made, and who saved no outputs. Nothing that was handed in is run. A stored output can be edited: this shows
where a class stands, and is no examination.
"""

from __future__ import annotations

import collections
import csv
import io
import json
import pathlib
import re
import sys
from dataclasses import dataclass, replace
from typing import Any

from helpers import files
from helpers.exercises import CARD_TYPE, NOT_ATTEMPTED, SOLVED, exercises_in_order
from tools.course import notebooks
from tools.edition import LINE

NOT_HANDED_IN = "not handed in"  # no notebook with this exercise
DELETED = "cell deleted"  # its notebook is there, its cell is not
NO_OUTPUTS = "no outputs"  # its cell is there, what the check said is not
# The best of several copies counts; a mistake stands before what is solved.
WORTH = {DELETED: 0, NO_OUTPUTS: 1, NOT_ATTEMPTED: 2, SOLVED: 4}
MISTAKE = 3
UNREAD = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
CHECK = re.compile(r"""^\s*check\(\s*["']([^"'\n]+)["']""", re.MULTILINE)
OF_NOTEBOOK = re.compile(r"^\s*(?:quiz|progress)\((\d+)\)", re.MULTILINE)
Row = tuple[str, int, str, str, str, str]


@dataclass(frozen=True)
class Cell:
    """A cell with code: `run` is the number of its last run, 0 if it has none."""

    source: str
    run: int
    outputs: list[dict[str, Any]]


@dataclass(frozen=True)
class Said:
    """What one file says of one exercise."""

    state: str
    path: pathlib.Path
    notes: tuple[str, ...] = ()

    @property
    def worth(self) -> int:
        """How far the learner is."""
        return WORTH.get(self.state, MISTAKE)


def code_cells(notebook: Any) -> list[Cell]:
    """The cells with code in the order in which they were run.

    Of cells without a number, or with the same one, what stands below is taken for the later one.
    """
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise ValueError("no cells: another file, or a notebook of a format from before 2015")
    found = []
    for cell in notebook["cells"]:
        if cell.get("cell_type", "code") == "code":
            run = cell.get("execution_count")
            outputs = [dict(output) for output in cell.get("outputs") or []]
            found.append(Cell("".join(cell.get("source", "")), run if isinstance(run, int) else 0, outputs))
    return sorted(found, key=lambda cell: cell.run)


def states(path: pathlib.Path) -> dict[str, Said]:
    """Exercise -> "solved", "not attempted", the name of the mistake or what is missing, in one notebook."""
    try:
        cells = code_cells(json.loads(path.read_text(encoding="utf-8-sig")))
    except UNREAD as error:
        complain(path, f"is no notebook that can be read ({type(error).__name__}): left out.")
        return {}
    source = "\n".join(cell.source for cell in cells)
    edition = int(found[1]) if (found := LINE.search(source)) else 1
    ours = files.edition()
    other = f"run with edition {edition}, this course is edition {ours}"
    nothing = Said(NO_OUTPUTS, path, () if edition == ours else (other,))
    said = dict.fromkeys(CHECK.findall(source), nothing)
    for cell in cells:
        said |= said_in(cell, nothing)
    if any(map(is_earlier, cells)):
        complain(path, "was run with an earlier version of the course: run it again.")
    # Which notebook it is: a lone exercise may have been pasted into one of the learner's own.
    numbers = {notebook.number for notebook in notebooks() if path.stem.startswith(notebook.stem)}
    numbers |= set(map(int, OF_NOTEBOOK.findall(source)))
    deleted = {e.name for number in numbers for e in exercises_in_order(number)} - said.keys()
    return said | dict.fromkeys(deleted, replace(nothing, state=DELETED))


def said_in(cell: Cell, nothing: Said) -> dict[str, Said]:
    """Exercise -> what its check said below one cell, or what stopped the cell before that."""
    said: dict[str, Said] = {}
    for output in cell.outputs:
        try:
            card = output.get("data", {}).get(CARD_TYPE)
            if card is not None and card["kind"] == "exercise":
                where = ["run with an installed course"] if card.get("installed") else []
                if not isinstance(card["state"], str):
                    raise ValueError("a state is a text")
                found = replace(nothing, state=card["state"], notes=(*nothing.notes, *where))
                said[str(card["name"])] = found
            if output.get("output_type") == "error":
                stopped = replace(nothing, state=f"stopped by {output['ename']}")
                said = dict.fromkeys(CHECK.findall(cell.source), stopped) | said
        except UNREAD as error:  # somebody has edited it; the other cards still count
            what = f"has a card that cannot be read ({type(error).__name__}): that one is left out."
            complain(nothing.path, what)
    return said


def is_earlier(cell: Cell) -> bool:
    """Has it the words of a check, and no data about them?"""
    found = (output["data"] for output in cell.outputs if isinstance(output.get("data"), dict))
    texts = (str(data.get("text/plain")) for data in found if CARD_TYPE not in data)
    return any(text.lstrip("['\"").startswith("Exercise ") for text in texts)  # one text, or a list of lines


def complain(path: pathlib.Path, what: str) -> None:
    """One line beside the table."""
    print(f"{path} {what}", file=sys.stderr)


def handed_in(learner: pathlib.Path) -> list[pathlib.Path]:
    """The notebooks in a learner's folder, at any depth, the original before its copies."""
    found = [path for path in sorted(learner.rglob("*")) if not hidden(path.relative_to(learner))]
    for path in found:
        if path.suffix.lower() == ".zip":
            complain(path, "is packed: unpack it in its place. It is left out.")
        elif ".ipynb" in path.name.lower() and path.suffix != ".ipynb" and path.is_file():
            complain(path, "has a name that does not end in .ipynb: rename it. It is left out.")
    originals = {notebook.file for notebook in notebooks()}
    listed = [path for path in found if path.suffix == ".ipynb"]
    # A program that makes a copy adds to the name.
    return sorted(listed, key=lambda path: (path.name not in originals, len(path.name)))


def hidden(path: pathlib.Path) -> bool:
    """Is it what programs keep for themselves, such as .ipynb_checkpoints?"""
    return any(part.startswith(".") for part in path.parts)


def collected(folder: pathlib.Path) -> list[Row]:
    """Learner, number of the notebook, exercise, state, file and note, for every exercise of the course."""
    if (folder / "submitted").is_dir():  # of nbgrader; beside it lie copies of the same
        folder = folder / "submitted"
    rows: list[Row] = []
    for path in sorted(folder.iterdir()):
        if path.suffix in (".ipynb", ".zip") and path.is_file():
            complain(path, "lies in no learner's folder: left out.")
    for learner in sorted(
        path for path in folder.iterdir() if path.is_dir() and not hidden(path.relative_to(folder))
    ):
        copies: dict[str, list[Said]] = collections.defaultdict(list)
        for path in handed_in(learner):
            for name, said in states(path).items():
                copies[name].append(said)
        for exercise in exercises_in_order():
            what = learner.name, exercise.notebook, exercise.name
            rows.append((*what, *best(copies[exercise.name], learner)))
    return rows


def best(copies: list[Said], learner: pathlib.Path) -> tuple[str, str, str]:
    """State, file and note of the copy that counts: of equal ones the first."""
    if not copies:
        return NOT_HANDED_IN, "", ""
    said = max(copies, key=lambda copy: copy.worth)
    with_cell = [copy for copy in copies if copy.state != DELETED]
    notes = [*said.notes, *(["second copy"] if said in with_cell[1:] else [])]
    return said.state, said.path.relative_to(learner).as_posix(), "; ".join(notes)


def plain(cell: object) -> object:
    """A text that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(tuple("=+-@\t\r")) else cell


def summary(rows: list[Row]) -> list[str]:
    """How often each mistake was made, and whom to ask for what was not saved."""
    usual = {*WORTH, NOT_HANDED_IN}
    mistakes = collections.Counter((name, state) for _, _, name, state, *_ in rows if state not in usual)
    lines = [f"{count:3d} x {name}: {mistake}" for (name, mistake), count in mistakes.most_common()]
    unsaved = sorted({f"{learner}/{file}" for learner, _, _, state, file, _ in rows if state == NO_OUTPUTS})
    if unsaved:
        lines.append(f"Without outputs, so ask for it again, saved after Run All: {', '.join(unsaved)}")
    return lines


def main(folder: pathlib.Path) -> None:
    for stream in (sys.stdout, sys.stderr):  # a name may hold what the screen cannot show
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    rows = collected(folder)
    table = csv.writer(sys.stdout)
    table.writerow(["learner", "notebook", "exercise", "state", "file", "note"])
    table.writerows([[plain(cell) for cell in row] for row in rows])
    for line in summary(rows):
        print(line, file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
