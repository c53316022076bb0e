"""Charts of curves: one to four lines over a common x, with a key, and a mark at the x that is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_floats, short
from helpers.pictures.labels import Spot
from helpers.pictures.panels.panel import CHART_WIDTH, Panel, lines_of
from helpers.pictures.shapes import (
    SMALL,
    Drawing,
    Line,
    Polyline,
    Rect,
    Ring,
    Shape,
    Text,
    fit,
    heading,
    number,
    text_width,
)
from helpers.pictures.word import Word, as_words

TALL = 140.0  # px, of the plot
EDGE = 12.0  # px, at the right of the plot: a mark at the end has room
SIDE = 6.0  # px, at both sides of the key
ROW = 20.0  # px, a line of the key
SAMPLE = 32.0  # px, a piece of the curve and a space, before its name
NAME = 222.0  # px, the room for a name of 22 letters; a longer one is cut
THEN = (5.0, 4.0)  # px, for all curves of an earlier chart
NO_VALUE = "\u2013"
DASHES: tuple[tuple[float, ...], ...] = ((), (8, 4), (2.5, 2.5), (11, 3, 2.5, 3))  # px, for each curve


def value_text(value: float) -> str:
    """Two decimals; a number that is too large for a key is written short, such as ``1.2e+05``."""
    return number(value) if abs(value) < 10_000 else f"{value:.1e}"


@dataclass(frozen=True)
class Curve:
    """One line of a `Curves`: a value for each x, None where nothing was measured."""

    name: Word
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Curves(Panel):
    """Lines over a common x. Values beyond the limits are drawn at the edge."""

    title: str
    x: tuple[float, ...]  # rising
    curves: tuple[Curve, ...]
    limits: tuple[float, float] = (0.0, 1.0)  # the lowest and the highest y
    x_label: str = ""
    now: float | None = None  # the x that is looked at
    note: str = ""
    before: Curves | None = None  # an earlier chart, whose curves are dashed in this one

    def measured(self, curve: Curve) -> tuple[tuple[float, float], ...]:
        """The points (x, value) of a curve that have a value, from left to right."""
        return tuple((x, y) for x, y in zip(self.x, curve.values, strict=True) if y is not None)

    def reading(self, curve: Curve) -> tuple[float, float] | None:
        """The last measured point at `now` or before it, of all if there is no `now`; None if none is."""
        seen = [point for point in self.measured(curve) if self.now is None or point[0] <= self.now]
        return seen[-1] if seen else None

    def drawn(self) -> Drawing:
        lines = [self.note] if self.note else []
        texts = [text_width(self.title, 16, bold=True)]
        texts += [text_width(text, SMALL) for text in (*lines, self.x_label)]
        width = max(CHART_WIDTH, max(texts) + 4, max(self._entries()) + 2 * SIDE)
        key, rows = self._key(36.0 + 20 * len(lines), width)
        top = 42.0 + 20 * len(lines) + ROW * rows
        low, high = self.limits
        charts = [self] if self.before is None else [self, self.before]
        xs = min(chart.x[0] for chart in charts), max(chart.x[-1] for chart in charts)
        levels = {high: top, (low + high) / 2: top + TALL / 2, low: top + TALL}
        names = {level: _tick(level, high - low) for level in levels}
        left, right = max(text_width(name, SMALL) for name in names.values()) + 14, width - EDGE
        ground, (first, last) = top + TALL, xs

        def at(x: float, y: float) -> Spot:
            across = (x - first) / (last - first) if last > first else 0.5
            up = (min(max(y, low), high) - low) / (high - low)
            return left + (right - left) * across, ground - TALL * up

        out = Drawing(width, ground + (48 if self.x_label else 28))
        out.shapes += [*heading(self.title, lines, width), *key]
        for level, y in levels.items():
            out.shapes.append(Line(left, y, right, y, "axis" if level == low else "line"))
            out.shapes.append(Text(left - 10, y, names[level], "muted", SMALL, anchor="end"))
        out.shapes.append(Line(left, top, left, ground, "axis"))
        out.shapes += self._x_axis(at, xs, ground, width)
        if self.now is not None:
            place = at(self.now, low)[0]
            out.shapes.append(Line(place, top, place, ground, "muted"))
        if self.before is not None:
            for slot, curve in enumerate(self.before.curves):
                out.shapes += self.before._line(slot, curve, at, THEN)
            out.shapes += self.before._marks(at, 3)
        for slot, curve in enumerate(self.curves):
            out.shapes += self._line(slot, curve, at, self._dashes(slot))
        if self._marked:
            out.shapes += self._marks(at, 4.5)
        return out

    @property
    def _marked(self) -> bool:
        """Has each curve a mark? Beside an earlier chart all have: their dashes do not tell them apart."""
        return self.now is not None or self.before is not None

    def _dashes(self, slot: int) -> tuple[float, ...]:
        """Curves differ by their dashes; beside an earlier chart, which is dashed, by their marks alone."""
        return DASHES[slot] if self.before is None else ()

    def _x_axis(
        self, at: Callable[[float, float], Spot], xs: tuple[float, float], ground: float, width: float
    ) -> list[Shape]:
        """Ticks with their numbers below the plot, and what x is."""
        shapes: list[Shape] = []
        first, last = xs
        for x in sorted({first, (first + last) / 2, last}):
            place, name = at(x, self.limits[0])[0], _tick(x, last - first)
            half = text_width(name, SMALL) / 2
            shapes.append(Line(place, ground, place, ground + 4, "axis"))
            shapes.append(Text(min(max(place, half), width - half), ground + 16, name, "muted", SMALL))
        if self.x_label:
            shapes.append(Text(width / 2, ground + 36, self.x_label, "muted", SMALL))
        return shapes

    def _line(
        self, slot: int, curve: Curve, at: Callable[[float, float], Spot], dashes: tuple[float, ...]
    ) -> list[Shape]:
        """A line for each run of neighbours that have a value; a value that stands alone is a small mark."""
        shapes: list[Shape] = []
        for run in self._runs(curve):
            places = [at(*point) for point in run]
            if len(places) == 1:
                shapes.append(_mark(slot, places[0], 3, curve.name.role))
            else:
                start, *via, end = places
                wide = 1.75 if dashes == THEN else 2.25
                shapes.append(Polyline(*start, *end, curve.name.role, wide, via=tuple(via), dashes=dashes))
        return shapes

    def _runs(self, curve: Curve) -> list[list[Spot]]:
        """The points of a curve, parted where nothing was measured."""
        runs: list[list[Spot]] = [[]]
        for x, y in zip(self.x, curve.values, strict=True):
            if y is not None:
                runs[-1].append((x, y))
            elif runs[-1]:
                runs.append([])
        return [run for run in runs if run]

    def _marks(self, at: Callable[[float, float], Spot], reach: float) -> list[Shape]:
        """A mark on each curve where the key reads it: at `now` or just before it, else at its end."""
        found = [(slot, curve, self.reading(curve)) for slot, curve in enumerate(self.curves)]
        return [
            _mark(slot, at(*point), reach, curve.name.role)
            for slot, curve, point in found
            if point is not None
        ]

    def _key(self, y: float, width: float) -> tuple[list[Shape], int]:
        """The names with their values, in two columns if they fit, and how many rows that makes."""
        rooms = self._entries()
        second = SIDE + max(rooms[::2]) + 12
        columns = 2 if len(rooms) > 1 and second + max(rooms[1::2]) + SIDE <= width else 1
        shapes: list[Shape] = []
        for slot, curve in enumerate(self.curves):
            left, middle = second if slot % columns else SIDE, y + ROW * (slot // columns)
            role, point = curve.name.role, self.reading(curve)
            end, dashes = left + SAMPLE - 6, self._dashes(slot)
            shapes.append(Polyline(left, middle, end, middle, role, 2.25, dashes=dashes))
            if self._marked or any(len(run) == 1 for run in self._runs(curve)):
                shapes.append(_mark(slot, (left + 5, middle), 4, role))
            value = value_text(point[1]) if point else NO_VALUE
            value += self._then(slot)
            text = f"{fit(str(curve.name), NAME, SMALL, bold=True)}: {value}"
            shapes.append(Text(left + SAMPLE, middle, text, role, SMALL, anchor="start", bold=True))
        return shapes, -(-len(rooms) // columns)

    def as_array(self) -> Array:
        """A row for each curve, nan where nothing was measured; shape (n_curves, n)."""
        return np.array([[np.nan if y is None else y for y in curve.values] for curve in self.curves])

    def _entries(self) -> list[float]:
        """How wide each place in the key is."""
        then = [] if self.before is None else [_longest(curve) for curve in self.before.curves]
        more = [text_width(f" (dashed {value})", SMALL, bold=True) for value in then] or [0.0] * 4
        return [_entry(curve) + extra for curve, extra in zip(self.curves, more, strict=False)]

    def _then(self, slot: int) -> str:
        """What the same curve of the earlier chart says, for the key."""
        if self.before is None:
            return ""
        point = self.before.reading(self.before.curves[slot])
        return f" (dashed {value_text(point[1]) if point else NO_VALUE})"

    def arrays(self) -> dict[str, Array]:
        return {**super().arrays(), **(self.before.arrays() if self.before is not None else {})}

    def in_words(self) -> str:
        """Where x runs, and of each curve its first value, the one at `now` and its last."""
        now = "" if self.now is None else f", now {self.now + 0.0:g}"
        lines = [f"{self.x_label or 'x'} {self.x[0] + 0.0:g} to {self.x[-1] + 0.0:g}{now}"]
        for curve in self.curves:
            points, reading = self.measured(curve), self.reading(curve)
            if not points:
                lines.append(f"{curve.name}: not measured")
                continue
            parts = [f"first {value_text(points[0][1])}", f"last {value_text(points[-1][1])}"]
            if self.now is not None:
                parts.insert(1, f"now {value_text(reading[1]) if reading else 'not measured'}")
            lines.append(f"{curve.name}: {', '.join(parts)}")
        own = lines_of(self.title, self.note, lines)
        return own if self.before is None else f"{own}\n\n{self.before.in_words()}"


def curves(
    title: str,
    x: ArrayLike,
    series: Mapping[str, ArrayLike],
    limits: tuple[float, float] = (0.0, 1.0),
    x_label: str = "",
    now: float | None = None,
    note: str = "",
    before: Curves | None = None,
) -> Curves:
    """Lines over a common x, the first in word colour 0, the next in 1, and so on.

    Parameters
    ----------
    title : str
    x : array_like, shape (n,)
        Rising, at least one.
    series : mapping of name to array_like, shape (n,)
        One to four; nan means "not measured here" and leaves a gap.
    limits : (float, float)
        The lowest and the highest y that is shown; values beyond are drawn at the edge.
    x_label, note : str
    now : float, optional
        A value of x. A line stands there, and each curve has a mark at its last value up to there.
    before : Curves, optional
        An earlier chart with the same names: its curves are dashed in this one, which reaches over both.
        Each curve then has a mark where the key reads it, the small ones are the earlier chart's.

    Raises
    ------
    ValueError
        If x does not rise, a series does not have one value for each x, there are none or more than four,
        the limits do not rise, `now` lies outside x, or `before` has other names.
    """
    x, ends = as_floats(x, "x"), as_floats(limits, "limits")
    if x.ndim != 1 or x.size == 0 or not np.isfinite(x).all() or not (x[1:] > x[:-1]).all():
        raise ValueError(f"The curves {title!r} need an x of rising numbers, at least one, got {short(x)}.")
    if ends.shape != (2,) or not np.isfinite(ends).all() or not ends[0] < ends[1]:
        raise ValueError(
            f"The curves {title!r} need limits such as (0, 1), the lower first, got {short(limits)}."
        )
    if not isinstance(series, Mapping):
        raise ValueError(f"The curves {title!r} need names: write {{'loss': values}}, not {short(series)}.")
    if not 1 <= len(series) <= 4:
        raise ValueError(f"The curves {title!r} need one to four series in one panel, got {len(series)}.")
    as_words(series)  # refuses a name that is no text
    lines = tuple(_measured(name, slot, series[name], x) for slot, name in enumerate(series))
    if now is not None and not (as_floats(now, "now").shape == () and x[0] <= now <= x[-1]):
        raise ValueError(
            f"The curves {title!r} need a now from {x[0]:g} to {x[-1]:g}, where x runs, got {short(now)}."
        )
    xs = tuple(float(value) + 0.0 for value in x)
    low, high = (float(end) + 0.0 for end in ends)
    if before is not None and [curve.name for curve in before.curves] != [curve.name for curve in lines]:
        raise ValueError(f"The curves {title!r} and the ones before need the same names, got {list(series)}.")
    now = None if now is None else float(now) + 0.0
    return Curves(title, xs, lines, (low, high), x_label, now, note, before)


def _measured(name: str, slot: int, values: ArrayLike, x: Array) -> Curve:
    row = as_floats(values, f"The series {name!r}")
    if row.shape != x.shape:
        raise ValueError(
            f"The series {name!r} has shape {row.shape}, but x has shape {x.shape}: "
            "give one value for each x, nan where there is none."
        )
    return Curve(Word(name, slot), tuple(None if np.isnan(y) else float(y) + 0.0 for y in row))


def _mark(slot: int, place: Spot, reach: float, role: str) -> Shape:
    """A disc, a circle, a square, an open square: marks differ without their colours too."""
    (x, y), fill = place, "page" if slot % 2 else role
    if slot < 2:
        return Ring(x, y, reach, role, fill)
    return Rect(x - reach, y - reach, 2 * reach, 2 * reach, fill, role, radius=0, border=2.5)


def _entry(curve: Curve) -> float:
    """How wide a curve's place in the key is: its longest value fits, so a new `now` moves nothing."""
    name = min(NAME, text_width(str(curve.name), SMALL, bold=True))
    return SAMPLE + name + text_width(f": {_longest(curve)}", SMALL, bold=True)


def _longest(curve: Curve) -> str:
    return max((value_text(y) for y in curve.values if y is not None), key=len, default=NO_VALUE)


def _tick(value: float, span: float) -> str:
    """A number at an axis: short, and 0 where the middle misses it by a rounding error."""
    value = 0.0 if abs(value) < 1e-9 * span else value
    text = f"{value:g}"
    return text if len(text) <= 7 else f"{value:.3g}"
