"""A browser and a server for tests: found, started, ended, and shut off from the network."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools import browser

# --- finding a browser ----------------------------------------------------------------------------


def put(folder: Path, name: str) -> str:
    """A program that can be found."""
    path = folder / (name + (".exe" if os.name == "nt" else ""))
    path.write_text("")
    path.chmod(0o755)
    return str(path)


def test_no_browser_on_path_leaves_playwrights_own(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert browser.candidates("linux") == [{}]
    assert browser.candidates("darwin") == browser.candidates("win32") == [{"channel": "chrome"}, {}]


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"])
def test_an_installed_browser_is_found(tmp_path, monkeypatch, name):
    monkeypatch.setenv("PATH", str(tmp_path))
    path = put(tmp_path, name)
    assert browser.candidates("linux") == [{"executable_path": path}, {}]


def test_chromium_comes_before_chrome(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    chrome, chromium = put(tmp_path, "google-chrome"), put(tmp_path, "chromium")
    assert browser.candidates("linux") == [{"executable_path": chromium}, {"executable_path": chrome}, {}]


def test_without_a_browser_one_line_names_the_command(tmp_path):
    command = "python -m playwright install chromium"
    said = browser.sentence([({}, browser.Error("none"))])
    assert command in said and "no Chromium or Chrome was found" in said and "\n" not in said
    broken = {"executable_path": str(tmp_path / "chromium")}
    said = browser.sentence([(broken, browser.Error("a long story\nin lines")), ({}, browser.Error("none"))])
    assert command in said and "chromium does not start" in said and "\n" not in said


def test_the_browser_can_ask_nobody_but_this_computer():
    assert "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1" in browser.FLAGS
    assert "--no-proxy-server" in browser.FLAGS
    assert "--no-sandbox" not in browser.FLAGS  # Playwright adds it, when it must; see start_browser


# --- the server -----------------------------------------------------------------------------------


@pytest.mark.parametrize("root", [True, False])
def test_the_server_listens_on_this_computer_only(monkeypatch, tmp_path, root):
    monkeypatch.setattr(browser, "is_root", lambda: root)
    command = browser.server_command(tmp_path, 1234)
    assert command[:3] == [sys.executable, "-m", "jupyterlab"]
    assert {"--ServerApp.ip=127.0.0.1", "--ServerApp.port=1234", "--no-browser"} <= set(command)
    assert {"--LabApp.news_url=None", "--LabApp.expose_app_in_browser=True"} <= set(command)
    assert ("--allow-root" in command) == root


def test_the_server_reads_nobodys_own_settings(monkeypatch, tmp_path):
    for name in ("JUPYTER_PATH", "JUPYTER_CONFIG_DIR", "PYTHONPATH", "MPLBACKEND", "IPYTHONDIR"):
        monkeypatch.setenv(name, "somebody's")
    environment = browser.server_environment(tmp_path)
    assert "somebody's" not in environment.values()
    assert Path(environment["JUPYTER_CONFIG_DIR"]).parent == tmp_path
    assert environment["PATH"] == os.environ["PATH"]


def test_the_course_is_copied_and_the_copy_goes_away():
    with browser.course_copy(extra={"notebooks/more.ipynb": "text"}) as folder:
        assert (folder / "helpers" / "attention.py").is_file() and (folder / "data" / "glove").is_dir()
        assert len(list((folder / "notebooks").glob("[0-9]*.ipynb"))) >= 2
        assert (folder / "notebooks" / "more.ipynb").read_text() == "text"
        assert not list(folder.rglob("__pycache__"))
    assert not folder.exists()
    assert not (browser.ROOT / "notebooks" / "more.ipynb").exists()


def test_a_server_that_ends_at_once_is_noticed():
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
        with pytest.raises(RuntimeError, match="did not start"):
            browser.wait_for_server(process, browser.free_port())


@pytest.mark.skipif(os.name == "nt", reason="process groups are not a thing of Windows")
def test_stopping_ends_what_the_server_started_too():
    child = "import time; print('up', flush=True); time.sleep(60)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    command = [sys.executable, "-c", parent]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "up\n"
        browser.stop(process)
        assert process.returncode == -signal.SIGTERM
        assert process.stdout.read() == ""  # its child held this open


def test_stopping_twice_does_no_harm():
    with subprocess.Popen([sys.executable, "-c", ""], start_new_session=True) as process:
        process.wait()
        browser.stop(process)


class Clock:
    """In the place of a page: waiting takes no time."""

    def wait_for_timeout(self, _: float) -> None:
        time.sleep(0.001)


def test_waiting_ends_when_it_is_true_or_too_late():
    answers = iter([False, False, True])
    browser.until(Clock(), lambda: next(answers), "three is true")
    with pytest.raises(AssertionError, match="never is"):
        browser.until(Clock(), lambda: False, "never is", seconds=0.02)


def test_a_cell_that_shows_a_widget_is_told_from_others():
    view = {"application/vnd.jupyter.widget-view+json": {}, "image/png": ""}
    assert browser.shows_widget({"outputs": [{"name": "stdout"}, {"data": view}]})
    assert not browser.shows_widget({"outputs": [{"data": {"image/png": ""}}]})


class Told:
    """In the place of a page whose kernel has run something."""

    def __init__(self, printed: str = "", problem: str = "") -> None:
        self.said = {"printed": printed, "problem": problem}

    def evaluate(self, script: str) -> object:
        return self.said if script == "window.courseSaid" else None


def test_what_the_kernel_prints_is_told():
    assert browser.kernel_says(Told("2\n"), "print(1 + 1)") == "2\n"
    with pytest.raises(RuntimeError, match="'1 / 0': division by zero"):
        browser.kernel_says(Told(problem="division by zero"), "1 / 0")


class Shown:
    """In the place of a page and of what is found in it: the place of the widget that was asked for."""

    def locator(self, _: str) -> "Shown":
        return self

    def nth(self, place: int) -> int:
        return place


def test_a_lab_is_found_by_what_makes_it_and_its_place(monkeypatch):
    sources = ["guess()", "lab = roles_lab()", "print()", "grid_lab()", "other = roles_lab(2)"]
    view = [{"data": {"application/vnd.jupyter.widget-view+json": {}}}]
    made = [{"source": text, "outputs": [] if text == "print()" else view} for text in sources]
    monkeypatch.setattr(browser, "cells", lambda page: made)
    assert browser.lab_of(Shown(), "grid") == 2
    assert [browser.lab_of(Shown(), "roles", which) for which in (0, 1)] == [1, 3]
    with pytest.raises(AssertionError, match="shows 2 widgets made by .*roles_lab.*, not 3"):
        browser.lab_of(Shown(), "roles", 2)
