"""tools/environment.py makes .venv with uv. Here venv, uv and pip are stand-ins: no network, no waiting."""

import ast
import importlib.util
import json
import os
import runpy
import shutil
import site
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools.course import ROOT

SCRIPT = ROOT / "tools" / "environment.py"
PINS = {"uv.txt": ["uv"], "lab.txt": ["alpha", "beta"], "test.txt": ["alpha", "beta", "gamma"]}


class Course:
    """The script at work in a folder of its own, with stand-ins that note what they did."""

    def __init__(self, root: Path):
        for folder in ("tools", "requirements"):
            (root / folder).mkdir(parents=True)
        for lock, names in PINS.items():
            (root / "requirements" / lock).write_text("\n".join(f"{name}==1.0" for name in names))
        self.script = shutil.copy(SCRIPT, root / "tools")
        self.cached: set[str] = set()  # the lock files that uv can install without a network
        self.open(root)

    def open(self, root: Path) -> None:
        spec = importlib.util.spec_from_file_location("environment", root / "tools" / "environment.py")
        self.tool = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.tool)
        self.really_ask, self.tool.ask = self.tool.ask, self.ask
        self.root, self.packages = root, root / ".venv" / self.tool.PACKAGES.replace("*", "3")
        self.did: list[str] = []
        self.fails: dict[str, str] = {}  # a program that fails, and its words
        self.version = self.tool.THIS_PYTHON
        self.cut, self.stubborn = "", False  # a package that is damaged in uv's cache, and stays so

    def ask(self, *command, **more):
        words = [str(part) for part in command]
        if "-c" in words:
            return self.tool.PYTHON.exists(), f"{self.version} '{self.root}'"
        if "--version" in words:
            return self.tool.UV.exists(), self.tool.UV.exists() and self.tool.UV.read_text()
        if words[-1] == "list":
            return True, "global.index-url='https://one'\n:env:.proxy='two'\n"
        if "clean" in words:
            self.did.append(f"clean {words[-1]}")
            self.cached = {lock for lock in self.cached if words[-1] not in lock}
            self.cut = self.cut if self.stubborn else ""
            return True, ""
        if "venv" in words:
            return self.venv()
        lock = self.root / words[words.index("-r") + 1]
        name = "pip" if words[0] == str(self.tool.PYTHON) else "kept" if "--offline" in words else "uv"
        if name == "kept" and lock.read_text() not in self.cached:
            return False, ""
        self.did.append(f"{name} {lock.name}")
        if self.did[-1] in self.fails:
            return False, self.fails[self.did[-1]]
        if lock.name == "uv.txt":
            assert str(self.tool.UV.parents[1]) == words[words.index("--target") + 1]
            self.tool.UV.parent.mkdir(parents=True, exist_ok=True)
            self.tool.UV.write_text(lock.read_text().replace("==", " ") + " (of today)")
            return True, ""
        self.cached |= {lock.read_text()} if name == "uv" else set()
        for package in PINS[lock.name]:
            if f"--reinstall-package={package}" in words or not list(self.packages.glob(f"{package}-*")):
                self.put(package, "x" if name != "pip" and package == self.cut else "x = 1\n")
        return True, ""

    def venv(self):
        self.did.append("venv")
        shutil.rmtree(self.root / ".venv")
        for folder in (self.packages, self.tool.PYTHON.parent):
            folder.mkdir(parents=True)
        self.tool.PYTHON.write_text("")
        self.put("pip")
        return "venv" not in self.fails, self.fails.get("venv", "")

    def put(self, name, text="x = 1\n"):
        info = self.packages / f"{name}-1.0.dist-info"
        for folder in (self.packages / name, info):
            folder.mkdir(exist_ok=True)
        (self.packages / name / "__init__.py").write_text(text)
        lines = [f"{name}/__init__.py,sha256=0,6", f"{name}/__init__.pyc,,", f"{info.name}/RECORD,,"]
        (info / "RECORD").write_text("\n".join(lines))

    def run(self, kind="lab") -> list[str]:
        """What one run did."""
        self.did.clear()
        self.tool.prepare(kind)
        return list(self.did)


@pytest.fixture
def course(tmp_path, monkeypatch):
    monkeypatch.delenv("COURSE_PYTHON", raising=False)
    return Course(tmp_path / "a b é")


FIRST = ["venv", "pip uv.txt", "uv lab.txt"]
ANEW = ["venv", "kept lab.txt"]  # no network needed
BY_PIP = ["venv", "pip lab.txt"]


def test_the_first_run_makes_everything_and_the_second_nothing(course, monkeypatch):
    assert course.run() == FIRST
    assert course.run() == []
    monkeypatch.setattr(sys, "path", [])
    site.addsitedir(str(course.packages))
    assert str(course.root) in sys.path
    assert (
        (course.packages / course.tool.PATH_FILE).read_text().isascii()
    )  # each Python decodes it in its way
    assert json.loads(course.tool.SETTINGS.read_text()) == course.tool.DEFAULTS


def test_what_the_tests_need_comes_on_top_and_serves_the_lab_too(course):
    course.run("lab")
    course.put("own")  # a learner's own package, and no business of ours
    assert course.run("test") == ["uv test.txt"]
    shutil.rmtree(course.packages / "own")
    assert course.run("lab") == course.run("test") == []


def test_a_new_lock_or_another_version_is_mended_on_top(course):
    course.run()
    (course.root / "requirements" / "lab.txt").write_text("alpha==1.1\n")
    assert course.run() == ["uv lab.txt"]
    (course.packages / "beta-1.0.dist-info").rename(course.packages / "beta-2.0.dist-info")
    record = course.packages / "beta-2.0.dist-info" / "RECORD"
    record.write_text(record.read_text().replace("1.0", "2.0"))
    assert course.run() == ["kept lab.txt"]
    assert course.run() == []


def test_uv_is_fetched_where_it_is_gone_or_too_old(course):
    course.run()
    for accident in (course.tool.UV.unlink, lambda: course.tool.UV.write_text("uv 0.9 (of old)")):
        accident()
        course.tool.STAMP.unlink()
        assert course.run() == ["venv", "pip uv.txt", "kept lab.txt"]


def test_without_a_network_a_whole_environment_stays(course):
    course.run()
    course.fails = {"uv test.txt": "", "pip test.txt": "ERROR: nobody answers"}
    with pytest.raises(SystemExit, match="nobody answers"):
        course.run("test")
    assert course.run("lab") == []


MENDED = ["kept lab.txt"]


def damage(course):
    """Every way in which an environment can be in doubt, and what mends it."""
    init = course.packages / "beta" / "__init__.py"
    yield lambda: init.write_text("x"), MENDED
    yield lambda: shutil.rmtree(init.parent), MENDED
    yield lambda: [shutil.rmtree(folder) for folder in course.packages.glob("beta*")], MENDED
    yield lambda: (course.packages / "beta-1.0.dist-info" / "RECORD").unlink(), MENDED
    yield (course.packages / course.tool.PATH_FILE).unlink, MENDED
    yield course.tool.SETTINGS.unlink, MENDED
    yield lambda: shutil.rmtree(course.packages / "pip"), [*MENDED, "clean pip", *ANEW]
    yield course.tool.PYTHON.unlink, ANEW
    yield lambda: Path(course.script).write_text(SCRIPT.read_text(encoding="utf-8") + "#", "utf-8"), ANEW
    for words in ("", "{", '{"base": ["3', "[]", "null", "{}"):
        yield lambda words=words: course.tool.STAMP.write_text(words), ANEW


def test_an_environment_in_doubt_is_mended_without_a_network(course):
    course.run()
    for number, (accident, mended) in enumerate(damage(course)):
        accident()
        assert course.run() == mended, number
        assert course.run() == [], number


def test_what_a_learner_has_added_survives_a_damaged_package(course):
    course.run()
    course.put("own")
    shutil.rmtree(course.packages / "beta")
    assert course.run() == MENDED
    assert (course.packages / "own").exists()


def test_a_moved_folder_is_laid_anew_since_scripts_hold_its_path(course, tmp_path):
    course.run()
    course.open(course.root.rename(tmp_path / "moved"))
    assert course.run() == ANEW


def test_only_a_python_chosen_by_name_replaces_another(course, monkeypatch):
    course.version = "3.9"
    course.run()
    assert course.run() == []
    monkeypatch.setenv("COURSE_PYTHON", "python3")
    assert course.run() == ANEW


@pytest.mark.parametrize(
    ("stopped_at", "rest"),
    [("venv", FIRST), ("pip uv.txt", ["venv", "uv lab.txt"]), ("uv lab.txt", ANEW)],
)
def test_an_interrupted_run_is_finished_by_the_next(course, monkeypatch, stopped_at, rest):
    def stop(*command, **more):
        done = course.ask(*command, **more)
        if stopped_at in course.did:
            raise KeyboardInterrupt
        return done

    monkeypatch.setattr(course.tool, "ask", stop)
    with pytest.raises(KeyboardInterrupt):
        course.run()
    monkeypatch.setattr(course.tool, "ask", course.ask)
    assert course.run() == rest
    assert course.run() == []


def test_no_stamp_is_left_from_where_the_old_files_go(course, monkeypatch):
    course.run()
    Path(course.script).write_text(SCRIPT.read_text(encoding="utf-8") + "#", encoding="utf-8")
    monkeypatch.setattr(
        course.tool, "ask", lambda *words, **more: course.ask(*words) if "-c" in words else 1 / 0
    )
    with pytest.raises(ZeroDivisionError):
        course.run()
    assert course.tool.STAMP.read_text() == ""


@pytest.mark.parametrize("step", [1, 2])
def test_where_uv_fails_pip_does_the_same(course, step):
    course.fails = {FIRST[step]: "no"}
    assert course.run() == FIRST[: step + 1] + BY_PIP
    assert course.run() == []


def test_what_is_damaged_in_uvs_cache_is_thrown_out_of_it(course):
    course.cut = "beta"
    assert course.run() == [*FIRST, "clean beta", "venv", "uv lab.txt"]
    assert course.run() == []
    course.cut = "gamma"
    assert course.run("test") == ["uv test.txt", "clean gamma", "venv", "uv test.txt"]
    assert course.run("test") == []


def test_a_cache_that_stays_damaged_leaves_it_to_pip(course):
    course.cut, course.stubborn = "beta", True
    anew = ["venv", "uv lab.txt", "clean beta"]
    assert course.run() == [*FIRST, "clean beta", *anew, *BY_PIP]


def test_a_failure_is_one_sentence_and_all_words_are_kept(course):
    course.fails = {"uv lab.txt": "uv's words\n", "pip lab.txt": "Collecting x\nERROR: No x==1\n"}
    with pytest.raises(SystemExit, match=r"\(No x==1\): see that the network .* what is downloaded is kept"):
        course.run()
    assert (course.root / ".venv" / "install.log").read_text() == "uv's words\nCollecting x\nERROR: No x==1\n"


def test_on_a_full_disk_pip_need_not_try(course, monkeypatch):
    course.fails = {"uv lab.txt": "no", "pip lab.txt": "ERROR: OSError: [Errno 28] No space left on device"}
    with pytest.raises(SystemExit, match=course.tool.FULL):
        course.run()
    assert course.did == [*FIRST, *BY_PIP]  # another disk may be full, that of uv's cache
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=10**6))
    with pytest.raises(SystemExit, match=course.tool.FULL):
        course.run()
    assert course.did == ["venv", "uv lab.txt"]


def test_a_python_without_venv_is_told_what_to_install(course, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="sudo apt install python3-venv"):
        course.run()


def test_uv_is_told_where_pip_finds_packages_and_to_copy(course, monkeypatch):
    for name in ("UV_TARGET_X", "UV_PYTHON", "PYTHONPATH", "PIP_TARGET", "UV_INDEX_URL"):
        monkeypatch.setenv(name, "elsewhere")
    seen = {}
    monkeypatch.setattr(course.tool, "ask", lambda *words, **more: seen.update(more) or course.ask(*words))
    course.run()
    assert seen == {"UV_DEFAULT_INDEX": "https://one", "ALL_PROXY": "two"}
    clean = course.tool.clean_environment()
    assert [name for name, value in clean.items() if value == "elsewhere"] == ["UV_INDEX_URL"]
    assert clean["UV_LINK_MODE"] == "copy" and clean["UV_PYTHON_DOWNLOADS"] == "never"


def test_what_a_program_is_told_and_what_it_says(course):
    code = "import os, sys; print(os.environ['UV_DEFAULT_INDEX'], os.getcwd()); sys.exit(3)"
    told = course.really_ask(sys.executable, "-X", "utf8", "-c", code, UV_DEFAULT_INDEX="https://one")
    assert told == (False, f"https://one {course.root}\n")
    assert course.really_ask(sys.executable, "-c", "") == (True, "")
    assert not course.really_ask(course.root / "nowhere")[0]


# --- as a program ---------------------------------------------------------------------------------


def ends_with(script, monkeypatch, *arguments):
    """How the script ends: exit code, or its one sentence."""
    monkeypatch.setattr(sys, "argv", ["environment.py", *arguments])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(script), run_name="__main__")
    return end.value.code


@pytest.mark.parametrize("found", ["python3.12", None])
def test_an_old_python_gets_one_sentence(course, monkeypatch, found):
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 7))
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    monkeypatch.setattr(shutil, "which", lambda name: name if name == found else None)
    sentence = ends_with(course.script, monkeypatch, "lab")
    assert sentence.startswith("The course needs Python 3.10 or newer and this is 3.9: ")
    assert ("make lab PYTHON=python3.12" if found else "install a newer one") in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (KeyboardInterrupt(), 130),
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
    said = ends_with(course.script, monkeypatch, "ready", "lab")
    assert said == sentence if sentence == 130 else sentence in said


@pytest.mark.parametrize("arguments", [[], ["ready"], ["dance"], ["ready", "dance"]])
def test_an_unknown_word_is_answered(course, monkeypatch, arguments):
    assert ends_with(course.script, monkeypatch, *arguments).startswith("Say what to do: lab, test")


def test_the_lab_opens_the_first_notebook_and_takes_flags(course):
    assert "default_url" not in " ".join(course.tool.lab([]))
    (course.root / "notebooks").mkdir()
    for name in ("02_b.ipynb", "01_a.ipynb"):
        (course.root / "notebooks" / name).touch()
    command = course.tool.lab(["--no-browser"])
    assert command[:2] == ["-m", "jupyterlab"] and command[-1] == "--no-browser"
    assert "--LabApp.default_url=/lab/tree/notebooks/01_a.ipynb" in command
    (course.root / "my_notebooks").mkdir()
    (course.root / "my_notebooks" / "01_a-new.ipynb").touch()
    assert course.tool.lab(["--no-browser"]) == command, "there is no copy of the first notebook yet"
    (course.root / "my_notebooks" / "01_a.ipynb").touch()
    assert "--LabApp.default_url=/lab/tree/my_notebooks/01_a.ipynb" in course.tool.lab([])
    assert ("--allow-root" in command) == (hasattr(os, "geteuid") and os.geteuid() == 0)


class Started(Exception):
    """The program has become another one."""


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot become another program")
@pytest.mark.parametrize("kind", ["lab", "test"])
def test_only_the_lab_brings_the_own_copy_up_to_date(course, monkeypatch, kind):
    did = []

    def become(path, command, environment):
        did.append(command[2])
        raise Started

    monkeypatch.setattr(course.tool, "prepare", lambda kind: did.append("prepare"))
    monkeypatch.setattr(course.tool, "own_copy", lambda: did.append("own copy"))
    monkeypatch.setattr(course.tool.os, "execve", become)
    monkeypatch.chdir(course.root)
    with pytest.raises(Started):
        course.tool.main([kind])
    assert did == {"lab": ["prepare", "own copy", "jupyterlab"], "test": ["prepare", "pytest"]}[kind]


def test_the_own_copy_is_made_by_the_python_of_the_environment(course, monkeypatch):
    """The program runs in the course's folder; JupyterLab is opened whatever becomes of it."""
    (course.root / "tools" / "own_copy.py").write_text(
        "import os, pathlib\npathlib.Path('made').write_text(os.environ.get('PYTHONPATH', 'clean'))\n1 / 0"
    )
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    monkeypatch.setattr(course.tool, "PYTHON", Path(sys.executable))
    course.tool.own_copy()
    assert (course.root / "made").read_text() == "clean"
