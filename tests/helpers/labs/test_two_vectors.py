"""The lab of two arrows: length, dot product, cosine and angle."""

import pytest

from helpers.labs import two_vectors
from helpers.labs.two_vectors import two_vectors_lab
from helpers.pictures import Arrow, Plane, Table
from helpers.pictures.panels.panel import LONGEST
from helpers.pictures.shapes import fit
from tests.helpers.labs.seen import panel


def test_two_vectors_shows_length_dot_product_cosine_and_angle():
    lab = two_vectors_lab()
    lab.set(ax=3.0, ay=0.0, bx=1.0, by=1.0)
    shown = {
        str(row): value
        for row, (value,) in zip(panel(lab, Table).rows, panel(lab, Table).numbers, strict=True)
    }
    assert all(fit(name, LONGEST, bold=True) == name for name in shown), "a name is cut off"
    assert shown["length money"] == 3 and shown["dot product"] == 3
    assert shown["angle in °"] == pytest.approx(45) and shown["cosine"] == pytest.approx(2**-0.5)


def test_two_vectors_without_a_direction_has_no_angle():
    lab = two_vectors_lab()
    lab.set(bx=0.0, by=0.0)
    assert [str(row) for row in panel(lab, Table).rows][-1] == "dot product"
    assert "bank has length 0" in lab.picture.words_said


@pytest.mark.parametrize(
    ("preset", "said"),
    [("same direction", "the same way"), ("right angle", "right angle"), ("opposite", "opposite ways")],
)
def test_two_vectors_says_what_the_angle_means(preset, said):
    lab = two_vectors_lab()
    lab.set(**two_vectors.PRESETS[preset])
    assert said in lab.picture.words_said


def test_arrows_are_plain_data():
    (arrow, *_) = panel(two_vectors_lab(), Plane).arrows
    assert arrow == Arrow(arrow.word, (2.0, 1.0), None)


def test_nothing_is_minus_zero():
    lab = two_vectors_lab()
    lab.set(ax=-1e-9, ay=-0.0)
    assert "-0.00" not in lab.picture.in_words()
    assert "0.00 x 1.00 + 0.00 x 1.50 = 0.00" in lab.picture.words_said
