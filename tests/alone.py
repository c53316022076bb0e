"""A Python that knows the installed packages but not the course, and can reach no network.

Notebooks run in it as on the computer of somebody who got one file by mail.
"""

import os
import subprocess
import sysconfig
import venv
from collections.abc import Iterable
from pathlib import Path

from nbformat import NotebookNode

from helpers.course_setup import THREADS
from tools.browser import server_environment

# Kept in the site-packages of that Python, and imported by a .pth file before anything else. Jupyter talks to
# its kernel through the loopback interface, mostly in C.
NO_NETWORK = """
import os, socket

def checked(function):
    def call(*args, **kwargs):
        text = repr(args[1:] if args and isinstance(args[0], socket.socket) else args)
        near = ("127.", "localhost", "::1", "0.0.0.0", "''", "(None", "/")
        if not any(word in text for word in near):
            with open(os.environ["ASKED_OUTSIDE"], "a", encoding="utf-8") as log:
                log.write(text + "\\n")
            raise OSError(f"no network in this test: {text}")
        return function(*args, **kwargs)
    return call

socket.socket.connect = checked(socket.socket.connect)
socket.socket.connect_ex = checked(socket.socket.connect_ex)
socket.getaddrinfo = checked(socket.getaddrinfo)
"""
RUN = """
import sys, nbformat
from nbclient import NotebookClient
path, person = sys.argv[1], sys.argv[3] == "True"
notebook = nbformat.read(path, as_version=4)
client = NotebookClient(
    notebook, timeout=600, kernel_name="python3", allow_errors=True, coalesce_streams=True,
    on_notebook_start=lambda notebook: setattr(client.kc, "allow_stdin", person),
)
client.execute()
nbformat.write(notebook, sys.argv[2])
"""


class Alone:
    """Such a Python.

    Parameters
    ----------
    folder : Path
        Where its files go.
    """

    def __init__(self, folder: Path) -> None:
        self.asked_outside = folder / "asked_outside.txt"
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self._home = folder
        venv.EnvBuilder(with_pip=False, symlinks=os.name != "nt").create(folder / "python")
        binaries = "Scripts" if os.name == "nt" else "bin"
        self.python = folder / "python" / binaries / "python"
        packages = Path(self._ask("import sysconfig; print(sysconfig.get_path('purelib'))"))
        # A line of a .pth file: that folder's own .pth files, such as the course's, then count for nothing.
        (packages / "borrowed.pth").write_text(
            f"{sysconfig.get_path('purelib')}\nimport no_network\n", "utf-8"
        )
        (packages / "no_network.py").write_text(NO_NETWORK, "utf-8")

    def environment(self) -> dict[str, str]:
        """Ours, without what would lead to the course or to somebody's own settings."""
        ours = server_environment(self._home)
        foreign = ("PYTHON", "VIRTUAL_ENV", "JPY", "SELF_ATTENTION", *THREADS)
        kept = {name: value for name, value in ours.items() if not name.startswith(foreign)}
        kept |= {name: str(self.temporary) for name in ("TMPDIR", "TEMP", "TMP")}
        return kept | {"ASKED_OUTSIDE": str(self.asked_outside)}

    def run(self, program: str, *arguments: object, folder: Path, **more: str) -> subprocess.CompletedProcess:
        """Run a program (its text) in a folder; `more` is added to the environment."""
        return subprocess.run(
            [str(self.python), "-c", program, *map(str, arguments)],
            cwd=folder,
            env={**self.environment(), **more},
            capture_output=True,
            encoding="utf-8",
            timeout=900,
        )

    def run_notebook(self, path: Path, person: bool = False) -> None:
        """Run all cells of a notebook from its own folder and write the outputs into it.

        Parameters
        ----------
        path : Path
        person : bool
            Whether each request says that a person sits there, as one of JupyterLab does.
        """
        done = self.run(RUN, path, path, person, folder=path.parent)
        assert done.returncode == 0, done.stderr

    def _ask(self, program: str) -> str:
        done = subprocess.run([self.python, "-c", program], capture_output=True, text=True, check=True)
        return done.stdout.strip()


def said(cell: NotebookNode) -> str:
    """What a cell shows where no kernel runs: its texts, without pictures and errors."""
    return "".join(o.get("text") or o.get("data", {}).get("text/plain", "") for o in cell.outputs)


def errors(cells: Iterable[NotebookNode]) -> list[str]:
    """The error of each cell that failed."""
    return [
        o.get("ename", "") + ": " + o.get("evalue", "")
        for c in cells
        for o in c.outputs
        if o.output_type == "error"
    ]
