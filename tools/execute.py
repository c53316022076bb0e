"""Run notebooks from a fresh kernel and store their outputs, ready to be committed.

    python -m tools.execute [NOTEBOOK ...]      all of notebooks/ if none is named

Keeps the file clean: no widget state (GitHub refuses it), no dead widgets, no kernel version. A cell keeps
its id. Stops at the first cell that fails or writes to stderr, and then changes nothing.
"""

from __future__ import annotations

import pathlib
import re
import sys
import uuid

import nbformat
from nbclient import NotebookClient

from tools.course import code, notebooks

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")  # what the format of notebooks allows
# The same whoever executes: neither the name of an environment nor a version.
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def clean(notebook: nbformat.NotebookNode) -> None:
    """Leave only what a reader or a test needs."""
    notebook.metadata = nbformat.from_dict(METADATA)
    seen: set[str] = set()
    for cell in notebook.cells:
        # An id is set once and stays: links lead to it. A copied cell brings the id of another one.
        old = cell.get("id")
        if not isinstance(old, str) or not ID.fullmatch(old) or old in seen:
            cell.id = uuid.uuid4().hex[:8]
        seen.add(cell.id)
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            # A view of a widget that no longer lives would hide the picture behind "model not found".
            output.get("data", {}).pop(WIDGET_VIEW, None)


def complaints(notebook: nbformat.NotebookNode) -> list[str]:
    """What a learner must not see: errors and warnings."""
    return [
        "".join(output.get("text", "")) or output.get("evalue", "")
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type == "error" or output.get("name") == "stderr"
    ]


def execute(path: pathlib.Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(notebook, timeout=300, coalesce_streams=True, resources=where)
    client.execute()
    if found := complaints(notebook):
        sys.exit(f"{path.name} wrote to stderr: {found[0]}")
    clean(notebook)
    nbformat.validate(notebook)
    nbformat.write(notebook, path)
    print(f"{path.name}: {len(code(notebook))} code cells executed")


if __name__ == "__main__":
    for name in sys.argv[1:] or [notebook.path for notebook in notebooks()]:
        execute(pathlib.Path(name))
