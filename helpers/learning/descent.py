"""Gradient descent: two ways to take a step downhill (SGD, Adam), and the loop that takes many.

Source of Adam: Kingma and Ba (2015), "Adam: A Method for Stochastic Optimization", algorithm 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, as_floats, at_least_one, real_number, short
from helpers.learning.given import NAMES, Batch, Ints, Parameters, as_given, as_scored
from helpers.learning.head import Forward, backward_checked, cross_entropy_checked, forward_checked


class SGD:
    """Plain gradient descent: a step against the gradient, as long as the learning rate says.

    >>> parameters = {"W": np.array([1.0])}
    >>> SGD(learning_rate=0.1).step(parameters, {"W": np.array([2.0])})
    >>> parameters
    {'W': array([0.8])}

    Parameters
    ----------
    learning_rate : float
        Above 0.

    Raises
    ------
    ValueError
        If the learning rate is no number above 0.
    """

    def __init__(self, learning_rate: float) -> None:
        self.learning_rate = check_learning_rate(learning_rate)

    def step(self, parameters: Parameters, gradients: Parameters) -> None:
        """Change the parameters, arrays of floats, in place."""
        for name, gradient in _as_gradients(parameters, gradients).items():
            parameters[name] -= self.learning_rate * gradient


class Adam:
    """Steps of about the same length for every single number, however steep its slope is.

    >>> parameters = {"W": np.array([1.0, 1.0])}
    >>> Adam(learning_rate=0.1).step(parameters, {"W": np.array([2.0, 0.001])})  # equally far for both
    >>> parameters["W"].round(3)
    array([0.9, 0.9])

    Parameters
    ----------
    learning_rate : float
        Above 0: how far a number moves in one step, about.
    keep, keep_squares : float
        How much of the old mean gradient, and of the old mean square of it, each step keeps: from 0 up,
        below 1.

    Raises
    ------
    ValueError
        If the learning rate is no number above 0, or no such share can be kept.
    """

    def __init__(self, learning_rate: float, keep: float = 0.9, keep_squares: float = 0.999) -> None:
        self.learning_rate = check_learning_rate(learning_rate)
        self.keep, self.keep_squares = _share(keep, "keep"), _share(keep_squares, "keep_squares")
        self.n_steps = 0
        self.mean: Parameters = {}
        self.mean_square: Parameters = {}

    def step(self, parameters: Parameters, gradients: Parameters) -> None:
        """Change the parameters, arrays of floats, in place."""
        gradients = _as_gradients(parameters, gradients)
        self._check_shapes(gradients)
        self.n_steps += 1
        for name, gradient in gradients.items():
            mean = self.mean.setdefault(name, np.zeros_like(gradient))
            square = self.mean_square.setdefault(name, np.zeros_like(gradient))
            mean += (1 - self.keep) * (gradient - mean)
            square += (1 - self.keep_squares) * (gradient**2 - square)
            # Both began at 0. In the first steps they are too small by these factors.
            m = mean / (1 - self.keep**self.n_steps)
            v = square / (1 - self.keep_squares**self.n_steps)
            parameters[name] -= self.learning_rate * m / (np.sqrt(v) + 1e-8)

    def _check_shapes(self, gradients: Parameters) -> None:
        for name, gradient in gradients.items():
            before = self.mean.get(name, gradient).shape
            if gradient.shape != before:
                raise ValueError(
                    f"This Adam remembers the gradient of {name} with shape {before}, got shape "
                    f"{gradient.shape}; {_new_one(self)}."
                )


def _new_one(optimiser: SGD | Adam) -> str:
    return f"each training needs a new one, such as Adam({optimiser.learning_rate:g})"


def _share(x: float, name: str) -> float:
    share = real_number(x)
    if not 0 <= share < 1:
        raise ValueError(f"{name} must be a number from 0 up and below 1, such as .9, got {short(x)}.")
    return share


def _as_gradients(parameters: Any, gradients: Any) -> Parameters:
    """Gradients as arrays, each of which has a parameter of its shape that can be changed."""
    for given in (parameters, gradients):
        if not isinstance(given, Mapping):
            what = "two dicts of arrays, the parameters and their gradients"
            raise ValueError(f"step takes {what}, got {short(given)}.")
    floats = {}
    for name, gradient in gradients.items():
        gradient, W = as_floats(gradient, f"The gradient of {name}"), parameters.get(name)
        array = isinstance(W, np.ndarray) and W.dtype.kind == "f" and W.shape == gradient.shape
        if not array and not (isinstance(W, Real) and gradient.ndim == 0):
            raise ValueError(
                f"The parameter {name} must be an array of floats of shape {gradient.shape}, as its gradient "
                f"has it, got {short(W)}."
            )
        if array and not W.flags.writeable:
            raise ValueError(f"The parameter {name} is read-only; make a copy of it.")
        # In float16 the 1e-8 of Adam is 0.
        floats[name] = gradient.astype(np.float32) if gradient.dtype == np.float16 else gradient
    return floats


def check_learning_rate(learning_rate: float) -> float:
    """The learning rate as a float, if it is a number above 0.

    >>> check_learning_rate(1)
    1.0
    """
    rate = real_number(learning_rate)
    if not rate > 0:
        raise ValueError(
            f"The learning rate must be a number above 0, such as .03, got {short(learning_rate)}; "
            "with 0 nothing is learned."
        )
    return rate


class Moment(NamedTuple):
    """What a head is like after some steps.

    >>> Moment._fields
    ('step', 'parameters', 'loss', 'accuracy', 'held_out')
    """

    step: int
    parameters: Parameters
    loss: float  # on the sentences for learning
    accuracy: float  # on these, from 0 to 1
    held_out: float  # accuracy on the sentences for the test; nan if there are none


def train(
    parameters: Parameters,
    batch: Batch,
    optimiser: SGD | Adam,
    n_steps: int = 100,
    test: Batch | None = None,
    scaled: bool = True,
    every: int = 10,
) -> Iterator[Moment]:
    """Take steps downhill, each on all sentences, and hand over a `Moment` now and then.

    >>> from helpers.learning import new_head
    >>> batch = Batch(X=np.eye(2)[:, None], asks=np.array([0, 0]), y=np.array([0, 1]))
    >>> start = new_head(np.random.default_rng(0), d_model=2, d_k=2, n_classes=2)
    >>> [moment.accuracy for moment in train(start, batch, Adam(0.1), n_steps=20, every=20)]
    [0.5, 1.0]

    Parameters
    ----------
    parameters : dict of ndarray
        Where to start, as `new_head` makes them. They stay as they are: to call again, with a
        new optimiser, is to start anew.
    batch : Batch
        The sentences to learn from.
    optimiser : SGD or Adam
        A new one for each training. One of your own needs a `learning_rate` and a `step` like theirs.
    n_steps : int
        At least 1.
    test : Batch, optional
        Sentences with words that are kept back.
    scaled : bool
        Whether scores are divided by sqrt(d_k).
    every : int
        Steps between two moments. The start and the last step are always among them.

    Yields
    ------
    Moment
        One by one, so that whoever asks may show it, or stop asking.

    Raises
    ------
    ValueError
        If the parameters and the sentences do not fit, as `forward` says it; if the optimiser has taken steps
        before; if `n_steps` or `every` is no whole number from 1 up; or on the way, if the loss is no
        longer a finite number.
    """
    # What is not finite at the start is refused as at each later step.
    parameters, batch, scaled = as_given(parameters, batch, scaled, finite=False)
    if test is not None:
        _, test, _ = as_given(parameters, test, scaled, of="test.", finite=False)
    _check_new(optimiser)
    for name, number in {"n_steps": n_steps, "every": every}.items():
        at_least_one(number, name)
    return _moments(parameters, batch, optimiser, n_steps, test, scaled, every)


def _check_new(optimiser: SGD | Adam) -> None:
    rate = real_number(getattr(optimiser, "learning_rate", None))
    if isinstance(optimiser, type) or math.isnan(rate) or not callable(getattr(optimiser, "step", None)):
        raise ValueError(
            "optimiser must be an SGD or an Adam, such as Adam(0.03), or have a learning_rate and a step "
            f"like theirs, got {short(optimiser)}."
        )
    if steps := getattr(optimiser, "n_steps", 0):
        raise ValueError(
            f"This Adam has taken {steps} steps already and remembers them; {_new_one(optimiser)}."
        )


def _moments(
    parameters: Parameters,
    batch: Batch,
    optimiser: SGD | Adam,
    n_steps: int,
    test: Batch | None,
    scaled: bool,
    every: int,
) -> Iterator[Moment]:
    parameters = _copy(parameters)
    for step in range(n_steps + 1):
        found, loss = _found(parameters, batch, scaled, step, optimiser.learning_rate)
        if step % every == 0 or step == n_steps:
            held_out = _held_out(parameters, test, scaled, step, optimiser.learning_rate)
            yield Moment(step, _copy(parameters), loss, _right(found.logits, batch.y), held_out)
        if step < n_steps:
            with _quiet():
                optimiser.step(parameters, backward_checked(parameters, batch, found, scaled))


def _quiet() -> np.errstate:
    """No warning where steps are too large: the next `_found` says it in words."""
    return np.errstate(over="ignore", under="ignore", invalid="ignore")


def _copy(parameters: Parameters) -> Parameters:
    return {**parameters, **{name: parameters[name].copy() for name in NAMES}}


def _held_out(parameters: Parameters, test: Batch | None, scaled: bool, step: int, rate: float) -> float:
    if test is None:
        return math.nan
    return _right(_found(parameters, test, scaled, step, rate)[0].logits, test.y)


def _found(
    parameters: Parameters, batch: Batch, scaled: bool, step: int, rate: float
) -> tuple[Forward, float]:
    """What `forward` gives, and the loss; a sentence where the steps were too large."""
    try:
        with _quiet():
            found = forward_checked(parameters, batch, scaled)
            loss = cross_entropy_checked(found.logits, batch.y)
        if math.isfinite(loss):
            return found, loss
    except ValueError:  # softmax refuses scores that are no numbers
        pass
    if step == 0:
        raise ValueError("The loss is no finite number before the first step; check the parameters and X.")
    raise ValueError(
        f"At step {step} the loss is no longer a finite number: with the learning rate {rate:g} the steps "
        "are too large; try a tenth of it."
    )


def accuracy(logits: ArrayLike, y: ArrayLike) -> float:
    """The part of the sentences for which the right choice has the highest score.

    >>> accuracy([[2.0, 1.0], [0.0, 3.0]], [0, 0])
    0.5

    Parameters
    ----------
    logits : array_like, shape (n_sentences, n_classes)
    y : array_like of int, shape (n_sentences,)

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError
        As for `cross_entropy`.
    """
    return _right(*as_scored(logits, y, "accuracy"))


def _right(logits: Array, y: Ints) -> float:
    return float((logits.argmax(axis=-1) == y).mean())
