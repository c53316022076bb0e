"""Mistakes: which known one is behind a wrong result, found by running it.

The kinds of exercises use it. A mistake is a function: it makes, from the same inputs, what somebody who
makes it would make. So a check does not guess from afar what went wrong. It runs the mistake on every case
and compares all numbers; what no mistake explains is said as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from helpers.exercises.handed_in import (
    COMMA,
    ERROR,
    SEVERAL,
    AnyArray,
    Fault,
    Outcome,
    brief,
    copied,
    several,
)
from helpers.exercises.texts import Texts

# Tolerance of every comparison, far below what a mistake makes.
RTOL, ATOL = 3e-5, 1e-6
# Errors that one mistake brings, written in one way or another: shapes that do not fit, too large a number.
STOPS_ALIKE = (ValueError, IndexError), (OverflowError, ZeroDivisionError)
ALIKE = 1e-4  # of a mistake: its numbers may be typed, and have few digits
NEARLY_0 = "nearly 0"  # the mistake of numbers that are right, and should be exactly 0
NARROW = {2: 2e-3, 4: 1e-4}  # of float16 and float32, by their bytes: a few of their own steps
Inputs = tuple[Any, ...]
Makes = Callable[..., Any]

# Known wrong ways by name: each makes, from the inputs of a case, what somebody who goes that way would make.
# Where many go nearly the same way (any small number, any constant) a name has several.
Mistakes = Mapping[str, Makes | Sequence[Makes]]


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


@dataclass(frozen=True, eq=False)
class Case:
    """One case of an exercise, with what came of it.

    Attributes
    ----------
    inputs : tuple
    wanted : ndarray
        What the solution gives.
    outcome : Outcome
        What the learner's answer gives.
    near : bool
        Are its numbers right, up to the tolerance?
    right : bool
        And are those exactly 0 that should be?
    """

    inputs: Inputs
    wanted: AnyArray
    outcome: Outcome
    near: bool
    right: bool

    @property
    def numbers(self) -> AnyArray:
        """What the answer gives; empty where it gives no numbers."""
        return np.empty(0) if self.outcome.numbers is None else self.outcome.numbers

    @property
    def finite(self) -> bool:
        """Has it numbers, and no nan or infinity that does not belong there?"""
        return bool(self.numbers.size) and _as_finite(self.numbers, self.wanted)


def diagnosis(
    right: Makes,
    mistakes: Mistakes,
    inputs: Sequence[Inputs],
    outcomes: Sequence[Outcome],
    texts: Texts,
    atol: float = ATOL,
    rtol: float = RTOL,
    zeros: bool = False,
) -> Verdict:
    """Solved; or the known mistake that makes these results; or where the first wrong number stands.

    Parameters
    ----------
    right : callable
        The solution, from the inputs of a case.
    mistakes : mapping of name to callable, or to several
        The first that fits is told.
    inputs : sequence of inputs, the example first
    outcomes : sequence of Outcome
        One for each case, or fewer, if nothing was run after a fault.
    texts : Texts
    atol : float
        Tolerance of each number.
    rtol : float
        The part of its size that comes on top.
    zeros : bool
        Must the answer be exactly 0 where the solution is?

    Returns
    -------
    Verdict

    Raises
    ------
    Fault
        If an answer gave something that is no number, and no known mistake explains that.
    """
    cases = []
    for given, outcome in zip(inputs, outcomes, strict=False):
        wanted = np.asarray(right(*copied(given)))
        exactly = rtol if wanted.dtype.kind == "f" else 0.0  # whole numbers have no tolerance
        wanted = wanted.astype(np.float64)
        near = outcome.numbers is not None and close(outcome.numbers, wanted, atol, exactly)
        exact = near and not (zeros and outcome.numbers[wanted == 0].any())  # type: ignore[index]
        cases.append(Case(given, wanted, outcome, near, exact))
    if all(case.right for case in cases):
        return Verdict(True, None, texts.solved)
    if verdict := _hard_coded(cases):
        return verdict
    _refuse_no_number(cases)
    return (
        _known(cases, mistakes, texts, atol)
        or _nearly_0(cases, texts)
        or _known_beside_another(cases, mistakes, texts, atol)
        or _kind_of_numbers(cases)
        or unknown(cases, hinting=bool(inputs[0]))
    )


# --- what fits all cases ----------------------------------------------------------------------------


def _hard_coded(cases: Sequence[Case]) -> Verdict | None:
    """The numbers of the example, whatever the inputs are."""
    first, *others = cases
    if not others or not all(case.numbers.size and close(case.numbers, first.numbers) for case in others):
        return None
    rounded = "" if first.right else rounded_to([first])
    if not first.right and not rounded:
        return None
    what = f"These are the example's numbers, {rounded}" if rounded else "The example is right"
    says = f"{what}, but other inputs get the same numbers. Calculate them from the inputs."
    return Verdict(False, "the example's answer", says)


def _refuse_no_number(cases: Sequence[Case]) -> None:
    """What is not an error of the code, such as None, is told before anything else."""
    for place, case in enumerate(cases):
        fault = case.outcome.fault
        if fault is not None and fault.name == ERROR and not place:
            return  # of the example an error is told first, too
        if fault is not None and fault.name != ERROR:
            everywhere = not place or fault.name == SEVERAL  # elsewhere all had one shape, and made a table
            example = "The example is right. " if cases[0].right else ""
            says = fault.says if everywhere else f"{example}{other_inputs(case)}{fault.says}"
            raise Fault(fault.name, says)


def _known(cases: Sequence[Case], mistakes: Mistakes, texts: Texts, atol: float) -> Verdict | None:
    """A mistake that gives the same on every case: numbers, nan, and an error where there is one."""
    if not any(case.numbers.size for case in cases):
        return None
    for name, makes in variants(mistakes):
        if all(explains(makes, case, atol) for case in cases):
            return Verdict(False, name, texts.says(name))
    return None


def _nearly_0(cases: Sequence[Case], texts: Texts) -> Verdict | None:
    return Verdict(False, NEARLY_0, texts.says(NEARLY_0)) if all(case.near for case in cases) else None


def _known_beside_another(
    cases: Sequence[Case], mistakes: Mistakes, texts: Texts, atol: float
) -> Verdict | None:
    """A mistake that gives the same wherever there are numbers; elsewhere the answer has another trouble."""
    told = [case for case in cases if case.finite]
    troubled = [case for case in cases if not case.finite and not case.right]
    # By chance, results of a single number look like many a mistake.
    most = max(case.wanted.size for case in cases)
    telling = [case for case in told if not case.right and (case.wanted.size > 1 or most == 1)]
    if not troubled or cases[0] not in told or len(telling) < 2:
        return None
    for name, makes in variants(mistakes):
        if all(explains(makes, case, atol) for case in told):
            return Verdict(False, name, f"{texts.says(name)} Besides: {_trouble(troubled[0])}")
    return None


def _trouble(case: Case) -> str:
    """What is said of a case without numbers."""
    if case.outcome.fault is not None:
        return f"{other_inputs(case)}{case.outcome.fault.says}"
    return f"{other_inputs(case)}{not_finite(case)[1]}"


def variants(mistakes: Mistakes) -> list[tuple[str, Makes]]:
    """Every way of every mistake, by name."""
    found: list[tuple[str, Makes]] = []
    for name, makes in mistakes.items():
        found += [(name, makes)] if callable(makes) else [(name, way) for way in makes]
    return found


def explains(makes: Makes, case: Case, atol: float = ATOL) -> bool:
    """Does a mistake make what the answer gives, or stop where the answer stops?"""
    made = made_by(makes, case.inputs)
    if isinstance(made, Exception) or case.outcome.numbers is None:
        stop = case.outcome.fault.error if case.outcome.fault else None
        return any(isinstance(made, kinds) and isinstance(stop, kinds) for kinds in STOPS_ALIKE)
    # Whether a number that is too large ends as nan or as infinity depends on how it is written.
    return close(_without_ends(case.numbers), _without_ends(made), atol, ALIKE)


def _without_ends(numbers: AnyArray) -> AnyArray:
    return np.where(np.isfinite(numbers), numbers, np.nan)


def made_by(makes: Makes, inputs: Inputs) -> AnyArray | Exception:
    """What a mistake makes; the error where shapes, or numbers that are too large, do not let it."""
    try:
        return np.asarray(makes(*copied(inputs)), dtype=np.float64)
    except (ValueError, IndexError, ArithmeticError) as error:
        return error


# --- of which kind the numbers are ------------------------------------------------------------------


def _kind_of_numbers(cases: Sequence[Case]) -> Verdict | None:
    """Right numbers rounded, cut off or never written; several results; a decimal comma."""
    if any(case.outcome.fault for case in cases):
        return None
    for case in cases:
        one = not cases[0].outcome.pieces or not cases[0].right  # else its numbers are one result
        if one and case.outcome.pieces and case.numbers.shape != case.wanted.shape:
            last = case.numbers.ravel()[-1:]
            whole_last = case.numbers.ndim == 1 and bool((last == np.trunc(last)).all())
            fault = several(case.outcome.pieces, whole_last)
            return Verdict(False, fault.name, fault.says)
    wrong = [case for case in cases if not case.right]
    longer = [case for case in cases if case.inputs and case.wanted.ndim and len(case.wanted) > 1]
    for number, which in ((0, "first"), (-1, "last")):
        if longer and all(_is_only(case, number) for case in longer):
            part = {1: "number", 2: "row"}.get(longer[0].wanted.ndim, "part")
            says = f"This is the {which} {part} alone, and it is right."
            how = "Return all of them: does `return` stand in a loop?"
            if number:  # a `return` in the loop gives the first
                how = f"Collect each new {part} in a list that is made before the loop, and return the list."
            return Verdict(False, f"{which} one only", f"{says} {how}")
    tables = [case for case in cases if case.wanted.ndim > 1]
    if tables and all(close(_turned(case.numbers), case.wanted) for case in tables):
        return Verdict(False, "transposed", "The numbers are right, but rows and columns are exchanged.")
    if any(case.numbers.shape != case.wanted.shape for case in cases):
        return None
    if cases[0].wanted.ndim and not any(case.numbers.any() for case in cases):
        cut = " Or are decimals cut off, in an array of whole numbers?" if all(map(_is_cut, cases)) else ""
        return Verdict(False, "all zeros", f"Everything is 0. Does your loop write into the result?{cut}")
    if all(case.wanted.ndim and _is_cut(case) for case in wrong):
        says = (
            "The decimals are cut off: an array of whole numbers holds none. "
            "Make it with `dtype=float`, or a copy with `X.astype(float)`."
        )
        if wrong[0] is not cases[0]:  # such as `np.zeros_like(X)` for an X of whole numbers
            says = f"The example is right. {other_inputs(wrong[0])}{says[0].lower()}{says[1:]}"
        return Verdict(False, "whole numbers", says)
    if rounded := rounded_to(cases):
        return Verdict(
            False, "rounded", f"These are the right numbers, {rounded}. Give them with all their digits."
        )
    return None


def _is_only(case: Case, number: int) -> bool:
    one = case.wanted[number]
    return close(case.numbers, one) or close(case.numbers, one[None])


def _turned(numbers: AnyArray) -> AnyArray:
    return np.swapaxes(numbers, -1, -2) if numbers.ndim > 1 else np.empty(0)


def _is_cut(case: Case) -> bool:
    return case.numbers.dtype.kind in "iu" and close(case.numbers, np.trunc(case.wanted))


def rounded_to(cases: Sequence[Case]) -> str:
    """ "rounded to 3 decimals" or "cut off after 3 decimals", if that explains all numbers; else empty."""
    if not any(case.numbers.any() for case in cases):
        return ""
    for decimals in range(8):
        plural = "" if decimals == 1 else "s"
        if all(_are_rounded(case, decimals, cut=False) for case in cases):
            return f"rounded to {decimals} decimal{plural}"
        if all(_are_rounded(case, decimals, cut=True) for case in cases):
            return f"cut off after {decimals} decimal{plural}"
    return ""


def _are_rounded(case: Case, decimals: int, cut: bool) -> bool:
    step, numbers, wanted = 10.0**-decimals, case.numbers, case.wanted
    if numbers.shape != wanted.shape or not numbers.size:
        return False
    off, noise = np.abs(numbers - wanted), min(1e-6, step / 1000)
    if cut:
        near = (off < step - noise) & (np.abs(numbers) <= np.abs(wanted) + noise)
    else:
        near = off <= step / 2 + noise
    return bool(np.allclose(numbers, np.round(numbers, decimals), 1e-6, noise) and near.all())


# --- what nothing explains --------------------------------------------------------------------------


def unknown(cases: Sequence[Case], hinting: bool) -> Verdict:
    """What can be said of a wrong result that no known mistake explains.

    Parameters
    ----------
    cases : sequence of Case, the example first
    hinting : bool
        May the right number be told? Of a function's many it may, to one place; else it would be the answer.
    """
    case = next(case for case in cases if not case.right)
    hidden = case is not cases[0]
    stops = case.outcome.fault
    if stops is not None:
        name, says = stops.name, stops.says
    else:
        name, says = unexplained(case, hinting)
        after = next((c for c in cases if c.outcome.fault), None)
        if after is not None and after.outcome.fault is not None:  # to know both helps
            not_yet = "" if hidden else "The example is not right yet. "
            says = f"{not_yet}{says} {other_inputs(after)}{after.outcome.fault.says}"
    if hidden:
        says = f"The example is right. {other_inputs(case)}{says}"
    return Verdict(False, name, says)


def unexplained(case: Case, hinting: bool) -> tuple[str, str]:
    """The name of the fault and a sentence."""
    result, wanted = case.numbers, case.wanted
    if result.ndim == 0 and wanted.ndim > 0:
        return "a single number", f"This is one number; wanted is an array of shape {wanted.shape}."
    if not _as_finite(result, wanted):
        name, says = not_finite(case)
        return (name, says) if hinting else (name, NO_NUMBER[name])
    if result.shape != wanted.shape:
        says = f"The result has {shape_in_words(result.shape)}; wanted is {shape_in_words(wanted.shape)}."
        if not result.size:
            says += " It is empty: `append` collects values in a list, `np.zeros` makes room for them."
        return "wrong shape", says
    return _one_wrong(_first_wrong(result, wanted), result, wanted, hinting)


def _first_wrong(result: AnyArray, wanted: AnyArray) -> tuple[int, ...]:
    """The place of the first number that is off; else of one that should be exactly 0, or be exact."""
    off = ~np.isclose(result, wanted, RTOL, ATOL), (wanted == 0) & (result != 0), result != wanted
    places = next(np.argwhere(places) for places in off if places.any())
    return tuple(int(i) for i in places[0])


def _one_wrong(at: tuple[int, ...], result: AnyArray, wanted: AnyArray, hinting: bool) -> tuple[str, str]:
    found, right = float(result[at]), float(wanted[at])
    name = "other numbers" if at else "another number"
    begins = "The shape is right, but not all numbers are. " if at else ""
    where = f"The first wrong one stands at place {list(at)}: it" if at else "It"
    if not hinting:
        return name, f"{begins}{where} is too {'large' if found > right else 'small'}: {found:.10g}."
    digits = next((n for n in range(3, 16) if f"{found:.{n}g}" != f"{right:.{n}g}"), 16)
    near = f"near {right:.{digits}g}"
    if right.is_integer() and abs(right) < 1e9:
        near = "exactly 0" if right == 0 and abs(found) < ATOL else f"{right:.0f}"
    return name, f"{begins}{where} is {found:.{digits}g}, and should be {near}."


def refuse_commas(answer: object, result: AnyArray, shape: tuple[int, ...]) -> None:
    """Refuse more numbers than are wanted, where a comma was meant as a decimal comma or stands at the end.

    Parameters
    ----------
    answer : any object
        As it was written down.
    result : ndarray
        Its numbers.
    shape : tuple of int
        What is wanted.
    """
    if not shape and isinstance(answer, tuple) and len(answer) == 1:
        says = "Your answer is a tuple with one number. A comma at the end makes a tuple: take it away."
        raise Fault("wrong shape", says)
    wanted = (*shape[:-1], 2 * shape[-1]) if shape else (2,)
    if result.shape == wanted and result.dtype.kind in "iu" and (result[..., 1::2] >= 0).all():
        first, second = result.ravel()[:2]
        says = f"Python writes a decimal point, not a comma: {first}.{second}, for example."
        raise Fault("decimal comma", says)
    if len(shape) <= 1 and result.ndim == 1 and wanted[0] // 2 < len(result) <= wanted[0]:
        raise wrong_shape(result, shape, COMMA)


def wrong_shape(result: AnyArray, shape: tuple[int, ...], more: str = "") -> Fault:
    """What is written down has another shape than is wanted; more may be said of why."""
    says = f"Your answer has {shape_in_words(result.shape)}; wanted is {shape_in_words(shape)}.{more}"
    return Fault("wrong shape", says)


# Of an answer that is written down.
NO_NUMBER = {
    "NaN": "There is nan in it: not a number. The root or the logarithm of a number below 0 gives it.",
    "infinity": "There is infinity in it. A division by 0 gives it, or the logarithm of 0.",
}


def _as_finite(result: AnyArray, wanted: AnyArray) -> bool:
    return bool(np.isfinite(result).all() or not np.isfinite(wanted).all())


def not_finite(case: Case) -> tuple[str, str]:
    """The name and a sentence for nan or infinity; NumPy itself has said where it comes from."""
    is_nan = bool(np.isnan(case.numbers).any())
    name, what = ("NaN", "nan, which means: not a number") if is_nan else ("infinity", "inf, infinity")
    usual = (
        "Look for a division by 0, for `exp` of a large number, for a root or logarithm of one below 0, for "
        "an inner function that does not end with `return`."
    )
    if not is_nan:
        usual = "Look for `np.inf`, for a division by 0, for `exp` of a large number."
    return name, f"The result holds {what}. {case.outcome.cause or usual}"


def shape_in_words(shape: tuple[int, ...]) -> str:
    """A shape as a learner reads it."""
    return f"shape {shape}" if shape else "one number"


# --- comparing --------------------------------------------------------------------------------------


def close(result: AnyArray, wanted: AnyArray, atol: float = ATOL, rtol: float = RTOL) -> bool:
    """Equal in shape, and in numbers up to the tolerance; nan counts as nan.

    A narrower kind of float may be off by a few of its own steps. Nothing is close to an empty array.
    """
    if result.shape != wanted.shape or not wanted.size:
        return False
    if result.dtype.kind == "f":
        rtol = max(rtol, NARROW.get(result.itemsize, 0))
        # Where large numbers cancel, a small one keeps their rounding.
        largest = np.abs(wanted[np.isfinite(wanted)]).max(initial=0)
        atol = max(atol, 4 * float(np.finfo(result.dtype).eps * largest))
    return bool(np.allclose(result.astype(np.float64), wanted, rtol, atol, equal_nan=True))


def other_inputs(case: Case) -> str:
    """The beginning of what is said of a hidden case."""
    sizes = ", ".join(f"shape {i.shape}" if isinstance(i, np.ndarray) else brief(i) for i in case.inputs)
    return f"With other inputs ({sizes}): "
