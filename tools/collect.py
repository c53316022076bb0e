"""A table of what a class has handed in, read from the outputs stored in their notebooks.

    python tools/collect.py FOLDER          one folder for each learner inside, with notebooks in it

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
import re
import sys
from collections.abc import Iterator
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from helpers.catalogue import EXERCISES  # noqa: E402

SAID = re.compile(r"Exercise (?P<name>.+?): (?:not yet \((?P<mistake>.+?)\)|(?P<state>solved|not attempted))")


def texts(notebook: Any) -> Iterator[str]:
    """The plain text of every output; nothing from a file that is no notebook."""
    cells = notebook.get("cells", []) if isinstance(notebook, dict) else []
    for cell in cells:
        for output in cell.get("outputs", []):
            yield "".join(output.get("data", {}).get("text/plain", ""))


def states(path: pathlib.Path) -> dict[str, str]:
    """Exercise -> "solved", "not attempted" or the name of the mistake, in one notebook."""
    try:
        found = [SAID.match(text) for text in texts(json.loads(path.read_text(encoding="utf-8")))]
    except (OSError, ValueError, AttributeError, TypeError, RecursionError) as error:
        print(f"{path} is no notebook that can be read ({type(error).__name__}): left out.", file=sys.stderr)
        return {}
    return {match["name"]: match["mistake"] or match["state"] for match in found if match}


def collected(folder: pathlib.Path) -> list[tuple[str, int, str, str]]:
    """Learner, number of the notebook, exercise and state, for every exercise of the course."""
    rows = []
    for learner in sorted(path for path in folder.iterdir() if path.is_dir()):
        said: dict[str, str] = {}
        for path in sorted(learner.rglob("*.ipynb")):
            if ".ipynb_checkpoints" not in path.parts:
                said |= states(path)
        rows += [
            (learner.name, e.notebook, name, said.get(name, "not handed in")) for name, e in EXERCISES.items()
        ]
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
    usual = {"solved", "not attempted", "not handed in"}
    mistakes = collections.Counter((name, state) for _, _, name, state in rows if state not in usual)
    for (name, mistake), count in mistakes.most_common():
        print(f"{count:3d} x {name}: {mistake}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
