"""The notebooks with their solutions in place, for teachers; the tests run them too.

    python -m tools.teach.solved FOLDER

writes every notebook that has exercises into FOLDER (inside the course's folder, so that it finds the
helpers; `build/solved` is ignored by git), each stub replaced by the file of solutions/ that belongs to it.
"""

from __future__ import annotations

import pathlib
import re
import sys

import nbformat

from helpers.exercises import EXERCISES, Exercise, solution_path
from tools.course import code, notebooks


def solved(notebook: nbformat.NotebookNode, exercises: list[Exercise]) -> nbformat.NotebookNode:
    """A copy of a notebook in which each exercise's stub is replaced by its solution.

    Raises
    ------
    LookupError
        If an exercise has no cell, or more than one, or no solution.
    """
    copy = nbformat.from_dict(notebook)
    for exercise in exercises:
        call = f'check("{exercise.name}"'
        cells = [cell for cell in code(copy) if f"\n{call}" in cell.source]
        if len(cells) != 1:
            raise LookupError(f"{len(cells)} cells have a line that begins with {call}: there must be one.")
        path = solution_path(exercise)
        if not path.is_file():
            raise LookupError(f"solutions/{path.name} is missing.")
        cells[0].source = spliced(cells[0].source, path.read_text(encoding="utf-8"), call)
    return copy


def spliced(source: str, solution: str, call: str) -> str:
    """A cell with the solution in place of its stub: from the first `def` or `name = ...` to its check."""
    begins = re.search(r"^(def |\w+ = \.\.\.)", source, re.MULTILINE)
    imports = re.match(r"((from|import) .*\n|\n)*", source)  # of a cell that is solved already
    head = source[: begins.start() if begins else imports.end() if imports else 0].rstrip("\n")
    tail = source[source.index(f"\n{call}") + 1 :]
    return "\n\n".join(part for part in (head, solution.strip(), tail) if part)


def all_solved() -> dict[str, nbformat.NotebookNode]:
    """File name -> solved notebook, for each notebook that has exercises."""
    made = {}
    for notebook in notebooks():
        of_this = [e for e in EXERCISES.values() if e.notebook == notebook.number]
        if of_this:
            made[notebook.file] = solved(notebook.read(), of_this)
    return made


def main(folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, notebook in all_solved().items():
        for cell in code(notebook):  # the outputs belong to the stubs
            cell.outputs, cell.execution_count = [], None
        nbformat.write(notebook, folder / name)
        print(folder / name)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
