"""How the course looks: one colour per word, one ramp for weights, light and dark.

A colour is asked for by its *role* (``"ink"``, ``"word3"``, ``"ramp47"``), never by its value, so
that a picture is the same plain data on a light page, on a dark page and on paper.
The word colours begin with the hues of Okabe and Ito (2008), darker on a light page and lighter on a
dark one, until text in them has a contrast of 4.5 to 1. That alone makes some of them alike for
colour-blind readers. So the later ones differ in lightness too; tests/test_pictures.py measures it.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Iterable

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"

# role: (light page, dark page)
PLAIN = {
    "page": ("#ffffff", "#111111"),
    "ink": ("#16191d", "#f1f3f5"),
    "muted": ("#5a626b", "#aab2bb"),
    "line": ("#e3e6ea", "#343a42"),
    "axis": ("#7b838c", "#8b939c"),
}
# blue, vermillion, bluish green, plum, brown or cream, teal or ice, violet or yellow
WORDS = (
    ("#0069a8", "#3f9ae0"),
    ("#bd4b00", "#ff8a3d"),
    ("#1f8467", "#2fa882"),
    ("#5e0f56", "#ff86cf"),
    ("#4a2f05", "#fff4d0"),
    ("#2a7d92", "#b0f4ff"),
    ("#6633ee", "#ffd500"),
)
# A weight of 0 is nearly the page, a weight of 1 stands out most.
RAMP = (("#eef3fa", "#1d4f91"), ("#1c2430", "#8ec1ff"))

# These words keep one colour from the first notebook to the last. Others take what is free.
HOME = {"money": 0, "bank": 1, "grows": 2, "river": 5, "flows": 6, "apple": 3, "it": 4}


def word_slots(words: Iterable[str]) -> list[int | None]:
    """One colour slot per word: equal words share a slot, different words never do.

    A word has the same slot in every picture, in whatever order the words come, unless another word
    of the picture has that one too. When the colours run out, the words that are left have none
    (None): plain ink misleads nobody.
    """
    words = list(words)
    slots: dict[str, int | None] = {}
    for word in sorted(set(words), key=lambda word: (word not in HOME, word)):
        first = HOME.get(word, zlib.crc32(word.encode("utf-8", "replace")) % len(WORDS))
        near = [(first + step) % len(WORDS) for step in range(len(WORDS))]
        slots[word] = next((slot for slot in near if slot not in slots.values()), None)
    return [slots[word] for word in words]


def colour(role: str, dark: bool = False) -> str:
    """The colour of a role as ``#rrggbb``, on a light page or a dark one.

    Parameters
    ----------
    role : str
        ``page``, ``ink``, ``muted``, ``line``, ``axis``; ``word0`` to ``word6``; ``ramp0`` to
        ``ramp100``; or ``on-`` and one of these: black or white, whichever reads better on it.
    """
    if role.startswith("on-"):
        ground = colour(role[3:], dark)
        return max(("#000000", "#ffffff"), key=lambda text: contrast(text, ground))
    if role in PLAIN:
        return PLAIN[role][dark]
    if role.startswith("word"):
        return WORDS[int(role[4:])][dark]
    if role.startswith("ramp"):
        return _mix(*RAMP[dark], int(role[4:]) / 100)
    raise ValueError(f"There is no colour role {role!r}; see helpers/look.py for the list.")


def ramp_role(weight: float) -> str:
    """The role of a weight's cell: 0 to 1 in steps of a hundredth, never stretched to the data."""
    return f"ramp{round(100 * min(1.0, max(0.0, weight)))}"


def contrast(a: str, b: str) -> float:
    """Contrast of two colours, 1 to 21 (WCAG 2, relative luminance)."""
    light, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def roles() -> list[str]:
    """Every role there is."""
    solid = [f"word{i}" for i in range(len(WORDS))] + [f"ramp{i}" for i in range(101)]
    return [*PLAIN, *solid, *(f"on-{role}" for role in ["ink", *solid])]


def css(role: str) -> str:
    """The role as CSS text; which colour it is, the page decides."""
    return f"var(--sa-{role})"


@functools.lru_cache(maxsize=1)
def stylesheet() -> str:
    """The CSS that gives every role its colour on light and dark pages (JupyterLab, Colab, VS Code)."""
    dark_pages = ('[data-jp-theme-light="false"] .sa', 'html[theme="dark"] .sa', "body.vscode-dark .sa")
    rules = [
        f"{', '.join(pages)} {{ {' '.join(f'--sa-{role}: {colour(role, dark)};' for role in roles())} }}"
        for dark, pages in ((False, (".sa",)), (True, dark_pages))
    ]
    rules += [
        f".sa-text {{ font: 15px/1.5 {FONT}; color: {css('ink')}; }}",
        ".sa-text p { margin: 4px 0; max-width: 62em; overflow-wrap: anywhere; }",
        ".sa-said { min-height: 3em; }",  # two lines, so that a longer sentence does not move the picture
        # The number beside a slider is short; the track needs the room.
        ".sa .widget-inline-hbox .widget-readout { min-width: 52px; }",
        # Beside a slider over words stands a word.
        ".sa .sa-options .widget-readout { min-width: 86px; max-width: 140px; }",
        # Options of a question: as wide as their text, which may take several lines.
        ".sa .widget-button.sa-option, .sa .widget-button.sa-hint, .sa .widget-button.sa-forget"
        " { white-space: normal; text-align: left; height: auto; line-height: 1.4; padding: 5px 12px; }",
        ".sa .widget-button.sa-option { max-width: 44em; }",
        f".sa .widget-button.sa-right {{ border-left: 6px solid {css('word2')}; font-weight: 600; }}",
        f".sa .widget-button.sa-wrong {{ border-left: 6px solid {css('word1')}; font-weight: 600; }}",
        ".sa-code { font-size: 14px; padding: 4px 12px; overflow-x: auto; }",
        f".sa-bar {{ max-width: 420px; height: 8px; background: {css('line')}; margin: 6px 0; }}",
        f".sa-bar > div {{ height: 8px; background: {css('word0')}; }}",
        ".sa-columns { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: flex-start; }",
        # On a page that is too narrow a picture scrolls. It does not shrink: its text stays readable.
        ".sa .widget-html-content { min-width: 0; }",
        ".sa-columns > div { max-width: 100%; overflow-x: auto; }",
        ".sa-columns svg { display: block; margin-bottom: 10px; }",
    ]
    for slot in range(len(WORDS)):
        control = f".sa .sa-control{slot}"
        rules.append(f"{control} .widget-label {{ color: {css(f'word{slot}')}; font-weight: 600; }}")
        for part in (".noUi-connect", ".noUi-handle", ".ui-slider-range", ".ui-slider-handle"):
            rules.append(f"{control} {part} {{ background: {css(f'word{slot}')}; }}")
    return "\n".join(rules)


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
