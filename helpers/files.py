"""Paths of the course's own files, and reading them: a file that is missing or damaged gives one sentence."""

from __future__ import annotations

import contextlib
import itertools
import json
import math
import os
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

COURSE = Path(__file__).resolve().parent.parent
DATA = COURSE / "data"
SOLUTIONS = COURSE / "solutions"
AGAIN = "download the course again, or: git checkout -- data"
# What a file of another shape leads to.
FAULTS = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, RecursionError)


class Damaged(ValueError):
    """Raised when a file of data/ cannot be used: its name, what was found, and the cure.

    Parameters
    ----------
    name : str
        Its path below data/, such as ``"tasks/order.json"``.
    found : str
        What is wrong with it.

    Attributes
    ----------
    name : str
    """

    def __init__(self, name: str, found: str = "is missing or damaged") -> None:
        super().__init__(f"data/{name} {found}; {AGAIN}/{name}")
        self.name = name

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows of it (IPython asks for this): the sentence alone, without a traceback."""
        return [str(self)]


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


def read_json(name: str, shape: object = dict, make: Callable[[Any], Any] = lambda content: content) -> Any:
    """A JSON file of data/, or what is made of it.

    Parameters
    ----------
    name : str
    shape : see `fits`
        What its readers rely on.
    make : callable
        Makes something of the content. A part that it lacks, or that is no such thing, may stop it.

    Raises
    ------
    Damaged
        If it is missing, no JSON, of another shape, or stops `make`. Names the file and the cure.
    """
    try:
        content = json.loads(read_bytes(name).decode("utf-8-sig"))  # some editors write a byte-order mark
        if fits(content, shape):
            return make(content)
    except FAULTS:
        pass  # said below, without what Python says
    raise Damaged(name)


def fits(value: object, shape: object) -> bool:
    """Has a part of a JSON file this shape?

    >>> fits({"name": "it", "key": [0.5, 1]}, {"name": str, "key": [float]})
    True
    >>> fits({"name": "it", "key": []}, {"name": str, "key": [float]})
    False

    Parameters
    ----------
    value : from a JSON file
    shape : type, list, dict or tuple
        ``str``: a text that is not empty; ``int``, ``float``: a number, not nan; ``object``: anything.
        ``[str, str]``: a list of texts, at least two.
        ``{"name": str, str: int}``: a name, and numbers under all other keys; it is not empty.
        ``(str, [str])``: one of these shapes.
    """
    if isinstance(shape, tuple):
        return any(fits(value, one) for one in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and len(value) >= len(shape) and all(fits(v, shape[0]) for v in value)
    if isinstance(shape, dict):
        return (
            isinstance(value, dict)
            and bool(value)
            and {*shape} - {str} <= {*value}
            and all(fits(inner, shape.get(key, shape.get(str, object))) for key, inner in value.items())
        )
    if shape is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    if shape is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return shape is object or (isinstance(value, shape) and value != "")  # type: ignore[arg-type]


def chapters() -> tuple[int, ...]:
    """The numbers of the notebooks that teach, in reading order: all of data/course.json but 0.

    Raises
    ------
    Damaged
        If that file is missing or damaged. Names the file and the cure.
    """
    course = read_json("course.json", {"notebooks": [{"number": int}]})
    return tuple(notebook["number"] for notebook in course["notebooks"] if notebook["number"])


def edition() -> int:
    """The edition of the course: notebooks and helpers of one edition fit.

    Raises
    ------
    Damaged
        If its file is missing or damaged. Names the file and the cure.
    """
    return int(read_json("edition.json", {"edition": int})["edition"])


# --- a learner's own files --------------------------------------------------------------------------

PART = ".part"  # a file that is being written
_folder: Path | None = None


def learns_in(folder: Path) -> None:
    """Say where the notebook lies that runs; its first cell does."""
    global _folder
    _folder = folder


def progress_file() -> Path | None:
    """Where progress is kept: beside the notebook that runs.

    None where no first cell of a notebook has run: a grader, a test, a course that is only installed.
    """
    return _folder / "progress.json" if _folder else None


def write_whole(path: Path, text: str, part: Path | None = None) -> None:
    """Write a file in one step: whoever is stopped in the middle, also by a power cut, leaves the old one.

    Parameters
    ----------
    path : Path
        Who may read and write it stays as it is.
    text : str
    part : Path, optional
        Where it is written before it gets its name: a name beside it that nobody else uses now.

    Raises
    ------
    OSError
        If it cannot be written. Nothing is left behind.
    """
    part = part or part_of(path)
    try:
        write_part(part, text)
        with contextlib.suppress(FileNotFoundError):
            shutil.copymode(path, part)
        _replace(part, path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def part_of(path: Path) -> Path:
    """A name of its own, beside a file, for what is being written."""
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}{PART}")


def write_part(part: Path, text: str) -> None:
    """Write a file that is not there, and wait until it is on the disk."""
    with part.open("xb") as file:
        file.write(text.encode("utf-8", errors="backslashreplace"))
        file.flush()
        os.fsync(file.fileno())


def beside(path: Path, word: str) -> Iterator[Path]:
    """Names for another one of this file: 02-old.ipynb, 02-old-2.ipynb, 02-old-3.ipynb, ..."""
    yield path.with_stem(f"{path.stem}-{word}")
    yield from (path.with_stem(f"{path.stem}-{word}-{number}") for number in itertools.count(2))


def move_aside(path: Path, word: str) -> Path:
    """Move a file to a name beside it that is free: no other program can take it in the meantime.

    Parameters
    ----------
    path : Path
    word : str
        Stands in the new name; see `beside`.

    Returns
    -------
    Path
        Where it is now.

    Raises
    ------
    OSError
        If it cannot be moved. It stays as it is. FileNotFoundError: it is gone.
    """
    for free in beside(path, word):
        try:
            free.open("xb").close()
        except FileExistsError:
            continue
        try:
            os.replace(path, free)
        except OSError:
            free.unlink(missing_ok=True)
            raise
        return free
    raise AssertionError("there is always a next name")


def _replace(part: Path, path: Path) -> None:
    """On Windows a file cannot be replaced in the moment in which another program reads it."""
    for left in reversed(range(20)):
        try:
            return os.replace(part, path)
        except PermissionError:
            if not left or os.name != "nt":
                raise
            time.sleep(0.005)
