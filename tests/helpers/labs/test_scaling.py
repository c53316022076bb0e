"""The lab of notebook 04: its numbers, calculated again; each control at both ends; what it says."""

import itertools

import numpy as np
import pytest
import scipy.special

from helpers.labs import scaling
from helpers.labs.scaling import FULL, NONE, ROOT, SIZES, scaling_lab
from helpers.pictures import Bars, Histogram, Table, to_html
from helpers.pictures.shapes import Text, text_width
from tests.helpers.labs.seen import marked


def panel(picture, kind, title=""):
    return next(p for p in picture.panels if isinstance(p, kind) and title in p.title)


def number(picture, name):
    """A number of the table, by the name of its row."""
    found = panel(picture, Table)
    assert found.title == "in numbers" and [str(word) for word in found.columns] == ["cat"]
    rows = dict(zip(map(str, found.rows), found.numbers, strict=True))
    assert list(rows) == ["entropy", "words read", "by scores", "by query"]
    (value,) = rows[name]
    return value


def control(lab, trait):
    return next(c.widget for c in lab.controls if c.trait == trait)


def states(temperatures=(0.1, 1.0, 8.0), seeds=(0, 1, 50)):
    every = itertools.product(SIZES, (NONE, ROOT, FULL), temperatures, seeds)
    for d_k, by, temperature, seed in every:
        yield scaling.ScalingState(d_k=d_k, scaling=by, temperature=temperature, seed=seed)


def expected(state):
    """Scores, weights, and the two slopes found by small steps instead of by a formula."""
    Q, K = np.random.default_rng(state.seed).normal(size=(2, 64, 1024))[:, :, : state.d_k]
    by = {NONE: 1, ROOT: state.d_k**0.5, FULL: state.d_k}[state.scaling] * state.temperature
    scores = Q @ K.T / by
    row, keys, h = scores[1, :7], K[:7], 1e-5
    steps = [
        (scipy.special.softmax(row + step) - scipy.special.softmax(row - step)) / (2 * h)
        for step in h * np.eye(7)
    ]
    jacobian = np.array(steps).T
    return scores, scipy.special.softmax(row), jacobian, jacobian @ keys / by


def test_every_number_of_the_lab_in_every_corner():
    for state in states():
        picture = scaling.draw(state)
        scores, weights, jacobian, by_query = expected(state)
        np.testing.assert_allclose(panel(picture, Bars).heights, weights, atol=1e-12)
        entropy = scipy.special.entr(weights).sum()
        assert number(picture, "entropy") == pytest.approx(entropy, abs=1e-9)
        assert number(picture, "words read") == pytest.approx(np.exp(entropy), abs=1e-9)
        assert number(picture, "by scores") == pytest.approx(np.linalg.norm(jacobian), abs=1e-6)
        assert number(picture, "by query") == pytest.approx(np.linalg.norm(by_query), abs=1e-4)
        chart = panel(picture, Histogram)
        counts = np.histogram(np.clip(scores, -10, 10), np.linspace(-10, 10, 41))[0]
        np.testing.assert_allclose(chart.shares, counts / scores.size)
        assert f"spread {np.sqrt(np.mean(scores**2)):.2f}" in chart.note
        assert f"{100 * np.mean(np.abs(scores) > 10):.0f} % beyond" in chart.note


def test_the_slope_by_the_query_is_what_a_small_step_does():
    """The slope by the query is what a small step of the query does."""
    state = scaling.ScalingState(d_k=8, scaling=ROOT)
    Q, K = np.random.default_rng(state.seed).normal(size=(2, 64, 1024))[:, :, :8]
    query, K = Q[1], K[:7]
    steps = [
        scipy.special.softmax(K @ (query + step) / 8**0.5)
        - scipy.special.softmax(K @ (query - step) / 8**0.5)
        for step in 1e-5 * np.eye(8)
    ]
    assert number(scaling.draw(state), "by query") == pytest.approx(np.linalg.norm(steps) / 2e-5, rel=1e-6)


def test_the_axes_are_the_same_in_every_state():
    """Widths and heights can be compared; the tallest bar is hardly cut, and has its share above it."""
    charts = [panel(scaling.draw(state), Histogram) for state in states(seeds=(1,))]
    assert len({(chart.edges, chart.top) for chart in charts}) == 1 and charts[0].top == 0.5
    assert 0.45 < max(max(chart.shares) for chart in charts) < 1.05 * charts[0].top
    for chart in charts:
        said = [shape.text for shape in chart.drawn().shapes if isinstance(shape, Text)]
        assert f"{100 * max(chart.shares):.0f} %" in said


def test_the_spread_grows_with_the_root_of_d_k():
    """The spread grows with the root of d k and the division takes it back."""
    for d_k in SIZES[2:]:
        for by, wanted in ((NONE, d_k**0.5), (ROOT, 1.0), (FULL, d_k**-0.5)):
            raw, _ = scaling.random_scores(d_k, 1)
            spread = raw.std() / scaling.divisor(d_k, by)
            assert spread == pytest.approx(wanted, rel=0.15)


@pytest.mark.parametrize("trait", ["d_k", "scaling", "temperature", "seed"])
def test_every_control_changes_the_numbers_at_both_ends(trait):
    lab = scaling_lab()
    lab.set(d_k=64)
    moved = control(lab, trait)
    ends = [o[1] for o in moved.options][:: len(moved.options) - 1] if hasattr(moved, "options") else None
    seen = [] if ends and getattr(lab.state, trait) in ends else [lab.picture.panels]
    for end in ends or (moved.min, moved.max):
        moved.value = end
        assert getattr(lab.state, trait) == end
        assert lab.failures == [] and lab.problem == ""
        assert lab.picture.panels not in seen
        seen.append(lab.picture.panels)


def test_the_presets_do_what_they_say():
    lab = scaling_lab()
    assert marked(lab) == ["small and unscaled"]
    found = {}
    for name in scaling.PRESETS:
        lab.press(name)
        found[name] = lab.picture
        assert marked(lab) == [name]
    small, large, root, full = found.values()
    assert max(panel(small, Bars).heights) < 0.6 and number(small, "by scores") > 0.3
    assert max(panel(large, Bars).heights) > 0.999 and number(large, "by scores") < 0.01
    assert max(panel(root, Bars).heights) < 0.5 and number(root, "by scores") > 0.3
    assert number(full, "words read") > 6.9 and number(full, "by query") < 0.02
    lab.reset()
    assert lab.picture == small


def test_a_temperature_of_8_is_the_root_of_64():
    one = scaling.draw(scaling.ScalingState(d_k=64, temperature=8.0))
    assert one == scaling.draw(scaling.ScalingState(d_k=64, scaling=ROOT))


def test_the_sentence_is_true_in_every_corner():
    said = set()
    for state in states():
        picture = scaling.draw(state)
        text, weights = picture.words_said, panel(picture, Bars).heights
        most = scaling.NAMES[int(np.argmax(weights))]
        assert f"cat reads {100 * max(weights):.0f} % {most}" in text
        assert f"as if it read {number(picture, 'words read'):.1f} of 7 words" in text
        by_scores, by_query = number(picture, "by scores"), number(picture, "by query")
        assert ("Softmax is stuck" in text) == (by_scores < 0.05)
        assert ("almost alike" in text) == (number(picture, "words read") > 6.65)
        assert ("hardly counts" in text) == (by_query < 0.1 and by_scores >= 0.05)
        said |= {part for part in ("stuck", "alike", "hardly", "prefers") if part in text}
    assert said == {"stuck", "alike", "hardly", "prefers"}


def test_the_share_of_an_end_bar_stays_inside_the_picture():
    """The share above the tallest bar stays inside the picture when an end bar is the tallest."""
    drawing = panel(scaling.draw(scaling.ScalingState(d_k=1024)), Histogram).drawn()
    (share,) = [shape for shape in drawing.shapes if isinstance(shape, Text) and shape.text.endswith(" %")]
    half = text_width(share.text, share.size) / 2
    assert share.text == "39 %" and half <= share.x <= drawing.width - half


def test_drawing_is_pure_and_can_be_shown():
    """Drawing is a pure function of the state and can be shown."""
    state = scaling.ScalingState(d_k=1024)
    before = state.trait_values()
    assert scaling.draw(state) == scaling.draw(state) and state.trait_values() == before
    assert to_html(scaling.draw(state)).count("<svg") == 3
    assert repr(scaling_lab()) == "Lab('scaling')"


def test_an_unknown_size_or_divisor_is_refused_in_words():
    """A size or a divisor that there is not is refused in words."""
    lab = scaling_lab()
    before = lab.picture
    lab.set(d_k=3)
    assert lab.problem and lab.failures == [] and lab.picture == before
