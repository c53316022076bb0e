"""The benchmark of sliders: what it measures, how it judges, and the usual ways that it races against."""

import json
import math
import sys
from dataclasses import replace

import nbformat
import numpy as np
import pytest

from helpers.labs import contextual, heads, roles, scaling
from helpers.pictures import Bars, MixBars, Table
from tools.measure import bench, floor, stopwatch

# --- the numbers of the benchmark -----------------------------------------------------------------


@pytest.mark.parametrize("percent", [0, 50, 95, 100])
def test_percentiles_are_numpys(percent):
    for values in ([3.0], [5.0, 1.0], list(np.random.default_rng(0).random(37))):
        assert stopwatch.percentile(values, percent) == pytest.approx(np.percentile(values, percent))
    assert math.isnan(stopwatch.percentile([], percent))


def test_turns_share_the_changes():
    assert stopwatch.shares(60, 3) == [20, 20, 20]
    assert stopwatch.shares(8, 3) == [3, 3, 2]


class Turns:
    """In the place of a contestant: notes whose turn it was."""

    def __init__(self, name, log):
        self.name, self.log = name, log

    def turn(self, changes, drags):
        self.log.append((self.name, changes, drags))


def test_two_take_turns_and_each_of_them_begins_at_times():
    log = []
    stopwatch.take_turns(Turns("a", log), Turns("b", log), 8, drags=False)
    assert [f"{name}{changes}" for name, changes, _ in log] == ["a3", "b3", "b3", "a3", "a2", "b2"]
    assert not any(drags for *_, drags in log)


def test_the_slider_runs_into_no_end():
    place = np.cumsum([stopwatch.to_and_fro(i) for i in range(100)])
    assert place.min() == 0 and place.max() == 8


def noted(inputs, seen):
    return {"inputs": inputs, "pictures": [{"changed": at - 5, "seen": at} for at in seen]}


def test_latency_runs_from_the_input_to_the_last_picture():
    assert stopwatch.latency(noted([["keydown", 100]], [130]), "keydown") == 30
    assert stopwatch.latency(noted([["keydown", 100]], [130, 170]), "keydown") == 70
    assert stopwatch.latency(noted([["pointermove", 50], ["keydown", 100]], [130]), "keydown") == 30
    assert stopwatch.latency(noted([["keydown", 100]], [90]), "keydown") is None  # of an earlier change
    assert stopwatch.latency(noted([["keydown", 100]], []), "keydown") is None
    assert stopwatch.latency(noted([], [130]), "keydown") is None


def test_a_fast_drag_is_summed_up():
    inputs = [["pointermove", 1000], ["pointermove", 2900], ["pointerup", 3000]]
    rate, lag = stopwatch.drag_summary(noted(inputs, [1500, 2000, 2500, 2900, 3120]))
    assert (rate, lag) == (2, 120)
    assert stopwatch.drag_summary(noted(inputs, [1500, 2900])) == (1, 0)
    assert stopwatch.drag_summary(noted(inputs, [])) == (0, math.inf)


OURS = stopwatch.Measured(key=[30.0] * 20, drag=[30.0] * 20, per_second=[18.0], lag=[40.0], frames=99)
USUAL = stopwatch.Measured(
    key=[150.0] * 20, drag=[150.0] * 20, per_second=[5.0], lag=[400.0], frames=99, blank=7
)
LOAD = (300.0, 10.0)
LOWEST = replace(OURS, key=[25.0] * 20)
BESIDE = [
    floor.Beside(number, lab, "q", OURS, LOWEST)
    for number, lab in (("00", "two_lab()"), ("03", "grid_lab()"), ("03", "roles_lab()"))
]


def test_all_goals_reached_is_no_complaint():
    assert bench.short_of(OURS, USUAL) == []
    assert bench.verdict({"02": (OURS, USUAL), "03": (OURS, USUAL)}, BESIDE, LOAD) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"key": [38.0] * 20}, "key p50: 3.9 times"),
        ({"drag": [38.0] * 20}, "drag p50: 3.9 times"),
        ({"key": [30.0] * 18 + [60.0] * 2}, "key p95: 2.5 times"),
        ({"drag": [30.0] * 18 + [60.0] * 2}, "drag p95: 2.5 times"),
        ({"blank": 1}, "1 blank frames"),
        ({"missed": 2}, "2 changes brought no new picture"),
        ({"lag": [40.0, 201.0]}, "201 ms after release"),
        ({"lag": []}, "after release"),
        ({"lag": [math.inf]}, "after release"),
    ],
)
def test_each_goal_that_is_missed_is_named_with_its_notebook(change, complaint):
    worse = replace(OURS, **change)
    (only,) = bench.short_of(worse, USUAL)
    assert complaint in only
    assert bench.verdict({"02": (OURS, USUAL), "04": (worse, USUAL)}, BESIDE, LOAD) == [f"04: {only}"]


@pytest.mark.parametrize(
    ("load", "complaint"), [((501.0, 10.0), "import and load: 501"), ((300.0, 51.0), "load: 51")]
)
def test_slow_loading_is_named(load, complaint):
    (only,) = bench.verdict({"02": (OURS, USUAL)}, BESIDE, load)
    assert only.startswith(complaint)


def test_no_measurement_is_no_success():
    assert len(bench.short_of(replace(OURS, key=[]), USUAL)) == 2
    assert len(bench.short_of(OURS, replace(USUAL, drag=[]))) == 2


def test_the_table_has_both_and_their_ratio():
    lines = {" ".join(line.split()) for line in bench.table("03", OURS, USUAL).splitlines()}
    assert "03 roles: slider to picture ours usual way ratio goal" in lines
    assert "key, p50, ms 30 150 5.0 >= 4" in lines
    assert "drag, p95, ms 30 150 5.0 >= 3" in lines
    assert "fast drag, new pictures a second 18.0 5.0 3.6" in lines
    assert "last picture after release, ms 40 400 <= 200" in lines
    assert "blank frames (of 99 / 99) 0 7 0" in lines
    assert "import helpers and load vectors, ms 300 < 500" in " ".join(bench.loading_table(LOAD).split())


def test_a_lab_that_is_far_above_the_floor_is_a_complaint():
    slow = replace(BESIDE[1], ours=replace(OURS, key=[50.0] * 20))
    complaints = bench.verdict({"02": (OURS, USUAL)}, [BESIDE[0], slow], LOAD)
    assert [complaint.partition(": ")[0] for complaint in complaints] == ["03 grid_lab()"] * 2


def measured(ours):
    """In the place of a measurement: the same numbers for every notebook that is asked for."""

    def measure(numbers, changes):
        assert changes == 9
        pairs = {number: (ours, USUAL) for number in numbers if number in bench.RACES}
        return pairs, [one for one in BESIDE if one.notebook in numbers]

    return measure


@pytest.mark.parametrize(
    ("ours", "code", "word"), [(OURS, 0, "PASS"), (replace(OURS, blank=3), 1, "FAIL: 02: 3 blank")]
)
def test_the_last_line_and_the_exit_code_say_how_it_went(monkeypatch, capsys, tmp_path, ours, code, word):
    monkeypatch.setattr(bench, "loading", lambda: LOAD)
    monkeypatch.setattr(bench, "measure", measured(ours))
    file = tmp_path / "numbers.json"
    assert bench.main(["--changes", "9", "--json", str(file)]) == code
    said = capsys.readouterr().out
    assert said.splitlines()[-1].startswith(word)
    assert said.count("slider to picture") == len(bench.RACES)
    kept = json.loads(file.read_text())
    for number in bench.RACES:
        assert kept[number]["ours"]["key"] == OURS.key and kept[number]["usual"]["blank"] == 7
    assert len(kept["short_of"]) == code * len(bench.RACES)
    assert [one["lab"] for one in kept["floor"]] == [one.lab for one in BESIDE]
    assert kept["floor"][0]["ours"]["key"] == OURS.key and kept["floor"][0]["floor"]["key"] == LOWEST.key
    for one in BESIDE:
        assert f"\n{one.name}: q " in said


def test_one_notebook_can_be_measured_alone(monkeypatch, capsys):
    monkeypatch.setattr(bench, "loading", lambda: LOAD)
    monkeypatch.setattr(bench, "measure", measured(OURS))
    assert bench.main(["--changes", "9", "--only", "03"]) == 0
    said = capsys.readouterr().out
    assert "03 roles:" in said and "02 contextual" not in said
    assert "03 grid_lab()" in said and "00 two_lab()" not in said


def test_a_notebook_without_a_race_has_the_floor_alone(monkeypatch, capsys):
    monkeypatch.setattr(bench, "loading", lambda: LOAD)
    monkeypatch.setattr(bench, "measure", measured(OURS))
    assert bench.main(["--changes", "9", "--only", "00"]) == 0
    said = capsys.readouterr().out
    assert "00 two_lab()" in said and "usual way" not in said


def test_loading_is_measured_in_a_process_of_its_own():
    both, alone = bench.loading(times=1)
    assert both > alone > 0


# --- the usual ways, as the benchmark makes them --------------------------------------------------

LABS = {
    "02": (contextual.contextual_lab, "temperature", 0.5),
    "03": (roles.roles_lab, "q00", -1.35),
    "04": (scaling.scaling_lab, "temperature", 2.5),
    "05": (heads.heads_lab, "sharpness", 1.2),
}


def test_every_race_is_between_a_lab_and_a_usual_way():
    assert LABS.keys() == bench.RACES.keys()
    for number, race in bench.RACES.items():
        (path,) = (bench.tool.ROOT / "notebooks").glob(f"{number}_*.ipynb")
        assert f"{race.lab}_lab(" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("number", bench.RACES)
def test_the_scratch_notebook_is_a_notebook(number):
    text = bench.scratch_notebook(bench.RACES[number].usual_way)
    nbformat.validate(nbformat.reads(text, as_version=4))


def usual_way(number, monkeypatch, value=None):
    """The sliders of a usual way, and all texts in its figure; with a value for the slider of the race."""
    import matplotlib.pyplot as plt
    from matplotlib.text import Text

    monkeypatch.setattr(plt, "show", lambda: None)
    monkeypatch.setattr(sys, "path", [str(bench.tool.ROOT), *sys.path])
    names: dict = {}
    with plt.rc_context({"backend": "agg"}):
        exec(bench.RACES[number].usual_way, names)
        plt.close("all")
        values = {name: slider.value for name, slider in names["sliders"].items()}
        if value is not None:
            values["temperature" if number == "02" else bench.RACES[number].slider] = value
        names["picture"](**values)
        tables = [table for axes in plt.gcf().axes for table in axes.tables]
        found = [cell.get_text() for table in tables for cell in table.get_celld().values()]
        texts = [text.get_text() for text in [*plt.gcf().findobj(Text), *found]]
        plt.close("all")
    return names["sliders"], texts


def shown(panel):
    """The numbers that a panel of ours writes."""
    if isinstance(panel, Table):
        return [f"{number + 0.0:.2f}" for row in panel.numbers for number in row]
    if isinstance(panel, Bars):
        return [f"{height:.2f}" for height in panel.heights]
    if isinstance(panel, MixBars):
        return [f"{100 * part:.0f}" for parts in panel.parts for part in parts]
    return []


@pytest.mark.parametrize("moved", [False, True])
@pytest.mark.parametrize("number", bench.RACES)
def test_a_usual_way_shows_the_numbers_of_our_lab(number, moved, monkeypatch):
    make, trait, value = LABS[number]
    lab = make()
    if moved:
        lab.set(**{trait: value})
    sliders, texts = usual_way(number, monkeypatch, value if moved else None)
    written = " ".join(texts).replace("-0.00", "0.00").replace(",", "").split()
    for panel in lab.picture.panels:
        for text in shown(panel):
            assert text in written, f"{panel.title}: {text}"
            written.remove(text)
    assert bench.RACES[number].slider in sliders


@pytest.mark.parametrize("number", bench.RACES)
def test_the_slider_of_a_race_is_the_same_on_both_sides(number, monkeypatch):
    race, lab = bench.RACES[number], LABS[number][0]()
    (mine,) = (control.widget for control in lab.controls if control.widget.description == race.slider)
    theirs = usual_way(number, monkeypatch)[0][race.slider]
    for what in ("value", "min", "max", "step"):
        assert getattr(mine, what) == getattr(theirs, what)
