"""The frame of a lab: its parts from top to bottom, what it refuses, and how a learner keeps what is seen."""

import math
import re
import xml.etree.ElementTree as ElementTree
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import traitlets

from helpers.pictures import Picture, Word, bars, plane, table, weights_table
from helpers.widgets import Lab, buttons, slider
from helpers.widgets.lab import preset_of
from helpers.widgets.style import stylesheet
from tests.refusals import refusal, says

SVG = "{http://www.w3.org/2000/svg}"


class State(traitlets.HasTraits):
    x = traitlets.Float(0.5, min=0.0, max=1.0)
    word = traitlets.Int(0, min=0, max=1)
    size = traitlets.Enum([1, 16], 1)


def draw(state):
    weights = [[state.x, 1 - state.x], [0.5, 0.5]]
    scores = table("scores", ["a"], ["a", "b"], [[state.x, -state.x]], shaded=False)
    panels = (
        weights_table(["a", "b"], weights, asking=0, above=scores),
        bars("bars", ["a", "b"], weights[0]),
        plane(["a", "b"], [[state.x, 1.0], [0.0, 1.0]], title="plane"),
    )
    said = ("x is ", Word(f"{state.x:.2f}", 0), ", <b> & so on")
    return Picture("toy", tuple((panel,) for panel in panels), said)


def toy(**options):
    state = State()
    controls = [slider(state, "x", "x", step=0.25), buttons(state, "word", "word", [("a", 0), ("b", 1)])]
    return Lab("toy", state, draw, controls, {"all of it": {"x": 1.0}, "b asks": {"word": 1}}, **options)


def test_the_picture_follows_the_controls():
    """Buttons, sentence, problem, controls, picture: no sentence stands between a control and its picture."""
    lab = toy()
    style, row, region, sentence, alert, hands, image, kept = lab.children
    names = [button.description for button in row.children]
    assert names == ["all of it", "b asks", "Reset", "Save ...", "Type numbers"]
    assert "x is" in sentence.value and alert.value == kept.value == "" and "<svg" in image.value
    assert list(hands.children) == [control.widget for control in lab.controls]
    row.children[0].click()
    assert lab.state.x == 1.0 and "1.00" in lab.said
    row.children[2].click()
    assert lab.state.x == 0.5 and lab.problem == ""


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_the_sentence_keeps_its_room(lines):
    """A longer sentence does not move what stands below it."""
    assert f'class="sa-text sa-said{lines}"' in toy(lines=lines).said
    assert f".sa-said{lines} {{ min-height: {1.5 * lines}em; }}" in stylesheet()


def test_the_sentence_has_two_lines_if_nothing_is_said():
    assert "sa-said2" in toy().said


def test_a_sentence_is_in_the_live_region_when_it_has_changed():
    """The region stays as it is: it owns the sentence by its id, from the first change on."""
    lab, sent = toy(), []
    region, sentence = lab.children[2:4]
    name = re.fullmatch('<div role="status" aria-owns="([^"]+)"></div>', region.value)[1]
    assert sentence.model_id in name and sentence.value == f'<span id="{name}" hidden></span>{lab.said}'
    sentence.observe(lambda change: sent.append(change["new"]), "value")
    lab.set(word=1)
    assert sent == [], "what says the same is not sent again"
    for x in (1.0, 0.5):
        lab.set(x=x)
        assert sentence.value == lab.said.replace("<div", f'<div id="{name}"', 1) and len(sent) == 1
        assert lab.children[2] is region and name in region.value
        sent.clear()


def test_the_words_of_a_sentence_are_escaped():
    assert "<b>" not in toy().said and "&lt;b&gt; &amp; so on" in toy().said


def test_there_is_no_preset_of_that_name():
    says(refusal(preset_of, {"one": {}, "two": {}}, "three"), "no preset 'three'", "one, two")


# --- two labs --------------------------------------------------------------------------------------


def test_two_labs_have_nothing_in_common():
    """A cell that is run again makes a second lab; the first one still works."""
    one, two = toy(), toy()
    before = two.picture, two.svg, two.said
    one.controls[0].widget.value = 1.0
    one.controls[1].widget._buttons[1].click()
    one.set(x=math.nan)
    one._say_how()
    assert (one.state.x, one.state.word) == (1.0, 1) and one.problem
    assert (two.state.x, two.state.word) == (0.5, 0) and (two.picture, two.svg, two.said) == before
    assert two.alert == "" == two._kept_how.value and two.controls[0].widget.value == 0.5
    two.press("all of it")
    assert two.state.word == 0 and one.state.word == 1


# --- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, np.float64("nan")])
def test_a_number_that_is_not_finite_is_refused(bad):
    """No limit of a trait keeps nan out, and a picture of it would be our error, not the learner's."""
    lab = toy()
    lab.set(word=1)
    before = lab.picture, lab.svg, lab.state.trait_values()
    lab.set(word=0, x=bad)
    assert lab.problem == f"A lab needs finite numbers, got {bad}: move a slider, or press Reset."
    assert lab.problem in unescape(lab.alert) and lab.failures == []
    assert (lab.picture, lab.svg, lab.state.trait_values()) == before, "all of it or nothing"
    lab.set(x=0.25)
    assert lab.problem == "" == lab.alert and lab.picture != before[0]


def test_nan_of_a_slider_is_refused_and_taken_back():
    lab = toy()
    widget, before = lab.controls[0].widget, lab.picture
    widget.value = math.nan
    assert "finite numbers" in lab.problem and lab.state.x == 0.5 and lab.picture == before
    lab.reset()
    assert widget.value == 0.5 and lab.problem == "" and lab.failures == []


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"x": 2.0}, "In this lab x must be a number from 0 to 1, got 2.0."),
        ({"x": "0.5"}, "In this lab x must be a number from 0 to 1, got '0.5'."),
        ({"x": None}, "In this lab x must be a number from 0 to 1, got None."),
        ({"word": 0.5}, "In this lab word (who asks) must be a whole number from 0 to 1, got 0.5."),
        ({"x": 10**400}, f"In this lab x must be a number from 0 to 1, got 1{'0' * 56}...."),
        ({"x": True}, "In this lab x must be a number from 0 to 1, got True."),
        ({"word": True}, "In this lab word (who asks) must be a whole number from 0 to 1, got True."),
        ({"size": 3}, "In this lab size must be 1 or 16, got 3."),
        ({"size": True}, "In this lab size must be 1 or 16, got True."),
        ({"size": np.arange(2)}, "In this lab size must be 1 or 16, got array([0, 1])."),
        ({"x": 0.75, "word": 7}, "In this lab word (who asks) must be a whole number from 0 to 1, got 7."),
    ],
)
def test_a_value_that_cannot_be_is_refused_in_our_words(values, sentence):
    """The name in code, the name that the lab shows, what can be, and what was given."""
    lab = toy()
    lab.controls[1].label = lambda state: "who asks"
    before = lab.picture, lab.svg, lab.state.trait_values()
    lab.set(**values)
    assert lab.problem == sentence and lab.failures == []
    assert (lab.picture, lab.svg, lab.state.trait_values()) == before


@pytest.mark.parametrize(
    ("x", "word"), [(np.float32(0.25), np.int64(1)), (np.float64(0.25), np.uint8(1)), (1, 1)]
)
def test_numbers_of_numpy_are_welcome(x, word):
    lab = toy()
    lab.set(x=x, word=word)
    assert (lab.problem, lab.state.x, lab.state.word) == ("", float(x), 1)


def test_of_equal_values_the_one_that_can_be_is_kept():
    """16.0 is equal to 16, and what counts by it takes a whole number alone."""
    lab = toy()
    lab.set(size=16.0)
    assert (lab.problem, repr(lab.state.size)) == ("", "16")


def test_a_name_that_there_is_not_is_an_error_at_once():
    """It is a slip in code, so it is raised where it was written."""
    says(refusal(toy().set, y=1.0), "This lab has no y", "it has: ")


# --- to keep what is seen --------------------------------------------------------------------------


def test_numbers_are_those_of_the_panels_by_title():
    lab = toy()
    for x in (0.5, 0.25):
        lab.set(x=x)
        numbers = lab.numbers()
        assert set(numbers) == {"weights", "scores", "bars", "plane"}
        np.testing.assert_array_equal(numbers["weights"], [[x, 1 - x], [0.5, 0.5]])
        np.testing.assert_array_equal(numbers["scores"], [[x, -x]])
        np.testing.assert_array_equal(numbers["bars"], [x, 1 - x])
        np.testing.assert_array_equal(numbers["plane"], [[x, 1], [0, 1]])
    numbers["weights"][:] = 7  # an array of one's own
    np.testing.assert_array_equal(lab.numbers()["weights"], [[0.25, 0.75], [0.5, 0.5]])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder, where a learner works."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_picture_is_saved_as_svg(folder):
    """It is XML, has its colours in it, and can be said: it needs no page around it."""
    lab = toy()
    lab.set(x=0.25)
    assert lab.save("picture.svg") == (folder / "picture.svg").resolve()
    text = (folder / "picture.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg" and "var(--" not in text
    assert "0.25" in [element.text for element in root.iter(f"{SVG}text")]
    assert root.find(f"{SVG}desc").text == lab.picture.in_words()


@pytest.mark.parametrize("name", ["picture.png", "PICTURE.PNG", Path("picture.png")])
def test_a_picture_is_saved_as_png(folder, name):
    path = toy().save(name)
    assert path == (folder / name).resolve() and path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.parametrize("name", ["picture", "picture.jpg", "svg", "picture.svg.pdf", ""])
def test_another_ending_is_refused(folder, name):
    says(refusal(toy().save, name), "saved as .svg or .png", repr(str(Path(name))), "try 'picture.svg'")
    assert list(folder.iterdir()) == []


def test_a_file_that_is_there_is_not_lost(folder):
    lab = toy()
    (folder / "picture.svg").write_text("mine", encoding="utf-8")
    says(refusal(lab.save, "picture.svg"), "'picture.svg' is there already", "replace=True")
    assert (folder / "picture.svg").read_text(encoding="utf-8") == "mine"
    lab.save("picture.svg", replace=True)
    first = (folder / "picture.svg").read_text(encoding="utf-8")
    lab.set(x=1.0)
    lab.save("picture.svg", replace=True)
    assert first.startswith("<svg") and (folder / "picture.svg").read_text(encoding="utf-8") != first


def test_what_cannot_be_written_is_said_in_one_sentence(folder, monkeypatch):
    """No such folder, a file in place of a folder, a folder in place of a file, no right to write."""
    (folder / "file").write_text("mine", encoding="utf-8")
    (folder / "folder.svg").mkdir()
    for name in ("nowhere/picture.svg", "file/picture.png"):
        says(refusal(toy().save, name), repr(str(Path(name))), "cannot be written (", "try 'picture.svg'")
    says(refusal(toy().save, "folder.svg", replace=True), "'folder.svg' cannot be written (")

    def denied(path, data):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", denied)
    says(refusal(toy().save, "a.svg"), "'a.svg' cannot be written (Permission denied): try 'picture.svg'.")
    assert sorted(path.name for path in folder.iterdir()) == ["file", "folder.svg"]


def test_where_one_may_not_even_look_is_said_too(folder, monkeypatch):
    """`Path.exists` raises an error there before Python 3.14; as root nobody sees it."""

    def denied(path, *args, **options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", denied)
    monkeypatch.setattr(Path, "write_bytes", denied)
    says(refusal(toy().save, "a.svg"), "'a.svg' cannot be written (Permission denied): try 'picture.svg'.")


def test_a_name_that_is_too_long_is_said_too(folder):
    with pytest.raises(ValueError, match=r"cannot be written \(.*\): try 'picture.svg'\.$"):
        toy().save("a" * 300 + ".svg")


def test_without_a_font_for_its_letters_svg_is_named(folder, monkeypatch):
    monkeypatch.setattr("helpers.widgets.lab.to_png", lambda picture: None)
    says(refusal(toy().save, "a.png"), "No font here", "save it as '.svg'")
    assert list(folder.iterdir()) == []


def how(lab):
    """What the button says, as a learner reads it."""
    (save,) = [button for button in lab.children[1].children if button.description == "Save ..."]
    save.click()
    return unescape(lab._kept_how.value)


@pytest.mark.parametrize("hidden", ["_", "_7", "__"])
def test_the_button_says_the_name_that_the_learner_has_given(monkeypatch, hidden):
    lab = toy()
    names = {hidden: lab, "x": 3, "another": toy(), "my_lab": lab, "array": np.zeros(3)}
    monkeypatch.setattr("helpers.widgets.lab.get_ipython", lambda: SimpleNamespace(user_ns=names))
    said = how(lab)
    assert "<code>my_lab.numbers()</code>" in said and '<code>my_lab.save("picture.svg")</code>' in said
    assert "First" not in said and 'role="note"' in said and hidden + "." not in said
    assert how(lab) == "", "a second press takes it away"
    assert "my_lab.numbers()" in how(lab), "and a third one brings it back"


@pytest.mark.parametrize("shell", [None, SimpleNamespace(user_ns={})], ids=["no shell", "no name"])
def test_without_a_name_the_button_says_to_give_one(monkeypatch, shell):
    lab = toy()
    if shell is not None:
        shell.user_ns.update(_=lab, _3=lab, lab=toy())
    monkeypatch.setattr("helpers.widgets.lab.get_ipython", lambda: shell)
    said = how(lab)
    assert "First give this lab a name, in its cell: <code>lab = ...</code>. In a new cell" in said
    assert "<code>lab.numbers()</code>" in said and how(lab) == ""


def test_what_the_button_says_is_true(folder, monkeypatch):
    """The code that it says can be run as it stands."""
    names = {"kept": toy()}
    monkeypatch.setattr("helpers.widgets.lab.get_ipython", lambda: SimpleNamespace(user_ns=names))
    said = how(names["kept"])
    for code in (part.split("</code>")[0] for part in said.split("<code>")[1:]):
        assert eval(code, names) is not None
    assert (folder / "picture.svg").exists()
