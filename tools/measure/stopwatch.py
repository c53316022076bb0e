"""A stopwatch for pictures in a browser: how long after an input the page shows the new picture.

`make bench` uses it. All times are the page's own, in ms, from the input event to the frame.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from playwright.sync_api import Locator, Page

from tools import browser as tool

SWEEP = 2.0  # seconds of fast dragging, each turn
ROUNDS = 3  # turns of each contestant

# Notes what happens in one output of the page: inputs, new pictures (one SVG or image or more, as
# they come on the screen together), and frames without any picture. All times are the page's own.
# It looks at a frame only if something has changed: a page that draws all the time would be slower.
# A page may have several, one for each output: they know nothing of each other, and one that is not
# started does nothing.
WATCH = r"""handle => {
    const place = handle.closest('.jp-Cell-outputArea'), drawing = 'svg[role=img]';
    if (place.courseWatch) return place.courseWatch;
    const channel = new MessageChannel();
    let log = null, waiting = null, looking = false;
    channel.port1.onmessage = () => {  // the first task after a frame was made
        if (waiting) waiting.seen = performance.now();
        waiting = null;
    };
    const full = one => one.localName === 'img' ? one.naturalWidth > 0 : one.querySelector('text');
    const drawn = one => one.getBoundingClientRect().height > 20 && full(one);
    const look = () => {
        looking = false;
        if (!log) return;
        log.frames += 1;
        if (![...place.querySelectorAll(`${drawing}, img`)].some(drawn)) {
            log.blank += 1;
            lookAtNextFrame();
        }
        if (waiting) channel.port2.postMessage(0);
    };
    const lookAtNextFrame = () => {
        if (!looking) requestAnimationFrame(look);
        looking = true;
    };
    const arrived = () => {
        if (!log) return;
        if (!waiting) log.pictures.push(waiting = {});
        waiting.changed = performance.now();
        lookAtNextFrame();
    };
    new MutationObserver(changes => {
        if (!log) return;
        const added = changes.flatMap(change => [...change.addedNodes]).filter(node => node.nodeType === 1);
        if (added.some(node => node.matches(drawing) || node.querySelector(drawing))) arrived();
        lookAtNextFrame();
    }).observe(place, {childList: true, subtree: true});
    place.addEventListener('load', event => { if (event.target.matches('img')) arrived(); }, true);
    for (const kind of ['keydown', 'pointermove', 'pointerup'])
        window.addEventListener(kind, event => { if (log) log.inputs.push([kind, event.timeStamp]); }, true);
    return place.courseWatch = {
        start: () => { waiting = null; log = {inputs: [], pictures: [], frames: 0, blank: 0}; },
        // What was noted, once a picture has come and for `quiet` ms no other; or after `patience` ms.
        stop: (quiet, patience) => new Promise(done => {
            const from = performance.now();
            const wait = () => {
                const now = performance.now(), last = log.pictures.at(-1);
                if ((last?.seen && now - last.seen > quiet) || now - from > patience) {
                    const noted = log;
                    log = null;
                    done(noted);
                } else setTimeout(wait, 10);
            };
            wait();
        }),
    };
}"""

INTO_VIEW = "handle => handle.closest('.jp-Cell-outputArea').scrollIntoView({block: 'center'})"


@dataclass
class Measured:
    """All measurements of one way to make the picture. Times in ms."""

    key: list[float] = field(default_factory=list)
    drag: list[float] = field(default_factory=list)
    per_second: list[float] = field(default_factory=list)  # new pictures during a fast drag
    lag: list[float] = field(default_factory=list)  # from letting go to the last new picture
    frames: int = 0  # that were looked at
    blank: int = 0  # of these, frames without a picture
    missed: int = 0  # changes that no picture followed


class Contestant:
    """One way to make the picture, moved by the handle of a slider. Several may stand in one page.

    `first`: a key that is pressed before each turn, such as Home; it says where on the slider to begin.
    `reset`: a button that is pressed before that, so that each turn begins alike.
    `period`: seconds in which a fast drag goes to and fro.
    """

    def __init__(
        self, handle: Locator, first: str = "", reset: Locator | None = None, period: float = 2.0
    ) -> None:
        self.page: Page = handle.page
        self.handle, self.first, self.reset, self.period = handle, first, reset, period
        self.measured = Measured()
        self.handle.scroll_into_view_if_needed()
        self.watch = self.handle.evaluate_handle(WATCH)

    def start(self) -> None:
        self.watch.evaluate("watch => watch.start()")

    def stop(self, quiet: float = 200, patience: float = 3000) -> dict[str, Any]:
        noted = self.watch.evaluate("(watch, waits) => watch.stop(...waits)", [quiet, patience])
        self.measured.frames += noted["frames"]
        self.measured.blank += noted["blank"]
        return noted

    def one(self, kind: str, change: Callable[[], None], times: list[float]) -> None:
        """Make one change and note how long its picture took."""
        self.start()
        change()
        took = latency(self.stop(), kind)
        if took is None:
            self.measured.missed += 1
        else:
            times.append(took)

    def keys(self, changes: int) -> None:
        _, inward = self.where()
        self.handle.focus()
        for i in range(changes):
            key = "ArrowRight" if to_and_fro(i) == inward else "ArrowLeft"
            self.one("keydown", lambda key=key: self.page.keyboard.press(key), self.measured.key)

    def drags(self, changes: int) -> None:
        _, inward = self.where()
        x, y = tool.take(self.handle)
        for i in range(changes):
            x += 4 * inward * to_and_fro(i)
            self.one("pointermove", lambda x=x: self.page.mouse.move(x, y), self.measured.drag)
        self.page.mouse.up()

    def sweep(self, seconds: float) -> None:
        (left, width), _ = self.where()
        x, y = tool.take(self.handle)
        middle, reach = left + width / 2, width / 2 - 8
        phase = math.asin(max(-1.0, min(1.0, (x - middle) / reach)))
        self.start()
        begin, moves = time.monotonic(), 0
        while (now := time.monotonic() - begin) < seconds:
            self.page.mouse.move(middle + reach * math.sin(phase + 2 * math.pi * now / self.period), y)
            moves += 1
            time.sleep(max(0.0, begin + moves / 60 - time.monotonic()))
        self.page.mouse.up()
        rate, lag = drag_summary(self.stop(quiet=800, patience=15000))
        self.measured.per_second.append(rate)
        self.measured.lag.append(lag)

    def where(self) -> tuple[tuple[float, float], int]:
        """Where the slider's rail begins and its width; and which way from the handle is its middle."""
        self.handle.scroll_into_view_if_needed()
        rail = self.handle.locator("xpath=ancestor::*[contains(@class, 'noUi-target')]").bounding_box()
        handle = self.handle.bounding_box()
        assert rail is not None and handle is not None
        left_half = handle["x"] + handle["width"] / 2 < rail["x"] + rail["width"] / 2
        return (rail["x"], rail["width"]), 1 if left_half else -1

    def into_view(self) -> None:
        """Scroll the page until slider and picture are in its middle, and wait until it lies still."""
        self.handle.evaluate(INTO_VIEW)
        boxes: list[Any] = []

        def still() -> bool:
            tool.within(self.page, "new Promise(requestAnimationFrame)")  # JupyterLab lays out frame by frame
            boxes.append(self.handle.bounding_box())
            return len(boxes) > 5 and all(box == boxes[-1] for box in boxes[-5:])

        tool.until(self.page, still, "the page lies still")

    def begin(self) -> None:
        """Bring page and slider to where a turn begins, and make some changes that do not count."""
        self.page.bring_to_front()
        if self.reset:
            self.reset.click()
            tool.kernel_answers(self.page)
        self.into_view()
        # After each change the page looks anew for what lies under the mouse, which costs what lies there:
        # all have it on their slider, as in a learner's hand.
        self.handle.hover()
        self.handle.focus()
        for key in (self.first, "ArrowRight", "ArrowLeft"):
            if key:
                self.start()
                self.page.keyboard.press(key)
                self.stop()

    def turn(self, changes: int, drags: bool = True) -> None:
        """A few changes of every kind; single steps of the mouse only if asked for."""
        self.begin()
        self.keys(changes)
        if drags:
            self.drags(changes)
        self.sweep(SWEEP)


def take_turns(one: Contestant, other: Contestant, changes: int, drags: bool = True) -> None:
    """Let two be measured by turns, so that whatever else this computer does slows both."""
    for turn, share in enumerate(shares(changes, ROUNDS)):
        for contestant in (one, other) if turn % 2 == 0 else (other, one):
            contestant.turn(share, drags)


def shares(total: int, parts: int) -> list[int]:
    """A number cut into whole parts that differ by one at most."""
    return [total // parts + (i < total % parts) for i in range(parts)]


def percentile(values: Sequence[float], percent: float) -> float:
    """NumPy's; nan of no values."""
    return float(np.percentile(values, percent)) if values else math.nan


def to_and_fro(i: int) -> int:
    """Eight steps one way (1), eight steps back (-1), and so on: none runs into an end."""
    return 1 if i // 8 % 2 == 0 else -1


def latency(noted: dict[str, Any], kind: str) -> float | None:
    """ms from the first input of a kind to the frame with the last picture after it; None: no picture."""
    begin = next((at for what, at in noted["inputs"] if what == kind), None)
    seen = [one["seen"] for one in noted["pictures"] if begin is not None and one.get("seen", 0) > begin]
    return seen[-1] - begin if seen else None


def drag_summary(noted: dict[str, Any]) -> tuple[float, float]:
    """New pictures a second while the mouse was moving; ms from letting go to the last new picture."""
    moves = [at for what, at in noted["inputs"] if what == "pointermove"]
    released = [at for what, at in noted["inputs"] if what == "pointerup"][-1]
    seen = [one["seen"] for one in noted["pictures"] if one.get("seen")]
    rate = sum(moves[0] < at <= released for at in seen) / (released - moves[0]) * 1000
    return rate, max(0.0, seen[-1] - released) if seen else math.inf
