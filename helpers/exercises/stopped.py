"""Why a learner's code stopped, or made a number that is none: Python's and NumPy's words in the learner's.

`handed_in` uses it. What has no entry here keeps Python's own words: most of them are clear.
"""

from __future__ import annotations

import functools
import inspect
import re
import traceback
from collections.abc import Callable
from types import CodeType, TracebackType
from typing import Any

from helpers.arrays import cut, in_helpers
from helpers.exercises.cell import running_source

# What an error says -> what it means. Groups of the pattern stand in braces as {0}, {1}.
MEANS = {
    r"'(?:numpy\.ufunc|builtin_function_or_method|function|method)' object is not subscriptable": (
        "a function is called with round brackets, as in `np.exp(x)`."
    ),
    r"'builtin_function_or_method'|'method'": "a method needs its brackets: `x.sum()` and not `x.sum`.",
    r"'(?:numpy\.\w+|tuple|list|int|float)' object is not callable": (
        "round brackets behind a value would call it. Places stand in square ones, `X[i]`; between two "
        "factors stands `*` or `@`; `.T` and `.shape` have no brackets."
    ),
    r"bitwise_xor|for \^": "`^` is no power in Python. Write `x ** 2`.",
    r"bitwise_(?:and|or)": "`&` and `|` join True and False, not numbers.",
    r"Cannot interpret '.*' as a data type": "all sizes stand in one pair of brackets: `np.zeros((3, 2))`.",
    r"only integer scalar arrays can be converted to a scalar index": (
        "it needs one whole number here, and got an array. `range` takes a number such as `len(X)`; "
        "`np.concatenate` takes its arrays in one list."
    ),
    r"'(?:int|float|numpy\.\w+)' object is not iterable": (
        "a single number has no parts to go through. A loop over places is `for i in range(len(X))`."
    ),
    r"arrays used as indices must be": (
        "`for row in X` gives the rows, not their places. Use the row itself, or go through `range(len(X))`."
    ),
    r"could not broadcast input array from shape (\(.*?\)) into shape (\(.*?\))": (
        "it writes an array of shape {0} where one of shape {1} belongs. Was the table made with the right"
        " sizes?"
    ),
    r"invalid index to scalar variable": "a single number has no places, so `[...]` behind it finds nothing.",
    r"unexpected keyword argument '(\w+)'": "nothing here is called `{0}`. Is it spelled right?",
    r"dtype.*<U|not supported for the input types": (
        "it gets something that is no number, such as text. Minus infinity is `-np.inf`, without quotes."
    ),
    r"'NoneType' object has no attribute '(\w+)'": (
        "None has no `{0}`. Methods such as `append` change a list and give None: write no `=` before them."
    ),
    r"matmul.*\(size (\d+) is different from (\d+)\)": (
        "in `A @ B`, A has {1} columns and B has {0} rows; these must be equal."
    ),
    r"shapes \(.*(\d+)\) and \((\d+).*\) not aligned": (
        "in `A @ B`, A has {0} columns and B has {1} rows; these must be equal."
    ),
    r"matmul: Input operand \d does not have enough dimensions": (
        "`@` multiplies tables and rows, and one side is neither. With a single number write `*`; a method"
        " needs its brackets, as in `X.transpose()`."
    ),
    r"truth value of an array": (
        "it needs one True or False here, and got a whole array. Python's `max`, `min`, `not`, `and`, `if` "
        "are for single values. For arrays there are `x.max()`, `x.min()`, `~mask`, `&` and `np.where`."
    ),
    r"only .*can be converted to Python scalars": (
        "it needs a single number here, and got a whole array. `math.exp`, `math.sqrt` and `float` take one "
        "number; `np.exp` and `np.sqrt` take arrays, too."
    ),
    r"setting an array element with a sequence": (
        "it writes a whole row, or rows of different lengths, where one number belongs."
    ),
    r"object cannot be interpreted as an integer|expected a sequence of integers|slice indices must be": (
        "a size, a place or an axis is a whole number, and this is none. `/` makes a number with decimals,"
        " `//` a whole one; of a `shape` take one size, as in `X.shape[0]`."
    ),
    r"only integers, slices": (
        "places in an array are whole numbers, and this is none. `/` makes a number with decimals, `//` a "
        "whole one; a list of places is written `[0, 2]`."
    ),
    r"axes don't match array": (
        "`transpose` needs each axis of the array just once. Count its sizes: so many numbers stand in the "
        "brackets."
    ),
    r"repeated axis in transpose": "`transpose` needs each axis of the array just once.",
    r"axis (-?\d+) is out of bounds for array of dimension (\d+)": (
        "there is no axis {0}: the array has {1} axes, counted from 0."
    ),
    r"too many values to unpack": (
        "on the left of the `=` stand fewer names than there are values on the right. Count them."
    ),
    r"not enough values to unpack": (
        "on the left of the `=` stand more names than there are values on the right. Count them."
    ),
    r"local variable '(\w+)'": (
        "`{0}` gets a value inside your function, so until then it has none, even if there is one outside. "
        "Give your own result another name."
    ),
    r"cannot reshape array of size (\d+) into shape \(([\d, ]+)\)": (
        "`reshape` keeps all numbers. There are {0}, and the sizes ({1}) have another product."
    ),
    r"math domain error|expected a (?:nonnegative|positive) input": (
        "it takes the root or the logarithm of a number that has none."
    ),
    r"math range error": "`exp` of a number above 709 is too large for the computer.",
    r"unsupported operand type\(s\) for .*'list'|multiply sequence by non-int|only concatenate list": (
        "Python's lists do not calculate. Make an array of the list first: `np.array(...)`."
    ),
    r"of type generator|'generator'|arrays to stack must be passed": (
        "`(... for ...)` gives its numbers one by one. Write it as a list, `[... for ...]`."
    ),
    r"unsupported operand type\(s\) for .*'NoneType'|'NoneType' object is not": (
        "one of the values is None. Does an inner function end with `return`?"
    ),
    r"unsupported operand type\(s\) for .*'ellipsis'|'ellipsis' object is not": (
        "there is still a `...` in it. Put what is asked for in its place."
    ),
    r"maximum recursion depth": "your function calls itself without an end.",
    r"softmax needs scores that are numbers or -inf": (
        "`softmax` got nan or +inf among its scores. Never is minus infinity, `-np.inf`; and infinity "
        "times 0 is nan, so do not multiply by it. Look at the line that makes the scores."
    ),
    r"raw_input was called|input\(\) was called": (
        "`input` asks somebody, and here is nobody. Calculate with what the function gets."
    ),
}
# What a warning of NumPy says -> what was calculated.
CALCULATES = {
    "overflow encountered in exp": "`exp` of a number above 709, which is too large for the computer",
    "overflow": "numbers that are too large for the computer",
    "invalid value encountered in sqrt": "the root of a number below 0",
    "invalid value encountered in power": "the root of a number below 0",
    "invalid value encountered in log": "the logarithm of a number below 0",
    "divide by zero encountered in log": "the logarithm of 0",
    "divide by zero": "a division by 0",
    "invalid value encountered in divide": "0 divided by 0, or infinity by infinity",
    "invalid value encountered in multiply": "infinity times 0",
    "invalid value encountered in matmul": "infinity times 0",
    "invalid value encountered in subtract": "infinity minus infinity",
    "invalid value encountered in add": "infinity minus infinity",
    "invalid value encountered in reduce": "infinity minus infinity",
    "invalid value encountered in arccos": "`arccos` of a number that is no cosine",
}
TIMED = "<timed exec>"  # what IPython calls the code below %%time


def complaint(error: BaseException, function: Callable[..., object], call: str) -> str:
    """Where the learner's code stopped, and with what.

    Parameters
    ----------
    error : BaseException
    function : callable
        The learner's.
    call : str
        How it is called, such as ``"join(H, W_O)"``.
    """
    number, code = place(error.__traceback__, function)
    where = in_words(number, code)
    says = described(error)
    if number is None and re.search(r"positional argument|unexpected keyword", says):
        return f"Your function is called as `{call}`. It must take just these inputs."
    if shapes := re.search(r"could not be broadcast together with shapes \((.*?)\) \((.*?)\)", says):
        return f"{where} stopped: {_do_not_fit(code, *(_shape(text) for text in shapes.groups()))}"
    for pattern, means in MEANS.items():
        if found := re.search(pattern, says):
            return f"{where} stopped: {_plural(means.format(*found.groups()))}"
    return f"{where} stopped with {says.rstrip('.')}.{_hint(says)}"


def _plural(says: str) -> str:
    return re.sub(r"\b1 (column|row|axe)s\b", lambda found: f"1 {found[1].replace('axe', 'axis')}", says)


def _shape(text: str) -> tuple[int, ...]:
    return tuple(int(size) for size in re.findall(r"\d+", text))


def _do_not_fit(code: str, a: tuple[int, ...], b: tuple[int, ...]) -> str:
    says = f"the shapes {a} and {b} do not fit together."
    if re.search(r"\b(sum|max|min|mean|norm)\b", code) and (a[:-1] == b or b[:-1] == a):
        return f"{says} Did `sum`, `max` or `norm` lose a dimension? `keepdims=True` keeps a column."
    if re.search(r"(?<!\*)\*(?!\*)", code):
        return f"{says} `*` multiplies number by number, `@` is the product of tables."
    return f"{says} NumPy compares the sizes from the last one back: each must be equal, or 1."


def _hint(says: str) -> str:
    if found := re.search(r"is out of bounds for axis \d+ with size (\d+)", says):
        return f" Places are counted from 0: the last one here is {int(found[1]) - 1}."
    if "NameError" in says:
        return " Is it spelled right, and is the cell that makes it run?"
    return ""


def calculated(warning: str) -> str:
    """What was calculated when NumPy warned, such as "the root of a number below 0"; empty if unknown."""
    return next((means for begins, means in CALCULATES.items() if warning.startswith(begins)), "")


def place(found: TracebackType | None, function: Callable[..., object]) -> tuple[int | None, str]:
    """The line of the learner's cell where an error happened, and its code; None and "" if elsewhere."""
    code = code_of(function)
    if code is None or in_helpers(code.co_filename):
        return None, ""
    frames = [frame for frame in traceback.extract_tb(found) if frame.filename == code.co_filename]
    if not frames:
        return None, ""
    return line_of_cell(code, frames[-1].lineno or 0, frames[-1].line or "")


def plain_function(function: Any) -> Any:
    """The function that a learner wrote, without decorators and `partial`; the `__call__` of an object."""
    try:
        while isinstance(function, functools.partial):
            function = function.func
        function = inspect.unwrap(function)
        called = function if hasattr(function, "__code__") else type(function).__call__
        return getattr(called, "__func__", called)
    except Exception:  # an object may refuse to be looked at
        return None


def code_of(function: Any) -> CodeType | None:
    """The code of the function that a learner wrote; None if it is not Python's."""
    return getattr(plain_function(function), "__code__", None)


def line_of_cell(code: CodeType, number: int, text: str) -> tuple[int | None, str]:
    """The line as the learner counts it: below %%time Python counts in another way."""
    if code.co_filename != TIMED:
        return number, text
    lines = running_source().splitlines()
    begins = [at for at, line in enumerate(lines, start=1) if line.startswith(f"def {code.co_name}(")]
    number += begins[0] - code.co_firstlineno if len(begins) == 1 else len(lines)
    return (number, lines[number - 1].strip()) if number <= len(lines) else (None, "")


def in_words(number: int | None, code: str = "") -> str:
    """Such as "Line 3 of your cell, `return x / 0`,"."""
    if number is None:
        return "Your function"
    return f"Line {number} of your cell" + (f", `{cut(code)}`," if code else "")


def described(error: BaseException) -> str:
    """The kind of an error and what it says, in one line."""
    try:
        text = cut(str(error), 160)
    except BaseException:  # a learner's own kind of error may fail here, too
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
