"""Mix bars: pieces as long as their shares, every percent to be read, a key with all words."""

import itertools

import numpy as np
import pytest

from helpers.pictures import Word, colours, mix_bars, words
from helpers.pictures.panels.mixes import BAR, GREYS, SQUARE
from helpers.pictures.shapes import text_width
from tests.helpers.pictures.panels.shapes_of import inside, rects, texts
from tests.layout import check_layout
from tests.refusals import refusal, says

NAMES = ["money", "bank", "grows"]
W = np.array([[0.6, 0.3, 0.1], [0.25, 0.7, 0.05], [0.0, 0.0, 1.0]])
KINDS = {
    "short": list("abcdefghijkl"),
    "long": [f"incomprehensibility{i}" for i in range(12)],
    "repeated": ["the", "Wwwwwwwwwwwww", "the"] * 4,
    "unknown": [Word(f"zzqx{i}") for i in range(12)],
}


def labels_of(kind, n):
    return tuple(KINDS[kind][:n]) if kind == "unknown" else words(KINDS[kind][:n])


def shares(n_owners, n, seed=0):
    """Rows that sum to 1, with large, small and tiny shares."""
    X = np.exp(2 * np.random.default_rng(seed).normal(size=(n_owners, n)))
    return X / X.sum(axis=1, keepdims=True)


def bars_of(panel):
    """Of each bar its pieces from left to right; a bar without a piece is an empty list."""
    names = [text for text in texts(panel) if text.text.startswith("new ")]
    assert len(names) == len(panel.owners)
    found = [shape for shape in rects(panel) if shape.height == BAR]
    return [[s for s in found if s.y < name.y < s.y + s.height] for name in names]


def squares(panel):
    """The squares of the key and of the lines below the bars, each with its text."""
    named = [text for text in texts(panel) if text.anchor == "start" and text.bold]
    found = [shape for shape in rects(panel) if shape.height == SQUARE]
    return list(zip(found, named, strict=True))


def key(panel):
    """The part of the key that stands above the first bar."""
    first = min(text.y for text in texts(panel) if text.text.startswith("new "))
    return [(square, text) for square, text in squares(panel) if text.y < first]


def written(panel):
    """Of each bar the percents that are written in it, below it or in the key, by word."""
    entries = squares(panel)
    tops = [text.y - BAR / 2 for text in texts(panel) if text.text.startswith("new ")]
    ends = [*tops[1:], panel.drawn().height]
    left = panel.drawn().width - panel.length - 6
    said = []
    for parts, top, end in zip(panel.parts, tops, ends, strict=True):
        found = {}
        starts = left + panel.length * np.cumsum([0, *parts])
        for text in texts(panel):
            if top < text.y < top + BAR and text.fill.startswith("on-"):
                (place,) = [i for i in range(len(parts)) if starts[i] < text.x < starts[i + 1]]
                assert text.fill == f"on-{panel.roles[place]}"
                found[str(panel.words[place])] = text.text
        for _, text in entries:
            if (top + BAR < text.y < end or len(tops) == 1) and ": " in text.text:
                name, percent = text.text.split(": ")
                assert name not in found  # no number stands there twice
                found[name] = percent
        said.append(found)
    return said


# --- bars -------------------------------------------------------------------------------------


@pytest.mark.parametrize("n_owners", [1, 3])
@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_pieces_stand_side_by_side_as_long_as_their_shares(n, n_owners):
    panel = mix_bars(KINDS["short"][:n_owners], KINDS["short"][:n], shares(n_owners, n))
    left, right = panel.drawn().width - panel.length - 6, panel.drawn().width - 6
    for parts, pieces in zip(panel.parts, bars_of(panel), strict=True):
        long = [(i, part) for i, part in enumerate(parts) if part * panel.length >= 1]
        starts = left + panel.length * np.cumsum([0, *parts])
        assert [piece.fill for piece in pieces] == [panel.roles[i] for i, _ in long]
        for (i, part), piece in zip(long, pieces, strict=True):
            assert piece.x == pytest.approx(starts[i])
            assert piece.width == pytest.approx(max(1, part * panel.length - 1.5))
        assert sum(parts) == pytest.approx(1) and starts[-1] == pytest.approx(right)


def test_a_piece_has_its_percent_inside_if_there_is_room():
    panel = mix_bars(["bank"], NAMES, [[0.25, 0.73, 0.02]])
    (pieces,) = bars_of(panel)
    inner = [text for text in texts(panel) if text.fill.startswith("on-")]
    assert [text.text for text in inner] == ["25", "73"]
    for piece, text in zip(pieces, inner, strict=False):
        half = text_width(text.text, text.size) / 2
        assert text.x == pytest.approx(piece.x + piece.width / 2) and piece.width >= 2 * half
        assert text.y == piece.y + BAR / 2 and text.fill == f"on-{piece.fill}"
    assert [text.text for _, text in key(panel)] == ["money", "bank", "grows: 2"]
    assert [text.text for _, text in key(mix_bars(["bank"], NAMES, [[0.1, 0.05, 0.85]]))] == NAMES


def test_a_whole_and_a_nothing():
    panel = mix_bars(NAMES, NAMES, [[0, 1, 0], [0, 0, 0], [0.01, 0.99, 0]])
    whole, nothing, two = bars_of(panel)
    assert [piece.fill for piece in whole] == ["word1"] and whole[0].width == panel.length - 1.5
    assert nothing == [] and [text.text for text in texts(panel)].count("nothing") == 1
    assert [piece.fill for piece in two] == ["word0", "word1"]
    assert written(panel) == [{"bank": "100"}, {}, {"bank": "99", "money": "1"}]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("n_owners", [1, 3])
@pytest.mark.parametrize("n", range(1, 13))
def test_every_percent_is_written_at_its_bar(n, n_owners, seed):
    """Every percent is written once in its bar, below it or in the key, except what rounds to 0."""
    panel = mix_bars(KINDS["short"][:n_owners], KINDS["short"][:n], shares(n_owners, n, seed))
    for parts, said in zip(panel.parts, written(panel), strict=True):
        percents = {str(word): f"{100 * part:.0f}" for word, part in zip(panel.words, parts, strict=True)}
        assert {word: text for word, text in said.items() if text != "0"} == {
            word: text for word, text in percents.items() if text != "0"
        }


def test_what_rounds_to_0_needs_no_line_below_its_bar():
    alike, tiny = np.full((2, 3), 1 / 3), np.tile([0.5, 0.496, 0.004], (2, 1))
    heights = [mix_bars(NAMES[:2], NAMES, rows).drawn().height for rows in (alike, tiny)]
    assert heights[0] == heights[1]


def test_a_line_below_a_bar_is_nearer_to_it_than_to_the_next():
    panel = mix_bars(NAMES, NAMES, np.tile([0.98, 0.01, 0.01], (3, 1)))
    bars = bars_of(panel)
    lines = [square for square, _ in squares(panel)][3:]
    assert len(lines) == 6
    for i in (0, 1):
        for square in lines[2 * i : 2 * i + 2]:
            over, under = square.y - (bars[i][0].y + BAR), bars[i + 1][0].y - (square.y + SQUARE)
            assert 0 < over < under - 3


# --- key --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [1, 3, 12])
def test_the_key_has_all_words_beside_their_colours(n, kind):
    labels = labels_of(kind, n)
    panel = mix_bars(labels[:2], labels, np.full((min(n, 2), n), 1 / n))
    entries = key(panel)
    assert len(entries) == n
    assert [square.fill for square, _ in entries] == list(panel.roles)
    for (square, text), word in zip(entries, labels, strict=True):
        assert text.text == str(word) or "\u2026" in text.text
        assert text.fill == word.role and 0 < text.x - (square.x + SQUARE) < 8
        assert text.y == square.y + SQUARE / 2


def test_a_long_key_goes_on_in_the_next_line():
    panel = mix_bars(["a"], KINDS["long"], np.full((1, 12), 1 / 12))
    lines = [[text for _, text in line] for _, line in itertools.groupby(key(panel), lambda pair: pair[1].y)]
    assert len(lines) > 3 and {line[0].x for line in lines} == {lines[0][0].x}
    assert np.diff([line[0].y for line in lines]) == pytest.approx(18)
    last = lines[-1][0].y
    assert all(piece.y > last + 9 for piece in bars_of(panel)[0])


def test_words_without_a_colour_take_the_greys_in_turn():
    """Words without a colour take the greys in turn, and equal words the same one."""
    plain = [Word(text) for text in ("the (1)", "of", "the (2)", "and", "x (y)", "the (3)")]
    labels = [plain[0], Word("bank", 1), *plain[1:]]
    panel = mix_bars(["bank"], labels, np.full((1, 7), 1 / 7))
    ink, muted, axis = GREYS
    assert panel.roles == (ink, "word1", muted, ink, axis, ink, ink)  # the fourth begins again
    assert [piece.fill for piece in bars_of(panel)[0]] == list(panel.roles)


@pytest.mark.parametrize("dark", [False, True])
def test_the_greys_differ_and_carry_numbers(dark):
    shades = [colours.colour(role, dark) for role in GREYS]
    assert all(colours.contrast(a, b) > 1.4 for a, b in itertools.combinations(shades, 2))
    assert all(colours.contrast(shade, colours.colour("page", dark)) > 3 for shade in shades)


# --- the panel --------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [220, 275, 344, 700])
def test_a_width_is_that_of_the_whole_panel(width):
    for owner in ("it", "a name that is long"):
        panel = mix_bars([owner], NAMES, W[:1], width=width)
        assert width - 2 < panel.drawn().width <= width
        assert panel.length >= min(234, (width - 10) / 2)  # a long name leaves room for the bar
        check_layout(panel.drawn())
    assert mix_bars(["bank"], NAMES, W[:1]).length == 234


@pytest.mark.parametrize("title", ["mixed", "mixed from, in percent", "a longer title " * 5])
def test_a_title_has_room_and_stands_above_the_bars(title):
    check_layout(mix_bars(["a name that is long"], NAMES, W[:1], title, width=220).drawn())
    panel = mix_bars(NAMES, NAMES, W, title)
    check_layout(panel.drawn())
    if len(title) < 30:
        (shown,) = [text for text in texts(panel) if text.text == title]
        first, *_, last = bars_of(panel)[0]
        assert shown.x == pytest.approx((first.x + last.x + last.width) / 2, abs=1)


def test_words_and_array_hold_all_shares():
    panel = mix_bars(NAMES[:2], NAMES, W[:2], "mixed")
    assert panel.in_words().splitlines() == [
        "mixed",
        "           money  bank  grows",
        "new money     60    30     10",
        " new bank     25    70      5",
    ]
    np.testing.assert_array_equal(panel.as_array(), W[:2])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", range(1, 13))
def test_no_text_is_clipped_small_or_covered(n, kind):
    labels = labels_of(kind, n)
    n_owners = min(n, 3)
    for parts in (
        shares(n_owners, n, n),
        np.eye(n)[:n_owners],
        np.zeros((n_owners, n)),
        np.full((n_owners, n), 1 / n),
        np.array([1 - 0.01 * (n - 1), *[0.01] * (n - 1)])[None].repeat(n_owners, 0),
    ):
        for rows, width in ((1, None), (1, 220), (1, 400), (n_owners, None), (n_owners, 400)):
            panel = mix_bars(labels[:rows], labels, parts[:rows], width=width)
            check_layout(panel.drawn())
            assert inside(panel)


def test_shares_of_another_shape_are_refused():
    says(refusal(mix_bars, NAMES, NAMES, W[:2]), "3 row labels", "shape (2, 3)")
    says(refusal(mix_bars, NAMES, NAMES, W * np.nan), "finite")
