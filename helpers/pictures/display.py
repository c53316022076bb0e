"""Show a picture or a figure as the output of a cell: for the eye a PNG, for the ear its numbers in words.

Matplotlib is loaded when the first PNG is made, not before: it takes half a second, and a live lab needs none
of it.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, TypeGuard

from helpers.pictures.panels.panel import Panel
from helpers.pictures.picture import Picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NO_LETTERS = (
    "(This in words, since no font here has all its letters: install one that has, such as Noto Sans.)"
)
SUMMARY = "This picture in words"
IN_WORDS = "Its numbers follow in words"


class Shown:
    """What `show` returns: a PNG for the eye and its numbers as text, as one output of the cell."""

    def __init__(self, png: bytes | None, text: str) -> None:
        self.png, self.text = png, text

    def __repr__(self) -> str:
        return self.text

    @property
    def html(self) -> str:
        """The picture, and folded below it its numbers in words."""
        return str(png_and_text(self.png, self.text)[0]["text/html"])

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> tuple[dict, dict]:
        return png_and_text(self.png, self.text)


def png_and_text(png: bytes | None, words: str, name: str = "") -> tuple[dict, dict]:
    """Data and metadata for IPython's display: the size is in CSS pixels, half of the PNG's own.

    `words` says the picture, its title first. `name` is what the text alone begins with.

    Programs that show HTML (JupyterLab, Colab, VS Code) take it before the PNG, which has no words there for
    those who cannot see it. The PNG is for programs without HTML, the text for tests and terminals.
    Without a PNG it is the text alone, and why.
    """
    text = f"{name}\n\n{words}" if name else words
    if png is None:
        html = f"<pre>{escape(words)}\n\n{escape(NO_LETTERS)}</pre>"
        return {"text/html": html, "text/plain": f"{text}\n\n{NO_LETTERS}"}, {}
    width, height = (int.from_bytes(png[i : i + 4], "big") // 2 for i in (16, 20))
    # As text: a kernel in a browser (Pyodide) does not encode what goes to `display`, as others do.
    letters = b64encode(png).decode("ascii")
    title, *more = [line.strip() for line in words.splitlines() if line.strip()] or ["A picture"]
    alt = title if title.endswith((".", "?", "!")) else f"{title.rstrip(':')}."
    if more:
        alt += f" {IN_WORDS}."
    html = (
        f'<img alt="{escape(alt)}" src="data:image/png;base64,{letters}" width="{width}" height="{height}" '
        'style="max-width: 100%; height: auto">'
    )
    if more:
        html += f"<details><summary>{SUMMARY}</summary><pre>{escape(words)}</pre></details>"
    data = {"image/png": letters, "text/html": html, "text/plain": text}
    return data, {"image/png": {"width": width, "height": height, "alt": alt}}


def to_png(picture: Picture) -> bytes | None:
    """A picture as PNG bytes, on a white page, at twice the size of the SVG.

    None if no font of this computer has every letter of it: words are better than boxes.

    Raises
    ------
    ValueError
        If the picture is too large; see `show`.
    """
    from helpers.pictures import png

    return png.to_png(picture)


def figure_png(figure: Figure) -> bytes | None:
    """A figure as PNG bytes, the same each time; None as in `to_png`."""
    from helpers.pictures import png

    return png.figure_png(figure)


def _is_figure(thing: object) -> TypeGuard[Figure]:
    """Is it Matplotlib's? Where Matplotlib is not loaded, nothing is."""
    return isinstance(thing, getattr(sys.modules.get("matplotlib.figure"), "Figure", ()))


def show(*what: Picture | Panel | Sequence[Panel] | Figure, title: str = "", text: str = "") -> Shown:
    """Show panels, a picture or a figure, as the last line of a cell.

    Parameters
    ----------
    what : Picture, panels, or matplotlib Figure
        Several panels stand side by side; a tuple of panels is a column.
    title : str
        Of the panels together, for those who hear the picture instead of seeing it.
    text : str
        For a figure: what is to be seen in it, with its numbers. A picture brings its own.

    Raises
    ------
    ValueError
        If a figure comes without text, or `what` cannot be shown. There is room for 3000 shapes (each cell,
        line and text is one) and 2400 px in width and in height: enough for a table of 30 words, for example.
    """
    if len(what) == 1 and _is_figure(what[0]):
        if not text:
            raise ValueError("A figure needs its numbers in words: show(figure, text=...).")
        return Shown(figure_png(what[0]), text)
    if len(what) == 1 and isinstance(what[0], Picture):
        return Shown(to_png(what[0]), what[0].in_words())
    if not what or any(isinstance(part, (tuple, list)) and not part for part in what):
        raise ValueError("show needs something to show: show(panel), for example.")
    columns = tuple(tuple(part) if isinstance(part, (tuple, list)) else (part,) for part in what)
    for panel in (panel for column in columns for panel in column):
        if not isinstance(panel, Panel):
            raise ValueError(f"show needs pictures, panels or a figure, got {type(panel).__name__}.")
    return show(Picture(title or columns[0][0].title, columns))
