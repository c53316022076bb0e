"""Write where the course is published into notebooks and README: badges, and the address for the setup cell.

    python -m tools.publish.address owner/name [--version v1.0.0]   make publish REPO=owner/name
    python -m tools.publish.address none                            make publish REPO=none: takes it all away

The same name again changes nothing; another name, for a fork, takes the place of the first. Until the version
(a git tag) is on GitHub under that name, the badges lead nowhere: the last line printed says how.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import nbformat

from tools import edition
from tools.course import ROOT, code, notebooks

NONE = "none"
SETUP_LINE = re.compile(r'^EDITION, REPO, VERSION = (\d+), "[^"]*", "[^"]*"$', re.MULTILINE)
BADGES = re.compile(r"^\[!\[Open in Colab\].*\n\n", re.MULTILINE)
TITLE = re.compile(r"\A# .*\n\n")
REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+(?<!\.)(?<!\.git)")
TAG = re.compile(r"[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*(?<!\.lock)")


def project_version(root: Path = ROOT) -> str:
    """The version in pyproject.toml as a tag, such as v0.1.0."""
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    return "v" + re.findall(r'^version = "(.+)"', text, flags=re.MULTILINE)[0]


def badges(repository: str, version: str, notebook: str, images: str) -> str:
    """Two badges in Markdown that open a notebook in Colab and on Binder.

    Parameters
    ----------
    repository, version : str
        Such as ``"owner/name"`` and ``"v0.1.0"``.
    notebook : str
        The file's name in notebooks/.
    images : str
        The folder of the badges' pictures, as seen from where the Markdown stands.
    """
    colab = f"https://colab.research.google.com/github/{repository}/blob/{version}/notebooks/{notebook}"
    place = quote(f"lab/tree/notebooks/{notebook}", safe="")
    binder = f"https://mybinder.org/v2/gh/{repository}/{version}?urlpath={place}"
    return (
        f"[![Open in Colab]({images}/open-in-colab.svg)]({colab}) "
        f"[![Open on Binder]({images}/open-on-binder.svg)]({binder})"
    )


def with_badges(text: str, line: str) -> str:
    """A text with this line of badges under its title, in place of any that it had; none if it is empty."""
    text = BADGES.sub("", text)
    return TITLE.sub(lambda title: title[0] + (f"{line}\n\n" if line else ""), text, count=1)


def with_address(source: str, repository: str, version: str) -> str:
    """The setup cell with the address from which Colab gets the course; none if it is empty."""
    version = version if repository else ""
    changed, count = SETUP_LINE.subn(rf'EDITION, REPO, VERSION = \1, "{repository}", "{version}"', source)
    if count != 1:
        raise ValueError(
            'A setup cell must have a line EDITION, REPO, VERSION = 2, "", "": copy the cell of notebook 0.'
        )
    return changed


def published(root: Path, repository: str, version: str) -> dict[Path, str]:
    """What each file must say; with an empty `repository`, of a course that is not published."""
    texts, cells = {}, {}
    for listed in notebooks(root):
        line = badges(repository, version, listed.file, "../images") if repository else ""
        try:
            notebook = listed.read()
            title = notebook.cells[0]
            title.source = with_badges(title.source, line)
            setup = code(notebook)[0]
            setup.source = with_address(setup.source, repository, version)
        except (ValueError, AttributeError, IndexError) as error:
            raise ValueError(
                f"{listed.file} is no notebook of the course: mend it first ({error})."
            ) from None
        texts[listed.path] = nbformat.writes(notebook) + "\n"
        cells[listed.file] = notebook.cells
    stored = root / "data" / "edition.json"
    texts[stored] = edition.noted(json.loads(stored.read_text(encoding="utf-8")), cells)
    readme, first = root / "README.md", next(iter(texts)).name
    line = badges(repository, version, first, "images") if repository else ""
    texts[readme] = with_badges(readme.read_text(encoding="utf-8"), line)
    return texts


def write(texts: dict[Path, str]) -> int:
    """Write those that differ; how many these were. All of them are ready before the first is written."""
    changed = {path: text for path, text in texts.items() if path.read_text(encoding="utf-8") != text}
    for path, text in changed.items():
        path.write_text(text, encoding="utf-8", newline="\n")
    return len(changed)


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(description="Write badges and the address for Colab.")
    parser.add_argument("repository", nargs="?", default="", help="owner/name on GitHub, or none")
    parser.add_argument(
        "--version", default="", help="the tag that Colab and Binder open (without: the project's)"
    )
    asked = parser.parse_args(arguments)
    repository, version = asked.repository, asked.version or project_version(root)
    if repository != NONE and not REPOSITORY.fullmatch(repository):
        sys.exit(
            f"{repository!r} is no name on GitHub: write make publish REPO=owner/name, or REPO=none to take "
            "the address away."
        )
    if not TAG.fullmatch(version):
        sys.exit(
            f"{version!r} is no name of a version: write letters, digits, dots and dashes, such as v0.1.0."
        )
    try:
        changed = write(published(root, "" if repository == NONE else repository, version))
    except ValueError as refused:
        sys.exit(str(refused))
    print(f"{changed} files changed.")
    if repository == NONE:
        print("The course has no address now: no badges, and Colab fetches nothing.")
    elif tag_exists(root, version):
        print(
            f"The tag {version} is there already, perhaps with another address: choose one with VERSION=..."
        )
    else:
        print(
            f"Now: git commit -am 'Publish {version}' && git tag {version} && git push origin HEAD {version}"
        )
    return 0


def tag_exists(root: Path, version: str) -> bool:
    """Has this checkout a tag of that name? Without git: no."""
    try:
        done = subprocess.run(["git", "tag", "--list", version], cwd=root, capture_output=True, text=True)
    except OSError:
        return False
    return bool(done.stdout.strip())


if __name__ == "__main__":
    sys.exit(main())
