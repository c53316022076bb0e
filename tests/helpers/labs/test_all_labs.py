"""Every lab, without a browser: each control at both ends, each preset, every kind of bad text."""

import xml.etree.ElementTree as ElementTree
from base64 import b64decode

import ipywidgets as widgets
import numpy as np
import pytest
import traitlets

from helpers.labs import all_labs, contextual, two_vectors, word_map
from helpers.labs.contextual import BY_HAND, DIRECTION, REAL, contextual_lab
from helpers.labs.two_vectors import two_vectors_lab
from helpers.labs.word_map import word_map_lab
from helpers.pictures import Arrow, Map, MixBars, Picture, Plane, Table
from helpers.pictures.panels.panel import LONGEST
from helpers.pictures.shapes import fit
from helpers.widgets import Lab, slider
from tests.layout import check_layout

LABS = all_labs()
SVG = "{http://www.w3.org/2000/svg}"
BAD_TEXTS = [
    "", "   ", "bank", "zzqx bank grows", "money zzqx grows", "money bank zzqx", "zzqx qqzx",
    "apple bank apple",
    "?!?", ".", "data", "$5 or $10", "a<b<c", "<!--", '" onmouseover="x', "cafe\u0301 bank", "don\u2019t",
    "\u0915\u093f\u0938\u093e\u0928 bank", "\U0001f600 bank", "word " * 200,
    "a" * 5000, "</svg><script>alert(1)</script>",
]  # fmt: skip


def control(lab, trait):
    return next(control for control in lab.controls if control.trait == trait)


def panel(lab, kind):
    return next(panel for panel in lab.picture.panels if isinstance(panel, kind))


def weights(lab):
    """The weights as the lab shows them."""
    return np.array(
        next(p for p in lab.picture.panels if isinstance(p, Table) and p.title == "weights").numbers
    )


def svgs(lab):
    """The live picture, parsed: broken or injected markup does not survive this."""
    html = lab.svg
    root = ElementTree.fromstring(html)
    assert {e.tag for e in root.iter()} <= {"div"} | {SVG + t for t in SVG_TAGS}
    assert not [name for e in root.iter() for name in e.attrib if name.startswith("on")]
    return root.iter(SVG + "svg")


SVG_TAGS = ("svg", "title", "desc", "rect", "circle", "line", "polygon", "polyline", "text")


def assert_sound(lab):
    """What must hold whatever the learner did."""
    assert lab.failures == []
    assert len(list(svgs(lab))) == len(lab.picture.panels)
    for table in (p for p in lab.picture.panels if isinstance(p, Table)):
        assert len(table.rows) == len(table.numbers)
        assert all(len(row) == len(table.columns) for row in table.numbers)
        assert np.isfinite(table.numbers).all()
    ElementTree.fromstring(f"<div>{lab.said}{lab.alert}</div>")


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


def test_a_problem_goes_away_with_the_next_good_text():
    lab = word_map_lab()
    lab.set(text="")
    assert "type one or more words" in lab.problem and lab.problem in lab.alert
    lab.set(text="bank")
    assert lab.problem == "" and lab.alert == ""


def test_learner_text_is_escaped_in_picture_and_sentence():
    lab = contextual_lab()
    lab.set(source=REAL, text='<b onclick="x"> bank', asking=0)
    assert "<b onclick" not in lab.svg + lab.said
    assert "&lt;" in lab.svg and "&lt;" in lab.said


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


# --- what each lab shows ----------------------------------------------------------------------


def test_contextual_shows_softmax_of_the_dot_products():
    lab = contextual_lab()
    X = np.array([[1.5, 0.35], [0.95, 0.9], [0.55, -0.75]])
    e = np.exp(X @ X.T)
    expected = e / e.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(weights(lab), expected)
    np.testing.assert_allclose(panel(lab, MixBars).parts[0], expected[1])
    arrows = panel(lab, Plane).arrows
    np.testing.assert_allclose([arrow.moved for arrow in arrows], expected @ X)
    assert lab.picture.words_said.startswith("bank now reads 47 % money, 46 % bank and 7 % grows")


@pytest.mark.parametrize(
    "preset", [name for name, values in contextual.PRESETS.items() if values["source"] == BY_HAND]
)
def test_contextual_rows_sum_to_one(preset):
    lab = contextual_lab()
    lab.set(**contextual.PRESETS[preset])
    np.testing.assert_allclose(weights(lab).sum(axis=1), 1)


def test_the_presets_show_what_their_names_say():
    lab = contextual_lab()
    lab.set(**contextual.PRESETS["all alike"])
    np.testing.assert_allclose(weights(lab), 1 / 3)
    lab.set(**contextual.PRESETS["right angles"])
    assert panel(lab, Table).numbers[0][0] == panel(lab, Table).numbers[0][2] == 0  # bank, with the others
    lab.set(**contextual.PRESETS["one long vector"])
    assert weights(lab)[:, 0].min() > 0.5  # everybody reads money
    lab.set(measure=DIRECTION)
    assert weights(lab)[2].argmax() == 2  # and no longer, once length does not count


@pytest.mark.parametrize("start", contextual.PRESETS)
@pytest.mark.parametrize("preset", contextual.PRESETS)
def test_a_preset_gives_the_same_picture_from_anywhere(start, preset):
    """A preset gives the same picture from wherever it is pressed."""
    lab, fresh = contextual_lab(start), contextual_lab(preset)
    lab.set(temperature=2.0, asking=0)
    lab.press(preset)
    assert lab.picture == fresh.picture


def test_a_preset_leaves_the_sentence_that_was_typed():
    lab = contextual_lab("your sentence")
    lab.set(text="the muddy river bank")
    lab.press("all alike")
    lab.press("your sentence")
    assert lab.state.text == "the muddy river bank"
    lab.reset()
    assert lab.state.text == "money bank grows"


def test_a_changed_preset_is_no_longer_marked():
    lab = contextual_lab()
    lab.set(temperature=2.0)
    assert not any(button.button_style for button in lab._preset_buttons.values())


def test_set_takes_all_or_nothing_and_knows_its_names():
    lab = contextual_lab()
    with pytest.raises(ValueError, match="This lab has no temprature"):
        lab.set(temprature=3.0)
    lab.set(temperature=2.0, x0=9.0)
    assert lab.problem and lab.failures == [] and lab.state.temperature == 1.0


def test_a_problem_says_that_the_picture_is_older_and_is_escaped():
    lab = word_map_lab()
    lab.set(text="<zzqx>")
    assert "The picture still shows the last state that worked." in lab.alert
    assert "<zzqx>" not in lab.alert and "&lt;zzqx&gt;" in lab.alert


def test_a_slider_of_the_browser_does_not_unmark_a_preset():
    lab = two_vectors_lab()
    control(lab, "by").widget.value = 1.5000000000000004
    assert lab.state.by == 1.5


def test_while_a_text_cannot_be_drawn_the_list_of_askers_stays():
    lab = contextual_lab("your sentence")
    lab.set(text="")
    assert [name for name, _ in control(lab, "asking").widget.options] == ["money", "bank", "grows"]


def random_states(n=20):
    rng = np.random.default_rng(0)
    for _ in range(n):
        numbers = {f"{axis}{i}": float(rng.uniform(-2, 2)) for axis in "xy" for i in range(3)}
        yield contextual.ContextualState(
            **numbers, asking=int(rng.integers(3)), temperature=float(rng.uniform(0.3, 3))
        )


@pytest.mark.parametrize("measure", [contextual.PRODUCT, DIRECTION])
def test_sentence_and_numbers_are_right_in_any_state(measure):
    for state in random_states():
        state.measure = measure
        X = np.array([[state.x0, state.y0], [state.x1, state.y1], [state.x2, state.y2]])
        U = X if measure == contextual.PRODUCT else X / np.linalg.norm(X, axis=1, keepdims=True)
        e = np.exp(U @ U.T / state.temperature - (U @ U.T / state.temperature).max())
        W = e / e.sum(axis=1, keepdims=True)
        picture = contextual.draw(state)
        scores, table = (panel for panel in picture.panels if isinstance(panel, Table))
        np.testing.assert_allclose(table.numbers, W)
        np.testing.assert_allclose(scores.numbers[0], (U @ U.T / state.temperature)[state.asking])
        space = next(panel for panel in picture.panels if isinstance(panel, Plane))
        np.testing.assert_allclose(
            [arrow.moved for arrow in space.arrows], W @ X
        )  # the old vectors are mixed
        said, names = picture.words_said, state.names
        most = names[int(W[state.asking].argmax())]
        assert said.startswith(f"{names[state.asking]} now reads {100 * W[state.asking].max():.0f} % {most}")
        step = W[state.asking] @ X - X[state.asking]
        assert f"moved {np.linalg.norm(step):.2f}" in said or np.linalg.norm(step) < 0.005
        if "pulled most by" in said:
            pull = W[state.asking] * np.linalg.norm(X - X[state.asking], axis=1)
            assert f"pulled most by {names[int(pull.argmax())]}" in said


def test_temperature_sharpens_and_flattens():
    lab = contextual_lab()
    lab.set(temperature=0.05)
    assert weights(lab).max(axis=1).min() > 0.6
    lab.set(temperature=3.0)
    assert np.ptp(weights(lab)) < 0.4


def test_the_asking_word_is_outlined_and_named():
    lab = contextual_lab()
    control(lab, "asking").widget.value = 2
    assert [p.asking for p in lab.picture.panels if isinstance(p, Table)] == [None, 2]
    assert lab.picture.words_said.startswith("grows now reads")
    assert str(panel(lab, MixBars).owners[0]) == "grows"


def test_with_one_word_there_is_nobody_to_choose():
    lab = contextual_lab("your sentence")
    lab.set(text="bank")
    assert control(lab, "asking").widget.layout.display == "none" and lab.problem == ""
    lab.set(text="river bank")
    assert [name for name, _ in control(lab, "asking").widget.options] == ["river", "bank"]
    assert control(lab, "asking").widget.layout.display is None


def test_a_shorter_sentence_keeps_a_word_that_asks():
    lab = contextual_lab()
    lab.set(source=REAL, text="the river bank", asking=2)
    control(lab, "text").widget.value = "bank"
    assert lab.problem == "" and lab.picture.words_said.startswith("bank reads only itself")


def test_unknown_words_neither_read_nor_are_read():
    """Unknown words keep their place and neither read nor are read."""
    lab = contextual_lab()
    lab.set(source=REAL, text="money zzqx bank", asking=0)
    W = weights(lab)
    assert (W[1] == 0).all() and (W[:, 1] == 0).all()
    np.testing.assert_allclose(W[[0, 2]].sum(axis=1), 1)
    assert "No vector here for: zzqx." in lab.picture.words_said


def test_the_same_word_twice_gives_two_rows():
    lab = contextual_lab()
    lab.set(source=REAL, text="apple pie apple")
    assert [str(word) for word in panel(lab, Table).columns] == ["apple (1)", "pie", "apple (2)"]
    W = weights(lab)
    np.testing.assert_allclose(W[0], W[2])


def test_sliders_carry_the_name_and_the_colour_of_their_word():
    lab = contextual_lab()
    lab.set(**contextual.PRESETS["river bank flows"])
    slots = {str(arrow.word): arrow.word.slot for arrow in panel(lab, Plane).arrows}
    for i, word in enumerate(("river", "bank", "flows")):
        for axis in "xy":
            widget = control(lab, f"{axis}{i}").widget
            assert widget.description == f"{word} {axis}"
            assert f"sa-control{slots[word]}" in widget._dom_classes


def test_controls_that_have_no_meaning_are_hidden():
    lab = contextual_lab()
    hidden = lambda: {c.trait for c in lab.controls if c.widget.layout.display == "none"}  # noqa: E731
    assert hidden() == {"text"}
    lab.set(source=REAL)
    assert hidden() == {f"{axis}{i}" for axis in "xy" for i in range(3)}


def test_two_vectors_shows_length_dot_product_cosine_and_angle():
    lab = two_vectors_lab()
    lab.set(ax=3.0, ay=0.0, bx=1.0, by=1.0)
    shown = {
        str(row): value
        for row, (value,) in zip(panel(lab, Table).rows, panel(lab, Table).numbers, strict=True)
    }
    assert all(fit(name, LONGEST, bold=True) == name for name in shown), "a name is cut off"
    assert shown["length money"] == 3 and shown["dot product"] == 3
    assert shown["angle in °"] == pytest.approx(45) and shown["cosine"] == pytest.approx(2**-0.5)


def test_two_vectors_without_a_direction_has_no_angle():
    lab = two_vectors_lab()
    lab.set(bx=0.0, by=0.0)
    assert [str(row) for row in panel(lab, Table).rows][-1] == "dot product"
    assert "bank has length 0" in lab.picture.words_said


@pytest.mark.parametrize(
    ("preset", "said"),
    [("same direction", "the same way"), ("right angle", "right angle"), ("opposite", "opposite ways")],
)
def test_two_vectors_says_what_the_angle_means(preset, said):
    lab = two_vectors_lab()
    lab.set(**two_vectors.PRESETS[preset])
    assert said in lab.picture.words_said


def test_word_map_shows_cosines_and_keeps_landmarks_in_place():
    lab = word_map_lab()
    vectors = word_map.load_vectors()
    table = panel(lab, Table)
    assert table.numbers[0][1] == pytest.approx(word_map.cosine(vectors["bank"], vectors["money"]))

    def landmarks():
        return {str(p.word): p.at for p in panel(lab, Map).points if p.faint}

    before = landmarks()
    lab.set(text="cat computer king")
    assert all(landmarks()[word] == pytest.approx(before[word]) for word in landmarks() if word in before)
    assert panel(lab, Map).limit > max(abs(value) for place in before.values() for value in place)
    assert len(landmarks()) >= 12 and "computer" not in landmarks()


def test_real_vectors_move_on_the_map_by_the_weights():
    lab = contextual_lab("your sentence")
    lab.set(text="orange juice and apple pie", asking=3)
    chart = panel(lab, Map)
    before, after = (np.array([getattr(point, which) for point in chart.points]) for which in ("at", "moved"))
    np.testing.assert_allclose(
        after, weights(lab) @ before, atol=1e-9
    )  # a map is linear, so it shows the mix
    X, _ = word_map.load_vectors().embed(contextual.tokenize("orange juice and apple pie"))
    apart = X - X.mean(axis=0)
    assert chart.share == pytest.approx(np.sum(np.linalg.svd(apart)[1][:2] ** 2) / np.sum(apart**2))
    assert 0.5 < chart.share < 1


def test_word_map_names_neighbours_and_the_nearest_pair():
    """Word map names the neighbours of the first word and the nearest pair."""
    lab = word_map_lab()
    lab.set(text="apple fruit juice microsoft")
    near = [word for word, _ in word_map.load_vectors().neighbours("apple", 3)]
    assert f"The three nearest to apple among all words here: {', '.join(near)}." in lab.picture.words_said
    assert "Most alike in your list: fruit and juice (0.79)" in lab.picture.words_said


def test_arrows_are_plain_data():
    (arrow, *_) = panel(two_vectors_lab(), Plane).arrows
    assert arrow == Arrow(arrow.word, (2.0, 1.0), None)


# --- layout -----------------------------------------------------------------------------------

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
