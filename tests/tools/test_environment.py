"""tools/environment.py makes and mends .venv. Here pip and venv are stand-ins: no network, no waiting."""

import ast
import importlib.util
import json
import os
import runpy
import shutil
import site
import subprocess
import sys
from pathlib import Path

import pytest

from tools.course import ROOT

SCRIPT = ROOT / "tools" / "environment.py"
PACKAGES = {"lab.txt": ["alpha", "beta"], "test.txt": ["alpha", "beta", "gamma"]}


class Course:
    """The script at work in a folder of its own, with stand-ins for venv and pip that note what they did."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch):
        (root / "tools").mkdir(parents=True)
        (root / "requirements").mkdir()
        for lock, names in PACKAGES.items():
            (root / "requirements" / lock).write_text("\n".join(f"{name}==1.0" for name in names))
        self.script = shutil.copy(SCRIPT, root / "tools")
        monkeypatch.delenv("COURSE_PYTHON", raising=False)
        self.open(root)

    def open(self, root: Path) -> None:
        spec = importlib.util.spec_from_file_location("environment", root / "tools" / "environment.py")
        self.tool = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.tool)
        self.root, self.packages = root, root / ".venv" / "lib" / "site-packages"
        self.real_install = self.tool.install
        self.tool.ask, self.tool.install = self.ask, self.install
        self.did: list[str] = []
        self.version, self.stop_after = self.tool.THIS_PYTHON, 99

    def ask(self, command):
        words = [str(part) for part in command]
        if "venv" in words:
            self.did.append("build")
            shutil.rmtree(self.root / ".venv")
            self.tool.BIN.mkdir(parents=True)
            self.tool.PYTHON.write_text("")
            (self.tool.BIN / "pip").write_text(f"#!{self.tool.PYTHON}\n")
            self.put("pip")
        if not self.tool.PYTHON.exists():
            return False, "no such file"
        if "-c" in words:
            return True, json.dumps([*map(int, self.version.split(".")), str(self.packages)])
        return (self.packages / "pip").exists(), ""

    def install(self, lock):
        """Like pip: what has a dist-info folder is taken as installed; RECORD is written last."""
        self.did.append("install")
        for name in PACKAGES[lock]:
            if not (self.packages / f"{name}-1.0.dist-info").exists():
                self.put(name)

    def put(self, name):
        if not self.stop_after:
            raise KeyboardInterrupt
        self.stop_after -= 1
        self.did.append(name)
        info = self.packages / f"{name}-1.0.dist-info"
        for folder in (self.packages / name, info):
            folder.mkdir(parents=True, exist_ok=True)
        (self.packages / name / "__init__.py").write_text("x = 1\n")
        (info / "METADATA").write_text("")
        if not self.stop_after:
            raise KeyboardInterrupt
        files = [f"{name}/__init__.py,sha256=0,6", f"{name}/__init__.pyc,,", f"{info.name}/RECORD,,"]
        (info / "RECORD").write_text("\n".join(files))

    def run(self, kind="lab") -> list[str]:
        """What one run did."""
        self.did.clear()
        self.tool.prepare(kind)
        return list(self.did)


@pytest.fixture
def course(tmp_path, monkeypatch):
    return Course(tmp_path / "a b é", monkeypatch)


FIRST = ["build", "pip", "install", "alpha", "beta"]


def test_the_first_run_makes_everything_and_the_second_nothing(course):
    assert course.run() == FIRST
    assert course.run() == []


def test_what_the_tests_need_comes_on_top_and_serves_the_lab_too(course):
    course.run("lab")
    assert course.run("test") == ["install", "gamma"]
    assert course.run("lab") == course.run("test") == []


def test_a_new_lock_file_is_installed(course):
    course.run()
    (course.root / "requirements" / "lab.txt").write_text("alpha==1.1\n")
    assert course.run() == ["install"]
    assert course.run() == []


@pytest.mark.parametrize("stop_after", [1, 2, 3])
def test_an_interrupted_install_is_finished_by_the_next_run(course, stop_after):
    course.stop_after = stop_after
    with pytest.raises(KeyboardInterrupt):
        course.run()
    assert not course.tool.read_stamp()
    course.stop_after = 99
    assert "install" in course.run()
    assert not course.tool.damaged(course.packages)
    assert course.run() == []


@pytest.mark.parametrize("stamp", ["", "{", '{"python": "3', "[]", "null", "{}", '{"locks": {}}'])
def test_a_damaged_stamp_is_no_stamp(course, stamp):
    course.run()
    course.tool.STAMP.write_text(stamp)
    assert course.run() == ["install"]
    assert course.run() == []


def test_a_deleted_package_folder_is_put_back(course):
    course.run()
    shutil.rmtree(course.packages / "beta")
    assert course.run() == ["install", "beta"]
    assert course.run() == []


def test_a_package_without_a_trace_is_put_back(course):
    course.run()
    shutil.rmtree(course.packages / "beta")
    shutil.rmtree(course.packages / "beta-1.0.dist-info")
    assert course.run() == ["install", "beta"]


def test_a_cut_off_file_is_put_back(course):
    course.run()
    (course.packages / "alpha" / "__init__.py").write_text("x")
    assert course.run() == ["install", "alpha"]


def test_a_missing_python_or_pip_makes_it_all_anew(course):
    course.run()
    course.tool.PYTHON.unlink()
    assert course.run() == FIRST
    shutil.rmtree(course.packages / "pip")
    assert course.run() == FIRST
    shutil.rmtree(course.tool.BIN)
    assert course.run() == FIRST


def test_a_moved_folder_makes_it_anew(course, tmp_path):
    """A moved folder makes it anew since scripts hold the old path."""
    course.run()
    course.open(course.root.rename(tmp_path / "moved"))
    assert course.run() == FIRST


def test_only_a_python_chosen_by_name_replaces_another(course, monkeypatch):
    """A python chosen by name replaces another one and no choice keeps it."""
    course.run()
    stamp = course.tool.read_stamp()
    course.version = "3.9"  # what .venv has, as if made by another Python
    course.tool.write_stamp({**stamp, "python": "3.9"})
    assert course.run() == []
    monkeypatch.setenv("COURSE_PYTHON", "python3")
    assert course.tool.other_python("3.9") and not course.tool.other_python(course.tool.THIS_PYTHON)
    with pytest.raises(IndexError):  # it does set out to build: the stand-in cannot change its version
        course.tool.build = [].pop
        course.run()


def test_an_environment_without_our_defaults_gets_them(course):
    """JupyterLab starts from our defaults, in an environment of an older course as well."""
    course.run()
    for words in ("{}", "{", '{"@jupyterlab/notebook-extension:tracker": {}}'):
        course.tool.SETTINGS.write_text(words)
        assert course.run() == ["install"]
        assert json.loads(course.tool.SETTINGS.read_text()) == course.tool.DEFAULTS
    course.tool.SETTINGS.unlink()
    assert course.run() == ["install"]
    assert course.run() == []


def test_the_repository_is_on_the_import_path(course, monkeypatch):
    course.run()
    monkeypatch.setattr(sys, "path", [])
    site.addsitedir(str(course.packages))
    assert str(course.root) in sys.path
    assert course.tool.path_file(course.packages).read_text().isascii()  # each Python decodes it in its way


def test_pips_failure_is_one_sentence_and_its_words_are_kept(course):
    course.tool.VENV.mkdir()
    failing = "print('Collecting x'); print('ERROR: No distribution found for x==1'); raise SystemExit(1)"
    course.tool.pip = lambda *arguments: [sys.executable, "-c", failing]
    with pytest.raises(course.tool.Stop, match="No distribution found for x==1.*already downloaded is kept"):
        course.real_install("lab.txt")
    assert "Collecting x" in course.tool.LOG.read_text()
    assert course.tool.explain("OSError: [Errno 28] No space left on device") == course.tool.FULL


def test_a_python_without_venv_is_told_what_to_install(course, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(course.tool.Stop, match="sudo apt install python3-venv"):
        course.run()


# --- as a program ---------------------------------------------------------------------------------


def ends_with(script, monkeypatch, *arguments):
    """How the script ends: exit code, or its one sentence."""
    monkeypatch.setattr(sys, "argv", ["environment.py", *arguments])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(script), run_name="__main__")
    return end.value.code


@pytest.mark.parametrize("found", ["python3.12", None])
def test_an_old_python_gets_one_sentence(course, monkeypatch, found):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    monkeypatch.setattr(shutil, "which", lambda name: name if name == found else None)
    sentence = ends_with(course.script, monkeypatch, "lab")
    assert sentence.startswith("The course needs Python 3.10 or newer and this is 3.9: ")
    assert ("make lab PYTHON=python3.12" if found else "install a newer one") in sentence
    assert "\n" not in sentence


def test_an_old_python_can_read_the_script_at_all():
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 7))


def test_a_stop_by_the_learner_is_one_sentence(course, monkeypatch, capsys):
    def stop(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "__init__", stop)
    assert ends_with(course.script, monkeypatch, "ready", "lab") == 130
    assert capsys.readouterr().err == "Stopped before the end: to go on, run the same command again.\n"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (PermissionError(13, "Permission denied"), "cannot be written: copy it to a folder of your own"),
        (OSError(30, "Read-only file system"), "cannot be written"),
        (OSError(28, "No space left on device"), "The disk is full"),
        (FileExistsError(17, "File exists", "/x/.venv"), "delete the folder .venv"),
    ],
)
def test_a_refusal_of_the_system_is_one_sentence(course, monkeypatch, error, sentence):
    def refuse(*arguments, **options):
        raise error

    monkeypatch.setattr(Path, "mkdir", refuse)
    assert sentence in ends_with(course.script, monkeypatch, "ready", "lab")


@pytest.mark.parametrize("arguments", [[], ["ready"], ["dance"], ["ready", "dance"]])
def test_an_unknown_word_is_answered(course, monkeypatch, arguments):
    assert ends_with(course.script, monkeypatch, *arguments).startswith("Say what to do: lab, test")


def test_the_lab_opens_the_first_notebook_and_takes_flags(course):
    (course.root / "data").mkdir()
    listed = json.dumps({"notebooks": [{"file": "01_a.ipynb"}, {"file": "02_b.ipynb"}]})
    (course.root / "data" / "course.json").write_text(listed, encoding="utf-8")
    command = course.tool.lab(["--no-browser"])
    assert command[:2] == ["-m", "jupyterlab"] and command[-1] == "--no-browser"
    assert "--LabApp.default_url=/lab/tree/notebooks/01_a.ipynb" in command
    assert ("--allow-root" in command) == (hasattr(os, "geteuid") and os.geteuid() == 0)


@pytest.mark.parametrize(
    "listed", [None, "", "{", "[]", "{}", '{"notebooks": []}', '{"notebooks": [{"file": 1}]}']
)
def test_without_the_list_of_notebooks_the_lab_opens_too(course, listed):
    if listed is not None:
        (course.root / "data").mkdir()
        (course.root / "data" / "course.json").write_text(listed, encoding="utf-8")
    command = course.tool.lab(["--no-browser"])
    assert command[-1] == "--no-browser" and "default_url" not in " ".join(command)


def test_other_packages_of_the_caller_stay_outside(course, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    assert "PYTHONPATH" not in course.tool.clean_environment()
