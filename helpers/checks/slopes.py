"""Exercise of notebook 04: all the slopes of softmax in one table."""

from __future__ import annotations

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.judging import Exercise, FunctionExercise, Inputs, Mistake


def _rows_of_weights() -> list[Inputs]:
    rng = np.random.default_rng(5)
    return [(np.array([0.5, 0.3, 0.2]),), (softmax(rng.normal(size=5)),), (softmax(2 * rng.normal(size=4)),)]


def _jacobian(p: Array) -> Array:
    return np.diag(p) - np.outer(p, p)


def _other_sign(p: Array) -> Array:
    return np.outer(p, p) + np.diag(p - 2 * p * p)


JACOBIAN = FunctionExercise(
    name="jacobian",
    notebook=4,
    hints=(
        "If score i rises, what happens to weight i, and what to every other weight? So there are two kinds "
        "of places: the diagonal and the rest.",
        "On the diagonal stands `p[i] - p[i]*p[i]`, elsewhere `-p[i]*p[j]`. So `-p[i]*p[j]` stands "
        "everywhere, and the diagonal has something more.",
        "`np.outer(p, p)` is the table of all products, and `np.diag(p)` has `p` on its diagonal.",
    ),
    call="your_jacobian(p)",
    right=_jacobian,
    inputs=_rows_of_weights,
    mistakes=(
        Mistake(
            "diagonal only",
            "This is how a score moves its own weight. It moves all other weights too: return the whole "
            "table.",
            lambda p: p * (1 - p),
        ),
        Mistake(
            "zeros beside the diagonal",
            "Your diagonal is right, but the rest is 0. If one weight grows, all others shrink.",
            lambda p: np.diag(p * (1 - p)),
        ),
        Mistake(
            "sign",
            "Every sign is turned. A larger score makes its own weight larger, so the diagonal is above 0.",
            lambda p: -_jacobian(p),
        ),
        Mistake(
            "other weights grow",
            "Your diagonal is right. The rest has the wrong sign: if one weight grows, the others shrink.",
            _other_sign,
        ),
        Mistake(
            "the diagonal's rule everywhere",
            "You use `p[i]*(1 - p[j])` everywhere. That is the rule of the diagonal; the rest has another.",
            lambda p: np.outer(p, 1 - p),
        ),
        Mistake(
            "no diag(p)",
            "You have only the products, with a minus. A score also moves its own weight: look at the "
            "diagonal.",
            lambda p: -np.outer(p, p),
        ),
        Mistake(
            "products only",
            "These are all the products of two weights. They are one part of the table, and they have a "
            "minus.",
            lambda p: np.outer(p, p),
        ),
        Mistake(
            "no products",
            "You have only `p` on the diagonal. The products of two weights are missing.",
            lambda p: np.diag(p),
        ),
        Mistake(
            "added",
            "You add the products. What one weight gains, the others lose: each column sums to 0.",
            lambda p: np.diag(p) + np.outer(p, p),
        ),
        Mistake(
            "ones on the diagonal",
            "You begin with ones on the diagonal, `np.eye`. The slope of weight `i` by its own score begins "
            "with `p[i]`.",
            lambda p: np.eye(len(p)) - np.outer(p, p),
        ),
        Mistake(
            "bare p on the diagonal",
            "Beside the diagonal all is right. On it the slope is not `p[i]`: the sum grows too, and takes a "
            "part back.",
            lambda p: _jacobian(p) + np.diag(p * p),
        ),
        Mistake(
            "p @ p.T",
            "For a single row, `p @ p.T` is one number, not a table: NumPy does not turn a row into a "
            "column. You need all products.",
            lambda p: np.diag(p) - p @ p,
        ),
        Mistake(
            "p * p",
            "`p * p` is a row of squares, not a table: NumPy takes it away from every row. You need the "
            "product of every weight with every other.",
            lambda p: np.diag(p) - p * p,
        ),
        Mistake(
            "softmax again",
            "You apply softmax to `p`. These are weights already: use them as they are.",
            lambda p: _jacobian(softmax(p)),
        ),
    ),
)

EXERCISES: tuple[Exercise, ...] = (JACOBIAN,)
