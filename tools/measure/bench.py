"""Measure how fast a slider changes its picture, in one browser: our labs, the usual way, the floor.

    python -m tools.measure.bench [--only 03] [--changes 60] [--json FILE]        (make bench)

Two races are run. Time runs from the input event to the frame that shows the new picture.

- Our labs beside the *floor* (tools/measure/floor.py): each lab of each notebook that has a slider over
  numbers, and one number as SVG in one `widgets.HTML`. The floor is the last cell of the same notebook:
  same page, same kernel, same run.
- The main lab of the notebooks 02, 03, 04 and 05 against the *usual way*: `interactive_output` and a
  fresh pyplot figure of the same numbers (tools/measure/usual_ways/). Ours stands in its full notebook,
  among all its text and the outputs of its cells; the usual way has a notebook of its own with one cell.
  That is to our disadvantage.

What is measured:

- key: one arrow key, then wait until nothing changes any more;
- drag (against the usual way only): the mouse is held and moved one small step, then the same;
- fast: the mouse sweeps to and fro with 60 moves a second, and is let go.

The two of a race take turns, so that whatever else this computer does slows both. Ends with PASS or FAIL.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

from tools import browser as tool
from tools.course import find
from tools.measure import floor
from tools.measure.stopwatch import ROUNDS, Contestant, Measured, percentile, take_turns

USUAL_WAYS = Path(__file__).resolve().with_name("usual_ways")
MODES = ("key", "drag")

# The goals of the race against the usual way, and of loading. The floor has its own.
MEDIAN_RATIO, P95_RATIO, LONGEST_LAG = 4.0, 3.0, 200.0
IMPORT_AND_LOAD, LOAD = 500.0, 50.0  # ms


@dataclass(frozen=True)
class Race:
    """A lab of a notebook against the usual way: which slider of both is moved."""

    lab: str  # the module of the usual way has this name too
    slider: str
    first: str = ""  # a key that brings the slider to where each step changes a number

    @property
    def usual_way(self) -> str:
        """The one cell of the usual way."""
        return (USUAL_WAYS / f"{self.lab}.py").read_text(encoding="utf-8")


RACES = {
    "02": Race("contextual", "bank x"),
    "03": Race("roles", "W_Q[0,0]"),
    "04": Race("scaling", "temperature"),
    "05": Race("heads", "sharpness", first="Home"),  # sharp heads are all 1.00 and 0.00
}
Pair = tuple[Measured, Measured]  # ours, the usual way

# --- measuring ------------------------------------------------------------------------------------


def scratch_notebook(source: str) -> str:
    """The text of a notebook with one cell."""
    cell = {"cell_type": "code", "id": "cell-01", "metadata": {}, "source": source, "outputs": []}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": [{**cell, "execution_count": None}], "metadata": {"kernelspec": kernel}}
    return json.dumps({**notebook, "nbformat": 4, "nbformat_minor": 5})


@contextlib.contextmanager
def notebook(browser: Browser, url: str, path: str) -> Iterator[Page]:
    """A notebook in a page of its own, all cells run; closed afterwards."""
    page = tool.new_page(browser)
    tool.open_notebook(page, url, path)
    tool.begin_run(page)
    tool.end_run(page)
    yield page
    tool.close_notebook(page)


def measure(numbers: Sequence[str], changes: int) -> tuple[dict[str, Pair], list[floor.Beside]]:
    """The notebooks with these numbers: each race against the usual way, and each lab beside the floor."""
    opened = {number: find(int(number)) for number in numbers}
    races = {number: RACES[number] for number in numbers if number in RACES}
    extra = {f"notebooks/{ours.file}": floor.with_floor(ours.read()) for ours in opened.values()}
    extra |= {usual_path(number): scratch_notebook(race.usual_way) for number, race in races.items()}
    pairs, beside = {}, []
    with tool.start_browser() as browser, tool.course_copy(extra=extra) as folder, tool.serve(folder) as url:
        for number, ours in opened.items():
            print(f"notebook {number} ...", file=sys.stderr, flush=True)
            with notebook(browser, url, f"notebooks/{ours.file}") as page:
                if number in races:
                    with notebook(browser, url, usual_path(number)) as usual_page:
                        pairs[number] = run(races[number], page, usual_page, changes)
                beside += floor.measure(page, number, floor.lab_calls(ours.read()), changes)
    return pairs, beside


def usual_path(number: str) -> str:
    """Where the notebook of the usual way lies."""
    return f"notebooks/usual_{number}.ipynb"


def run(race: Race, our_page: Page, usual_page: Page, changes: int) -> Pair:
    """Let ours and the usual way take turns."""
    ours = Contestant(tool.slider(tool.lab_of(our_page, race.lab), race.slider), race.first)
    usual = Contestant(tool.slider(usual_page, race.slider), race.first)
    take_turns(ours, usual, changes)
    return ours.measured, usual.measured


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


def short_of(ours: Measured, usual: Measured) -> list[str]:
    """What falls short of the goals in one notebook, a sentence each; empty: all is well."""
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
    return short


def slow_loading(load: tuple[float, float]) -> list[str]:
    """The same for importing and loading."""
    goals = (("import and load", load[0], IMPORT_AND_LOAD), ("load", load[1], LOAD))
    return [f"{what}: {took:.0f} ms, the goal is {goal:g}" for what, took, goal in goals if took > goal]


def verdict(
    pairs: Mapping[str, Pair], beside: Sequence[floor.Beside], load: tuple[float, float]
) -> list[str]:
    """All that falls short of the goals."""
    short = [f"{number}: {what}" for number, pair in pairs.items() for what in short_of(*pair)]
    short += [what for one in beside for what in floor.short_of(one)]
    return short + slow_loading(load)


def table(number: str, ours: Measured, usual: Measured) -> str:
    """All results of one notebook for the eye."""
    title = f"{number} {RACES[number].lab}: slider to picture"
    lines = [f"{title:34s}{'ours':>9s}{'usual way':>12s}{'ratio':>8s}{'goal':>8s}"]

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
    return "\n".join(lines)


def loading_table(load: tuple[float, float]) -> str:
    """The same for importing and loading."""
    both = f"import helpers and load vectors, ms{load[0]:8.0f}{f'< {IMPORT_AND_LOAD:g}':>28s}"
    return f"{both}\nload vectors alone, ms{load[1]:21.0f}{f'< {LOAD:g}':>28s}"


def main(arguments: Sequence[str] | None = None) -> int:
    numbers = floor.numbers_with_labs()
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--only", choices=numbers, help="one notebook, such as 03 (default: all)")
    parser.add_argument("--changes", type=int, default=60, help="single changes of each kind (default 60)")
    parser.add_argument("--json", type=Path, help="write all measurements to this file too")
    chosen = parser.parse_args(arguments)
    if chosen.changes < ROUNDS:
        parser.error(f"--changes must be at least {ROUNDS}")
    load = loading()
    try:
        pairs, beside = measure([chosen.only] if chosen.only else numbers, chosen.changes)
    except tool.NoBrowser as missing:
        sys.exit(str(missing))
    short = verdict(pairs, beside, load)
    if chosen.json:
        everything = {
            **{number: {"ours": asdict(o), "usual": asdict(u)} for number, (o, u) in pairs.items()},
            "floor": [asdict(one) for one in beside],
            "loading_ms": {"import_and_load": load[0], "load": load[1]},
            "short_of": short,
        }
        chosen.json.write_text(json.dumps(everything, indent=1) + "\n", encoding="utf-8")
    for number, pair in pairs.items():
        print(table(number, *pair), end="\n\n")
    print(floor.table(beside), end="\n\n")
    print(loading_table(load))
    print("FAIL: " + "; ".join(short) if short else "PASS")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
