"""Texts in a drawing: numbers with two decimals, how wide a text is, names that are cut."""

import string

import numpy as np
import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath

from helpers.pictures.shapes import fit, number, text_width


def test_a_number_reads_the_same_from_python_and_from_numpy():
    """A sentence and its picture must not contradict each other."""
    halves = [k / 1000 + 0.005 for k in range(-3000, 3000, 10)]
    assert [number(np.float64(x)) for x in halves] == [number(float(x)) for x in halves]


def real_width(text, bold):
    """In DejaVu Sans, at a size of 100."""
    font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal", size=100)
    return TextToPath().get_text_width_height_descent(text, font, ismath=False)[0]


@pytest.mark.parametrize("bold", [False, True])
def test_no_letter_is_wider_than_its_guess(bold):
    for letter in string.printable.split()[0] + "\u2026\u2212\u00d7\u2192\u2264\u2265":
        assert text_width(20 * letter, 100, bold) >= 0.97 * real_width(20 * letter, bold), letter


@pytest.mark.parametrize("word", ["WWW", "Mammoth", "COMMON", "MOM", "Www", "HOUSE", "w", "50 %"])
def test_the_guess_for_wide_letters_is_not_far_off(word):
    for bold in (False, True):
        assert 0.98 < text_width(word, 100, bold) / real_width(word, bold) < 1.2


def test_the_guess_for_usual_letters_is_one_width():
    """Layouts were made for it."""
    assert text_width("bank", 10, bold=True) == pytest.approx(4 * 7.2)
    assert text_width("river 0.25", 10) == pytest.approx(10 * 6.2)


def test_a_heap_of_marks_is_cut():
    assert fit("e" + 3000 * "\u0301", 60) == "e" + 4 * "\u0301"
    assert fit("a" + 9 * "\u0301" + "b", 60) == "a" + 4 * "\u0301" + "b"
    hindi = "\u0915\u093f\u0938\u093e\u0928"
    assert fit(hindi, 60) == hindi
    assert fit("e" + 3000 * "\u0301" + "f" * 90, 60).startswith("e\u0301\u0301\u0301\u0301f")
