"""A table of what a class has handed in, read from the outputs stored in their notebooks.

    python -m tools.teach.collect FOLDER          one folder for each learner inside, with notebooks in it

Prints CSV: one line for each learner and exercise, with what the check said when the learner ran it last.
After it, on stderr, how often each mistake was made. Nothing that was handed in is run. A stored output can
be edited: this shows where a class stands, and is no examination.
"""

from __future__ import annotations

import collections
import csv
import io
import json
import pathlib
import sys
from collections.abc import Iterator
from typing import Any

from helpers.exercises import CARD_TYPE, NOT_ATTEMPTED, SOLVED, exercises_in_order

NOT_HANDED_IN = "not handed in"
UNREAD = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)


def outputs(notebook: Any) -> Iterator[dict[str, Any]]:
    """The data of every stored output of a notebook; nothing from a file that is no notebook."""
    cells = notebook.get("cells", []) if isinstance(notebook, dict) else []
    for cell in cells:
        for output in cell.get("outputs", []):
            yield output.get("data", {})


def states(path: pathlib.Path) -> dict[str, str]:
    """Exercise -> "solved", "not attempted" or the name of the mistake, in one notebook."""
    try:
        found = list(outputs(json.loads(path.read_text(encoding="utf-8"))))
    except UNREAD as error:
        complain(path, f"is no notebook that can be read ({type(error).__name__}): left out.")
        return {}
    said: dict[str, str] = {}
    for data in found:
        try:
            card = data.get(CARD_TYPE)
            if card is None and "".join(data.get("text/plain", "")).startswith("Exercise "):
                complain(path, "was run with an earlier version of the course: run it again.")
                return {}
            if card is not None and card["kind"] == "exercise":
                said[str(card["name"])] = str(card["state"])
        except UNREAD as error:  # somebody has edited it; the other cards still count
            complain(path, f"has a card that cannot be read ({type(error).__name__}): that one is left out.")
    return said


def complain(path: pathlib.Path, what: str) -> None:
    """One line beside the table."""
    print(f"{path} {what}", file=sys.stderr)


def collected(folder: pathlib.Path) -> list[tuple[str, int, str, str]]:
    """Learner, number of the notebook, exercise and state, for every exercise of the course."""
    exercises, rows = exercises_in_order(), []
    for learner in sorted(path for path in folder.iterdir() if path.is_dir()):
        said: dict[str, str] = {}
        for path in sorted(learner.rglob("*.ipynb")):
            if ".ipynb_checkpoints" not in path.parts:
                said |= states(path)
        rows += [(learner.name, e.notebook, e.name, said.get(e.name, NOT_HANDED_IN)) for e in exercises]
    return rows


def plain(cell: object) -> object:
    """A text that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(tuple("=+-@")) else cell


def main(folder: pathlib.Path) -> None:
    for stream in (sys.stdout, sys.stderr):  # a name may hold what the screen cannot show
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    rows = collected(folder)
    table = csv.writer(sys.stdout)
    table.writerow(["learner", "notebook", "exercise", "state"])
    table.writerows([[plain(cell) for cell in row] for row in rows])
    usual = {SOLVED, NOT_ATTEMPTED, NOT_HANDED_IN}
    mistakes = collections.Counter((name, state) for _, _, name, state in rows if state not in usual)
    for (name, mistake), count in mistakes.most_common():
        print(f"{count:3d} x {name}: {mistake}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
