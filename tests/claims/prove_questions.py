"""Run a notebook's cells and evaluate what proves the answers to its questions.

    python -m tests.claims.prove_questions NUMBER

A guess is proved right after the next code cell, the cell that answers it; a quiz at the end. Prints one
line of JSON: the names in the order of asking, and what each proof gave.
"""

import contextlib
import io
import json
import os
import sys

import helpers.exercises
from helpers import files
from tools.course import ROOT, code, find


def prove(notebook):
    data = files.read_json(f"questions/{notebook.number:02d}.json")
    by_name = {entry["name"]: entry for entry in data["guesses"]}
    asked, waiting, space, found = [], [], {}, {}

    def guess(name):
        asked.append(name)
        waiting.append(name)

    helpers.exercises.guess = guess
    helpers.exercises.check = lambda name, answer: None
    helpers.exercises.quiz = helpers.exercises.progress = lambda *notebook: None
    for cell in code(notebook.read()):
        before = list(waiting)
        waiting.clear()
        exec(compile(cell.source, notebook.file, "exec"), space)
        found |= {name: proof(by_name[name], space) for name in before}
    found |= {entry["name"]: proof(entry, space) for entry in data["quiz"]}
    return {"asked": asked, "found": found}


def proof(entry, space):
    result = eval(entry["shown_by"], space)  # our own data, not a learner's text
    return float(result) if "number" in entry else bool(result)


if __name__ == "__main__":
    os.chdir(ROOT / "notebooks")
    with contextlib.redirect_stdout(io.StringIO()):
        result = prove(find(int(sys.argv[1])))
    print(json.dumps(result))
