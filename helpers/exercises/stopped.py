"""Why a learner's code stopped, or made a number that is none: Python's and NumPy's words in the learner's.

`handed_in` uses it. What has no entry here keeps Python's own words: most of them are clear.
"""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import re
import traceback
from collections.abc import Callable
from types import CodeType, TracebackType
from typing import Any

from helpers.arrays import cut, in_helpers
from helpers.exercises.cell import running_source

A_FUNCTION = r"'(?:numpy\.(?:ufunc|_ArrayFunctionDispatcher)|builtin_function_or_method|function|method)'"
# What an error says -> what it means. Groups of the pattern stand in braces as {0}, {1}.
MEANS = {
    r"type ellipsis|Ellipsis": "there is still a `...` in it. Put what is asked for in its place.",
    r"argument \d of type NoneType": "one of the values is None. Does an inner function end with `return`?",
    r"'invert' not supported": (
        "`~` turns True and False round, and here it gets other numbers. Of 1 and 0 the other one is `1 - m`."
    ),
    r"(?:'axis'|'keepdims').* for (?:sum|max|min)\(\)|^TypeError: (?:sum|max|min)\(\) got .*'axis'": (
        "Python's own `sum`, `max` and `min` know no axis. NumPy's do: `np.sum(X, axis=1)`, `X.sum(axis=1)`."
    ),
    r"(sqrt|exp2?|log\w*|square|absolute|power|multiply|add|divide)\(\) got .*'(?:axis|keepdims)'": (
        "`{0}` takes each number by itself and knows no axis. The sum has one."
    ),
    r"Cannot cast ufunc '\w+' output": (
        "it writes decimals into an array of whole numbers, which holds none. Make it with `dtype=float`."
    ),
    r"return arrays must be of ArrayType|output must be an array": (
        "it gets one input more than it takes. The last one would be where the result is written."
    ),
    r"boolean subtract|boolean negative": "True and False cannot be taken away. The opposite is `~mask`.",
    r"Cannot interpret 'True'": "a third input is something else. Write `keepdims=True`, with its name.",
    r"remapped shapes": (
        "in `einsum` each letter is one size, and here one letter stands for two sizes that differ."
    ),
    r"unhashable type: 'numpy": (
        "an array can be no key of a dictionary and no part of a set, and nothing can be kept under it. Use "
        "its place, a whole number."
    ),
    r"Field elements must be|Field must be": (
        "`np.array` takes all rows in one list: `np.array([[1, 2], [3, 4]])`."
    ),
    r"list indices must be integers or slices, not tuple": (
        "a list has no rows and columns. Write `J[i][j]`, or make an array first: `np.array(J)`."
    ),
    r"list assignment index out of range": (
        "a list does not grow when a place is written. Use `append`, or begin with a list or an array of the "
        "right length."
    ),
    r"cannot unpack non-iterable NoneType": (
        "several names wait for values, and it gives None. Does an inner function end with `return`?"
    ),
    r"cannot unpack non-iterable function": (
        "several names wait for values, and here is a function. Only with its brackets does it give values."
    ),
    r"cannot unpack non-iterable": (
        "several names wait for values, and it gives one number. All sizes together are `X.shape`; "
        "`enumerate(X)` gives place and row."
    ),
    r"(?:stack|concatenate)\w*\(\) takes": (
        "it gets more inputs than it takes. What joins arrays takes them in one list: `np.stack([a, b])`."
    ),
    r"view\(\) takes": "NumPy's word for it is `reshape`.",
    r"transpose\(\) takes": "all axes stand in one pair of brackets: `np.transpose(A, (0, 2, 1, 3))`.",
    r"order must be str|reshape\w*\(\) takes": (
        "all sizes stand in one pair of brackets: `np.reshape(A, (2, 3))`, or `A.reshape(2, 3)`."
    ),
    rf"{A_FUNCTION} object is not subscriptable": (
        "a function is called with round brackets, as in `np.exp(x)`."
    ),
    A_FUNCTION: "a function needs its brackets: `x.sum()` and not `x.sum`, `np.sum(x)` and not `np.sum`.",
    r"'(?:numpy\.\w+|tuple|list|int|float)' object is not callable": (
        "round brackets behind a value would call it. Places stand in square ones, `X[i]`; between two "
        "factors stands `*` or `@`; `.T` and `.shape` have no brackets."
    ),
    r"bitwise_xor|for \^": "`^` is no power in Python. Write `x ** 2`.",
    r"bitwise_(?:and|or)": "`&` and `|` join True and False, not numbers.",
    r"Cannot interpret '.*' as a data type": "all sizes stand in one pair of brackets: `np.zeros((3, 2))`.",
    r"only integer scalar arrays can be converted to a scalar index": (
        "it needs one whole number here, and got an array. `range` takes a number such as `len(X)`; "
        "`np.concatenate` takes its arrays in one list; a Python list has one place at a time."
    ),
    r"'(?:int|float|numpy\.\w+)' object is not iterable": (
        "a single number has no parts to go through. A loop over places is `for i in range(len(X))`."
    ),
    r"arrays used as indices must be": (
        "places in an array are whole numbers, and these are others. `for row in X` gives the rows, not "
        "their places: use the row itself, or go through `range(len(X))`."
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
        "None has no `{0}`. Does an inner function end without `return`? Methods such as `append` give None, "
        "too: write no `=` before them."
    ),
    r"matmul.*\(size (\d+) is different from (\d+)\)": (
        "in `A @ B`, A has {1} columns and B has {0} rows; these must be equal."
    ),
    r"not aligned: (\d+) \(dim \d+\) != (\d+) \(dim": (
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
    r"interpreted as an integer|integer argument expected|sequence of integers|slice indices must": (
        "a size, a place or an axis is a whole number, and this is none. `/` makes a number with decimals,"
        " `//` a whole one; of a `shape` take one size, as in `X.shape[0]`."
    ),
    r"only integers, slices": (
        "places in an array are whole numbers, and this is none. `for x in p` gives the numbers, not their "
        "places: these come from `range(len(p))`, or from `enumerate(p)`. `/` makes a number with decimals, "
        "`//` a whole one; a list of places is written `[0, 2]`."
    ),
    r"axes don't match array": (
        "`transpose` needs each axis of the array just once. Count its sizes: so many numbers stand in the "
        "brackets."
    ),
    r"repeated axis in transpose": "`transpose` needs each axis of the array just once.",
    r"axis -?\d+ is out of bounds for array of dimension 0": (
        "what stands second is the axis, for NumPy. Two numbers are joined by `+` or `*`, or in one list."
    ),
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
        "`{0}` gets its value inside your function, so it has none before that line, or where an `if` leaves "
        "it out. What has this name outside does not count: give your own result another name."
    ),
    r"cannot reshape array of size (\d+) into shape \(([\d, ]+)\)": (
        "`reshape` keeps all numbers. There are {0}, and the sizes ({1}) have another product."
    ),
    r"cannot reshape array of size (\d+) into shape \(.*newaxis": (
        "`reshape` finds the size that is left, and {0} numbers cannot be shared out evenly to the others."
    ),
    r"math domain error|expected a (?:nonnegative|positive) input": (
        "it takes the root, the logarithm or the angle of a number that has none."
    ),
    r"math range error|Numerical result out of range": (
        "a power is too large for the computer: `exp` of a number above 709, for example."
    ),
    r"can't multiply sequence by non-int": (
        "a list can only be repeated, a whole number of times. `//` gives whole numbers; of a `shape` take "
        "one size, as in `X.shape[1]`; to calculate with a list, make an array of it."
    ),
    r"unsupported operand type\(s\) for .*'list'|only concatenate list": (
        "Python's lists do not calculate. Make an array of the list first: `np.array(...)`."
    ),
    r"of type (?:generator|map|zip)|'generator'|<(?:generator|map|zip) |\(generator\)|arrays to stack must": (
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
# What an error says, and what stands in its line -> what it means.
IN_LINE = (
    (
        r"values to unpack",
        r"^[^=]*\bfor\b[^=]*,[^=]*\bin\b",
        "each turn of the `for` gives some values, and another number of names waits for them. Place and row "
        "come from `enumerate(X)`, two rows at a time from `zip(A, B)`.",
    ),
    (
        r"local variable '(\w+)'",
        r"[-+*/@]=",
        "`{0}` has no value yet. Give it one before the loop, such as `{0} = 0`.",
    ),
    (
        r"Cannot interpret '.*' as a data type",
        r"\barray\(",
        "`np.array` takes all numbers in one list: `np.array([1, 2])`.",
    ),
    (
        r"must be of ArrayType|output must be an array|only integer scalar arrays can be converted",
        r"\b(?:sum|prod|mean|max|min|average)\(",
        "what stands second is the axis, for NumPy: a whole number. `keepdims=True` needs its name.",
    ),
    (
        r"'(?:int|float|numpy\.\w+)' object is not iterable",
        r"(?<![.\w])(?:sum|max|min)\(",
        "`sum`, `max` and `min` of Python take one list. What stands second is something else.",
    ),
    (
        r"not aligned",
        r"\binner\(",
        "`np.inner` goes along the last axis of both, and these differ here. What it gets needs no `.T`.",
    ),
    (
        r"truth value|Invalid norm order|Improper number of dimensions",
        r"\bnorm\([^=()]*,[^=]*\)",
        "what stands second in `norm` says which kind of length. Take the length of one array at a time.",
    ),
    (
        r"must hold True \(may be read\)",
        r"\battention\w*\(.*\bW_",
        "this function gets the queries, keys and values themselves. Make them first: `Q = X @ W_Q`.",
    ),
)

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


def complaint(error: BaseException, function: Callable[..., object], call: str, hidden: bool = False) -> str:
    """Where the learner's code stopped, and with what.

    Parameters
    ----------
    error : BaseException
    function : callable
        The learner's.
    call : str
        How it is called, such as ``"join(H, W_O)"``.
    hidden : bool
        Is it called with inputs that nobody shall see? Then no array is told.
    """
    number, code = place(error.__traceback__, function)
    where = in_words(number, code)
    says = described(error, hidden)
    if number is None and re.search(r"positional argument|unexpected keyword", says):
        return f"Your function is called as `{call}`. It must take just these inputs."
    if "could not be broadcast together with shapes" in says:
        shapes = [_shape(text) for text in re.findall(r"\([\d,]*\)", says.partition("shapes")[2])]
        return f"{where} stopped: {_do_not_fit(code, *shapes)}"
    if means := _named_over(says, code, function) or ("NoneType" in says and none_of(function)):
        return f"{where} stopped: {means}"
    for pattern, in_line, means in (*IN_LINE, *((pattern, "", means) for pattern, means in MEANS.items())):
        if (found := re.search(pattern, says)) and re.search(in_line, code):
            return f"{where} stopped: {_plural(means.format(*found.groups()))}"
    return f"{where} stopped with {says.rstrip('.')}.{_hint(says)}"


def _plural(says: str) -> str:
    return re.sub(r"\b1 (column|row|axe)s\b", lambda found: f"1 {found[1].replace('axe', 'axis')}", says)


def _shape(text: str) -> tuple[int, ...]:
    return tuple(int(size) for size in re.findall(r"\d+", text))


def _do_not_fit(code: str, a: tuple[int, ...], b: tuple[int, ...], *more: tuple[int, ...]) -> str:
    *first, last = map(str, (a, b, *more))
    says = f"the shapes {', '.join(first)} and {last} do not fit together."
    if (0,) in (a, b, *more):
        return f"{says} One is empty: `append` collects rows in a list, and `+` adds number by number."
    one_by_one = [] if more else [found for found in map(_number_by_number, _parts(code)) if found]
    if any(map(_has_reduced, one_by_one)) and (a[:-1] == b or b[:-1] == a):
        return f"{says} Did `sum`, `max` or `norm` lose a dimension? `keepdims=True` keeps a column."
    if one_by_one and all(isinstance(operator, ast.Mult) for operator, *_ in one_by_one):
        return f"{says} `*` multiplies number by number, `@` is the product of tables."
    return f"{says} NumPy compares the sizes from the last one back: each must be equal, or 1."


def _parts(code: str) -> list[ast.AST]:
    """The parts of a line of code; none, if it is not whole."""
    for line in (code, f"{code} pass", f"if True: pass\n{code} pass"):
        try:
            return list(ast.walk(ast.parse(line)))
        except (SyntaxError, ValueError):
            continue
    return []


def _number_by_number(part: ast.AST) -> tuple[ast.operator, ast.AST, ast.AST] | None:
    """Operator and sides of what NumPy calculates number by number, such as `x / y` and `x += y`."""
    if isinstance(part, ast.BinOp) and not isinstance(part.op, ast.MatMult):
        return part.op, part.left, part.right
    if isinstance(part, ast.AugAssign) and not isinstance(part.op, ast.MatMult):
        return part.op, part.target, part.value
    return None


def _has_reduced(found: tuple[ast.operator, ast.AST, ast.AST]) -> bool:
    """Is one side a sum, or the like, along an axis?"""
    calls = [part for side in found[1:] for part in ast.walk(side) if isinstance(part, ast.Call)]
    return any(_is_reduction(call) for call in calls)


def _is_reduction(call: ast.Call) -> bool:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    numpys = isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") in ("np", "linalg")
    numpys = numpys or isinstance(getattr(call.func, "value", None), ast.Attribute)
    along = any(word.arg == "axis" for word in call.keywords) or len(call.args) > numpys
    return name in ("sum", "max", "min", "mean", "norm") and along


def _named_over(says: str, code: str, function: Callable[..., object]) -> str:
    """Said if the line calls a function of Python whose name the learner has given to a value."""
    if "object is not callable" not in says:
        return ""
    made, outside = code_of(function), names_of(function)
    for name in re.findall(r"(?<![\w.])(\w+)\(", code):
        if not hasattr(builtins, name):
            continue
        inside = made is not None and name in (*made.co_varnames, *made.co_freevars, *made.co_cellvars)
        if inside or (name in outside and not callable(outside[name])):
            says = f"`{name}` is no function any more: you gave this name to a value. Take another name."
            return says if inside else f"{says} Then run `del {name}` once."
    return ""


GIVES_NONE = re.compile(
    r"(?:return|=)\s*((?:np\.)?(?:\w+\.)?(?:fill_diagonal|copyto|put|place|append|extend|sort|fill|update)|print)\("
)


def none_of(function: Callable[..., object]) -> str:
    """Said if the learner's code takes a result from what gives None, such as `x.sort()`; else empty."""
    for called in GIVES_NONE.findall(source_of(function)):
        if called not in ("np.append", "np.sort"):
            if called == "print":
                return "`print` shows something, and gives None. Return the result itself, without `print`."
            return f"`{called}` changes what it gets, and gives None. Write no `=` and no `return` before it."
    return ""


def source_of(function: Callable[..., object]) -> str:
    """The lines of a learner's function, as they stand in the cell; empty if nobody has kept them."""
    code = code_of(function)
    if code is None or in_helpers(code.co_filename):
        return ""
    try:
        return inspect.getsource(code)
    except Exception:  # nobody has kept it, or it cannot be cut into blocks
        return ""


def _hint(says: str) -> str:
    if found := re.search(r"is out of bounds for axis \d+ with size (\d+)", says):
        if found[1] == "0":
            return " It is empty, and does not grow. Begin with `np.zeros` of the right size."
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


def names_of(function: Callable[..., object]) -> dict[str, Any]:
    """The names of the cells in which the learner's function was made."""
    return getattr(plain_function(function), "__globals__", {})


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


def described(error: BaseException, hidden: bool = False) -> str:
    """The kind of an error and what it says, in one line; of hidden inputs up to the first array."""
    try:
        text = str(error)
        if hidden:
            text = re.split(r",? got (?=\[|\(?array)|[:,]?\s*(?:array\(|\[\[|\[\s*-?\d+\.)", text)[0].strip()
        text = cut(text, 160)
    except BaseException:  # a learner's own kind of error may fail here, too
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
