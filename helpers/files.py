"""Paths of the course's own files, and reading them: a file that is missing or damaged gives one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

COURSE = Path(__file__).resolve().parent.parent
DATA = COURSE / "data"
SOLUTIONS = COURSE / "solutions"


def damaged(name: str, found: str = "is missing or damaged") -> ValueError:
    """What to raise when a file of data/ cannot be used: its name, what was found, and the cure.

    Parameters
    ----------
    name : str
        Its path below data/, such as ``"tasks/order.json"``.
    found : str
        What is wrong with it.
    """
    return ValueError(f"data/{name} {found}; download the course again, or: git checkout -- data/{name}")


def read_bytes(name: str) -> bytes:
    """A file of data/.

    Raises
    ------
    ValueError
        If it is missing or cannot be read. Names the file and the cure.
    """
    try:
        return (DATA / name).read_bytes()
    except OSError:
        raise damaged(name, "is missing or cannot be read") from None


def read_json(name: str) -> Any:
    """A JSON file of data/.

    Raises
    ------
    ValueError
        If it is missing or no JSON. Names the file and the cure.
    """
    try:
        return json.loads((DATA / name).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        raise damaged(name) from None


def numbered(folder: str) -> dict[int, Any]:
    """The files ``NN.json`` of a folder of data/, one for each notebook, by its number."""
    names = sorted(path.name for path in (DATA / folder).glob("[0-9][0-9].json"))
    return {int(name[:2]): read_json(f"{folder}/{name}") for name in names}


def progress_file() -> Path:
    """Where progress is kept: beside the notebooks; for a notebook that is alone, where it runs."""
    folder = COURSE / "notebooks"
    return (folder if folder.is_dir() else Path.cwd()) / "progress.json"
