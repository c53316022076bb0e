"""Matplotlib plots of measurements, in one style: arrays in, a Figure out that no screen holds open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_floats, check_finite, short
from helpers.pictures.colours import colour

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

STYLE = {
    "font.size": 11,
    "axes.titlesize": 13,
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": colour("axis"),
    "axes.labelcolor": colour("muted"),
    "xtick.color": colour("muted"),
    "ytick.color": colour("muted"),
    "axes.grid": True,
    "grid.color": colour("line"),
    "lines.linewidth": 2.2,
}
MARKERS = "os^Dv"
DASHES = ("-", "--", "-.", ":", (0, (6, 1.5)))  # so that of lines that lie on each other both are seen
MOST_MARKERS = 40  # more of them would run together
LINE_HEIGHT = 14  # points


def lines(
    x: ArrayLike,
    series: Mapping[str, ArrayLike],
    title: str,
    x_label: str,
    y_label: str,
    spread: Mapping[str, ArrayLike] | None = None,
    log: bool | Literal["x"] = False,
    prefix: str = "",
) -> Figure:
    """Lines over a common x, each named at its right end. Lines differ in their dashes too.

    Parameters
    ----------
    x : array_like, shape (n,)
    series : mapping of name to array_like, shape (n,)
        At most five.
    title, x_label, y_label : str
        Labels say the unit. A "$" in them and in the names is drawn as it is; it begins no formula.
    spread : mapping of name to array_like, shape (n,) or (2, n), optional
        A band: shape (n,) says how far it goes above and below the line, shape (2, n) where its
        lower and its upper edge lie.
    log : bool or "x"
        Both axes logarithmic, or the horizontal one only. Powers of two are then written out.
    prefix : str
        What stands before each name, such as "divided by ".

    Returns
    -------
    matplotlib Figure
        It belongs to no window, so there is nothing to close.

    Raises
    ------
    ValueError
        If `x` is no row of finite numbers, a series or a band does not have one value for each x, there are
        more than five, or a number on a logarithmic axis is not above 0.
    """
    import matplotlib  # here, so that a notebook without a plot need not wait for it
    from matplotlib.figure import Figure

    from helpers.pictures.png import fonts

    x = check_finite(as_floats(x, "x"), "x").astype(np.float64)
    if x.ndim != 1 or not x.size:
        raise ValueError(f"x has shape {x.shape}, but a plot needs a row of numbers, shape (n,).")
    if not isinstance(series, Mapping):
        raise ValueError(f"series must be a dict of names and their numbers, got {short(series)}.")
    if len(series) > len(MARKERS):
        raise ValueError(f"A plot has room for {len(MARKERS)} lines, got {len(series)}.")
    rows = {name: _row(values, f"The line {name!r}", x, [x.shape]) for name, values in series.items()}
    bands = {
        name: _row(values, f"The band {name!r}", x, [x.shape, (2, *x.shape)])
        for name, values in (spread or {}).items()
    }
    if log and ((x <= 0).any() or (log != "x" and any((y <= 0).any() for y in rows.values()))):
        raise ValueError("A logarithmic axis has room for numbers above 0 only; plot without log.")
    with matplotlib.rc_context({**STYLE, "font.family": fonts()}):
        figure = Figure(figsize=(7.6, 3.9), dpi=200, layout="constrained")
        axes = figure.add_subplot()
        for slot, (name, y) in enumerate(rows.items()):
            ink = colour(f"word{slot}")
            marker = MARKERS[slot] if x.size <= MOST_MARKERS else ""
            axes.plot(x, y, linestyle=DASHES[slot], color=ink, marker=marker, markersize=5)
            if name in bands:
                band = bands[name]
                low, high = band if band.ndim == 2 else (y - band, y + band)
                axes.fill_between(x, low, high, color=ink, alpha=0.18, linewidth=0)
        if log:
            axes.set(xscale="log", yscale="linear" if log == "x" else "log")
            if (np.log2(x) % 1 == 0).all():
                axes.set_xticks(x, [f"{value:,.0f}".replace(",", " ") for value in x])
                axes.minorticks_off()
        axes.set_xlabel(x_label, parse_math=False)
        axes.set_ylabel(y_label, parse_math=False)
        axes.set_title(title, loc="left", parse_math=False)
        _name_lines(axes, x[-1], {prefix + name: float(y[-1]) for name, y in rows.items()})
    return figure


def _row(values: ArrayLike, name: str, x: Array, shapes: list[tuple[int, ...]]) -> Array:
    """Numbers as floats, one for each x, or two where a shape of these says so."""
    row = as_floats(values, name).astype(np.float64)
    if row.shape not in shapes:
        raise ValueError(f"{name} has shape {row.shape}, but x has shape {x.shape}.")
    return row


def _name_lines(axes: Axes, x_end: float, ends: Mapping[str, float]) -> None:
    """Write each name at the right end of its line, one above the other where lines end together."""
    points = 72 / axes.figure.dpi
    heights = {name: points * axes.transData.transform((x_end, y))[1] for name, y in ends.items()}
    free = -np.inf  # the lowest height, in points, that no name covers yet
    for name in sorted(ends, key=lambda name: heights[name]):
        height = max(heights[name], free)
        free = height + LINE_HEIGHT
        axes.annotate(
            name,
            (x_end, ends[name]),
            xytext=(8, height - heights[name]),
            textcoords="offset points",
            color=colour(f"word{list(ends).index(name)}"),
            va="center",
            fontweight="bold",
            annotation_clip=False,
            parse_math=False,
        )
