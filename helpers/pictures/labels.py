"""Names beside points so that they do not lie on each other; the marks of where points move."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from helpers.arrays import Array
from helpers.pictures.shapes import SMALL, TEXT, Line, Ring, Shape, Text, fit, text_width
from helpers.pictures.word import Word

Spot = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Segment = tuple[float, float, float, float]  # from x, y to x, y

RING, WIDER = 5.5, 4.0  # px, the radius of an open circle, and how much wider one round it is
WIDEST = 16.0  # px, how much wider the outermost is
STAYS = 3.0  # px; what moves less stays where it is, for the eye
FAR = 12.0  # px, from the rim of a dot to its name; beyond, a thin line joins the two
GAPS = (8.0, 13.0, 19.0, 26.0, 34.0)  # px, from the middle of a dot to its name, the wider ones for crowds
MARK = 13.0  # px, the side of a dot or circle that a name should not cover
ROUNDS = 3  # so often each name may move again, once the others have their places
# What each px² of a name costs that lies on another name or on a dot; each px on a line; each px that its dot
# is farther than it must be, or farther than the dot of another name; each step to a less liked place.
ON_NAME, ON_DOT, ON_LINE, AWAY, MISLED, STEP = 8.0, 2.0, 5.0, 1.5, 4.0, 0.4

# Where a name may stand: how far beside its dot (1: it begins or ends there) and how far above or below, the
# preferred ones first, on the side that looks away from the origin.
BESIDE = ((1, 0.5), (1, 0), (0, 1), (1, -0.5), (-1, 0), (0, -1))
CORNERS = tuple((s * shift, r) for shift in (0.7, 0.35) for r in (1, -1) for s in (1, -1))
BEHIND = ((-1, 0.5), (-1, -0.5))
# gap, beside, above or below: shape (3, n_tries)
TRIES = np.array([(gap, *place) for gap in GAPS for place in (*BESIDE, *CORNERS, *BEHIND)], dtype=float).T


class Move(NamedTuple):
    """Where attention moves the tip or dot of a word, in px, and the colour role of the word."""

    old: Spot
    new: Spot
    role: str


def moved_marks(moves: Sequence[Move]) -> list[Shape]:
    """A dotted line to an open circle for each move; draw them last, so that no other mark hides one.

    A move of less than 3 px has no line, and its circle is round the dot or tip that stays. Circles at one
    place lie inside each other, so that each is seen.
    """
    stays = [_distance(move.old, move.new) < STAYS for move in moves]
    sizes = [0] * len(moves)  # in steps; the last circle of a place is the innermost
    for i in reversed(range(len(moves))):
        here = [j for j, move in enumerate(moves) if _distance(move.new, moves[i].new) < WIDER]
        inner = [sizes[j] for j in here if j > i]
        sizes[i] = max(inner) + 1 if inner else int(any(stays[j] for j in here))
    step = min(WIDER, WIDEST / max([1, *sizes]))
    lines: list[Shape] = [
        Line(*move.old, *move.new, move.role, 1.5, dotted=True)
        for move, stay in zip(moves, stays, strict=True)
        if not stay
    ]
    rings: list[Shape] = [
        Ring(*move.new, RING + step * size, move.role, None if size else "page")
        for move, size in zip(moves, sizes, strict=True)
    ]
    return lines + rings


def to_keep_free(shapes: Sequence[Shape]) -> tuple[list[Spot], list[Segment]]:
    """What no name should cover, for `names_beside`: marks where circles lie, and lines."""
    marks: list[Spot] = []
    lines: list[Segment] = []
    for shape in shapes:
        if isinstance(shape, Ring):  # a wide one is as large as four marks
            reach = max(0.0, shape.r - MARK / 2)
            corners = itertools.product((-reach, reach), repeat=2) if reach else [(0.0, 0.0)]
            marks += [(shape.x + dx, shape.y + dy) for dx, dy in corners]
        elif isinstance(shape, Line):
            lines.append((shape.x1, shape.y1, shape.x2, shape.y2))
    return marks, lines


def names_beside(
    words: Sequence[Word],
    places: Sequence[Spot],
    marks: Sequence[Spot],
    origin: Spot,
    frame: Box,
    faint: Sequence[bool] = (),
    lines: Sequence[Segment] = (),
) -> list[Shape]:
    """The words beside their places, not on each other and not on the marks and lines.

    A thin line joins a word to its place if it lies far from it.
    """
    faint = faint or [False] * len(words)
    looks = [(SMALL, False) if dim else (TEXT, True) for dim in faint]
    room = frame[2] - frame[0] - 8
    names = [fit(str(word), room, size, bold) for word, (size, bold) in zip(words, looks, strict=True)]
    sizes = [(text_width(name, *look), look[0] + 3.0) for name, look in zip(names, looks, strict=True)]
    spots = place_labels(places, sizes, origin, frame, marks, lines)
    joins: list[Shape] = []
    texts: list[Shape] = []
    for i, (name, place, spot) in enumerate(zip(names, places, spots, strict=True)):
        box, dim = _box(*spot, *sizes[i]), faint[i]
        joins += _join(place, box, 3 if dim else 5, "axis" if dim else words[i].role)
        # The guess of a width is careful, so a name begins or ends at its dot, whatever its true width is.
        x, anchor = spot[0], "middle"
        if box[0] > place[0]:
            x, anchor = box[0], "start"
        elif box[2] < place[0]:
            x, anchor = box[2], "end"
        role = "muted" if dim else words[i].role
        texts.append(Text(x, spot[1], name, role, looks[i][0], anchor, bold=not dim, halo=True))
    return joins + texts


def place_labels(
    points: Sequence[Spot],
    sizes: Sequence[Spot],
    origin: Spot,
    frame: Box,
    obstacles: Sequence[Spot] = (),
    lines: Sequence[Segment] = (),
) -> list[Spot]:
    """A middle for each name.

    Each name tries places around its point, the near ones and the one that looks away from `origin` first,
    and takes the place that covers least of the other names, the points, the obstacles and the lines. Then
    each may move again, since the later names were not there yet.

    Parameters
    ----------
    points : sequence of (x, y)
        In px, y downward.
    sizes : sequence of (width, height)
        Of the names.
    origin : (x, y)
        Where arrows start; names prefer the far side.
    frame : (left, top, right, bottom)
        No name leaves it.
    obstacles : sequence of (x, y)
        More points that should stay visible.
    lines : sequence of (x1, y1, x2, y2)
        Lines that should stay visible.
    """
    if not points:
        return []
    dots = np.array([_box(x, y, MARK, MARK) for x, y in (*points, *obstacles)])  # (n_dots, 4)
    segments = np.array(lines, dtype=float).reshape(-1, 4)
    boxes = np.vstack(
        [_around(*spot, *size, origin, frame) for spot, size in zip(points, sizes, strict=True)]
    )
    n_tries = len(boxes) // len(points)
    whose = np.repeat(np.arange(len(points)), n_tries)  # boxes[k] is a place for the name of points[whose[k]]
    spots = np.array(points, dtype=float)
    join = _joins(spots[whose], boxes)  # (n_boxes, 4)
    gaps = _distances(boxes, points)  # (n_boxes, n_points)
    own = gaps[np.arange(len(boxes)), whose]
    others = np.where(whose[:, None] == np.arange(len(points)), np.inf, gaps)
    cost = STEP * (np.arange(len(boxes)) % (n_tries // len(GAPS))) + AWAY * np.maximum(0, own - GAPS[0])
    cost += MISLED * np.maximum(0, own[:, None] - others).max(axis=1)
    cost += ON_DOT * _overlaps(boxes, dots).sum(axis=1)
    cost += ON_LINE * _lengths_inside(boxes, segments).sum(axis=1)
    join[own <= FAR + 5, 2:] = spots[whose][own <= FAR + 5]  # so near that no line is drawn
    crossed = _lengths_inside(dots, join)  # (n_dots, n_boxes)
    cost += ON_LINE * (crossed.sum(axis=0) - crossed[whose, np.arange(len(boxes))])
    shape = (len(points), n_tries)
    tries, joins, costs = boxes.reshape(*shape, 4), join.reshape(*shape, 4), cost.reshape(shape)
    # Where the best places are not in each other's way, that is all: mostly so, and a slider must not wait.
    each, best = np.arange(len(points)), np.argmin(np.round(costs, 3), axis=1)
    taken, joined = tries[each, best], joins[each, best]
    in_the_way = _overlaps(taken, taken) + _lengths_inside(taken, joined)
    in_the_way[each, each] = 0
    if in_the_way.any():
        taken = _places_that_agree(tries, joins, costs)
    return [(float(x), float(y)) for x, y in (taken[:, :2] + taken[:, 2:]) / 2]


def _places_that_agree(tries: Array, joins: Array, costs: Array) -> Array:
    """One box for each name, in turn and again, until none would rather lie elsewhere."""
    taken, joined = np.full((2, len(tries), 4), -1e9)  # far away, until a name has its place
    for _ in range(ROUNDS):
        before = taken.copy()
        for i, (boxes, join) in enumerate(zip(tries, joins, strict=True)):
            names, ways = np.delete(taken, i, axis=0), np.delete(joined, i, axis=0)
            cost = costs[i] + ON_NAME * _overlaps(boxes, names).sum(axis=1)
            cost += ON_LINE * _lengths_inside(boxes, ways).sum(axis=1)
            cost += ON_LINE * _lengths_inside(names, join).sum(axis=0)
            best = np.argmin(np.round(cost, 3))  # rounded, so that ties keep their order
            taken[i], joined[i] = boxes[best], join[best]
        if np.array_equal(before, taken):
            break
    return taken


def _join(place: Spot, box: Box, rim: float, role: str) -> list[Shape]:
    """A thin line from the rim of a dot to its name, if the name is far from it."""
    x, y = place
    near = min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])
    far = _distance(place, near)
    if far - rim <= FAR:
        return []
    start, end = (rim + 1.5) / far, 1 - 1 / far
    (x1, y1), (x2, y2) = ((x + share * (near[0] - x), y + share * (near[1] - y)) for share in (start, end))
    return [Line(x1, y1, x2, y2, role)]


def _around(x: float, y: float, width: float, height: float, origin: Spot, frame: Box) -> Array:
    """Boxes for a name near a point and inside the frame, the preferred ones first, shape (n_tries, 4).

    The wider rings are for crowds.
    """
    left, top, right, bottom = frame
    across, down = (1 if x >= origin[0] else -1), (1 if y >= origin[1] else -1)
    gap, side, rise = TRIES
    middle_x = x + across * side * (width / 2 + gap)
    middle_y = y + down * rise * (height / 2 + gap - 1)
    middle_x = np.minimum(np.maximum(middle_x, left + width / 2 + 2), right - width / 2 - 2)
    middle_y = np.minimum(np.maximum(middle_y, top + height / 2 + 2), bottom - height / 2 - 2)
    return np.stack(
        [middle_x - width / 2, middle_y - height / 2, middle_x + width / 2, middle_y + height / 2], axis=1
    )


def _box(x: float, y: float, width: float, height: float) -> Box:
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _distance(a: Spot, b: Spot) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))


def _distances(boxes: Array, points: Sequence[Spot]) -> Array:
    """How far each point lies from each box, shape (n_boxes, n_points)."""
    x, y = np.array(points, dtype=float).reshape(-1, 2).T
    left, top, right, bottom = boxes.T[:, :, None]
    across = np.maximum(0, np.maximum(left - x, x - right))
    return np.asarray(np.hypot(across, np.maximum(0, np.maximum(top - y, y - bottom))))


def _overlaps(boxes: Array, others: Array) -> Array:
    """The area that each box shares with each of the others, shape (n_boxes, n_others)."""
    left, top, right, bottom = boxes.T[:, :, None]
    width = np.minimum(right, others[:, 2]) - np.maximum(left, others[:, 0])
    height = np.minimum(bottom, others[:, 3]) - np.maximum(top, others[:, 1])
    return np.asarray(np.maximum(0, width) * np.maximum(0, height))


def _joins(spots: Array, boxes: Array) -> Array:
    """The shortest way from each point to its box, as a line, shape (n_boxes, 4)."""
    return np.hstack([spots, np.clip(spots, boxes[:, :2], boxes[:, 2:])])


def _lengths_inside(boxes: Array, segments: Array) -> Array:
    """How much of each line lies in each box, in px, shape (n_boxes, n_segments)."""
    x, y, x_end, y_end = segments.T
    across, down = x_end - x, y_end - y
    length = np.hypot(across, down)
    # Upright and level lines have a small slope: nothing is divided by 0.
    across, down = (np.where(np.abs(way) < 1e-9, 1e-9, way) for way in (across, down))
    left, top, right, bottom = boxes.T[:, :, None]
    low, high = (left - x) / across, (right - x) / across  # as shares of the line
    upper, lower = (top - y) / down, (bottom - y) / down
    enter = np.maximum(np.minimum(low, high), np.minimum(upper, lower))
    leave = np.minimum(np.maximum(low, high), np.maximum(upper, lower))
    return np.asarray(length * np.maximum(0, np.minimum(leave, 1) - np.maximum(enter, 0)))
