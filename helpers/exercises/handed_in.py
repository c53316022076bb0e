"""Answers handed in: run a learner's function, take numbers from any object.

The kinds of exercises use it. Any object may come and any code may run. Nothing but a `Fault` is raised here:
the name of a mistake, and a sentence.
"""

from __future__ import annotations

import builtins
import collections
import inspect
import itertools
import warnings
from collections.abc import Callable, Iterator, KeysView, Sequence, Set, ValuesView
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helpers.arrays import short
from helpers.exercises.cell import unseen
from helpers.exercises.stopped import (
    calculated,
    code_of,
    complaint,
    in_words,
    line_of_cell,
    names_of,
    none_of,
)

AnyArray = NDArray[Any]
MOST = 100_000  # values that are taken from something that makes them one by one

# Foreign code may end with anything. KeyboardInterrupt: the learner stops a loop that does not end.
STOPS = BaseException


class Fault(Exception):
    """Why an answer cannot be judged.

    Parameters
    ----------
    name : str
        Of the mistake.
    says : str
        A sentence.
    error : BaseException, optional
        With which the learner's code stopped.
    quoting : str
        What the answer looks like; it follows the sentence, unless it comes from hidden inputs.
    """

    def __init__(self, name: str, says: str, error: BaseException | None = None, quoting: str = "") -> None:
        super().__init__(says)
        self.name, self.error, self.unquoted = name, error, says
        self.says = f"{says.rstrip('.')}: {quoting}." if quoting else says


NOT_ATTEMPTED = "not attempted"
ERROR = "error"
SEVERAL = "several results"
COMMA = " (If the comma is a decimal comma: Python writes a point, 0.5.)"
FUNCTION, VALUE = "Your function gave", "Your answer is"  # how sentences about an answer begin


@dataclass(frozen=True)
class Outcome:
    """What a function gave for the inputs of one case.

    Attributes
    ----------
    numbers : ndarray or None
    fault : Fault or None
        Why there are no numbers.
    pieces : int
        How many results there are, if `return` has several behind it, else 0.
    cause : str
        What NumPy warned of, in words: where nan or infinity comes from.
    """

    numbers: AnyArray | None
    fault: Fault | None = None
    pieces: int = 0
    cause: str = ""


def interrupted() -> Fault:
    """The learner has stopped it."""
    return Fault("interrupted", "You have stopped it before it was done. Does a loop never end?")


def refuse_empty(answer: object, where: str) -> None:
    """Refuse the stub's ``...`` and None.

    Raises
    ------
    Fault
        "not attempted" or "None".
    """
    if answer is ...:
        raise Fault(NOT_ATTEMPTED, "Not attempted yet.")
    if answer is None and where == FUNCTION:
        says = (
            "Does your function end with `return` and the result? (`print` shows a result, but gives None.)"
        )
        raise Fault("None", f"{where} None. {says}")
    if answer is None:
        raise Fault(
            "None",
            f"{where} None. Write the numbers straight after the `=`. (`print` shows them, but gives None.)",
        )


def as_numbers(answer: object, where: str, unordered: bool = False) -> AnyArray:
    """An answer as an array of real numbers; lists, single numbers and every float type are welcome.

    So are generators, `zip` and `map`, exact fractions and, from a function, masked arrays: what they hide
    counts as 0.

    Parameters
    ----------
    answer : any object
    where : str
        How the sentence begins: `FUNCTION` or `VALUE`.
    unordered : bool
        Is a set welcome, too?

    Returns
    -------
    ndarray, float or whole numbers

    Raises
    ------
    Fault
        "not attempted", "None", "dots left", "None inside", "a set", "masked", "several results", "unequal
        rows", "too large a number" or "not numbers".
    """
    refuse_empty(answer, where)
    if inspect.iscoroutine(answer):
        answer.close()
        raise Fault("not numbers", f"{where} a coroutine. Take the word `async` away.")
    if callable(answer):
        says = "a function, not numbers. Are its brackets missing, as in `.mean()`?"
        if where == VALUE and code_of(answer) is not None:
            says = "a function. Here no function is wanted: write the numbers themselves."
        raise Fault("not numbers", f"{where} {says}")
    try:
        plain = unpacked(answer, where, unordered)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            array = np.array(plain)  # a copy: the learner's own array may change later
            if array.dtype == object:
                if array.ndim == 0 and isinstance(array.item(), ONE_BY_ONE):
                    raise Fault("generator", KEEPS_GENERATOR)
                _look_inside(array.ravel(), where)
                array = array.astype(np.float64)
        if array.dtype.kind == "c" and not array.imag.any():
            array = array.real
        if array.dtype.kind in "fiub":
            return array.astype(np.int64) if array.dtype == bool else array
        kind = {"c": "complex numbers", "U": "text"}.get(array.dtype.kind, named(answer))
    except Fault:
        raise
    except KeyboardInterrupt:
        raise interrupted() from None
    except OverflowError:
        says = "One of the numbers is too large to calculate with."
        raise Fault("too large a number", says, quoting=brief(answer)) from None
    except STOPS:
        kind = named(answer)
        if isinstance(answer, tuple) and any(isinstance(part, np.ndarray) for part in answer):
            raise several(len(answer), any(type(part) is int for part in answer), where) from None
        if isinstance(answer, (list, tuple)) and any(
            isinstance(row, (list, tuple, np.ndarray)) for row in answer
        ):
            says = f"{where} rows that do not have the same length."
            raise Fault("unequal rows", says, quoting=brief(answer)) from None
    raise Fault("not numbers", f"{where} {kind}, but numbers are wanted.", quoting=brief(answer))


KEEPS_GENERATOR = (
    "`np.array` keeps what gives its values one by one, such as `... for ...`, `map` and `zip`, and does not "
    "run it. Make a list of it first: `np.array(list(...))`."
)


def several(count: int, whole: bool = False, where: str = FUNCTION) -> Fault:
    """Several results where one is wanted; a whole one may stand at one side of a decimal comma."""
    if where == VALUE:
        says = f"{where} a tuple of {count} parts, and numbers are wanted.{COMMA if whole else ''}"
        return Fault(SEVERAL, says)
    if count == 1:
        says = "a tuple with one result. A comma at the end of the `return` makes a tuple: take it away."
        return Fault(SEVERAL, f"{FUNCTION} {says}")
    says = f"{FUNCTION} {count} results. Wanted is one: `return` only that."
    return Fault(SEVERAL, f"{says}{COMMA if whole else ''}")


# What gives its values one by one: zip, map and generators are Iterators.
ONE_BY_ONE = Iterator, KeysView, ValuesView, range, collections.deque


def unpacked(answer: Any, where: str, unordered: bool = False, depth: int = 0) -> Any:
    """An answer in which whatever gives its values one by one is a list.

    Raises
    ------
    Fault
        See `as_numbers`. A generator may also run a learner's code, which may raise anything.
    """
    size = answer.size if isinstance(answer, np.ndarray) else 0
    if type(answer) in (list, tuple):
        size = len(answer)
    if size > MOST:  # no answer has nearly as many, and each case would keep them
        raise Fault("wrong shape", f"{where} {size} numbers, far more than are wanted.")
    if isinstance(answer, np.ma.MaskedArray):
        return _filled(answer, where)
    if isinstance(answer, Set) and not isinstance(answer, KeysView):
        if not unordered or depth:  # of (row, column) the order counts, of two places it does not
            raise Fault("a set", f"{where} a set. A set has no order: write a list, `[...]`.")
        answer = sorted(answer)
    elif isinstance(answer, ONE_BY_ONE):
        answer = list(itertools.islice(answer, MOST + 1))
        if len(answer) > MOST:
            raise Fault("not numbers", f"{where} something that never ends.")
    if isinstance(answer, (list, tuple)) and depth < 8:
        _look_inside(answer, where)
        parts = [unpacked(part, where, unordered, depth + 1) for part in answer]
        return tuple(parts) if isinstance(answer, tuple) else parts
    return answer


def _filled(answer: Any, where: str) -> AnyArray:
    if where == VALUE and np.ma.getmaskarray(answer).any():
        raise Fault(
            "masked",
            f"{where} a masked array: what is masked, `--`, is no number. Write a number in its place.",
        )
    return np.asarray(answer.filled(0))


def _look_inside(values: Any, where: str) -> None:
    """Refuse what is no number but stands where one is forgotten."""
    for value in values:
        if value is ...:
            raise Fault("dots left", "There is still a `...` in it. Put a number in its place.")
        if value is None and where == FUNCTION:
            says = "Some of the results are None. Does the inner function end with `return`?"
            raise Fault("None inside", says)
        if value is None:
            raise Fault("None inside", "There is a None in it. Put a number in its place.")
        if value is np.ma.masked:
            raise Fault("masked", "There is a masked value in it, `--`. Put a number in its place.")


def named(answer: object) -> str:
    """The kind of an object in words, such as "an object of type dict"."""
    return f"an object of type {type(answer).__name__}"


def brief(answer: object) -> str:
    """At most 60 characters of it, even if its own `repr` fails."""
    try:
        return short(answer)
    except STOPS:
        return f"<{type(answer).__name__}>"


def outcomes(function: Callable[..., object], cases: Sequence[Sequence[Any]], call: str) -> list[Outcome]:
    """What the learner's function gives for each case: the example first, then hidden ones.

    What it prints or draws is seen for the example only. After anything but an error the rest is not run: a
    loop that does not end, for instance, would not end there either.
    """
    found = [outcome_of(function, cases[0], call)]
    if found[0].fault is None or found[0].fault.name == ERROR:
        names = names_of(function)
        before = dict(names)
        with unseen():
            for inputs in cases[1:]:
                found.append(outcome_of(function, inputs, call, hidden=True))
                fault = found[-1].fault
                if fault is not None and fault.name != ERROR:
                    break
        for name in set(names) - set(before):  # what `global` has kept of hidden inputs
            del names[name]
        names.update({name: value for name, value in before.items() if names.get(name) is not value})
    return found


def outcome_of(
    function: Callable[..., object], inputs: Sequence[Any], call: str, hidden: bool = False
) -> Outcome:
    """What the learner's function gives for these inputs, as numbers or as a `Fault`."""
    try:
        return run(function, inputs, call, hidden)
    except NeedsFloats:
        # NumPy refuses aloud to write decimals into an array of whole numbers (`X /= 2`). So nobody is misled
        # there, and the answer counts if it is right for the same numbers as floats. But places stay whole.
        whole = [at for at, given in enumerate(inputs) if _is_whole(given)]
        first = None
        for chosen in (whole, *([at] for at in whole if len(whole) > 1)):
            floats = [given.astype(float) if at in chosen else given for at, given in enumerate(inputs)]
            try:
                return run(function, floats, call, hidden)
            except Fault as fault:
                first = first or fault
        return Outcome(None, first)
    except Fault as fault:
        return Outcome(None, fault)


def _is_whole(given: object) -> bool:
    return isinstance(given, np.ndarray) and given.dtype.kind == "i"


class NeedsFloats(Fault):
    """An array of whole numbers does not take the decimals that the code writes into it."""


def run(function: Callable[..., object], inputs: Sequence[Any], call: str, hidden: bool = False) -> Outcome:
    """Run the learner's function once.

    Parameters
    ----------
    function : callable
    inputs : sequence of arrays and numbers
        The function gets copies.
    call : str
        How it is called, such as ``"join(H, W_O)"``.
    hidden : bool
        Are these inputs that nobody shall see? Then no number of them or of the result is told.

    Raises
    ------
    Fault
        "error", if it stops with one; "not attempted", if that is NotImplementedError; "interrupted";
        "changed its input"; and see `as_numbers`.
    """
    copies = copied(inputs)
    names = names_of(function)
    before, asks = dict(names), builtins.input
    builtins.input = _asks_nobody
    try:
        with warnings.catch_warnings(record=True) as warned, np.errstate(all="warn", under="ignore"):
            warnings.simplefilter("always")
            result = function(*copies)
            result = result if result is None or result is ... else unpacked(result, FUNCTION)
    except Fault as fault:
        raise _unquoted(fault, hidden) from None
    except KeyboardInterrupt:
        raise interrupted() from None
    except STOPS as error:
        if type(error) is NotImplementedError:  # the stub of nbgrader and of many textbooks
            raise Fault(NOT_ATTEMPTED, "Not attempted yet.") from None
        kind = NeedsFloats if _wants_floats(error, copies) else Fault
        raise kind(ERROR, complaint(error, function, call, hidden), error) from None
    finally:
        builtins.input = asks
        _give_back(names, before, copies)
    for copy, given in zip(copies, inputs, strict=True):
        if isinstance(given, np.ndarray) and not same(copy, given):
            raise Fault(
                "changed its input",
                "Your function changes the array that it gets, so whoever calls it loses that array. "
                "Begin with a copy, `new = X.astype(float)`, and change that; or write `x = x / 2`, not "
                "`x /= 2`.",
            )
    if result is ... and _does_something(function):
        says = "Your function still ends with `return ...`. Put the result in the place of the dots."
        raise Fault("dots returned", says)
    if result is None and (says := none_of(function)):
        raise Fault("None", f"{FUNCTION} None. {says}")
    try:
        numbers = as_numbers(result, FUNCTION)
    except Fault as fault:
        raise _unquoted(fault, hidden) from None
    pieces = len(result) if isinstance(result, tuple) else 0
    return Outcome(numbers, pieces=pieces, cause=_cause(warned, function))


def _unquoted(fault: Fault, hidden: bool) -> Fault:
    return Fault(fault.name, fault.unquoted, fault.error) if hidden else fault


def _asks_nobody(*args: object) -> str:
    raise RuntimeError("input() was called")  # Jupyter would show the prompt, and hidden inputs in it


def _wants_floats(error: BaseException, inputs: Sequence[Any]) -> bool:
    whole = any(map(_is_whole, inputs))
    says = str(error) if isinstance(error, (TypeError, OverflowError, ValueError)) else ""
    return whole and says.startswith(("Cannot cast", "cannot convert float", "Python int"))


def _give_back(names: dict[str, Any], before: dict[str, Any], inputs: Sequence[Any]) -> None:
    """A name of the notebook that the function has bound to one of its inputs means again what it meant."""
    for name, value in list(names.items()):
        if any(value is given and isinstance(given, np.ndarray) for given in inputs):
            if name in before:
                names[name] = before[name]
            else:
                del names[name]


def _stub() -> Any:
    return ...


def _does_something(function: Callable[..., object]) -> bool:
    """Is there more in it than the stub has?"""
    code = code_of(function)
    return code is not None and len(code.co_code) > len(_stub.__code__.co_code)


def _cause(warned: Sequence[warnings.WarningMessage], function: Callable[..., object]) -> str:
    """The first that NumPy warned of, and the line where."""
    code = code_of(function)
    for warning in warned:
        if what := calculated(str(warning.message)):
            if code is None or warning.filename != code.co_filename:
                return f"It comes from {what}."
            number, _ = line_of_cell(code, warning.lineno, "")
            return f"{in_words(number)} calculates {what}."
    return ""


def copied(inputs: Sequence[Any]) -> list[Any]:
    """Inputs that may be written over."""
    return [given.copy() if isinstance(given, np.ndarray) else given for given in inputs]


def same(a: NDArray[Any], b: NDArray[Any]) -> bool:
    """Equal in shape and in every number; nan counts as nan."""
    return a.shape == b.shape and bool(np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))
