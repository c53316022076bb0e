"""One kernel at a time writes the file of notes: two notebooks may be open."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
elif sys.platform != "emscripten":  # the browser has no locks
    import fcntl

LEFT = 2.0  # seconds after which a lock that is only a name was left by a kernel that was killed
PAUSE = 0.005  # seconds between two tries


@contextlib.contextmanager
def alone(path: Path, patience: float) -> Iterator[bool]:
    """Let one kernel at a time read and write: two notebooks may be open.

    Parameters
    ----------
    path : Path
        Of the file of notes.
    patience : float
        For how many seconds to wait for another kernel.

    Yields
    ------
    bool
        Is it our turn? False, too, where no lock can be made: nothing can be written there either.
    """
    end = time.monotonic() + patience
    for kind in LOCKS:
        lock = kind(path)
        try:
            while not (ours := lock.take()) and time.monotonic() < end:
                time.sleep(PAUSE)
        except OSError:  # there is none of this kind
            continue
        try:
            yield ours
        finally:
            if ours:
                with contextlib.suppress(OSError):
                    lock.free()
        return
    yield False


class _SystemLock:
    """A lock of the system on an empty file that stays. The system frees it when a kernel is killed."""

    BUSY = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f".{path.name}.lock")
        self._file = -1

    def take(self) -> bool:
        try:
            self._file = os.open(self._path, os.O_CREAT | os.O_RDWR, 0o666)
        except PermissionError:  # made by another user, such as root
            self._file = os.open(self._path, os.O_RDONLY)
        try:
            if sys.platform == "win32":
                msvcrt.locking(self._file, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            if error.errno in self.BUSY:
                return False
            raise
        return True

    def free(self) -> None:
        try:  # a process that was forked meanwhile may still have the file open
            if sys.platform == "win32":
                msvcrt.locking(self._file, msvcrt.LK_UNLCK, 1)
            else:
                fcntl.flock(self._file, fcntl.LOCK_UN)
        finally:
            os.close(self._file)


class _NamedLock:
    """Where the system has no locks: a file that only one kernel can make, with a name of its own in it.

    One that does not change for a while was left by a kernel that was killed. It is renamed before it is
    deleted: of two kernels that find it only one can do so, and one that gets a new lock gives it back.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f".{path.name}.held")
        self._name = uuid.uuid4().hex.encode()
        self._seen, self._since = b"", time.monotonic()  # what another kernel's lock says, and since when

    def take(self) -> bool:
        try:
            file = self._path.open("xb")
        except FileExistsError:
            with contextlib.suppress(FileNotFoundError):  # it has just been freed
                self._look_at_the_other()
            return False
        try:
            with file:
                file.write(self._name)
        except OSError:  # the disk is full
            self._path.unlink()
            raise
        return True

    def _look_at_the_other(self) -> None:
        seen, now = self._path.read_bytes(), time.monotonic()
        if seen != self._seen:
            self._seen, self._since = seen, now
        elif now - self._since > LEFT:
            aside = self._path.with_name(f"{self._path.name}.{self._name.decode()}")
            os.replace(self._path, aside)
            if aside.read_bytes() == seen:
                aside.unlink()
            else:
                os.replace(aside, self._path)

    def free(self) -> None:
        if self._path.read_bytes() == self._name:
            self._path.unlink()


LOCKS: tuple[type[_SystemLock | _NamedLock], ...] = (_SystemLock, _NamedLock)
if sys.platform == "emscripten":
    LOCKS = (_NamedLock,)
