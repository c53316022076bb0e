"""Mistakes: which known one is behind a wrong result, found by running it.

The kinds of exercises use it. A mistake is a function: it makes, from the same inputs, what somebody who
makes it would make. So a check does not guess from afar what went wrong. It runs the mistake and compares.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helpers.exercises.handed_in import brief, copied
from helpers.exercises.texts import Texts

# Tolerance of every comparison, wide enough for float32 and far below what a mistake makes.
RTOL, ATOL = 1e-4, 1e-6
AnyArray = NDArray[Any]
Inputs = tuple[Any, ...]


# Known wrong ways by name: each makes, from the inputs of a case, what somebody who goes that way would make.
Mistakes = Mapping[str, Callable[..., Any]]


@dataclass(frozen=True)
class Verdict:
    """What is to be said about an answer.

    Attributes
    ----------
    solved : bool
        Is all of it right?
    name : str or None
        The name of the mistake, or "not attempted"; None if it is solved.
    says : str
        A sentence for the learner.
    """

    solved: bool
    name: str | None
    says: str


def diagnosis(
    right: Callable[..., Any],
    mistakes: Mistakes,
    cases: Sequence[Inputs],
    results: Sequence[AnyArray],
    texts: Texts,
    atol: float = ATOL,
) -> Verdict:
    """Solved; or the known mistake that makes these results; or how they differ.

    Parameters
    ----------
    right : callable
        The solution, from the inputs of a case.
    mistakes : mapping of name to callable
        The first that fits is told.
    cases : sequence of inputs, the example first
    results : sequence of ndarray, one for each case
    texts : Texts
    atol : float
        Tolerance of each number; `RTOL` of its size comes on top.

    Returns
    -------
    Verdict
    """
    wanted = [np.asarray(right(*copied(inputs)), dtype=np.float64) for inputs in cases]
    wrong = [k for k, result in enumerate(results) if not close(result, wanted[k], atol)]
    if not wrong:
        return Verdict(True, None, texts.solved)
    if 0 not in wrong and all(close(result, results[0]) for result in results[1:]):
        return Verdict(
            False,
            "the example's answer",
            "The example is right, but other inputs get the same numbers. Calculate them from the inputs.",
        )
    pairs = list(zip(results, cases, strict=True))
    fits = {
        name: [close(result, made_by(makes, case), atol) for result, case in pairs]
        for name, makes in mistakes.items()
    }
    for least in (len(wrong), 2):  # a mistake that explains everything comes first; chance explains one case
        for name, fit in fits.items():
            if all(fit) or sum(fit[k] for k in wrong) >= least > 1:
                return Verdict(False, name, texts.says(name))
    return unknown(results[wrong[0]], wanted[wrong[0]], cases[wrong[0]], hidden=wrong[0] > 0)


def unknown(result: AnyArray, wanted: AnyArray, inputs: Inputs, hidden: bool) -> Verdict:
    """What can be said of a wrong result that no known mistake explains. The right numbers are not told."""
    name, says = unexplained(result, wanted)
    return Verdict(False, name, f"With other inputs ({sizes(inputs)}): {says}" if hidden else says)


def unexplained(result: AnyArray, wanted: AnyArray) -> tuple[str, str]:
    """The name of the fault and a sentence."""
    if result.ndim == 0 and wanted.ndim > 0:
        return "a single number", f"This is one number; wanted is an array of shape {wanted.shape}."
    if not np.isfinite(result).all() and np.isfinite(wanted).all():
        what = "nan, which means: not a number" if np.isnan(result).any() else "inf, infinity"
        return "NaN", f"The result holds {what}. Look for a division by 0, or for `exp` of a large number."
    if result.ndim > 1 and close(np.swapaxes(result, -1, -2), wanted):
        return "transposed", "The numbers are right, but rows and columns are exchanged."
    if result.shape != wanted.shape:
        return (
            "wrong shape",
            f"The result has shape {result.shape}; wanted is {shape_in_words(wanted.shape)}.",
        )
    if result.ndim and result.dtype.kind in "iu" and close(result, np.trunc(wanted)):
        return (
            "whole numbers",
            "The decimals are cut off: an array of whole numbers holds none. Make it with `dtype=float`.",
        )
    at = tuple(int(i) for i in np.argwhere(~np.isclose(result, wanted, RTOL, ATOL))[0])
    direction = "too large" if result[at] > wanted[at] else "too small"
    if not at:
        return "another number", f"{result[at]:.6g} is {direction}."
    return (
        "other numbers",
        f"The shape is right, but not all numbers are: {result[at]:.6g} at place {list(at)} is {direction}.",
    )


def shape_in_words(shape: tuple[int, ...]) -> str:
    """A shape as a learner reads it."""
    return str(shape) if shape else "one number, without brackets"


def made_by(makes: Callable[..., Any], inputs: Inputs) -> AnyArray:
    """What a mistake makes; an empty array where shapes do not let it."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return np.asarray(makes(*copied(inputs)), dtype=np.float64)
        except (ValueError, IndexError):
            return np.empty(0)


def close(result: AnyArray, wanted: AnyArray, atol: float = ATOL) -> bool:
    """Equal in shape, and in numbers up to the tolerance; nan counts as nan.

    Nothing is close to an empty array.
    """
    if result.shape != wanted.shape or not wanted.size:
        return False
    with np.errstate(all="ignore"):
        return bool(np.allclose(result.astype(np.float64), wanted, RTOL, atol, equal_nan=True))


def sizes(inputs: Inputs) -> str:
    """The shapes of inputs in words."""
    return ", ".join(f"shape {i.shape}" if isinstance(i, np.ndarray) else brief(i) for i in inputs)
