"""Give a learner notebooks of their own: without outputs, beside the course's, and never overwritten.

    python3 tools/own_copy.py                 into my_notebooks/ (`make lab` does this at each start)
    python3 tools/own_copy.py --fresh 2       notebook 2 as it was; what was there keeps another name
    python3 tools/own_copy.py --to FOLDER     a learner's folder elsewhere, as on a hub: FOLDER/my_notebooks,
                                              and links to the parts of this course

After an update of the course it brings what is new. A copy that nobody has changed is replaced. A changed one
stays, and the newer notebook lies beside it, with -new in its name. It can be stopped anywhere and run again.
It needs Python 3.10 and nothing else.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import re
import shutil
import stat
import sys
import time
from pathlib import Path
from typing import Any

if sys.version_info < (3, 10):  # noqa: UP036
    sys.exit("The course needs Python 3.10 or newer: start this with a newer one, such as python3.10.")
COURSE = Path(__file__).resolve().parent.parent
if not __package__:  # run as a file, perhaps from another folder
    sys.path.insert(0, str(COURSE))

from helpers import files  # noqa: E402

FOLDER = "my_notebooks"
# What a notebook uses or links to. The helpers are linked last: by them a copy of the course is known.
PARTS = ("NOTATION.md", "images", "solutions", "data", "helpers")
MARK = "self_attention"  # in the metadata of each copy: what its cells were when it was handed out
WRITTEN = ("tags", "nbgrader", "slideshow")  # what people write into the metadata of a cell
NAME = re.compile(r"\d\d_\w+\.ipynb")  # of a notebook of the course
OURS = "|".join(map(re.escape, PARTS))
# Half-written, see files.part_of.
HALF = re.compile(rf"\.(?:\d\d_\w[\w-]*\.ipynb|{OURS})\.[0-9a-f]{{8}}{re.escape(files.PART)}")
A_WHILE = 3600.0  # seconds; a run takes one of them
NO_NOTEBOOK = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError, MemoryError)


# --- notebooks ------------------------------------------------------------------------------------


def digest(cells: list[dict[str, Any]]) -> str:
    """What is written in the cells, as one short text; running them and empty cells change nothing."""
    written = []
    for cell in cells:
        source, metadata = "".join(cell["source"]), cell.get("metadata", {})
        more = cell.get("attachments", {}), {key: metadata[key] for key in WRITTEN if key in metadata}
        if source.strip() or any(more):
            written.append((cell["cell_type"], source, *more))
    return hashlib.sha256(json.dumps(written, sort_keys=True).encode()).hexdigest()


def handed_out(notebook: dict[str, Any], given: str = "") -> dict[str, Any]:
    """A notebook of the course as a learner gets it: no answer is seen before its time.

    `given` is the digest with which the course came. If somebody has written into the course's own notebook
    since, the copy differs from it, and counts as changed.
    """
    cells = [cell | {"outputs": [], "execution_count": None} if "outputs" in cell else cell
             for cell in notebook["cells"]]  # fmt: skip
    metadata = notebook["metadata"] | {MARK: {"given": given or digest(cells)}}
    return notebook | {"cells": cells, "metadata": metadata}


def content_of(path: Path) -> Any:
    """What stands in a JSON file."""
    return json.loads(path.read_text(encoding="utf-8"))


def read(path: Path) -> tuple[str, str] | None:
    """What a learner's copy was when it was handed out, and what it is now; None if it cannot be read."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):  # a link leads to what is kept elsewhere
            return None
        notebook = content_of(path)
        given = notebook["metadata"].get(MARK, {}).get("given", "")
        return given, digest(notebook["cells"])
    except NO_NOTEBOOK:
        return None


def untouched(found: tuple[str, str] | None) -> bool:
    """Is a copy, as it was read, what was handed out?"""
    return found is not None and found[0] == found[1]


def bring(notebook: dict[str, Any], path: Path) -> str:
    """Put a notebook where a learner's copy lies, or beside it; one line, if the learner should know."""
    if settled(path, notebook):
        return ""
    place = next(place for place in files.beside(path, "new") if settled(place, notebook))
    why = "holds your changes" if read(path) else "is a link" if path.is_symlink() else "cannot be read"
    return f"{path.name} {why} and stays as it is. The newer one lies beside it: {place.name}"


def settled(place: Path, notebook: dict[str, Any]) -> bool:
    """Is this notebook there now? It takes the place of nothing, or of an older one that nobody changed."""
    found = read(place)
    if found is not None and notebook["metadata"][MARK]["given"] in found:
        return True
    if os.path.lexists(place) and not untouched(found):
        return False
    kept = put(notebook, place)
    if kept is not None and untouched(read(kept)):  # else somebody has saved it in this moment
        kept.unlink()
    return True


def fresh(notebook: dict[str, Any], path: Path) -> str:
    """Put a notebook there as it was, and keep under a free name what lies there."""
    kept = put(notebook, path)
    return f"{path.name} is as it was" + (f", and yours is kept: {kept.name}" if kept else "")


def put(notebook: dict[str, Any], place: Path) -> Path | None:
    """Give a notebook its name; what has this name is moved first, and its new name is given back.

    It is moved, not copied: what another program saves in this moment is moved, too, or is left alone.
    """
    part = files.part_of(place)
    try:
        files.write_part(part, json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
        kept = move_aside(place)
        if kept is not None and kept.is_file():
            shutil.copymode(kept, part)
        try:
            os.link(part, place)  # never over another file
        except FileExistsError:  # saved in this moment: the notebook comes at the next start
            pass
        except OSError:  # a file system without such links
            if not os.path.lexists(place):
                part.rename(place)
        return kept
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def move_aside(place: Path) -> Path | None:
    """Move what has this name to a free name, and say which; None if there is nothing."""
    if place.is_dir() and not place.is_symlink():
        return place.rename(next(free for free in files.beside(place, "old") if not os.path.lexists(free)))
    try:
        return files.move_aside(place, "old") if os.path.lexists(place) else None
    except FileNotFoundError:  # another run has moved it
        return None


# --- the folder -----------------------------------------------------------------------------------


def link_parts(home: Path, course: Path) -> list[str]:
    """Let a learner's folder lead to the parts of the course; a copy of them that was there is kept.

    Raises
    ------
    ValueError
        If it holds something else under one of these names. Then nothing is done.
    """
    a_copy = (home / "helpers" / "course_setup.py").is_file()
    for place in (home / part for part in PARTS):
        ours = leads_to_a_course(place) if place.is_symlink() else a_copy or not os.path.lexists(place)
        if not ours:
            raise ValueError(
                f"{place} is there, and no part of the course: name a folder that is new or empty."
            )
    return [link(home / part, course / part) for part in PARTS]


def leads_to_a_course(place: Path) -> bool:
    """Is a link ours? It leads into a course, or to where one was."""
    part = Path(os.readlink(place))
    return part.name == place.name and (
        not os.path.lexists(part) or (part.parent / "helpers" / "course_setup.py").is_file()
    )


def link(place: Path, part: Path) -> str:
    """Let a name lead to a part of the course; one line, if something else had this name."""
    if place.is_symlink() and os.readlink(place) == str(part):
        return ""
    said = ""
    if not place.is_symlink() and (kept := move_aside(place)):
        if kept.is_symlink():  # another run at the same time has made it a moment ago
            kept.unlink()
        else:
            said = f"{place.name} comes from the course now. What was there is kept: {kept.name}"
    made = files.part_of(place)
    made.symlink_to(part)
    made.replace(place)  # in one step, also where a link to an older course was
    return said


def adopt(home: Path, folder: Path) -> None:
    """Take over the progress that earlier versions of the course kept beside its own notebooks."""
    before, now = home / "notebooks" / "progress.json", folder / "progress.json"
    if before.is_file() and not os.path.lexists(now):
        with contextlib.suppress(FileNotFoundError):  # another run has taken it
            shutil.move(before, now)


def sweep(folder: Path) -> None:
    """Take away what a run that was stopped left half-written; a run that still goes on keeps its own."""
    for part in folder.iterdir():
        if HALF.fullmatch(part.name):
            with contextlib.suppress(FileNotFoundError, IsADirectoryError, PermissionError):
                if time.time() - part.lstat().st_mtime > A_WHILE:
                    part.unlink()


def course_notebooks(course: Path = COURSE) -> dict[str, dict[str, Any]]:
    """The notebooks as learners get them, by the name of the file, in reading order.

    Raises
    ------
    ValueError
        If one is missing or damaged. Names the file and the cure.
    """
    path = course / "data" / "edition.json"
    found: dict[str, dict[str, Any]] = {}
    try:
        given = dict(content_of(path)["notebooks"])
        path = course / "data" / "course.json"
        for name in [str(listed["file"]) for listed in content_of(path)["notebooks"]]:
            if not NAME.fullmatch(name):
                raise ValueError(name)
            path = course / "notebooks" / name
            found[name] = handed_out(content_of(path), given.get(name, ""))
    except NO_NOTEBOOK:
        damaged = path.relative_to(course).as_posix()
        cure = f"download the course again, or: git checkout -- {damaged}"
        raise ValueError(f"{damaged} is missing or damaged; {cure}") from None
    return found


def numbered(names: list[str], asked: str) -> str:
    """The file of the notebook with this number.

    Raises
    ------
    ValueError
        If there is none. Says which there are.
    """
    for name in names:
        if re.fullmatch("[0-9]{1,3}", asked) and int(name[:2]) == int(asked):
            return name
    there = ", ".join(str(int(name[:2])) for name in names)
    raise ValueError(
        f"There is no notebook {asked!r}. There are {there}: write make fresh NB=2, for example."
    )


def home_of(asked: str | None, course: Path) -> Path:
    """The folder that holds a learner's own copy: the course itself, or the one that was asked for.

    Raises
    ------
    ValueError
        If it is no place for one. Says why.
    """
    if asked is None:
        return course
    home = Path(os.path.abspath(os.path.expanduser(asked)))
    if not asked:
        raise ValueError("--to needs the name of a folder, such as --to ~/self-attention.")
    if home.is_dir() and home.samefile(course):
        return course
    if any(above.is_dir() and above.samefile(course) for above in home.parents):
        raise ValueError(f"{home} lies inside of the course: name a folder elsewhere.")
    return home


def prepare(home: Path, course: Path, number: str | None = None) -> list[str]:
    """Bring a learner's folder up to date; what the learner should know, a line each.

    Parameters
    ----------
    home : Path
        The course itself, or a learner's folder elsewhere.
    course : Path
    number : str, optional
        Of the notebook that is wanted as it was.

    Raises
    ------
    ValueError
        If there is no such notebook, or a file of the course or the folder is none. Nothing has been done.
    OSError
        If the folder cannot be written. What was there is whole.
    """
    notebooks = course_notebooks(course)
    name = None if number is None else numbered(list(notebooks), number)
    folder = home / FOLDER
    if os.path.lexists(folder) and not folder.is_dir():
        raise ValueError(f"{folder} is no folder: give it another name, then run the same command again.")
    if folder.is_dir() and folder.samefile(course / "notebooks"):
        raise ValueError(f"{folder} leads to the course's own notebooks: take this link away first.")
    home.mkdir(parents=True, exist_ok=True)
    sweep(home)
    said = link_parts(home, course) if home != course else []
    folder.mkdir(exist_ok=True)
    sweep(folder)
    adopt(home, folder)
    for file, notebook in notebooks.items():
        if digest(notebook["cells"]) != notebook["metadata"][MARK]["given"]:
            said.append(
                f"notebooks/{file} was changed: to have it as it was, git checkout -- notebooks/{file}"
            )
    if name is not None:
        said.append(fresh(notebooks.pop(name), folder / name))
    said += [bring(notebook, folder / name) for name, notebook in notebooks.items()]
    return [line for line in said if line]


def main(arguments: list[str] | None = None, course: Path = COURSE) -> int:
    parser = argparse.ArgumentParser(description="Give a learner notebooks of their own.")
    parser.add_argument("--fresh", metavar="NUMBER", help="this notebook as it was; yours is kept")
    parser.add_argument("--to", metavar="FOLDER", help="a learner's folder elsewhere")
    asked = parser.parse_args(arguments)
    try:
        home = home_of(asked.to, course)
        for line in prepare(home, course, asked.fresh):
            print(line)
    except ValueError as refused:
        print(refused, file=sys.stderr)
        return 1
    except OSError as refused:
        what = f"{Path(refused.filename).name}: " if refused.filename else ""
        print(
            f"The notebooks in {home / FOLDER} are not all up to date ({what}{refused.strerror}). Nothing is "
            "lost: make room, or see that this folder can be written, then run the same command again.",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("Stopped before the end. Nothing is lost: run the same command again.", file=sys.stderr)
        sys.exit(130)
