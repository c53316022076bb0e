"""A report on this computer, printed by notebook 0: is it ready for the course, and what to do if not.

The text is the same on every computer where all is well, whatever the versions: the tests compare it.
"""

from __future__ import annotations

import functools
import re
import sys
import tempfile
from collections.abc import Callable
from importlib import metadata

from helpers import files

__all__ = ["report"]

PYTHON = "3.10"
# From this version on, and below that one: as in pyproject.toml. Not JupyterLab, since Colab has none.
PACKAGES = {"numpy": ("1.26", "3"), "matplotlib": ("3.8", "4"), "ipywidgets": ("7.7.1", "9")}
GOOD = "good"
FOLDER = "folder of notebooks"


def report() -> str:
    """Say what is ready, and for the rest what is wrong and what to do.

    Returns
    -------
    str
        One line for each thing that the course needs, and one line about all of them. Nothing is raised.
    """
    found = {"Python": _python(".".join(map(str, sys.version_info[:3])))}
    found |= {name: _package(name) for name in PACKAGES}
    found |= {"data files": _data(), FOLDER: _folder()}
    lines = [f"{name + ':':21s}{says}" for name, says in found.items()]
    wrong = [name for name, says in found.items() if says != GOOD and name != FOLDER]
    last = f"Please mend first: {', '.join(wrong)}." if wrong else "You can begin."
    return "\n".join([*lines, last])


def _python(version: str) -> str:
    if _parts(version) >= _parts(PYTHON):
        return GOOD
    return (
        f"this is Python {version}, and the course needs {PYTHON} or newer: install a newer one from "
        "python.org, then start the course with `make lab`."
    )


def _package(name: str) -> str:
    least, below = PACKAGES[name]
    mend = f'start the course with `make lab`, or run: pip install "{name}>={least},<{below}"'
    needs = f"the course needs {least} or newer, below {below}: {mend}"
    try:
        version = metadata.version(name)
        fits = _parts(least) <= _parts(version) < _parts(below)
    except metadata.PackageNotFoundError:
        return f"{name} is not installed, and {needs}"
    except Exception as error:  # a damaged installation can fail in many ways
        return f"the version of {name} cannot be read ({type(error).__name__}), and {needs}"
    return GOOD if fits else f"{name} {version} was found, and {needs}"


def _parts(version: str) -> tuple[int, ...]:
    """The first three numbers of a version: (2, 0, 0) for 2.0rc1. The rest does not count here."""
    numbers = re.match(r"\d+(?:\.\d+){0,2}", version)
    if numbers is None:
        raise ValueError(f"A version begins with a number such as 1.26, got {version!r}: install it again.")
    parts = [int(number) for number in numbers.group().split(".")]
    return tuple(parts + [0] * (3 - len(parts)))


def _data() -> str:
    """The files in data/, each by reading it: the sentence of the one that is damaged, or all their names."""
    try:
        readers = _readers()
    except Exception as error:
        return f"the files cannot be read yet ({error}): mend the lines above first."
    found = {}
    for read in readers:
        try:
            read()
        except files.Damaged as problem:
            found[problem.name] = str(problem)
        except Exception as error:
            found[""] = f"data/ cannot be read ({type(error).__name__}); {files.AGAIN}"
    if len(found) > 1:
        return f"{', '.join(f'data/{name}' for name in found)} are missing or damaged; {files.AGAIN}"
    return next(iter(found.values()), GOOD)


def _readers() -> list[Callable[[], object]]:
    """What reads each file; each raises Damaged."""
    # Here and not at the top: they need NumPy, and this module must be able to say that it is missing.
    from helpers.embeddings import load_vectors
    from helpers.examples import load_examples
    from helpers.exercises import file_readers
    from helpers.learning import TASKS, load_task

    tasks = [functools.partial(load_task, name) for name in TASKS]
    return [files.edition, *file_readers(), *tasks, load_examples, load_vectors]


def _folder() -> str:
    """Can the file of progress be written? A file without a name leaves no trace in the folder."""
    path = files.progress_file()
    if path is None:  # no notebook runs
        return GOOD
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            return GOOD
    except OSError as error:
        return (
            f"it cannot be written ({error.strerror or error}), so your progress will not be kept; "
            "all else works. To keep it, copy the course to a folder of your own."
        )
