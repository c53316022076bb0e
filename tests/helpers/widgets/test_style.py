"""The CSS of the course: every role has its colour on light and on dark pages."""

from helpers.pictures import WORD_COLOURS, colour, css, roles
from helpers.widgets.style import stylesheet


def test_the_stylesheet_has_every_role_for_light_and_dark():
    light, dark = stylesheet().splitlines()[:2]
    for role in roles():
        assert f"--sa-{role}: {colour(role)};" in light
        assert f"--sa-{role}: {colour(role, dark=True)};" in dark
    assert 'data-jp-theme-light="false"' in dark and 'html[theme="dark"]' in dark


def rule(selector):
    """What the style sheet says of exactly this selector."""
    (found,) = [line for line in stylesheet().splitlines() if line.startswith(f"{selector} {{")]
    return found.removeprefix(selector)


def test_the_button_of_a_word_has_its_colour():
    """Chosen it is filled with it, and its letters have the colour that can be read on it."""
    for slot in range(len(WORD_COLOURS)):
        pick = f".sa .widget-button.sa-pick.sa-word{slot}"
        assert f"color: {css(f'word{slot}')};" in rule(pick) and "background" not in rule(pick)
        chosen = rule(f"{pick}.sa-chosen")
        assert f"background: {css(f'word{slot}')};" in chosen
        assert f" color: {css(f'on-word{slot}')};" in chosen
    chosen = rule(".sa .widget-button.sa-pick.sa-chosen")
    assert f"background: {css('ink')};" in chosen and f" color: {css('on-ink')};" in chosen


def test_a_lab_is_as_wide_as_its_page():
    """On a common laptop, with the list of files beside it; its columns stand 16 px apart."""
    assert "max-width: 930px;" in rule(".sa-lab")
    assert "gap: 12px 16px;" in rule(".sa-columns")
