"""Links: lines as thick as the weights, with their numbers, in a sentence that lies or stands upright."""

import itertools
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from helpers.pictures import Links, Picture, Word, links, number, show, to_html, to_png, to_svg, words
from helpers.pictures.panels.links import FAINT, LEAST, THINNEST, WIDEST
from helpers.pictures.shapes import Line, Rect, Text, text_width
from tests.helpers.pictures.panels.shapes_of import inside, rects, texts
from tests.layout import check_layout
from tests.refusals import refusal, says

NAMES = ["money", "bank", "grows"]
W = np.array([[0.6, 0.3, 0.1], [0.25, 0.75, 0.0], [0.004, 0.196, 0.8]])
SENTENCE = "the animal did not cross the street because it was tired".split()
LABELS = {
    "short": ["I", "a", "x", "go", "we", "am", "so", "up", "to", "it", "no", "oh"],
    "usual": [
        "money",
        "bank",
        "grows",
        "river",
        "flows",
        "apple",
        "cat",
        "tired",
        "street",
        "animal",
        "it",
        "I",
    ],
    "long": ["incomprehensibility" + letter for letter in "abcdefghijkl"],
    "repeated": ["the"] * 12,
    "no colour": [Word(f"word{i}") for i in range(12)],
    "other scripts": ["\u0915\u093f\u0938\u093e\u0928", "\U0001f600\U0001f600", "\u732b\u304c", "W" * 9] * 3,
}


def weights(n, seed=0):
    e = np.exp(2 * np.random.default_rng(seed).normal(size=(n, n)))
    return e / e.sum(axis=1, keepdims=True)


def lines(panel):
    return [shape for shape in panel.drawn().shapes if isinstance(shape, Line)]


def joined(panel):
    """{(i, j): line}: which word each line starts from and which it leads to, by the names at its ends."""
    n, shown = len(panel.words), panel.drawn().shapes
    named = [
        shape for shape in shown if isinstance(shape, Text) and shape.text in {str(w) for w in panel.words}
    ]
    across = "y" if panel.upright else "x"
    key = "x" if panel.upright else "y"
    first = min(getattr(text, key) for text in named)
    asks = [getattr(text, across) for text in named if getattr(text, key) == first]
    read = [getattr(text, across) for text in named if getattr(text, key) != first]
    assert len(asks) == len(read) == n
    return {
        (asks.index(getattr(line, f"{across}1")), read.index(getattr(line, f"{across}2"))): line
        for line in shown
        if isinstance(line, Line)
    }


@pytest.mark.parametrize("asking", [None, 0, 1, 2])
@pytest.mark.parametrize("upright", [False, True])
def test_a_line_leads_to_each_word_that_is_read(upright, asking):
    """Lines join the right words and are as thick as their weights; a weight below 0.005 has none."""
    found = joined(links("t", NAMES, W, asking, upright=upright))
    assert set(found) == {(i, j) for i in range(3) for j in range(3) if W[i, j] >= LEAST}
    for (i, j), line in found.items():
        scale = WIDEST if asking in (None, i) else FAINT
        assert line.width == pytest.approx(max(THINNEST, scale * W[i, j]))
        assert line.stroke == (words(NAMES)[i].role if asking in (None, i) else "line")


def test_a_line_is_at_most_8_px_and_never_too_thin_to_see():
    (whole, small) = (joined(links("t", ["a", "b"], [[w, 0], [0, 0]], 0))[0, 0] for w in (1.0, 0.006))
    assert whole.width == WIDEST <= 8 and small.width == THINNEST >= 0.5


@pytest.mark.parametrize("upright", [False, True])
def test_no_weight_never_looks_like_a_small_one(upright):
    """0, 0.004 and 0.006 differ: none has a line, none has a line but two decimals, and 0.01 has a line."""
    panel = links("t", ["a", "b", "c"], [[0, 0.004, 0.006], [0, 0, 0], [0, 0, 0]], 0, upright=upright)
    assert set(joined(panel)) == {(0, 2)}
    assert [text.text for text in texts(panel) if text.text[0] == "0"] == ["0", "0.00", "0.01"]


@pytest.mark.parametrize("upright", [False, True])
def test_the_weights_of_the_asking_word_stand_at_what_it_reads(upright):
    panel = links("t", NAMES, W, 1, upright=upright)
    read = [text for text in texts(panel) if text.text in NAMES][-6:]
    read = sorted(read, key=lambda text: text.x if upright else text.y)[3:]
    shown = [text for text in texts(panel) if text.text[0].isdigit()]
    assert [text.text for text in shown] == ["0.25", "0.75", "0"]
    for name, weight in zip(read, shown, strict=True):
        assert (name.y == weight.y and weight.x > name.x) if upright else (name.x == weight.x)
    assert not [text for text in texts(links("t", NAMES, W, upright=upright)) if text.text[0].isdigit()]


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("asking", [0, 2])
def test_the_asking_word_is_outlined(asking, upright):
    panel = links("t", NAMES, W, asking, upright=upright)
    (outline,) = rects(panel)
    asks = next(
        text for text in texts(panel) if text.text == NAMES[asking]
    )  # each name asks first, then is read
    assert outline.fill is None and outline.stroke == words(NAMES)[asking].role
    wide = text_width(asks.text, asks.size, asks.bold)
    left = asks.x - (wide if upright else wide / 2)
    assert outline.x < left and left + wide < outline.x + outline.width
    assert outline.y < asks.y < outline.y + outline.height
    assert rects(links("t", NAMES, W, upright=upright)) == []


@pytest.mark.parametrize("upright", [False, True])
def test_what_matters_lies_on_top(upright):
    """Faint lines first, then those of the asking word, then the texts; of each the thick lines first."""
    shapes = links("t", SENTENCE, weights(11), 8, upright=upright).drawn().shapes
    kinds = [
        "text" if isinstance(s, Text) else "outline" if isinstance(s, Rect) else s.stroke for s in shapes
    ]
    order = [kind for kind, _ in itertools.groupby(kinds) if kind != "outline"]
    assert list(dict.fromkeys(order)) == ["line", "word4", "text"] and order[:3] == ["line", "word4", "text"]
    loud = [s.width for s in shapes if isinstance(s, Line) and s.stroke == "word4"]
    assert loud == sorted(loud, reverse=True) and len(loud) > 3


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("asking", [None, 1])
def test_a_muted_sentence_has_no_colour(asking, upright):
    loud, quiet = (links("head 2", NAMES, W, asking, "n", upright, muted) for muted in (False, True))
    assert {line.stroke for line in lines(quiet)} == ({"line", "muted"} if asking == 1 else {"line"})
    assert {text.fill for text in texts(quiet)} == {"ink", "muted"}  # ink: the title
    assert [text.text for text in texts(quiet) if text.fill == "ink"] == ["head 2"]
    assert [text.text for text in texts(quiet)] == [text.text for text in texts(loud)]
    assert [line.width for line in lines(quiet)] == [line.width for line in lines(loud)]
    assert {rect.stroke for rect in rects(quiet)} <= {"muted"}


@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
@pytest.mark.parametrize("n", [1, 3, 8, 12])
@pytest.mark.parametrize("upright", [False, True])
def test_nothing_is_clipped_or_covered(upright, n, labels):
    for asking, muted in itertools.product((None, 0, n - 1), (False, True)):
        for note in ("", "what this head does, in a few words"):
            panel = links("head 1", labels[:n], weights(n), asking, note, upright, muted)
            check_layout(panel.drawn())
            assert inside(panel)


def test_names_side_by_side_keep_apart():
    """By the careful guess of their widths, for as many words as a page holds."""
    for labels in LABELS.values():
        panel = links("t", labels, weights(12), 0)
        drawing = panel.drawn()
        row = [text for text in texts(panel) if text.bold and text.size < 16][:12]
        ends = [
            (t.x - text_width(t.text, t.size, True) / 2, t.x + text_width(t.text, t.size, True) / 2)
            for t in row
        ]
        assert len({text.y for text in row}) == 1 and drawing.width <= 930
        assert all(right + 8 <= left for (_, right), (left, _) in itertools.pairwise(ends))


def test_no_line_runs_through_a_word():
    for upright in (False, True):
        panel = links("t", SENTENCE, weights(11), 8, upright=upright)
        names = [text for text in texts(panel) if text.text in {str(word) for word in words(SENTENCE)}]
        for line in lines(panel):
            for text in names:
                half = text_width(text.text, text.size, text.bold) / 2
                if upright:
                    start = text.x - 2 * half if text.anchor == "end" else text.x
                    assert line.x2 <= start or start + 2 * half <= line.x1
                else:
                    assert line.y2 <= text.y - 8 or text.y + 8 <= line.y1


def test_four_upright_sentences_fit_beside_each_other():
    for n in (4, 8, 12):
        panels = [links(f"head {h}", LABELS["usual"][:n], weights(n, h), 1, upright=True) for h in range(4)]
        drawings = [panel.drawn() for panel in panels]
        assert sum(drawing.width for drawing in drawings) + 3 * 24 <= 930
        assert max(drawing.height for drawing in drawings) <= 240 + 60
    narrow = links("head 1", LABELS["long"], weights(12), 1, upright=True, room=58).drawn()
    assert narrow.width <= 214.5 < links("head 1", LABELS["long"], weights(12), 1, upright=True).drawn().width


def test_it_says_every_weight():
    panel = links("who reads whom", NAMES, W, 1, note="made up")
    assert panel.in_words().split("\n") == [
        "who reads whom",
        "made up",
        "       money  bank  grows",
        "money   0.60  0.30   0.10",
        " bank   0.25  0.75      0",
        "grows   0.00  0.20   0.80",
    ]
    said = links("t", SENTENCE, weights(11)).in_words()
    assert all(number(weight) in said for weight in weights(11).ravel())
    np.testing.assert_array_equal(panel.as_array(), W)


@pytest.mark.parametrize("upright", [False, True])
def test_it_is_shown_live_and_on_paper(upright):
    panel = links("<i>t</i>", ["<b>&", Word("bank", 1)], [[0.5, 0.5], [1, 0]], 0, "a & b", upright)
    assert isinstance(panel, Links)
    ElementTree.fromstring(to_html(Picture("t", ((panel,),))))
    assert "<b>" not in to_svg(panel) and "&lt;b&gt;&amp;" in to_svg(panel)
    assert to_png(Picture("t", ((panel,),))) is not None and "0.50" in repr(show(panel))


@pytest.mark.parametrize(
    ("labels", "given", "asking", "parts"),
    [
        (["a"], W, None, ["'t' have 1 words", "(1, 1)", "(3, 3)"]),
        (NAMES, W[:2], None, ["'t' have 3 words", "(3, 3)", "(2, 3)"]),
        ([], np.zeros((0, 0)), None, ["at least one word"]),
        (NAMES, W[0], None, ["(3, 3)", "(3,)"]),
        (["a"], [[np.nan]], None, ["'t'", "finite numbers"]),
        (["a"], [["x"]], None, ["weights must be an array of real numbers"]),
        (["a"], [[1.2]], None, ["'t'", "from 0 to 1", "1.2"]),
        (["a"], [[-0.1]], None, ["'t'", "from 0 to 1", "-0.1"]),
        (NAMES, W, 3, ["asking", "from 0 to 2", "got 3"]),
        (NAMES, W, -1, ["asking", "from 0 to 2", "got -1"]),
        (NAMES, W, True, ["asking", "got True"]),
        (NAMES, W, "bank", ["asking", "got 'bank'"]),
    ],
)
def test_it_refuses_in_one_sentence(labels, given, asking, parts):
    says(refusal(links, "t", labels, given, asking), *parts)


def test_a_softmax_may_be_a_hair_above_1_and_asking_of_numpy():
    panel = links("t", ["a", "b"], [[1 + 1e-12, 0], [0, 1]], np.int64(1))
    assert panel.asking == 1 and type(panel.asking) is int
