"""Checks of arrays before we calculate with them, each refusal one sentence; short texts for sentences."""

from __future__ import annotations

import math
import operator
import sys
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.floating]


def _check_no_masked(x: object, name: str) -> None:
    """Refuse what NumPy would take without its mask."""
    if np.ma.is_masked(x):
        raise ValueError(
            f"{name} has a number that is masked; put another in its place, as by .filled(0), or by "
            ".filled(-np.inf) for a score that must not be read."
        )


def as_floats(x: ArrayLike, name: str) -> Array:
    """`x` as an array of floats; float16, float32 and float64 keep their kind."""
    _check_no_masked(x, name)
    try:
        array = np.asarray(x)
        if array.dtype.kind == "f":
            return array
        if array.dtype.kind in "iub":
            return array.astype(np.float64)
    except ValueError:  # rows of different lengths
        pass
    raise ValueError(f"{name} must be an array of real numbers with rows of equal length, got {short(x)}.")


def as_whole_numbers(x: ArrayLike, name: str) -> NDArray[Any]:
    """`x` as an array of whole numbers; 1.0 is one, and True is none."""
    what = "whole numbers"
    _check_no_masked(x, name)
    try:
        array = np.asarray(x)
        if array.dtype.kind in "iu":
            if ((array > -(2**53)) & (array < 2**53)).all():
                return array
            what = "whole numbers below 2**53"
        if array.dtype.kind == "f":
            array = array.astype(np.float64)
            if ((np.abs(array) < 2**53) & (array == np.floor(array))).all():  # beyond, all floats are whole
                return array.astype(np.int64)
    except ValueError:  # rows of different lengths
        pass
    raise ValueError(f"{name} must hold {what}, got {short(x)}.")


def as_booleans(x: ArrayLike, name: str) -> NDArray[np.bool_]:
    """`x` as an array of True and False; numbers are refused, since 0 may mean either.

    The refusal says how the masks of other programs become ours.
    """
    _check_no_masked(x, name)
    try:
        array = np.asarray(x)
    except ValueError:
        raise ValueError(f"{name} must have rows of equal length, got {short(x)}.") from None
    if array.dtype != bool:
        raise ValueError(f"{name} must hold True (may be read) and False, got {_other_mask(array, name)}.")
    return array


def _other_mask(array: NDArray[Any], name: str) -> str:
    """Which convention a mask of numbers follows, and how to change it into ours, where that can be known."""
    got = f"{array.dtype} values"
    if array.dtype.kind not in "fiu" or not array.size:
        return got
    if np.isnan(array).any():
        return f"{got} with nan among them (0 times infinity is nan); make it by np.where"
    others = np.unique(array[array != 0])
    if others.size and (array <= 0).all() and (others.size == 1 or others.max() <= -1000):
        return f"{got}, 0 and low ones, as in a mask that is added to the scores; use {name} == 0"
    if others.size > 1:
        return f"{got} of many kinds; make True and False by a comparison"
    if looks_inverted(array != 0):
        return (
            f"{got}, and no word may read itself: so {others[0]:g} seems to mean forbidden; use {name} == 0"
        )
    return f"{got}; use {name}.astype(bool) if 0 means forbidden, {name} == 0 if it means: may be read"


def looks_inverted(mask: NDArray[np.bool_]) -> bool:
    """Is this the causal mask of somebody for whom True means forbidden?"""
    if mask.ndim < 2 or mask.shape[-1] != mask.shape[-2] or not mask.any():
        return False
    itself = np.diagonal(mask, axis1=-2, axis2=-1)
    return not itself.any() and not mask[..., -1, :].any()


def as_matrix(x: ArrayLike, name: str, axes: str) -> Array:
    """`x` as floats with at least two axes; `axes` says in words what the last two are."""
    array = as_floats(x, name)
    if array.ndim < 2:
        raise ValueError(
            f"{name} has shape {array.shape}, but needs rows of vectors ({axes}); "
            f"for a single vector write {name}[None, :]."
        )
    return array


def as_table(x: ArrayLike, name: str, axes: str) -> Array:
    """`x` as finite floats with exactly two axes; `axes` says in words what they are."""
    array = as_matrix(x, name, axes)
    if array.ndim > 2:
        raise ValueError(f"{name} has shape {array.shape}, but needs exactly two axes ({axes}).")
    return check_finite(array, name)


def check_finite(array: Array, name: str) -> Array:
    """`array`, refused if nan or infinity is in it."""
    if not np.isfinite(array).all():
        raise ValueError(f"{name} needs finite numbers, got nan or infinity; check the line that made them.")
    return array


def whole_number(x: object) -> int:
    """`x` as a plain int if it is a whole number from 1 up, else 0. True and False are no numbers here."""
    return max(0, _whole(x) or 0)


def _whole(x: object) -> int | None:
    try:
        return None if isinstance(x, (bool, np.bool_)) else operator.index(x)  # type: ignore[arg-type]
    except TypeError:
        return None


def at_least(least: int, x: object, name: str) -> int:
    """`x` as a plain int, refused if it is no whole number from `least` up."""
    number = _whole(x)
    if number is None or number < least:
        raise ValueError(f"{name} must be a whole number from {least} up, got {short(x)}.")
    return number


def at_least_one(x: object, name: str) -> int:
    """`x` as a plain int, refused if it is no whole number from 1 up."""
    return at_least(1, x, name)


def real_number(x: object) -> float:
    """`x` as a plain float if it is one finite number, else nan. True and False are no numbers here."""
    try:
        array = as_floats(x, "x")  # type: ignore[arg-type]
    except ValueError:
        return math.nan
    single = array.ndim == 0 and not isinstance(x, (bool, np.bool_)) and np.isfinite(array)
    return float(array) if single else math.nan


def true_or_false(x: object, name: str) -> bool:
    """`x` as a plain bool, refused if it is neither True nor False."""
    if not isinstance(x, (bool, np.bool_)):
        raise ValueError(f"{name} must be True or False, got {short(x)}.")
    return bool(x)


def check_generator(rng: object) -> None:
    """Refuse what is no random generator, such as its seed alone."""
    if not isinstance(rng, np.random.Generator):
        raise ValueError(
            f"rng must be a random generator, such as np.random.default_rng(0), got {short(rng)}."
        )


def as_list(x: Iterable[Any], name: str, of: str) -> list[Any]:
    """`x` as a list; a text is refused, since it would be taken for a list of its letters."""
    if isinstance(x, (str, bytes)):
        raise ValueError(f"{name} must be a list of {of}, got the text {short(x)}; tokenize it first.")
    if not isinstance(x, Iterable) or getattr(x, "ndim", 1) == 0:
        raise ValueError(f"{name} must be a list of {of}, got {short(x)}.")
    return list(x)


def as_texts(x: Iterable[str], name: str) -> list[str]:
    """`x` as a list of words; a text, and what holds anything but texts, is refused."""
    words = as_list(x, name, "words")
    if not all(isinstance(word, str) for word in words):
        raise ValueError(f"{name} must be a list of words, got {short(words)}.")
    return words


def check_axis(axis: int, x: Array) -> int:
    """`axis` as a plain int that `x` has."""
    try:
        position = operator.index(axis)
    except TypeError:
        position = x.ndim
    if not -x.ndim <= position < x.ndim:
        raise ValueError(f"axis must be from {-x.ndim} to {x.ndim - 1} for shape {x.shape}, got {axis!r}.")
    return position


def check_leading(A: Array, name_a: str, B: Array, name_b: str) -> None:
    """Refuse two arrays whose leading axes (batch, heads) do not broadcast."""
    try:
        np.broadcast_shapes(A.shape[:-2], B.shape[:-2])
    except ValueError:
        raise ValueError(
            f"{name_a} has shape {A.shape} and {name_b} has shape {B.shape}: "
            "all sizes before the last two must be equal or 1."
        ) from None


def in_helpers(file: str) -> bool:
    """Does a file of code belong to the helpers?"""
    return Path(__file__).parent in Path(file).parents


def warn_caller(text: str) -> None:
    """Warn at the line outside of the helpers that has called them."""
    frame, depth = sys._getframe(1), 2
    while frame.f_back is not None and in_helpers(frame.f_code.co_filename):
        frame, depth = frame.f_back, depth + 1
    warnings.warn(text, stacklevel=depth)


def short(x: object) -> str:
    """`x` as at most 60 characters, for an error."""
    return cut(repr(x))


def cut(text: str, most: int = 60) -> str:
    """`text` in one line of at most so many characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 3] + "..."


def spaced(number: float) -> str:
    """A number as text, with a space for thousands: ``0.03``, ``1 000``."""
    return f"{number:,g}".replace(",", " ")


def separators(n: int, last: str = "and") -> list[str]:
    """What stands before each of n things that are listed in words: nothing, then commas, then ``and``."""
    marks = ["", *[", "] * (n - 2), f" {last} "]
    return marks[:n] if n < 2 else marks


def listed(texts: Sequence[str], last: str = "and") -> str:
    """Texts as a list in words: ``a, b and c``."""
    return "".join(mark + text for mark, text in zip(separators(len(texts), last), texts, strict=True))
