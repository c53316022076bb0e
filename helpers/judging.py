"""Exercises as data: a function to be written, a number to be found, or something to be designed.

Whatever a learner hands in, `judge` gives a `Verdict` and never raises.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from helpers.answers import Fault, as_numbers, brief, refuse_empty, run
from helpers.diagnosis import ATOL, SOLVED, Array, Inputs, Mistake, Verdict, diagnosis, shape_in_words, sizes


@dataclass(frozen=True)
class Condition:
    """What a designed answer must fulfil; `says` is told when `holds` is not true of it."""

    name: str
    says: str | Callable[[Array], str]
    holds: Callable[[Array], Any]


@dataclass(frozen=True)
class Exercise:
    """What all kinds share.

    Attributes
    ----------
    name : str
        What the notebook calls it by: ``check("softmax", ...)``.
    notebook : int
    hints : three str
        From a nudge to nearly the answer. The solution itself is in ``solutions/``.
    """

    name: str
    notebook: int
    hints: tuple[str, str, str]

    def judge(self, answer: object) -> Verdict:
        """What is to be said about an answer; it may be any object."""
        try:
            return self._judge(answer)
        except Fault as fault:
            return Verdict(fault.name, fault.says)

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
        The solution. Inputs as in `inputs`.
    inputs : callable
        Gives the cases, each a tuple of inputs: the example first, then hidden ones. Sizes should all
        differ, so that no two mistakes look alike.
    mistakes : sequence of Mistake
        The first that fits is told.
    """

    call: str
    right: Callable[..., Any]
    inputs: Callable[[], Sequence[Inputs]]
    mistakes: tuple[Mistake, ...]

    def _judge(self, answer: object) -> Verdict:
        refuse_empty(answer, "Your function is")
        if not callable(answer):
            name = self.call.split("(")[0]
            says = f"Hand over the function itself, `{name}` without brackets; this is {brief(answer)}."
            raise Fault("not a function", says)
        cases = list(self.inputs())
        results: list[Array] = []
        for inputs in cases:
            try:
                made = run(answer, inputs, quiet=bool(results))
                results.append(as_numbers(made, "Your function gave"))
            except Fault as fault:
                if not results:
                    raise
                so_far = diagnosis(self.right, self.mistakes, cases[: len(results)], results)
                # Both may help. (One result alone may look like a mistake by chance.)
                before = "" if so_far.solved or len(results) == 1 else f"{so_far.says} "
                raise Fault(
                    fault.name, f"{before}With other inputs ({sizes(inputs)}): {fault.says}"
                ) from None
        return diagnosis(self.right, self.mistakes, cases, results)


@dataclass(frozen=True)
class ValueExercise(Exercise):
    """The learner writes down numbers, and one answer is right.

    Attributes
    ----------
    right : callable without inputs
    mistakes : sequence of Mistake, whose `makes` take no inputs
    atol : float
        How far each number may be off, besides `RTOL` of its size.
    """

    right: Callable[[], Any]
    mistakes: tuple[Mistake, ...]
    atol: float = ATOL

    def _judge(self, answer: object) -> Verdict:
        found = as_numbers(answer, "Your answer is")
        return diagnosis(self.right, self.mistakes, [()], [found], self.atol)


@dataclass(frozen=True)
class DesignExercise(Exercise):
    """The learner designs numbers, and many answers are right: all that fulfil the conditions."""

    shape: tuple[int, ...]
    conditions: tuple[Condition, ...]

    def _judge(self, answer: object) -> Verdict:
        array = as_numbers(answer, "Your answer is")
        if array.shape != self.shape:
            raise Fault(
                "wrong shape", f"Your answer has shape {array.shape}; wanted is {shape_in_words(self.shape)}."
            )
        array = array.astype(np.float64)
        if np.isnan(array).any():
            raise Fault("NaN", "Your answer holds nan, which means: not a number.")
        with np.errstate(all="ignore"):
            try:
                broken = next((one for one in self.conditions if not one.holds(array)), None)
                if broken is None:
                    return Verdict(SOLVED, "Solved.")
                says = broken.says(array) if callable(broken.says) else broken.says
            except (ValueError, ArithmeticError):  # a sum of such numbers has no end
                says = "Nobody can calculate with numbers as large as these. Take smaller ones."
                raise Fault("far too large", says) from None
        raise Fault(broken.name, says)
