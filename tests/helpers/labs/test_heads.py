"""The lab of notebook 05: what it shows is calculated again here, without the helpers it uses."""

import itertools
import re

import numpy as np
import pytest
from scipy.special import softmax

from helpers.embeddings import PcaMap, load_vectors, tokenize
from helpers.labs import heads
from helpers.labs.heads import PRESETS, HeadsState, heads_lab
from helpers.labs.heads.token_codes import AFTER, BEFORE, FIRST, KINDS, SAME, SPREAD, codes, maps
from helpers.pictures import Links, Table, to_html
from tests.helpers.labs.seen import PAGE, control, ends, hidden, marked, row_width
from tests.layout import check_layout

TWELVE = "dogs like cold rain all night but cats love warm dry beds"
SENTENCES = {n: " ".join(TWELVE.split()[:n]) for n in range(1, 13)}
NOTE = re.compile(r"finds (-?\d+\.\d\d), (-?\d+\.\d\d)\na mute moves (\d+\.\d\d)")
WRITTEN = 0.005 + 1e-9  # how far a number with two decimals may be off


def drawn_heads(picture):
    return [panel for panel in picture.panels if isinstance(panel, Links)]


def patterns(picture):
    return np.array([panel.weights for panel in drawn_heads(picture)])


def found(picture):
    """Of each head the two numbers that it finds, and how far the output moves when it is muted."""
    return np.array([NOTE.fullmatch(panel.note).groups() for panel in drawn_heads(picture)], dtype=float)


def outputs(picture):
    table = picture.panels[-1]
    assert isinstance(table, Table) and table.title == "output"
    assert [str(row) for row in table.rows] == [f"[{i}]" for i in range(8)]
    return {str(column): n for column, n in zip(table.columns, np.array(table.numbers).T, strict=True)}


def by_hand(state):
    """Weights, what each head finds, and the output, one word and one head at a time."""
    tokens = [str(token).lower() for token in tokenize(state.text)]
    vectors = load_vectors()
    real, known = vectors.embed(tokens)
    meaning = PcaMap(vectors.matrix).place(real) * known[:, None]
    kinds = list(dict.fromkeys(tokens))
    step, way = np.radians(30), np.radians(22.5)
    word = step * np.array([kinds.index(token) for token in tokens])
    place = way * np.arange(len(tokens))
    all_weights, joined = [], []
    for h in range(1, state.n_heads + 1):
        kind = getattr(state, f"kind{h}")
        scores = {
            SAME: np.cos(word[:, None] - word) / (1 - np.cos(step)),
            BEFORE: np.cos(place[:, None] - way - place) / (1 - np.cos(way)),
            AFTER: np.cos(place[:, None] + way - place) / (1 - np.cos(way)),
            FIRST: np.tile(np.arange(len(tokens)) == 0, (len(tokens), 1)).astype(float),
            SPREAD: np.zeros((len(tokens), len(tokens))),
        }[kind]
        all_weights.append(softmax(state.sharpness * scores, axis=1))
        heard = not getattr(state, f"mute{h}")
        joined.append(all_weights[-1] @ meaning * heard)
    W_O = np.array([[(-1) ** bin(i & j).count("1") for j in range(8)] for i in range(8)]) / np.sqrt(8)
    return np.array(all_weights), joined, np.hstack(joined) @ W_O[: 2 * state.n_heads]


def moves_by_hand(state):
    """How far the output of the asking word moves when one head alone is muted, for each head."""
    loud = HeadsState(**{**state.trait_values(), **{f"mute{h}": False for h in range(1, 5)}})
    full = by_hand(loud)[2]
    asking = min(state.asking, len(full) - 1)
    without = [by_hand(HeadsState(**{**loud.trait_values(), f"mute{h}": True}))[2] for h in range(1, 5)]
    return np.array([np.linalg.norm((full - rest)[asking]) for rest in without[: state.n_heads]])


def some_states():
    for n_heads, text, asking, sharpness in itertools.product(
        (1, 2, 3, 4), ("dogs like cold rain", "dog dogs dog", "zzqx bank"), (0, 1), (0.0, 2.5, 8.0)
    ):
        yield HeadsState(n_heads=n_heads, text=text, asking=asking, sharpness=sharpness)
    yield HeadsState(kind1=SPREAD, mute2=True, mute4=True)
    yield HeadsState(mute1=True, mute2=True, mute3=True, mute4=True)
    yield HeadsState(n_heads=1, mute1=True)
    yield HeadsState(text=TWELVE, asking=11, mute3=True)


@pytest.mark.parametrize("state", list(some_states()), ids=lambda s: f"{s.n_heads} {s.text} {s.sharpness}")
def test_every_number_shown_is_that_of_a_calculation_by_hand(state):
    picture = heads.draw(state)
    weights, joined, output = by_hand(state)
    asking = min(state.asking, weights.shape[1] - 1)
    np.testing.assert_allclose(patterns(picture), weights, atol=1e-12)
    shown = outputs(picture)
    np.testing.assert_allclose(list(shown.values())[-1], output[asking], atol=1e-9)
    muted = [getattr(state, f"mute{h}") for h in range(1, state.n_heads + 1)]
    assert list(shown) == (["all", "now"] if any(muted) else ["all"])
    loud = HeadsState(**{**state.trait_values(), **{f"mute{h}": False for h in range(1, 5)}})
    _, whole, full = by_hand(loud)
    np.testing.assert_allclose(shown["all"], full[asking], atol=1e-9)
    np.testing.assert_allclose(found(picture)[:, :2], [head[asking] for head in whole], atol=WRITTEN)
    np.testing.assert_allclose(found(picture)[:, 2], moves_by_hand(state), atol=WRITTEN)
    assert [panel.asking for panel in drawn_heads(picture)] == [asking] * state.n_heads
    assert [panel.muted for panel in drawn_heads(picture)] == muted


@pytest.mark.parametrize("state", list(some_states()), ids=lambda s: f"{s.n_heads} {s.text} {s.sharpness}")
def test_the_sentence_is_true(state):
    picture = heads.draw(state)
    text, weights = picture.words_said, patterns(picture)
    labels = [str(word) for word in picture.panels[0].words]
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
    moves, shown = moves_by_hand(state), list(outputs(picture).values())
    if muted:
        moved = np.linalg.norm(shown[0] - shown[-1])
        assert f"muted, so the output has moved {moved:.2f}" in text
        assert ("nothing is left of it" in text) == (len(muted) == state.n_heads)
    elif state.n_heads == 1:
        assert f"the output would move {moves[0]:.2f}, to 0" in text
    elif np.ptp(moves) < 0.005:
        assert "Muting any one of them" in text
    else:
        named = re.search(r"Muting head (\d) .* head (\d) least", text)
        most, least = (int(head) - 1 for head in named.groups())  # of two that move alike it may be either
        assert moves[most] == pytest.approx(moves.max()) and moves[least] == pytest.approx(moves.min())
        assert f"would move the output most ({moves.max():.2f})" in text
        assert f"head {least + 1} least ({moves.min():.2f})" in text
    assert ("No vector for: zzqx" in text) == ("zzqx" in state.text)


@pytest.mark.parametrize(
    ("n", "sharpness"),
    [(n, sharpness) for n in SENTENCES for sharpness in (4.0, 5.0, 8.0) if n <= 6 or sharpness >= 5],
)
def test_each_kind_of_head_reads_what_its_name_says(n, sharpness):
    """Each kind of head reads what its name says, also at the edges: of twelve words at sharpness 5."""
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
        assert weights[np.arange(n), targets].min() > 0.9, kind
    W_Q, W_K = maps(SPREAD)
    np.testing.assert_allclose(softmax((X @ W_Q) @ (X @ W_K).T, axis=1), 1 / n)


def test_sharpness_is_the_lead_of_the_best_score():
    X = codes(TWELVE.split(), np.zeros((12, 2)))
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


def test_twelve_words_are_read_as_the_names_of_the_heads_say():
    """In the lab itself, at its sharpness of 5: each word of twelve reads the one that it looks for."""
    lab = heads_lab()
    lab.set(text=TWELVE)
    places = np.arange(12)
    wanted = np.array([np.maximum(places - 1, 0), np.minimum(places + 1, 11), places, 0 * places])
    assert lab.problem == "" and lab.state.sharpness == 5
    assert patterns(lab.picture)[np.arange(4)[:, None], places, wanted].min() > 0.9
    before = lab.picture
    lab.set(text=f"{TWELVE} tonight")
    assert lab.problem == "You typed 13 words and signs; this picture has room for 12."
    assert lab.picture == before


def test_the_presets_do_what_they_say():
    assert marked(heads_lab()) == ["four heads"]
    seen = {}
    for name in PRESETS:
        lab = heads_lab()
        lab._preset_buttons[name].click()
        assert lab.failures == [] and lab.problem == ""
        # A preset that differs in the sentence alone, which it leaves as it is, is marked too.
        assert marked(lab) == ([name, "two heads"] if "text" in PRESETS[name] else [name])
        assert lab.state.text == PRESETS[name].get("text", heads.START)
        seen[name] = patterns(lab.picture)
        lab.reset()
        np.testing.assert_array_equal(patterns(lab.picture), seen.get("four heads", patterns(lab.picture)))
    assert {name: len(found) for name, found in seen.items()} == {
        "dog bites man": 2, "man bites dog": 2, "four heads": 4, "two heads": 2, "one head": 1,
        "all the same": 4, "no choice": 4,
    }  # fmt: skip
    assert np.ptp(seen["all the same"], axis=0).max() == 0
    np.testing.assert_allclose(seen["no choice"], 0.25)
    assert len({tuple(p.argmax(axis=1)) for p in seen["four heads"]}) == 4


def test_a_preset_without_a_sentence_leaves_the_typed_one():
    lab = heads_lab()
    lab.set(text="cats love warm beds")
    lab.press("one head")
    assert lab.state.text == "cats love warm beds"
    lab.press("dog bites man")
    lab.press("four heads")
    assert lab.state.text == "dog bites man"


@pytest.mark.parametrize(("text", "before"), [("dog bites man", "dog"), ("man bites dog", "man")])
def test_the_same_words_in_another_order_are_told_apart(text, before):
    lab = heads_lab(text)
    labels = [str(word) for word in drawn_heads(lab.picture)[0].words]
    first, second = patterns(lab.picture)[:, labels.index("bites")]
    assert labels == text.split() and labels[int(first.argmax())] == before
    assert first.max() > 0.9 and second.max() > 0.9 and labels[int(second.argmax())] == labels[-1]


def test_every_control_changes_the_numbers_at_both_ends():
    for trait in [c.trait for c in heads_lab().controls if c.trait != "text"]:
        lab = heads_lab()
        lab.set(sharpness=3.0)
        widget, before = control(lab, trait).widget, lab.picture.panels
        for end in ends(widget):
            same = getattr(lab.state, trait) == end
            widget.value = end
            assert lab.failures == [] and lab.problem == "" and getattr(lab.state, trait) == end
            assert (lab.picture.panels == before) == same, f"{trait} at {end}"
            before = lab.picture.panels


def test_only_the_heads_that_there_are_have_controls():
    lab = heads_lab()
    for n in range(1, 5):
        control(lab, "n_heads").widget._buttons[n - 1].click()
        assert hidden(lab) == {f"{part}{h}" for part in ("kind", "mute") for h in range(n + 1, 5)}
        assert patterns(lab.picture).shape == (n, 4, 4)


def test_muted_heads_are_named_and_move_the_output():
    lab = heads_lab()
    lab.set(mute1=True, mute3=True)
    titles = [panel.title for panel in drawn_heads(lab.picture)]
    assert titles == ["head 1, muted", "head 2", "head 3, muted", "head 4"]
    assert "Heads 1 and 3 are muted" in lab.picture.words_said
    moves = moves_by_hand(lab.state)
    shown = outputs(lab.picture)
    together = np.linalg.norm(shown["all"] - shown["now"])
    assert together == pytest.approx(np.hypot(moves[0], moves[2])) and together < moves[0] + moves[2]


@pytest.mark.parametrize(
    "text",
    ["", "?!?", "zzqx", "one two three four five six seven", "dogs " * 13, "<b>dogs", "dogs " * 12,
     "\u0915 dogs", "a"],
)  # fmt: skip
def test_any_text_gives_a_picture_or_one_sentence(text):
    lab = heads_lab()
    before = lab.picture
    control(lab, "text").widget.value = text
    assert lab.failures == [] and lab.state.text == text
    if lab.problem:
        assert lab.picture == before and lab.problem.split()[0] in ("There", "You", "None")
    else:
        assert len(tokenize(text)) <= 12
        assert [str(w).split(" (")[0] for w in lab.picture.panels[0].words] == [
            t.shown for t in tokenize(text)
        ]
        assert "<b>dogs" not in lab.svg


def test_twelve_words_and_four_heads_are_drawn_at_once():
    """All heads stand side by side with the output, as long as the words may be, and mutes change nothing."""
    texts = TWELVE, f"{TWELVE[:40]} extraordinarily internationalization misunderstanding"
    for text, n_heads, mute in itertools.product(texts, range(1, 5), (False, True)):
        state = HeadsState(text=text, n_heads=n_heads, mute1=mute)
        picture = heads.draw(state)
        assert picture == heads.draw(state) and to_html(picture).count("<svg") == n_heads + 1
        assert [len(column) for column in picture.columns] == [1] * (n_heads + 1)
        assert row_width(picture) <= PAGE
        for panel in drawn_heads(picture):
            assert panel.upright and panel.dots
        for panel in picture.panels:
            check_layout(panel.drawn())


def test_repr_and_unknown_presets():
    assert repr(heads_lab()) == "Lab('heads')"
    kinds = {values[f"kind{h}"] for values in PRESETS.values() for h in range(1, 5)}
    assert kinds <= set(KINDS)
    with pytest.raises(ValueError, match=r"There is no preset 'five'; there are: dog bites man, man"):
        heads_lab("five")
