"""The CSS of the course: every role has its colour on light and on dark pages."""

from helpers.pictures import colour, roles
from helpers.widgets.style import stylesheet


def test_the_stylesheet_has_every_role_for_light_and_dark():
    light, dark = stylesheet().splitlines()[:2]
    for role in roles():
        assert f"--sa-{role}: {colour(role)};" in light
        assert f"--sa-{role}: {colour(role, dark=True)};" in dark
    assert 'data-jp-theme-light="false"' in dark and 'html[theme="dark"]' in dark
