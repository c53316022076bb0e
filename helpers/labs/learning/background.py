"""Background work in small parts: between two of them a kernel hears its messages, such as a press of Stop.

It starts no thread: a browser's Python has none. A kernel's interrupt reaches a cell that runs, not this work
between the cells; so whoever uses it needs a Stop of their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

PAUSE = 0.01  # seconds: with none at all a kernel hears some messages late


class Background:
    """Take things from an iterator, one by one.

    Parameters
    ----------
    things : iterator
        Each `next` is a part of the work.
    take : function of one thing
    end : function of an exception or None
        Called once: with None when all is done, with `asyncio.CancelledError` or `KeyboardInterrupt` when it
        was stopped, else with the exception that a part has raised. So none is lost.
    """

    def __init__(
        self, things: Iterator[Any], take: Callable[[Any], None], end: Callable[[BaseException | None], None]
    ) -> None:
        self._things, self._take, self._end = things, take, end
        self._task: asyncio.Task[None] | None = None  # a loop itself holds its tasks only weakly
        self.running = False

    def start(self) -> None:
        """Begin: where a loop runs, such as in a kernel, it goes on by and by; else all is done at once."""
        self.running = True
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            while self._part():
                pass
        else:
            self._task = loop.create_task(self._all())

    def stop(self) -> None:
        """End before the next part. What was taken so far stays."""
        self._finish(asyncio.CancelledError())

    async def _all(self) -> None:
        try:
            while self._part():
                await asyncio.sleep(PAUSE)
        except asyncio.CancelledError as stopped:  # the loop itself ends
            self._finish(stopped)
            raise

    def _part(self) -> bool:
        """One part; is there another?"""
        if not self.running:
            return False
        try:
            self._take(next(self._things))
        except StopIteration:
            self._finish(None)
        except (Exception, KeyboardInterrupt) as error:
            self._finish(error)
        return self.running

    def _finish(self, how: BaseException | None) -> None:
        if self.running:
            self.running = False
            self._things = iter(())  # what it worked with is let go
            self._end(how)
