"""Set-up of a notebook, run by its first cell once it has found the course: `import helpers` means this one.

It is run as a file, not imported: before that, the name ``helpers`` may stand for somebody else's module.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import sys
from pathlib import Path

from IPython.core.error import UsageError  # a notebook shows it as one line, without a traceback

COURSE = Path(__file__).resolve().parent.parent
PACKAGES = ("numpy", "matplotlib", "ipywidgets")
OWN, NEWER = "my_notebooks", re.compile(r"\d\d_\w+-new(-\d+)?\.ipynb")  # see tools/own_copy.py
# What the libraries behind NumPy's matrix products read when they are loaded.
THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def prepare(course: Path) -> None:
    """Let ``import helpers`` mean the helpers of this course, whatever was imported before.

    Parameters
    ----------
    course : Path
        The folder that holds ``helpers``.

    Raises
    ------
    IPython.core.error.UsageError
        One sentence: what is missing, or which other module has the name, and what to do.
    """
    if sys.version_info < (3, 10):  # noqa: UP036 (a notebook that is alone may meet an older one)
        raise UsageError(f"This is Python {sys.version.split()[0]}, and the course needs 3.10 or newer.")
    for package in PACKAGES:
        if importlib.util.find_spec(package) is None:
            raise UsageError(
                f"{package} is missing in this Python: open this notebook inside the course folder with "
                f"`make lab`, or run: pip install {package}"
            )
    forget_others(course)
    put_first(course)
    source = Path(importlib.import_module("helpers").__file__ or "").resolve()
    if source.parent != course / "helpers":
        raise UsageError(
            f"`import helpers` brings {source}, and the course is in {course}: restart the kernel, then run "
            "this cell before any other."
        )


def limit_threads() -> None:
    """One thread for NumPy's matrix products, unless the environment says how many.

    The products of the course are small. More threads make none of them faster, and on a busy computer they
    wait for each other: notebook 6 then takes minutes. Where NumPy is loaded already, as in Colab,
    threadpoolctl can still say it; where that is not installed, nothing changes.
    """
    if any(name in os.environ for name in THREADS):
        return
    if "numpy" not in sys.modules:
        os.environ.update(dict.fromkeys(THREADS, "1"))
    elif importlib.util.find_spec("threadpoolctl") is not None:
        importlib.import_module("threadpoolctl").threadpool_limits(limits=1, user_api="blas")


def forget_others(course: Path) -> None:
    """Take away modules called helpers that are not this course's: somebody else's, or another copy's.

    If one of ours is no longer on the disk, another version lies there now: then all of them go.
    """
    loaded = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "helpers"}
    places = {name: Path(getattr(m, "__file__", None) or "nowhere").resolve() for name, m in loaded.items()}
    ours = {name for name, place in places.items() if course / "helpers" in place.parents}
    if not all(places[name].is_file() for name in ours):
        ours = set()
    for name in loaded.keys() - ours:
        del sys.modules[name]


def put_first(course: Path) -> None:
    """Let Python look here before anywhere else, once, however often the cell runs."""
    sys.path[:] = [str(course), *(place for place in sys.path if place != str(course))]
    importlib.invalidate_caches()  # the folder may have been made a moment ago


def notebook_folder(course: Path) -> Path:
    """Where the notebook lies that runs: the folder from which its first cell found this course.

    Parameters
    ----------
    course : Path
        The place at which it was found; a link counts as it stands.
    """
    here, session = Path.cwd(), Path(os.path.abspath(os.environ.get("JPY_SESSION_NAME", ""))).parent
    by_session = course in (session, session.parent) and course not in (here, here.parent)
    return session if by_session else here


def fit(notebook: int, helpers: int, folder: Path) -> str:
    """What the first cell says: ready, and what to do if the notebook is an older one.

    Parameters
    ----------
    notebook, helpers : int
        Their editions.
    folder : Path
        Where the notebook lies.

    Raises
    ------
    IPython.core.error.UsageError
        One sentence, if the notebook is newer than the course around it.
    """
    if notebook > helpers:
        raise UsageError(
            f"This notebook is of edition {notebook}, and the course around it is older, of edition "
            f"{helpers}: update the course (git pull, or download it again), then run this cell again."
        )
    if notebook == helpers:
        return "Ready."
    if sys.platform == "emscripten":  # in the browser edition a saved copy hides what came after it
        cure = (
            "in the list of files download your copy, then delete it there (right-click), and load the page "
            "again: the new one appears"
        )
    elif any(NEWER.fullmatch(path.name) for path in folder.glob("*.ipynb")):
        cure = "go on in the newer one beside it, with -new in its name"
    elif folder.name != OWN and (folder.parent / OWN).is_dir():
        cure = f"go on with the notebooks in the folder {OWN}"
    elif (folder.parent / "helpers").is_symlink():  # on a hub or in a lab room
        cure = "stop your server and start it again, which puts the newer one beside yours"
    else:
        cure = "start the course with `make lab`, which puts the newer one beside yours"
    return (
        f"Ready, but this notebook is of edition {notebook} and the helpers are of edition {helpers}: "
        f"if a cell stops, {cure}."
    )


if __name__ == "__main__":
    limit_threads()
    prepare(COURSE)
    import numpy

    files = importlib.import_module("helpers.files")
    folder = notebook_folder(Path(os.path.abspath(__file__)).parent.parent)
    files.learns_in(folder)
    said = fit(globals().get("NOTEBOOK", 1), files.edition(), folder)
    numpy.set_printoptions(precision=2, suppress=True)
    print(said)
