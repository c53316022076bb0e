"""Controls: each holds one trait of a state, follows it, and is hidden where there is nothing to choose."""

import ipywidgets as widgets
import traitlets

from helpers import widgets as door
from helpers.pictures import Picture, Word
from helpers.widgets import Lab, buttons, option_slider, player, slider, switch, text_box, whole_slider
from helpers.widgets.choices import Choice
from helpers.widgets.fields import WIDTH


class State(traitlets.HasTraits):
    x = traitlets.Float(0.5, min=-1.0, max=1.0)
    n = traitlets.Int(1, min=0, max=3)
    word = traitlets.Int(0, min=0)
    text = traitlets.Unicode("river bank flows")
    tick = traitlets.Bool(False)


def draw(state):
    return Picture("toy", (), (f"{state.trait_values()}",))


def words_of(state):
    return [(Word(word, place), place) for place, word in enumerate(state.text.split())]


def asker():
    """A lab with a choice among the words of a text."""
    state = State()
    lab = Lab("toy", state, draw, [buttons(state, "word", "who asks", words_of)])
    return lab, lab.controls[0].widget


def test_no_choice_is_made_with_other_widgets():
    """A choice is buttons; a slider of options is for numbers by name."""
    assert "choice" not in door.__all__ and not hasattr(door, "choice")
    lab, widget = asker()
    assert type(widget) is Choice and all(isinstance(button, widgets.Button) for button in widget._buttons)


def test_a_button_sets_its_trait_and_follows_it():
    lab, widget = asker()
    widget._buttons[2].click()
    assert lab.state.word == 2 and lab.problem == ""
    lab.set(word=1)
    assert widget.value == 1 and "sa-chosen" in widget._buttons[1]._dom_classes
    assert widget.description == "who asks" == widget.children[0].value


def test_with_one_option_there_is_nothing_to_choose():
    lab, widget = asker()
    for text, shown in (("bank", "none"), ("river bank", None), ("bank", "none"), ("a b c d", None)):
        lab.set(text=text)
        assert widget.layout.display == shown, text
    assert [str(word) for word, _ in widget.options] == ["a", "b", "c", "d"]


def test_without_options_the_old_ones_stay():
    lab, widget = asker()
    lab.set(text="")
    assert [str(word) for word, _ in widget.options] == ["river", "bank", "flows"]
    assert widget.layout.display is None


def test_a_shorter_list_marks_its_last_option():
    """The state keeps its own number: with a longer list the old choice is there again."""
    lab, widget = asker()
    lab.set(word=2)
    lab.set(text="river bank")
    assert widget.value == 1 and lab.state.word == 2
    lab.set(text="river bank flows")
    assert widget.value == 2 and lab.problem == "" and lab.failures == []


def test_the_words_of_a_new_text_keep_the_buttons():
    lab, widget = asker()
    before = list(widget._buttons)
    lab.set(text="money bank grows")
    assert widget._buttons == before
    assert [button.description for button in before] == ["money", "bank", "grows"]


def test_sliders_stand_in_line_and_say_how_to_type():
    """Three of them stand side by side; a comma would end a typed number, and nobody would say so."""
    state = State()
    one, many = slider(state, "x", "x", step=0.25), whole_slider(state, "n", "n")
    some = option_slider(state, "n", "n", [("1", 1), ("2", 2), ("3", 3)])
    for control in (one, many, some):
        assert control.widget.layout.width == WIDTH and control.widget.layout.flex == "0 0 auto"
    assert 3 * int(WIDTH.removesuffix("px")) <= 926
    assert "1.5" in one.widget.tooltip and "1.5" in many.widget.tooltip
    assert (one.widget.min, one.widget.max, one.widget.step, one.widget.value) == (-1, 1, 0.25, 0.5)
    assert (many.widget.min, many.widget.max) == (0, 3)


def test_neighbours_of_one_group_stand_in_a_column():
    """Columns side by side in a row of their own; what has no group stands in the flow."""
    state = State()
    numbers = [slider(state, "x", f"{i}", group=group) for i, group in enumerate("aabb")]
    lone, tick = whole_slider(state, "n", "n"), switch(state, "tick", "tick")
    line = text_box(state, "text", "text")
    last = slider(state, "x", "last", group="a")
    lab = Lab("toy", state, draw, [*numbers, lone, tick, line, last])
    first, *between, end = lab._hands.children
    assert [column.children for column in first.children] == [
        tuple(control.widget for control in pair) for pair in (numbers[:2], numbers[2:])
    ]
    assert between == [control.widget for control in (lone, tick, line)]
    assert [column.children for column in end.children] == [(last.widget,)]
    assert all(isinstance(column, widgets.VBox) for column in (*first.children, *end.children))
    assert line.widget.layout.width == "100%", "a line for a sentence is as wide as the lab"


def test_a_control_that_stands_beside_another_keeps_its_line():
    state = State()
    number, tick = whole_slider(state, "n", "n"), switch(state, "tick", "tick", beside=True)
    lone = slider(state, "x", "x")
    line, after = Lab("toy", state, draw, [number, tick, lone])._hands.children
    assert line.children == (number.widget, tick.widget) and after is lone.widget
    assert isinstance(line, widgets.HBox) and line.layout.flex_flow is None, "it does not wrap"


def test_a_player_counts_to_the_last_there_is():
    state = State()
    control = player(state, "n", lambda state: len(state.text.split()) - 1)
    lab = Lab("toy", state, draw, [control])
    assert control.widget.max == 2 and control.widget.value == 1
    lab.set(text="one", n=3)
    assert control.widget.max == 0 == control.widget.value and control.widget.layout.display == "none"
