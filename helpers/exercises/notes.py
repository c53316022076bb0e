"""Notes of what a learner has done, in one small file beside the notebooks.

The cards show them. The file is readable JSON. It is the learner's own: git ignores it, and nobody sends it
anywhere. If it is damaged, or cannot be written, the course goes on, and says so in one line where progress
is shown.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

ABOUT = "What you have done in the course. It stays on this computer. To start anew, delete this file."
LARGEST = 200_000  # bytes; ours stays far below
PATIENCE = 1.0  # seconds that a kernel waits for another one


class Progress:
    """Notes under keys such as ``"2 exercise softmax"``, each a short text."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.forgotten = 0  # how often notes were taken away, in this kernel
        self._seen: dict[str, str] = {}  # what the file said last
        self._unsaved: dict[str, str | None] = {}  # what it does not say yet; None: to be taken away
        self._unreadable = False
        self._lock = threading.RLock()  # JupyterLab runs callbacks of widgets in a thread of their own
        self._followers: dict[str, Callable[[dict[str, str]], None]] = {}

    @property
    def problem(self) -> str:
        """One sentence if the file cannot be read or written now, else empty."""
        if self._unsaved:
            return f"{self.path.name} cannot be written here: your progress is kept until the kernel stops."
        return f"{self.path.name} cannot be read now. It is left as it is." if self._unreadable else ""

    def notes(self) -> dict[str, str]:
        """All there is: what the file says, and what could not be written into it."""
        with self._lock:
            return self._changed(self._read())

    def get(self, key: str) -> str:
        """One note; empty if there is none."""
        return self.notes().get(key, "")

    def note(self, key: str, text: str) -> None:
        """Keep a note. Others write into the same file: it is read again first."""
        self._change({key: text})

    def forget(self, keys: Iterable[str]) -> None:
        """Take notes away."""
        self.forgotten += 1
        self._change(dict.fromkeys(keys))

    def follow(self, name: str, changed: Callable[[dict[str, str]], None]) -> None:
        """Call `changed` with all notes after every change, as the only one under this name."""
        self._followers[name] = changed

    def leave(self, name: str) -> None:
        """Who has followed under this name does so no longer."""
        self._followers.pop(name, None)

    # -- inside ----------------------------------------------------------------------------------

    def _change(self, changes: Mapping[str, str | None]) -> None:
        with self._lock:
            self._unsaved |= changes
            with alone(self.path):
                notes = self._changed(self._read())
                self._write(notes)
        for changed in list(self._followers.values()):
            changed(notes)

    def _changed(self, notes: Mapping[str, str]) -> dict[str, str]:
        merged = {**notes, **self._unsaved}
        return {key: text for key, text in merged.items() if text is not None}

    def _read(self) -> dict[str, str]:
        try:
            if self.path.stat().st_size > LARGEST:
                raise ValueError("too large")
            notes = json.loads(self.path.read_text(encoding="utf-8-sig"))["done"]
            self._seen = {key: text for key, text in notes.items() if isinstance(text, str)}
            self._unreadable = False
        except FileNotFoundError:
            self._seen, self._unreadable = {}, False
        except OSError:  # perhaps another program holds it for a moment: what it said last still counts
            self._unreadable = True
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            self._seen = {}
            self._set_aside()
        return self._seen

    def _set_aside(self) -> None:
        """A damaged file is kept under another name: somebody may want to mend it by hand."""
        try:
            os.replace(self.path, self.path.with_name("progress-damaged.json"))
        except OSError:
            self._unreadable = True

    def _write(self, notes: dict[str, str]) -> None:
        text = json.dumps({"about": ABOUT, "done": notes}, indent=1, ensure_ascii=False)
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            beside.write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
            os.replace(beside, self.path)  # in one step: a crash leaves the old file whole
            self._seen, self._unsaved = notes, {}
        except OSError:  # said where progress is shown, and tried again with the next note
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Let one kernel at a time read and write: two notebooks may be open.

    Where no lock can be made, nothing can be written either. A lock that stays was left by a crash.
    """
    lock = path.with_name(f".{path.name}.lock")
    end = time.monotonic() + PATIENCE
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        except FileExistsError:
            if time.monotonic() < end:
                time.sleep(0.005)
                continue
        except OSError:
            pass
        break
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            lock.unlink(missing_ok=True)
