"""`make test-matrix`: the versions are those that we name, and a set that cannot be tried is a failure."""

import subprocess
import sys

import pytest

from tools.course import ROOT
from tools.measure import matrix

COLAB = (
    "numpy==2.1.3 matplotlib==3.10.0 ipywidgets==7.7.1 ipykernel==6.17.1 ipython==7.34.0 traitlets==5.7.1"
).split()


def pins(name):
    return (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_colabs_sets_have_colabs_versions():
    assert set(COLAB) <= set(pins("colab"))
    earlier = {"numpy==2.0.2", *(pin for pin in COLAB if not pin.startswith("numpy"))}
    assert earlier <= set(pins("colab-earlier"))
    assert matrix.SETS["colab"].python == "3.13" and matrix.SETS["colab-earlier"].python == "3.12"


def test_the_ends_of_what_we_support_are_tried():
    assert matrix.SETS["oldest"].python == "3.10" and "numpy==1.26.4" in pins("oldest")
    assert matrix.SETS["newest"].python == "3.13"
    assert {"numpy", "matplotlib", "ipywidgets", "ipython"} <= set(pins("newest"))  # no version: the newest


def test_every_set_runs_helpers_claims_and_notebooks():
    for name in matrix.SETS:
        tests = matrix.tests_of(name)
        assert {"tests/helpers", "tests/claims", "notebooks"} <= set(tests)
        assert all((ROOT / path).exists() for path in tests)
    assert {"tests/tools/publish/test_bundle.py", "tests/classic"} <= set(matrix.tests_of("colab"))


def test_a_python_is_found_by_running_it(monkeypatch):
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = matrix.find_python(here)
    said = subprocess.run([found, "--version"], capture_output=True, text=True).stdout
    assert said.startswith(f"Python {here}.")
    assert matrix.find_python("3.0") is None
    monkeypatch.setattr(matrix, "candidates", lambda version: [sys.executable])
    assert matrix.find_python("3.9") is None  # it answers, with another version


def test_a_set_without_its_python_fails_and_is_named(monkeypatch, capsys):
    ran = []
    monkeypatch.setattr(matrix, "find_python", lambda version: version if version == "3.11" else None)
    monkeypatch.setattr(matrix, "run", lambda name, python: ran.append((name, python)))
    assert matrix.main(["colab"]) == 1 and ran == []
    assert "colab: Python 3.13 is not here: install it, or try --any-python." in capsys.readouterr().out
    assert matrix.main(["--any-python", "colab", "newest"]) == 1 and ran == [("colab", "3.11")]
    assert "Failed: newest." in capsys.readouterr().out


def test_a_set_that_fails_fails_the_whole_and_the_others_run(monkeypatch, capsys):
    monkeypatch.setattr(matrix, "find_python", lambda version: "python")
    ran = []
    monkeypatch.setattr(matrix, "run", lambda name, python: ran.append(name) or int(name == "newest"))
    assert matrix.main([]) == 1
    assert ran == list(matrix.SETS) and capsys.readouterr().out.endswith("Failed: newest.\n")
    assert matrix.main(["oldest", "colab"]) == 0
    assert capsys.readouterr().out.endswith("All passed: oldest, colab.\n")


def test_an_unknown_set_is_named():
    with pytest.raises(SystemExit, match="There is no set of versions 'colb': name some of newest, colab"):
        matrix.main(["colb"])
