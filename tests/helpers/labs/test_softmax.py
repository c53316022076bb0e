"""The softmax lab: its numbers against SciPy, also where exp overflows; its tasks; what it says."""

import itertools
import math
import re

import numpy as np
import pytest
import scipy.special

from helpers.examples import MONEY_X
from helpers.labs import softmax
from helpers.labs.contextual import PRESETS as OF_THE_NOTEBOOK
from helpers.labs.softmax import SoftmaxState, exp_text, softmax_lab
from helpers.pictures import Table, number, to_html
from tests.helpers.labs.seen import PAGE, assert_sound, control, marked, panel, row_width, titled
from tests.layout import check_layout

TRAITS = [f"s{i}" for i in range(1, 6)]
ENDS = (-9.0, 9.0)


def state_of(*scores, **others):
    return SoftmaxState(
        n=max(3, len(scores)), **dict(zip(TRAITS, map(float, scores), strict=False)), **others
    )


def states():
    """Scores at both ends, with some between, and all other controls at their ends and in the middle."""
    rows = [row for n in (3, 4, 5) for row in itertools.product(ENDS, repeat=n)]
    rows += [
        (1.74, 1.71, -0.15),
        (2, 1, 0),
        (0, 0, 0),
        (9, 9, 9, 9, 8.99),
        (-9, -8.99, -8.98, -8.9),
        (-5, -5, -6),
    ]
    for row, t, plus, minus in itertools.product(rows, (0.1, 1.0, 8.0), (False, True), (False, True)):
        yield row, state_of(*row, temperature=t, plus100=plus, minus_largest=minus)


def shares(picture):
    return panel_of(picture, "share = exp / sum").as_array()


def panel_of(picture, title):
    return next(p for p in picture.panels if p.title == title)


def unit(picture):
    """The power of ten that the bars of exp are counted in."""
    found = re.search(r"in units of 1e([+-]\d+)", picture.panels[1].note)
    return int(found[1]) if found else 0


def printed(lab):
    return " / ".join(number(share) for share in titled(lab, "share = exp / sum").heights)


def test_every_number_in_every_corner():
    """Scores, exp and shares are what NumPy and SciPy give, in every corner; none is infinite or nan."""
    for row, state in states():
        picture = softmax.draw(state)
        gets, gives, parts = picture.panels
        given = np.array(row) + (100.0 if state.plus100 else 0.0)
        given = (given - (given.max() if state.minus_largest else 0)) / state.temperature
        np.testing.assert_allclose(np.ravel(gets.numbers), given, atol=1e-9)
        np.testing.assert_allclose(parts.heights, scipy.special.softmax(given), atol=1e-12)
        assert np.isfinite(gives.heights).all() and gives.top == max(gives.heights)
        logs = np.log(gives.heights) + unit(picture) * math.log(10)
        np.testing.assert_allclose(logs, given, atol=1e-8)
        np.testing.assert_allclose(np.array(gives.heights) / sum(gives.heights), parts.heights, atol=1e-12)
        assert 0.09 < max(gives.heights) < 10_000
        assert gives.note.startswith(f"sum {number(sum(gives.heights))}")
        assert not re.search(r"\b(inf|nan)\b", picture.in_words())


def test_all_panels_fit_and_no_text_lies_over_another():
    for _, state in states():
        drawings = [shown.drawn() for shown in softmax.draw(state).panels]
        for drawing in drawings:
            check_layout(drawing)
        assert row_width(softmax.draw(state)) <= PAGE
        assert max(drawing.height for drawing in drawings) <= 330


def test_the_lab_begins_with_the_scores_of_the_notebook():
    """The first three are the products of bank to two decimals, which the sliders can show; the other two
    nearly those of river and flows with it."""
    scores = MONEY_X @ MONEY_X[1]
    lab = softmax_lab()
    np.testing.assert_allclose(np.ravel(panel(lab, Table).numbers), np.round(scores, 2), atol=1e-12)
    np.testing.assert_allclose(scipy.special.softmax(np.round(scores, 2)), shares(lab.picture), atol=1e-12)
    assert [number(share) for share in scipy.special.softmax(scores)] == printed(lab).split(" / ")
    assert printed(lab) == "0.47 / 0.46 / 0.07"
    assert marked(lab) == ["as in the notebook"]
    river = OF_THE_NOTEBOOK["river bank flows"]
    others = [np.dot(MONEY_X[1], [river[f"x{i}"], river[f"y{i}"]]) for i in (0, 2)]
    np.testing.assert_allclose(softmax.OF_BANK[3:], others, atol=0.05)


def test_100_added_to_all_changes_exp_but_no_share():
    for row, state in states():
        if state.plus100 or state.minus_largest:
            continue
        plain = softmax.draw(state)
        more = softmax.draw(state_of(*row, temperature=state.temperature, plus100=True))
        np.testing.assert_allclose(shares(more), shares(plain), atol=1e-12)
        tall, short = (p.panels[1].as_array() / p.panels[1].top for p in (more, plain))
        np.testing.assert_allclose(tall, short, atol=1e-12)
        # Each exp is as many times as large as the sentence says: the factor is the same for all.
        factor = np.log(more.panels[1].heights) - np.log(plain.panels[1].heights)
        factor += (unit(more) - unit(plain)) * math.log(10)
        np.testing.assert_allclose(factor, 100 / state.temperature, atol=1e-8)
        assert more.panels[0] != plain.panels[0] and "100" in more.panels[1].title


def test_the_largest_subtracted_first_changes_no_share():
    """The largest subtracted first changes no share, and no exp is above 1."""
    for row, state in states():
        if state.minus_largest:
            first = softmax.draw(state)
            without = softmax.draw(
                state_of(*row, temperature=state.temperature, plus100=state.plus100, minus_largest=False)
            )
            np.testing.assert_allclose(shares(first), shares(without), atol=1e-12)
            assert max(first.panels[1].heights) == 1 and unit(first) == 0
            assert "no share changes" in first.words_said


def test_a_difference_of_scores_is_a_factor_of_shares():
    """What the sentence says of the two largest scores is true of their shares."""
    rng = np.random.default_rng(0)
    for _ in range(300):
        row, t = rng.uniform(-9, 9, size=rng.integers(3, 6)).round(2), rng.choice([0.5, 1, 4])
        picture = softmax.draw(state_of(*row, temperature=t, plus100=bool(rng.integers(2))))
        first, second = np.argsort(-row, kind="stable")[:2]
        gap = row[first] - row[second]
        if gap == 0:
            continue
        said = picture.words_said
        names = [str(word) for word in picture.panels[0].rows]
        assert said.startswith(f"{names[first]} leads {names[second]} by {number(gap)}")
        assert ("after the division by the temperature" in said) == (t != 1)
        factor = shares(picture)[first] / shares(picture)[second]
        if number(factor) != "1.00":
            claimed = re.search(r"exp\([\d.]+\) = (\S+) times", said)[1]
            digit = 0.05 * 10 ** int(claimed.split("e")[1]) if "e" in claimed else 0.005
            assert abs(float(claimed) - factor) < 1.001 * digit  # half of the last digit that is written
            assert f"exp({number(gap / t)})" in said


def test_the_sentence_of_equal_scores():
    assert softmax.draw(state_of(4, 4, 4)).words_said == (
        "All 3 scores are equal, so all shares are equal: 0.33."
    )
    said = softmax.draw(state_of(2, 3, 3, 3)).words_said
    assert said == "bank, grows and river have the same score, so they have the same share: 0.30."
    hot = softmax.draw(state_of(1.74, 1.7125, -0.1525, temperature=8.0))
    assert "its share is hardly larger" in hot.words_said


def test_the_sentence_says_where_exp_overflows():
    """It says so exactly where NumPy's exp is infinite, unless the largest is subtracted first."""
    seen = set()
    for row, state in states():
        with np.errstate(over="ignore"):
            infinite = np.isinf(np.exp((np.array(row) + 100 * state.plus100) / state.temperature)).any()
        said = softmax.draw(state).words_said
        wanted = bool(infinite) and not state.minus_largest
        assert ("more than code can hold" in said) == wanted
        assert ("100 more in all scores" in said) == (
            state.plus100 and not state.minus_largest and not infinite
        )
        assert ("The 100 is gone again" in said) == (state.plus100 and state.minus_largest)
        seen.add(wanted)
    assert seen == {True, False}
    for t, factor in ((1.0, "2.7e+43"), (2.0, "5.2e+21"), (8.0, "2.7e+05")):
        said = softmax.draw(state_of(2, 1, 0, plus100=True, temperature=t)).words_said
        assert f"each exp is {factor} times as large" in said


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0, "1.00"),
        (math.log(2), "2.00"),
        (9, "8103.08"),
        (18, "6.6e+07"),
        (12, "1.6e+05"),
        (100, "2.7e+43"),
        (1000, "2.0e+434"),
    ],
)
def test_exp_as_text_is_short_and_never_infinite(x, text):
    assert exp_text(x) == text


@pytest.mark.parametrize(
    ("options", "formula"),
    [
        ({}, "exp(score)"),
        ({"temperature": 0.5}, "exp(score / 0.5)"),
        ({"plus100": True}, "exp(score + 100)"),
        ({"plus100": True, "temperature": 2.0}, "exp((score + 100) / 2)"),
        ({"minus_largest": True}, "exp(score - largest)"),
        ({"minus_largest": True, "plus100": True, "temperature": 0.1}, "exp((score - largest) / 0.1)"),
    ],
)
def test_the_formula_is_what_is_done(options, formula):
    assert softmax.draw(state_of(3, 1, 2, **options)).panels[1].title == formula


@pytest.mark.parametrize("trait", [*TRAITS, "temperature"])
def test_every_slider_changes_the_shares_at_both_ends(trait):
    lab = softmax_lab()
    lab.set(n=5)
    seen = [printed(lab)]
    moved = control(lab, trait).widget
    for end in (moved.min, moved.max):
        moved.value = end
        assert getattr(lab.state, trait) == end and lab.problem == ""
        assert_sound(lab)
        assert printed(lab) not in seen
        seen.append(printed(lab))


@pytest.mark.parametrize("trait", ["plus100", "minus_largest"])
def test_a_switch_can_be_ticked_and_unticked(trait):
    lab = softmax_lab()
    first = lab.picture
    control(lab, trait).widget.value = True
    assert getattr(lab.state, trait) and lab.picture.panels[:2] != first.panels[:2]
    assert_sound(lab)
    control(lab, trait).widget.value = False
    assert lab.picture == first


def test_more_words_have_a_slider_and_a_bar_each():
    """As many words as are chosen have a slider and a bar, each in its colour."""
    lab = softmax_lab()
    for n in (3, 4, 5):
        lab.set(n=n)
        sliders = [control(lab, trait) for trait in TRAITS]
        assert [c.widget.layout.display != "none" for c in sliders] == [i < n for i in range(5)]
        names = titled(lab, "share = exp / sum").names
        assert [str(word) for word in names] == [c.widget.description for c in sliders[:n]]
        assert [word.slot for word in names] == [c.slot(lab.state) for c in sliders[:n]]
        assert None not in [word.slot for word in names]


def test_the_presets_do_what_they_say():
    lab = softmax_lab()
    found = {}
    for name in softmax.PRESETS:
        lab.press(name)
        assert_sound(lab)
        assert marked(lab) == [name]
        found[name] = (printed(lab), lab.picture.words_said)
    assert found["two equal"][0] == "0.42 / 0.42 / 0.16" and "money and bank have" in found["two equal"][1]
    assert found["one far ahead"][0] == "0.01 / 0.99 / 0.00"
    assert found["100 added to all"][0] == found["as in the notebook"][0]
    # 2, 1, 0 of the notebook, as 1000, 999, 998: the first try of the notebook gives nan there.
    parts, said = found["1 000, 999, 998"]
    assert parts == "0.67 / 0.24 / 0.09" and "exp(1000.00) is more than code can hold" in said
    np.testing.assert_allclose(np.ravel(panel(lab, Table).numbers), [1000, 999, 998])


def test_task_two_words_share_all():
    """Task: half for money, half for bank, nothing for grows: the two alike, the third 6 or more below."""
    lab = softmax_lab()
    for trait, value in (("s1", 3.0), ("s2", 3.0), ("s3", -3.0)):
        control(lab, trait).widget.value = value
    assert printed(lab) == "0.50 / 0.50 / 0.00"
    lab.set(s3=-2.0)
    assert printed(lab) == "0.50 / 0.50 / 0.00"
    lab.set(s3=-1.0)
    assert printed(lab) != "0.50 / 0.50 / 0.00"


def test_task_make_a_share_twice_as_large():
    """Task: the share of bank twice that of money: 0.7 more, whatever the third score is."""
    lab = softmax_lab()
    for start, third in itertools.product((-4.0, 0.0, 3.0), (-9.0, 0.0, 2.0)):
        lab.set(s1=start, s2=start + 0.7, s3=third)
        money, bank, _ = titled(lab, "share = exp / sum").heights
        assert bank / money == pytest.approx(2, rel=0.01)


def test_task_mend_the_overflow():
    """Task: with 1000, 999, 998 the computer's exp overflows; subtract the largest, and the shares stay."""
    lab = softmax_lab()
    lab.press("1 000, 999, 998")
    before = printed(lab)
    assert "more than code can hold" in lab.picture.words_said
    control(lab, "minus_largest").widget.value = True
    assert printed(lab) == before and "more than code can hold" not in lab.picture.words_said
    np.testing.assert_allclose(lab.picture.panels[1].heights, np.exp([0, -1, -2]))


def test_drawing_is_pure_and_can_be_shown():
    """Drawing is a pure function of the state and can be shown."""
    state = state_of(1, 2, 3, plus100=True)
    before = state.trait_values()
    assert softmax.draw(state) == softmax.draw(state) and state.trait_values() == before
    assert to_html(softmax.draw(state)).count("<svg") == 3
    assert repr(softmax_lab()) == "Lab('softmax')"
