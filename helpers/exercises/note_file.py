"""The file of notes: read whole or not at all, written in one step.

It is the learner's own: what we do not know in it stays, and what is damaged is kept under another name.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from helpers import files

ABOUT = "What you have done in the course. It stays on this computer. To start anew, delete this file."
VERSION = 1  # of the file; one that does not say it is of version 1
LARGEST = 200_000  # bytes; ours stays far below


class Damaged(ValueError):
    """Raised when the file is there and can be read, but is none of ours."""


def read(path: Path) -> dict[str, Any]:
    """All that the file says; empty if there is no file.

    Raises
    ------
    Damaged
        If it is too large, no JSON, or JSON of another shape.
    OSError
        If it cannot be read now. FileNotFoundError or NotADirectoryError: its folder is gone.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        if path.parent.is_dir():
            return {}
        raise
    try:
        content = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_each_once)
    except (ValueError, RecursionError):
        raise Damaged(path.name) from None
    if len(data) > LARGEST or not isinstance(content, dict):
        raise Damaged(path.name)
    if not is_newer(content) and not isinstance(content.get("done"), dict):
        raise Damaged(path.name)
    return content


def is_newer(content: Mapping[str, Any]) -> bool:
    """Was it written by a version of the course that is newer than this one?"""
    version = content.get("version", VERSION)
    return type(version) is not int or version > VERSION


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A key that stands there twice would lose one of its values."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key stands there twice")
    return dict(pairs)


def write(path: Path, content: Mapping[str, Any]) -> None:
    """Write the file in one step: a crash or a power cut leaves the old one or the new one, whole.

    Raises
    ------
    OSError
        If it cannot be written now, or if somebody has made it read-only.
    """
    if path.exists() and not path.stat().st_mode & 0o222:  # its folder would let us replace it
        raise OSError(errno.EACCES, "it is read-only")
    try:
        text = json.dumps({"about": ABOUT, "version": VERSION, **content}, indent=1, ensure_ascii=False)
    except RecursionError:
        raise OSError(errno.EINVAL, "too many brackets") from None
    if len(text.encode("utf-8", errors="backslashreplace")) >= LARGEST:
        raise OSError(errno.EFBIG, "it could not be read again")
    new = path.with_name(f".{path.name}.new")  # one kernel at a time writes: see locks
    new.unlink(missing_ok=True)  # a kernel was killed while it wrote
    files.write_whole(path, f"{text}\n", new)
