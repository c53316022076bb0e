"""Make the course's environment, then open JupyterLab or run the tests in it.

    python3 tools/environment.py lab          open JupyterLab on the first notebook
    python3 tools/environment.py test         run every test
    python3 tools/environment.py ready test   only make the environment (for lab or for test)

What follows `lab` or `test` is passed on to JupyterLab or pytest. This needs Python 3.10 or
newer and nothing else. After any accident run it again: it looks at what is there and mends it.

The syntax stays as old as Python 3.6, so that an old Python can say what is missing.
"""

import contextlib
import csv
import errno
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

if os.name != "nt":
    import fcntl

AGAIN = "run the same command again"
ANEW = f"delete the folder .venv, then {AGAIN}"
FULL = f"The disk is full: free 1 GB, then {AGAIN}."
NO_VENV = (
    "This Python cannot make a virtual environment: install that part of it "
    f"(Debian and Ubuntu: sudo apt install python3-venv), then {AGAIN}."
)
READ_ONLY = "The folder of the course cannot be written: copy it to a folder of your own and start it there."


def too_old() -> str:
    """One sentence for a Python that is too old, naming a newer one if this computer has it."""
    names = [f"python3.{minor}" for minor in (13, 12, 11, 10)]
    found = [name for name in names if shutil.which(name)]
    if found:
        fix = f"this computer has {found[0]} too, so run: make lab PYTHON={found[0]}"
    else:
        fix = f"install a newer one from python.org or with your package manager, then {AGAIN}."
    return "The course needs Python 3.10 or newer and this is {}.{}: {}".format(*sys.version_info[:2], fix)


if sys.version_info[:2] < (3, 10):  # noqa: UP036
    sys.exit(too_old())


ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "course.json"  # written last: it says that all the rest was finished
LOG = VENV / "install.log"
SETTINGS = VENV / "share" / "jupyter" / "lab" / "settings" / "overrides.json"
# What a learner's JupyterLab starts from, in .venv only: no question about news, and notebooks whose cells
# are all laid out. (By its own default, "contentVisibility", JupyterLab guesses how high the cells are that
# nobody has seen yet: a link to a cell now and then shows another place, at the second click as well.)
DEFAULTS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "defer"},
}
LOCKS = {"lab": ["lab.txt"], "test": ["lab.txt", "test.txt"]}  # test.txt holds all of lab.txt
THIS_PYTHON = "{}.{}".format(*sys.version_info[:2])


class Stop(Exception):
    """One sentence for the learner: what is wrong, and the fix."""


# --- running programs ---------------------------------------------------------------------------


def clean_environment() -> dict[str, str]:
    """The caller's environment without what would mix other packages into this one."""
    foreign = ("PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_PREFIX")
    kept = {name: value for name, value in os.environ.items() if name not in foreign}
    return {**kept, "PIP_USER": "0"}  # pip's settings may say to install for the user instead


def start(command: list[Any]) -> subprocess.Popen[str]:
    """Start a program whose words we read."""
    return subprocess.Popen(
        [str(part) for part in command],
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        close_fds=False,  # it inherits the lock of alone()
    )


def ask(command: list[Any]) -> tuple[bool, str]:
    """Run a program to its end: did it work, and what did it say?"""
    try:
        with start(command) as program:
            words = program.communicate()[0]
        return program.returncode == 0, words
    except OSError as error:  # for example a link to a Python that is gone
        return False, str(error)


def pip(*arguments: Any) -> list[Any]:
    return [PYTHON, "-m", "pip", "--no-input", "--disable-pip-version-check", *arguments]


def last_line(words: str, begin: str = "") -> str:
    lines = [line for line in words.splitlines() if line.strip() and line.startswith(begin)]
    return lines[-1][len(begin) :].strip() if lines else "no reason given"


# --- what is there ------------------------------------------------------------------------------


def probe() -> tuple[str, Path] | None:
    """Version and package folder of the environment's Python; None if it does not run."""
    question = "import sys, sysconfig, json; p = sysconfig.get_path('purelib')"
    works, answer = ask([PYTHON, "-I", "-c", question + "; print(json.dumps([*sys.version_info[:2], p]))"])
    if not works:
        return None
    major, minor, packages = json.loads(answer)
    return f"{major}.{minor}", Path(packages)


def other_python(version: str) -> bool:
    """Was another Python chosen by name (make PYTHON=...)? Without a choice .venv keeps its own."""
    return bool(os.environ.get("COURSE_PYTHON")) and version != THIS_PYTHON


def intact(info: Path) -> bool:
    """Is every file of one installed package there, with the size that pip noted in RECORD?

    pip writes RECORD last, so a half-installed package has none.
    """
    folder = str(info.parent)
    try:
        with open(info / "RECORD", encoding="utf-8", newline="") as lines:
            for path, _, noted in csv.reader(lines):
                if path.endswith(".pyc"):  # Python makes these anew
                    continue
                size = os.stat(os.path.join(folder, path)).st_size
                if noted and size != int(noted) and not path.startswith(".."):
                    return False
    except (OSError, ValueError):
        return False
    return True


def damaged(packages: Path) -> list[Path]:
    """The installed packages that are not whole."""
    return [info for info in sorted(packages.glob("*.dist-info")) if not intact(info)]


def pip_works(packages: Path) -> bool:
    """Is pip whole, does it run, and was it installed here? Scripts keep the path they were made for."""
    try:
        script = next(BIN.glob("pip*")).read_bytes()
    except (OSError, StopIteration):
        return False
    made_here = any(before + os.fsencode(BIN) in script for before in (b"!", b'"', b" "))
    whole = not any(info.name.startswith("pip-") for info in damaged(packages))
    return made_here and whole and ask(pip("--version"))[0]


def path_file(packages: Path) -> Path:
    return packages / "self_attention_course.pth"


def digest(name: str) -> str:
    return hashlib.sha256((ROOT / "requirements" / name).read_bytes()).hexdigest()


def make_stamp(kind: str, version: str, packages: Path) -> dict[str, Any]:
    return {
        "python": version,
        "folder": str(ROOT),
        "locks": {name: digest(name) for name in LOCKS[kind]},
        "packages": sorted(info.name for info in packages.glob("*.dist-info")),
    }


def read_stamp() -> dict[str, Any]:
    """The stamp of the last finished install; empty if there is none that can be read."""
    try:
        return dict(json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, TypeError, ValueError):
        return {}


def write_stamp(stamp: dict[str, Any]) -> None:
    """All or nothing: a half-written stamp must not look like a whole one."""
    draft = STAMP.with_suffix(".draft")
    draft.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    os.replace(draft, STAMP)


def is_ready(kind: str) -> bool:
    """Was the install finished, for these lock files, in this folder, and is it still whole?"""
    here, stamp = probe(), read_stamp()
    if here is None or other_python(here[0]):
        return False
    now = make_stamp(kind, *here)
    return (
        stamp.get("python") == now["python"]
        and stamp.get("folder") == now["folder"]
        and now["locks"].items() <= stamp.get("locks", {}).items()
        and set(stamp.get("packages", [])) <= set(now["packages"])
        and path_file(here[1]).exists()
        and defaults_are_set()
        and not damaged(here[1])
    )


# --- making and mending it ----------------------------------------------------------------------


def build() -> None:
    """Make .venv anew with the Python that runs this."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise Stop(NO_VENV)
    print(f"Making .venv with Python {THIS_PYTHON}.", flush=True)
    VENV.mkdir(exist_ok=True)  # fails at once where nothing can be written
    works, words = ask([sys.executable, "-m", "venv", "--clear", VENV])
    if not works:
        raise Stop(f"Python could not make .venv ({last_line(words)}): {ANEW}.")


def install(lock: str) -> None:
    """Let pip install a lock file: a dot per package for the learner, its own words into a log."""
    print("Installing the packages (the first time takes some minutes): ", end="", flush=True)
    with open(LOG, "w", encoding="utf-8") as log:
        with start(pip("install", "--progress-bar=off", "-r", ROOT / "requirements" / lock)) as program:
            try:
                for line in program.stdout or ():
                    log.write(line)
                    if line.startswith(("Collecting", "Installing")):
                        print(".", end="", flush=True)
            except BaseException:
                program.kill()
                raise
            finally:
                print(flush=True)
    if program.returncode != 0:
        raise Stop(explain(LOG.read_text(encoding="utf-8")))


def explain(words: str) -> str:
    """pip's failure as one sentence with the fix."""
    if "No space left" in words:
        return FULL
    return (
        f"pip could not install the packages ({last_line(words, 'ERROR: ')}): see that the network is there, "
        f"then {AGAIN}; what is already downloaded is kept, and pip's own words are in .venv/install.log."
    )


def trouble(error: OSError) -> str:
    """The system's refusal as one sentence with the fix."""
    if error.errno == errno.ENOSPC:
        return FULL
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return READ_ONLY
    name = os.path.basename(str(error.filename))
    if name == VENV.name:
        return f"{error.strerror} (.venv): {ANEW}."
    return f"{error.strerror} ({name}): take a fresh copy of the course, then {AGAIN}."


def add_root(packages: Path) -> None:
    """Put the repository on this environment's import path.

    So `import helpers` works in every notebook, test and script, from any working folder. The path
    is relative to the file: plain ASCII, whatever the folder's name, and right after a move.
    """
    path_file(packages).write_text(os.path.relpath(ROOT, packages) + "\n", encoding="ascii")


def set_defaults() -> None:
    """Write down what JupyterLab starts from."""
    SETTINGS.parent.mkdir(parents=True, exist_ok=True)
    SETTINGS.write_text(json.dumps(DEFAULTS, indent=1), encoding="ascii")


def defaults_are_set() -> bool:
    """Does JupyterLab start from them? Not in an environment that an older course made."""
    try:
        return bool(json.loads(SETTINGS.read_text(encoding="ascii")) == DEFAULTS)
    except (OSError, ValueError):
        return False


def mend(kind: str) -> None:
    """From whatever is there to a whole environment, keeping what is good."""
    with contextlib.suppress(OSError):
        STAMP.unlink()
    here = probe()
    if here is None or other_python(here[0]) or not pip_works(here[1]):
        build()
        here = probe()
    if here is None:
        raise Stop(f"The Python in .venv does not start: {ANEW}.")
    version, packages = here
    for info in damaged(packages):
        shutil.rmtree(info)  # pip then takes the package as not installed, and writes all of it again
    install(LOCKS[kind][-1])
    works, words = ask(pip("check"))
    if not works:
        raise Stop(f"The packages in .venv do not fit together ({last_line(words)}): {ANEW}.")
    if damaged(packages):
        raise Stop(f"Some files of {damaged(packages)[0].stem} are missing right after the install: {ANEW}.")
    add_root(packages)
    set_defaults()
    write_stamp(make_stamp(kind, version, packages))


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """One run at a time may change .venv; a second one waits for it (not on Windows).

    The lock is on this file, since .venv may be emptied. pip inherits it: if this run is killed
    and its pip is not, the next run waits for that pip to end.
    """
    with open(__file__, encoding="utf-8") as held:
        if os.name != "nt":
            os.set_inheritable(held.fileno(), True)
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print("Another run is at work on .venv: waiting for it.", flush=True)
                fcntl.flock(held, fcntl.LOCK_EX)
            except OSError:
                pass  # this file system has no locks
        yield


def prepare(kind: str) -> None:
    """Nothing if all is there; else make or mend it."""
    if is_ready(kind):
        return
    with alone():
        if not is_ready(kind):
            mend(kind)


# --- what it is for -----------------------------------------------------------------------------


def lab(flags: list[str]) -> list[str]:
    """The arguments that open JupyterLab on the first notebook."""
    command = ["-m", "jupyterlab", f"--ServerApp.root_dir={ROOT}"]
    # No news and no check for updates: nothing is sent anywhere.
    command += ["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    if os.name != "nt" and os.geteuid() == 0:
        command += ["--allow-root"]
    with contextlib.suppress(
        OSError, ValueError, LookupError, TypeError
    ):  # a damaged list: no notebook is opened
        listed = json.loads((ROOT / "data" / "course.json").read_text(encoding="utf-8"))
        first = "notebooks/" + listed["notebooks"][0]["file"]
        # As an address, not as a file: the link that Jupyter prints then leads to the notebook too.
        command += [f"--LabApp.default_url=/lab/tree/{first}"]
    return [*command, *flags]


def run(arguments: list[str]) -> int:
    """Become the program; where that is not possible (Windows), wait for it."""
    command = [str(PYTHON), *arguments]
    os.chdir(ROOT)
    sys.stdout.flush()
    if os.name != "nt":
        os.execve(command[0], command, clean_environment())
    with subprocess.Popen(command, env=clean_environment()) as program:
        while True:
            with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is for the program
                return program.wait()


def main(arguments: list[str]) -> int:
    only_ready = arguments[:1] == ["ready"]
    kind, *rest = (arguments[1:] if only_ready else arguments) or [""]
    if kind not in LOCKS:
        raise Stop("Say what to do: lab, test, ready lab or ready test.")
    prepare(kind)
    if only_ready:
        return 0
    return run(lab(rest) if kind == "lab" else ["-m", "pytest", *rest])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Stop as stop:
        sys.exit(str(stop))
    except KeyboardInterrupt:
        print(f"Stopped before the end: to go on, {AGAIN}.", file=sys.stderr)
        sys.exit(130)
    except OSError as error:
        sys.exit(trouble(error))
