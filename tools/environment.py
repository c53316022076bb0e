"""Make the course's environment, then open JupyterLab or run the tests in it.

    python3 tools/environment.py lab          open JupyterLab on the learner's own first notebook
    python3 tools/environment.py test         run every test
    python3 tools/environment.py ready test   only make the environment (for lab or for test)

What follows `lab` or `test` is passed on to JupyterLab or pytest. This needs Python 3.10 or newer and nothing
else: pip fetches uv into .venv-uv, and uv installs the packages into .venv, or pip where uv cannot. After any
accident run it again: it mends .venv or lays it anew, from what uv has kept.
The syntax stays as old as Python 3.6, so that an old Python can say what is missing.
"""

import contextlib
import csv
import hashlib
import importlib.util
import json
import os
import re
import shutil
import sys
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, Popen, TimeoutExpired
from typing import Any

if os.name != "nt":
    import fcntl

AGAIN = "run the same command again"
ANEW = f"delete the folder .venv, then {AGAIN}"
FULL = f"The disk is full: free 1 GB, then {AGAIN}."
READ_ONLY = "The folder of the course cannot be written: copy it to a folder of your own and start it there."
NO_VENV = f"""This Python cannot make a virtual environment: install that part of it \
(Debian and Ubuntu: sudo apt install python3-venv), then {AGAIN}."""

if sys.version_info[:2] < (3, 10):  # noqa: UP036
    fix = f"install a newer one from python.org or with your package manager, then {AGAIN}."
    for name in ("python3.10", "python3.11", "python3.12", "python3.13"):
        if shutil.which(name):
            fix = f"this computer has {name} too, so run: make lab PYTHON={name}"
    sys.exit("The course needs Python 3.10 or newer and this is {}.{}: {}".format(*sys.version_info[:2], fix))

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PACKAGES = "Lib/site-packages" if os.name == "nt" else "lib/python*/site-packages"
PATH_FILE = "self_attention_course.pth"
UV = ROOT / ".venv-uv" / "bin" / ("uv.exe" if os.name == "nt" else "uv")  # outlives any accident of .venv
THIS_PYTHON = "{}.{}".format(*sys.version_info[:2])
PIP = (PYTHON, "-m", "pip", "--no-input", "--disable-pip-version-check")
STAMP = VENV / "course.json"  # written last: it says that all the rest was finished
# The lock file to install, and those that it holds: test.txt holds all of lab.txt.
LOCKS = {"lab": ["requirements/lab.txt"], "test": ["requirements/test.txt", "requirements/lab.txt"]}
# What a learner's JupyterLab starts from, in .venv only: no question about news, and notebooks whose cells
# are all laid out. (By its own default, "contentVisibility", JupyterLab guesses how high the cells are that
# nobody has seen yet: a link to a cell now and then shows another place, at the second click as well.)
SETTINGS = VENV / "share" / "jupyter" / "lab" / "settings" / "overrides.json"
DEFAULTS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "defer"},
}


def clean_environment() -> dict[str, str]:
    """The caller's environment without what would mix other packages into this one."""
    foreign = r"PYTHON(HOME|PATH)|PIP_(TARGET|PREFIX)|UV_(?!.*(CACHE|CERT|HTTP|INDEX|KEYRING|LINKS|TLS)).*"
    kept = {name: value for name, value in os.environ.items() if not re.fullmatch(foreign, name)}
    # PIP_USER: pip's settings may say to install for the user. Copies: were the files of .venv links into
    # uv's cache, one that is damaged here would be damaged there, too.
    return {**kept, "PIP_USER": "0", "UV_LINK_MODE": "copy", "UV_PYTHON_DOWNLOADS": "never"}


def ask(*command: Any, **more: str) -> tuple[bool, str]:
    """Run a program to its end, with a dot every two seconds: did it work, and what did it say?"""
    words = {"stdin": DEVNULL, "stdout": PIPE, "stderr": STDOUT, "encoding": "utf-8", "errors": "replace"}
    environment = {**more, **clean_environment()}
    try:  # close_fds=False: it inherits the lock of prepare(), and keeps it even if this run is killed
        program = Popen(list(map(str, command)), cwd=ROOT, env=environment, close_fds=False, **words)
    except OSError as error:  # for example a link to a Python that is gone
        return False, str(error)
    while True:
        try:
            said = program.communicate(timeout=2)[0]
            return program.returncode == 0, said
        except TimeoutExpired:
            print(".", end="", flush=True)


def refusal(words: str, otherwise: str) -> str:
    """What the system or an installer refused, as one sentence with the fix."""
    if re.search(r"(Errno|os error) 28\b|(WinError|os error) 112\b", words):
        return FULL
    return READ_ONLY if re.search(r"(Errno|os error) (1|13|30)\b", words) else otherwise


def digest(*files: str) -> str:
    return hashlib.sha256(b"".join((ROOT / file).read_bytes() for file in files)).hexdigest()


def base() -> list[str]:
    """What .venv stands on: its Python (nothing if that does not run) and its place, this script."""
    question = "import sys; print('%d.%d' % sys.version_info[:2], ascii(sys.prefix))"
    runs, answer = ask(PYTHON, "-I", "-c", question)
    return [answer, digest("tools/environment.py")] if runs else []


def installed() -> dict[str, str]:
    """Each installed package and its folder NAME-VERSION.dist-info."""
    return {info.name.split("-")[0]: str(info) for info in VENV.glob(f"{PACKAGES}/*.dist-info")}


def whole(info: str) -> bool:
    """Is every file of a package there, with the size that RECORD notes?"""
    try:
        with open(os.path.join(info, "RECORD"), encoding="utf-8", newline="") as record:
            for path, _, noted in csv.reader(record):
                if not path.endswith(".pyc"):  # Python makes these anew
                    size = os.stat(os.path.join(os.path.dirname(info), path)).st_size
                    if noted and size != int(noted):
                        return False
    except (OSError, ValueError):
        return False
    return True


def look(kind: str) -> dict[str, Any] | None:
    """None if .venv is ready, its stamp if something is missing or damaged there, {} if it must be anew."""
    try:
        stamp = dict(json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, TypeError, ValueError):
        return {}
    now, here = base(), installed()
    if not now or stamp.get("base") != now:
        return {}
    if os.environ.get("COURSE_PYTHON") and not now[0].startswith(THIS_PYTHON + " "):
        return {}  # another Python was chosen by name; without a choice .venv keeps its own
    same = stamp["ours"].items() <= here.items() and digest(LOCKS[kind][0]) in stamp["locks"]
    ours = SETTINGS.exists() and any(VENV.glob(f"{PACKAGES}/{PATH_FILE}"))
    return None if same and ours and all(map(whole, stamp["ours"].values())) else stamp


def build() -> None:
    """Make .venv anew and empty, with the Python that runs this."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        sys.exit(NO_VENV)
    VENV.mkdir(exist_ok=True)
    STAMP.write_text("")  # no stamp from here on; where nothing can be written, this fails at once
    works, words = ask(sys.executable, "-m", "venv", "--clear", VENV)
    if not works:
        sys.exit(refusal(words, f"Python could not make .venv ({words.strip()[-200:]}): {ANEW}."))


def with_uv(lock: str) -> tuple[bool, str]:
    """Have uv install what is not there or not whole: from its cache, or as its or pip's settings say."""
    works, words = ask(UV, "--version")
    if not works or f"=={words.split()[1]}" not in (ROOT / "requirements/uv.txt").read_text():
        once = ("install", "--upgrade", "--retries=1", "--only-binary=:all:", "--target", UV.parents[1])
        works, words = ask(*PIP, *once, "-r", "requirements/uv.txt")
        if not works:
            return False, words
    names = {"index-url": "UV_DEFAULT_INDEX", "proxy": "ALL_PROXY", "cert": "SSL_CERT_FILE"}
    said = re.findall(r"(?m)^\S+\.([a-z-]+)='(.*)'$", ask(*PIP, "config", "list")[1])
    settings = {names[name]: value for name, value in reversed(said) if name in names}
    hurt = [f"--reinstall-package={name}" for name, info in installed().items() if not whole(info)]
    command = (UV, "pip", "install", "--python", PYTHON, "-r", lock, *hurt)
    kept = ask(*command, "--offline", **settings)
    return kept if kept[0] else ask(*command, **settings)


def with_pip(lock: str) -> tuple[bool, str]:
    print("\nuv could not do it here. pip does it now, which takes longer: ", end="", flush=True)
    return ask(*PIP, "install", "--progress-bar=off", "-r", lock)


def install(kind: str, stamp: dict[str, Any]) -> None:
    """Install what `kind` needs: on top of an environment with this stamp, or (without one) anew."""
    others = installed().keys() - stamp["ours"].keys() if stamp else set()  # a learner's own
    log = ""
    ways = [with_uv, with_uv, with_pip]
    while ways:
        if not stamp:
            build()
        works, words = ways.pop(0)(LOCKS[kind][0])
        log += words
        (VENV / "install.log").write_text(log, encoding="utf-8")
        if not works and shutil.disk_usage(VENV).free < 10**8:  # then there is no room for pip either
            sys.exit(FULL)
        ours = {name: info for name, info in installed().items() if name not in others}
        broken = [name for name, info in ours.items() if not whole(info)]
        if works and not broken:
            break
        if broken:
            stamp = {}  # not mended on top: anew
            if works:  # uv's cache is damaged: the next time uv fetches these packages again
                ask(UV, "cache", "clean", *broken)
        else:
            ways = ways[-1:]  # pip, if it has not been tried
    else:
        reason = (re.findall(r"(?m)^ERROR: (.*)", words) or ["files are missing"])[-1]
        network = f"({reason}): see that the network is there, then {AGAIN}"
        kept = "what is downloaded is kept, and .venv/install.log tells more."
        sys.exit(refusal(words, f"The packages could not be installed {network}; {kept}"))
    # So that `import helpers` works from any folder. A relative path is plain ASCII, whatever ROOT is called.
    for packages in VENV.glob(PACKAGES):
        (packages / PATH_FILE).write_text(os.path.relpath(ROOT, packages) + "\n", encoding="ascii")
    SETTINGS.parent.mkdir(parents=True, exist_ok=True)
    SETTINGS.write_text(json.dumps(DEFAULTS), encoding="ascii")
    locks = [digest(lock) for lock in LOCKS[kind]]
    STAMP.write_text(json.dumps({"base": base(), "locks": locks, "ours": ours}), encoding="utf-8")


def prepare(kind: str) -> None:
    """Nothing if .venv is ready; else make it so, one run at a time (but Windows has no such lock)."""
    if look(kind) is None:
        return
    print("Installing, one run at a time (the first one takes some minutes): ", end="", flush=True)
    with open(__file__, encoding="utf-8") as held:  # not a file in .venv, which may be emptied
        try:
            if os.name != "nt":
                os.set_inheritable(held.fileno(), True)
                with contextlib.suppress(OSError):  # a file system without locks
                    fcntl.flock(held, fcntl.LOCK_EX)
            stamp = look(kind)
            if stamp is not None:
                install(kind, stamp)
        finally:
            print(flush=True)


def own_copy() -> None:
    """Give the learner notebooks of their own, or bring them up to date; it says what there is to say."""
    command = [str(PYTHON), str(ROOT / "tools" / "own_copy.py")]
    Popen(command, cwd=ROOT, env=clean_environment()).wait()


def lab(flags: list[str]) -> list[str]:
    """The arguments that open JupyterLab on the first notebook, and send nothing anywhere."""
    command = ["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    if os.name != "nt" and os.geteuid() == 0:
        command += ["--allow-root"]
    for first in sorted(ROOT.glob("notebooks/*.ipynb"))[:1]:
        own = (ROOT / "my_notebooks" / first.name).exists()  # where none can be written, ours can be read
        # As an address, not as a file: the link that Jupyter prints then leads to the notebook too.
        folder = "my_notebooks" if own else "notebooks"
        command += [f"--LabApp.default_url=/lab/tree/{folder}/{first.name}"]
    return ["-m", "jupyterlab", f"--ServerApp.root_dir={ROOT}", *command, *flags]


def main(arguments: list[str]) -> int:
    ready = arguments[:1] == ["ready"]
    kind, *rest = arguments[ready:] or [""]
    if kind not in LOCKS:
        sys.exit("Say what to do: lab, test, ready lab or ready test.")
    prepare(kind)
    if ready:
        return 0
    os.chdir(ROOT)
    if kind == "lab":
        own_copy()
    command = [str(PYTHON), *(lab(rest) if kind == "lab" else ["-m", "pytest", *rest])]
    if os.name != "nt":
        os.execve(command[0], command, clean_environment())
    with Popen(command, env=clean_environment()) as program:  # Windows cannot become another program
        while True:
            with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is for the program
                return program.wait()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print(f"Stopped before the end: to go on, {AGAIN}.", file=sys.stderr)
        sys.exit(130)
    except OSError as error:
        name = os.path.basename(str(error.filename))
        fix = ANEW if name == VENV.name else f"take a fresh copy of the course, then {AGAIN}"
        sys.exit(refusal(str(error), f"{error.strerror} ({name}): {fix}."))
