"""A picture: its panels as arrays, where they lie beside each other, and all of it as one SVG file."""

import importlib
import pkgutil
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from helpers.pictures import (
    Box,
    Flow,
    Panel,
    Picture,
    Step,
    Word,
    bars,
    boxes,
    colours,
    curves,
    histogram,
    links,
    mix_bars,
    panels,
    plane,
    product,
    strip,
    table,
    to_png,
    to_svg_file,
    weights_table,
    word_map,
    words,
)
from helpers.pictures.picture import EDGE, GAP, PAGE, arranged
from helpers.pictures.shapes import Drawing, Text

NAN = float("nan")
NAMES = ["money", "bank", "grows"]
W = np.array([[0.6, 0.3, 0.1], [0.25, 0.7, 0.05], [0.0, 0.0, 1.0]])
PLACES = np.array([[1.0, 0.5], [-1.0, 2.0], [0.0, 0.0]])
MOVED = np.array([[0.5, 0.5], [0.0, 1.0], [2.0, 0.0]])
MASKED = weights_table(NAMES, W, mask=W > 0, above=table("s", ["x"], NAMES, W[:1]))
STAGES = [[Box("X", (3, 2))], [Box("Q", (3, 4)), Box("K", (3, 5))]]
# Of each kind: a panel, and the array of its numbers.
KINDS = {
    "Bars": (bars("t", NAMES, W[0], before=W[1]), W[0]),
    "Boxes": (boxes("t", STAGES, ["to"]), [(3, 2), (3, 4), (3, 5)]),
    "Curves": (curves("t", [0, 1, 2], {"a": [1, NAN, 0], "b": [0, 0, 1]}), [[1, NAN, 0], [0, 0, 1]]),
    "Flow": (Flow("t", (Step("attend"), Step("think")), ((0, 1),)), []),
    "Histogram": (histogram("t", [0.1, 0.2, 0.9, 1.5], [0, 0.5, 1], "x"), [0.5, 0.5]),
    "Links": (links("t", NAMES, W), W),
    "Map": (word_map(NAMES, PLACES, 0.5, MOVED), np.hstack([PLACES, MOVED])),
    "MixBars": (mix_bars(NAMES[:2], NAMES, W[:2]), W[:2]),
    "Plane": (plane(NAMES, PLACES, MOVED), np.hstack([PLACES, MOVED])),
    "Product": (product("t", W, PLACES, (0, 0)), W @ PLACES),
    "Strip": (strip("t", NAMES, PLACES), PLACES),
    "Table": (MASKED, np.where(W > 0, W, NAN)),
}


# --- panels as arrays -------------------------------------------------------------------------


def test_every_kind_of_panel_is_here():
    for found in pkgutil.iter_modules(panels.__path__):
        importlib.import_module(f"{panels.__name__}.{found.name}")
    ours = [kind for kind in Panel.__subclasses__() if kind.__module__.startswith("helpers.")]
    assert sorted(kind.__name__ for kind in ours) == sorted(KINDS)
    assert [type(panel).__name__ for panel, _ in KINDS.values()] == list(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_panel_gives_its_numbers_as_an_array(kind):
    panel, numbers = KINDS[kind]
    array = panel.as_array()
    assert isinstance(array, np.ndarray) and array.dtype.kind in "fi"
    np.testing.assert_allclose(array, numbers, atol=1e-12)


def test_words_that_do_not_move_have_two_numbers_each():
    for panel in (plane(NAMES, PLACES), word_map(NAMES, PLACES, 0.5)):
        np.testing.assert_array_equal(panel.as_array(), PLACES)


# --- panels beside each other -----------------------------------------------------------------


class Blank(Panel):
    """A panel of a given size."""

    def __init__(self, width, height):
        self.title, self.size = "blank", (width, height)

    def drawn(self):
        return Drawing(*self.size)

    def in_words(self):
        return f"{self.size[0]} x {self.size[1]}"


def placed(*columns):
    """Where each panel lies, and the size of all."""
    found, width, height = arranged(Picture("t", tuple(tuple(Blank(*size) for size in c) for c in columns)))
    return [(left, top) for _, left, top in found], (width, height)


def test_one_panel_has_an_edge_round_it():
    places, (width, height) = placed([(300, 200)])
    assert places == [(EDGE, EDGE)] and width == 300 + 2 * EDGE
    assert height >= 200 + 2 * EDGE


def test_columns_stand_side_by_side_and_panels_below_each_other():
    places, (width, height) = placed([(100, 50), (120, 60)], [(200, 30)])
    assert places == [(EDGE, EDGE), (EDGE, EDGE + 50 + 12), (EDGE + 120 + GAP, EDGE)]
    assert width == 120 + GAP + 200 + 2 * EDGE and height == 50 + 12 + 60 + 12 + 2 * EDGE


def test_a_column_without_room_begins_a_new_line():
    rest = PAGE - GAP - 400
    places, (width, _) = placed([(400, 50)], [(rest, 90)], [(10, 20)])
    assert places == [(EDGE, EDGE), (EDGE + 400 + GAP, EDGE), (EDGE, EDGE + 90 + 12 + GAP)]
    assert width == PAGE + 2 * EDGE
    places, (width, height) = placed([(400, 50)], [(rest + 1, 90)], [(10, 20)])
    below = EDGE + 50 + 12 + GAP
    assert places == [(EDGE, EDGE), (EDGE, below), (EDGE + rest + 1 + GAP, below)]
    assert width == rest + 1 + GAP + 10 + 2 * EDGE and height == below + 90 + 12 + EDGE


def test_a_panel_that_is_wider_than_a_page_has_a_line_of_its_own():
    places, (width, _) = placed([(PAGE + 100, 50)], [(10, 20)])
    assert places == [(EDGE, EDGE), (EDGE, EDGE + 50 + 12 + GAP)] and width == PAGE + 100 + 2 * EDGE


# --- one file ---------------------------------------------------------------------------------


SVG = "{http://www.w3.org/2000/svg}"
TWO = Picture("two", ((KINDS["Plane"][0], KINDS["Table"][0]),), ("said",))
ALL = Picture("all & <more>", tuple((panel,) for panel, _ in KINDS.values()), ("said",))
HOSTILE = Picture("<!--", ((weights_table(['"><script>', "]]>", "a&b"], W, title="</svg>"),),))


def texts(panel):
    return [shape.text for shape in panel.drawn().shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("picture", [TWO, ALL, HOSTILE], ids=["two", "all", "hostile"])
def test_a_file_holds_every_text_of_every_panel(picture):
    svg = to_svg_file(picture)
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg" and "var(" not in svg and "<script>" not in svg
    for panel, group in zip(picture.panels, root.findall(f"{SVG}g"), strict=True):
        assert [text.text for text in group.iter(f"{SVG}text")] == texts(panel)
    assert root.find(f"{SVG}title").text == picture.title
    assert root.find(f"{SVG}desc").text == picture.in_words()


@pytest.mark.parametrize("picture", [TWO, ALL], ids=["two", "all"])
def test_a_file_lies_and_measures_as_arranged(picture):
    found, width, height = arranged(picture)
    root = ElementTree.fromstring(to_svg_file(picture))
    size = [f"{width:.0f}", f"{height:.0f}"]
    assert [root.get("width"), root.get("height")] == size
    assert root.get("viewBox").split() == ["0", "0", *size]
    moves = [group.get("transform") for group in root.findall(f"{SVG}g")]
    assert moves == [f"translate({left:.1f} {top:.1f})" for _, left, top in found]
    for drawing, left, top in found:
        assert 0 <= left and left + drawing.width <= width and 0 <= top and top + drawing.height <= height


def test_a_png_measures_as_arranged():
    for columns in (TWO.columns, ((KINDS["MixBars"][0],), (KINDS["Bars"][0],))):
        picture = Picture("t", columns)
        (_, width, height), png = arranged(picture), to_png(picture)
        size = [int.from_bytes(png[i : i + 4], "big") for i in (16, 20)]
        assert size == pytest.approx([2 * width, 2 * height], abs=2)


def test_a_file_lies_on_white_paper_with_its_colours_written_out():
    picture = Picture("t", ((mix_bars(["bank"], NAMES, W[:1]),),))
    svg = to_svg_file(picture)
    root = ElementTree.fromstring(svg)
    paper = root.find(f"{SVG}rect")
    assert paper.get("style") == "fill:#ffffff" and root[2] is paper  # below all else
    assert [paper.get(side) for side in ("width", "height")] == [
        root.get(side) for side in ("width", "height")
    ]
    for word in words(NAMES):
        assert svg.count(f"fill:{colours.colour(word.role)}") >= 3  # name, square and piece
    assert f"fill:{colours.colour('on-word0')}" in svg  # the number on a piece


def test_a_word_of_any_script_is_in_the_file_as_it_is():
    name = "\u0915\u093f\u0938\u093e\u0928 \U0001f600 \u05e9\u05dc\u05d5\u05dd"
    svg = to_svg_file(Picture(name, ((weights_table([Word(name, 0), "b"], np.eye(2)),),)))
    assert ElementTree.fromstring(svg.encode("utf-8")).find(f"{SVG}title").text == name
