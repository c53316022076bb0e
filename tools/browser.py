"""JupyterLab in a real browser: what the browser tests and `make bench` share.

    with start_browser() as browser, course_copy() as folder, serve(folder) as url:
        page = new_page(browser, width=1280)
        open_notebook(page, url, "notebooks/02_contextual_embedding.ipynb")
        begin_run(page)
        end_run(page)

Nothing here reaches the network: the server listens on this computer only, and the browser can
resolve no other name.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Locator, Page, TimeoutError, sync_playwright

from tools.course import PARTS, ROOT

HERE = "127.0.0.1"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
GET_ONE = ".venv/bin/python -m playwright install chromium"
PATIENCE = 180.0  # seconds; notebook 06 takes 25 of them, only something broken takes this long
A_WHILE = 60.0  # seconds for one change of a page: far more than it takes, as others may use the computer too

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",  # a proxy would resolve names for the browser
    f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {HERE}",
]


class NoBrowser(Exception):
    """One sentence that names the command which gets a browser."""


# --- the browser ----------------------------------------------------------------------------------


def is_root() -> bool:
    """Do we run as root? Chromium's sandbox and Jupyter both want to know."""
    return os.name != "nt" and os.geteuid() == 0


def candidates(system: str = sys.platform) -> list[dict[str, Any]]:
    """Playwright's launch options for each browser that may be here, the best first."""
    found = [{"executable_path": path} for path in map(shutil.which, NAMES) if path]
    if system in ("darwin", "win32"):  # there Chrome is not on PATH; Playwright knows where it lies
        found.append({"channel": "chrome"})
    return [*found, {}]  # {}: the one that Playwright has installed itself, if it has


@contextlib.contextmanager
def start_browser() -> Iterator[Browser]:
    """A headless browser: the first candidate that starts.

    Raises
    ------
    NoBrowser
        If none does.
    """
    with sync_playwright() as playwright:
        reasons = []
        for options in candidates():
            try:
                browser = playwright.chromium.launch(
                    headless=True, args=FLAGS, chromium_sandbox=not is_root(), **options
                )
            except Error as error:
                reasons.append((options, error))
                continue
            try:
                yield browser
            finally:
                browser.close()
            return
        raise NoBrowser(sentence(reasons))


def sentence(reasons: list[tuple[dict[str, Any], Error]]) -> str:
    """What to say if no browser started. One that is there and does not start is named."""
    broken = [options["executable_path"] for options, _ in reasons if "executable_path" in options]
    what = f"{Path(broken[0]).name} does not start" if broken else "no Chromium or Chrome was found"
    return f"This needs a browser, and {what}: get one with  {GET_ONE}"


def new_page(browser: Browser, width: int = 1280, height: int = 900) -> Page:
    """A page of its own: no cookies or open tabs of another page."""
    context = browser.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(1000 * A_WHILE)
    return context.new_page()


# --- the server -----------------------------------------------------------------------------------


@contextlib.contextmanager
def course_copy(root: Path = ROOT, extra: Mapping[str, str] | None = None) -> Iterator[Path]:
    """A copy of the course for a while, since JupyterLab saves what it opens. `extra`: more files."""
    with tempfile.TemporaryDirectory(prefix="course-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        for part in PARTS:
            unwanted = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", "progress*.json")
            shutil.copytree(root / part, folder / part, ignore=unwanted)
        for path, text in (extra or {}).items():
            (folder / path).write_text(text, encoding="utf-8")
        yield folder


def free_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


def server_command(folder: Path, port: int) -> list[str]:
    """JupyterLab for one folder, on this computer only, that asks for no password and nobody's news."""
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", f"--ServerApp.root_dir={folder}"]
    command += [f"--ServerApp.ip={HERE}", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    command += ["--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True"]
    command += ["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    command += ["--LabApp.extension_manager=readonly"]  # the other kind asks PyPI
    return command + (["--allow-root"] if is_root() else [])


def server_environment(home: Path) -> dict[str, str]:
    """Our environment without what would bring in somebody's own settings, extensions or packages."""
    foreign = ("JUPYTER", "IPYTHON", "PYTHONPATH", "PYTHONHOME", "MPLBACKEND")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        kept[name] = str(home / name.lower())
    for name in ("SETTINGS", "WORKSPACES"):
        kept[f"JUPYTERLAB_{name}_DIR"] = str(home / name.lower())
    return kept


@contextlib.contextmanager
def serve(folder: Path, command: Callable[[Path, int], list[str]] = server_command) -> Iterator[str]:
    """JupyterLab on a folder, with the Python that runs this; its address, ending in a slash.

    `command` may start another server that has Jupyter's API.
    """
    with tempfile.TemporaryDirectory(prefix="jupyter-", ignore_cleanup_errors=True) as home:
        log, port = Path(home) / "log.txt", free_port()
        with open(log, "w", encoding="utf-8") as out:
            process = subprocess.Popen(
                command(folder, port),
                cwd=folder,
                env=server_environment(Path(home)),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # a group of its own, so that all of it can be ended
            )
        try:
            wait_for_server(process, port)
            yield f"http://{HERE}:{port}/"
        except Exception:  # whatever it was, the server may have said why
            words = log.read_text(encoding="utf-8", errors="replace")
            print(f"The server wrote:\n{words[-3000:]}", file=sys.stderr)
            raise
        finally:
            stop(process)


def wait_for_server(process: subprocess.Popen[Any], port: int) -> None:
    """Return when the server answers."""
    end = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        connection = http.client.HTTPConnection(HERE, port, timeout=5)
        try:
            connection.request("GET", "/api")
            if connection.getresponse().status == 200:
                return
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()
        time.sleep(0.05)
    raise RuntimeError("The server did not start.")


def stop(process: subprocess.Popen[Any]) -> None:
    """End the server, and whatever it started: first politely, so that it ends its kernels itself."""
    for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        try:
            if os.name == "nt":
                process.terminate()
            else:
                os.killpg(process.pid, number)
            process.wait(15)
        except ProcessLookupError:  # all gone
            process.poll()
            return
        except subprocess.TimeoutExpired:
            continue


# --- a notebook in a page -------------------------------------------------------------------------

NOTEBOOK = "window.jupyterapp?.shell.currentWidget"
KERNEL_IS_READY = f"""path => {{
    const notebook = {NOTEBOOK}, session = notebook?.sessionContext;
    const isThere = notebook?.context?.path === path && notebook.context.isReady;
    // A session is "ready" as well when the server has refused to start a kernel.
    return isThere && session?.isReady && Boolean(session.session?.kernel);
}}"""


def open_notebook(page: Page, url: str, path: str) -> None:
    """Open a notebook (a path below the served folder) and wait for its kernel.

    On a busy computer JupyterLab now and then shows a notebook and starts no kernel for it. Loading
    the page again is what a learner would do, and what this does, once.
    """
    page.bring_to_front()
    # A workspace of its own: no tabs that another page has left open.
    address = f"{url}lab/workspaces/{Path(path).stem}/tree/{path}"
    for last in (False, True):
        page.goto(address, timeout=1000 * PATIENCE)
        try:
            patience = PATIENCE if last else PATIENCE / 2
            page.wait_for_function(KERNEL_IS_READY, arg=path, timeout=1000 * patience, polling=100)
            return
        except TimeoutError:
            if last:
                raise


def begin_run(page: Page) -> None:
    """Let the open notebook run all its cells; `end_run` waits for them."""
    # Old outputs and numbers go first: then a number says that the cell has run now.
    within(page, "jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
    page.evaluate("() => { window.courseRun = jupyterapp.commands.execute('notebook:run-all-cells'); }")


def end_run(page: Page) -> None:
    """Wait until the last cell is done and the first widget is there. Whether cells failed: see `cells`."""
    within(page, "window.courseRun")
    if any(shows_widget(cell) for cell in cells(page)):
        page.locator(".jupyter-widgets").first.wait_for(state="attached", timeout=1000 * PATIENCE)


def within(page: Page, promise: str) -> Any:
    """Wait for a promise of the page, but not for ever."""
    late = f"new Promise((_, no) => setTimeout(() => no(new Error('not done in time')), {1000 * PATIENCE}))"
    return page.evaluate(f"async () => {{ await Promise.race([{promise}, {late}]); }}")


def cells(page: Page) -> list[dict[str, Any]]:
    """The code cells of the open notebook: `source`, `count` (None: has not run) and `outputs`."""
    return page.evaluate(
        f"""() => {NOTEBOOK}.content.widgets.filter(cell => cell.model.type === 'code').map(cell => ({{
            source: cell.model.sharedModel.source,
            count: cell.model.executionCount,
            outputs: cell.model.outputs.toJSON(),
        }}))"""
    )


def kernel_answers(page: Page, code: str = "") -> None:
    """Let the kernel run this and answer: then it has answered all that the page asked before. Draw it."""
    run = json.dumps({"code": code, "silent": True})
    within(page, f"{NOTEBOOK}.sessionContext.session.kernel.requestExecute({run}).done")
    within(page, "new Promise(requestAnimationFrame)")


def kernel_says(page: Page, code: str) -> str:
    """What the kernel prints when it runs this.

    Raises
    ------
    RuntimeError
        If the code fails.
    """
    run = json.dumps({"code": code, "store_history": False})
    within(
        page,
        f"""(async () => {{
            const future = {NOTEBOOK}.sessionContext.session.kernel.requestExecute({run});
            window.courseSaid = {{printed: '', problem: ''}};
            future.onIOPub = message => {{
                if (message.header.msg_type === 'stream') courseSaid.printed += message.content.text;
                if (message.header.msg_type === 'error') courseSaid.problem = message.content.evalue;
            }};
            await future.done;
        }})()""",
    )
    said = page.evaluate("window.courseSaid")
    if said["problem"]:
        raise RuntimeError(f"The kernel could not run {code!r}: {said['problem']}")
    return str(said["printed"])


def close_notebook(page: Page) -> None:
    """Close a notebook that `open_notebook` has opened: its kernel, its page and what belongs to the page."""
    within(page, f"{NOTEBOOK}.sessionContext.shutdown()")
    page.context.close()


def lab_of(page: Page, kind: str, which: int = 0) -> Locator:
    """A lab that a cell of the open notebook makes, such as `roles` by roles_lab(): the first of its kind."""
    return widget_of(page, rf"\b{kind}_lab\(", which)


def widget_of(page: Page, call: str, which: int = 0) -> Locator:
    """The widget of the first cell (or of a later one) whose code has `call`, a regular expression."""
    with_widgets = [cell["source"] for cell in cells(page) if shows_widget(cell)]
    places = [i for i, source in enumerate(with_widgets) if re.search(call, source)]
    if len(places) <= which:
        raise AssertionError(f"This notebook shows {len(places)} widgets made by {call}, not {which + 1}.")
    found = page.locator(".jp-Cell:visible .jp-OutputArea-output:has(.jupyter-widgets) .sa")
    return found.nth(places[which])


def shows_widget(cell: Mapping[str, Any]) -> bool:
    """Does a cell show a widget?"""
    kind = "application/vnd.jupyter.widget-view+json"
    return any(kind in output.get("data", {}) for output in cell["outputs"])


def whole_slider(where: Page | Locator, label: str) -> Locator:
    """The ipywidgets slider with this label: the label, the rail with its handle, the number."""
    return where.locator(f'.widget-slider:has(.widget-label:text-is("{label}"))')


def slider(where: Page | Locator, label: str) -> Locator:
    """The handle of the ipywidgets slider with this label: of version 8, or of 7 with its other slider."""
    return whole_slider(where, label).locator(":is(.noUi-handle, .ui-slider-handle)")


def take(handle: Locator) -> tuple[float, float]:
    """Press the mouse on a slider's handle and keep it down; where that is."""
    handle.scroll_into_view_if_needed()
    box, mouse = handle.bounding_box(), handle.page.mouse
    assert box is not None, "the slider is not to be seen"
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    return x, y


def until(page: Page, true: Callable[[], Any], what: str, seconds: float = A_WHILE) -> None:
    """Ask again and again, letting the page work, until it is true."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise AssertionError(f"After {seconds:g} s still not so: {what}.")
        page.wait_for_timeout(20)
