"""The lab of notebook 05: what it shows is calculated again here, without the helpers it uses."""

import itertools

import numpy as np
import pytest
from scipy.special import softmax

from helpers.embeddings import PcaMap, load_vectors, tokenize
from helpers.labs import heads
from helpers.labs.heads import PRESETS, HeadsState, heads_lab
from helpers.labs.heads.token_codes import AFTER, BEFORE, FIRST, KINDS, SAME, SPREAD, codes, maps
from helpers.pictures import to_html

SENTENCES = {n: " ".join("dogs like cold rain all night".split()[:n]) for n in range(1, 7)}


def control(lab, trait):
    return next(control for control in lab.controls if control.trait == trait)


def patterns(picture):
    return np.array([panel.numbers for panel in picture.panels if panel.shaded])


def found(picture):
    return np.array(picture.panels[-2].numbers)


def outputs(picture):
    table = picture.panels[-1]
    return {str(row): np.array(n) for row, n in zip(table.rows, table.numbers, strict=True)}


def by_hand(state):
    """Weights, what each head finds, and the output, one word and one head at a time."""
    tokens = [str(token).lower() for token in tokenize(state.text)]
    vectors = load_vectors()
    real, known = vectors.embed(tokens)
    meaning = PcaMap(vectors.matrix).place(real) * known[:, None]
    kinds = list(dict.fromkeys(tokens))
    word = np.radians(60) * np.array([kinds.index(token) for token in tokens])
    place = np.radians(45) * np.arange(len(tokens))
    all_weights, joined = [], []
    for h in range(1, state.n_heads + 1):
        kind = getattr(state, f"kind{h}")
        scores = {
            SAME: np.cos(word[:, None] - word) / (1 - np.cos(np.radians(60))),
            BEFORE: np.cos(place[:, None] - np.radians(45) - place) / (1 - np.cos(np.radians(45))),
            AFTER: np.cos(place[:, None] + np.radians(45) - place) / (1 - np.cos(np.radians(45))),
            FIRST: np.tile(np.arange(len(tokens)) == 0, (len(tokens), 1)).astype(float),
            SPREAD: np.zeros((len(tokens), len(tokens))),
        }[kind]
        all_weights.append(softmax(state.sharpness * scores, axis=1))
        heard = not getattr(state, f"mute{h}")
        joined.append(all_weights[-1] @ meaning * heard)
    W_O = np.array([[(-1) ** bin(i & j).count("1") for j in range(8)] for i in range(8)]) / np.sqrt(8)
    return np.array(all_weights), joined, np.hstack(joined) @ W_O[: 2 * state.n_heads]


def some_states():
    for n_heads, text, asking, sharpness in itertools.product(
        (1, 2, 3, 4), ("dogs like cold rain", "dog dogs dog", "zzqx bank"), (0, 1), (0.0, 2.5, 8.0)
    ):
        yield HeadsState(n_heads=n_heads, text=text, asking=asking, sharpness=sharpness)
    yield HeadsState(kind1=SPREAD, mute2=True, mute4=True)
    yield HeadsState(mute1=True, mute2=True, mute3=True, mute4=True)
    yield HeadsState(n_heads=1, mute1=True)


@pytest.mark.parametrize("state", list(some_states()), ids=lambda s: f"{s.n_heads} {s.text} {s.sharpness}")
def test_every_number_shown_is_that_of_a_calculation_by_hand(state):
    picture = heads.draw(state)
    weights, joined, output = by_hand(state)
    asking = min(state.asking, weights.shape[1] - 1)
    np.testing.assert_allclose(patterns(picture), weights, atol=1e-12)
    shown = outputs(picture)
    np.testing.assert_allclose(list(shown.values())[-1], output[asking], atol=1e-9)
    loud = HeadsState(**{**state.trait_values(), **{f"mute{h}": False for h in range(1, 5)}})
    _, whole, full = by_hand(loud)
    np.testing.assert_allclose(shown["all heads"], full[asking], atol=1e-9)
    np.testing.assert_allclose(found(picture)[:, :2], [head[asking] for head in whole], atol=1e-9)
    for h in range(1, state.n_heads + 1):  # the last column: what muting this one head alone does
        without = by_hand(HeadsState(**{**loud.trait_values(), f"mute{h}": True}))[2]
        move = np.linalg.norm(full[asking] - without[asking])
        assert found(picture)[h - 1, 2] == pytest.approx(move, abs=1e-9)


@pytest.mark.parametrize("state", list(some_states()), ids=lambda s: f"{s.n_heads} {s.text} {s.sharpness}")
def test_the_sentence_is_true(state):
    picture = heads.draw(state)
    text, weights = picture.words_said, patterns(picture)
    labels = [str(word) for word in picture.panels[0].rows]
    asking = min(state.asking, len(labels) - 1)
    assert text.startswith(f"{labels[asking]} asks. Head 1 ")
    for h, row in enumerate(weights[:, asking]):
        part = text.split(". ", 1)[1].split("; ")[h]
        assert f"ead {h + 1} " in part
        if np.ptp(row) < 0.005:
            assert f"all words alike, {100 / len(labels):.0f} % each" in part
        else:
            assert f"{100 * row.max():.0f} % {labels[int(row.argmax())]}" in part
    muted = [h for h in range(state.n_heads) if getattr(state, f"mute{h + 1}")]
    moves, shown = found(picture)[:, 2], list(outputs(picture).values())
    if muted:
        moved = np.linalg.norm(shown[0] - shown[-1])
        assert f"muted, so the output has moved {moved:.2f}" in text
        assert ("nothing is left of it" in text) == (len(muted) == state.n_heads)
    elif state.n_heads == 1:
        assert f"the output would move {moves[0]:.2f}, to 0" in text
    elif np.ptp(moves) < 0.005:
        assert "Muting any one of them" in text
    else:
        assert f"Muting head {moves.argmax() + 1} would move the output most ({moves.max():.2f})" in text
        assert f"head {moves.argmin() + 1} least ({moves.min():.2f})" in text
    assert ("No vector for: zzqx" in text) == ("zzqx" in state.text)


@pytest.mark.parametrize("n", SENTENCES)
@pytest.mark.parametrize("sharpness", [4.0, 8.0])
def test_each_kind_of_head_reads_what_its_name_says(n, sharpness):
    """Each kind of head reads what its name says also at the edges."""
    tokens = SENTENCES[n].split()
    X = codes(tokens, np.zeros((n, 2)))
    wanted = {
        BEFORE: [max(0, i - 1) for i in range(n)],  # the first word has none before it: it reads itself
        AFTER: [min(n - 1, i + 1) for i in range(n)],
        SAME: list(range(n)),
        FIRST: [0] * n,
    }
    for kind, targets in wanted.items():
        W_Q, W_K = maps(kind)
        weights = softmax(sharpness * (X @ W_Q) @ (X @ W_K).T / np.sqrt(2), axis=1)
        assert weights.argmax(axis=1).tolist() == targets, kind
        assert weights.max(axis=1).min() > 0.9
    W_Q, W_K = maps(SPREAD)
    np.testing.assert_allclose(softmax((X @ W_Q) @ (X @ W_K).T, axis=1), 1 / n)


def test_sharpness_is_the_lead_of_the_best_score():
    X = codes(SENTENCES[6].split(), np.zeros((6, 2)))
    for kind in (BEFORE, AFTER, SAME, FIRST):
        W_Q, W_K = maps(kind)
        scores = np.sort((X @ W_Q) @ (X @ W_K).T / np.sqrt(2), axis=1)
        lead = scores[:, -1] - scores[:, -2]
        assert lead.min() == pytest.approx(1) or lead.min() > 1
        assert np.median(lead) == pytest.approx(1)


def test_equal_words_are_read_alike_unknown_ones_too():
    """Equal words are read alike and unknown words can be read."""
    lab = heads_lab()
    lab.set(text="dogs like dogs", asking=2)
    np.testing.assert_allclose(patterns(lab.picture)[2][2][[0, 2]], 0.5, atol=0.01)
    lab.set(text="dogs zzqx", asking=1, n_heads=1)
    assert patterns(lab.picture)[0][1].argmax() == 0  # it has a place, so it can read the word before
    assert patterns(lab.picture).sum(axis=2) == pytest.approx(1)


def test_the_presets_do_what_they_say():
    lab = heads_lab()
    assert [n for n, b in lab._preset_buttons.items() if b.button_style] == ["four heads"]
    seen = {}
    for name, button in lab._preset_buttons.items():
        button.click()
        assert lab.failures == [] and lab.problem == ""
        assert [n for n, b in lab._preset_buttons.items() if b.button_style] == [name]
        seen[name] = patterns(lab.picture)
    assert [len(seen[name]) for name in PRESETS] == [4, 2, 1, 4, 4]
    assert np.ptp(seen["all the same"], axis=0).max() == 0
    np.testing.assert_allclose(seen["no choice"], 0.25)
    assert len({tuple(p.argmax(axis=1)) for p in seen["four heads"]}) == 4
    lab.reset()
    np.testing.assert_array_equal(patterns(lab.picture), seen["four heads"])


def test_every_control_changes_the_numbers_at_both_ends():
    for trait in [c.trait for c in heads_lab().controls if c.trait != "text"]:
        lab = heads_lab()
        lab.set(sharpness=3.0)
        widget, before = control(lab, trait).widget, lab.picture.panels
        for end in ends(widget):
            same = widget.value == end
            widget.value = end
            assert lab.failures == [] and lab.problem == "" and getattr(lab.state, trait) == end
            assert (lab.picture.panels == before) == same, f"{trait} at {end}"
            before = lab.picture.panels


def ends(widget):
    if hasattr(widget, "options"):
        return [option[1] for option in widget.options]
    return [widget.min, widget.max] if hasattr(widget, "min") else [not widget.value]


def test_only_the_heads_that_there_are_have_controls():
    lab = heads_lab()
    for n in range(1, 5):
        control(lab, "n_heads").widget.value = n
        hidden = {c.trait for c in lab.controls if c.widget.layout.display == "none"}
        assert hidden == {f"{part}{h}" for part in ("kind", "mute") for h in range(n + 1, 5)}
        assert patterns(lab.picture).shape == (n, 4, 4)


def test_muted_heads_are_named_and_move_the_output():
    lab = heads_lab()
    lab.set(mute1=True, mute3=True)
    titles = [panel.title for panel in lab.picture.panels[:4]]
    assert [title.endswith(", muted") for title in titles] == [True, False, True, False]
    assert "Heads 1 and 3 are muted" in lab.picture.words_said
    moves = found(lab.picture)[:, 2]
    shown = outputs(lab.picture)
    together = np.linalg.norm(shown["all heads"] - shown["as muted"])
    assert together == pytest.approx(np.hypot(moves[0], moves[2])) and together < moves[0] + moves[2]


@pytest.mark.parametrize(
    "text",
    ["", "?!?", "zzqx", "one two three four five six seven", "<b>dogs", "dogs " * 6, "\u0915 dogs", "a"],
)
def test_any_text_gives_a_picture_or_one_sentence(text):
    lab = heads_lab()
    before = lab.picture
    control(lab, "text").widget.value = text
    assert lab.failures == [] and lab.state.text == text
    if lab.problem:
        assert lab.picture == before and lab.problem.split()[0] in ("There", "You", "None")
    else:
        assert [str(w).split(" (")[0] for w in lab.picture.panels[0].rows] == [
            t.shown for t in tokenize(text)
        ]
        assert "<b>dogs" not in lab.svg


def test_six_words_and_four_heads_are_drawn_at_once():
    state = HeadsState(text=SENTENCES[6])
    heads.draw(state)  # the map of the words is made once
    assert heads.draw(state) == heads.draw(state)
    assert to_html(heads.draw(state)).count("<svg") == 6


def test_repr_and_unknown_presets():
    assert repr(heads_lab()) == "Lab('heads')"
    assert all(
        kind in KINDS for values in PRESETS.values() for kind in values.values() if isinstance(kind, str)
    )
    with pytest.raises(ValueError, match=r"There is no preset 'five'; there are: four heads"):
        heads_lab("five")
