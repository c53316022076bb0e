"""Maps: names near their dots, joined by a line where they are not, and circles over dots."""

import numpy as np
import pytest

from helpers.pictures import Word, word_map
from helpers.pictures.shapes import Line, Ring, Text
from tests.layout import box, check_layout

NAMES = ["king", "queen", "man", "woman", "prince"]
CROWD = [[0.0, 0.1], [0.1, 0.0], [0.0, 0.0], [0.1, 0.1], [-0.1, 0.05]]  # a map reaches to 3: 6 px apart


def shapes(panel, kind):
    return [s for s in panel.drawn().shapes if isinstance(s, kind)]


def to_box(x, y, text):
    """How far a point lies from a text."""
    left, top, right, bottom = box(text)
    return float(np.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom)))


def named(panel):
    """Each name with its dot, in the order of the words."""
    dots = {str(p.word): p for p in panel.points}
    names = {s.text: s for s in shapes(panel, Text) if s.halo}
    order = sorted(panel.points, key=lambda point: not point.faint)
    rings = dict(zip((str(p.word) for p in order), shapes(panel, Ring), strict=False))
    return [(names[name], rings[name]) for name in dots]


def test_a_name_alone_is_near_its_dot_and_has_no_line():
    panel = word_map(["bank", "it", "river"], [[2, 2], [-2, 1], [1.8, -2]], 0.5)
    for name, dot in named(panel):
        assert to_box(dot.x, dot.y, name) - dot.r < 6
        # It begins or ends at its dot, in whichever font.
        left, _, right, _ = box(name)
        assert name.anchor == ("start" if left > dot.x else "end" if right < dot.x else "middle")
    assert not shapes(panel, Line)


@pytest.mark.parametrize("faint", [False, True])
def test_a_name_far_from_its_dot_is_joined_to_it(faint):
    """In a crowd some names lie far from their dots: a thin line leads from the dot to the name."""
    many = [*NAMES, "boy", "girl", "lion", "wolf"]
    panel = word_map(
        many, np.random.default_rng(0).uniform(-0.3, 0.3, (9, 2)), 0.5, faint=[faint] * 9, limit=3
    )
    lines, far = shapes(panel, Line), 0
    for word, (name, dot) in zip(panel.points, named(panel), strict=True):
        near = to_box(dot.x, dot.y, name)
        joined = [
            line for line in lines
            if np.hypot(line.x1 - dot.x, line.y1 - dot.y) < dot.r + 3 and to_box(line.x2, line.y2, name) < 5
        ]  # fmt: skip
        if near - dot.r > 15:  # the tests' guess of a width is shorter
            far += 1
            assert [(line.stroke, line.width) for line in joined] == [
                ("axis" if faint else word.word.role, 1)
            ]
        assert near < 50
    assert 1 <= far <= len(lines) <= 9
    assert (
        np.mean([to_box(dot.x, dot.y, name) for name, dot in named(panel)]) < 15.5
    )  # the others are as near as they can be
    check_layout(panel.drawn())


def test_names_in_a_crowd_cover_neither_names_nor_dots():
    panel = word_map([*NAMES, "dog", "cat"], [*CROWD, [0.4, 0.3], [-0.4, -0.3]], 0.5, limit=3.0)
    check_layout(panel.drawn())
    for name, _ in named(panel):
        for dot in shapes(panel, Ring):
            assert to_box(dot.x, dot.y, name) > 2, name.text


def test_the_background_lies_behind():
    """A faint dot that comes after a word at its place does not cover it."""
    panel = word_map(["a", "b", "c"], [[1, 1], [1, 1], [0, 0]], 0.5, faint=[False, True, True])
    assert [ring.r for ring in shapes(panel, Ring)] == [3, 3, 5]
    assert {str(p.word): p.faint for p in panel.points} == {"a": False, "b": True, "c": True}


def test_a_dot_that_stays_is_seen_inside_its_circle():
    """Also where another word moves to it, before or after it in the list."""
    for order in ([0, 1], [1, 0]):
        before, after = np.array([[1, 1], [0, 0]])[order], np.array([[0, 0], [0, 0]])
        dots, rings = np.split(np.array(shapes(word_map(["a", "b"], before, 0.5, after), Ring)), 2)
        assert all(ring.fill is None and ring.r > 5 + 2.5 for ring in rings)
        assert abs(rings[0].r - rings[1].r) > 2.5 and all(dot.fill for dot in dots)


def test_circles_lie_over_all_dots():
    """A word that moves to the place of another has its circle there; one that stays has it round its dot."""
    before, after = [[1, 0], [0, 1], [-1, 0]], [[0, 1], [1, 0], [-1, 0.001]]
    panel = word_map([Word(name, slot) for slot, name in enumerate("abc")], before, 0.5, after)
    assert [ring.fill for ring in shapes(panel, Ring)] == ["word0", "word1", "word2", "page", "page", None]
    assert [line.stroke for line in shapes(panel, Line) if line.dotted] == ["word0", "word1"]
