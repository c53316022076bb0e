"""A flow: boxes, notes and skips, in pixels and in words."""

import itertools

import pytest

from helpers.pictures import Flow, Picture, Step, show, to_html
from helpers.pictures.shapes import SMALL, Line, Rect, Text, text_width

BLOCK = Flow(
    "one block",
    (Step("X", "in"), Step("layer norm"), Step("a very long step", "and a note"), Step("+")),
    ((0, 3),),
)


def shapes(flow, kind):
    return [shape for shape in flow.drawn().shapes if isinstance(shape, kind)]


def test_every_step_has_a_box_and_every_note_stands_beside_it():
    boxes, texts = shapes(BLOCK, Rect), [text.text for text in shapes(BLOCK, Text)]
    assert len(boxes) == 4 and texts == [
        "one block",
        "X",
        "in",
        "layer norm",
        "a very long step",
        "and a note",
        "+",
    ]
    assert all(b.y - a.y > a.height for a, b in itertools.pairwise(boxes))
    assert all(text.size >= SMALL for text in shapes(BLOCK, Text))


FLOWS = [BLOCK, Flow("alone", (Step("X"),)), Flow("a title that is wider than its boxes", (Step("X"),))]


@pytest.mark.parametrize("flow", FLOWS, ids=["block", "alone", "long title"])
def test_nothing_is_clipped(flow):
    sheet = flow.drawn()
    for text in shapes(flow, Text):
        wide = text_width(text.text, text.size, text.bold)
        start = text.x if text.anchor == "start" else text.x - wide / 2
        assert start >= 0 and start + wide <= sheet.width
        assert 0 <= text.y - text.size / 2 and text.y + text.size / 2 <= sheet.height
    for line in shapes(flow, Line):
        assert 0 <= min(line.x1, line.x2) and max(line.y1, line.y2) <= sheet.height


def test_a_skip_leads_from_its_first_box_to_its_last():
    boxes = shapes(BLOCK, Rect)
    out, down, back = (line for line in shapes(BLOCK, Line) if line.stroke == "word0")
    assert boxes[0].y < out.y1 < boxes[0].y + boxes[0].height
    assert boxes[3].y < back.y2 < boxes[3].y + boxes[3].height
    assert back.arrow and down.x1 == down.x2 < boxes[0].x


def test_skips_that_overlap_run_in_lanes_of_their_own():
    steps = tuple(Step(str(i)) for i in range(7))
    for skips, lanes in [(((0, 3), (3, 6)), 1), (((0, 4), (2, 6)), 2)]:
        lines = shapes(Flow("f", steps, skips), Line)
        assert len({line.x1 for line in lines if line.stroke == "word0" and line.x1 == line.x2}) == lanes


def test_it_can_be_read_as_text_and_shown():
    text = Picture("p", ((BLOCK,),)).in_words()
    assert text.splitlines()[2:] == [
        "one block", "1. X: in", "2. layer norm", "3. a very long step: and a note", "4. +",
        "an arrow leads from 1 straight to 4",
    ]  # fmt: skip
    assert "a very long step" in to_html(Picture("p", ((BLOCK,),)))
    assert show(BLOCK).png.startswith(b"\x89PNG")
