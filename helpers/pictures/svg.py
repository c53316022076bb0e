"""A `Picture` as SVG text: live, in the colours of the page, readable aloud (used by the labs)."""

from __future__ import annotations

import functools
import re
from html import escape

from helpers.pictures.colours import FONT, colour, css
from helpers.pictures.panels.panel import Panel
from helpers.pictures.picture import Picture, arranged
from helpers.pictures.shapes import Line, Polyline, Rect, Ring, Shape, Text
from helpers.pictures.word import Said, Word, apart, isolated

ROLE = re.compile(r"var\(--sa-([\w-]+)\)")
NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@functools.lru_cache(maxsize=64)  # a move of a slider leaves many panels as they are
def to_svg(panel: Panel) -> str:
    """One panel as SVG text. Colours are CSS variables; see ``helpers/widgets/style.py``."""
    drawing = panel.drawn()
    body = "".join(_svg_shape(shape) for shape in drawing.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{drawing.width:.0f}" '
        f'height="{drawing.height:.0f}" viewBox="0 0 {drawing.width:.0f} {drawing.height:.0f}" '
        f'style="font-family:{FONT}"><title>{escape(panel.title)}</title>'
        f"<desc>{escape(_without_title(panel))}</desc>{body}</svg>"
    )


def _without_title(panel: Panel) -> str:
    """The numbers of a panel in words. The title has been said before them."""
    return panel.in_words().removeprefix(f"{panel.title}\n")


def to_html(picture: Picture) -> str:
    """The panels of a picture as HTML that wraps on a narrow page."""
    columns = ("".join(map(to_svg, column)) for column in picture.columns)
    return '<div class="sa-columns">' + "".join(f"<div>{column}</div>" for column in columns) + "</div>"


def to_svg_file(picture: Picture) -> str:
    """A whole picture as an SVG file of its own: on white paper, with all colours written out."""
    placed, width, height = arranged(picture)
    size = f'width="{width:.0f}" height="{height:.0f}"'
    body = "".join(
        f'<g transform="translate({left:.1f} {top:.1f})">{"".join(map(_svg_shape, drawing.shapes))}</g>'
        for drawing, left, top in placed
    )
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width:.0f} {height:.0f}" '
        f'style="font-family:{FONT}"><title>{escape(picture.title)}</title>'
        f'<desc>{escape(picture.in_words())}</desc><rect {size} style="{_paint("page")}"/>{body}</svg>\n'
    )
    # Only in a style: a word may be `var(--sa-ink)`. And XML has no place for some letters.
    text = re.sub(r'style="[^"]*"', lambda style: ROLE.sub(lambda role: colour(role[1]), style[0]), text)
    return NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def sentence_html(sentence: Said) -> str:
    """A sentence with its words in their colours.

    A word that is read from right to left (<bdi>) leaves the rest of the sentence, and its number, in order.
    """
    return "".join(_word_html(part) if isinstance(part, Word) else escape(part) for part in sentence)


def _word_html(word: Word) -> str:
    text, count = apart(str(word))
    return f'<b style="color:{css(word.role)}"><bdi>{escape(text)}</bdi>{count}</b>'


def _paint(fill: str | None, stroke: str | None = None) -> str:
    inside = css(fill) if fill else "none"
    return f"fill:{inside}" + (f";stroke:{css(stroke)}" if stroke else "")


def _svg_shape(shape: Shape) -> str:
    if isinstance(shape, Rect):
        return _svg_rect(shape)
    if isinstance(shape, Ring):
        return (
            f'<circle cx="{shape.x:.1f}" cy="{shape.y:.1f}" r="{shape.r:g}" stroke-width="2.5" '
            f'style="{_paint(shape.fill, shape.stroke)}"/>'
        )
    if isinstance(shape, Polyline):
        return _svg_polyline(shape)
    if isinstance(shape, Line):
        return _svg_line(shape) + (_svg_head(shape) if shape.arrow else "")
    return _svg_text(shape)


def _svg_rect(shape: Rect) -> str:
    place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" width="{shape.width:.1f}" height="{shape.height:.1f}"'
    paint = _paint(shape.fill, shape.stroke)
    return f'<rect {place} rx="{shape.radius:g}" stroke-width="{shape.border:g}" style="{paint}"/>'


def _svg_line(shape: Line) -> str:
    ends = f'x1="{shape.x1:.1f}" y1="{shape.y1:.1f}" x2="{shape.x2:.1f}" y2="{shape.y2:.1f}"'
    dash = ' stroke-dasharray="2 4"' if shape.dotted else ""
    return f'<line {ends} stroke-width="{shape.width:g}"{dash} style="stroke:{css(shape.stroke)}"/>'


def _svg_polyline(shape: Polyline) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
    look = f'stroke-width="{shape.width:g}" stroke-linejoin="round"'
    if shape.dashes:
        look += f' stroke-dasharray="{" ".join(f"{length:g}" for length in shape.dashes)}"'
    return f'<polyline points="{points}" {look} style="fill:none;stroke:{css(shape.stroke)}"/>'


def _svg_text(shape: Text) -> str:
    look = f'font-size="{shape.size:g}" text-anchor="{shape.anchor}"'
    if shape.bold:
        look += ' font-weight="600"'
    if shape.turned:
        look += f' transform="rotate(-90 {shape.x:.1f} {shape.y:.1f})"'
    halo = f";paint-order:stroke;stroke:{css('page')};stroke-width:4px" if shape.halo else ""
    place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" dy=".35em"'
    return f'<text {place} {look} style="{_paint(shape.fill)}{halo}">{escape(isolated(shape.text))}</text>'


def _svg_head(line: Line) -> str:
    """An arrow head: a triangle drawn by hand, since a marker does not follow the theme."""
    dx, dy = line.x2 - line.x1, line.y2 - line.y1
    length = (dx * dx + dy * dy) ** 0.5
    if length < 1:
        return ""
    ux, uy = dx / length, dy / length
    corners = [(line.x2 + 2 * ux, line.y2 + 2 * uy)]
    corners += [(line.x2 - 11 * ux - s * 5 * uy, line.y2 - 11 * uy + s * 5 * ux) for s in (1, -1)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return f'<polygon points="{points}" style="{_paint(line.stroke)}"/>'
