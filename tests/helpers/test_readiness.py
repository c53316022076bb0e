"""What notebook 0 says about the computer: good, or what is wrong and what to do."""

import re
import sys
import types
from importlib import metadata

import pytest

from helpers import files, readiness
from helpers.readiness import report
from tools.course import ROOT

ALL_WELL = report().splitlines()


def line(name):
    (found,) = [one for one in report().splitlines() if one.startswith(f"{name}:")]
    return found


def with_versions(monkeypatch, **versions):
    real = metadata.version
    monkeypatch.setattr(readiness.metadata, "version", lambda name: versions.get(name) or real(name))


def test_where_all_is_well_the_report_names_no_version():
    assert [one.split(":")[1].strip() for one in ALL_WELL[:-1]] == ["good"] * 6
    assert ALL_WELL[-1] == "You can begin." and not re.search(r"\d", report())


def test_it_asks_for_the_ranges_of_the_project():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for name, (least, below) in readiness.PACKAGES.items():
        assert f'"{name}>={least},<{below}"' in text
    assert f'requires-python = ">={readiness.PYTHON}"' in text


@pytest.mark.parametrize(
    "versions",
    [
        {"numpy": "1.26", "ipywidgets": "7.7.1", "matplotlib": "3.8.0"},
        {"numpy": "2.99.1", "ipywidgets": "8.1.8", "matplotlib": "3.11.0rc1"},
        {"numpy": "2.0.0.dev0+git1", "ipywidgets": "8.0.0a0"},
    ],
)
def test_every_version_within_the_ranges_gives_the_same_text(monkeypatch, versions):
    with_versions(monkeypatch, **versions)
    assert report().splitlines() == ALL_WELL


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("numpy", "1.25.2"),
        ("numpy", "3.0.0"),
        ("matplotlib", "3.7.9"),
        ("ipywidgets", "7.7.0"),
        ("ipywidgets", "9"),
    ],
)
def test_a_version_outside_is_named_with_what_to_do(monkeypatch, name, version):
    """A version outside is named with what is needed and what to do."""
    with_versions(monkeypatch, **{name: version})
    least, below = readiness.PACKAGES[name]
    assert f"{name} {version} was found" in line(name) and f"{least} or newer, below {below}" in line(name)
    assert f'pip install "{name}>={least},<{below}"' in line(name)
    assert report().endswith(f"Please mend first: {name}.")


def test_a_missing_or_damaged_package_is_named(monkeypatch):
    def version(name):
        raise metadata.PackageNotFoundError(name) if name == "numpy" else KeyError("Version")

    monkeypatch.setattr(readiness.metadata, "version", version)
    assert "numpy is not installed" in line("numpy") and "make lab" in line("numpy")
    assert "version of matplotlib cannot be read (KeyError)" in line("matplotlib")
    monkeypatch.setattr(readiness.metadata, "version", lambda name: "unknown")
    assert "cannot be read (ValueError)" in line("numpy")
    monkeypatch.setattr(readiness.metadata, "version", lambda name: None)  # METADATA without a version
    assert "cannot be read (TypeError)" in line("numpy")


def test_an_old_python_is_named(monkeypatch):
    monkeypatch.setattr(readiness, "sys", types.SimpleNamespace(version_info=(3, 9, 18, "final", 0)))
    assert "this is Python 3.9.18" in line("Python") and "3.10 or newer" in line("Python")
    monkeypatch.setattr(readiness, "sys", types.SimpleNamespace(version_info=(3, 10, 0, "final", 0)))
    assert report().splitlines() == ALL_WELL


def test_damaged_data_are_named(monkeypatch, tmp_path):
    """Which file, in which state: tests/test_data.py."""
    monkeypatch.setattr(files, "DATA", tmp_path)
    assert "data/course.json" in line("data files") and "git checkout -- data" in line("data files")
    assert report().endswith("Please mend first: data files.")


def test_an_unknown_trouble_with_the_data_stops_nothing(monkeypatch):
    def unforeseen():
        raise MemoryError

    monkeypatch.setattr(readiness, "_readers", lambda: [unforeseen])
    assert "data/ cannot be read (MemoryError); download the course again" in line("data files")


def test_without_numpy_it_still_speaks(monkeypatch):
    for name in [name for name in sys.modules if name.startswith("helpers.") and name != "helpers.readiness"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert "cannot be read yet" in line("data files") and "mend the lines above" in line("data files")


def test_a_folder_that_cannot_be_written_stops_nothing(monkeypatch, tmp_path):
    """A folder that cannot be written is said and stops nothing."""
    monkeypatch.setattr(files, "progress_file", lambda: tmp_path / "gone" / "progress.json")
    assert "it cannot be written (No such file" in line("folder of notebooks")
    assert "your progress will not be kept" in line("folder of notebooks")
    assert report().endswith("You can begin.")


def test_looking_leaves_no_trace(monkeypatch, tmp_path):
    monkeypatch.setattr(files, "progress_file", lambda: tmp_path / "progress.json")
    before = tmp_path.stat().st_mtime_ns
    assert report().splitlines() == ALL_WELL
    assert not list(tmp_path.iterdir()) and (sys.platform != "linux" or tmp_path.stat().st_mtime_ns == before)
