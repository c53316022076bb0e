"""The steps lab: sums calculated again, their spread against its law, both ends, what it says, its tasks."""

import itertools
import re

import numpy as np
import pytest

from helpers.labs import steps
from helpers.labs.steps import FULL, NONE, ROOT, SIZES, StepsState, steps_lab
from helpers.pictures import Curves, Histogram, to_html
from helpers.pictures.shapes import Text
from tests.helpers.labs.seen import BETWEEN, PAGE, assert_sound, control, marked, panel
from tests.layout import check_layout

WALKERS = 600
SEEDS = (0, 1, 2, 17, 50)
LAWS = {NONE: np.sqrt, ROOT: np.ones_like, FULL: lambda s: 1 / np.sqrt(s)}
# How far the measured spread may be off its law: five times its own standard error, which is
# the root of (kurtosis - 1) / (4 * walkers), and the kurtosis of a sum of s products is 3 + 6 / s.
FAR = {d_k: 5 * ((2 + 6 / d_k) / (4 * WALKERS)) ** 0.5 for d_k in SIZES}


def states(seeds=SEEDS):
    for d_k, scaling, seed in itertools.product(SIZES, (NONE, ROOT, FULL), seeds):
        yield StepsState(d_k=d_k, scaling=scaling, seed=seed)


def kind(picture, which):
    return next(shown for shown in picture.panels if isinstance(shown, which))


def products(seed):
    rng = np.random.default_rng(seed)
    q, k = rng.standard_normal(size=(2, WALKERS, 1024), dtype=np.float32)
    return q.astype(float) * k


def by(s, scaling):
    return {NONE: s**0.0, ROOT: s**0.5, FULL: s}[scaling]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_number_of_the_lab(seed):
    """Paths, spread, law and histogram are the sums of the products, added one by one and divided."""
    each = products(seed)
    for state in states((seed,)):
        picture = steps.draw(state)
        chart = kind(picture, Curves)
        assert chart.x[0] == 0 and chart.x[1] == 1 and chart.x[-1] == state.d_k
        names = [str(curve.name) for curve in chart.curves]
        assert len(chart.x) <= 65 and names[:3] == ["walker 1", "walker 2", "spread"]
        s = np.array(chart.x[1:])
        assert (s == s.round()).all()
        sums = np.array([each[:, : int(n)].sum(axis=1) for n in s]) / by(s, state.scaling)[:, None]
        one, two, spread, law = chart.as_array()[:, 1:]
        np.testing.assert_allclose([one, two], sums[:, :2].T, atol=1e-4)
        np.testing.assert_allclose(spread, np.sqrt(np.mean(sums**2, axis=1)), rtol=1e-4)
        np.testing.assert_allclose(law, LAWS[state.scaling](s))
        counts = np.histogram(np.clip(sums[-1], -82, 82), np.arange(-82, 83, 4))[0]
        # A sum beside an edge may lie on its other side: the lab adds in shorter floats.
        np.testing.assert_allclose(kind(picture, Histogram).shares, counts / WALKERS, atol=0.0035)


def test_before_the_first_product_the_sum_is_0():
    """Before the first product the sum is 0; divided by 0 it is not measured."""
    for state in states((1,)):
        start = kind(steps.draw(state), Curves).as_array()[:, 0]
        assert (start == 0).all() if state.scaling == NONE else np.isnan(start).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_measured_spread_follows_the_law(seed):
    for state in states((seed,)):
        _, _, spread, law = kind(steps.draw(state), Curves).as_array()
        assert spread[-1] == pytest.approx(law[-1], rel=FAR[state.d_k])


def test_the_spread_over_all_seeds_is_the_root():
    """Over all the seeds together the error is much smaller: so it is the law, and not near it."""
    ends = [steps.walks(seed)[2] for seed in range(51)]
    for d_k in SIZES:
        sums = np.concatenate([end[d_k] for end in ends])
        assert np.sqrt(np.mean(sums**2)) == pytest.approx(d_k**0.5, rel=FAR[d_k] / 51**0.5)
        assert abs(sums.mean()) < 5 * d_k**0.5 / len(sums) ** 0.5


def test_a_typical_walker_is_near_the_root_not_near_d_k():
    """Two of three walkers are within the root of 0, and none is half as far as one that never turns."""
    for d_k in SIZES[4:]:
        sums = np.abs(steps.walks(1)[2][d_k])
        assert 0.62 < np.mean(sums < d_k**0.5) < 0.76
        if d_k >= 256:
            assert sums.max() < d_k / 2


def test_only_the_root_keeps_the_spread_flat():
    """Divided by the root of s the spread is flat from the first product on; by s it falls to 0."""
    root, full = (kind(steps.draw(StepsState(d_k=1024, scaling=how)), Curves) for how in (ROOT, FULL))
    flat, falling = root.as_array()[2, 1:], full.as_array()[2, 1:]
    assert np.abs(flat - 1).max() < 0.15
    assert falling[0] > 0.8 and falling[-1] < 0.04 and np.mean(np.diff(falling) < 0) > 0.9


def test_nothing_of_the_drawing_depends_on_the_seed():
    """All panels fit, have the same size in every state, and no text lies over another."""
    sizes = set()
    for state in states(range(0, 51, 5)):
        drawings = [shown.drawn() for shown in steps.draw(state).panels]
        for drawing in drawings:
            check_layout(drawing)
        sizes.add(tuple((drawing.width, drawing.height) for drawing in drawings))
    ((walking, chart),) = sizes
    assert walking[0] + BETWEEN + chart[0] <= PAGE and max(walking[1], chart[1]) <= 330


def test_the_axes_can_be_compared():
    """The histogram's axes never change; the curves' is symmetrical, and most of the walkers are inside."""
    charts = [kind(steps.draw(state), Histogram) for state in states((1,))]
    assert len({(chart.edges, chart.top) for chart in charts}) == 1 and charts[0].top == 0.25
    for chart in charts:  # a bar that is cut says its share
        said = [shape.text for shape in chart.drawn().shapes if isinstance(shape, Text)]
        assert f"{100 * max(chart.shares):.0f} %" in said
    for state in states():
        low, high = kind(steps.draw(state), Curves).limits
        raw = steps.walks(state.seed)[2][state.d_k]
        ends = raw / by(float(state.d_k), state.scaling)
        assert low == -high and np.mean(np.abs(ends) > high) < 0.04
        assert high == 3 or (state.scaling == NONE and high < 3 * (state.d_k**0.5 + 1))


def test_the_note_says_how_many_lie_beyond_the_ends():
    seen = set()
    for state in states():
        ends = steps.walks(state.seed)[2][state.d_k] / by(float(state.d_k), state.scaling)
        note = kind(steps.draw(state), Histogram).note
        beyond = f"{100 * np.mean(np.abs(ends) > 82):.0f}"
        assert note == f"spread {np.sqrt(np.mean(ends**2)):.2f}; {beyond} % beyond the ends"
        seen.add(beyond)
    assert {"0", "1"} <= seen and max(map(int, seen)) < 5  # 1 024 undivided fits, too


def test_the_sentence_is_true_in_every_state():
    for state in states():
        said, d_k = steps.draw(state).words_said, state.d_k
        raw = float(np.sqrt(np.mean(steps.walks(state.seed)[2][d_k] ** 2)))
        size = f"{d_k:,}".replace(",", " ")
        products = "product" if d_k == 1 else "products"
        assert said.startswith(f"After {size} {products} the sums spread {raw:.2f} around 0. ")
        divided = float(re.search(r"spread (\d+\.\d+)(?:: |\.$)", said)[1])
        assert divided == pytest.approx(raw / (d_k if state.scaling == FULL else d_k**0.5), abs=0.00501)
        assert ("near 1" in said) == (state.scaling == ROOT)
        assert ("closer all come to 0" in said) == (state.scaling == FULL)
        assert (f"root of {size}" in said and f"{d_k**0.5:.2f}" in said) or state.scaling == FULL


@pytest.mark.parametrize("trait", ["d_k", "scaling", "seed"])
def test_every_control_changes_the_numbers_at_both_ends(trait):
    lab = steps_lab()
    widget = control(lab, trait).widget
    ends = [o[1] for o in widget.options] if hasattr(widget, "options") else (widget.min, widget.max)
    seen = []
    for end in ends:
        widget.value = end
        assert getattr(lab.state, trait) == end and lab.problem == ""
        assert_sound(lab)
        assert lab.picture.panels not in seen
        seen.append(lab.picture.panels)


def test_the_presets_do_what_they_say():
    lab = steps_lab()
    assert marked(lab) == ["64 products"]
    spread = {}
    for name in steps.PRESETS:
        lab.press(name)
        assert_sound(lab)
        assert marked(lab) == [name]
        spread[name] = panel(lab, Curves).as_array()[2, -1]
    wanted = {
        "4 products": 2, "64 products": 8, "1 024 products": 32,
        "1 024, divided by the root": 1, "1 024, divided by d_k": 1 / 32,
    }  # fmt: skip
    assert spread == pytest.approx(wanted, rel=0.1)
    assert max(panel(lab, Histogram).shares) == 1  # divided by d_k, all lie in the bin at 0


def test_the_numbers_of_a_seed_are_drawn_once():
    """The numbers of a seed are drawn once, and what is kept of all seeds is small."""
    steps.walks.cache_clear()
    for state in states((3,)):
        steps.draw(state)
    assert steps.walks.cache_info().misses == 1
    paths, spread, ends = steps.walks(3)
    kept = [paths, spread, *ends.values()]
    assert all(array.base is None for array in kept)  # no view that keeps all the steps of all walkers
    assert sum(array.nbytes for array in kept) < 100_000


def test_task_twice_the_spread_needs_four_times_the_products():
    """Task: from 64 products on, how many make the spread twice as large? 256. And ten times: 100 times."""
    lab = steps_lab()
    for d_k in SIZES[:-2]:
        lab.set(d_k=d_k)
        here = panel(lab, Curves).as_array()[2, -1]
        lab.set(d_k=4 * d_k)
        assert panel(lab, Curves).as_array()[2, -1] == pytest.approx(2 * here, rel=0.1)


def test_task_only_the_root_keeps_the_spread():
    """Task: which divisor gives 4 and 1 024 products the same spread? The root; d_k makes it shrink."""
    small, large = (
        {how: kind(steps.draw(StepsState(d_k=d_k, scaling=how)), Curves).as_array()[2, -1] for how in LAWS}
        for d_k in (4, 1024)
    )
    assert large[ROOT] == pytest.approx(small[ROOT], rel=0.1)
    assert large[NONE] > 14 * small[NONE] and large[FULL] < small[FULL] / 14


def test_task_the_seed_moves_walkers_but_not_the_spread():
    """Task: move the seed: the walkers go elsewhere, also to the other side of 0; the spread stays near 8."""
    ends = np.array([kind(steps.draw(StepsState(seed=seed)), Curves).as_array()[:, -1] for seed in range(51)])
    assert ends[:, 0].min() < -8 and ends[:, 0].max() > 8
    assert np.abs(ends[:, 2] / 8 - 1).max() < 0.1


def test_an_unknown_size_or_divisor_is_refused_in_words():
    """A size or a divisor that there is not is refused in words."""
    lab = steps_lab()
    before = lab.picture
    for wrong in ({"d_k": 3}, {"scaling": "8"}, {"seed": 51}):
        lab.set(**wrong)
        assert lab.problem and lab.failures == [] and lab.picture == before


def test_drawing_is_pure_and_can_be_shown():
    """Drawing is a pure function of the state and can be shown."""
    state = StepsState(d_k=1024, scaling=FULL)
    before = state.trait_values()
    assert steps.draw(state) == steps.draw(state) and state.trait_values() == before
    html = to_html(steps.draw(state))
    assert html.count("<svg") == 2 and len(html) < 20_000
    assert repr(steps_lab()) == "Lab('steps')"
