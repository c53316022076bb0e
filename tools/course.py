"""The course as files: its root, its notebooks in reading order, their prose and code (for tools and tests).

    python -m tools.course

writes the tables of README.md and of notebook 0 anew from ``data/course.json``.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("notebooks", "helpers", "data", "solutions")  # what a notebook needs to run


@dataclass(frozen=True)
class Notebook:
    """What ``data/course.json`` says of a notebook: `reading` and `exercises` are minutes."""

    number: int
    file: str
    title: str
    reading: int
    exercises: int
    question: str
    failure: str = ""
    idea: str = ""
    root: Path = ROOT

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self.root / "notebooks" / self.file

    @property
    def stem(self) -> str:
        """Its name without the ending, such as ``02_contextual_embedding``."""
        return self.path.stem

    def read(self) -> NotebookNode:
        """Its cells.

        Raises
        ------
        ValueError
            If it is missing or no notebook.
        """
        try:
            return nbformat.read(self.path, as_version=4)
        except (OSError, ValueError, AttributeError, TypeError):
            what = f"{self.file} is missing or no notebook that can be read"
            raise ValueError(f"{what}: bring it back with git, or take it out of data/course.json.") from None


def notebooks(root: Path = ROOT) -> list[Notebook]:
    """All notebooks in reading order, from 0 on.

    Raises
    ------
    ValueError
        If the list cannot be read, or an entry lacks something. Says which.
    """
    try:
        entries = json.loads((root / "data" / "course.json").read_text(encoding="utf-8"))["notebooks"]
        listed = [Notebook(**entry.pop("minutes"), **entry, root=root) for entry in entries]
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"data/course.json is no list of notebooks ({error}): mend it first.") from None
    for words in (words for n in listed for words in (n.file, n.title, n.question, n.failure, n.idea)):
        if "\n" in words:
            raise ValueError(f"data/course.json: {words!r} has more than one line, and a table takes one.")
    return listed


def chapters(root: Path = ROOT) -> list[Notebook]:
    """The notebooks that teach: all but number 0."""
    return [notebook for notebook in notebooks(root) if notebook.number]


def find(number: int, root: Path = ROOT) -> Notebook:
    """The notebook with a number."""
    return next(notebook for notebook in notebooks(root) if notebook.number == number)


def prose(notebook: NotebookNode) -> str:
    """All Markdown of a notebook, a blank line between two cells."""
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def code(notebook: NotebookNode) -> list[NotebookNode]:
    """The code cells of a notebook."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


# --- the tables that list the notebooks -----------------------------------------------------------


def readme_table(listed: Sequence[Notebook]) -> str:
    """The table of README.md."""
    rows = [row(n.number, f"[{n.title}](notebooks/{n.file})", n.reading, n.question) for n in listed]
    head = "| | notebook | minutes | the question it answers |\n|---|---|---|---|"
    return "\n".join([head, *rows])


def way_table(listed: Sequence[Notebook]) -> str:
    """The table of notebook 0."""
    rows = [
        row(f"[{n.number} · {n.title}]({n.file})", n.reading, n.failure, n.idea) for n in listed if n.number
    ]
    head = "| notebook | minutes | the failure | the idea that mends it |\n|:--|:--|:--|:--|"
    return "\n".join([head, *rows])


def row(*cells: object) -> str:
    """A row of a Markdown table; an upright stroke inside a cell is escaped."""
    return f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in cells)} |"


def with_table(text: str, table: str) -> str:
    """A text with this table in place of the one that has the same first line.

    Raises
    ------
    ValueError
        If it has none, or several.
    """
    head = table.splitlines()[0]
    old = re.compile(rf"^{re.escape(head)}\n(?:\|.*(?:\n|\Z))+", re.MULTILINE)
    changed, count = old.subn(lambda _: table + "\n", text)
    if count != 1:
        raise ValueError(f"There must be one table that begins with {head!r}, and there are {count}.")
    return changed


def main(root: Path = ROOT) -> None:
    listed = notebooks(root)
    readme, table = root / "README.md", way_table(listed)
    text = with_table(readme.read_text(encoding="utf-8"), readme_table(listed))
    start = listed[0].read()
    for cell in start.cells:
        if table.splitlines()[0] in cell.source:
            cell.source = with_table(cell.source + "\n", table).removesuffix("\n")
            break
    else:
        raise ValueError(f"{listed[0].file} has no table that begins with {table.splitlines()[0]!r}.")
    readme.write_text(text, encoding="utf-8", newline="\n")
    nbformat.write(start, listed[0].path)


def as_program(main: Callable[[], None], about: str | None) -> None:
    """Run a tool that takes no arguments: with one it says what it is about; a refusal is one sentence."""
    if sys.argv[1:]:
        sys.exit(about)
    try:
        main()
    except ValueError as wrong:
        sys.exit(str(wrong))


if __name__ == "__main__":
    as_program(main, __doc__)
