"""Pictures as data, as SVG, as PNG and as text: the same numbers, readable, nothing clipped or covered."""

import io
import itertools
import xml.etree.ElementTree as ElementTree

import matplotlib
import numpy as np
import pytest
from bs4 import BeautifulSoup
from matplotlib.figure import Figure
from matplotlib.image import imread
from PIL import Image

from helpers.pictures import (
    Picture,
    Word,
    bars,
    colours,
    lines,
    mix_bars,
    number,
    plane,
    png,
    png_and_text,
    sentence_html,
    show,
    table,
    to_html,
    to_png,
    to_svg,
    weights_table,
    words,
)
from helpers.pictures import word_map as make_map
from helpers.pictures.labels import place_labels
from helpers.pictures.picture import EDGE
from helpers.pictures.shapes import Line, Rect, Ring, Text, fit
from tests.layout import check_layout, overlap
from tests.refusals import refusal, says

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


# --- data -------------------------------------------------------------------------------------


def test_words_and_labels_may_be_mixed():
    """Words and labels may be mixed and other things are refused."""
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
    text = Picture("title", ((PANELS["weights"], PANELS["mix"]), (PANELS["plane"],)), ("said",)).in_words()
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


def test_a_word_keeps_its_direction_to_itself():
    """A word that is read from right to left does not turn the list round it."""
    hebrew = Word("\u05e9\u05dc\u05d5\u05dd", 1)
    assert sentence_html(("1 ", hebrew, ", 2 ", Word("<b>", 0))) == (
        f'1 <b style="color:{colours.css("word1")}"><bdi>{hebrew}</bdi></b>, 2 '
        f'<b style="color:{colours.css("word0")}"><bdi>&lt;b&gt;</bdi></b>'
    )


def test_the_number_of_a_word_stands_at_its_right():
    """Outside of what keeps the direction: else it would stand at the left of an Arabic word."""
    said = sentence_html((Word("\u0646\u0635 (2)"), " and ", Word("the (1)")))
    assert "<bdi>\u0646\u0635</bdi> (2)</b> and " in said and "<bdi>the</bdi> (1)</b>" in said


def test_words_from_right_to_left_keep_their_place_in_svg():
    """Each text of a picture and of its words: a name with its number, a name before a number."""
    names = ["\u0646\u0635", "bank", "\u0646\u0635"]
    weights = np.array([[0.5, 0.25, 0.25], [0.3, 0.4, 0.3], [0.98, 0.01, 0.01]])
    first, last = "\u2068\u0646\u0635\u2069 (1)", "\u2068\u0646\u0635\u2069 (2)"
    for panel in (weights_table(names, weights), mix_bars(names[2:], names, weights[2:], width=300)):
        svg = to_svg(panel)
        assert f">{first}<" in svg or f">{first}: 98<" in svg
        assert f"{last}" in svg.partition("</desc>")[0] or "new \u2068" in svg
        bare = svg.replace(first, "").replace(last, "").replace("\u2068new \u0646\u0635\u2069", "")
        assert "\u0646" not in bare.replace("\u2068\u0646\u0635\u2069", ""), "each is isolated"
    said = bars("b", names, weights[0]).in_words()
    assert f"{first}: 0.50\nbank: 0.25\n{last}: 0.25" in said
    shown = table("t", names[:1], names[:2], [[1, 2]]).in_words().splitlines()
    assert [line.replace("\u2068", "").replace("\u2069", "") for line in shown] == [
        "t", "      \u0646\u0635  bank", "\u0646\u0635  1.00  2.00",
    ]  # fmt: skip


def test_svg_escapes_what_a_learner_types():
    hostile = ['"><script>', "<!--", "a&b"]
    ElementTree.fromstring(to_html(Picture("t", ((weights_table(hostile, W),),))))
    assert "<script>" not in to_html(Picture("t", ((mix_bars(hostile, hostile, W),),)))


# --- layout -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PANELS)
def test_no_text_is_clipped_small_or_covered(name):
    check_layout(PANELS[name].drawn())


def texts(drawing):
    return {shape.text: shape for shape in drawing.shapes if isinstance(shape, Text)}


def test_numbers_stand_in_their_row_and_column_on_their_colour():
    drawing = weights_table(NAMES, W, asking=1).drawn()
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
        assert cell.fill == colours.ramp_role(W[i, j])
    assert abs(named["0.25"].x - columns[0].x) < 1 and abs(named["0.25"].y - rows[1].y) < 1
    (outline,) = [s for s in drawing.shapes if isinstance(s, Rect) and s.stroke and s.fill is None]
    assert outline.y < rows[1].y < outline.y + outline.height < rows[2].y


def test_a_plane_has_up_and_right_and_circles_at_the_new_places():
    drawing = plane(["a"], [[1, 0.5]], [[-1, 1]], limit=2).drawn()
    (arrow,) = [s for s in drawing.shapes if isinstance(s, Line) and s.arrow]
    (ring,) = [s for s in drawing.shapes if isinstance(s, Ring)]
    unit = (arrow.x2 - arrow.x1) / 1
    assert unit > 0 and arrow.y2 - arrow.y1 == pytest.approx(-0.5 * unit)
    assert (ring.x - arrow.x1, ring.y - arrow.y1) == pytest.approx((-unit, -unit))


def test_a_map_has_up_and_right():
    drawing = make_map(["a", "b"], [[1, 0.5], [-1, -0.5]], 0.5, [[0, 0.5], [-1, -0.5]]).drawn()
    dots = [s for s in drawing.shapes if isinstance(s, Ring) and s.fill != "page"]
    rings = [s for s in drawing.shapes if isinstance(s, Ring) and s.fill == "page"]
    assert dots[0].x > dots[1].x and dots[0].y < dots[1].y
    assert rings[0].x < dots[0].x and rings[0].y == pytest.approx(dots[0].y)


def test_ten_words_fit_beside_each_other():
    many = [f"word{i}" for i in range(10)]
    drawing = weights_table(many, np.full((10, 10), 0.1)).drawn()
    check_layout(drawing)
    assert drawing.width < 760


def test_a_word_that_reads_nothing_says_so():
    drawing = mix_bars(["zzqx"], NAMES, np.zeros((1, 3))).drawn()
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


@pytest.mark.parametrize("name", sorted(PANELS.keys() - {"long names"}))  # those are not in every font
def test_png_is_a_picture_of_the_right_size(name):
    made = to_png(Picture("t", ((PANELS[name],),)))
    width, height = (int.from_bytes(made[i : i + 4], "big") for i in (16, 20))
    drawing = PANELS[name].drawn()
    assert made.startswith(b"\x89PNG")
    assert width == pytest.approx(2 * (drawing.width + 2 * EDGE), abs=4) and height > 2 * drawing.height


@pytest.mark.parametrize("name", ["weights", "mix", "plane", "map"])
def test_png_shows_every_colour_of_the_picture(name):
    pixels = imread(io.BytesIO(to_png(Picture("t", ((PANELS[name],),)))), format="png")[..., :3]
    assert np.mean(pixels < 0.99) > 0.02  # not a blank page
    for word in words(NAMES):
        channels = [int(colours.colour(word.role)[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        assert (np.abs(pixels - channels).max(axis=-1) < 0.01).sum() > 20, word


def test_svg_draws_text_and_arrow_heads_in_their_own_colour():
    svg = to_svg(PANELS["plane"])
    for word in words(NAMES):
        assert f"fill:{colours.css(word.role)}" in svg
    assert svg.count("<polygon") == 3  # the heads


def test_png_is_the_same_each_time():
    picture = Picture("t", ((PANELS["plane"],),))
    assert to_png(picture) == to_png(picture)


def test_png_has_few_colours_and_is_the_same_to_the_eye():
    """A PNG has at most 256 colours and is the same to the eye as Matplotlib's own."""
    figure = lines([1, 2, 3], {"one": [1, 2, 3], "two": [3, 1, 2]}, "title", "x", "y")
    full = io.BytesIO()
    figure.savefig(full, format="png")
    small = png.figure_png(figure)
    assert len(small) < 0.5 * len(full.getvalue())
    old, new = (np.asarray(Image.open(io.BytesIO(p)).convert("RGB"), int) for p in (full.getvalue(), small))
    assert old.shape == new.shape and len(np.unique(new.reshape(-1, 3), axis=0)) <= 256
    assert np.abs(old - new).mean() < 0.5  # of 255
    assert np.quantile(np.abs(old - new), 0.999) < 40


HINDI = Picture("t", ((weights_table(["$5 $10", "\u0915\u093f\u0938\u093e\u0928"], W[:2, :2]),),))


def test_what_no_font_has_is_said_in_words(monkeypatch, recwarn, caplog):
    """A picture with letters that no font has is said in words, and without a warning."""
    monkeypatch.setattr(png, "fonts", lambda: ["DejaVu Sans"])
    data, metadata = show(HINDI)._repr_mimebundle_()
    assert set(data) == {"text/html", "text/plain"} and metadata == {}
    assert "\u0915\u093f\u0938\u093e\u0928" in data["text/html"] and "<img" not in data["text/html"]
    assert "\u0915\u093f\u0938\u093e\u0928" in data["text/plain"] and "0.25" in data["text/plain"]
    assert data["text/plain"].endswith("install one that has, such as Noto Sans.)")
    assert not recwarn.list and not caplog.records


def test_devanagari_has_its_font_where_one_is_installed(recwarn, caplog):
    if len(png.fonts()) == 1 or tuple(map(int, matplotlib.__version__.split(".")[:2])) < (3, 11):
        pytest.skip("no font for Devanagari is installed, or this Matplotlib cannot join its letters")
    data, _ = show(HINDI)._repr_mimebundle_()
    assert "image/png" in data and not recwarn.list and not caplog.records


def test_show_gives_one_bundle_with_png_and_numbers():
    data, metadata = show(PANELS["weights"])._repr_mimebundle_()
    assert set(data) == {"image/png", "text/html", "text/plain"} and "0.25" in data["text/plain"]
    size = metadata["image/png"]
    assert size["width"] > 100 and size["alt"] == "weights. Its numbers follow in words."


def test_the_html_of_a_picture_has_it_and_its_words():
    """What JupyterLab, Colab and GitHub show, with what is heard by who cannot see it."""
    shown = show(table("<b> & words", ["a"], ["<i>"], [[0.25]]), title="<b> & words")
    tree = BeautifulSoup(shown.html, "html.parser")
    data, metadata = shown._repr_mimebundle_()
    size = metadata["image/png"]
    assert data["text/html"] == shown.html and not tree.find_all(["b", "i"])
    assert tree.img["alt"] == size["alt"] == "<b> & words. Its numbers follow in words."
    assert (tree.img["width"], tree.img["height"]) == (str(size["width"]), str(size["height"]))
    assert tree.img["src"] == f"data:image/png;base64,{data['image/png']}"
    assert tree.details.summary.text == "This picture in words" and not tree.details.has_attr("open")
    assert tree.details.pre.text == data["text/plain"] and "0.25" in tree.details.pre.text


@pytest.mark.parametrize(
    ("words", "alt"),
    [
        ("Seconds:\n1 2", "Seconds. Its numbers follow in words."),
        ("Is it so?\n0.5", "Is it so? Its numbers follow in words."),
        ("\nthe title \n0.5", "the title. Its numbers follow in words."),
        ("Seconds of your machine.", "Seconds of your machine."),
        ("", "A picture."),
    ],
)
def test_the_alt_of_a_picture_is_its_first_line_as_a_sentence(words, alt):
    """One line is said once: without more of them there is no fold."""
    tree = BeautifulSoup(
        png_and_text(to_png(Picture("t", ((PANELS["mix"],),))), words)[0]["text/html"], "html.parser"
    )
    assert tree.img["alt"] == alt and bool(tree.details) == ("numbers follow" in alt)


def test_show_refuses_what_is_too_large():
    """Shapes cost time, px cost memory: show refuses too many of each, and says what there is room for."""
    names = [f"w{i}" for i in range(200)]
    many = weights_table(names[:60], np.eye(60), narrow=True)
    says(refusal(show, many), "This picture has", "shapes", "room for 3000 shapes", "print the array")
    wide = bars("b", names, np.zeros(200))
    says(refusal(show, wide), f"{wide.drawn().width + 2 * EDGE:.0f} px wide", "2400 px", "take fewer words")
    assert len(wide.drawn().shapes) < 3000 < len(many.drawn().shapes)
    tall = [bars("b", ["a"], [1.0])] * 20
    says(refusal(show, tuple(tall)), "px high")


def test_show_stacks_a_column_and_refuses_what_it_cannot_show():
    shown = show((PANELS["weights"], PANELS["mix"]), PANELS["plane"], title="all")
    assert repr(shown).startswith("all")
    with pytest.raises(ValueError, match="show needs pictures, panels or a figure, got int"):
        show(3)
    with pytest.raises(ValueError, match="show needs something to show"):
        show()
    with pytest.raises(ValueError, match="numbers in words"):
        show(Figure())


def test_a_table_of_plain_words_uses_ink():
    plain = table("t", [Word("length")], [Word("value")], [[1.0]], shaded=False)
    assert {s.fill for s in plain.drawn().shapes if isinstance(s, Text)} <= {"ink", "muted"}
