"""The lab of notebook 02: its numbers, its sentence, its presets and typed sentences."""

import numpy as np
import pytest

from helpers.labs import contextual, word_map
from helpers.labs.contextual import BY_HAND, DIRECTION, REAL, contextual_lab
from helpers.labs.two_vectors import two_vectors_lab
from helpers.labs.word_map import word_map_lab
from helpers.pictures import Map, MixBars, Plane, Table
from tests.helpers.labs.seen import control, hidden, marked, panel, scores_above, weights

NUMBERS = {f"{axis}{i}" for axis in "xy" for i in range(3)}


def test_learner_text_is_escaped_in_picture_and_sentence():
    lab = contextual_lab()
    lab.set(source=REAL, text='<b onclick="x"> bank', asking=0)
    assert "<b onclick" not in lab.svg + lab.said
    assert "&lt;" in lab.svg and "&lt;" in lab.said


def test_contextual_shows_softmax_of_the_dot_products():
    lab = contextual_lab()
    X = np.array([[1.5, 0.35], [0.95, 0.9], [0.55, -0.75]])
    e = np.exp(X @ X.T)
    expected = e / e.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(weights(lab), expected)
    title, scores = scores_above(lab, "weights")
    assert title == "score"  # at temperature 1 nothing is divided
    np.testing.assert_allclose(scores, (X @ X.T)[[1]])
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
    lab.set(**contextual.PRESETS["bank at right angles"])
    money, bank, grows = np.array([arrow.tip for arrow in panel(lab, Plane).arrows])
    assert bank @ money == bank @ grows == 0 and min(np.linalg.norm([money, bank, grows], axis=1)) > 0.9
    assert money @ grows > 0  # these two do not stand at right angles
    assert scores_above(lab, "weights")[1].tolist() == [[0, bank @ bank, 0]]
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
    assert marked(lab) == []


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


def test_what_the_browser_sends_is_not_corrected_there():
    """What is sent back would come after the learner's next move, and undo it."""
    lab = two_vectors_lab()
    control(lab, "by").widget.value = 1.5000000000000004
    assert control(lab, "by").widget.value == 1.5000000000000004
    lab.set(by=1.0)
    assert control(lab, "by").widget.value == 1.0


def test_while_a_text_cannot_be_drawn_the_list_of_askers_stays():
    lab = contextual_lab("your sentence")
    lab.set(text="")
    assert [str(word) for word, _ in control(lab, "asking").widget.options] == ["money", "bank", "grows"]


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
        (table,) = (panel for panel in picture.panels if isinstance(panel, Table))
        assert table.title == "weights" and table.asking == state.asking
        np.testing.assert_allclose(table.numbers, W)
        assert table.above.title == "score/temp." and table.above.rows == (table.rows[state.asking],)
        np.testing.assert_allclose(table.above.numbers, (U @ U.T / state.temperature)[[state.asking]])
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
    assert [p.asking for p in lab.picture.panels if isinstance(p, Table)] == [2]
    table = panel(lab, Table)
    assert [str(word) for word in table.above.rows] == ["grows"]
    # Of a single row above is said what it is, in the colour of whose it is: the outline says whose.
    (name,) = [shape for shape in table.drawn().shapes if getattr(shape, "text", "") == "score"]
    assert name.fill == table.rows[2].role
    assert lab.picture.words_said.startswith("grows now reads")
    assert str(panel(lab, MixBars).owners[0]) == "grows"


def test_with_one_word_there_is_nobody_to_choose():
    lab = contextual_lab("your sentence")
    lab.set(text="bank")
    assert control(lab, "asking").widget.layout.display == "none" and lab.problem == ""
    lab.set(text="river bank")
    assert [str(word) for word, _ in control(lab, "asking").widget.options] == ["river", "bank"]
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


def test_the_buttons_of_who_asks_carry_the_colours_of_the_words():
    for preset in ("money bank grows", "river bank flows", "your sentence"):
        lab = contextual_lab(preset)
        words_read = panel(lab, Table).columns
        buttons = control(lab, "asking").widget._buttons[: len(words_read)]
        assert [button.description for button in buttons] == [str(word) for word in words_read]
        for place, (word, button) in enumerate(zip(words_read, buttons, strict=True)):
            assert f"sa-word{word.slot}" in button._dom_classes
            button.click()
            assert lab.state.asking == place and panel(lab, Table).asking == place


def test_the_numbers_of_a_word_stand_in_a_column():
    lab = contextual_lab()
    columns = [c.children for c in lab._hands.children[0].children]
    assert [[w.description for w in column] for column in columns] == [
        ["money x", "money y"], ["bank x", "bank y"], ["grows x", "grows y"],
    ]  # fmt: skip


def test_no_control_but_a_preset_chooses_the_vectors():
    lab = contextual_lab()
    assert "source" not in {control.trait for control in lab.controls}
    lab.press("your sentence")
    assert lab.state.source == REAL and panel(lab, Map) and hidden(lab) == NUMBERS
    lab.press("all alike")
    assert lab.state.source == BY_HAND and panel(lab, Plane) and hidden(lab) == {"text"}


def test_the_first_lab_has_only_the_numbers_and_who_asks():
    """What the notebook explains later is not to be seen: no temperature, no direction, no own sentence."""
    lab = contextual_lab(all_controls=False)
    assert {control.trait for control in lab.controls} == NUMBERS | {"asking"} and hidden(lab) == set()
    assert list(lab.presets) == [name for name in contextual.PRESETS if name != "your sentence"]
    assert lab.picture == contextual_lab().picture and repr(lab) == "Lab('contextual')"
    for preset in lab.presets:
        lab.press(preset)
        assert lab.picture == contextual_lab(preset).picture and marked(lab) == [preset]
    e = np.exp(np.array([[1.5, 0.35], [0.95, 0.9], [-1.0, -0.75]]) @ [-1.0, -0.75])
    lab.reset()
    control(lab, "x2").widget.value = -1.0
    control(lab, "asking").widget.value = 2
    np.testing.assert_allclose(weights(lab)[2], e / e.sum())


def test_twelve_words_have_room_and_a_thirteenth_has_not():
    lab = contextual_lab("your sentence")
    text = "money bank grows while the muddy river flows past a shop today"
    lab.set(text=text, asking=11)
    assert lab.problem == "" and weights(lab).shape == (12, 12)
    X, known = word_map.load_vectors().embed(text.split())
    U = X / np.linalg.norm(X, axis=1, keepdims=True)
    e = np.exp(U @ U.T / 0.33)
    np.testing.assert_allclose(weights(lab), e / e.sum(axis=1, keepdims=True))
    np.testing.assert_allclose(scores_above(lab, "weights")[1], (U @ U.T / 0.33)[[11]])
    before = lab.picture
    lab.set(text=f"{text} again")
    assert lab.problem == "You typed 13 words and signs; this picture has room for 12."
    assert known.all() and lab.picture == before


def test_more_than_three_words_have_their_mix_beside_the_table():
    lab = contextual_lab("your sentence")
    for text, columns in (
        ("money bank grows", [[Table, MixBars], [Map]]),
        ("money bank grows fast", [[Table], [MixBars, Map]]),
    ):
        lab.set(text=text)
        assert [[type(shown) for shown in column] for column in lab.picture.columns] == columns


def test_controls_that_have_no_meaning_are_hidden():
    lab = contextual_lab()
    assert hidden(lab) == {"text"}
    lab.set(source=REAL)
    assert hidden(lab) == NUMBERS


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
