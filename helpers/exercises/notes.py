"""Notes of what a learner has done, in one small file beside the notebooks.

The cards show them. The file is readable JSON. It is the learner's own: git ignores it, and nobody sends it
anywhere. If it is damaged, or cannot be read or written, nothing that stands in it is lost: the course goes
on, and says so in one line where progress is shown.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from helpers import files
from helpers.exercises.locks import alone
from helpers.exercises.note_file import Damaged, is_newer, read, write

PATIENCE = 5.0  # seconds that a note waits for another kernel, which needs some thousandths
# Why the file is not written now.
UNREADABLE = (
    "{file} cannot be read now: it is left as it is, and your progress is kept until the kernel stops or "
    "the file can be read again."
)
UNWRITABLE = (
    "{file} cannot be written here: your progress is kept until the kernel stops or the file can be written."
)
DAMAGED = (
    "{file} is damaged and cannot be moved aside: it is left as it is, and your progress is kept until the "
    "kernel stops."
)
NEWER = (
    "{file} is of a newer version of the course, or was changed by hand: update the course, for what you do "
    "now is kept only until the kernel stops."
)
NO_FOLDER = (
    "Your progress is kept until the kernel stops, because this notebook was not opened in a folder of the "
    "course."
)
MOVED = "{file} was damaged, and is kept as {kept}."
SET_ASIDE = "{file} was damaged: a new one begins, and the old one is kept as {kept}."


class Progress:
    """Notes under keys such as ``"2 exercise softmax"``, each a short text.

    Parameters
    ----------
    path : Path or None
        Of the file. None: there is no place for it, and notes are kept until the kernel stops.
    may_write : function without arguments
        Asked before the file is written. If it says no, notes are kept until the kernel stops, and nothing
        is said.
    """

    def __init__(self, path: Path | None, may_write: Callable[[], bool] = lambda: True) -> None:
        self.path, self.may_write = path, may_write
        self.forgotten = 0  # how often notes were taken away, in this kernel
        self._content: dict[str, Any] = {}  # what the file said last
        self._unsaved: dict[str, str | None] = {}  # what it does not say yet; None: to be taken away
        self._unless: dict[str, str | None] = {}  # what the file may say that an unsaved note gives way to
        self._before: dict[str, Any] = {}  # what it said before it was damaged; a new one begins with it
        self._trouble = ""  # why it is not written now
        self._kept: list[str] = []  # the names of damaged files, until the kernel stops
        self._lock = threading.RLock()  # JupyterLab runs callbacks of widgets in a thread of their own
        self._followers: dict[str, Callable[[dict[str, str]], None]] = {}

    @property
    def problem(self) -> str:
        """One line if the file was damaged, or cannot be read or written now, else empty."""
        if not self.may_write():
            return ""
        if self.path is None:
            return NO_FOLDER
        kept = (MOVED if self._trouble else SET_ASIDE) if self._kept else ""
        return f"{kept} {self._trouble}".strip().format(file=self.path.name, kept=" and ".join(self._kept))

    def notes(self) -> dict[str, str]:
        """All there is: what the file says, and what could not be written into it."""
        with self._lock:
            self._exchange(patience=0)
            return self._texts()

    def get(self, key: str) -> str:
        """One note; empty if there is none."""
        return self.notes().get(key, "")

    def note(self, key: str, text: str, unless: str | None = None) -> None:
        """Keep a note. Others write into the same file: it is read again first.

        Parameters
        ----------
        key : str
        text : str
        unless : str, optional
            Where this is noted already it stays, such as ``"solved"``.
        """
        self._change({key: text}, unless)

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

    def _change(self, changes: Mapping[str, str | None], unless: str | None = None) -> None:
        with self._lock:
            for key, note in changes.items():
                if unless is None or key not in self._unsaved:  # else as it was: perhaps after a forget
                    self._unless[key] = unless
                if unless is None or self._unsaved.get(key) != unless:
                    self._unsaved[key] = note
            self._exchange(PATIENCE)
            notes = self._texts()
        for changed in list(self._followers.values()):
            changed(notes)

    def _found(self) -> dict[str, Any]:
        """The notes that the file said last, also those that are no texts."""
        found = self._content.get("done")
        return found if isinstance(found, dict) else {}

    def _done(self) -> dict[str, Any]:
        """The notes that the file is to say. One that is no text stays: a newer version wrote it."""
        stays = self._no_texts()
        done = {**self._found(), **self._unsaved, **stays}
        return {key: note for key, note in done.items() if note is not None or key in stays}

    def _no_texts(self) -> dict[str, Any]:
        return {key: note for key, note in self._found().items() if not isinstance(note, str)}

    def _texts(self) -> dict[str, str]:
        notes = {**self._found(), **self._unsaved}
        return {key: note for key, note in notes.items() if isinstance(note, str)}

    def _give_way(self) -> None:
        """Drop the unsaved notes that are not to take the place of what the file says."""
        for key, found in self._found().items():
            if key in self._unsaved and found is not None and found == self._unless.get(key):
                del self._unsaved[key]

    def _exchange(self, patience: float) -> None:
        """Read the file, and write into it what it does not say yet, if that can be."""
        if self.path is None:
            return
        path = Path(os.path.realpath(self.path))  # a link stays one: the file may lie in another folder
        may_write = self.may_write()
        if not (may_write and (self._unsaved or self._before)):
            self._trouble = self._look(path)
        if may_write and (self._unsaved or self._before or self._trouble == DAMAGED):
            with alone(path, patience) as ours:
                if ours:
                    self._trouble = self._save(path)
                else:
                    self._trouble = self._look(path) or (UNWRITABLE if self._unsaved else "")

    def _look(self, path: Path) -> str:
        """Read the file, and say why it must not be written. What it said last counts until it is read."""
        try:
            self._content = read(path) or self._before
        except Damaged:
            return DAMAGED
        except (FileNotFoundError, NotADirectoryError):
            return UNWRITABLE
        except OSError:  # perhaps another program holds it for a moment
            return UNREADABLE
        finally:
            self._give_way()
        return NEWER if is_newer(self._content) else ""

    def _save(self, path: Path) -> str:
        """The same, and move it aside if it is damaged, or write it."""
        trouble = self._look(path)
        try:
            if trouble == DAMAGED:
                # Somebody may want to mend it by hand.
                self._kept.append(files.move_aside(path, "damaged").name)
                self._unsaved = {**self._texts(), **self._unsaved}  # what it said before it was damaged
                self._before = {} if is_newer(self._content) else self._content
                self._content, trouble = self._before, ""
            if (self._unsaved or self._before) and not trouble:
                content = {**self._content, "done": self._done()}
                if self._before or content != self._content:
                    write(path, content)
                stays = self._no_texts()
                self._unsaved = {key: note for key, note in self._unsaved.items() if note and key in stays}
                self._content, self._before = content, {}
                trouble = NEWER if self._unsaved else ""
        except OSError:  # said where progress is shown, and tried again with the next note
            return trouble or UNWRITABLE
        return trouble
