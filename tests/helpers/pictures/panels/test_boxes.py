"""Boxes: every matrix to one scale, with its name, its shape, and what is done between them."""

import itertools
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from helpers.pictures import Box, Boxes, Picture, boxes, show, to_html, to_png, to_svg
from helpers.pictures.panels.boxes import GRID, LEAST
from helpers.pictures.shapes import Line, Rect, Text, text_width
from tests.helpers.pictures.panels.shapes_of import inside, rects, texts
from tests.layout import check_layout
from tests.refusals import refusal, says

CHAIN = boxes(
    "self-attention",
    [
        [Box("X", (4, 6))],
        [Box("Q", (4, 2), 0), Box("K", (4, 2), 1), Box("V", (4, 2), 2)],
        [Box("scores", (4, 4))],
        [Box("weights", (4, 4))],
        [Box("Z", (4, 2), 2)],
    ],
    ["@ W_Q, W_K, W_V", "Q @ K\u1d40 / \u221ad_k", "softmax", "@ V"],
)
HEADS = boxes(
    "two heads",
    [
        [Box("X", (4, 8))],
        [Box(name, (4, 8), 0, 2) for name in "QKV"],
        [Box("head 0", (4, 4), 0), Box("head 1", (4, 4), 1)],
        [Box("joined", (4, 8), 0, 2)],
        [Box("Z", (4, 8))],
    ],
    ["@ W_Q, W_K, W_V", "split, attend", "side by side", "@ W_O"],
    note="each head has half of the columns",
)
PANELS = {
    "chain": CHAIN,
    "heads": HEADS,
    "alone": boxes("t", [[Box("X", (1, 1))]], []),
    "a title that is wider": boxes("a title that is wider than its box", [[Box("X", (2, 2))]], []),
    "flat": boxes("GPT-2", [[Box("X", (10, 768))], [Box("Q", (10, 768), 3, 12)]], ["@ W_Q"]),
    "tall": boxes("t", [[Box("X", (200, 1))], [Box("a", (1, 200)), Box("b", (200, 200))]], ["x"]),
    "eight heads": boxes(
        "t", [[Box("X", (8, 16))], [Box(f"head {h}", (8, 2), h % 7) for h in range(8)]], ["split"]
    ),
    "long words": boxes(
        "t", [[Box("n" * 60, (4, 4))], [Box("Z", (4, 4))]], ["a label of very many words " * 2]
    ),
    "two lines": boxes("t", [[Box("X", (2, 2))], [Box("Z", (2, 2))]], ["@ W_Q,\nW_K"]),
    "no label": boxes("t", [[Box("X", (2, 2))], [Box("Z", (2, 2))]], [""]),
}


def frames(panel):
    """The outline of each box, in the order of the boxes."""
    return [rect for rect in rects(panel) if rect.stroke == "axis"]


def listed(panel):
    return [box for stage in panel.stages for box in stage]


@pytest.mark.parametrize("panel", PANELS.values(), ids=PANELS)
def test_every_box_is_drawn_to_one_scale(panel):
    """A row and a column are equally long in all boxes, unless a side would be shorter than 14 px."""
    assert len(frames(panel)) == len(listed(panel))
    for rect, box in zip(frames(panel), listed(panel), strict=True):
        rows, columns = box.shape
        assert rect.width == pytest.approx(max(LEAST, columns * panel.scale))
        assert rect.height == pytest.approx(max(LEAST, rows * panel.scale))
        if min(rows, columns) * panel.scale > LEAST:
            assert rect.width / rect.height == pytest.approx(columns / rows)


def test_in_the_chain_nothing_is_out_of_proportion():
    widths = [rect.width for rect in frames(CHAIN)]
    heights = [rect.height for rect in frames(CHAIN)]
    assert np.array(widths) / widths[0] * 6 == pytest.approx([6, 2, 2, 2, 4, 4, 2])
    assert np.array(heights) / widths[0] * 6 == pytest.approx([4] * 7)
    assert 100 <= max(widths) <= 120 and CHAIN.drawn().width < 900 and CHAIN.drawn().height <= 430


def test_the_largest_box_shrinks_where_the_page_is_full():
    assert HEADS.drawn().width <= 900 and HEADS.scale < 110 / 8
    assert PANELS["alone"].scale == 110
    chosen = boxes("t", [[Box("X", (2, 4))]], [], scale=9)
    assert chosen.scale == 9.0 and frames(chosen)[0].width == 36


@pytest.mark.parametrize("panel", PANELS.values(), ids=PANELS)
def test_nothing_is_clipped_or_covered(panel):
    check_layout(panel.drawn())
    assert inside(panel)
    for a, b in itertools.combinations(frames(panel), 2):
        apart_x = a.x + a.width < b.x or b.x + b.width < a.x
        assert apart_x or a.y + a.height < b.y or b.y + b.height < a.y
    for text in texts(panel):
        left = text.x - 0.45 * text_width(text.text, text.size, text.bold)
        right = 2 * text.x - left
        for box in frames(panel):
            clear = right <= box.x or box.x + box.width <= left
            assert clear or text.y + 7 <= box.y or box.y + box.height <= text.y - 7, text


def test_below_each_box_stand_its_name_and_its_shape():
    for panel in (CHAIN, HEADS):
        for rect, box in zip(frames(panel), listed(panel), strict=True):
            below = [
                text
                for text in texts(panel)
                if abs(text.x - rect.x - rect.width / 2) < 1 and 0 < text.y - rect.y - rect.height < 40
            ]
            assert [(text.text, text.bold) for text in below] == [
                (box.name, True), (f"({box.shape[0]}, {box.shape[1]})", False),
            ]  # fmt: skip


def test_arrows_lead_from_stage_to_stage_with_their_labels():
    arrows = [s for s in CHAIN.drawn().shapes if isinstance(s, Line) and s.arrow]
    sides = [(min(r.x for r in group), max(r.x + r.width for r in group)) for group in (
        frames(CHAIN)[:1], frames(CHAIN)[1:4], frames(CHAIN)[4:5], frames(CHAIN)[5:6], frames(CHAIN)[6:],
    )]  # fmt: skip
    for arrow, label, (_, end), (start, _) in zip(arrows, CHAIN.labels, sides, sides[1:], strict=False):
        assert end < arrow.x1 < arrow.x2 < start and arrow.y1 == arrow.y2
        (text,) = [text for text in texts(CHAIN) if text.text == label]
        assert arrow.x1 < text.x < arrow.x2 and text.y < arrow.y1 - 7
    assert len(arrows) == 4


def test_a_label_may_have_lines():
    shown = [text for text in texts(PANELS["two lines"]) if "W_" in text.text]
    assert [text.text for text in shown] == ["@ W_Q,", "W_K"] and shown[0].y < shown[1].y
    assert "-> @ W_Q, W_K -> Z (2, 2)" in PANELS["two lines"].in_words()


def test_rows_and_columns_have_lines_where_there_is_room():
    def grid(panel):
        return [s for s in panel.drawn().shapes if isinstance(s, Line) and s.stroke == "line"]

    assert len(grid(boxes("t", [[Box("X", (4, 6))]], []))) == 3 + 5
    assert len(grid(boxes("t", [[Box("X", (4, 6))]], [], scale=GRID))) == 3 + 5
    assert grid(boxes("t", [[Box("X", (4, 6))]], [], scale=GRID - 0.5)) == []


def test_parts_are_equal_blocks_of_different_colours():
    panel = boxes("t", [[Box("Q", (4, 6), 5, 3)]], [])
    (frame,) = frames(panel)
    blocks = [rect for rect in rects(panel) if rect.fill and rect.fill.startswith("word")]
    cuts = [rect for rect in rects(panel) if rect.fill == "ink"]
    assert [block.fill for block in blocks] == ["word5", "word6", "word0"]
    assert [block.width for block in blocks] == pytest.approx([frame.width / 3] * 3)
    assert [cut.x + cut.width / 2 for cut in cuts] == pytest.approx([block.x for block in blocks[1:]])
    assert {(r.y, r.height) for r in (*blocks, *cuts)} == {(frame.y, frame.height)}
    assert [rect.fill for rect in rects(CHAIN) if rect.fill] == ["word0", "word1", "word2", "word2"]


def test_it_says_its_stages():
    assert CHAIN.in_words().split("\n") == [
        "self-attention",
        "X (4, 6)",
        "-> @ W_Q, W_K, W_V -> Q (4, 2), K (4, 2), V (4, 2)",
        "-> Q @ K\u1d40 / \u221ad_k -> scores (4, 4)",
        "-> softmax -> weights (4, 4)",
        "-> @ V -> Z (4, 2)",
    ]
    assert HEADS.in_words().split("\n")[1] == "each head has half of the columns"
    assert "joined (4, 8) in 2 parts" in HEADS.in_words()
    assert PANELS["no label"].in_words().endswith("\n-> Z (2, 2)")
    assert HEADS.as_array().tolist() == [[4, 8]] * 4 + [[4, 4]] * 2 + [[4, 8]] * 2


def test_it_is_shown_live_and_on_paper():
    panel = boxes("<i>", [[Box("<b>&", np.zeros((4, 2)).shape)], [Box("Z", (4, np.int64(2)))]], ["<u>"])
    assert isinstance(panel, Boxes) and listed(panel)[1].shape == (4, 2)
    ElementTree.fromstring(to_html(Picture("t", ((panel, HEADS),))))
    assert not any(mark in to_svg(panel) for mark in ("<b>", "<i>", "<u>"))
    assert to_png(Picture("t", ((panel, CHAIN),))) is not None and "Z (4, 2)" in repr(show(panel))
    assert all(isinstance(shape, (Rect, Line, Text)) for shape in panel.drawn().shapes)


Q = Box("Q", (4, 2))


@pytest.mark.parametrize(
    ("stages", "labels", "parts"),
    [
        ([[Box("Q", (4, 0))]], [], ["'Q'", "two whole numbers", "(4, 0)"]),
        ([[Box("Q", (4, 2.0))]], [], ["'Q'", "two whole numbers", "(4, 2.0)"]),
        ([[Box("Q", (-4, 2))]], [], ["'Q'", "(-4, 2)"]),
        ([[Box("Q", (2, 4, 2))]], [], ["'Q'", "(2, 4, 2)"]),
        ([[Box("Q", 4)]], [], ["'Q'", "got 4"]),
        ([[Box("Q", (4, 2), parts=3)]], [], ["'Q' has 2 columns", "3 equal parts"]),
        ([[Box("Q", (4, 2), parts=0)]], [], ["'Q' has 2 columns", "0 equal parts"]),
        ([[Q], [Q]], [], ["'t'", "2 stages and 0 labels"]),
        ([[Q], [Q]], ["a", "b"], ["2 stages and 2 labels"]),
        ([], [], ["'t' need a stage", "0 stages"]),
        ([[Q], []], ["a"], ["'t'", "at least one box"]),
        ([["Q"]], [], ["must hold boxes", "got 'Q'"]),
        ([[Q], [Q]], "@", ["list of labels", "'@'"]),
        ([[Q], [Q]], [3], ["label between two stages", "got 3"]),
    ],
)
def test_it_refuses_in_one_sentence(stages, labels, parts):
    says(refusal(boxes, "t", stages, labels), *parts)


@pytest.mark.parametrize("scale", [0, -1.0, np.nan, np.inf])
def test_a_scale_is_above_0(scale):
    says(refusal(boxes, "t", [[Q]], [], scale=scale), "scale above 0")
