"""The edition of the course: a number that notebooks and helpers carry, and that must be the same for both.

    python -m tools.edition

raises it in ``data/edition.json`` and in the first cell of each notebook, if what the notebooks take from the
helpers has changed since it was raised last: a name, its parameters, an exercise, a guess. A learner with an
older copy of a notebook is then told so by its first cell. Beside it stands a digest of what is written in
each notebook: by it ``tools/own_copy.py`` knows what a learner has changed. So run this after any change.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import inspect
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from tools import own_copy
from tools.course import ROOT, Notebook, as_program, code, notebooks

LINE = re.compile(r"^EDITION(?:, REPO, VERSION)? = (\d{1,6})\b", re.MULTILINE)  # the short form in a bundle
ASKED = re.compile(r"^(check|guess|quiz|progress)\((\"[^\"]*\"|\d*)", re.MULTILINE)


def taken(listed: Sequence[Notebook]) -> list[str]:
    """What notebooks take from the helpers, a line each: names with parameters, guesses, checks."""
    found = set()
    for notebook in listed:
        for cell in code(notebook.read()):
            found |= {f"{what}({name})" for what, name in ASKED.findall(cell.source)}
            for node in ast.walk(ast.parse(cell.source)):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("helpers"):
                    module = importlib.import_module(node.module or "")
                    found |= {f"{node.module}.{described(module, alias.name)}" for alias in node.names}
    return sorted(found)


def described(module: object, name: str) -> str:
    """A name and, if it can be called, its parameters."""
    value = getattr(module, name)
    return f"{name}({', '.join(inspect.signature(value).parameters)})" if callable(value) else name


def digest(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def said(notebook: Notebook) -> int:
    """The edition that the first cell of a notebook names.

    Raises
    ------
    ValueError
        If it names none.
    """
    found = LINE.search(code(notebook.read())[0].source)
    if found is None:
        raise ValueError(f"{notebook.file} does not name its edition: copy the first cell of notebook 0.")
    return int(found[1])


def noted(stored: Mapping[str, Any], cells: Mapping[str, list[NotebookNode]]) -> str:
    """The text of ``data/edition.json``: what is stored there, and what each notebook's cells say."""
    digests = {file: own_copy.digest(written) for file, written in cells.items()}
    return json.dumps({**stored, "notebooks": digests}, indent=2, ensure_ascii=False) + "\n"


def main(root: Path = ROOT) -> None:
    path, listed = root / "data" / "edition.json", notebooks(root)
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        number, before = int(stored["edition"]), stored["takes"]
    except (OSError, ValueError, LookupError, TypeError):
        raise ValueError(
            "data/edition.json is missing or damaged: git checkout -- data/edition.json"
        ) from None
    takes = digest(taken(listed))
    number += before != takes
    for notebook in listed:
        if said(notebook) != number:
            text = notebook.path.read_text(encoding="utf-8")  # one number: the file is not written anew
            text = re.sub(r"\bEDITION, REPO, VERSION = \d+,", f"EDITION, REPO, VERSION = {number},", text)
            notebook.path.write_text(text, encoding="utf-8", newline="\n")
    text = noted(
        {**stored, "edition": number, "takes": takes}, {one.file: one.read().cells for one in listed}
    )
    path.write_text(text, encoding="utf-8", newline="\n")
    print(f"The course is of edition {number}.")


if __name__ == "__main__":
    as_program(main, __doc__)
