"""Tables: every number in its cell, rows above in the same columns, frames, crosses, and room for all."""

import itertools

import numpy as np
import pytest

from helpers.pictures import Word, colours, number, table, weights_table, words
from helpers.pictures.panels.tables import UPRIGHT
from helpers.pictures.shapes import SMALL, TEXT, Line, text_width
from tests.helpers.pictures.panels.shapes_of import inside, rects, texts
from tests.layout import check_layout
from tests.refusals import refusal, says

NAMES = ["money", "bank", "grows"]
W = np.array([[0.6, 0.3, 0.1], [0.25, 0.7, 0.05], [0.0, 0.0, 1.0]])
SCORES = np.array([[3.1, -0.4, 0.0], [1.5, 2.25, -7.5], [0.1, 0.2, 9.0]])
CAUSAL = np.tril(np.ones((3, 3), dtype=bool))
LARGE = [-161.57, 1000.50, -51.84, 0.0, 9.995, -9.994, 99.96, 123456.789, -0.001, 12.5, 7.0, -99.94]
KINDS = {
    "short": list("abcdefghijkl"),
    "long": [f"incomprehensibility{i}" for i in range(12)],
    "repeated": ["the", "Wwwwwwwwwwwww", "the"] * 4,
    "unknown": [Word(f"zzqx{i}") for i in range(12)],
}


def cells(panel):
    """Each number with the one cell round it, in reading order: first those of the rows above."""
    boxes = [shape for shape in rects(panel) if shape.border == 1]
    middles = np.array([(box.x + box.width / 2, box.y + box.height / 2) for box in boxes])
    found = []
    for text in texts(panel):
        if not text.bold and text.fill != "muted":
            (place,) = np.flatnonzero(np.abs(middles - (text.x, text.y)).max(axis=1) < 0.01)
            found.append((text, boxes[place]))
    return found


def numbers(panel):
    return [text for text, _ in cells(panel)]


def boxes(panel):
    return [box for _, box in cells(panel)]


def frames(panel, border):
    """The frames of so many px: 2 round a marked cell, 2.5 round the row that asks."""
    return [shape for shape in rects(panel) if shape.border == border]


def edges(shape):
    return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height


def just_round(frame, left, top, right, bottom):
    """Does a frame lie on these edges, or at most 2 px beside them?"""
    return all(abs(a - b) <= 2 for a, b in zip(edges(frame), (left, top, right, bottom), strict=True))


def some(n, above=None, **options):
    """Weights of n words, below the scores of one row or of all if asked for."""
    labels, scores = words(KINDS["short"][:n]), np.resize(LARGE, (n, n))
    rows = {
        "one": table("scores", labels[:1], labels, scores[:1], shaded=False),
        "all": table("scores", labels, labels, scores, shaded=False),
    }
    return weights_table(labels, np.full((n, n), 1 / n), above=rows.get(above), **options)


# --- cells ------------------------------------------------------------------------------------


def test_a_narrow_table_keeps_every_number():
    names = [Word(name) for name in ("I", "love", "apple")]
    wide, narrow = (weights_table(names, np.eye(3), narrow=slim) for slim in (False, True))
    assert narrow.drawn().width < wide.drawn().width - 60
    assert [text.text for text in numbers(narrow)].count("1.00") == 3 and inside(narrow)


@pytest.mark.parametrize(("rows", "height"), [(1, 40), (3, 40), (4, 34), (5, 34), (6, 24), (8, 24), (9, 17)])
def test_many_rows_are_less_tall(rows, height):
    for above in (None, table("s", ["x"], NAMES, [[1, 2, 3]])):
        panel = table("t", KINDS["short"][:rows], NAMES, np.zeros((rows, 3)), above=above)
        np.testing.assert_allclose(np.diff([text.y for text in numbers(panel)[-3 * rows :: 3]]), height)
        assert {round(height - box.height, 6) for box in boxes(panel)} == {1 if rows > 8 else 3}


@pytest.mark.parametrize(("rows", "columns", "size"), [(8, 8, TEXT), (9, 3, SMALL), (3, 9, SMALL)])
def test_more_than_8_rows_or_columns_have_small_letters(rows, columns, size):
    panel = table("t", KINDS["short"][:rows], KINDS["short"][:columns], np.zeros((rows, columns)))
    assert {text.size for text in numbers(panel)} == {size}
    names = [text for text in texts(panel) if text.bold and text.size < 16 and text.anchor != "end"]
    assert len(names) == columns and {name.size for name in names} == {size}


def test_more_than_8_columns_have_small_cells():
    widths = [some(n).drawn().width for n in (7, 8, 9, 10)]
    assert np.diff(widths) == pytest.approx([46, 9 * 38 - 8 * 46, 38])


@pytest.mark.parametrize("above", [0, 1, 3, 12])
@pytest.mark.parametrize("columns", [1, 3, 5, 8, 9, 12])
def test_no_number_leaves_its_cell(columns, above):
    """No number leaves its cell, be it in the table or in one row or many above."""
    labels, values = KINDS["short"][:columns], np.resize(LARGE, (12, columns))
    high = table("s", KINDS["short"][:above], labels, values[:above], shaded=False) if above else None
    for rows, narrow in itertools.product((1, 3, 9), (False, True)):
        for size in (0.01, 1, 100):  # the longest number stands now in the table, now above
            shown = np.round(values[:rows] * size, 2)
            rows_too = KINDS["short"][:rows]
            panel = table("t", rows_too, labels, shown, shaded=False, narrow=narrow, above=high)
            found = cells(panel)
            assert len(found) == columns * (rows + above) and inside(panel)
            for text, box in found:
                half = (0.9 if text.size == SMALL else 1.0) * text_width(text.text, text.size) / 2
                assert box.x <= text.x - half and text.x + half <= box.x + box.width, text
                assert box.height >= text.size


def test_a_number_keeps_its_first_digits_in_a_small_cell():
    panel = table("t", ["a"], KINDS["short"], [LARGE], shaded=False)
    assert [text.text for text in numbers(panel)] == [
        "-162", "1000", "-51.8", "0.00", "10.0", "-9.99", "100", "123457", "0.00", "12.5", "7.00", "-99.9",
    ]  # fmt: skip
    few = table("t", ["a"], KINDS["short"][:3], [LARGE[:3]], shaded=False)
    assert [text.text for text in numbers(few)] == ["-161.57", "1000.50", "-51.84"]
    assert "-161.57" in panel.in_words()  # in words there is room


# --- titles and names -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("panel", "upright", "one_line"),
    [
        (weights_table(NAMES, W), False, False),
        (weights_table(KINDS["long"][:5], np.eye(5)), True, True),
        (weights_table(NAMES, W, narrow=True), True, True),
        (some(3, "one", narrow=True), False, True),  # for short, since the scores need room too
    ],
    ids=["usual", "long names", "narrow", "narrow below scores"],
)
def test_upright_names_leave_the_titles_one_line(panel, upright, one_line):
    title, what = (next(t for t in texts(panel) if t.text == said) for said in ("weights", "is read (key)"))
    assert any(text.turned and text.bold for text in texts(panel)) == upright
    if one_line:
        assert title.y == what.y and title.x + text_width(title.text, 16, bold=True) < what.x
    else:
        assert title.y + 18 < what.y and title.x == what.x


def test_upright_names_are_cut_and_begin_at_their_column():
    panel = weights_table(KINDS["long"][:5], np.eye(5))
    names = [text for text in texts(panel) if text.turned and text.bold]
    for name, below in zip(names, boxes(panel)[:5], strict=True):
        assert name.text.endswith("\u2026") and text_width(name.text, name.size, bold=True) <= UPRIGHT
        assert name.x == pytest.approx(below.x + below.width / 2) and 0 < below.y - name.y < 12
        assert name.anchor == "start"  # from there it goes up


# --- rows above -------------------------------------------------------------------------------


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("above", ["one", "all"])
@pytest.mark.parametrize("n", [1, 3, 5, 8, 9, 12])
def test_scores_stand_exactly_above_their_weights(n, above, narrow):
    panel = some(n, above, narrow=narrow)
    found = np.array(boxes(panel), dtype=object).reshape(-1, n)
    assert len(found) == n + (1 if above == "one" else n)
    names = [text for text in texts(panel) if text.bold and text.size < 16 and text.anchor != "end"]
    assert [name.text for name in names] == KINDS["short"][:n]
    for name, column in zip(names, found.T, strict=True):
        assert {(box.x, box.width) for box in column} == {(column[0].x, column[0].width)}
        assert name.x == pytest.approx(column[0].x + column[0].width / 2) and name.y < column[0].y
        ways = [low.y - (high.y + high.height) for high, low in itertools.pairwise(column)]
        assert ways.index(max(ways)) == len(found) - n - 1 and max(ways) > 9  # between scores and weights
        assert min(ways) > 0.9


def test_one_row_above_is_called_by_its_title():
    """One row above is called by its title, in the colour of the word whose row it is."""
    labels = words(NAMES)
    panel = weights_table(labels, W, asking=1, above=table("scores", labels[1:2], labels, SCORES[1:2]))
    name = next(text for text in texts(panel) if text.text == "scores")
    assert (name.anchor, name.fill) == ("end", labels[1].role)
    assert {text.y for text in numbers(panel)[:3]} == {name.y}
    assert [text.text for text in numbers(panel)[:3]] == [number(x) for x in SCORES[1]]
    assert [text.text for text in texts(panel) if text.size == 16] == ["weights"]


def test_several_rows_above_have_a_title_of_their_own():
    labels = words(NAMES)
    above = table("scores", labels, labels, SCORES, shaded=False)
    panel = weights_table(labels, W, above=above)
    title, between = [text for text in texts(panel) if text.size == 16]
    assert (title.text, between.text) == ("scores", "weights")
    last, first = boxes(panel)[8:10]
    assert title.y < boxes(panel)[0].y
    assert last.y + last.height + 8 <= between.y <= first.y - 8
    assert [text.text for text in texts(panel) if text.anchor == "end"] == NAMES * 2
    assert panel.in_words() == f"{above.in_words()}\n\n{weights_table(labels, W).in_words()}"


def test_a_long_title_between_the_rows_has_room():
    above = table("s", NAMES, NAMES, SCORES)
    check_layout(weights_table(NAMES, W, title="a title " * 8, narrow=True, above=above).drawn())


def test_rows_above_keep_their_own_colours_frames_and_crosses():
    above = table("s", NAMES, NAMES, SCORES, shaded=False, marked=((0, 2),), forbidden=((1, 0),))
    panel = weights_table(NAMES, W, above=above)
    found = cells(panel)
    assert [text.text for text, _ in found[8:]] == [number(x) for x in W.ravel()]  # 8 numbers stand above
    assert {box.fill for _, box in found[:8]} == {None}
    assert [box.fill for _, box in found[8:]] == [colours.ramp_role(x) for x in W.ravel()]
    (frame,) = frames(panel, 2)
    assert just_round(frame, *edges(found[2][1]))
    assert np.isfinite(panel.as_array()).all()
    assert " x " in panel.in_words().split("weights")[0] and " x " not in panel.in_words().split("weights")[1]


# --- the row that asks, marked and forbidden cells --------------------------------------------


@pytest.mark.parametrize("above", [None, "one", "all"])
@pytest.mark.parametrize("n", [1, 3, 9])
def test_the_outline_is_round_the_row_that_asks(n, above):
    for asking in range(n):
        panel = some(n, above, asking=asking)
        (outline,) = frames(panel, 2.5)
        row = np.array(boxes(panel), dtype=object).reshape(-1, n)[-n:][asking]
        (left, top, *_), (*_, right, bottom) = edges(row[0]), edges(row[-1])
        assert just_round(outline, left - 1, top - 1, right + 1, bottom + 1)
        assert (outline.fill, outline.stroke) == (None, panel.rows[asking].role)
    assert frames(some(n, above), 2.5) == []


def test_cells_that_differ_are_framed():
    before = W.copy()
    before[0] = [0.6049, 0.2951, 0.1]  # nearly the same
    before[1] = [0.25, 0.6949, 0.0551]  # 0.69 and 0.06
    panel = weights_table(NAMES, W, changed_from=before)
    assert panel.marked == ((1, 1), (1, 2))
    found = frames(panel, 2)
    assert {(frame.fill, frame.stroke) for frame in found} == {(None, "ink")}
    for frame, box in zip(found, boxes(panel)[4:6], strict=True):
        assert just_round(frame, *edges(box))
    assert frames(weights_table(NAMES, W, changed_from=W), 2) == []
    assert weights_table(NAMES, W, changed_from=before, changed_by=0.00505).marked == ((1, 1), (1, 2))
    assert weights_table(NAMES, W, changed_from=before, changed_by=0.0052).marked == ()


def test_a_forbidden_cell_is_crossed_out_and_has_no_number():
    masked = np.where(CAUSAL, W, 0.0)
    panel = weights_table(NAMES, masked, mask=CAUSAL)
    assert panel.forbidden == ((0, 1), (0, 2), (1, 2))
    assert [text.text for text in numbers(panel)] == [number(x) for x in W[CAUSAL]]
    free = boxes(weights_table(NAMES, masked))  # the same cells, all with numbers
    lines = [s for s in panel.drawn().shapes if isinstance(s, Line)]
    assert len(lines) == 6
    for i, j in panel.forbidden:
        left, top, right, bottom = edges(free[3 * i + j])
        (box,) = [s for s in rects(panel) if edges(s) == (left, top, right, bottom)]
        down, up = [s for s in lines if left < s.x1 < s.x2 < right and top < min(s.y1, s.y2) < bottom]
        assert box.fill is None and down.y1 < down.y2 and up.y1 > up.y2  # an empty box, both diagonals
        for line in (down, up):
            assert line.x2 - line.x1 > 0.8 * (right - left) and abs(line.y2 - line.y1) > 0.8 * (bottom - top)
    assert [line.split()[1:] for line in panel.in_words().splitlines()[2:]] == [
        ["0.60", "x", "x"],
        ["0.25", "0.70", "x"],
        ["0.00", "0.00", "1.00"],
    ]
    np.testing.assert_array_equal(panel.as_array(), np.where(CAUSAL, W, np.nan))


def test_a_mask_that_forbids_nothing_changes_nothing():
    assert weights_table(NAMES, W, mask=np.ones((3, 3), dtype=bool)) == weights_table(NAMES, W)


# --- layout -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", range(1, 13))
def test_no_text_is_clipped_small_or_covered(n, kind):
    labels = tuple(KINDS[kind][:n]) if kind == "unknown" else words(KINDS[kind][:n])
    scores, mask = np.resize(LARGE, (n, n)), np.tril(np.ones((n, n), dtype=bool))
    one = table("scores", labels[-1:], labels, scores[-1:], shaded=False)
    all_of_them = table("scores: all", labels, labels, scores, shaded=False)
    for above, narrow in itertools.product((None, one, all_of_them), (False, True)):
        panel = weights_table(
            labels, np.eye(n), n - 1, mask=mask, changed_from=np.zeros((n, n)), above=above, narrow=narrow
        )
        assert panel.marked and (panel.forbidden or n == 1)
        check_layout(panel.drawn())
        assert inside(panel)


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"mask": np.ones((2, 3), dtype=bool)}, ["mask of 'weights'", "shape (3, 3)", "got (2, 3)"]),
        ({"mask": [True, False, True]}, ["shape (3, 3)", "got (3,)"]),
        ({"mask": [[True], [True, False]]}, ["mask", "rows of equal length"]),
        ({"mask": np.where(CAUSAL, 0, -np.inf)}, ["mask must hold True (may be read) and False", "float64"]),
        ({"changed_from": W[:2]}, ["3 row labels", "shape (2, 3)"]),
        ({"changed_from": W * np.nan}, ["finite"]),
        ({"above": table("s", ["x"], ["a", "b"], [[1, 2]])}, ["'weights'", "same columns", "['a', 'b']"]),
        ({"above": table("s", ["x"], NAMES[::-1], [[1, 2, 3]])}, ["same columns", "'grows', 'bank'"]),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(options, parts):
    says(refusal(weights_table, NAMES, W, **options), *parts)
