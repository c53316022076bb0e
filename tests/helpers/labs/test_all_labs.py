"""Every lab, without a browser: each control at both ends, each preset, every kind of bad text."""

import itertools
import math
import re
import xml.etree.ElementTree as ElementTree
from base64 import b64decode
from pathlib import Path

import ipywidgets as widgets
import numpy as np
import pytest
import traitlets

from helpers import labs
from helpers.labs import all_labs, contextual, roles
from helpers.labs.contextual import DIRECTION, REAL, contextual_lab
from helpers.labs.heads import heads_lab
from helpers.labs.word_map import word_map_lab
from helpers.pictures import Picture, Table
from helpers.pictures.shapes import Text
from helpers.widgets import Lab, slider
from tests.helpers.labs.seen import PAGE, SVG, assert_sound, control, ends, hidden, marked, panel, row_width
from tests.layout import check_layout

LABS = all_labs()


def test_every_lab_of_the_folder_is_found():
    """Two modules serve several labs; all others make one."""
    there = {path.stem for path in Path(labs.__file__).parent.iterdir()} - {"__init__", "__pycache__"}
    assert there - set(LABS) == {"divisors", "matrices", "typed_text"}


BAD_TEXTS = [
    "", "   ", "bank", "zzqx bank grows", "money zzqx grows", "money bank zzqx", "zzqx qqzx",
    "apple bank apple",
    "?!?", ".", "data", "$5 or $10", "a<b<c", "<!--", '" onmouseover="x', "cafe\u0301 bank", "don\u2019t",
    "\u0915\u093f\u0938\u093e\u0928 bank", "\U0001f600 bank", "word " * 200,
    "a" * 5000, "</svg><script>alert(1)</script>",
]  # fmt: skip


CANNOT_BE = [None, "no such", b"x", 1e9, -1e9, math.nan, [1], ("a", "b"), ("a", "b", 3), {}, object()]


@pytest.mark.parametrize("name", LABS)
def test_no_trait_takes_what_it_cannot_be(name):
    """One sentence of ours or a value that is drawn; nothing is changed by what is refused."""
    lab = LABS[name]()
    for trait, kind in lab.state.traits().items():
        refused = 0
        for wrong in CANNOT_BE if trait in lab._start else []:
            before = lab.state.trait_values()
            lab.set(**{trait: wrong})
            assert lab.failures == [], f"{trait} = {wrong!r}: {lab.failures}"
            typed = isinstance(kind, traitlets.Unicode) and isinstance(wrong, str)  # a sentence of its own
            if lab.problem and not typed:
                assert lab.state.trait_values() == before
                assert re.match(
                    rf"In this lab {trait}\b.* must be .*, got .*\.$|A lab needs finite", lab.problem
                )
                refused += 1
            lab.reset()
        assert refused > 3 or trait not in lab._start


def test_three_words_have_three_names():
    lab = contextual_lab()
    lab.set(names=("a", "b"))
    assert lab.problem == (
        "In this lab names must be a tuple like ('money', 'bank', 'grows'), got ('a', 'b')."
    )
    lab.set(temperature=0.0)
    assert lab.problem == "In this lab temperature must be a number from 0.05 to 3, got 0.0."
    lab.set(names=("a", "b", "c"))
    assert lab.problem == "" and lab.failures == []


@pytest.mark.parametrize("name", LABS)
def test_every_slider_changes_the_numbers_at_both_ends(name):
    kinds = (widgets.FloatSlider, widgets.IntSlider)
    sliders = [c for c in LABS[name]().controls if isinstance(c.widget, kinds)]
    for trait in [c.trait for c in sliders if c.widget.layout.display != "none"]:
        lab = LABS[name]()
        for end in ("min", "max"):
            moved, before = control(lab, trait).widget, lab.picture.panels
            if moved.value == getattr(moved, end):
                continue  # it stands there already
            moved.value = getattr(moved, end)
            assert getattr(lab.state, trait) == moved.value
            assert_sound(lab)
            assert lab.problem == ""
            assert lab.picture.panels != before, f"{trait} at its {end} changes nothing"


@pytest.mark.parametrize("name", LABS)
def test_every_choice_can_be_chosen(name):
    lab = LABS[name]()
    for choice in [c for c in lab.controls if hasattr(c.widget, "options")]:
        for option in choice.widget.options:
            value = option[1] if isinstance(option, tuple) else option
            before = lab.picture
            changes = choice.widget.value != value
            choice.widget.value = value
            assert getattr(lab.state, choice.trait) == value
            assert_sound(lab)
            if choice.trait != "buttons_set":  # that one changes what a button does
                assert (lab.picture != before) == changes


@pytest.mark.parametrize("name", LABS)
def test_every_preset_is_shown_and_reset_goes_back(name):
    lab = LABS[name]()
    first = lab.picture
    for preset, button in lab._preset_buttons.items():
        button.click()
        assert_sound(lab)
        assert lab.problem == "" and preset in marked(lab)
        shown = lab.picture
        for other in set(marked(lab)) - {preset}:  # one that would change nothing says so, too
            lab.press(other)
            assert lab.picture == shown, (preset, other)
        for other in set(lab.presets) - set(marked(lab)):
            before = lab.state.trait_values()
            lab.press(other)
            assert lab.state.trait_values() != before, (preset, other)
            lab.press(preset)
    assert lab.picture != first
    lab.reset()
    assert lab.picture == first


@pytest.mark.parametrize("name", LABS)
def test_drawing_is_a_pure_function_of_the_state(name):
    lab, other = LABS[name](), LABS[name]()
    before = lab.state.trait_values()
    assert lab._draw(lab.state) == lab._draw(lab.state) == other.picture
    assert lab.state.trait_values() == before


@pytest.mark.parametrize("name", LABS)
def test_repr_is_short_and_stable(name):
    lab = LABS[name]()
    assert repr(lab) == f"Lab({lab.name!r})" and len(lab.name) < 20


def test_labs_are_found_and_no_two_share_a_name():
    assert {"two_vectors", "heads", "learning"} <= set(LABS) and "matrices" not in LABS
    assert len({LABS[name]().name for name in LABS}) == len(LABS)


@pytest.mark.parametrize("text", BAD_TEXTS, ids=lambda text: ascii(text[:20]))
@pytest.mark.parametrize("make", [contextual_lab, word_map_lab], ids=["contextual", "word map"])
def test_any_text_gives_a_right_picture_or_one_sentence(make, text):
    lab = make()
    if make is contextual_lab:
        lab.set(source=REAL, measure=DIRECTION)
    before = lab.picture
    control(lab, "text").widget.value = text
    assert_sound(lab)
    assert lab.state.text == text  # nothing that was typed is lost
    if lab.problem:
        assert lab.picture == before
        assert len(lab.problem) < 200 and "\n" not in lab.problem and "Traceback" not in lab.problem
        assert lab.problem.split()[0] in ("There", "You", "None")
    else:
        shown = panel(lab, Table).columns
        assert [str(word).split(" (")[0] for word in shown] == [t.shown for t in contextual.tokenize(text)]


def test_an_error_of_ours_is_shown_and_kept():
    """An error of ours is shown in the lab and kept for the tests."""

    class State(traitlets.HasTraits):
        x = traitlets.Float(1.0, min=0.0, max=2.0)

    def draw(state):
        return Picture("x", (), (f"{1 / state.x:.1f}",))

    state = State()
    lab = Lab("broken", state, draw, [slider(state, "x", "x")])
    lab.controls[0].widget.value = 0.0
    assert isinstance(lab.failures[0], ZeroDivisionError)
    assert "Something went wrong in this lab (ZeroDivisionError" in lab.alert
    lab.controls[0].widget.value = 2.0
    assert lab.alert == "" and lab.picture.words_said == "0.5"


def test_a_lab_shows_its_numbers_where_no_kernel_runs(monkeypatch):
    """A lab shows its picture and numbers where no kernel runs."""
    shown = []
    monkeypatch.setattr(
        "helpers.widgets.frame.display", lambda data, **options: shown.append((data, options))
    )
    lab = contextual_lab()
    assert lab.show() is None
    ((data, options),) = shown
    assert options["raw"] is True
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == lab.model_id
    assert b64decode(data["image/png"], validate=True).startswith(b"\x89PNG")
    assert data["text/plain"].startswith("Lab('contextual')") and "0.47" in data["text/plain"]
    assert data["image/png"] in data["text/html"] and "Lab(" not in data["text/html"]
    assert "attention without parameters. Its numbers follow in words." in data["text/html"]


# --- what is set is what the page shows -------------------------------------------------------------


def off_the_steps(lab):
    """The numbers of a lab that its sliders cannot show: they go from their lowest number step by step."""
    found = {}
    for moved in lab.controls:
        value, widget = getattr(lab.state, moved.trait), moved.widget
        if isinstance(widget, widgets.FloatSlider):
            steps = (value - widget.min) / widget.step
            if abs(steps - round(steps)) > 1e-6 or not widget.min <= value <= widget.max:
                found[moved.trait] = value
        elif isinstance(widget, widgets.SelectionSlider) and value not in [v for _, v in widget.options]:
            found[moved.trait] = value
    return found


@pytest.mark.parametrize("name", LABS)
def test_every_start_and_preset_lies_on_the_steps(name):
    """The page moves any other number to the nearest step and sends that back: a preset was undone so."""
    lab = LABS[name]()
    assert off_the_steps(lab) == {}
    sets = roles.MATRICES if name == "roles" else [None]  # its buttons set one of three matrices
    for chosen, preset in itertools.product(sets, lab.presets):
        lab.reset()
        if chosen is not None:
            lab.set(buttons_set=chosen)
        lab.press(preset)
        assert off_the_steps(lab) == {}, preset


@pytest.mark.parametrize("name", LABS)
def test_the_page_may_send_every_number_back(name):
    """What a page sends back, to the nearest step, leaves the state and the mark of the preset alone."""
    lab = LABS[name]()
    for preset in lab.presets:
        lab.press(preset)
        before, buttons = lab.state.trait_values(), marked(lab)
        for moved in lab.controls:
            if isinstance(moved.widget, widgets.FloatSlider):
                widget = moved.widget
                steps = round((widget.value - widget.min) / widget.step)
                widget.value = widget.min + steps * widget.step  # with the rounding error of a page
        assert lab.state.trait_values() == before and marked(lab) == buttons, preset


# --- nothing is clipped, covered, or pushed into another row ---------------------------------------


def check_picture(lab):
    assert lab.problem == "" and lab.failures == []
    assert row_width(lab.picture) <= PAGE
    for shown in lab.picture.panels:
        check_layout(shown.drawn())


@pytest.mark.parametrize("name", LABS)
def test_no_preset_has_clipped_or_covered_text(name):
    """In every preset, with each control of it at both ends, or at each of its options."""
    lab = LABS[name]()
    for preset in lab.presets:
        lab.reset()
        lab.press(preset)
        check_picture(lab)
        for moved in [c for c in lab.controls if c.trait not in hidden(lab)]:
            start = moved.widget.value
            for end in ends(moved.widget):
                moved.widget.value = end
                check_picture(lab)
            moved.widget.value = start


SENTENCE = "money bank grows while the muddy river flows past a shop today".split()


@pytest.mark.parametrize("n", [3, 8, 12])
@pytest.mark.parametrize("name", [name for name in LABS if "text" in LABS[name]().state.trait_names()])
def test_sentences_fit_beside_their_pictures(name, n):
    """With three, eight and twelve words, whoever of them asks."""
    lab = LABS[name]()
    lab.set(text=" ".join(SENTENCE[:n]))
    if name == "contextual":
        lab.set(source=REAL, measure=DIRECTION)
    assert len(lab.picture.panels[0].as_array()) == n
    for asking in range(n) if "asking" in lab.state.trait_names() else [None]:
        if asking is not None:
            lab.set(asking=asking)
        check_picture(lab)


TYPED = (
    "the Internationalization of \u0915\u093f\u0938\u093e\u0928 \U0001f469\u200d\U0001f52c bank bank "
    "\u9280\u884c a-b-c-d-e-f-g-h-i-j-k-l extraordinarily Mmmmmmmmmm ."
)


@pytest.mark.parametrize("n", range(1, 13))
def test_no_typed_sentence_has_clipped_or_covered_text(n):
    text = " ".join(TYPED.split()[-n:])
    lab = word_map_lab()
    lab.set(text=text)
    for shown in (contextual_lab("your sentence"), heads_lab(), lab):
        shown.set(text=text)
        assert shown.problem == "" and shown.failures == []
        for drawn in shown.picture.panels:
            check_layout(drawn.drawn())
        assert shown.name == "word map" or row_width(shown.picture) <= PAGE


# --- two labs, and the numbers to keep -------------------------------------------------------------


@pytest.mark.parametrize("name", LABS)
def test_two_labs_of_one_cell_do_not_know_each_other(name):
    lab, other = LABS[name](), LABS[name]()
    state, picture, html = other.state.trait_values(), other.picture, (other.svg, other.said, other.alert)
    values = [moved.widget.value for moved in other.controls]
    for moved in [c for c in lab.controls if c.trait not in hidden(lab)]:
        for end in ends(moved.widget):
            moved.widget.value = end
    for preset in lab.presets:
        lab.press(preset)
    assert lab.picture != picture
    assert other.state.trait_values() == state and other.picture == picture
    assert (other.svg, other.said, other.alert) == html
    assert [moved.widget.value for moved in other.controls] == values


@pytest.mark.parametrize("name", LABS)
def test_the_numbers_of_a_lab_are_those_of_its_panels(name):
    """Also the rows above a table, such as scores, have their title; no two panels share one."""
    lab = LABS[name]()
    for preset in lab.presets:
        lab.press(preset)
        tables = [shown for shown in lab.picture.panels if isinstance(shown, Table)]
        shown = [*lab.picture.panels, *(table.above for table in tables if table.above)]
        numbers = lab.numbers()
        assert set(numbers) == {one.title for one in shown} and len(numbers) == len(shown)
        for one in shown:
            np.testing.assert_array_equal(numbers[one.title], one.as_array())
            assert numbers[one.title].size and numbers[one.title].dtype == float
            if isinstance(one, Table):
                np.testing.assert_array_equal(numbers[one.title], one.numbers)


def test_the_numbers_of_a_lab_follow_it():
    lab = contextual_lab()
    X = np.array([[1.5, 0.35], [0.95, 0.9], [0.55, -0.75]])
    for temperature, title in ((1.0, "score"), (0.5, "score/temp.")):
        lab.set(temperature=temperature)
        scores = X @ X.T / temperature
        weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
        numbers = lab.numbers()
        assert list(numbers) == [title, "weights", "mixed from, in percent", "two numbers a word"]
        np.testing.assert_allclose(numbers[title], scores[[1]])
        np.testing.assert_allclose(numbers["weights"], weights)
        np.testing.assert_allclose(numbers["mixed from, in percent"], weights[[1]])
        np.testing.assert_allclose(numbers["two numbers a word"], np.hstack([X, weights @ X]))


@pytest.mark.parametrize("name", LABS)
def test_every_lab_can_be_saved(name, tmp_path):
    """The picture of the moment, in colours that any program knows."""
    lab = LABS[name]()
    lab.press(list(lab.presets)[-1])
    root = ElementTree.parse(lab.save(tmp_path / "a.svg")).getroot()
    assert root.tag == f"{SVG}svg" and "var(--" not in (tmp_path / "a.svg").read_text(encoding="utf-8")
    shown = [text for text in root.iter(f"{SVG}text")]
    wanted = [s.text for p in lab.picture.panels for s in p.drawn().shapes if isinstance(s, Text)]
    assert ["".join(text.itertext()) for text in shown] == wanted
    assert lab.save(tmp_path / "a.png").read_bytes().startswith(b"\x89PNG\r\n")


def float_sliders(lab):
    return [moved for moved in lab.controls if isinstance(moved.widget, widgets.FloatSlider)]


@pytest.mark.parametrize("name", [name for name in LABS if float_sliders(LABS[name]())])
def test_numbers_that_are_not_finite_are_refused(name):
    """By `set` and by every slider, in one sentence; nothing changes, and the next good number mends it."""
    lab = LABS[name]()
    state, picture, html = lab.state.trait_values(), lab.picture, lab.svg

    def refused(bad):
        assert lab.problem == f"A lab needs finite numbers, got {bad}: move a slider, or press Reset."
        assert lab.state.trait_values() == state and lab.picture == picture and lab.svg == html
        assert lab.failures == [] and lab.problem in lab.alert

    for moved in float_sliders(lab):
        for bad in (math.nan, math.inf, -math.inf, np.float64("nan")):
            lab.set(**{moved.trait: bad})
            refused(bad)
        start = moved.widget.value
        moved.widget.value = math.nan  # a slider itself takes what is infinite for its end
        refused(math.nan)
        good = moved.widget.min if start != moved.widget.min else moved.widget.max
        moved.widget.value = good
        assert lab.problem == "" and getattr(lab.state, moved.trait) == good
        lab.reset()
        assert moved.widget.value == start and lab.problem == "" and lab.picture == picture


def test_one_number_that_is_not_finite_leaves_all_others():
    lab = contextual_lab()
    before = lab.state.trait_values()
    lab.set(temperature=2.0, x0=math.nan, y0=0.5)
    assert "finite numbers" in lab.problem and lab.state.trait_values() == before
