"""Planes: arrows that are all seen, circles, names, the grid that a matrix moves, how far a plane reaches."""

import numpy as np
import pytest

from helpers.pictures import Word, limit_for, plane
from helpers.pictures.panels.planes import _inside
from helpers.pictures.shapes import Line, Ring, Text
from tests.helpers.pictures.panels.shapes_of import inside
from tests.layout import box, check_layout


def grid_lines(panel):
    return [s for s in panel.drawn().shapes if isinstance(s, Line) and s.stroke == "word0" and not s.arrow]


def test_the_identity_lays_the_new_grid_on_the_old():
    panel = plane([], np.zeros((0, 2)), limit=2, grid=np.eye(2))
    old = {
        (s.x1, s.y1, s.x2, s.y2) for s in panel.drawn().shapes if isinstance(s, Line) and s.stroke != "word0"
    }
    new = {(s.x1, s.y1, s.x2, s.y2) for s in grid_lines(panel)}
    assert new == old and len(new) == 18


@pytest.mark.parametrize(
    "matrix", [[[3.0, 1.0], [-2.0, 3.0]], [[0.0, 0.0], [0.0, 0.0]], [[1.0, 1.0], [1.0, 1.0]]]
)
def test_a_moved_grid_stays_inside_the_plane(matrix):
    assert inside(plane([], np.zeros((0, 2)), limit=2, grid=matrix))


def test_a_grid_says_where_the_units_go():
    text = plane([], np.zeros((0, 2)), grid=[[1.0, 0.5], [-0.5, 1.0]]).in_words()
    assert "(1, 0) goes to (1.00, 0.50)" in text and "(0, 1) goes to (-0.50, 1.00)" in text


def test_a_line_is_cut_where_the_plane_ends():
    assert _inside((-4.0, 0.0), (4.0, 0.0), 2) == ((-2.0, 0.0), (2.0, 0.0))
    assert _inside((-4.0, 1.0), (0.0, 1.0), 2) == ((-2.0, 1.0), (0.0, 1.0))
    assert _inside((-4.0, 3.0), (4.0, 3.0), 2) is None
    assert _inside((3.0, -4.0), (3.0, 4.0), 2) is None
    assert _inside((-4.0, 0.0), (0.0, 4.0), 1) is None


def arrows(panel):
    return {s.stroke: s for s in panel.drawn().shapes if isinstance(s, Line) and s.arrow}


def distance(spot, line):
    """Of a point to a line between two points."""
    (x, y), start = spot, np.array([line.x1, line.y1])
    way = np.array([line.x2, line.y2]) - start
    share = np.clip((np.array([x, y]) - start) @ way / (way @ way), 0, 1)
    return float(np.hypot(*(start + share * way - [x, y])))


@pytest.mark.parametrize(
    "tips",
    [
        [[2, 1], [1, 0.5]],  # one direction
        [[1, 0.5], [2, 1]],  # the short one first
        [[2, 1], [2, 1]],  # one place
        [[-2, 0.02], [-2, -0.02]],  # where angles jump from 180 to -180
        [[2, 1], [1.5, 0.76]],  # nearly one direction
        [[2, 0], [1.5, 0], [1, 0]],
        [[2, 0], [2, 0], [2, 0], [2, 0]],
        [[2, 0]] * 7,
    ],
)
def test_arrows_with_one_direction_stand_side_by_side(tips):
    """The shaft of each can be seen all along, and its tip lies a few px from its place at most."""
    names = [Word(letter, slot) for slot, letter in enumerate("abcdefg"[: len(tips)])]
    panel = plane(names, tips, limit=3)
    found, scale = arrows(panel), (330 / 2 - 12) / 3
    assert len(found) == len(tips)
    for word, (x, y) in zip(names, tips, strict=True):
        arrow, others = found[word.role], [other for role, other in found.items() if role != word.role]
        for share in (0.2, 0.5, 0.8):
            spot = [a + share * (b - a) for a, b in ((arrow.x1, arrow.x2), (arrow.y1, arrow.y2))]
            assert min(distance(spot, other) for other in others) >= (2.5 if len(tips) < 5 else 1.9)
        assert np.hypot(arrow.x2 - 165 - scale * x, arrow.y2 - (26 + 165) + scale * y) <= 6.01


def test_arrows_that_are_seen_anyway_stay_in_their_place():
    for tips in ([[2, 1], [1, 2]], [[2, 1], [-2, -1]], [[2, 1], [0, 0]], [[2.9, 0], [2.9, 0.3]]):
        alone = [arrows(plane([Word("a", i)], [tip]))[f"word{i}"] for i, tip in enumerate(tips)]
        assert list(arrows(plane([Word("a", 0), Word("b", 1)], tips)).values()) == sorted(
            alone, key=lambda s: -np.hypot(s.x2 - s.x1, s.y2 - s.y1)
        )


def test_an_arrow_that_turns_glides_to_the_side():
    """While a learner turns one arrow to another, neither jumps (but where one passes the other)."""
    turned = np.radians(np.arange(20, 0.2, -0.1))
    ends = [
        (arrow.x2 - 165 - 102 * np.cos(angle), arrow.y2 - 191 + 102 * np.sin(angle))
        for angle in turned
        for arrow in [
            arrows(
                plane([Word("a", 0), Word("b", 1)], [[2, 0], [2 * np.cos(angle), 2 * np.sin(angle)]], limit=3)
            )["word1"]
        ]
    ]
    assert np.abs(np.diff(ends, axis=0)).max() < 0.2 and np.hypot(*ends[-1]) > 1.5


def shapes_of(panel, kind):
    return [s for s in panel.drawn().shapes if isinstance(s, kind)]


def test_circles_lie_over_all_arrows_and_lines():
    """An open circle under the mark of another word is seen: circles come after arrows and dotted lines."""
    panel = plane(["a", "b", "c"], [[1, 0], [0, 1], [-1, -1]], [[0, 1], [1, 0], [0, 0]])
    kinds = [
        "circle" if isinstance(s, Ring) else "line" for s in panel.drawn().shapes
        if isinstance(s, Ring) or (isinstance(s, Line) and (s.arrow or s.dotted))
    ]  # fmt: skip
    assert kinds == ["line"] * 6 + ["circle"] * 3


def test_a_move_of_no_length_has_a_circle_and_no_line():
    panel = plane(["a", "b"], [[1, 0], [0, 1]], [[1.001, 0], [0.5, 1]])
    (dotted,) = [s for s in shapes_of(panel, Line) if s.dotted]
    assert len(shapes_of(panel, Ring)) == 2 and dotted.x2 > dotted.x1 + 3


def test_circles_at_one_place_lie_inside_each_other():
    panel = plane(list("abcdefg"), np.eye(7)[:, :2], np.full((7, 2), 0.5))
    rings = shapes_of(panel, Ring)
    assert len(rings) == 7 and [ring.fill for ring in rings] == [None] * 6 + ["page"]
    steps = np.diff([ring.r for ring in rings])
    assert (steps < -2).all() and rings[-1].r == 5.5 and rings[0].r < 25


def test_names_do_not_lie_on_arrows():
    """A name lies on no shaft, its own or another's, where there is a free place."""
    for seed in range(20):
        tips = np.random.default_rng(seed).uniform(-2, 2, (4, 2))
        drawing = plane(["money", "bank", "grows", "river"], tips).drawn()
        shafts = [s for s in drawing.shapes if isinstance(s, Line) and s.arrow]
        for name in [s for s in drawing.shapes if isinstance(s, Text) and s.halo]:
            left, top, right, bottom = box(name)
            for shaft in shafts:
                along = np.linspace((shaft.x1, shaft.y1), (shaft.x2, shaft.y2), 200)
                inside_it = ((along > [left, top]) & (along < [right, bottom])).all(axis=1)
                assert not inside_it.any(), (seed, name.text)
        check_layout(drawing)


def test_a_long_name_is_cut_to_the_plane():
    panel = plane(["incomprehensibilities" * 3], [[1.0, 1.0]])
    check_layout(panel.drawn())
    assert any(s.text.endswith("\u2026") for s in shapes_of(panel, Text))
    assert "incomprehensibilities" * 3 in panel.in_words()


def test_a_plane_can_be_smaller():
    assert plane(["a"], [[1.0, 1.0]], side=200).drawn().width == 200


def test_a_limit_is_round_and_large_enough():
    assert [limit_for([[x, 0.0]]) for x in (0.0, 1.0, 1.1, -3.0, 8.0)] == [1, 1, 2, 4, 8]
    assert limit_for([0.5], [[5.0, -6.0]]) == 8
