"""Measure how fast a slider changes its picture: our lab against the usual way, in one browser.

    python tools/bench.py [--changes 60] [--json FILE]        (make bench)

Ours is the lab of notebook 02. The usual way is `interactive_output` and a fresh pyplot figure of
the same numbers. Time runs from the input event to the frame that shows the new picture.

- key: one arrow key, then wait until nothing changes any more;
- drag: the mouse is held and moved one small step, then the same;
- fast: the mouse sweeps to and fro with 60 moves a second, and is let go.

The two take turns, so that whatever else this computer does slows both. Ends with PASS or FAIL.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tools import browser as tool

SLIDER = "bank x"
ROUNDS = 3  # turns of each
SWEEP = 3.0  # seconds of fast dragging, each turn
MODES = ("key", "drag")

# The goals.
MEDIAN_RATIO, P95_RATIO, LONGEST_LAG = 4.0, 3.0, 200.0
IMPORT_AND_LOAD, LOAD = 500.0, 50.0  # ms

USUAL_WAY = """
%matplotlib inline
import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np

names = ["money", "bank", "grows"]
start = [[1.5, 0.35], [0.95, 0.9], [0.55, -0.75]]

def picture(temperature, **numbers):
    X = np.array([[numbers[f"{name} {axis}"] for axis in "xy"] for name in names])
    scores = X @ X.T / temperature
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    Z = weights @ X

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4))
    left.imshow(weights, cmap="Blues", vmin=0, vmax=1)
    left.set_xticks(range(3), names)
    left.set_yticks(range(3), names)
    for i in range(3):
        for j in range(3):
            colour = "white" if weights[i, j] > 0.5 else "black"
            left.text(j, i, f"{weights[i, j]:.2f}", ha="center", va="center", color=colour)
    for k, name in enumerate(names):
        for tip, alpha in ((X[k], 1.0), (Z[k], 0.4)):
            arrow = {"arrowstyle": "->", "color": f"C{k}", "alpha": alpha}
            right.annotate("", tip, (0, 0), arrowprops=arrow)
        right.text(*X[k], name, color=f"C{k}")
    right.set_xlim(-2, 2)
    right.set_ylim(-2, 2)
    right.set_aspect("equal")
    plt.show()

sliders = {
    f"{name} {axis}": widgets.FloatSlider(value=value, min=-2, max=2, step=0.05, description=f"{name} {axis}")
    for name, vector in zip(names, start)
    for axis, value in zip("xy", vector)
}
sliders["temperature"] = widgets.FloatSlider(value=1, min=0.05, max=3, step=0.05, description="temperature")
output = widgets.interactive_output(picture, sliders)
widgets.HBox([widgets.VBox(list(sliders.values())), output])
"""

# Notes what happens in one output of the page: inputs, new pictures (one SVG or image or more, as
# they come on the screen together), and frames without any picture. All times are the page's own.
# It looks at a frame only if something has changed: a page that draws all the time would be slower.
WATCH = r"""handle => {
    const place = handle.closest('.jp-Cell-outputArea'), drawing = 'svg[role=img]';
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
        const added = changes.flatMap(change => [...change.addedNodes]).filter(node => node.nodeType === 1);
        if (added.some(node => node.matches(drawing) || node.querySelector(drawing))) arrived();
        lookAtNextFrame();
    }).observe(place, {childList: true, subtree: true});
    place.addEventListener('load', event => { if (event.target.matches('img')) arrived(); }, true);
    for (const kind of ['keydown', 'pointermove', 'pointerup'])
        window.addEventListener(kind, event => { if (log) log.inputs.push([kind, event.timeStamp]); }, true);
    window.courseWatch = {
        start: () => { log = {inputs: [], pictures: [], frames: 0, blank: 0}; },
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


# --- measuring ------------------------------------------------------------------------------------


class Contestant:
    """One way to make the picture, in a page of its own."""

    def __init__(self, name: str, page: Page) -> None:
        self.name, self.page, self.measured = name, page, Measured()
        self.handle: Locator = tool.slider(page, SLIDER).first  # of the first lab
        self.handle.scroll_into_view_if_needed()
        self.handle.evaluate(WATCH)

    def start(self) -> None:
        self.page.evaluate("courseWatch.start()")

    def stop(self, quiet: float = 200, patience: float = 3000) -> dict[str, Any]:
        noted = self.page.evaluate(f"courseWatch.stop({quiet}, {patience})")
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
            self.page.mouse.move(middle + reach * math.sin(phase + math.pi * now), y)  # a turn in 2 s
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

    def turn(self, changes: int) -> None:
        """A few changes of every kind, first of all some that do not count."""
        self.page.bring_to_front()
        self.handle.focus()
        for key in ("ArrowRight", "ArrowLeft"):
            self.start()
            self.page.keyboard.press(key)
            self.stop()
        self.keys(changes)
        self.drags(changes)
        self.sweep(SWEEP)


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


def scratch_notebook(source: str) -> str:
    """The text of a notebook with one cell."""
    cell = {"cell_type": "code", "id": "cell-01", "metadata": {}, "source": source, "outputs": []}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": [{**cell, "execution_count": None}], "metadata": {"kernelspec": kernel}}
    return json.dumps({**notebook, "nbformat": 4, "nbformat_minor": 5})


def measure(changes: int) -> tuple[Measured, Measured]:
    """Both ways, in turns: ours and the usual one."""
    extra = {"notebooks/usual_way.ipynb": scratch_notebook(USUAL_WAY.strip())}
    paths = ["notebooks/02_contextual_embedding.ipynb", "notebooks/usual_way.ipynb"]
    with tool.start_browser() as browser, tool.course_copy(extra=extra) as folder, tool.serve(folder) as url:
        pair = []
        for path in paths:
            page = tool.new_page(browser)
            tool.open_notebook(page, url, path)
            tool.begin_run(page)
            tool.end_run(page)
            pair.append(Contestant(path, page))
        for turn, share in enumerate(shares(changes, ROUNDS)):
            print(f"turn {turn + 1} of {ROUNDS} ...", file=sys.stderr, flush=True)
            for contestant in pair if turn % 2 == 0 else pair[::-1]:
                contestant.turn(share)
        return pair[0].measured, pair[1].measured


LOADING = """
from time import perf_counter
begin = perf_counter()
import helpers
from helpers.embeddings import load_vectors
imported = perf_counter()
load_vectors()
print(imported - begin, perf_counter() - imported)
"""


def loading(times: int = 7) -> tuple[float, float]:
    """ms for importing helpers and loading the vectors, and for the loading alone: the best of some."""
    runs = []
    for _ in range(times):
        done = subprocess.run(
            [sys.executable, "-c", LOADING], cwd=tool.ROOT, capture_output=True, text=True, check=True
        )
        imported, loaded = (1000 * float(word) for word in done.stdout.split())
        runs.append((imported + loaded, loaded))
    both, alone = zip(*runs, strict=True)
    return min(both), min(alone)


# --- judging --------------------------------------------------------------------------------------


def percentile(values: Sequence[float], percent: float) -> float:
    """Linear between the two nearest values, as NumPy does it."""
    ordered = sorted(values)
    if not ordered:
        return math.nan
    place = (len(ordered) - 1) * percent / 100
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def shares(total: int, parts: int) -> list[int]:
    """A number cut into whole parts that differ by one at most."""
    return [total // parts + (i < total % parts) for i in range(parts)]


def verdict(ours: Measured, usual: Measured, load: tuple[float, float]) -> list[str]:
    """What falls short of the goals, a sentence each; empty: all is well."""
    short = []
    for mode in MODES:
        for percent, goal in ((50, MEDIAN_RATIO), (95, P95_RATIO)):
            mine, theirs = (percentile(getattr(who, mode), percent) for who in (ours, usual))
            if not theirs / mine >= goal:  # also where there is nothing to compare
                short.append(f"{mode} p{percent}: {theirs / mine:.1f} times faster, the goal is {goal:g}")
    if ours.blank:
        short.append(f"{ours.blank} blank frames, the goal is none")
    if ours.missed:
        short.append(f"{ours.missed} changes brought no new picture")
    lag = max(ours.lag, default=math.inf)
    if lag > LONGEST_LAG:
        short.append(f"an update {lag:.0f} ms after release, the goal is {LONGEST_LAG:g}")
    for what, took, goal in (("import and load", load[0], IMPORT_AND_LOAD), ("load", load[1], LOAD)):
        if took > goal:
            short.append(f"{what}: {took:.0f} ms, the goal is {goal:g}")
    return short


def table(ours: Measured, usual: Measured, load: tuple[float, float]) -> str:
    """All results for the eye."""
    lines = [f"{'slider to picture':34s}{'ours':>9s}{'usual way':>12s}{'ratio':>8s}{'goal':>8s}"]

    def line(what: str, mine: float, theirs: float, goal="", form=".0f", ratio="") -> None:
        lines.append(f"{what:34s}{mine:9{form}}{theirs:12{form}}{ratio:>8s}{goal:>8s}")

    for mode in MODES:
        for percent, goal in ((50, MEDIAN_RATIO), (95, P95_RATIO)):
            mine, theirs = (percentile(getattr(who, mode), percent) for who in (ours, usual))
            line(f"{mode}, p{percent}, ms", mine, theirs, f">= {goal:g}", ratio=f"{theirs / mine:.1f}")
    mine, theirs = (statistics.fmean(who.per_second) for who in (ours, usual))
    line("fast drag, new pictures a second", mine, theirs, form=".1f", ratio=f"{mine / theirs:.1f}")
    line("last picture after release, ms", max(ours.lag), max(usual.lag), f"<= {LONGEST_LAG:g}")
    line(f"blank frames (of {ours.frames} / {usual.frames})", ours.blank, usual.blank, "0")
    line("changes without a new picture", ours.missed, usual.missed, "0")
    lines.append("")
    lines.append(f"import helpers and load vectors, ms{load[0]:8.0f}{f'< {IMPORT_AND_LOAD:g}':>28s}")
    lines.append(f"load vectors alone, ms{load[1]:21.0f}{f'< {LOAD:g}':>28s}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--changes", type=int, default=60, help="single changes of each kind (default 60)")
    parser.add_argument("--json", type=Path, help="write all measurements to this file too")
    chosen = parser.parse_args(arguments)
    if chosen.changes < ROUNDS:
        parser.error(f"--changes must be at least {ROUNDS}")
    load = loading()
    try:
        ours, usual = measure(chosen.changes)
    except tool.NoBrowser as missing:
        sys.exit(str(missing))
    short = verdict(ours, usual, load)
    if chosen.json:
        names = {"import_and_load": load[0], "load": load[1]}
        everything = {"ours": asdict(ours), "usual": asdict(usual), "loading_ms": names, "short_of": short}
        chosen.json.write_text(json.dumps(everything, indent=1) + "\n", encoding="utf-8")
    print(table(ours, usual, load))
    print("FAIL: " + "; ".join(short) if short else "PASS")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
