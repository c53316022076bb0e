"""Pictures as data, as SVG, as PNG and as text: the same numbers, readable, nothing clipped or covered."""

import io
import itertools
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

from helpers import look, plots
from helpers.drawing import SMALL, Line, Rect, Ring, Text, fit, number, text_width
from helpers.labels import place_labels
from helpers.labs import contextual, two_vectors, word_map
from helpers.panels import Picture, Word
from helpers.pictures import mix_bars, plane, table, weights_table, words
from helpers.pictures import word_map as make_map
from helpers.render import show, to_html, to_png, to_svg, to_text
from helpers.shapes import draw
from helpers.tokens import tokenize

W = np.array([[0.6, 0.3, 0.1], [0.25, 0.7, 0.05], [0.0, 0.0, 1.0]])
NAMES = ["money", "bank", "grows"]
LONG = ["incomprehensibility", "\u0915\u093f\u0938\u093e\u0928", "\U0001f600\U0001f600"]
PANELS = {
    "weights": weights_table(NAMES, W, asking=1),
    "mix": mix_bars(NAMES, NAMES, W),
    "plane": plane(NAMES, [[1, 0], [0, 1], [-1.5, -1]], [[0.5, 0], [0, 0.5], [-1, -1]]),
    "map": make_map(NAMES, [[1, 0], [0, 1], [-3, -1]], 0.42),
    "long names": weights_table(LONG, W, asking=0),
}


def presets():
    for module, state in (
        (contextual, contextual.ContextualState), (two_vectors, two_vectors.TwoVectorsState),
        (word_map, word_map.WordMapState),
    ):  # fmt: skip
        for name, values in module.PRESETS.items():
            yield pytest.param(module.draw(state(**values)), id=name)


# --- colours ----------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True])
def test_every_word_colour_can_be_read(dark):
    page = look.colour("page", dark)
    for role in ["ink", "muted", *(f"word{i}" for i in range(len(look.WORDS)))]:
        assert look.contrast(look.colour(role, dark), page) >= 4.5, role


@pytest.mark.parametrize("dark", [False, True])
def test_every_number_on_a_cell_or_bar_can_be_read(dark):
    for role in [role for role in look.roles() if role.startswith(("ramp", "word"))]:
        assert look.contrast(look.colour(f"on-{role}", dark), look.colour(role, dark)) >= 4.5, role


# How the eye of a reader without one kind of cone sees a colour (Machado, Oliveira, Fernandes 2009,
# full severity), in linear RGB; then the distance of two colours in CIE Lab.
EYES = {
    "usual": np.eye(3),
    "no red cones": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no green cones": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
}


def seen(value, eye):
    channels = np.array([int(value[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = to_xyz @ np.clip(EYES[eye] @ linear, 0, 1) / [0.9505, 1, 1.089]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize(("dark", "apart"), [(False, 20), (True, 13)])
def test_no_two_word_colours_are_alike_for_any_eye(dark, apart, eye):
    colours = [seen(look.colour(f"word{slot}", dark), eye) for slot in range(len(look.WORDS))]
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(colours, 2)) > apart


def test_contrast_is_the_one_of_wcag():
    assert look.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert look.contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("dark", [False, True])
def test_the_ramp_has_one_direction(dark):
    page = look.colour("page", dark)
    steps = [look.contrast(look.colour(f"ramp{i}", dark), page) for i in range(101)]
    assert all(a <= b + 0.05 for a, b in itertools.pairwise(steps)) and steps[-1] > 4 * steps[0]


def test_the_ramp_rises_from_the_page():
    for dark in (False, True):
        page = look.colour("page", dark)
        assert (
            look.contrast(look.colour("ramp0", dark), page)
            < 1.5
            < look.contrast(look.colour("ramp100", dark), page)
        )


def test_the_ramp_is_never_stretched_to_the_data():
    assert (look.ramp_role(0.0), look.ramp_role(0.5), look.ramp_role(1.0)) == ("ramp0", "ramp50", "ramp100")
    assert (look.ramp_role(-0.3), look.ramp_role(1.7)) == ("ramp0", "ramp100")


def test_one_word_has_one_colour():
    assert look.word_slots(["money", "bank", "grows"])[1] == look.word_slots(["river", "bank", "flows"])[1]
    assert look.word_slots(["dog", "bites", "man"]) == look.word_slots(["man", "bites", "dog"])[::-1]
    assert look.word_slots(["apple", "pie", "apple"])[0] == look.word_slots(["apple", "pie", "apple"])[2]
    slots = look.word_slots(["river", "money", "bank", "grows", "flows", "apple", "x"])
    assert len(set(slots)) == 7
    many = look.word_slots(list("abcdefghij"))  # more words than colours: the rest have none
    assert sorted(many[:7]) == list(range(7)) and many[7:] == [None, None, None]


def test_the_stylesheet_has_every_role_for_light_and_dark():
    light, dark = look.stylesheet().splitlines()[:2]
    for role in look.roles():
        assert f"--sa-{role}: {look.colour(role)};" in light
        assert f"--sa-{role}: {look.colour(role, dark=True)};" in dark
    assert 'data-jp-theme-light="false"' in dark and 'html[theme="dark"]' in dark


def test_an_unknown_role_is_refused():
    with pytest.raises(ValueError, match="no colour role 'pink'"):
        look.colour("pink")


# --- data -------------------------------------------------------------------------------------


def test_equal_words_are_numbered_and_share_a_colour():
    one, pie, two = words(["Apple", "pie", "apple"])
    assert (str(one), str(pie), str(two)) == ("Apple (1)", "pie", "apple (2)")
    assert one.slot == two.slot != pie.slot


def test_two_spellings_of_one_token_are_one_word():
    do, one, again, two = words(tokenize("don't don\u2019t"))
    assert (
        (str(one), str(two)) == ("n't (1)", "n\u2019t (2)") and one.slot == two.slot and do.slot == again.slot
    )


def test_words_and_labels_may_be_mixed_and_other_things_are_refused():
    assert [str(word) for word in weights_table([Word("a"), "b", "c"], W).rows] == ["a", "b", "c"]
    with pytest.raises(ValueError, match="A label must be a text in quotes, got 1"):
        weights_table([1, 2, 3], W)


def test_labels_and_numbers_must_fit():
    with pytest.raises(ValueError, match=r"3 row labels and 3 column labels.*shape \(2, 3\)"):
        weights_table(NAMES, W[:2])
    with pytest.raises(ValueError, match=r"shape \(3, 2\)"):
        plane(NAMES, [[1, 2]])
    with pytest.raises(ValueError, match="list of labels, got one text"):
        words("bank")
    with pytest.raises(ValueError, match="finite"):
        plane(["a"], [[np.nan, 0]])
    with pytest.raises(ValueError, match="finite"):
        weights_table(NAMES, W * np.nan)
    with pytest.raises(ValueError, match="limit above 0"):
        plane(["a"], [[1, 0]], limit=0)


def test_numbers_have_no_negative_zero():
    assert number(-0.001) == "0.00" and number(-0.0) == "0.00" and number(-0.5) == "-0.50"


# --- text -------------------------------------------------------------------------------------


def test_text_holds_every_number_and_name():
    text = to_text(Picture("title", ((PANELS["weights"], PANELS["mix"]), (PANELS["plane"],)), ("said",)))
    for piece in ["title", "money", "0.25", "  70", "new bank", "(-1.50, -1.00) -> (-1.00, -1.00)", "said"]:
        assert piece in text
    assert not [line for line in text.splitlines() if line != line.rstrip()]


# --- SVG --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PANELS)
def test_svg_is_well_formed_and_says_its_numbers(name):
    root = ElementTree.fromstring(to_svg(PANELS[name]))
    assert root.get("role") == "img"
    title, desc = root[0], root[1]
    assert title.text == PANELS[name].title and "money" in desc.text or name == "long names"
    drawn = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    if name == "weights":
        assert [t for t in drawn if t and t[0].isdigit()] == [f"{x:.2f}" for x in W.ravel()]


def test_svg_escapes_what_a_learner_types():
    hostile = ['"><script>', "<!--", "a&b"]
    ElementTree.fromstring(to_html(Picture("t", ((weights_table(hostile, W),),))))
    assert "<script>" not in to_html(Picture("t", ((mix_bars(hostile, hostile, W),),)))


# --- layout -----------------------------------------------------------------------------------


def box(text):
    """Where a text lies; the guess of the width is careful, so take a little less."""
    width, height = 0.9 * text_width(text.text, text.size, text.bold), text.size
    if text.turned:
        bottom = {"start": text.y, "middle": text.y + width / 2, "end": text.y + width}[text.anchor]
        return text.x - height / 2, bottom - width, text.x + height / 2, bottom
    left = {"start": text.x, "middle": text.x - width / 2, "end": text.x - width}[text.anchor]
    return left, text.y - height / 2, left + width, text.y + height / 2


def overlap(a, b):
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))


def check_layout(drawing):
    texts = [shape for shape in drawing.shapes if isinstance(shape, Text)]
    assert min(text.size for text in texts) >= SMALL >= 14
    for text in texts:
        left, top, right, bottom = box(text)
        assert left >= -1 and top >= -1 and right <= drawing.width + 1 and bottom <= drawing.height + 1, text
    for a, b in itertools.combinations(texts, 2):
        assert overlap(box(a), box(b)) < 30, (a.text, b.text)


@pytest.mark.parametrize("name", PANELS)
def test_no_text_is_clipped_small_or_covered(name):
    check_layout(draw(PANELS[name]))


@pytest.mark.parametrize("picture", list(presets()))
def test_no_preset_of_a_lab_has_clipped_or_covered_text(picture):
    for panel in picture.panels:
        check_layout(draw(panel))


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
    for panel in picture.panels:
        check_layout(draw(panel))
    for panel in word_map.draw(word_map.WordMapState(text=" ".join(text.split()[-7:]))).panels:
        check_layout(draw(panel))


def texts(drawing):
    return {shape.text: shape for shape in drawing.shapes if isinstance(shape, Text)}


def test_numbers_stand_in_their_row_and_column_on_their_colour():
    drawing = draw(weights_table(NAMES, W, asking=1))
    named = texts(drawing)
    rows = [s for s in drawing.shapes if isinstance(s, Text) and s.anchor == "end"]
    columns = [
        s for s in drawing.shapes if isinstance(s, Text) and s.bold and s.text in NAMES and s.anchor != "end"
    ]
    assert [s.text for s in sorted(rows, key=lambda s: s.y)] == NAMES
    assert [s.text for s in sorted(columns, key=lambda s: s.x)] == NAMES
    cells = [s for s in drawing.shapes if isinstance(s, Rect) and s.fill]
    for i, j in itertools.product(range(3), range(3)):
        (cell,) = [
            c
            for c in cells
            if abs(c.x + c.width / 2 - columns[j].x) < 1 and abs(c.y + c.height / 2 - rows[i].y) < 1
        ]
        assert cell.fill == look.ramp_role(W[i, j])
    assert abs(named["0.25"].x - columns[0].x) < 1 and abs(named["0.25"].y - rows[1].y) < 1
    (outline,) = [s for s in drawing.shapes if isinstance(s, Rect) and s.stroke and s.fill is None]
    assert outline.y < rows[1].y < outline.y + outline.height < rows[2].y


def test_a_plane_has_up_and_right_and_circles_at_the_new_places():
    drawing = draw(plane(["a"], [[1, 0.5]], [[-1, 1]], limit=2))
    (arrow,) = [s for s in drawing.shapes if isinstance(s, Line) and s.arrow]
    (ring,) = [s for s in drawing.shapes if isinstance(s, Ring)]
    unit = (arrow.x2 - arrow.x1) / 1
    assert unit > 0 and arrow.y2 - arrow.y1 == pytest.approx(-0.5 * unit)
    assert (ring.x - arrow.x1, ring.y - arrow.y1) == pytest.approx((-unit, -unit))


def test_a_map_has_up_and_right():
    drawing = draw(make_map(["a", "b"], [[1, 0.5], [-1, -0.5]], 0.5, [[0, 0.5], [-1, -0.5]]))
    dots = [s for s in drawing.shapes if isinstance(s, Ring) and s.fill != "page"]
    rings = [s for s in drawing.shapes if isinstance(s, Ring) and s.fill == "page"]
    assert dots[0].x > dots[1].x and dots[0].y < dots[1].y
    assert rings[0].x < dots[0].x and rings[0].y == pytest.approx(dots[0].y)


def test_ten_words_fit_beside_each_other():
    many = [f"word{i}" for i in range(10)]
    drawing = draw(weights_table(many, np.full((10, 10), 0.1)))
    check_layout(drawing)
    assert drawing.width < 760


def test_mix_bar_pieces_have_the_length_of_their_share():
    drawing = draw(mix_bars(["bank"], NAMES, W[1:2]))
    pieces = [shape.width + 1.5 for shape in drawing.shapes if isinstance(shape, Rect)]
    np.testing.assert_allclose(np.array(pieces) / sum(pieces), W[1], atol=1e-6)
    assert [s.fill for s in drawing.shapes if isinstance(s, Rect)] == [word.role for word in words(NAMES)]
    said = texts(drawing)
    assert {"25", "70", "5"} <= set(said) and said["25"].x < said["70"].x < said["5"].x
    key = [
        s.text for s in sorted(drawing.shapes, key=lambda s: s.x) if isinstance(s, Text) and s.text in NAMES
    ]
    assert key == NAMES  # the ingredients by name, in the order of the bar


def test_a_word_that_reads_nothing_says_so():
    drawing = draw(mix_bars(["zzqx"], NAMES, np.zeros((1, 3))))
    assert "nothing" in [shape.text for shape in drawing.shapes if isinstance(shape, Text)]


def test_a_long_name_is_cut_but_kept_in_words():
    assert fit("incomprehensibility", 60).endswith("\u2026") and fit("bank", 60) == "bank"
    assert "incomprehensibility" in to_svg(PANELS["long names"])


def test_names_avoid_each_other_and_stay_in_the_frame():
    points = [(50, 50), (52, 52), (54, 50), (198, 2)]
    spots = place_labels(points, [(40, 16)] * 4, (100, 100), (0, 0, 200, 200))
    boxes = [(x - 20, y - 8, x + 20, y + 8) for x, y in spots]
    assert all(overlap(a, b) == 0 for a, b in itertools.combinations(boxes, 2))
    assert all(b[0] >= 0 and b[1] >= 0 and b[2] <= 200 and b[3] <= 200 for b in boxes)


# --- PNG and show -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", PANELS)
def test_png_is_a_picture_of_the_right_size(name):
    png = to_png(Picture("t", ((PANELS[name],),)))
    width, height = (int.from_bytes(png[i : i + 4], "big") for i in (16, 20))
    drawing = draw(PANELS[name])
    assert png.startswith(b"\x89PNG")
    assert width == pytest.approx(2 * (drawing.width + 20), abs=4) and height > 2 * drawing.height


@pytest.mark.parametrize("name", ["weights", "mix", "plane", "map"])
def test_png_shows_every_colour_of_the_picture(name):
    pixels = imread(io.BytesIO(to_png(Picture("t", ((PANELS[name],),)))), format="png")[..., :3]
    assert np.mean(pixels < 0.99) > 0.02  # not a blank page
    for word in words(NAMES):
        channels = [int(look.colour(word.role)[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        assert (np.abs(pixels - channels).max(axis=-1) < 0.01).sum() > 20, word


def test_svg_draws_text_and_arrow_heads_in_their_own_colour():
    svg = to_svg(PANELS["plane"])
    for word in words(NAMES):
        assert f"fill:{look.css(word.role)}" in svg
    assert svg.count("<polygon") == 3  # the heads


def test_png_is_the_same_each_time():
    picture = Picture("t", ((PANELS["plane"],),))
    assert to_png(picture) == to_png(picture)


def test_png_takes_any_text_without_a_warning(recwarn):
    to_png(Picture("t", ((weights_table(["$5 $10", "\u0915\u093f\u0938\u093e\u0928", "\U0001f600"], W),),)))
    assert not recwarn.list


def test_show_gives_one_bundle_with_png_and_numbers():
    data, metadata = show(PANELS["weights"])._repr_mimebundle_()
    assert set(data) == {"image/png", "text/plain"} and "0.25" in data["text/plain"]
    assert metadata["image/png"]["width"] > 100 and metadata["image/png"]["alt"] == "weights"


def test_show_stacks_a_column_and_refuses_what_it_cannot_show():
    shown = show((PANELS["weights"], PANELS["mix"]), PANELS["plane"], title="all")
    assert repr(shown).startswith("all")
    with pytest.raises(ValueError, match="show needs pictures, panels or a figure, got int"):
        show(3)
    with pytest.raises(ValueError, match="show needs something to show"):
        show()
    with pytest.raises(ValueError, match="numbers in words"):
        show(Figure())


def test_a_plot_names_its_lines_and_asks_for_fitting_numbers():
    figure = plots.lines(
        [1, 2], {"ours": [1, 2], "theirs": [2, 1]}, "t", "words", "seconds", {"ours": [0.1, 0.1]}
    )
    (axes,) = figure.axes
    assert {text.get_text() for text in axes.texts} == {"ours", "theirs"}
    np.testing.assert_array_equal(axes.lines[1].get_ydata(), [2, 1])
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("words", "seconds")
    with pytest.raises(ValueError, match=r"'ours' has shape \(3,\)"):
        plots.lines([1, 2], {"ours": [1, 2, 3]}, "t", "x", "y")


def test_names_of_lines_that_end_together_stand_apart():
    figure = plots.lines([1, 2], {"a": [1, 0.00], "b": [1, 0.01], "c": [0, 1]}, "t", "x", "y")
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    assert not any(one.overlaps(two) for one, two in itertools.combinations(boxes, 2))


def test_importing_the_plots_changes_no_global_style():
    import matplotlib

    before = dict(matplotlib.rcParams)
    plots.lines([1], {"a": [1]}, "t", "x", "y")
    assert dict(matplotlib.rcParams) == before


def test_a_table_of_plain_words_uses_ink():
    plain = table("t", [Word("length")], [Word("value")], [[1.0]], shaded=False)
    assert {s.fill for s in draw(plain).shapes if isinstance(s, Text)} <= {"ink", "muted"}
