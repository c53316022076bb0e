"""Write each notebook as one file that needs nothing beside it: `make bundle`.

    python -m tools.publish.bundle [--to FOLDER] [NOTEBOOK ...]   all into dist/ if none is named

The first code cell of such a bundle carries helpers/, data/ and solutions/, packed. It checks them by their
hash, unpacks them into a temporary folder, and goes on as the setup cell does (bundle_cell.py). All
bundles of one version carry the same, so that several in one kernel share one folder.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import re
import sys
import zipfile
from pathlib import Path

import nbformat

from helpers.files import edition
from tools.course import PARTS, ROOT, code, notebooks
from tools.publish.address import SETUP_LINE, with_badges

CARRIED = tuple(part for part in PARTS if part != "notebooks")  # what stands beside a notebook
CELL = Path(__file__).resolve().with_name("bundle_cell.py")
LARGEST = 1_500_000  # bytes; some mail servers and course platforms take no more
OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./[^)]+\)")  # a link to a file that a bundle lacks: its words stay
EPOCH = (1980, 1, 1, 0, 0, 0)  # zip's first day: the same files make the same bundle
ABOUT = """**This file is complete.** The first cell carries all that the notebook needs. It unpacks it into a
temporary folder, and installs and fetches nothing. Your progress is kept beside this file; in Colab it goes
when the session ends. Links to other notebooks work where these lie in the same folder."""


def carried_files(root: Path = ROOT) -> list[Path]:
    """Every file that a bundle carries, in a fixed order."""
    files = [path for part in CARRIED for path in (root / part).rglob("*") if path.is_file()]
    return sorted(path for path in files if "__pycache__" not in path.parts and path.name[0] != ".")


def packed(root: Path = ROOT) -> bytes:
    """These files as the bytes of one zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in carried_files(root):
            entry = zipfile.ZipInfo(path.relative_to(root).as_posix(), EPOCH)
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()


def first_cell(archive: bytes) -> str:
    """The code of a bundle's first cell, with the archive in it."""
    cell = CELL.read_text(encoding="utf-8").rstrip("\n")
    letters = base64.b64encode(archive)
    cell = cell.replace("EDITION = 0", f"EDITION = {edition()}")
    cell = cell.replace('DIGEST = ""', f'DIGEST = "{hashlib.sha256(letters).hexdigest()}"')
    return cell.replace('PACKED = ""', f'PACKED = "{letters.decode()}"')


def bundle(path: Path, archive: bytes) -> nbformat.NotebookNode:
    """One notebook as a bundle.

    Raises
    ------
    ValueError
        If it is no notebook of the course: its first code cell must be the setup cell.
    """
    notebook = nbformat.read(path, as_version=4)
    setup = next(iter(code(notebook)), None)
    if setup is None or not SETUP_LINE.search(setup.source):
        raise ValueError(f"{path.name} does not begin with the setup cell of the course: name one that does.")
    before = notebook.cells[notebook.cells.index(setup) - 1]
    before.source = f"{before.source.rpartition(chr(10))[0]}\n{ABOUT}"
    setup.source = first_cell(archive)
    title = notebook.cells[0]
    title.source = with_badges(title.source, "")  # their pictures lie in the course's folder
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = OUTSIDE.sub(r"\1", cell.source)
        for output in cell.get("outputs", []):
            if "text/html" in output.get("data", {}):  # it has the picture, too: once is enough to be sent
                output.data.pop("image/png", None)
    return notebook


def write(paths: list[Path], folder: Path) -> list[Path]:
    """Write the bundles of some notebooks into a folder, under their own names.

    Raises
    ------
    ValueError
        If a bundle is too large to be sent.
    """
    archive = packed()
    if any(path.resolve().parent == folder.resolve() for path in paths):
        raise ValueError(f"{folder} holds the notebooks themselves: name another folder for the bundles.")
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for path in paths:
        text = nbformat.writes(bundle(path, archive)) + "\n"
        size = len(text.encode())
        if size > LARGEST:
            raise ValueError(
                f"The bundle of {path.name} would have {size} bytes, and at most {LARGEST} are wanted: give "
                "the notebook fewer pictures, or let bundles carry less (CARRIED in tools/publish/bundle.py)."
            )
        target = folder / path.name
        target.write_text(text, encoding="utf-8", newline="\n")
        written.append(target)
    return written


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description="Write each notebook as one file that needs nothing beside it."
    )
    parser.add_argument("notebooks", nargs="*", type=Path, help="notebooks (without: all of the course)")
    parser.add_argument(
        "--to", type=Path, default=ROOT / "dist", help="the folder to write into (without: dist/)"
    )
    asked = parser.parse_args(arguments)
    paths = asked.notebooks or [notebook.path for notebook in notebooks()]
    missing = [path for path in paths if not path.is_file()]
    if missing:
        sys.exit(
            f"{missing[0]} is not there: name a notebook such as notebooks/02_contextual_embedding.ipynb."
        )
    try:
        targets = write(paths, asked.to)
    except ValueError as refused:
        sys.exit(str(refused))
    for target in targets:
        print(f"{target.name}: {target.stat().st_size / 1000:.0f} kB")
    print(f"{len(paths)} complete notebooks are in {asked.to}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
