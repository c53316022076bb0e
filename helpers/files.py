"""Paths of the course's own files, and reading them: a file that is missing or damaged gives one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

COURSE = Path(__file__).resolve().parent.parent
DATA = COURSE / "data"
SOLUTIONS = COURSE / "solutions"


class Damaged(ValueError):
    """Raised when a file of data/ cannot be used: its name, what was found, and the cure.

    Parameters
    ----------
    name : str
        Its path below data/, such as ``"tasks/order.json"``.
    found : str
        What is wrong with it.
    """

    def __init__(self, name: str, found: str = "is missing or damaged") -> None:
        super().__init__(f"data/{name} {found}; download the course again, or: git checkout -- data/{name}")


def read_bytes(name: str) -> bytes:
    """A file of data/.

    Raises
    ------
    Damaged
        If it is missing or cannot be read. Names the file and the cure.
    """
    try:
        return (DATA / name).read_bytes()
    except OSError:
        raise Damaged(name, "is missing or cannot be read") from None


def read_json(name: str) -> Any:
    """A JSON file of data/.

    Raises
    ------
    Damaged
        If it is missing or no JSON. Names the file and the cure.
    """
    try:
        return json.loads((DATA / name).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        raise Damaged(name) from None


def chapters() -> tuple[int, ...]:
    """The numbers of the notebooks that teach, in reading order: all of data/course.json but 0.

    Raises
    ------
    Damaged
        If that file is missing or damaged. Names the file and the cure.
    """
    try:
        numbers = [notebook["number"] for notebook in read_json("course.json")["notebooks"]]
        return tuple(int(number) for number in numbers if number)
    except (LookupError, TypeError, ValueError):
        raise Damaged("course.json") from None


def progress_file() -> Path:
    """Where progress is kept: beside the notebooks; for a notebook that is alone, where it runs."""
    folder = COURSE / "notebooks"
    return (folder if folder.is_dir() else Path.cwd()) / "progress.json"
