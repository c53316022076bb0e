"""Ink: a `Picture` as SVG (live, themed, read aloud), as PNG (paper, no kernel) and as text."""

from __future__ import annotations

from matplotlib.figure import Figure

from helpers.pictures import Picture
from helpers.png import figure_png, to_png
from helpers.svg import sentence_html, to_html, to_svg
from helpers.words import to_text

__all__ = ["Shown", "bundle", "sentence_html", "show", "to_html", "to_png", "to_svg", "to_text"]


class Shown:
    """What `show` returns: a PNG for the eye and its numbers as text, as one output of the cell."""

    def __init__(self, png: bytes, text: str) -> None:
        self.png, self.text = png, text

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return bundle(self.png, self.text)


def bundle(png: bytes, text: str) -> tuple[dict, dict]:
    """Data and metadata for IPython's display: the size is in CSS pixels, half of the PNG's own."""
    width, height = (int.from_bytes(png[i : i + 4], "big") // 2 for i in (16, 20))
    alt = text.splitlines()[0] if text else ""
    return {"image/png": png, "text/plain": text}, {"image/png": {"width": width, "height": height, "alt": alt}}


def show(what: Picture | Figure, text: str = "") -> Shown:
    """Show a picture, or a figure with its numbers in words, as the last line of a cell.

    Parameters
    ----------
    what : Picture or matplotlib Figure
        A picture brings its own numbers.
    text : str
        For a figure: what is to be seen in it, with its numbers.

    Raises
    ------
    ValueError
        If a figure comes without text, or `what` is neither.
    """
    if isinstance(what, Picture):
        return Shown(to_png(what), to_text(what))
    if isinstance(what, Figure):
        if not text:
            raise ValueError("A figure needs its numbers in words: show(figure, text).")
        return Shown(figure_png(what), text)
    raise ValueError(f"show needs a Picture or a Figure, got {type(what).__name__}.")
