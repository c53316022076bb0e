"""`make publish`: badges and the address for Colab come, change and go, and nothing else changes."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import nbformat
import pytest

from helpers.files import edition
from tools.browser import course_copy
from tools.course import ROOT
from tools.publish.address import NONE, main, project_version, with_address

NAMES = ("first-owner/the.course", "second/copy_of-it")
IMAGES = ("open-in-colab.svg", "open-on-binder.svg")


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """The course without an address."""
    folder = tmp_path_factory.mktemp("original") / "course"
    with course_copy() as copy:
        shutil.copytree(copy, folder)
    for name in ("README.md", "NOTATION.md", "TEACHING.md", "pyproject.toml", "conftest.py"):
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "images", folder / "images")
    main([NONE], folder)
    return folder


@pytest.fixture
def course(original, tmp_path):
    return Path(shutil.copytree(original, tmp_path / "course"))


def texts(folder):
    return {
        path.relative_to(folder): path.read_text("utf-8")
        for path in [*folder.rglob("*.ipynb"), folder / "README.md"]
    }


def changed_lines(before, after):
    """The lines that are in one and not in the other."""
    return set(before.splitlines()) ^ set(after.splitlines())


def test_the_committed_course_is_as_publish_writes_it(original):
    """Published or not: the same name again would change nothing."""
    cell = re.search(r'^EDITION, REPO, VERSION = \d+, "(.*)", "(.*)"$', with_first_cell(ROOT), re.MULTILINE)
    main([cell[1] or NONE, *(["--version", cell[2]] if cell[2] else [])], original)
    assert texts(original) == {path: (ROOT / path).read_text("utf-8") for path in texts(original)}
    main([NONE], original)


def with_first_cell(root):
    path = next(iter(sorted((root / "notebooks").glob("*.ipynb"))))
    return next(c.source for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code")


def test_of_two_names_only_the_second_stays(course, original, tmp_path):
    """Two names in turn leave only the second and none leaves nothing."""
    main([NAMES[0]], course)
    first = texts(course)
    main([NAMES[1]], course)
    second = texts(course)
    fresh = Path(shutil.copytree(original, tmp_path / "fresh"))
    main([NAMES[1]], fresh)
    assert second == texts(fresh)
    for path in first:
        assert NAMES[0] not in second[path]
        # Only lines that carry a name differ.
        assert all(
            NAMES[0] in line or NAMES[1] in line for line in changed_lines(first[path], second[path])
        ), path
    main([NAMES[0]], course)
    assert texts(course) == first
    main([NONE], course)
    assert texts(course) == texts(original)
    assert "colab" not in texts(course)[Path("README.md")].split("\n\n")[1].lower()


def test_the_same_name_again_writes_nothing(course, capsys):
    main([NAMES[0]], course)
    times = {path: os.stat(course / path).st_mtime_ns for path in texts(course)}
    main([NAMES[0]], course)
    assert "0 files changed." in capsys.readouterr().out
    assert times == {path: os.stat(course / path).st_mtime_ns for path in texts(course)}


def test_every_badge_leads_to_a_file_and_shows_our_picture(course):
    """Every badge leads to a file of the course and shows a picture of ours."""
    main([NAMES[0], "--version", "v2.0"], course)
    opened = set()
    for path, text in texts(course).items():
        links = re.findall(r"\[!\[([^]]+)\]\(([^)]+)\)\]\(([^)]+)\)", text)
        assert [words for words, _, _ in links] == ["Open in Colab", "Open on Binder"], path
        for _, image, address in links:
            assert (course / path.parent / image).resolve().is_file() and Path(image).name in IMAGES
            assert f"/{NAMES[0]}/" in address and "v2.0" in address
            (file,) = re.findall(r"notebooks/[\w.]+\.ipynb", unquote(address))
            assert (course / file).is_file()
            assert path.suffix == ".md" or path.name == Path(file).name
            opened.add(address.split("?")[0].removesuffix(file))
    colab = f"https://colab.research.google.com/github/{NAMES[0]}/blob/v2.0/"
    assert opened == {colab, f"https://mybinder.org/v2/gh/{NAMES[0]}/v2.0"}


def test_the_setup_cell_has_the_address_in_all_notebooks(course):
    """The setup cell has the address and all are still the same."""
    main([NAMES[1]], course)
    cells = {
        next(c.source for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code")
        for path in (course / "notebooks").glob("*.ipynb")
    }
    (cell,) = cells
    assert f'EDITION, REPO, VERSION = {edition()}, "{NAMES[1]}", "{project_version()}"' in cell.splitlines()


def test_a_published_course_passes_the_tests_of_its_notebooks(course):
    """A fork must not fail for its name, and a long name fits into a line."""
    main(["a" * 39 + "/" + "b" * 30], course)
    (course / "tests" / "notebooks").mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "notebooks" / "test_notebooks.py", course / "tests" / "notebooks")
    shutil.copytree(ROOT / "requirements", course / "requirements")
    shutil.copytree(ROOT / "tools", course / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for command in (
        ["pytest", "-q", "tests", "-p", "no:cacheprovider"],
        ["ruff", "check", "notebooks"],
    ):
        done = subprocess.run([sys.executable, "-m", *command], cwd=course, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "name",
    [
        "",
        "owner",
        "owner/",
        "a/b/c",
        "https://github.com/a/b",
        'a/b"; print(1) #',
        "-a/b",
        "a b/c",
        "a/..",
        "a/b.git",
        "a/.",
    ],
)
def test_a_wrong_name_gets_one_sentence_and_changes_nothing(course, original, name):
    """A name that is none gets one sentence and changes nothing."""
    with pytest.raises(
        SystemExit, match=r"is no name on GitHub: write make publish REPO=owner/name"
    ) as refused:
        main(["--", name], course)
    assert repr(name) in str(refused.value)
    assert texts(course) == texts(original)


@pytest.mark.parametrize("version", ["v1 0", "-b", 'v"', "a/b", "v1..0", "v1.", "v1.lock"])
def test_a_version_that_is_none_gets_one_sentence(course, version):
    with pytest.raises(SystemExit, match="is no name of a version: write letters, digits"):
        main([NAMES[0], f"--version={version}"], course)


def test_a_setup_cell_that_was_changed_is_refused():
    with pytest.raises(ValueError, match="A setup cell must have a line EDITION, REPO, VERSION"):
        with_address("import numpy as np", "a/b", "v1")


def test_the_pictures_of_the_badges_carry_their_words():
    for image in IMAGES:
        text = (ROOT / "images" / image).read_text(encoding="utf-8")
        words = (
            image.removesuffix(".svg")
            .replace("-", " ")
            .capitalize()
            .replace("colab", "Colab")
            .replace("binder", "Binder")
        )
        assert f"<title>{words}</title>" in text and f">{words}</text>" in text


def test_a_foreign_or_damaged_notebook_is_left_or_named(course):
    """A notebook of somebody else is left alone and a damaged one is named."""
    (course / "notebooks" / "Untitled.ipynb").write_text("mine", encoding="utf-8")
    main([NAMES[0]], course)
    assert (course / "notebooks" / "Untitled.ipynb").read_text(encoding="utf-8") == "mine"
    (course / "notebooks" / "Untitled.ipynb").unlink()
    for harm in ("{", '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'):
        path = course / "notebooks" / "03_query_key_value.ipynb"
        path.write_text(harm, encoding="utf-8")
        before = texts(course)
        with pytest.raises(
            SystemExit, match="03_query_key_value.ipynb is no notebook of the course: mend it first"
        ):
            main([NAMES[1]], course)
        assert texts(course) == before


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed: no tag to try")
def test_a_version_that_is_out_is_not_to_be_made_again(course, capsys):
    who = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org"]
    for command in (["init", "-q"], ["add", "-A"], [*who, "commit", "-q", "-m", "course"]):
        subprocess.run(["git", *command], cwd=course, check=True)
    main([NAMES[0], "--version", "v3"], course)
    assert "&& git tag v3 && git push origin HEAD v3" in capsys.readouterr().out
    subprocess.run(["git", "tag", "v3"], cwd=course, check=True)
    main([NAMES[1], "--version", "v3"], course)
    assert "The tag v3 is there already" in capsys.readouterr().out
