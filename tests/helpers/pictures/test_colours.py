"""Colours: they can be read, told apart by every eye, and the ramp runs from 0 to 1."""

import itertools
import re

import numpy as np
import pytest

from helpers.pictures import colours


@pytest.mark.parametrize("dark", [False, True])
def test_every_word_colour_can_be_read(dark):
    page = colours.colour("page", dark)
    for role in ["ink", "muted", *(f"word{i}" for i in range(len(colours.WORD_COLOURS)))]:
        assert colours.contrast(colours.colour(role, dark), page) >= 4.5, role


@pytest.mark.parametrize("dark", [False, True])
def test_every_number_on_a_cell_or_bar_can_be_read(dark):
    grounds = [role[3:] for role in colours.roles() if role.startswith("on-")]
    assert {"ink", "muted", "axis", "word0", "ramp100", "fall0"} <= set(grounds)
    for role in grounds:
        assert colours.contrast(colours.colour(f"on-{role}", dark), colours.colour(role, dark)) >= 4.5, role


# How the eye of a reader without one kind of cone sees a colour (Machado, Oliveira, Fernandes 2009,
# full severity), in linear RGB; then the distance of two colours in CIE Lab.
EYES = {
    "usual": np.eye(3),
    "no red cones": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no green cones": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
}


def seen(value, eye):
    channels = np.array([int(value[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = to_xyz @ np.clip(EYES[eye] @ linear, 0, 1) / [0.9505, 1, 1.089]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize(("dark", "apart"), [(False, 20), (True, 25)])
def test_no_two_word_colours_are_alike_for_any_eye(dark, apart, eye):
    shades = [seen(colours.colour(f"word{slot}", dark), eye) for slot in range(len(colours.WORD_COLOURS))]
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(shades, 2)) > apart


def test_a_word_keeps_its_hue_on_light_and_dark_pages():
    """Violet stays violet: its hue hardly turns, and it is neither grey nor nearly white."""
    for slot in range(len(colours.WORD_COLOURS)):
        _, *light = seen(colours.colour(f"word{slot}"), "usual")
        lightness, *dark = seen(colours.colour(f"word{slot}", dark=True), "usual")
        assert min(np.hypot(*light), np.hypot(*dark)) > 25 and lightness < 90, slot
        turned = np.degrees(np.arctan2(light[1], light[0]) - np.arctan2(dark[1], dark[0]))
        assert abs((turned + 180) % 360 - 180) < 12, slot


def test_contrast_is_the_one_of_wcag():
    assert colours.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert colours.contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("ramp", ["ramp", "fall"])
@pytest.mark.parametrize("dark", [False, True])
def test_a_ramp_has_one_direction(dark, ramp):
    page = colours.colour("page", dark)
    steps = [colours.contrast(colours.colour(f"{ramp}{i}", dark), page) for i in range(0, 101, 5)]
    assert all(a <= b + 0.05 for a, b in itertools.pairwise(steps)) and steps[-1] > 4 * steps[0]


def test_the_ramp_rises_from_the_page():
    for dark in (False, True):
        page = colours.colour("page", dark)
        assert (
            colours.contrast(colours.colour("ramp0", dark), page)
            < 1.5
            < colours.contrast(colours.colour("ramp100", dark), page)
        )


def test_the_ramp_is_never_stretched_to_the_data():
    assert (colours.ramp_role(0.0), colours.ramp_role(0.5), colours.ramp_role(1.0)) == (
        "ramp0",
        "ramp50",
        "ramp100",
    )
    assert (colours.ramp_role(-0.3), colours.ramp_role(1.7)) == ("ramp0", "ramp100")


def test_a_signed_number_is_blue_above_0_and_orange_below():
    said = [colours.signed_role(value, 2.0) for value in (0.0, 1.0, 2.0, 9.0, -0.01, -1.0, -2.0, -9.0)]
    assert said == ["ramp0", "ramp50", "ramp100", "ramp100", "fall0", "fall50", "fall100", "fall100"]
    assert set(said) <= set(colours.roles())


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("dark", [False, True])
def test_above_and_below_0_are_told_apart_by_every_eye(dark, eye):
    for share in (25, 50, 100):
        above, below = (seen(colours.colour(f"{ramp}{share}", dark), eye) for ramp in ("ramp", "fall"))
        assert np.linalg.norm(above - below) > 15


@pytest.mark.parametrize("dark", [False, True])
def test_every_role_has_a_colour(dark):
    for role in colours.roles():
        assert re.fullmatch("#[0-9a-f]{6}", colours.colour(role, dark)), role
        assert colours.css(role) == f"var(--sa-{role})"
    assert len(set(colours.roles())) == len(colours.roles())


def test_an_unknown_role_is_refused():
    with pytest.raises(ValueError, match="no colour role 'pink'"):
        colours.colour("pink")
