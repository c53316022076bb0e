"""The floor: the smallest live picture there can be, in the same notebook, page and run as our labs.

`make bench` uses it. No lab can be faster than a slider and one number in one `widgets.HTML`: that is
what the kernel, the page and this computer take. How much longer a lab takes is the lab's own part.

Labs and sliders are found, not listed: labs by the calls in a notebook's cells, sliders on the page.
"""

from __future__ import annotations

import inspect
import itertools
import math
import re
import statistics
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import nbformat
from nbformat import NotebookNode
from playwright.sync_api import Locator, Page

from tools import browser as tool
from tools.course import code, notebooks
from tools.measure.stopwatch import Contestant, Measured, percentile, take_turns

# The goals.
KEY_RATIOS = ((50, 1.3), (95, 1.6))  # percentile of a lab's times, at most so many times the floor's
PER_SECOND, LONGEST_LAG = 13.0, 150.0

MANY = 20  # steps of a slider: one with fewer chooses, and has few pictures to show in a drag
FAST = 40  # steps a second in a fast drag: far more than there are pictures
NUMBER = re.compile(r"[-−]?\d+(\.\d+)?")
FIRST = ("", "Home")  # sharp heads are all 1.00 and 0.00: there each step changes a number from Home on
PROBE = 8  # steps: as far as `to_and_fro` goes

T = TypeVar("T")


@dataclass(frozen=True)
class Beside:
    """What was measured of a lab and of the floor beside it."""

    notebook: str  # such as 03
    lab: str  # the call that makes it
    slider: str
    ours: Measured
    floor: Measured

    @property
    def name(self) -> str:
        return f"{self.notebook} {self.lab}"


# --- the floor ------------------------------------------------------------------------------------


def floor():
    """The smallest live picture: a slider, and its number as SVG text in one `widgets.HTML`."""
    import ipywidgets as widgets

    slider = widgets.FloatSlider(value=0.35, min=-2, max=2, step=0.05, description="floor")
    picture = widgets.HTML()

    def draw(change=None):
        text = f'<text x="10" y="25">{slider.value:.2f}</text>'
        picture.value = f'<svg role="img" width="100" height="40">{text}</svg>'

    draw()
    slider.observe(draw, "value")
    box = widgets.VBox([slider, picture])
    box.add_class("course-floor")
    return box


def with_floor(notebook: NotebookNode) -> str:
    """The text of a notebook with one more cell at its end: the floor."""
    cell = nbformat.v4.new_code_cell(f"{inspect.getsource(floor)}\n\nfloor()", id="the-floor")
    return nbformat.writes(nbformat.from_dict({**notebook, "cells": [*notebook.cells, cell]}))


# --- finding --------------------------------------------------------------------------------------


def lab_calls(notebook: NotebookNode) -> list[str]:
    """The calls that make the labs of a notebook, in order, such as `roles_lab()`."""
    called = (re.findall(r"(?<!def )\b\w+_lab\([^)]*\)", cell.source) for cell in code(notebook))
    return list(dict.fromkeys(itertools.chain.from_iterable(called)))


def numbers_with_labs() -> list[str]:
    """The notebooks with labs, such as 03."""
    return [f"{notebook.number:02d}" for notebook in notebooks() if lab_calls(notebook.read())]


def number_sliders(lab: Locator) -> list[Locator]:
    """The sliders over many numbers that are to be seen."""
    found = lab.locator(".widget-slider")
    seen = [one for one in map(found.nth, range(found.count())) if one.is_visible()]
    return [one for one in seen if NUMBER.fullmatch(readout(one)) and steps(one) >= MANY]


def readout(slider: Locator) -> str:
    return (slider.locator(".widget-readout").text_content() or "").strip()


def steps(slider: Locator) -> float:
    """How many steps a slider has from end to end."""
    return slider.locator(".noUi-target").evaluate(
        "rail => (({range, step}) => (range.max - range.min) / step)(rail.noUiSlider.options)"
    )


def choose(sliders: Sequence[T], works: Callable[[T, str], bool]) -> tuple[T, str]:
    """The slider to measure, and the key to press first: the first with which it works.

    If none does, it is the first slider as it stands; then the measuring says what was missed.
    """
    tries = ((slider, first) for first in FIRST for slider in sliders)
    return next((one for one in tries if works(*one)), (sliders[0], ""))


def contestant(lab: Locator, slider: Locator, first: str) -> Contestant:
    """A lab, moved by one of its sliders."""
    reset = lab.get_by_role("button", name="Reset", exact=True)
    return Contestant(slider.locator(".noUi-handle"), first, reset, period(steps(slider)))


def period(steps: float) -> float:
    """Seconds to drag a slider to and fro: two, or less if it has so few steps that it must go faster."""
    return min(2.0, 2 * steps / FAST)


def changes_each_step(lab: Locator, slider: Locator, first: str) -> bool:
    """Does each step of this slider change the picture?"""
    trial = contestant(lab, slider, first)
    trial.begin()
    trial.keys(PROBE)
    return not trial.measured.missed


# --- measuring ------------------------------------------------------------------------------------


def measure(page: Page, number: str, calls: Iterable[str], changes: int) -> list[Beside]:
    """Each lab of the open notebook beside the floor. A lab without a slider over numbers is left out."""
    results = []
    for call in calls:
        lab = tool.widget_of(page, re.escape(call))
        sliders = number_sliders(lab)
        if not sliders:
            print(f"{number} {call}: no slider over numbers", file=sys.stderr, flush=True)
            continue
        slider, first = choose(sliders, lambda *one, lab=lab: changes_each_step(lab, *one))
        ours = contestant(lab, slider, first)
        lowest = Contestant(page.locator(".course-floor .noUi-handle"))
        take_turns(ours, lowest, changes, drags=False)
        label = (slider.locator(".widget-label").text_content() or "").strip()
        results.append(Beside(number, call, label, ours.measured, lowest.measured))
    return results


# --- judging --------------------------------------------------------------------------------------


def key_times(beside: Beside, percent: float) -> tuple[float, float, float]:
    """A percentile of the times of a key: the lab's, the floor's, and their ratio."""
    ours, lowest = (percentile(who.key, percent) for who in (beside.ours, beside.floor))
    return ours, lowest, ours / lowest


def fast_drag(measured: Measured) -> tuple[float, float]:
    """New pictures a second, and the longest time from letting go to the last picture."""
    rate = statistics.fmean(measured.per_second) if measured.per_second else math.nan
    return rate, max(measured.lag, default=math.inf)


def short_of(beside: Beside) -> list[str]:
    """What falls short of the goals in one lab, a sentence each; empty: all is well."""
    short = []
    for percent, goal in KEY_RATIOS:
        *_, ratio = key_times(beside, percent)
        if not ratio <= goal:  # also where there is nothing to compare
            short.append(f"key p{percent}: {ratio:.2f} times the floor, the goal is {goal:g}")
    rate, lag = fast_drag(beside.ours)
    if not rate >= PER_SECOND:
        short.append(f"{rate:.1f} pictures a second in a fast drag, the goal is {PER_SECOND:g}")
    if not lag <= LONGEST_LAG:
        short.append(f"the last picture {lag:.0f} ms after release, the goal is {LONGEST_LAG:g}")
    if beside.ours.blank:
        short.append(f"{beside.ours.blank} blank frames, the goal is none")
    if beside.ours.missed:
        short.append(f"{beside.ours.missed} changes brought no new picture")
    return [f"{beside.name}: {what}" for what in short]


def table(results: Sequence[Beside]) -> str:
    """All results for the eye, a line for each lab, below the goals."""
    names = [f"{beside.name}: {beside.slider}" for beside in results]
    width = max(map(len, names), default=0)
    times = 2 * f"{'ours':>7s}{'floor':>7s}{'ratio':>8s}"
    goals = "".join(f"{f'<= {goal:g}':>22s}" for _, goal in KEY_RATIOS)
    lines = [
        f"{'':{width}s}{'key p50, ms':>22s}{'key p95, ms':>22s}{'a second':>10s}{'last, ms':>10s}",
        f"{'beside the floor':{width}s}{times}{'dragged':>10s}{'released':>10s}{'blank':>7s}{'missed':>8s}",
        f"{'goal':{width}s}{goals}{f'>= {PER_SECOND:g}':>10s}{f'<= {LONGEST_LAG:g}':>10s}{'0':>7s}{'0':>8s}",
    ]
    for name, beside in zip(names, results, strict=True):
        keys = ""
        for percent, _ in KEY_RATIOS:
            ours, lowest, ratio = key_times(beside, percent)
            keys += f"{ours:7.0f}{lowest:7.0f}{ratio:8.2f}"
        rate, lag = fast_drag(beside.ours)
        rest = f"{rate:10.1f}{lag:10.0f}{beside.ours.blank:7d}{beside.ours.missed:8d}"
        lines.append(f"{name:{width}s}{keys}{rest}")
    return "\n".join(lines)
