"""What a learner has done, kept in one small file beside the notebooks.

The file is readable JSON. It is the learner's own: git ignores it, and nobody sends it anywhere. If it
is damaged, or cannot be written, the course goes on, and says so in one line where progress is shown.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

COURSE = Path(__file__).resolve().parent.parent
ABOUT = "What you have done in the course. It stays on this computer. To start anew, delete this file."
LARGEST = 200_000  # bytes; ours stays far below


def default_path() -> Path:
    """Beside the notebooks; for a notebook that is alone, where it runs."""
    folder = COURSE / "notebooks"
    return (folder if folder.is_dir() else Path.cwd()) / "progress.json"


class Progress:
    """Notes under keys such as ``"2 exercise softmax"``, each a short text.

    Attributes
    ----------
    problem : str
        One sentence if the file could not be read or written the last time, else empty.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""
        self._notes: dict[str, str] = {}
        self._lock = threading.RLock()  # JupyterLab runs callbacks of widgets in a thread of their own
        self._followers: dict[str, Callable[[dict[str, str]], None]] = {}

    def notes(self) -> dict[str, str]:
        """All there is: what the file says, and what could not be written into it."""
        with self._lock:
            if not self.problem:
                self._notes = self._read()
            return dict(self._notes)

    def get(self, key: str) -> str:
        """One note; empty if there is none."""
        return self.notes().get(key, "")

    def note(self, key: str, text: str) -> None:
        """Keep a note. Other notebooks write into the same file: it is read again first."""
        with self._lock:
            notes = self.notes()
            if notes.get(key) != text:
                self._write({**notes, key: text})
        self._tell()

    def forget(self, keys: Iterable[str]) -> None:
        """Take notes away."""
        with self._lock:
            keys = set(keys)
            self._write({key: text for key, text in self.notes().items() if key not in keys})
        self._tell()

    def follow(self, name: str, changed: Callable[[dict[str, str]], None]) -> None:
        """Call `changed` with all notes after every change.

        A cell that runs again takes the place of its first run: it follows under the same name.
        """
        self._followers[name] = changed

    # -- inside ----------------------------------------------------------------------------------

    def _tell(self) -> None:
        notes = self.notes()
        for changed in list(self._followers.values()):
            changed(notes)

    def _read(self) -> dict[str, str]:
        try:
            if self.path.stat().st_size > LARGEST:
                raise ValueError("too large")
            notes = json.loads(self.path.read_text(encoding="utf-8"))["done"]
            return {key: text for key, text in notes.items() if isinstance(text, str)}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            self._set_aside()
            return {}

    def _set_aside(self) -> None:
        """A damaged file is kept under another name: somebody may want to mend it by hand."""
        try:
            os.replace(self.path, self.path.with_name("progress-damaged.json"))
        except OSError:
            self.problem = f"{self.path.name} cannot be read: delete it, and your progress is kept again."

    def _write(self, notes: dict[str, str]) -> None:
        self._notes = notes
        text = json.dumps({"about": ABOUT, "done": notes}, indent=1, ensure_ascii=False)
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            beside.write_text(text + "\n", encoding="utf-8")
            os.replace(beside, self.path)  # in one step: a crash leaves the old file whole
            self.problem = ""
        except OSError:
            self.problem = (
                f"{self.path.name} cannot be written here: your progress is kept until the kernel stops."
            )
