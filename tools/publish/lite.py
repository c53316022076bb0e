"""The course as a static site that runs in a browser alone (JupyterLite with Pyodide): `make lite`.

    python -m tools.publish.lite [FOLDER]      dist/lite if none is named

The folder can be put on any web server. It holds the course, JupyterLab, the widgets and the wheels that
Pyodide lacks. Pyodide itself is asked for where the kernel's makers keep it, or where PYODIDE_URL says.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import nbformat

from tools.course import PARTS, ROOT, notebooks
from tools.environment import DEFAULTS
from tools.own_copy import handed_out
from tools.publish.address import with_badges

OUT = ROOT / "dist" / "lite"
PAGE = "NOTATION.md"  # notebooks link to it
FIRST = f"notebooks/{notebooks()[0].file}"
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
ENTRY = "pyodide.mjs"  # the kernel runs in a worker that can load nothing else

# Pure Python that Pyodide does not carry. widgetsnbextension is missing here: the kernel brings its own.
WHEELS = ("comm", "ipywidgets", "jupyterlab-widgets")
PINS = ROOT / "requirements" / "lite.txt"

# The kernel fetches what a cell itself imports, and cannot see what helpers import. So the site's copies of
# the notebooks have this cell before their first one. Compiled files would only fill the
# browser's storage, slowly.
CELL_ID = "lite-packages"
CELL = """\
# Only in the browser edition: fetch what helpers import, and look whether the course files are here.
%pip install -q ipywidgets matplotlib
import logging, os, sys
from IPython.core.error import UsageError

logging.getLogger("matplotlib.font_manager").setLevel("ERROR")  # no notice about fonts
sys.dont_write_bytecode = True
if not os.path.isdir("../helpers"):
    raise UsageError("The course files are hidden: open the site in a window that is not private.")"""


def pyodide_url(environment: Mapping[str, str] = os.environ) -> str | None:
    """Where PYODIDE_URL says that Pyodide is; None for the kernel's own choice.

    Raises
    ------
    ValueError
        If it is no address of Pyodide's entry file.
    """
    url = environment.get("PYODIDE_URL", "").strip()
    if not url:
        return None
    parts = urlsplit(url)
    known = (parts.scheme in ("http", "https") and parts.netloc) or url.startswith("./")
    if not known or parts.path.rpartition("/")[2] != ENTRY:
        raise ValueError(
            f"PYODIDE_URL is {url!r}, and must end in {ENTRY} and begin with https://, http:// or ./ "
            f"(in the site's own folder): give such an address, or leave it out."
        )
    return url


def settings(url: str | None) -> dict[str, Any]:
    """What stands in the site's jupyter-lite.json. The build adds the wheels to it."""
    # Without the fallback a missing wheel is an error that a test sees, not a question to PyPI.
    kernel: dict[str, Any] = {"disablePyPIFallback": True}
    if url is not None:
        kernel["pyodideUrl"] = url
    data = {
        "appName": "Self-attention, one failure at a time",
        "exposeAppInBrowser": True,  # for the tests, which ask the page what it shows
        "settingsOverrides": DEFAULTS,
        "litePluginSettings": {KERNEL: kernel},
    }
    return {"jupyter-lite-schema-version": 0, "jupyter-config-data": data}


def first_workspace() -> dict[str, Any]:
    """The site opens with notebook 0 beside the list of files; later with what the learner had open."""
    tab = f"notebook:{FIRST}"
    dock = {"type": "tab-area", "currentIndex": 0, "widgets": [tab]}
    left = {"collapsed": False, "visible": True, "current": "filebrowser", "widgets": ["filebrowser"]}
    layout = {"main": {"dock": dock, "current": tab}, "left": left, "relativeSizes": [0.2, 0.8, 0]}
    data = {
        "layout-restorer:data": layout,
        tab: {"data": {"path": FIRST, "factory": "Notebook"}},
        "file-browser-filebrowser:cwd": {"path": "notebooks"},
    }
    return {"data": data, "metadata": {"id": "default"}}


def add_cell(path: Path) -> None:
    """Make a learner's copy of a notebook, with our cell before its first code cell and without badges."""
    notebook = nbformat.from_dict(handed_out(nbformat.read(path, as_version=4)))
    notebook.cells[0].source = with_badges(notebook.cells[0].source, "")
    place = next(i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code")
    notebook.cells.insert(place, nbformat.v4.new_code_cell(CELL, id=CELL_ID))
    # Not nbformat.write: it splits texts into lines. A Jupyter server joins them again, JupyterLite does not.
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def lay_out(folder: Path, url: str | None, root: Path = ROOT) -> None:
    """Write into `folder` all that the build reads, except the wheels."""
    unwanted = shutil.ignore_patterns("__pycache__", ".*", "progress*.json")
    for part in PARTS:
        shutil.copytree(root / part, folder / "files" / part, ignore=unwanted)
    shutil.copy(root / PAGE, folder / "files" / PAGE)
    for notebook in notebooks(folder / "files"):
        add_cell(notebook.path)
    write(folder / "jupyter-lite.json", settings(url))
    write(folder / "workspaces" / "default.jupyterlab-workspace", first_workspace())


def write(path: Path, what: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(what, indent=1) + "\n", encoding="utf-8")


def fetch_wheels(folder: Path) -> None:
    """The wheels go where the build finds them by itself."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary", ":all:", "--dest", str(folder / "pypi"), "--constraint", str(PINS), *WHEELS]
    subprocess.run(command, check=True)


def build(folder: Path, out: Path) -> None:
    """Let JupyterLite make the site."""
    site = folder / "site"
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--no-sourcemaps", "--apps", "lab"]
    command += ["--lite-dir", str(folder), "--output-dir", str(site)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"JupyterLite could not build the site:\n{done.stdout}{done.stderr}")
    if out.exists():
        shutil.rmtree(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(site, out)


def may_replace(out: Path) -> bool:
    """Only a site that we have built, or an empty folder, is ever taken away."""
    empty = out.is_dir() and not any(out.iterdir())
    return not out.exists() or empty or (out / "jupyter-lite.json").is_file()


def main(arguments: list[str]) -> None:
    """Build the site into the folder that is named, or into dist/lite."""
    parser = argparse.ArgumentParser(description="Build the course as a static site (JupyterLite).")
    parser.add_argument("folder", nargs="?", type=Path, default=OUT, help="where to (without: dist/lite)")
    out = parser.parse_args(arguments).folder.resolve()
    if not may_replace(out):
        sys.exit(f"{out} holds something else than a built site: name a folder that is new or empty.")
    try:
        url = pyodide_url()
    except ValueError as error:
        sys.exit(str(error))
    with tempfile.TemporaryDirectory(prefix="lite-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        lay_out(folder, url)
        fetch_wheels(folder)
        build(folder, out)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file()) / 1e6
    print(f"{out}: {size:.0f} MB. Try it with: python3 -m http.server --bind 127.0.0.1 --directory {out}")


if __name__ == "__main__":
    main(sys.argv[1:])
