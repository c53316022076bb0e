"""Kinds of exercises: a function to be written, a number to be found, something to be designed.

Whatever a learner hands in, `judge` gives a `Verdict` and never raises.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from helpers import files
from helpers.exercises.handed_in import (
    FUNCTION,
    VALUE,
    AnyArray,
    Fault,
    Outcome,
    as_numbers,
    brief,
    outcomes,
    refuse_empty,
)
from helpers.exercises.mistakes import (
    ATOL,
    NEARLY_0,
    Inputs,
    Mistakes,
    Verdict,
    diagnosis,
    refuse_commas,
    wrong_shape,
)
from helpers.exercises.texts import Texts, texts_of

DRAWN = 6  # cases that are drawn at random, beside the example and the edges


@dataclass(frozen=True)
class Exercise:
    """What all kinds share.

    Attributes
    ----------
    name : str
        What the notebook calls it by: ``check("softmax", ...)``. Its texts have the same name in
        ``data/exercises/``, its solution in ``solutions/``.
    notebook : int
    """

    name: str
    notebook: int

    @property
    def texts(self) -> Texts:
        """Its hints and what is said of each mistake."""
        return texts_of(self.notebook, self.name)

    @property
    def known(self) -> tuple[str, ...]:
        """The names of the mistakes that it knows, beside those that every check knows."""
        raise NotImplementedError

    def judge(self, answer: object) -> Verdict:
        """What is to be said about an answer; it may be any object.

        Raises
        ------
        Damaged
            If the file of the texts is missing or damaged. No answer makes it raise.
        """
        try:
            # A learner may have set warnings as errors; `handed_in` listens to what their own code brings.
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                return self._judge(answer)
        except Fault as fault:
            return Verdict(False, fault.name, fault.says)

    def _judge(self, answer: object) -> Verdict:
        raise NotImplementedError


@dataclass(frozen=True)
class FunctionExercise(Exercise):
    """The learner writes a function.

    Attributes
    ----------
    call : str
        How it is called: ``"my_softmax(x)"``.
    right : callable
        The solution. Inputs as in a case.
    example : callable
        Gives the inputs of the example, which the notebook names.
    edges : callable
        Gives cases at the ends of what the text allows: one row, whole numbers, large beside small.
    drawn : callable
        Draws a case at random, with every shape and number that the text allows.
    mistakes : mapping of name to callable, or to several
        Each makes its wrong result from the inputs of a case. The first that fits is told.
    zeros : bool
        Must the answer be exactly 0 where the solution is?
    """

    call: str
    right: Callable[..., Any]
    example: Callable[[], Inputs]
    edges: Callable[[], Sequence[Inputs]]
    drawn: Callable[[np.random.Generator], Inputs]
    mistakes: Mistakes
    zeros: bool = False

    @property
    def known(self) -> tuple[str, ...]:
        return (*self.mistakes, NEARLY_0) if self.zeros else tuple(self.mistakes)

    @functools.cached_property
    def cases(self) -> tuple[Inputs, ...]:
        """The example first, then hidden ones."""
        rng = np.random.default_rng(17)  # the same cases in every run
        return (self.example(), *self.edges(), *(self.drawn(rng) for _ in range(DRAWN)))

    def _judge(self, answer: object) -> Verdict:
        name, wanted = self.call.rstrip(")").split("(")
        if not callable(answer):
            if answer is not None:
                refuse_empty(answer, FUNCTION)
            says = f"Hand over the function itself, `{name}` without brackets; this is {brief(answer)}."
            raise Fault("None" if answer is None else "not a function", says)
        found = outcomes(answer, self.cases, self.call)
        verdict = diagnosis(self.right, self.mistakes, self.cases, found, self.texts, zeros=self.zeros)
        code = getattr(answer, "__code__", None)
        takes = code.co_varnames[: code.co_argcount] if code else ()
        if not verdict.solved and sorted(takes) == sorted(wanted.split(", ")) and ", ".join(takes) != wanted:
            says = f"Your function takes `({', '.join(takes)})`, but it is called as `{self.call}`."
            return Verdict(False, "inputs exchanged", f"{says} Write its inputs in this order.")
        return verdict


@dataclass(frozen=True)
class ValueExercise(Exercise):
    """The learner writes down numbers, and one answer is right.

    Attributes
    ----------
    right : callable without inputs
    mistakes : mapping of name to callable without inputs
    atol : float
        How far each number may be off, besides a millionth of its size: it is written down.
    """

    right: Callable[[], Any]
    mistakes: Mistakes
    atol: float = ATOL

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(self.mistakes)

    def _judge(self, answer: object) -> Verdict:
        found = as_numbers(answer, VALUE)
        wanted = np.asarray(self.right(), dtype=np.float64)
        refuse_commas(answer, found, wanted.shape)
        atol = self.atol
        if found.dtype in (np.float16, np.float32):  # they cannot hold every number that is written down
            atol += float(np.spacing(np.abs(wanted).max().astype(found.dtype))) / 2
        written = Outcome(found.astype(np.float64))  # else no kind of float makes it less exact
        return diagnosis(self.right, self.mistakes, [()], [written], self.texts, atol, rtol=1e-6)


@dataclass(frozen=True)
class DesignExercise(Exercise):
    """The learner designs numbers, and many answers are right: all that fulfil the conditions.

    Attributes
    ----------
    shape : tuple of int
    conditions : mapping of name to callable
        Each says of an answer whether it holds. The first that does not is told by its name.
    tells : callable, optional
        Gives from an answer the numbers and names that stand in braces in the texts, and which "case" it is.
    unordered : bool
        Does the order of its parts not matter? Then a set is welcome.
    """

    shape: tuple[int, ...]
    conditions: Mapping[str, Callable[[AnyArray], Any]]
    tells: Callable[[AnyArray], Mapping[str, Any]] = lambda answer: {}
    unordered: bool = False

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(self.conditions)

    def _judge(self, answer: object) -> Verdict:
        array = as_numbers(answer, VALUE, self.unordered)
        refuse_commas(answer, array, self.shape)
        if array.shape != self.shape:
            raise wrong_shape(array, self.shape)
        array = array.astype(np.float64)
        if np.isnan(array).any():
            raise Fault("NaN", "Your answer holds nan, which means: not a number.")
        texts = self.texts
        try:
            broken = next((name for name, holds in self.conditions.items() if not holds(array)), None)
            if broken is None:
                return Verdict(True, None, texts.solved)
            return Verdict(False, broken, texts.says(broken, lambda: self.tells(array)))
        except files.Damaged:
            raise
        except (ValueError, ArithmeticError):  # a sum of such numbers has no end
            says = "Nobody can calculate with numbers as large as these. Take smaller ones."
            raise Fault("far too large", says) from None
