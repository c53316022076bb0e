"""Fields in the place of sliders: named, made when asked for, and in step with the state of their lab."""

import math

import ipywidgets as widgets
import pytest
import traitlets

from helpers.labs import all_labs
from helpers.pictures import Picture, Word
from helpers.widgets import Lab, buttons, option_slider, player, slider, switch, text_box, whole_slider
from helpers.widgets.choices import Choice
from helpers.widgets.fields import Among

LABS = all_labs()
SIZES = (1, 2, 4, 8)


class State(traitlets.HasTraits):
    x = traitlets.Float(0.5, min=-1.0, max=1.0)
    n = traitlets.Int(1, min=0, max=20)
    size = traitlets.Enum(SIZES, 2)
    at = traitlets.Int(0, min=0)
    tick = traitlets.Bool(False)
    text = traitlets.Unicode("bank")


def draw(state):
    return Picture("toy", (), (f"{state.trait_values()}",))


def moments(state):
    return [(str(4 * place), place) for place in range(state.n)]


def toy():
    """A lab with every kind of control; its sliders, in order, hold x, n, size and at."""
    state = State()
    controls = [
        slider(state, "x", lambda state: f"x of {state.size}", slot=lambda state: 3, group="a"),
        whole_slider(state, "n", "n"),
        switch(state, "tick", "tick", beside=True),
        option_slider(state, "size", "size", [(str(size), size) for size in SIZES]),
        option_slider(state, "at", "look at", moments, even=True),
        player(state, "at", lambda state: state.n - 1),
        text_box(state, "text", "text"),
    ]
    return Lab("toy", state, draw, controls, {"low": {"x": -1.0}, "high": {"x": 1.0, "size": 8}})


def button(lab):
    """What goes from sliders to fields and back."""
    return lab.children[1].children[-1]


def shown(lab):
    """The widgets that hold a trait and are to be seen, in reading order."""

    def within(box):
        for child in box.children:
            if isinstance(child, widgets.Box) and not isinstance(child, (Choice, Among)):
                yield from within(child)
            elif child.layout.display != "none":
                yield child

    return list(within(lab._hands))


def kinds(lab):
    return [type(one).__name__ for one in shown(lab)]


SLIDERS = ["FloatSlider", "IntSlider", "Checkbox", "SelectionSlider", "SelectionSlider", "Play", "Text"]
FIELDS = ["BoundedFloatText", "BoundedFloatText", "Checkbox", "Choice", "Among", "Text"]


def test_a_field_stands_where_its_slider_was():
    """The button stays and says the way back; the player has no name, and is not there meanwhile."""
    lab = toy()
    lab.set(n=5)
    there = button(lab)
    assert kinds(lab) == SLIDERS and there.description == "Type numbers"
    for _ in range(2):
        there.click()
        assert kinds(lab) == FIELDS and button(lab) is there and there.description == "Use sliders"
        assert [one.description for one in shown(lab)] == ["x of 2", "n", "tick", "size", "look at", "text"]
        there.click()
        assert kinds(lab) == SLIDERS and there.description == "Type numbers"
    assert lab.failures == [] and lab.problem == ""


def test_fields_are_made_when_they_are_first_asked_for():
    lab = toy()
    assert {control.field for control in lab.controls} == {None}
    lab.type_numbers()
    made = [control.field for control in lab.controls]
    lab.type_numbers(False)
    lab.type_numbers()
    assert [control.field for control in lab.controls] == made


def test_a_field_has_the_limits_and_the_look_of_its_slider():
    lab = toy()
    lab.type_numbers()
    x, n, *_ = shown(lab)
    assert (x.min, x.max, x.step, x.value) == (-1, 1, 0.05, 0.5) and (n.min, n.max, n.step) == (0, 20, 1)
    for field, control in zip((x, n), lab.controls, strict=False):
        assert field.layout.width == control.widget.layout.width
        assert field.style.description_width == control.widget.style.description_width
        assert field.tooltip == "", "else it says null"
    assert "sa-control3" in x._dom_classes


@pytest.mark.parametrize(("typed", "kept"), [(0.3, 0.3), (0.512, 0.5), (0.53, 0.55), (7, 1), (-1e300, -1)])
def test_a_typed_number_counts_on_the_nearest_step(typed, kept):
    """Also if the state is then as it was before: the field says what counts."""
    lab = toy()
    lab.type_numbers()
    x = shown(lab)[0]
    x.value = typed
    assert lab.state.x == x.value == kept and lab.problem == ""


@pytest.mark.parametrize(("typed", "kept"), [(3, 3), (2.7, 3), (1e9, 20), (1e-300, 0)])
def test_a_whole_number_stays_one(typed, kept):
    lab = toy()
    lab.type_numbers()
    n = shown(lab)[1]
    n.value = typed
    assert lab.state.n == n.value == kept and type(lab.state.n) is int


@pytest.mark.parametrize("start", [0.1 + 0.2, 0.35000000000000003])
def test_a_field_says_a_clean_number(start):
    lab = toy()
    lab.type_numbers()
    lab.set(x=start)
    assert str(shown(lab)[0].value) == f"{start:.6g}"


def test_set_presets_and_reset_reach_the_fields():
    """And leave them there."""
    lab = toy()
    lab.type_numbers()
    for act, x, size in (
        (lambda: lab.set(x=0.25), 0.25, 2),
        (lambda: lab.press("high"), 1.0, 8),
        (lab.reset, 0.5, 2),
    ):
        act()
        field, _, _, choice, *_ = shown(lab)
        assert (field.value, choice.value) == (x, size) and field.description == f"x of {size}"
        assert kinds(lab)[0] == "BoundedFloatText"


def test_only_what_is_shown_is_kept_in_step():
    """The other one hears of nothing, until it is shown."""
    lab = toy()
    lab.type_numbers()
    lab.type_numbers(False)
    hidden, seen = lab.controls[0].field, lab.controls[0].widget
    lab.set(x=1.0)
    assert (seen.value, hidden.value) == (1.0, 0.5)
    lab.type_numbers()
    lab.set(x=-1.0)
    assert (seen.value, hidden.value) == (1.0, -1.0)
    lab.type_numbers(False)
    assert seen.value == -1.0 and lab.state.x == -1.0


def test_a_field_for_one_of_many_numbers_goes_to_the_nearest():
    lab = toy()
    lab.set(n=4)
    lab.type_numbers()
    (among,) = [one for one in shown(lab) if isinstance(one, Among)]
    (field,) = among.children
    assert (field.min, field.max, field.step, field.value) == (0, 12, 4, 0)
    for typed, place in ((8, 2), (5, 1), (11, 3), (10.1, 3), (3, 1)):
        field.value = typed
        assert (lab.state.at, field.value) == (place, 4 * place), typed
    lab.set(n=6, at=5)
    assert (field.max, field.value) == (20, 20)
    lab.set(n=2)
    assert (field.max, field.value) == (4, 4), "a shorter list may have lost the choice"
    lab.set(n=1)
    assert among.layout.display == "none" and lab.failures == []


def test_a_number_that_is_none_is_refused_by_a_field():
    lab = toy()
    lab.type_numbers()
    field = shown(lab)[0]
    field.value = math.nan
    assert "finite numbers" in lab.problem and lab.state.x == 0.5 and lab.failures == []
    field.value = 0.25
    assert lab.problem == "" and lab.state.x == 0.25


def test_a_lab_without_sliders_has_no_such_button():
    state = State()
    controls = [text_box(state, "text", "text"), buttons(state, "n", "n", [(Word("a"), 1), ("b", 2)])]
    lab = Lab("toy", state, draw, controls, {"one": {"n": 1}})
    assert [one.description for one in lab.children[1].children] == ["one", "Reset", "Save ..."]
    lab.type_numbers()  # there is nothing to do
    assert lab.failures == []
    assert "Type numbers" not in [one.description for one in LABS["word_map"]().children[1].children]


@pytest.mark.parametrize("name", [name for name in LABS if name != "word_map"])
def test_every_lab_obeys_its_fields(name):
    """Each field at both ends, each option of a row of buttons: the state, the picture and no complaint."""
    lab = LABS[name]()
    button(lab).click()
    for control in lab.controls:
        hand = control.hand
        if not control.nameless or hand.layout.display == "none":
            continue
        lab.reset()
        options = hasattr(hand, "options")
        for value in [value for _, value in hand.options] if options else [hand.min, hand.max]:
            before, moves = lab.picture, hand.value != value
            hand.value = value
            assert getattr(lab.state, control.trait) == value and hand.value == value
            assert lab.problem == "" and lab.failures == [] and (lab.picture != before) == moves
    assert button(lab).description == "Use sliders"
