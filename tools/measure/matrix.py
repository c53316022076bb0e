"""Run the notebooks and the tests of the helpers with other versions: `make test-matrix`.

    python -m tools.measure.matrix [--any-python] [NAME ...]       all of SETS if none is named

Each set has an environment of its own (.venv-NAME), made anew with the Python that it names. Such a Python is
looked for on PATH and among pyenv's; nothing is downloaded but packages.
"""

from __future__ import annotations

import argparse
import glob
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from tools.course import ROOT

EVERYWHERE = (
    "tests/helpers",
    "tests/claims",
    "notebooks",
)  # tests/tools needs more packages, and no other versions


@dataclass(frozen=True)
class Set:
    """Versions that belong together: requirements/NAME.txt under one Python."""

    python: str
    also: tuple[str, ...] = ()  # tests beside those that run everywhere
    fallback: tuple[str, ...] = ()  # other Pythons that can have these versions


SETS = {
    "newest": Set("3.13"),
    "colab": Set("3.13", ("tests/tools/publish/test_bundle.py", "tests/classic"), ("3.12", "3.11", "3.10")),
    "colab-earlier": Set("3.12"),
    "oldest": Set("3.10", fallback=("3.11", "3.12")),
}


def candidates(version: str) -> Iterator[str]:
    """Where a Python of this version may be."""
    found = shutil.which(f"python{version}")
    if found:
        yield found
    pyenv = os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))
    yield from sorted(glob.glob(f"{pyenv}/versions/{version}.*/bin/python"), reverse=True)
    yield sys.executable


def find_python(version: str) -> str | None:
    """The first candidate that is of this version and starts (pyenv's shims do not always)."""
    ask = "import sys; print('%d.%d' % sys.version_info[:2])"
    for path in candidates(version):
        done = subprocess.run([path, "-c", ask], capture_output=True, text=True)
        if done.returncode == 0 and done.stdout.strip() == version:
            return path
    return None


def tests_of(name: str) -> list[str]:
    """The paths that pytest gets for a set: the helpers' tests, and every notebook under strict nbval."""
    return [*EVERYWHERE, *SETS[name].also]


def run(name: str, python: str) -> int:
    """Make the environment and test in it; pytest's exit code, or pip's."""
    home = ROOT / f".venv-{name}"
    own = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    print(f"== {name}: {python}", flush=True)
    subprocess.run([python, "-m", "venv", "--clear", str(home)], check=True)
    install = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*install, "-r", ROOT / "requirements" / f"{name}.txt"])
    if done.returncode:
        return done.returncode
    # Matplotlib's list of fonts is this environment's own, and made before the tests: a list that another one
    # has left, or the notice that one is being made, would be words in a notebook.
    environment = {**os.environ, "MPLCONFIGDIR": str(home / "matplotlib")}
    subprocess.run([own, "-c", "import matplotlib.font_manager"], env=environment, check=True)
    # Without the cache: make test's "last failed" are not those of another environment.
    command = [own, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", *tests_of(name)]
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run the tests with other versions.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(SETS)} (without: all)")
    parser.add_argument("--any-python", action="store_true", help="another Python where the right one is not")
    asked = parser.parse_args(arguments)
    names = asked.names or list(SETS)
    if unknown := [name for name in names if name not in SETS]:
        sys.exit(f"There is no set of versions {unknown[0]!r}: name some of {', '.join(SETS)}.")
    wanted = {name: (SETS[name].python, *(SETS[name].fallback if asked.any_python else ())) for name in names}
    pythons = {name: next(filter(None, map(find_python, wanted[name])), None) for name in names}
    failed = []
    for name, python in pythons.items():
        if python is None:
            print(f"== {name}: Python {SETS[name].python} is not here: install it, or try --any-python.")
        if python is None or run(name, python):
            failed.append(name)
    print(f"Failed: {', '.join(failed)}." if failed else f"All passed: {', '.join(names)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
