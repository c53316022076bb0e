"""The floor of the benchmark: the smallest live picture, which labs stand beside it, and how it judges."""

import math
import re
from dataclasses import replace

import nbformat
import pytest

from helpers.labs import all_labs
from tools.course import code, notebooks
from tools.measure import floor
from tools.measure.stopwatch import Measured

# --- the cell -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cell():
    """The last cell of a notebook to which the floor was added, from its text."""
    old = notebooks()[0].read()
    new = nbformat.reads(floor.with_floor(old), as_version=4)
    nbformat.validate(new)
    assert new.cells[:-1] == old.cells
    return new.cells[-1]


def drawn(number):
    """The floor's picture of a number: the stopwatch sees `svg[role=img]` with a text, higher than 20 px."""
    text = rf"<text [^>]*>{re.escape(number)}</text>"
    return re.compile(rf'<svg role="img" width="\d+" height="40">{text}</svg>')


def test_the_floor_is_a_slider_and_one_number(cell):
    names: dict = {}
    exec(cell.source, names)
    slider, picture = names["floor"]().children
    assert drawn("0.35").fullmatch(picture.value)
    slider.value = -1.5
    assert drawn("-1.50").fullmatch(picture.value)
    assert slider.continuous_update and slider.step == 0.05


def test_the_cell_ends_with_the_floor_to_be_shown(cell):
    assert cell.cell_type == "code" and cell.source.endswith("\n\nfloor()")


# --- finding --------------------------------------------------------------------------------------


def test_every_kind_of_lab_in_the_notebooks_is_found():
    for notebook in notebooks():
        cells = notebook.read()
        sources = "\n".join(cell.source for cell in code(cells))
        called = {name for name in all_labs() if f"{name}_lab(" in sources}
        found = floor.lab_calls(cells)
        assert {call.partition("_lab(")[0] for call in found} == called, notebook.file
        assert (f"{notebook.number:02d}" in floor.numbers_with_labs()) == bool(called)


def test_a_lab_that_begins_otherwise_is_another_one():
    sources = [
        "from helpers.labs.roles import roles_lab\nlab = roles_lab()",
        'real = roles_lab("your words")',
        "def my_lab(x):\n    return roles_lab()",
    ]
    cells = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    assert floor.lab_calls(cells) == ["roles_lab()", 'roles_lab("your words")']


@pytest.mark.parametrize("text", ["0", "12", "0.35", "-1.50", "−1.50"])
def test_a_number_is_a_number(text):
    assert floor.NUMBER.fullmatch(text)


@pytest.mark.parametrize("text", ["", "bank", "1 024", "head 1", "-", "x[0]"])
def test_words_are_no_number(text):
    assert not floor.NUMBER.fullmatch(text)


def test_the_first_slider_that_changes_each_picture_is_chosen():
    assert floor.choose("abc", lambda slider, first: slider in "bc") == ("b", "")
    assert floor.choose("abc", lambda slider, first: (slider, first) == ("a", "Home")) == ("a", "Home")
    assert floor.choose("abc", lambda slider, first: False) == ("a", "")  # its misses are then counted


def test_a_fast_drag_passes_enough_steps_of_any_slider():
    assert floor.period(80) == floor.period(40) == 2
    assert 2 * floor.MANY / floor.period(floor.MANY) == floor.FAST > 2 * floor.PER_SECOND


# --- judging --------------------------------------------------------------------------------------

LOWEST = Measured(key=[25.0] * 20, per_second=[30.0], lag=[30.0], frames=99, blank=5, missed=5)
OURS = Measured(key=[30.0] * 20, per_second=[14.0, 16.0], lag=[40.0, 90.0], frames=99)
BESIDE = floor.Beside("03", "roles_lab()", "W_Q[0,0]", OURS, LOWEST)


def test_a_lab_that_reaches_all_goals_has_no_complaint():
    assert floor.short_of(BESIDE) == []


@pytest.mark.parametrize(
    "change",
    [
        {"key": [32.4] * 20},
        {"key": [30.0] * 18 + [39.0] * 2},
        {"per_second": [13.0]},
        {"per_second": [12.0, 14.0]},
        {"lag": [150.0]},
    ],
)
def test_just_the_goal_is_enough(change):
    assert floor.short_of(replace(BESIDE, ours=replace(OURS, **change))) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"key": [33.0] * 20}, "key p50: 1.32 times the floor, the goal is 1.3"),
        ({"key": [30.0] * 18 + [41.0] * 2}, "key p95: 1.64 times the floor, the goal is 1.6"),
        ({"per_second": [13.0, 12.0]}, "12.5 pictures a second"),
        ({"per_second": []}, "nan pictures a second"),
        ({"lag": [40.0, 151.0]}, "the last picture 151 ms after release"),
        ({"lag": []}, "the last picture inf ms after release"),
        ({"blank": 1}, "1 blank frames"),
        ({"missed": 2}, "2 changes brought no new picture"),
    ],
)
def test_each_goal_that_a_lab_misses_is_named(change, complaint):
    (only,) = floor.short_of(replace(BESIDE, ours=replace(OURS, **change)))
    assert only.startswith("03 roles_lab(): ") and complaint in only


def test_without_times_of_both_there_is_no_success():
    assert len(floor.short_of(replace(BESIDE, ours=replace(OURS, key=[])))) == 2
    assert len(floor.short_of(replace(BESIDE, floor=replace(LOWEST, key=[])))) == 2


def test_the_ratio_is_the_labs_time_by_the_floors():
    assert floor.key_times(BESIDE, 50) == pytest.approx((30, 25, 1.2))
    assert math.isnan(floor.key_times(replace(BESIDE, floor=replace(LOWEST, key=[])), 50)[2])


def test_the_table_has_a_line_for_each_lab_below_the_goals():
    slow = replace(BESIDE, lab="grid_lab()", ours=replace(OURS, key=[50.0] * 20, blank=3, missed=2))
    text = floor.table([BESIDE, slow])
    assert len({len(line) for line in text.splitlines()[1:]}) == 1  # the columns stand in line
    rows = [" ".join(line.split()) for line in text.splitlines()]
    assert rows[1].startswith("beside the floor ours floor ratio ours floor ratio")
    assert rows[2] == "goal <= 1.3 <= 1.6 >= 13 <= 150 0 0"
    assert rows[3] == "03 roles_lab(): W_Q[0,0] 30 25 1.20 30 25 1.20 15.0 90 0 0"
    assert rows[4] == "03 grid_lab(): W_Q[0,0] 50 25 2.00 50 25 2.00 15.0 90 3 2"
