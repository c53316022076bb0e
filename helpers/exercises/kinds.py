"""Kinds of exercises: a function to be written, a number to be found, something to be designed.

Whatever a learner hands in, `judge` gives a `Verdict` and never raises.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from helpers import files
from helpers.exercises.handed_in import Fault, as_numbers, brief, refuse_empty, run
from helpers.exercises.mistakes import (
    ATOL,
    AnyArray,
    Inputs,
    Mistakes,
    Verdict,
    diagnosis,
    shape_in_words,
    sizes,
)
from helpers.exercises.texts import Texts, texts_of


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
        The solution. Inputs as in `inputs`.
    inputs : callable
        Gives the cases, each a tuple of inputs: the example first, then hidden ones. Sizes should all
        differ, so that no two mistakes look alike.
    mistakes : mapping of name to callable
        Each makes its wrong result from the inputs of a case. The first that fits is told.
    """

    call: str
    right: Callable[..., Any]
    inputs: Callable[[], Sequence[Inputs]]
    mistakes: Mistakes

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(self.mistakes)

    def _judge(self, answer: object) -> Verdict:
        refuse_empty(answer, "Your function is")
        if not callable(answer):
            name = self.call.split("(")[0]
            says = f"Hand over the function itself, `{name}` without brackets; this is {brief(answer)}."
            raise Fault("not a function", says)
        cases = list(self.inputs())
        results: list[AnyArray] = []
        for inputs in cases:
            try:
                made = run(answer, inputs, quiet=bool(results))
                results.append(as_numbers(made, "Your function gave"))
            except Fault as fault:
                if not results:
                    raise
                so_far = diagnosis(self.right, self.mistakes, cases[: len(results)], results, self.texts)
                # Both may help. (One result alone may look like a mistake by chance.)
                before = "" if so_far.solved or len(results) == 1 else f"{so_far.says} "
                raise Fault(
                    fault.name, f"{before}With other inputs ({sizes(inputs)}): {fault.says}"
                ) from None
        return diagnosis(self.right, self.mistakes, cases, results, self.texts)


@dataclass(frozen=True)
class ValueExercise(Exercise):
    """The learner writes down numbers, and one answer is right.

    Attributes
    ----------
    right : callable without inputs
    mistakes : mapping of name to callable without inputs
    atol : float
        How far each number may be off, besides `RTOL` of its size.
    """

    right: Callable[[], Any]
    mistakes: Mistakes
    atol: float = ATOL

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(self.mistakes)

    def _judge(self, answer: object) -> Verdict:
        found = as_numbers(answer, "Your answer is")
        return diagnosis(self.right, self.mistakes, [()], [found], self.texts, self.atol)


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
    """

    shape: tuple[int, ...]
    conditions: Mapping[str, Callable[[AnyArray], Any]]
    tells: Callable[[AnyArray], Mapping[str, Any]] = lambda answer: {}

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(self.conditions)

    def _judge(self, answer: object) -> Verdict:
        array = as_numbers(answer, "Your answer is")
        if array.shape != self.shape:
            raise Fault(
                "wrong shape", f"Your answer has shape {array.shape}; wanted is {shape_in_words(self.shape)}."
            )
        array = array.astype(np.float64)
        if np.isnan(array).any():
            raise Fault("NaN", "Your answer holds nan, which means: not a number.")
        texts = self.texts
        with np.errstate(all="ignore"):
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
