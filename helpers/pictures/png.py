"""A `Picture` as PNG bytes, drawn by Matplotlib: for paper, and where no kernel runs (used by display.py)."""

from __future__ import annotations

import contextlib
import functools
import io
import logging
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, FancyArrowPatch, FancyBboxPatch
from matplotlib.patheffects import withStroke
from PIL import Image

from helpers.pictures.colours import colour
from helpers.pictures.picture import Picture, arranged
from helpers.pictures.shapes import Line, Polyline, Rect, Ring, Shape, Text
from helpers.pictures.word import END, ISOLATE

# A PNG so large takes two or three seconds and 400 MB, and no page shows it unscaled; both grow with it.
MOST_SHAPES, MOST_PX = 3000, 2400
POINTS = 72 / 100  # one px in Matplotlib's points
COLOURS = 256  # of a stored picture: a third of the bytes, and hard to tell from the full one
# What Matplotlib brings, and fonts with letters that it lacks, as Linux, macOS and Windows name them.
FONTS = ("DejaVu Sans", "Noto Sans Devanagari", "Lohit Devanagari", "Kohinoor Devanagari", "Nirmala UI")
# Matplotlib's words for a letter that no font has (it draws a box), and for a script that it cannot join.
UNREADABLE = r"Glyph .* missing|Matplotlib currently does not support"


def to_png(picture: Picture) -> bytes | None:
    """The same picture as PNG bytes, on a white page, at twice the size of the SVG; see `figure_png`.

    Raises
    ------
    ValueError
        If the picture has more shapes or px than there is room for.
    """
    placed, width, height = arranged(picture)
    shapes = sum(len(drawing.shapes) for drawing, _, _ in placed)
    if shapes > MOST_SHAPES or max(width, height) > MOST_PX:
        raise ValueError(
            f"This picture has {shapes} shapes and is {width:.0f} px wide and {height:.0f} px high, but "
            f"there is room for {MOST_SHAPES} shapes and {MOST_PX} px: take fewer words, or print the array."
        )
    figure = Figure(figsize=(width / 100, height / 100), dpi=200, facecolor=colour("page"))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.axis("off")
    for drawing, left, top in placed:
        for order, shape in enumerate(drawing.shapes):
            _png_shape(axes, shape, left, top, order)
    return figure_png(figure)


def figure_png(figure: Figure) -> bytes | None:
    """A figure as PNG bytes with at most 256 colours; None if no font here has every letter of it."""
    canvas = FigureCanvasAgg(figure)
    with warnings.catch_warnings(), _no_notices():
        warnings.filterwarnings("error", message=UNREADABLE)
        try:
            canvas.draw()
        except UserWarning:
            return None
    picture = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    buffer = io.BytesIO()
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


@functools.cache
def fonts() -> list[str]:
    """Those of our fonts that are here, in the order in which a letter is looked for."""
    here = {font.name for font in fontManager.ttflist}
    return [name for name in FONTS if name in here]


@contextlib.contextmanager
def _no_notices() -> Iterator[None]:
    """Matplotlib tells stderr that a font has no bold face: not what a learner should read."""
    log = logging.getLogger("matplotlib.font_manager")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(level)


def _png_shape(axes: Axes, shape: Shape, left: float, top: float, order: int) -> None:
    if isinstance(shape, Rect):
        axes.add_patch(_rect(shape, left, top, zorder=order))
    elif isinstance(shape, Ring):
        axes.add_patch(_ring(shape, left, top, zorder=order))
    elif isinstance(shape, Polyline):
        _add_polyline(axes, shape, left, top, zorder=order)
    elif isinstance(shape, Line):
        _add_line(axes, shape, left, top, zorder=order)
    else:
        _add_text(axes, shape, left, top, zorder=order)


def _ink(role: str | None) -> str:
    return colour(role) if role else "none"


def _rect(shape: Rect, left: float, top: float, zorder: int) -> FancyBboxPatch:
    inset = shape.radius  # the rounded box grows by its radius on each side
    return FancyBboxPatch(
        (left + shape.x + inset, top + shape.y + inset),
        max(0.1, shape.width - 2 * inset),
        max(0.1, shape.height - 2 * inset),
        boxstyle=f"round,pad={inset}",
        facecolor=_ink(shape.fill),
        edgecolor=_ink(shape.stroke),
        linewidth=POINTS * shape.border,
        zorder=zorder,
    )


def _ring(shape: Ring, left: float, top: float, zorder: int) -> Circle:
    centre = (left + shape.x, top + shape.y)
    fill, stroke = _ink(shape.fill), _ink(shape.stroke)
    return Circle(centre, shape.r, facecolor=fill, edgecolor=stroke, linewidth=1.8, zorder=zorder)


def _add_line(axes: Axes, shape: Line, left: float, top: float, zorder: int) -> None:
    start, end = (left + shape.x1, top + shape.y1), (left + shape.x2, top + shape.y2)
    ink: dict[str, Any] = {"color": colour(shape.stroke), "linewidth": shape.width * POINTS}
    if shape.arrow:
        head: dict[str, Any] = {"arrowstyle": "-|>", "mutation_scale": 12, "shrinkA": 0, "shrinkB": 0}
        axes.add_patch(FancyArrowPatch(start, end, zorder=zorder, **head, **ink))
    else:
        dashes = (0, (1.5, 2.5)) if shape.dotted else "-"
        axes.add_line(Line2D((start[0], end[0]), (start[1], end[1]), linestyle=dashes, zorder=zorder, **ink))


def _add_polyline(axes: Axes, shape: Polyline, left: float, top: float, zorder: int) -> None:
    xs, ys = zip(*((left + x, top + y) for x, y in shape.points), strict=True)
    # Matplotlib counts dashes in widths of the line.
    dashes = (0, tuple(length / shape.width for length in shape.dashes)) if shape.dashes else "-"
    ink: dict[str, Any] = {"color": colour(shape.stroke), "linewidth": shape.width * POINTS}
    joins: dict[str, Any] = {"solid_capstyle": "butt", "dash_joinstyle": "round"}
    axes.add_line(Line2D(xs, ys, linestyle=dashes, zorder=zorder, **ink, **joins))


def _add_text(axes: Axes, shape: Text, left: float, top: float, zorder: int) -> None:
    along = {"start": "left", "end": "right"}.get(shape.anchor, "center")
    upward = {"start": "bottom", "end": "top"}.get(shape.anchor, "center")
    axes.text(
        left + shape.x,
        top + shape.y,
        shape.text.replace(ISOLATE, "").replace(END, ""),  # Matplotlib would draw them as boxes
        family=fonts(),
        fontsize=shape.size * POINTS,
        color=colour(shape.fill),
        ha="center" if shape.turned else along,
        va=upward if shape.turned else "center_baseline",
        rotation=90 if shape.turned else 0,
        weight="bold" if shape.bold else "normal",
        parse_math=False,  # a learner's "$5 or $10" is text, not mathematics
        path_effects=[withStroke(linewidth=3, foreground=colour("page"))] if shape.halo else [],
        zorder=zorder,
    )
