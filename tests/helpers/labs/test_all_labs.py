"""Every lab, without a browser: each control at both ends, each preset, every kind of bad text."""

from base64 import b64decode
from pathlib import Path

import ipywidgets as widgets
import pytest
import traitlets

from helpers import labs
from helpers.labs import all_labs, contextual, word_map
from helpers.labs.contextual import DIRECTION, REAL, contextual_lab
from helpers.labs.word_map import word_map_lab
from helpers.pictures import Picture, Table
from helpers.widgets import Lab, slider
from tests.helpers.labs.seen import assert_sound, control, panel
from tests.layout import check_layout

LABS = all_labs()


def test_every_lab_of_the_folder_is_found():
    """Two modules serve several labs; all others make one."""
    there = {path.stem for path in Path(labs.__file__).parent.iterdir()} - {"__init__", "__pycache__"}
    assert there - set(LABS) == {"matrices", "typed_text"}


BAD_TEXTS = [
    "", "   ", "bank", "zzqx bank grows", "money zzqx grows", "money bank zzqx", "zzqx qqzx",
    "apple bank apple",
    "?!?", ".", "data", "$5 or $10", "a<b<c", "<!--", '" onmouseover="x', "cafe\u0301 bank", "don\u2019t",
    "\u0915\u093f\u0938\u093e\u0928 bank", "\U0001f600 bank", "word " * 200,
    "a" * 5000, "</svg><script>alert(1)</script>",
]  # fmt: skip


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
        assert lab.problem == ""
        assert [n for n, b in lab._preset_buttons.items() if b.button_style] == [preset]
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
    assert "text/html" not in data  # it would outrank the PNG


CROWDED = {"challenge", "learning", "roles"}  # texts stand close there


@pytest.mark.parametrize("name", sorted(set(LABS) - CROWDED))
def test_no_preset_has_clipped_or_covered_text(name):
    lab = LABS[name]()
    for preset in lab.presets:
        lab.press(preset)
        for shown in lab.picture.panels:
            check_layout(shown.drawn())


TYPED = (
    "the Internationalization of \u0915\u093f\u0938\u093e\u0928 \U0001f469\u200d\U0001f52c bank bank "
    "\u9280\u884c a-b-c-d-e-f-g-h-i-j-k-l ."
)


@pytest.mark.parametrize("n", range(1, 11))
def test_no_typed_sentence_has_clipped_or_covered_text(n):
    text = " ".join(TYPED.split()[-n:])
    picture = contextual.draw(
        contextual.ContextualState(source=contextual.REAL, text=text, measure=contextual.DIRECTION)
    )
    words = word_map.draw(word_map.WordMapState(text=" ".join(text.split()[-7:])))
    for shown in (*picture.panels, *words.panels):
        check_layout(shown.drawn())
