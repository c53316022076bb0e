"""Exercises of notebook 06: the loss of a head that knows nothing, and the loss of many sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from helpers.arrays import Array
from helpers.attention import softmax
from helpers.exercises.cases import sizes, table
from helpers.exercises.kinds import Exercise, FunctionExercise, ValueExercise
from helpers.exercises.mistakes import Inputs
from helpers.learning import Ints, cross_entropy

Loss = Callable[[Array, Ints], Array | float]
SHARE = 1 / 8


def _written(number: float) -> list[Callable[[], float]]:
    """A number as somebody writes it down: with all its digits, or two decimals (0.125: 0.12 or 0.13)."""
    return [lambda: number, lambda: np.round(number - 1e-9, 2), lambda: np.round(number + 1e-9, 2)]


UNTRAINED = ValueExercise(
    name="untrained loss",
    notebook=6,
    right=lambda: -np.log(SHARE),
    mistakes={
        "cut off": lambda: 2.07,
        "nearly": [lambda: 2.09, lambda: 2.085, lambda: 2.075],
        "one decimal": [lambda: 2.1, lambda: 2.0],
        "sign": [*_written(np.log(SHARE)), lambda: -2.07],
        "two choices": _written(np.log(2)),
        "two choices, and the sign": _written(-np.log(2)),
        "log10": _written(np.log10(8)),
        "log10, and the sign": _written(-np.log10(8)),
        "log2": lambda: 3.0,
        "log2, and the sign": lambda: -3.0,
        "share": _written(SHARE),
        "1 minus the share": _written(1 - SHARE),
        "loss of the others": lambda: -np.log(1 - SHARE),
        "number of choices": lambda: 8.0,
        "seven choices": _written(np.log(7)),
        "nine choices": _written(np.log(9)),
        "all eight losses": _written(8 * np.log(8)),
        "times the share": _written(SHARE * np.log(8)),
        "squared error": _written((1 - SHARE) ** 2),
        "percent": [lambda: 12.5, *_written(-np.log(12.5))],
        "zero": lambda: 0.0,
    },
    atol=0.0006,  # 2.08 is right, 2.07 is cut off, and 2.085 is not the loss
)


def _sentences() -> list[Inputs]:
    rng = np.random.default_rng(6)
    # One row far up, one far down, and one whose right choice has so small a share that it is rounded to 0.
    far = np.round(2 * rng.normal(size=(4, 6))) / 2 + np.array([[0.0], [1000.0], [-1000.0], [0.0]])
    far[3, 5] += 1000
    # `exp(735)` is infinity, but `exp(-735)` is not rounded to 0.
    just_above_0 = np.zeros((1, 30))
    just_above_0[0, 7] = 735
    return [
        (2 * rng.normal(size=(5, 4)), np.array([3, 0, 0, 2, 1])),
        (2 * rng.normal(size=(7, 3)), np.array([1, 2, 2, 0, 1, 2, 1], dtype=np.int32)),
        (far, np.array([1, 3, 0, 2])),
        (far[:1], np.array([4])),
        (far[1:2], np.array([4])),
        (far[2:3], np.array([5])),
        (far[3:], np.array([5])),
        (np.array([[0.0, -1000.0, 3.0, 1.5], [2.0, 1.0, -1000.0, 0.0]]), np.array([1, 0])),
        (np.array([[0.0, 1000.0, -1000.0, 3.0]]), np.array([2])),
        (np.array([[1000.0, -1000.0, 998.0]]), np.array([2])),
        (just_above_0, np.array([3])),
        (np.array([[0.0, 200.0, 1.0], [3.0, 0.5, 1.0]]), np.array([0, 1])),
        (np.array([[0.0, 30.0, 1.0], [1.0, 0.0, -20.0]]), np.array([0, 2])),
        (np.array([[40.0, 0.0, 3.0], [-35.0, 1.0, 0.5], [2.0, 0.0, 1.0]]), np.array([1, 0, 2])),
        (np.array([[2, 1, 0], [0, 3, -2]]), np.array([2, 1])),
        (np.array([[3, 3, 1], [0, 0, 0], [-5, -7, -5]]), np.array([1, 2, 1])),
        (np.array([[1.5], [-2.0], [1000.0]]), np.array([0, 0, 0])),  # one choice: nothing to lose
        (np.array([[4.0, 1.0, 0.0, 2.0, -3.0]]), np.array([1])),
    ]


def _sentences_drawn(rng: np.random.Generator) -> Inputs:
    n, classes = sizes(rng, 2)
    return table(rng, n, classes), rng.integers(classes, size=n)


# --- what mistakes are made of ----------------------------------------------------------------------


def _log_shares(logits: Array, axis: int | None = -1) -> Array:
    shifted = logits - logits.max(axis=axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


def _of_right(table: Array, y: Ints) -> Array:
    return table[np.arange(len(y)), y]


def _one_hot(logits: Array, y: Ints) -> Array:
    return np.eye(logits.shape[1])[y]


def _losses(logits: Array, y: Ints) -> Array:
    return -_of_right(_log_shares(logits), y)


def _sums(logits: Array) -> Array:
    """What the stable logarithm is taken of."""
    return np.exp(logits - logits.max(axis=1, keepdims=True)).sum(axis=1)


def _of_share(rule: Callable[[Array], Array]) -> Loss:
    """The mean of what a rule makes of the share of each right choice."""
    return lambda logits, y: rule(_of_right(softmax(logits), y)).mean()


def _shifted_by(shift: Callable[[Array], Array | float]) -> list[Loss]:
    """The loss with something else taken away than each row's largest: the two ways of writing it."""

    def by_shares(logits: Array, y: Ints) -> Array:
        e = np.exp(logits - shift(logits))
        return -np.log(_of_right(e / e.sum(axis=1, keepdims=True), y)).mean()

    def by_sums(logits: Array, y: Ints) -> Array:
        shifted = logits - shift(logits)
        return (np.log(np.exp(shifted).sum(axis=1)) - _of_right(shifted, y)).mean()

    return [by_shares, by_sums]


def _right_taken_away(logits: Array, y: Ints) -> Array:
    return np.log(np.exp(logits - _of_right(logits, y)[:, None]).sum(axis=1)).mean()


def _unshifted_one_hot(logits: Array, y: Ints) -> Array:
    e = np.exp(logits)
    return -(_one_hot(logits, y) * np.log(e / e.sum(axis=1, keepdims=True))).sum(axis=1).mean()


# What learners put in the place of a share of 0, or add to every share.
SMALL = (
    *(10.0**-digits for digits in (*range(2, 17), 20, 30, 50, 100, 200, 300, 308)),
    *(float(np.finfo(kind).eps) for kind in (np.float32, np.float64)),
    float(np.finfo(np.float64).tiny),
)


def _hidden_by(small: float) -> list[Loss]:
    """A small number in the logarithm: added to the share, or put in the place of a smaller one."""
    return [
        _of_share(lambda p: -np.log(p + small)),
        _of_share(lambda p: -np.log(np.maximum(p, small))),
        *([_of_share(lambda p: -np.log(np.clip(p, small, 1 - small)))] if small > 1e-7 else []),
    ]


def _hidden() -> Sequence[Loss]:
    log_or_0 = _of_share(lambda p: -np.log(np.where(p > 0, p, 1)))
    log_or_largest = _of_share(lambda p: -np.nan_to_num(np.log(p)))
    return [*(way for small in SMALL for way in _hidden_by(small)), log_or_0, log_or_largest]


def _clipped(largest: float) -> Loss:
    return lambda logits, y: _losses(np.clip(logits, -largest, largest), y).mean()


def _right_first(logits: Array, y: Ints) -> Array:
    return logits.argmax(axis=1) == y


def _squared(logits: Array, y: Ints) -> Array:
    return (softmax(logits) - _one_hot(logits, y)) ** 2


def _yes_or_no(logits: Array, y: Ints) -> Array:
    """The loss of every choice, as if each were a question of its own."""
    return -np.log(np.where(_one_hot(logits, y) > 0, softmax(logits), 1 - softmax(logits)))


def _entropies(logits: Array, y: Ints) -> Array:
    return -(softmax(logits) * _log_shares(logits)).sum(axis=1)


CROSS_ENTROPY = FunctionExercise(
    name="cross entropy",
    notebook=6,
    call="your_loss(logits, y)",
    right=cross_entropy,
    example=lambda: (np.array([[2.0, 1.0, 0.0], [0.0, 0.5, 3.0]]), np.array([0, 1])),
    edges=_sentences,
    drawn=_sentences_drawn,
    mistakes={
        "sum": lambda logits, y: _losses(logits, y).sum(),
        "sign": lambda logits, y: -cross_entropy(logits, y),
        "no logarithm": _of_share(lambda p: p),
        "1 minus the share": _of_share(lambda p: 1 - p),
        "logarithm of the mean": lambda logits, y: -np.log(_of_right(softmax(logits), y).mean()),
        "log10": lambda logits, y: cross_entropy(logits, y) / np.log(10),
        "log2": lambda logits, y: cross_entropy(logits, y) / np.log(2),
        "all classes": [
            lambda logits, y: -_log_shares(logits).mean(),
            lambda logits, y: -_log_shares(logits).sum(axis=1).mean(),
            lambda logits, y: -_log_shares(logits).sum(),
        ],
        "whole rows": [
            lambda logits, y: -_log_shares(logits)[y].mean(),
            lambda logits, y: -_log_shares(logits)[y].sum(axis=1).mean(),
        ],
        "every row with every y": [
            lambda logits, y: -_log_shares(logits)[:, y].mean(),
            lambda logits, y: -_log_shares(logits)[:, y].sum() / len(y),
        ],
        "y - 1": lambda logits, y: -_of_right(_log_shares(logits), y - 1).mean(),
        "y + 1": [
            lambda logits, y: -_of_right(_log_shares(logits), y + 1).mean(),
            lambda logits, y: -_of_right(_log_shares(logits), (y + 1) % logits.shape[1]).mean(),
        ],
        "largest share": lambda logits, y: -_log_shares(logits).max(axis=1).mean(),
        "one sentence only": [
            lambda logits, y: _losses(logits, y)[0],
            lambda logits, y: _losses(logits, y)[-1],
        ],
        "mean over the zeros": lambda logits, y: _losses(logits, y).sum() / logits.size,
        "another divisor": [
            lambda logits, y: _losses(logits, y).sum() / logits.shape[1],
            lambda logits, y: _losses(logits, y).mean() / len(y),
            lambda logits, y: _losses(logits, y).sum() / (len(y) - 1),
            lambda logits, y: _losses(logits, y).sum() / (len(y) + 1),
            lambda logits, y: _losses(logits, y).sum() / 2,
        ],
        "one for each sentence": _losses,
        "wrong axis": lambda logits, y: -_of_right(_log_shares(logits, axis=0), y).mean(),
        "whole table": lambda logits, y: -_of_right(_log_shares(logits, axis=None), y).mean(),
        "softmax twice": lambda logits, y: _losses(softmax(logits), y).mean(),
        "no softmax": [
            lambda logits, y: -_of_right(logits, y).mean(),
            lambda logits, y: -np.log(_of_right(logits, y)).mean(),
        ],
        "no logarithm of the sum": lambda logits, y: (
            _losses(logits, y) - np.log(_sums(logits)) + _sums(logits)
        ).mean(),
        "taken away once": lambda logits, y: (_losses(logits, y) - logits.max(axis=1)).mean(),
        "added": lambda logits, y: (_losses(logits, y) - 2 * np.log(_sums(logits))).mean(),
        "entropy": lambda logits, y: _entropies(logits, y).mean(),
        "all choices": [
            lambda logits, y: _yes_or_no(logits, y).mean(),
            lambda logits, y: _yes_or_no(logits, y).sum(axis=1).mean(),
        ],
        "squared error": [
            lambda logits, y: _squared(logits, y).mean(),
            lambda logits, y: _squared(logits, y).sum(axis=1).mean(),
            lambda logits, y: _squared(logits, y).sum(axis=1).mean() / 2,
            lambda logits, y: _squared(logits, y).sum(),
            _of_share(lambda p: (1 - p) ** 2),
        ],
        "counted": [
            lambda logits, y: _right_first(logits, y).mean(),
            lambda logits, y: 1 - _right_first(logits, y).mean(),
        ],
        "exp at the end": lambda logits, y: np.exp(cross_entropy(logits, y)),
        "clipped logits": [
            _clipped(largest) for largest in (10, 20, 30, 50, 80, 88, *range(100, 801, 100), 709)
        ],
        "hidden infinity": _hidden(),
        "overflow": [*_shifted_by(lambda logits: 0.0), _unshifted_one_hot],
        "logarithm of 0": _of_share(lambda p: -np.log(p)),
        "0 times infinity": lambda logits, y: (
            -(_one_hot(logits, y) * np.log(softmax(logits))).sum(axis=1).mean()
        ),
        "global maximum": _shifted_by(lambda logits: logits.max()),
        "another shift": [
            *_shifted_by(lambda logits: logits.min(axis=1, keepdims=True)),
            *_shifted_by(lambda logits: logits.mean(axis=1, keepdims=True)),
            *_shifted_by(
                lambda logits: logits.max(axis=1, keepdims=True) / 2 + logits.min(axis=1, keepdims=True) / 2
            ),
            *_shifted_by(lambda logits: np.median(logits, axis=1, keepdims=True)),
            *_shifted_by(lambda logits: logits[:, :1]),
            *_shifted_by(lambda logits: logits.max(axis=1, keepdims=True).clip(0)),
            *_shifted_by(lambda logits: np.abs(logits).max(axis=1, keepdims=True)),
            *_shifted_by(lambda logits: logits.max(axis=0)),
            *_shifted_by(lambda logits: logits.min()),
            *_shifted_by(lambda logits: logits.mean()),
            *_shifted_by(lambda logits: np.abs(logits).max()),
            _right_taken_away,
        ],
    },
)

EXERCISES: tuple[Exercise, ...] = (UNTRAINED, CROSS_ENTROPY)
