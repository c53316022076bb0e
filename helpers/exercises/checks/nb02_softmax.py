"""Exercises of notebook 02: write softmax, and make a weight exactly 0."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.exercises.cases import sizes, table
from helpers.exercises.kinds import DesignExercise, Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs

Makes = Callable[[Array], Array]


def _tables() -> list[Inputs]:
    # Where `exp` overflows or becomes 0 depends on what is taken away first: each row is of another kind.
    far_apart = [
        [0.5, -1.0, 2.0, 0.0, 1.0],
        [1000.0, 999.0, 998.5, 1001.0, 997.0],
        [-1000.0, -999.0, -1001.0, -998.5, -1002.0],
        [0.0, 1000.0, -1000.0, 3.0, 1.0],
        [1000.0, -1000.0, -1000.0, -1000.0, -1000.0],
        [-1000.0, 0.0, 0.5, -0.5, 1.0],
        [0.0, 800.0, 799.0, 1.0, 2.0],
        [1000.0, 999.0, -1000.0, -1000.0, -1000.0],  # far above their mean, and not alike
        [0.0, -7.5, -9.5, -10.5, -12.0],  # small shares, yet no zeros
    ]
    one_by_one = [
        [1000.0, 999.0, 998.5, 1001.0],
        [-1000.0, -999.0, -1001.0, -998.5],
        [-1000.0, -999.0, -1000.5, 0.5],
        [0.0, 1000.0, 1000.0, 3.0],
        [1000.0, 2.0, 1.0, 1.0],
        [1000.0, -1000.0, -1000.0, -1000.0],
        [1000.0, 1000.0, 1000.0, -1000.0],
        [-1000.0, 0.0, 0.5, -0.5],
        [1.0, 2.0, 1.5, -1000.0],
        [-300.0, 800.0, 799.0, 300.0],
        [800.0, 300.0, 250.0, 799.5],
        [-450.0, -451.0, -450.5, -452.0],
        [0.0, 800.0, 1.0, 2.0],
        [1000.0, 999.0, -1000.0, -1000.0, -1000.0],
        [0.0, -7.5, -9.5, -10.5, -12.0],
    ]
    alike = [[2.0, 2.0, 0.5, 2.0], [2.0, 2.0, 0.5, 2.0], [0.0, 0.0, 0.0, 0.0], [-1.0, -1.5, -1.0, -3.0]]
    return [
        (np.array(far_apart),),
        (np.array([[1000.0, -1000.0]]),),
        (np.array([[2, 1, 0], [0, 3, -2], [4, 4, 4]]),),
        (np.array([[0.5, -1.0, 2.0, 0.0]]),),
        (np.array([[3.0], [-2.0]]),),
        (np.array(alike),),
        (np.array([[1000, 0, 1000], [-1000, -1001, -1000]]),),
        (np.array([[-1000.0], [0.0], [1000.0]]),),
        (np.array([[900.0, 900.5], [0.0, 1.0], [0.0, -1.0]]),),
        *((np.array([row]),) for row in one_by_one),
    ]


def _shares(e: Array) -> Array:
    return e / e.sum(axis=-1, keepdims=True)


def _row(reduce: Callable[..., Array]) -> Makes:
    """One number for each row, as a column."""
    return lambda x: reduce(x, axis=-1, keepdims=True)


_largest = _row(np.max)


def _less(taken: Makes) -> Makes:
    """Softmax that takes something else away than the largest score of the row."""
    return lambda x: _shares(np.exp(x - taken(x)))


def _less_always(number: float) -> Makes:
    return lambda x: _shares(np.exp(x - number))


def _in_both(*ways: Makes) -> list[Makes]:
    """As they are in NumPy, and in plain Python, which stops where NumPy makes nan or infinity."""
    return [*ways, *map(_in_python, ways)]


def _in_python(makes: Makes) -> Makes:
    def makes_or_stops(x: Array) -> Array:
        made = makes(x)
        if not np.isfinite(made).all():
            raise OverflowError("math range error")
        return made

    return makes_or_stops


def _unshifted(x: Array) -> Array:
    return _shares(np.exp(x))


def _by_logarithm(x: Array) -> Array:
    return np.exp(x - np.log(np.exp(x).sum(axis=-1, keepdims=True)))


def _exponentials(x: Array) -> Array:
    return np.exp(x - _largest(x))


def _bounded(low: float, high: float) -> Makes:
    return lambda x: _unshifted(np.clip(x, low, high))


def _added(number: float, shift: Makes = _largest) -> Makes:
    def makes(x: Array) -> Array:
        e = np.exp(x - shift(x))
        return e / (e.sum(axis=-1, keepdims=True) + number)

    return makes


def _nothing(x: Array) -> Array:
    return np.zeros(1)


def _base(base: float) -> list[Makes]:
    return [lambda x: _shares(base ** (x - _largest(x))), lambda x: _shares(base**x)]


def _log_shares(x: Array) -> Array:
    shifted = x - _largest(x)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


def _equal_to_largest(x: Array) -> Array:
    return (x == _largest(x)).astype(float)


# Numbers that people take away, cut at, or add to a sum that shall not be 0.
CONSTANTS = (100, 200, 300, 400, 500, 600, 700, 709, 710, 750, 800, 900, 999, 1000, 1001)
BOUNDS = (1, 5, 10, 20, 30, 50, 80, 88, 100, 200, 300, 500, 600, 700, 709)
ADDED = (1e-2, 1e-3, 0.1, 1.0)
TINY = (1e-16, 1e-15, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5)

SOFTMAX = FunctionExercise(
    name="softmax",
    notebook=2,
    call="my_softmax(x)",
    right=softmax,
    example=lambda: (np.array([[2.0, 1.0, 0.0], [0.0, 0.5, 3.0]]),),
    edges=_tables,
    drawn=lambda rng: (table(rng, *sizes(rng, 2)),),
    mistakes={
        "wrong axis": [
            lambda x: softmax(x, axis=0),
            lambda x: np.exp(x - x.max()) / np.exp(x - x.max()).sum(axis=0),
        ],
        "whole table": [
            lambda x: softmax(x.ravel()).reshape(x.shape),
            lambda x: _exponentials(x) / _exponentials(x).sum(),
        ],
        "two axes": [
            lambda x: _exponentials(x) / _exponentials(x).sum(axis=0),
            lambda x: _shares(np.exp(x - x.max(axis=0))),
        ],
        "overflow": [*_in_both(_unshifted, _by_logarithm), *(_added(n, _nothing) for n in TINY)],
        "global maximum": _in_both(_less(np.max), _less(lambda x: x[0].max()), _less(lambda x: x[-1].max())),
        "minimum": _in_both(_less(_row(np.min)), _less(np.min)),
        "mean": _in_both(_less(_row(np.mean)), _less(np.mean)),
        "median": _in_both(_less(_row(np.median)), _less(np.median)),
        "first score": _in_both(_less(lambda x: x[:, :1]), _less(lambda x: x[:, -1:])),
        "sum of the row": _in_both(_less(_row(np.sum))),
        "largest size": _in_both(_less(lambda x: _largest(np.abs(x))), _less(lambda x: np.abs(x).max())),
        "not below 0": _in_both(_less(lambda x: np.maximum(_largest(x), 0))),
        "constant": [way for n in CONSTANTS for way in _in_both(_less_always(n))],
        "clipped": [
            *(_bounded(-n, n) for n in BOUNDS),
            *(way for n in BOUNDS for way in _in_both(_bounded(-np.inf, n))),
        ],
        "added to the sum": [
            *(_added(n) for n in ADDED),
            *(_added(n, _nothing) for n in (1e-4, *ADDED)),
        ],
        "nan covered": [
            lambda x: np.nan_to_num(_unshifted(x)),
            lambda x: np.nan_to_num(_unshifted(x), nan=1.0),
            lambda x: _shares(np.nan_to_num(np.exp(x))),
        ],
        "rescaled": [
            lambda x: softmax(x / _largest(x)),
            lambda x: softmax(x / x.max()),
            lambda x: softmax(x / _largest(np.abs(x))),
            lambda x: softmax((x - _row(np.min)(x)) / (_largest(x) - _row(np.min)(x))),
            lambda x: softmax((x - _row(np.mean)(x)) / _row(np.std)(x)),
            lambda x: softmax(_shares(x)),
            lambda x: softmax(x / np.linalg.norm(x, axis=-1, keepdims=True)),
            *((lambda x, n=n: softmax(x / n)) for n in (2, 10, 100, 1000)),
        ],
        "no exp": _shares,
        "shift without exp": [
            lambda x: _shares(x - _largest(x)),
            lambda x: _shares(x - _row(np.min)(x)),
            lambda x: _shares(np.abs(x)),
            lambda x: _shares(np.maximum(x, 0)),
        ],
        "squares": [lambda x: _shares(x**2), lambda x: _shares((x - _largest(x)) ** 2)],
        "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
        "another base": [way for base in (2.0, 10.0, 2.7, 2.71, 2.718, 2.72, 3.0) for way in _base(base)],
        "sign": [
            lambda x: softmax(-x),
            *_in_both(lambda x: _unshifted(-x), lambda x: _unshifted(_largest(x) - x)),
        ],
        "twice": [lambda x: softmax(softmax(x)), lambda x: softmax(_exponentials(x))],
        "mean for sum": lambda x: softmax(x) * x.shape[-1],
        "no division": _exponentials,
        "divided by the largest": _in_both(lambda x: np.exp(x) / _largest(np.exp(x))),
        "only exp": _in_both(np.exp),
        "sum of scores": [
            lambda x: _exponentials(x) / x.sum(axis=-1, keepdims=True),
            lambda x: _exponentials(x) / (x - _largest(x)).sum(axis=-1, keepdims=True),
            *_in_both(lambda x: np.exp(x) / x.sum(axis=-1, keepdims=True)),
        ],
        "one of the two": [
            *_in_both(lambda x: _exponentials(x) / np.exp(x).sum(axis=-1, keepdims=True)),
            *_in_both(lambda x: np.exp(x) / _exponentials(x).sum(axis=-1, keepdims=True)),
        ],
        "largest after exp": _in_both(
            lambda x: _shares(np.exp(x) - _largest(x)), lambda x: _shares(np.exp(x) - _largest(np.exp(x)))
        ),
        "argmax": [
            lambda x: np.eye(x.shape[-1])[x.argmax(axis=-1)],
            _equal_to_largest,
            lambda x: _shares(_equal_to_largest(x)),
        ],
        "logarithm": [_log_shares, lambda x: np.log(softmax(x))],
    },
)


def _share(scores: Array) -> float:
    return float(softmax(scores)[1])


NEVER = DesignExercise(
    name="never",
    notebook=2,
    shape=(3,),
    conditions={
        "another score": lambda scores: not (np.isneginf(scores[[0, 2]]).any() and np.isfinite(scores[1])),
        "weights": lambda scores: not (scores[1] == 0 and abs(scores[[0, 2]].sum() - 1) < 0.02),
        "the other two changed": lambda scores: (scores[[0, 2]] == [2, 0]).all(),
        "plus infinity": lambda scores: not np.isposinf(scores[1]),
        "score 0": lambda scores: scores[1] != 0,
        "larger": lambda scores: scores[1] <= 1,
        "still read": lambda scores: _share(scores) == 0,
    },
    tells=lambda scores: {"weight": _share(scores)},
)

EXERCISES: tuple[Exercise, ...] = (NEVER, SOFTMAX)
