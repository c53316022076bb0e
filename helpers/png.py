"""A `Picture` as PNG bytes, drawn by Matplotlib: for paper, and wherever no kernel runs."""

from __future__ import annotations

import io
import itertools
import warnings

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, FancyArrowPatch, FancyBboxPatch
from matplotlib.patheffects import withStroke

from helpers.look import colour
from helpers.pictures import Picture
from helpers.shapes import Drawing, Line, Rect, Ring, Shape, draw

GAP = 28  # px between the panels
PAGE = 900  # px, the widest picture: JupyterLab shows it unscaled


def to_png(picture: Picture) -> bytes:
    """The same picture as PNG bytes, on a white page, at twice the size of the SVG."""
    placed, width, height = _arrange(picture)
    figure = Figure(figsize=(width / 100, height / 100), dpi=200, facecolor=colour("page"))
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.axis("off")
    for drawing, left, top in placed:
        for order, shape in enumerate(drawing.shapes):
            _png_shape(axes, shape, left, top, order)
    return figure_png(figure)


def figure_png(figure: Figure) -> bytes:
    """A figure as PNG bytes, without the version and date that would change the file."""
    buffer = io.BytesIO()
    with warnings.catch_warnings():
        # A letter that this font lacks is a box on paper; the live picture is text and has it.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        warnings.filterwarnings("ignore", message="Matplotlib currently does not support")
        figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


def _arrange(picture: Picture) -> tuple[list[tuple[Drawing, float, float]], float, float]:
    """Columns side by side, in a new line where the page is full."""
    placed, x, y, line_height, widest = [], 10.0, 10.0, 0.0, 0.0
    for column in picture.columns:
        drawings = [draw(panel) for panel in column]
        width = max(drawing.width for drawing in drawings)
        if x > 10 and x + width > PAGE:
            x, y, line_height = 10.0, y + line_height + GAP, 0.0
        tops = itertools.accumulate((drawing.height + 12 for drawing in drawings), initial=y)
        placed += [(drawing, x, top) for drawing, top in zip(drawings, tops, strict=False)]
        line_height = max(line_height, sum(drawing.height + 12 for drawing in drawings))
        x += width + GAP
        widest = max(widest, x - GAP)
    return placed, widest + 10, y + line_height + 6


def _png_shape(axes, shape: Shape, left: float, top: float, order: int) -> None:
    points = 72 / 100  # one px of ours in points
    if isinstance(shape, Rect):
        border = 2.5 if shape.radius > 3 else 1
        patch = FancyBboxPatch(
            (left + shape.x + shape.radius, top + shape.y + shape.radius),
            max(0.1, shape.width - 2 * shape.radius), max(0.1, shape.height - 2 * shape.radius),
            boxstyle=f"round,pad={shape.radius}", facecolor=colour(shape.fill) if shape.fill else "none",
            edgecolor=colour(shape.stroke) if shape.stroke else "none", linewidth=border * points, zorder=order,
        )  # fmt: skip
        axes.add_patch(patch)
    elif isinstance(shape, Ring):
        fill = colour(shape.fill) if shape.fill else "none"
        centre = (left + shape.x, top + shape.y)
        axes.add_patch(
            Circle(centre, shape.r, facecolor=fill, edgecolor=colour(shape.stroke), linewidth=1.8, zorder=order)
        )
    elif isinstance(shape, Line) and shape.arrow:
        ends = (left + shape.x1, top + shape.y1), (left + shape.x2, top + shape.y2)
        axes.add_patch(
            FancyArrowPatch(
                *ends, arrowstyle="-|>", mutation_scale=12, shrinkA=0, shrinkB=0,
                color=colour(shape.stroke), linewidth=shape.width * points, zorder=order,
            )  # fmt: skip
        )
    elif isinstance(shape, Line):
        style = (0, (1.5, 2.5)) if shape.dotted else "-"
        axes.add_line(
            Line2D(
                (left + shape.x1, left + shape.x2), (top + shape.y1, top + shape.y2), linestyle=style,
                color=colour(shape.stroke), linewidth=shape.width * points, zorder=order,
            )  # fmt: skip
        )
    else:
        # parse_math off: a learner's "$5 or $10" is text, not mathematics.
        axes.text(
            left + shape.x, top + shape.y, shape.text, fontsize=shape.size * points, color=colour(shape.fill),
            ha={"start": "left", "end": "right"}.get(shape.anchor, "center"), va="center_baseline" if not shape.turned else "center",
            rotation=90 if shape.turned else 0, weight="bold" if shape.bold else "normal",
            parse_math=False, zorder=order,
            path_effects=[withStroke(linewidth=3, foreground=colour("page"))] if shape.halo else [],
        )  # fmt: skip
