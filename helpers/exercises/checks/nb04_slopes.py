"""Exercise of notebook 04: all the slopes of softmax in one table."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.exercises.cases import sizes
from helpers.exercises.kinds import Exercise, FunctionExercise
from helpers.exercises.mistakes import Inputs, Makes


def _rows_of_weights() -> list[Inputs]:
    rows = [
        *([0.5, 0.3, 0.2], [1.0], [0.25, 0.25, 0.25, 0.25], [1.0, 0.0, 0.0], [0.999, 0.0005, 0.0003, 0.0002]),
        *([0.0, 0.6, 0.0, 0.4], [0.1, 0.1, 0.7, 0.1], [0.5, 0.5], [0.7, 0.3 - 1e-6, 1e-6]),
        [0.05, 0.1, 0.02, 0.2, 0.08, 0.15, 0.01, 0.04, 0.12, 0.06, 0.14, 0.03],
    ]
    return [*((np.array(row),) for row in rows), (np.array([0, 1]),)]


def _jacobian(p: Array) -> Array:
    return np.diag(p) - np.outer(p, p)


def _rules(diagonal: Callable[[Array], Array], beside: Callable[[Array, Array], Array]) -> Makes:
    """A table by two rules: of p[i] on the diagonal, of p[i] and p[j] beside it."""

    def made(p: Array) -> Array:
        own, other = p[:, None], p[None, :]
        return np.where(np.eye(len(p), dtype=bool), diagonal(own), beside(own, other))

    return made


def _in_a_corner(size: int) -> Makes:
    """The table in one of fixed size: the rest stays 0, and a longer row has no place."""

    def made(p: Array) -> Array:
        if len(p) > size:
            raise IndexError(size)
        canvas = np.zeros((size, size))
        canvas[: len(p), : len(p)] = _jacobian(p)
        return canvas

    return made


def _first(size: int, canvas: bool) -> Makes:
    """Only the places of the first few weights, in a table of their size or of the right one."""

    def made(p: Array) -> Array:
        if len(p) < size:
            raise IndexError(size)
        written = _jacobian(p)[:size, :size]
        return np.pad(written, (0, len(p) - size)) if canvas else written

    return made


def _own(p: Array) -> Array:
    return p * (1 - p)


JACOBIAN = FunctionExercise(
    name="jacobian",
    notebook=4,
    call="your_jacobian(p)",
    right=_jacobian,
    example=lambda: (np.array([0.8, 0.2]),),
    edges=_rows_of_weights,
    drawn=lambda rng: (softmax(rng.choice([0.5, 1, 3]) * rng.normal(size=sizes(rng, 1, most=9))),),
    mistakes={
        "diagonal only": _own,
        "zeros beside the diagonal": lambda p: np.diag(_own(p)),
        "diagonal left at 0": lambda p: np.diag(p * p) - np.outer(p, p),
        "sign": lambda p: -_jacobian(p),
        "other weights grow": _rules(_own, lambda a, b: a * b),
        "the diagonal's rule everywhere": [
            *(lambda p: np.outer(p, 1 - p), lambda p: np.outer(1 - p, p)),
            *(_rules(_own, lambda a, b: _own(a) + 0 * b), _rules(_own, lambda a, b: _own(b) + 0 * a)),
        ],
        "rules exchanged": [
            _rules(lambda a: -a * a, lambda a, b: a * (1 - b)),
            _rules(lambda a: -a * a, lambda a, b: b * (1 - a)),
            _rules(lambda a: -a * a, lambda a, b: a * (1 - a)),
            _rules(lambda a: -a * a, lambda a, b: b * (1 - b)),
        ],
        "no diag(p)": lambda p: -np.outer(p, p),
        "products only": lambda p: np.outer(p, p),
        "no products": lambda p: np.diag(p),
        "added": lambda p: np.diag(p) + np.outer(p, p),
        "ones on the diagonal": lambda p: np.eye(len(p)) - np.outer(p, p),
        "bare p on the diagonal": lambda p: _jacobian(p) + np.diag(p * p),
        "square taken away twice": lambda p: _jacobian(p) - np.diag(p * p),
        "a factor missing": [lambda p: np.eye(len(p)) - p, lambda p: np.eye(len(p)) - p[:, None]],
        "a factor missing beside the diagonal": [
            _rules(_own, lambda a, b: -a + 0 * b),
            _rules(_own, lambda a, b: -b + 0 * a),
        ],
        "each loses all of it": [
            _rules(_own, lambda a, b: -_own(a) + 0 * b),
            _rules(_own, lambda a, b: -_own(b) + 0 * a),
        ],
        "shared equally": [
            _rules(_own, lambda a, b: -_own(a) / max(b.size - 1, 1) + 0 * b),
            _rules(_own, lambda a, b: -_own(b) / max(b.size - 1, 1) + 0 * a),
        ],
        "one half": [lambda p: np.triu(_jacobian(p)), lambda p: np.tril(_jacobian(p))],
        "one row": [lambda p: _jacobian(p)[0], lambda p: _jacobian(p)[-1], lambda p: _jacobian(p)[:1]],
        "fixed size": [
            *(_first(size, canvas) for size in (2, 3) for canvas in (False, True)),
            *(_in_a_corner(size) for size in (2, 3, 7)),  # n is 7 in earlier cells
        ],
        "p @ p.T": lambda p: np.diag(p) - p @ p,
        "p * p": [lambda p: np.diag(p) - p * p, lambda p: np.diag(p) - (p * p)[:, None]],
        "softmax again": lambda p: _jacobian(softmax(p)),
    },
)

EXERCISES: tuple[Exercise, ...] = (JACOBIAN,)
