"""Curves over a common x: what they hold and say, where their parts lie, what is refused."""

import io
import itertools
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from matplotlib.image import imread

from helpers.pictures import Curves, Picture, Word, colours, curves, show, to_html, to_png, to_svg
from helpers.pictures.panels.curve_charts import DASHES, SAMPLE, THEN, value_text
from helpers.pictures.picture import EDGE
from helpers.pictures.shapes import Line, Polyline, Rect, Ring, Text, text_width
from tests.layout import check_layout
from tests.refusals import refusal, says

NAN = float("nan")
X = np.arange(0, 101, 5)
LOSS, ACCURACY = np.exp(-X / 40), 1 - 0.5 * np.exp(-X / 40)
LONG = [f"{letter} line of 22 letters ." for letter in "abcd"]
LEARNING = curves("learning", X, {"loss": LOSS, "accuracy": ACCURACY}, x_label="step", now=50, note="a note")
SHORT = curves("before: short", X[:13], {"loss": LOSS[:13] / 2, "accuracy": ACCURACY[:13]}, now=30)
LATE = curves("before: late", X + 50, {"loss": LOSS / 2, "accuracy": ACCURACY}, (-1, 2), now=120)
PANELS = {
    "learning": LEARNING,
    "start": curves("t", X, {"loss": LOSS, "accuracy": ACCURACY}, x_label="step", now=0),
    "end": curves("t", X, {"loss": LOSS, "accuracy": ACCURACY}, x_label="step", now=100),
    "one point": curves("t", [3], {name: [0.5] for name in "abcd"}, now=3),
    "not measured": curves("t", X, {"loss": LOSS * NAN, "other": LOSS}, now=50),
    "nothing measured": curves("t", [1, 2], {"loss": [NAN, NAN]}),
    "names for one column": curves("t", X, {"known words": LOSS, "new words": ACCURACY}, now=50),
    "long names": curves("t", X, dict.fromkeys(LONG, LOSS), now=50),
    "long names, large numbers": curves("t", X, dict.fromkeys(LONG, -1e6 * LOSS), now=50),
    "endless": curves("t", X, {"loss": np.where(X > 50, np.inf, LOSS), "b": -1e300 * LOSS}, now=100),
    "long numbers at the axes": curves(
        "t", X / 3e7 - 1e-7, {"loss": LOSS}, limits=(-1.23456789e-5, 2e-5), now=0.0
    ),
    "long title and note": curves(
        "a long title " * 4, X, {"loss": LOSS}, x_label="x " * 40, note="note " * 12
    ),
    "gaps": curves("t", range(6), {"a": [0.1, NAN, 0.5, 0.6, NAN, 0.2], "b": [NAN] * 5 + [1]}, now=4),
    "beside a short one": curves("t", X, {"loss": LOSS, "accuracy": ACCURACY}, now=50, before=SHORT),
    "beside a late one": curves("t", X, {"loss": LOSS, "accuracy": ACCURACY}, now=50, before=LATE),
    "beside itself, without now": curves(
        "t", X, {"loss": LOSS, "accuracy": ACCURACY}, before=curves("t", X, {"loss": LOSS, "accuracy": LOSS})
    ),
    "long names beside large numbers": curves(
        "t",
        X,
        dict.fromkeys(LONG, LOSS),
        now=50,
        before=curves("t", [0, 9], dict.fromkeys(LONG, [-1e6, NAN])),
    ),
    "beside one that was not measured": curves(
        "t", X, {"loss": LOSS}, now=50, before=curves("t", [-5.5, 0], {"loss": [NAN, NAN]})
    ),
}


def shapes(panel, kind):
    return [shape for shape in panel.drawn().shapes if isinstance(shape, kind)]


def plot(panel):
    """The left, top, right and bottom of the plot: where its level lines lie."""
    levels = [s for s in shapes(panel, Line) if type(s) is Line and s.y1 == s.y2]
    assert len(levels) == 3
    return levels[0].x1, min(s.y1 for s in levels), levels[0].x2, max(s.y1 for s in levels)


def drawn(panel, slot=0):
    """The lines of one curve, without the sample in the key."""
    top = plot(panel)[1]
    return [s for s in shapes(panel, Polyline) if s.stroke == f"word{slot}" and s.y1 >= top]


def marks(panel, slot=0):
    """The middles of the marks of one curve in the plot."""
    role, top = f"word{slot}", plot(panel)[1]
    found = [(s.x, s.y) for s in shapes(panel, Ring) if s.stroke == role]
    found += [(s.x + s.width / 2, s.y + s.height / 2) for s in shapes(panel, Rect) if s.stroke == role]
    return [(x, y) for x, y in found if y >= top]


def key(panel):
    return [s for s in shapes(panel, Text) if s.fill.startswith("word")]


def now_lines(panel):
    return [s for s in shapes(panel, Line) if type(s) is Line and s.stroke == "muted"]


# --- what it holds and says -----------------------------------------------------------------------


def test_it_holds_its_numbers_with_a_colour_for_each_curve():
    panel = curves("t", [1, 2, 3], {"a": [0.5, NAN, 1], "b": np.float32([1, 2, 3])}, (0, 2), now=2)
    assert isinstance(panel, Curves) and (panel.x, panel.limits, panel.now) == ((1, 2, 3), (0, 2), 2)
    assert [curve.values for curve in panel.curves] == [(0.5, None, 1), (1, 2, 3)]
    assert [curve.name for curve in panel.curves] == [Word("a", 0), Word("b", 1)]
    assert panel == curves("t", [1, 2, 3], {"a": [0.5, NAN, 1], "b": [1, 2, 3]}, (0, 2), now=2)


def test_a_reading_is_the_last_value_up_to_now():
    values = {"a": [NAN, 0.1, NAN, 0.3, NAN]}
    for now, reading in [
        (0, None),
        (0.9, None),
        (1, (1, 0.1)),
        (2.5, (1, 0.1)),
        (4, (3, 0.3)),
        (None, (3, 0.3)),
    ]:
        panel = curves("t", range(5), values, now=now)
        assert panel.reading(panel.curves[0]) == reading, now


def test_words_say_the_first_value_the_one_at_now_and_the_last():
    assert LEARNING.in_words().splitlines() == [
        "learning",
        "a note",
        "step 0 to 100, now 50",
        "loss: first 1.00, now 0.29, last 0.08",
        "accuracy: first 0.50, now 0.86, last 0.96",
    ]
    late = curves("t", [0.5, 1, 2], {"a": [NAN, NAN, -0.001], "b": [NAN] * 3, "c": [1e5, 0, np.inf]}, now=1)
    assert late.in_words().splitlines() == [
        "t",
        "x 0.5 to 2, now 1",
        "a: first 0.00, now not measured, last 0.00",
        "b: not measured",
        "c: first 1.0e+05, now 0.00, last inf",
    ]
    assert curves("t", [0, 1], {"a": [1, 0]}).in_words().splitlines() == [
        "t",
        "x 0 to 1",
        "a: first 1.00, last 0.00",
    ]


def test_the_key_carries_the_value_at_now_else_the_last():
    assert [s.text for s in key(LEARNING)] == ["loss: 0.29", "accuracy: 0.86"]
    assert [s.text for s in key(curves("t", X, {"loss": LOSS}))] == ["loss: 0.08"]
    assert [s.text for s in key(PANELS["not measured"])] == ["loss: \u2013", "other: 0.29"]
    assert [value_text(x) for x in (-0.001, 9999, -12345.0)] == ["0.00", "9999.00", "-1.2e+04"]


# --- where the parts lie --------------------------------------------------------------------------


@pytest.mark.parametrize("name", PANELS)
def test_no_text_is_clipped_small_or_covered(name):
    check_layout(PANELS[name].drawn())


@pytest.mark.parametrize("name", PANELS)
def test_every_point_and_mark_lies_in_the_plot(name):
    """Every point and mark lies in the plot and the plot in the panel."""
    panel, drawing = PANELS[name], PANELS[name].drawn()
    left, top, right, bottom = plot(panel)
    assert 6 <= left < right <= drawing.width - 6 and 6 <= top < bottom <= drawing.height - 20
    for slot in range(len(panel.curves)):
        for x, y in [*itertools.chain(*(line.points for line in drawn(panel, slot))), *marks(panel, slot)]:
            assert left - 0.01 <= x <= right + 0.01 and top - 0.01 <= y <= bottom + 0.01
    assert min(text.y for text in key(panel)) > 12 + 14 and max(text.y for text in key(panel)) < top - 14


def test_points_stand_at_their_x_and_y():
    panel = curves("t", [0, 1, 4], {"a": [-1, 0, 1]}, limits=(-1, 1))
    left, top, right, bottom = plot(panel)
    (line,) = drawn(panel)
    expected = [(left, bottom), (left + (right - left) / 4, (top + bottom) / 2), (right, top)]
    np.testing.assert_allclose(line.points, expected)


def test_a_gap_parts_the_line_and_a_lone_value_is_a_mark():
    panel = curves("t", range(6), {"a": [0.1, NAN, 0.5, 0.6, NAN, 0.2]})
    (line,) = drawn(panel)
    left, top, right, bottom = plot(panel)
    step, height = (right - left) / 5, bottom - top
    np.testing.assert_allclose(
        line.points, [(left + 2 * step, top + height / 2), (left + 3 * step, top + 0.4 * height)]
    )
    np.testing.assert_allclose(marks(panel), [(left, bottom - 0.1 * height), (right, bottom - 0.2 * height)])
    assert drawn(PANELS["nothing measured"]) == [] == marks(PANELS["nothing measured"])


def test_values_beyond_the_limits_are_drawn_at_the_edge():
    panel = curves("t", range(4), {"a": [-5, 0.5, np.inf, 1e300]}, now=3)
    _, top, _, bottom = plot(panel)
    np.testing.assert_allclose([y for _, y in drawn(panel)[0].points], [bottom, (top + bottom) / 2, top, top])
    assert marks(panel)[0][1] == pytest.approx(top)


@pytest.mark.parametrize(("now", "share"), [(0, 0), (50, 0.5), (52, 0.52), (100, 1)])
def test_now_is_a_line_with_a_mark_on_each_curve(now, share):
    """Now is a line with a mark on each curve at or just before it."""
    panel = curves("t", X, {"loss": LOSS, "b": ACCURACY, "c": 0 * LOSS, "d": 0 * LOSS + 1}, now=now)
    left, top, right, bottom = plot(panel)
    (line,) = now_lines(panel)
    assert line.x1 == line.x2 == pytest.approx(left + share * (right - left)) and line.width <= 1.5
    assert {line.y1, line.y2} == {top, bottom}
    at = now // 5
    for slot, values in enumerate((LOSS, ACCURACY, 0 * LOSS, 0 * LOSS + 1)):
        (mark,) = marks(panel, slot)
        expected = (left + X[at] / 100 * (right - left), bottom - values[at] * (bottom - top))
        np.testing.assert_allclose(mark, expected)


def test_without_now_there_is_no_line_and_no_mark():
    panel = curves("t", X, {"loss": LOSS})
    assert marks(panel) == [] == now_lines(panel) and not shapes(panel, Ring)


def test_now_moves_nothing_else():
    values = {"loss": 20 * LOSS, "accuracy": ACCURACY}  # 20.00 is longer than 1.64
    for values["loss"] in (20 * LOSS, np.where(X == 0, -9999, LOSS)):
        panels = [curves("t", X, values, now=x) for x in X]
        assert len({(plot(panel), panel.drawn().height) for panel in panels}) == 1
        for one, two in map(key, panels):
            end = one.x + text_width(one.text, one.size, one.bold)
            assert one.y < two.y or end < two.x - SAMPLE  # not on the sample of the next name


def test_curves_differ_without_their_colours():
    """Curves differ without their colours and the key shows how."""
    panel = curves("t", [*X, 110], {name: [*(LOSS / i), NAN] for i, name in enumerate("abcd", 1)}, now=50)
    assert len(set(DASHES)) == 4
    for slot in range(4):
        (line,) = drawn(panel, slot)
        (sample,) = [s for s in shapes(panel, Polyline) if s.stroke == line.stroke and s != line]
        assert line.dashes == sample.dashes == DASHES[slot] and sample.y1 == key(panel)[slot].y
    forms = [(type(s), s.fill == "page") for s in panel.drawn().shapes if isinstance(s, Ring | Rect)]
    assert len(set(forms)) == 4 and forms[:4] == forms[4:]  # those of the key, those at now
    lone = curves("t", [1], {name: [0.5] for name in "abcd"})
    assert [(type(s), s.fill == "page") for s in lone.drawn().shapes if isinstance(s, Ring | Rect)] == forms


@pytest.mark.parametrize(
    ("x", "limits", "across", "up"),
    [
        (X, (0, 1), ["0", "50", "100"], ["1", "0.5", "0"]),
        (X / 10 - 5, (-0.3, 0.1 + 0.2), ["-5", "0", "5"], ["0.3", "0", "-0.3"]),
        (X[:1] + 7, (0, 1), ["7"], ["1", "0.5", "0"]),
    ],
    ids=["usual", "around 0", "one point"],
)
def test_ticks_name_both_ends_and_the_middle(x, limits, across, up):
    panel = curves("t", x, {"a": np.zeros(len(x))}, limits)
    left, top, right, bottom = plot(panel)
    ticks = [s for s in shapes(panel, Text) if s.fill == "muted"]
    levels, below = [s for s in ticks if s.anchor == "end"], [s for s in ticks if s.anchor == "middle"]
    assert [s.text for s in levels] == up and [s.text for s in below] == across
    assert all(s.x <= left - 8 for s in levels)  # a mark at the left end has room
    assert [s.y for s in levels] == [top, (top + bottom) / 2, bottom]
    places = [(left + right) / 2] if len(x) == 1 else [left, (left + right) / 2, right]
    np.testing.assert_allclose([s.x for s in below], places, atol=4)  # the last one keeps in the panel


def test_short_names_stand_side_by_side():
    places = [[(s.x, s.y) for s in key(PANELS[name])] for name in ("learning", "names for one column")]
    ((x1, y1), (x2, y2)), ((x3, y3), (x4, y4)) = places
    assert (y1 == y2 and x1 < x2) and (y3 < y4 and x3 == x4)


def test_names_of_22_letters_are_whole_and_longer_ones_are_cut():
    for name in ("long names", "long names, large numbers"):
        assert [s.text.split(":")[0] for s in key(PANELS[name])] == LONG
        ends = [s.x + text_width(s.text, s.size, s.bold) for s in key(PANELS[name])]
        assert max(ends) <= PANELS[name].drawn().width
    assert PANELS["long names"].drawn().width == LEARNING.drawn().width == 330
    panel = curves("t", X, {"x" * 60: LOSS})
    assert key(panel)[0].text.endswith("\u2026: 0.08") and "x" * 60 in panel.in_words()
    check_layout(panel.drawn())


# --- an earlier chart in the same plot ------------------------------------------------------------


def then_and_now(panel, slot=0):
    """The points of the earlier curve, which is dashed, and of the current one, which is not."""
    then, now = drawn(panel, slot)
    assert (then.dashes, now.dashes) == (THEN, ()) and then.width < now.width
    return then.points, now.points


@pytest.mark.parametrize("before", [SHORT, LATE], ids=["short", "late"])
def test_an_earlier_chart_is_dashed_over_its_own_x(before):
    """An earlier chart is dashed over its own x, and the axis covers both."""
    panel = curves("t", X, {"loss": LOSS, "accuracy": ACCURACY}, now=50, before=before)
    (left, top, right, bottom), last = plot(panel), max(100, before.x[-1])
    below = [s for s in shapes(panel, Text) if s.fill == "muted" and s.anchor == "middle"]
    assert [text.text for text in below] == ["0", f"{last / 2:g}", f"{last:g}"]
    for slot in (0, 1):
        for chart, points in zip((before, panel), then_and_now(panel, slot), strict=True):
            x = left + (right - left) * np.array(chart.x) / last
            y = bottom - (bottom - top) * np.array(chart.curves[slot].values)  # in the limits of now
            np.testing.assert_allclose(points, np.column_stack([x, y]))


def test_an_earlier_value_beyond_the_limits_is_drawn_at_the_edge():
    panel = curves("t", [0, 1], {"a": [0, 1]}, before=curves("t", [0, 2], {"a": [-5, 5]}, (-9, 9)))
    _, top, _, bottom = plot(panel)
    assert [y for _, y in then_and_now(panel)[0]] == [bottom, top]


def test_the_key_says_what_the_dashed_curve_says():
    """The key says the value of the dashed curve, at the now of the earlier chart."""
    panel = PANELS["beside a short one"]
    assert [text.text for text in key(panel)] == ["loss: 0.29 (dashed 0.24)", "accuracy: 0.86 (dashed 0.76)"]
    assert [text.text for text in key(PANELS["beside one that was not measured"])] == [
        "loss: 0.29 (dashed \u2013)"
    ]
    samples = [s for s in shapes(panel, Polyline) if s.y1 in {text.y for text in key(panel)}]
    assert [sample.dashes for sample in samples] == [(), ()]


@pytest.mark.parametrize("now", [None, 50])
def test_beside_an_earlier_chart_marks_tell_the_curves_apart(now):
    """Beside an earlier chart marks tell the curves apart: large ones of now, small ones of then."""
    values = {name: LOSS / i for i, name in enumerate("abcd", 1)}
    earlier = curves("t", X[:13], {name: row[:13] / 2 for name, row in values.items()}, now=30)
    panel = curves("t", X, values, now=now, before=earlier)
    found = [s for s in panel.drawn().shapes if isinstance(s, Ring | Rect)]
    assert len(found) == 12  # four in the key, four on the dashed curves, four on the others
    forms = [(type(s), s.fill == "page", s.stroke) for s in found]
    assert len(set(forms)) == 4 and forms[:4] == forms[4:8] == forms[8:]
    reach = [s.r if isinstance(s, Ring) else s.width / 2 for s in found]
    assert reach == [4] * 4 + [3] * 4 + [4.5] * 4
    for slot in range(4):
        (then, last), places = marks(panel, slot), then_and_now(panel, slot)
        assert then == pytest.approx(places[0][6]) and last == pytest.approx(places[1][10 if now else -1])


def test_now_is_one_line_beside_an_earlier_chart_too():
    panel = PANELS["beside a late one"]
    left, _, right, _ = plot(panel)
    (line,) = now_lines(panel)
    assert line.x1 == pytest.approx(left + (right - left) * 50 / 150)


def test_words_say_both_charts():
    panel = PANELS["beside a short one"]
    alone = curves("t", X, {"loss": LOSS, "accuracy": ACCURACY}, now=50)
    assert panel.in_words() == f"{alone.in_words()}\n\n{SHORT.in_words()}"
    np.testing.assert_array_equal(panel.as_array(), [LOSS, ACCURACY])


# --- SVG and PNG ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PANELS)
def test_svg_is_well_formed_and_says_its_numbers(name):
    root = ElementTree.fromstring(to_svg(PANELS[name]))
    assert f"{root[0].text}\n{root[1].text}" == PANELS[name].in_words(), "the title is said once"
    assert not any(
        word in value for e in root.iter() for value in e.attrib.values() for word in ("nan", "inf")
    )


def test_svg_draws_each_curve_in_its_colour_and_dashes():
    found = list(ElementTree.fromstring(to_svg(LEARNING)).iter("{http://www.w3.org/2000/svg}polyline"))
    curve = [line for line in found if len(line.get("points").split()) == len(X)]
    assert len(curve) == 2 and len(found) == 4  # and a sample of each
    assert [line.get("stroke-dasharray") for line in curve] == [None, "8 4"]
    assert [line.get("style") for line in curve] == [
        f"fill:none;stroke:{colours.css(f'word{i}')}" for i in (0, 1)
    ]
    first = [float(number) for number in curve[0].get("points").split()[0].split(",")]
    assert first == pytest.approx(drawn(LEARNING)[0].points[0], abs=0.06)


def test_a_name_that_a_learner_types_is_escaped():
    html = to_html(Picture("t", ((curves("<b>", X, {"<script>": LOSS}, x_label="<i>", note="a&b"),),)))
    assert "<script>" not in html and "<i>" not in html
    ElementTree.fromstring(html)


@pytest.mark.parametrize("name", PANELS)
def test_png_is_a_picture_of_the_right_size(name, recwarn):
    png, drawing = show(PANELS[name]).png, PANELS[name].drawn()
    width = int.from_bytes(png[16:20], "big")
    assert png.startswith(b"\x89PNG") and width == pytest.approx(2 * (drawing.width + 2 * EDGE), abs=2)
    assert not recwarn.list


def test_png_shows_a_solid_and_a_dashed_line_where_they_belong():
    panel = curves("t", [0, 1], {"a": [0.75, 0.75], "b": [0.25, 0.25]})
    pixels = imread(io.BytesIO(to_png(Picture("t", ((panel,),)))), format="png")[..., :3]
    left, _, right, _ = plot(panel)
    for slot, low, high, pieces in ((0, 0.99, 1.01, 1), (1, 0.5, 0.85, round((right - left) / 12))):
        (line,) = drawn(panel, slot)
        start, end = (round(2 * (EDGE + x)) for x in (left, right))
        row = pixels[round(2 * (EDGE + line.y1)), start + 2 : end - 2]
        ink = [int(colours.colour(f"word{slot}")[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        inked = np.abs(row - ink).max(axis=-1) < 0.1
        assert low <= inked.mean() <= high  # of the dashed line, 8 px in 12
        assert abs(1 + (np.diff(inked.astype(int)) == 1).sum() - pieces) <= 1


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "series", "options", "parts"),
    [
        ([1, 2], {"a": [1, 2, 3]}, {}, ["'a' has shape (3,)", "x has shape (2,)"]),
        ([1, 2], {"a": [[1], [2]]}, {}, ["'a' has shape (2, 1)"]),
        ([1, 2], {"a": ["x", "y"]}, {}, ["'a'", "real numbers"]),
        ([1, 2], {}, {}, ["one to four series", "got 0"]),
        ([1, 2], {name: [1, 2] for name in "abcde"}, {}, ["one to four series", "got 5"]),
        ([1, 2], [1, 2], {}, ["need names", "[1, 2]"]),
        ([1, 2], {3: [1, 2]}, {}, ["label must be a text", "3"]),
        ([], {"a": []}, {}, ["at least one"]),
        ([2, 1], {"a": [1, 2]}, {}, ["rising", "[2., 1.]"]),
        ([1, 1], {"a": [1, 2]}, {}, ["rising"]),
        ([1, NAN], {"a": [1, 2]}, {}, ["rising"]),
        ([[1, 2]], {"a": [[1, 2]]}, {}, ["rising"]),
        ([1, 2], {"a": [1, 2]}, {"limits": (1, 1)}, ["limits", "the lower first", "(1, 1)"]),
        ([1, 2], {"a": [1, 2]}, {"limits": (1, 0)}, ["limits"]),
        ([1, 2], {"a": [1, 2]}, {"limits": (0, np.inf)}, ["limits"]),
        ([1, 2], {"a": [1, 2]}, {"limits": (0, 1, 2)}, ["limits"]),
        ([1, 2], {"a": [1, 2]}, {"limits": 1}, ["limits"]),
        ([1, 2], {"a": [1, 2]}, {"now": 2.5}, ["now from 1 to 2", "2.5"]),
        ([1, 2], {"a": [1, 2]}, {"now": NAN}, ["now from 1 to 2"]),
        ([1, 2], {"a": [1, 2]}, {"now": [1]}, ["now from 1 to 2"]),
        ([1, 2], {"loss": [1, 2]}, {"before": LEARNING}, ["the ones before need the same names", "['loss']"]),
        ([1, 2], {"accuracy": [1, 2], "loss": [1, 2]}, {"before": LEARNING}, ["the same names"]),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(x, series, options, parts):
    says(refusal(curves, "t", x, series, **options), *parts)
