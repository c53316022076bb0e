"""Colours: names of roles, light and dark, WCAG contrast (used by every picture and by the widgets).

A colour is asked for by its *role* (``"ink"``, ``"word3"``, ``"ramp47"``), never by its value, so
that a picture is the same plain data on a light page, on a dark page and on paper.
The word colours begin with the hues of Okabe and Ito (2008), darker on a light page and lighter on a
dark one, until text in them has a contrast of 4.5 to 1. That alone makes some of them alike for
colour-blind readers. So the later ones differ in lightness too; the tests measure it.
"""

from __future__ import annotations

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"

# role: (light page, dark page)
PLAIN = {
    "page": ("#ffffff", "#111111"),
    "ink": ("#16191d", "#f1f3f5"),
    "muted": ("#5a626b", "#aab2bb"),
    "line": ("#e3e6ea", "#343a42"),
    "axis": ("#7b838c", "#8b939c"),
}
# A word keeps its hue: blue, vermillion, bluish green, plum, brown (lighter: amber), teal, violet.
WORD_COLOURS = (
    ("#0069a8", "#6fa4ee"),
    ("#bd4b00", "#ea5e25"),
    ("#1f8467", "#29d796"),
    ("#5e0f56", "#b5759d"),
    ("#4a2f05", "#ffb701"),
    ("#2a7d92", "#74e4fa"),
    ("#6633ee", "#8371ff"),
)
# A weight of 0 is nearly the page, a weight of 1 stands out most.
RAMP = (("#eef3fa", "#1d4f91"), ("#1c2430", "#8ec1ff"))
# The same for numbers below 0: orange beside the ramp's blue, which every eye tells apart.
FALL = (("#fbf0e8", "#9a3f00"), ("#2e211a", "#ffad7a"))
FALL_STEPS = range(0, 101, 5)


def colour(role: str, dark: bool = False) -> str:
    """The colour of a role as ``#rrggbb``, on a light page or a dark one.

    Parameters
    ----------
    role : str
        ``page``, ``ink``, ``muted``, ``line``, ``axis``; ``word0`` to ``word6``; ``ramp0`` to
        ``ramp100``; ``fall0`` to ``fall100`` in steps of 5; or ``on-`` and one of these: black or white,
        whichever reads better on it.
    """
    if role.startswith("on-"):
        ground = colour(role[3:], dark)
        return max(("#000000", "#ffffff"), key=lambda text: contrast(text, ground))
    if role in PLAIN:
        return PLAIN[role][dark]
    if role.startswith("word"):
        return WORD_COLOURS[int(role[4:])][dark]
    if role.startswith("ramp"):
        return _mix(*RAMP[dark], int(role[4:]) / 100)
    if role.startswith("fall"):
        return _mix(*FALL[dark], int(role[4:]) / 100)
    raise ValueError(f"There is no colour role {role!r}; see helpers/pictures/colours.py for the list.")


def ramp_role(weight: float) -> str:
    """The role of a weight's cell: 0 to 1 in steps of a hundredth, never stretched to the data."""
    return f"ramp{round(100 * min(1.0, max(0.0, weight)))}"


def signed_role(value: float, limit: float) -> str:
    """The role of a number's cell: blue from 0 up to `limit`, orange down to ``-limit``."""
    share = min(1.0, abs(value) / limit)
    return ramp_role(share) if value >= 0 else f"fall{5 * round(20 * share)}"


def contrast(a: str, b: str) -> float:
    """Contrast of two colours, 1 to 21 (WCAG 2, relative luminance)."""
    light, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def roles() -> list[str]:
    """Every role there is."""
    solid = [f"word{i}" for i in range(len(WORD_COLOURS))] + [f"ramp{i}" for i in range(101)]
    solid += [f"fall{i}" for i in FALL_STEPS]
    return [*PLAIN, *solid, *(f"on-{role}" for role in ["ink", "muted", "axis", *solid])]


def css(role: str) -> str:
    """The role as CSS text; which colour it is, the page decides."""
    return f"var(--sa-{role})"


def _channels(value: str) -> tuple[int, int, int]:
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)


def _mix(start: str, end: str, share: float) -> str:
    mixed = (round(a + (b - a) * share) for a, b in zip(_channels(start), _channels(end), strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def _luminance(value: str) -> float:
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in _channels(value))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
