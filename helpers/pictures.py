"""Arrays and labels in, a panel of a `Picture` out; see ``panels.py`` for what a panel is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_floats, short
from helpers.labels import Spot
from helpers.look import word_slots
from helpers.panels import Arrow, Bars, Curve, Curves, Histogram, Map, MixBars, Plane, Point, Table, Word


def words(labels: Iterable[str]) -> tuple[Word, ...]:
    """Labels with their colours. A label that comes twice is numbered: ``apple (1)``, ``apple (2)``.

    Of a token, the written form is shown and the form that has the vector decides what is equal.
    """
    listed = _listed(labels)
    keys = [str(label).lower() for label in listed]
    times, seen, result = Counter(keys), Counter[str](), []
    for label, key, slot in zip(listed, keys, word_slots(keys), strict=True):
        seen[key] += 1
        text = str(getattr(label, "shown", label))
        result.append(Word(f"{text} ({seen[key]})" if times[key] > 1 else text, slot))
    return tuple(result)


def _listed(labels: Iterable[str | Word]) -> list[str | Word]:
    """Labels as a list. One text is most likely a forgotten pair of brackets, so it is refused."""
    if isinstance(labels, str):
        raise ValueError(f"A picture needs a list of labels, got one text: {labels!r}; write [{labels!r}].")
    listed = list(labels)
    for label in listed:
        if not isinstance(label, (str, Word)):
            raise ValueError(f"A label must be a text in quotes, got {short(label)}.")
    return listed


def table(
    title: str, rows: Iterable[str | Word], columns: Iterable[str | Word], numbers: ArrayLike, **options: Any
) -> Table:
    """A `Table` of any numbers, shape (n_rows, n_columns); see the fields of `Table` for the options."""
    rows, columns = as_words(rows), as_words(columns)
    return Table(title, rows, columns, _grid(numbers, rows, columns, title), **options)


def weights_table(
    labels: Iterable[str | Word],
    weights: ArrayLike,
    asking: int | None = None,
    title: str = "weights",
    narrow: bool = False,
) -> Table:
    """The attention weights of one sentence, shape (n_tokens, n_tokens)."""
    labels = as_words(labels)
    return table(title, labels, labels, weights, asking=asking, narrow=narrow)


def mix_bars(
    owners: Iterable[str | Word],
    labels: Iterable[str | Word],
    weights: ArrayLike,
    title: str = "mixed from, in percent",
    length: int = 234,
) -> MixBars:
    """One bar per owner; `weights` has shape (n_owners, n_words)."""
    owners, labels = as_words(owners), as_words(labels)
    return MixBars(title, owners, labels, _grid(weights, owners, labels, title), length)


def plane(
    labels: Iterable[str | Word],
    before: ArrayLike,
    after: ArrayLike | None = None,
    limit: float = 2.0,
    title: str = "meaning space",
    note: str = "",
    side: int = 330,
    grid: ArrayLike | None = None,
) -> Plane:
    """Arrows for `before`, shape (n, 2); open circles for `after` if given.

    `grid`, a matrix of shape (2, 2), shows where it takes the lines of the plane: row 0 is where
    (1, 0) goes, row 1 where (0, 1) goes.
    """
    if not limit > 0:
        raise ValueError(f"A plane needs a limit above 0, got {limit}.")
    labels = as_words(labels)
    pairs = _pairs(before, after, len(labels))
    arrows = tuple(Arrow(w, tip, new) for w, (tip, new) in zip(labels, pairs, strict=True))
    if grid is None:
        return Plane(title, arrows, limit, note, side)
    first, second = (tip for tip, _ in _pairs(grid, None, 2))
    return Plane(title, arrows, limit, note, side, (first, second))


def limit_for(*vectors: ArrayLike) -> float:
    """How far a plane must reach for all these vectors: a round number, so that it seldom changes."""
    farthest = max(float(np.max(np.abs(as_floats(v, "vectors")), initial=0.0)) for v in vectors)
    limit = 1.0
    while limit < farthest:
        limit *= 2
    return limit


def word_map(
    labels: Iterable[str | Word],
    before: ArrayLike,
    share: float | None,
    after: ArrayLike | None = None,
    faint: Sequence[bool] | None = None,
    title: str = "map of the words",
    whose: str = "these words",
    note: str = "",
    limit: float = 0.0,
) -> Map:
    """Words at `before`, shape (n, 2), on a map that keeps `share` of the spread of `whose`."""
    labels = as_words(labels)
    pairs = _pairs(before, after, len(labels))
    faint = [False] * len(labels) if faint is None else faint
    points = zip(labels, pairs, faint, strict=True)
    return Map(
        title, tuple(Point(w, at, new, bool(dim)) for w, (at, new), dim in points), share, whose, note, limit
    )


def bars(
    title: str, names: Iterable[str | Word], heights: ArrayLike, top: float = 1.0, note: str = ""
) -> Bars:
    """One upright bar for each name; `heights` has shape (n_names,), from 0 to `top`."""
    names = as_words(names)
    (row,) = _grid(as_floats(heights, title)[None], ("",), names, title)
    if not top > 0 or min(row, default=0) < 0 or max(row, default=0) > top * (1 + 1e-9):
        raise ValueError(f"The bars {title!r} run from 0 to {top:g}, but the heights are {short(list(row))}.")
    return Bars(title, names, row, top, note)


def histogram(title: str, numbers: ArrayLike, edges: ArrayLike, x_title: str, note: str = "") -> Histogram:
    """Which share of `numbers` lies between two neighbouring `edges`; the end bins hold all beyond."""
    numbers, edges = as_floats(numbers, title).ravel(), as_floats(edges, "edges")
    if numbers.size == 0 or not np.isfinite(numbers).all():
        raise ValueError(f"The histogram {title!r} needs finite numbers, at least one.")
    if edges.ndim != 1 or edges.size < 3 or not (np.diff(edges) > 0).all():
        raise ValueError(f"The histogram {title!r} needs three or more rising edges, got {short(edges)}.")
    inside = np.clip(numbers, edges[0], edges[-1])
    shares = np.histogram(inside, edges)[0] / numbers.size
    return Histogram(title, tuple(map(float, edges)), tuple(map(float, shares)), x_title, note)


def curves(
    title: str,
    x: ArrayLike,
    series: Mapping[str, ArrayLike],
    limits: tuple[float, float] = (0.0, 1.0),
    x_label: str = "",
    now: float | None = None,
    note: str = "",
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

    Raises
    ------
    ValueError
        If x does not rise, a series does not have one value for each x, there are none or more than four,
        the limits do not rise, or `now` lies outside x.
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
    _listed(series)  # refuses a name that is no text
    lines = tuple(_curve(name, slot, series[name], x) for slot, name in enumerate(series))
    if now is not None and not (as_floats(now, "now").shape == () and x[0] <= now <= x[-1]):
        raise ValueError(
            f"The curves {title!r} need a now from {x[0]:g} to {x[-1]:g}, where x runs, got {short(now)}."
        )
    xs = tuple(float(value) + 0.0 for value in x)
    low, high = (float(end) + 0.0 for end in ends)
    return Curves(title, xs, lines, (low, high), x_label, None if now is None else float(now) + 0.0, note)


def _curve(name: str, slot: int, values: ArrayLike, x: Array) -> Curve:
    row = as_floats(values, f"The series {name!r}")
    if row.shape != x.shape:
        raise ValueError(
            f"The series {name!r} has shape {row.shape}, but x has shape {x.shape}: "
            "give one value for each x, nan where there is none."
        )
    return Curve(Word(name, slot), tuple(None if np.isnan(y) else float(y) + 0.0 for y in row))


def as_words(labels: Iterable[str | Word]) -> tuple[Word, ...]:
    """Labels that are `Word`s already stay as they are; the others get their colours."""
    listed = _listed(labels)
    coloured = iter(words(label for label in listed if isinstance(label, str)))
    return tuple(label if isinstance(label, Word) else next(coloured) for label in listed)


def _grid(
    numbers: ArrayLike, rows: Sequence[object], columns: Sequence[Word], title: str
) -> tuple[tuple[float, ...], ...]:
    array = as_floats(numbers, title)
    if array.shape != (len(rows), len(columns)):
        raise ValueError(
            f"The table {title!r} has {len(rows)} row labels and {len(columns)} column labels, "
            f"but its numbers have shape {array.shape}."
        )
    if not np.isfinite(array).all():
        raise ValueError(f"The table {title!r} can only show finite numbers, got nan or infinity.")
    return tuple(tuple(float(x) + 0.0 for x in row) for row in array)


def _pairs(before: ArrayLike, after: ArrayLike | None, n: int) -> list[tuple[Spot, Spot | None]]:
    old = as_floats(before, "before")
    new = old if after is None else as_floats(after, "after")
    if old.shape != (n, 2) or new.shape != (n, 2):
        raise ValueError(f"{n} labels need vectors of shape ({n}, 2), got {old.shape} and {new.shape}.")
    if not (np.isfinite(old).all() and np.isfinite(new).all()):
        raise ValueError("A picture can only show finite numbers, got nan or infinity.")
    tips = [(float(x), float(y)) for x, y in old]
    moved: list[Spot | None] = [(float(x), float(y)) for x, y in new]
    if after is None:
        moved = [None] * n
    return list(zip(tips, moved, strict=True))
