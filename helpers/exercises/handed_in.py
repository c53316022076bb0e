"""Answers handed in: run a learner's function, take numbers from any object.

The kinds of exercises use it. Any object may come and any code may run. Nothing but a `Fault` is raised here:
the name of a mistake, and a sentence.
"""

from __future__ import annotations

import contextlib
import io
import re
import traceback
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helpers.arrays import cut, short

# What foreign code may end with. KeyboardInterrupt: the learner stops a loop that does not end.
STOPS = (Exception, SystemExit, KeyboardInterrupt)


class Fault(Exception):
    """Why an answer cannot be judged: the name of the mistake, and one sentence for the learner."""

    def __init__(self, name: str, says: str) -> None:
        super().__init__(says)
        self.name, self.says = name, says


NOT_ATTEMPTED = "not attempted"


def refuse_empty(answer: object, where: str) -> None:
    """Refuse the stub's ``...`` and None.

    Raises
    ------
    Fault
        "not attempted" or "None".
    """
    if answer is ...:
        raise Fault(NOT_ATTEMPTED, "Not attempted yet.")
    if answer is None:
        of_function = where.startswith("Your function")
        ask = (
            "Does your function end with `return` and the result"
            if of_function
            else "Does the line end with it"
        )
        raise Fault("None", f"{where} None. {ask}?")


def as_numbers(answer: object, where: str) -> NDArray[Any]:
    """An answer as an array of real numbers; lists, single numbers and every float type are welcome.

    Parameters
    ----------
    answer : any object
    where : str
        How the sentence begins: ``"Your function gave"`` or ``"Your answer is"``.

    Returns
    -------
    ndarray, float or whole numbers

    Raises
    ------
    Fault
        "not attempted", "None", "several results", "unequal rows" or "not numbers".
    """
    refuse_empty(answer, where)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            array = np.array(answer)  # a copy: the learner's own array may change later
            if array.dtype == object:
                array = array.astype(np.float64)
        if array.dtype.kind in "fiub":
            return array.astype(np.int64) if array.dtype == bool else array
        kind = {"c": "complex numbers", "U": "text"}.get(array.dtype.kind, named(answer))
    except STOPS:
        kind = named(answer)
        if isinstance(answer, tuple) and any(isinstance(part, np.ndarray) for part in answer):
            raise Fault(
                "several results", f"{where} {len(answer)} results. Wanted is one: `return` only that."
            ) from None
        if isinstance(answer, (list, tuple)) and any(isinstance(row, (list, tuple)) for row in answer):
            raise Fault(
                "unequal rows", f"{where} rows that do not have the same length: {brief(answer)}."
            ) from None
    raise Fault("not numbers", f"{where} {kind}, but numbers are wanted: {brief(answer)}.")


def named(answer: object) -> str:
    """The kind of an object in words, such as "an object of type dict"."""
    return f"an object of type {type(answer).__name__}"


def brief(answer: object) -> str:
    """At most 60 characters of it, even if its own `repr` fails."""
    try:
        return short(answer)
    except STOPS:
        return f"<{type(answer).__name__}>"


def run(function: Callable[..., object], inputs: Sequence[Any], quiet: bool) -> object:
    """What the learner's function gives for these inputs.

    Parameters
    ----------
    function : callable
    inputs : sequence of arrays and numbers
        The function gets copies.
    quiet : bool
        Swallow what it prints: it is run many times, and its prints should be seen once.

    Raises
    ------
    Fault
        "error", if it stops with one; "not attempted", if that is NotImplementedError; "interrupted";
        "changed its input".
    """
    copies = copied(inputs)
    prints = contextlib.redirect_stdout(io.StringIO()) if quiet else contextlib.nullcontext()
    try:
        with prints, warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            result = function(*copies)
    except KeyboardInterrupt:
        raise Fault("interrupted", "You have stopped it before it was done. Does a loop never end?") from None
    except NotImplementedError:  # the stub of nbgrader and of many textbooks
        raise Fault(NOT_ATTEMPTED, "Not attempted yet.") from None
    except (Exception, SystemExit) as error:
        raise Fault("error", complaint(error, function)) from None
    for copy, given in zip(copies, inputs, strict=True):
        if isinstance(given, np.ndarray) and not same(copy, given):
            raise Fault(
                "changed its input",
                "Your function changes the array that it gets, so whoever calls it loses that array. "
                "Begin with a copy, `new = X.copy()`, and change that; or write `x = x / 2`, not `x /= 2`.",
            )
    return result


def copied(inputs: Sequence[Any]) -> list[Any]:
    """Inputs that may be written over."""
    return [given.copy() if isinstance(given, np.ndarray) else given for given in inputs]


def same(a: NDArray[Any], b: NDArray[Any]) -> bool:
    """Equal in shape and in every number; nan counts as nan."""
    return a.shape == b.shape and bool(np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))


def complaint(error: BaseException, function: Callable[..., object]) -> str:
    """Where the learner's code stopped and with what; for a usual slip, what to look for."""
    where = place(error, function)
    says = f"{where} stopped with {described(error).rstrip('.')}."
    if sizes := re.search(r"matmul.*\(size (\d+) is different from (\d+)\)", says):
        rows, columns = sizes.groups()
        return (
            f"{where} stopped: in `A @ B`, A has {columns} columns and B has {rows} rows; "
            "these must be equal."
        )
    if "could not be broadcast" in says:
        says += " Did `sum`, `max` or `norm` lose a dimension? `keepdims=True` keeps a column."
    return says


def place(error: BaseException, function: Callable[..., object]) -> str:
    """Where in the learner's code an error happened, such as "Line 3 of your cell, `return x / 0`,"."""
    file = getattr(getattr(function, "__code__", None), "co_filename", None)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    if not frames:
        return "Your function"
    code = f", `{cut(frames[-1].line)}`," if frames[-1].line else ""
    return f"Line {frames[-1].lineno} of your cell{code}"


def described(error: BaseException) -> str:
    """The kind of an error and what it says, in one line."""
    try:
        text = cut(str(error), 160)
    except STOPS:
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
