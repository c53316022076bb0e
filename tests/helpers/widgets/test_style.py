"""The CSS of the course: every role has its colour on light and on dark pages."""

from helpers.pictures import WORD_COLOURS, colour, css, roles
from helpers.widgets.style import FORCED, stylesheet


def test_the_stylesheet_has_every_role_for_light_and_dark():
    light, dark = stylesheet().splitlines()[:2]
    for role in roles():
        assert f"--sa-{role}: {colour(role)};" in light
        assert f"--sa-{role}: {colour(role, dark=True)};" in dark
    assert 'data-jp-theme-light="false"' in dark and 'html[theme="dark"]' in dark


def test_every_page_that_says_it_is_dark_is_known():
    """JupyterLab's, Colab's, VS Code's; its high contrast has a dark and a light theme."""
    dark = stylesheet().splitlines()[1]
    assert dark.startswith(":where(") and ") .sa { color-scheme: dark;" in dark
    for page in ("body.vscode-dark", "body.vscode-high-contrast:not(.vscode-high-contrast-light)"):
        assert page in dark


def forced():
    """The rules for forced colours, and those of them that hold where the system's page is dark."""
    _, rules = stylesheet().split("@media (forced-colors: active) {")
    always, dark = rules.split("@media (forced-colors: active) and (prefers-color-scheme: dark) {")
    return always, dark


def test_in_forced_colours_the_system_chooses_ground_and_ink():
    always, _ = forced()
    assert "--sa-page: Canvas;" in always and "--sa-ink: CanvasText;" in always
    assert set(FORCED) == {role for role in roles() if not role[-1].isdigit()}
    assert "Highlight !important" in always


def test_in_forced_colours_words_follow_the_system_not_the_page():
    """And a cell keeps its ground and its number, which the style sheet says once for each page."""
    for slot in range(len(WORD_COLOURS)):
        for role in (f"word{slot}", f"on-word{slot}"):
            for rules, dark in zip(forced(), (False, True), strict=True):
                assert f"--sa-{role}: {colour(role, dark)};" in rules
    assert "ramp" not in "".join(forced()) and "fall" not in "".join(forced())


def test_the_stylesheet_is_small():
    """It is in every widget."""
    assert len(stylesheet()) < 24_000
    assert stylesheet().count("{") == stylesheet().count("}")


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
