"""The cell that runs now: what stands in it, which one it is, and what is not to be seen below it.

`stopped` finds a line in it; a check of a stub looks for an answer that stands above; a new card asks whose
place it takes. A grader has no cell: then all is empty.
"""

from __future__ import annotations

import ast
import contextlib
import sys
from collections.abc import Iterator
from typing import Any

from IPython import get_ipython
from IPython.utils.capture import capture_output


def running_source() -> str:
    """The text of the cell that runs now."""
    shell = get_ipython()
    try:
        return str(shell.history_manager.input_hist_raw[-1]) if shell else ""
    except (AttributeError, IndexError):
        return ""


def running_place() -> tuple[str, int]:
    """Which cell it is, if the front end says so, and the number of this run."""
    shell = get_ipython()
    if shell is None:
        return "", -1
    try:
        header = shell.get_parent()
    except AttributeError:  # a terminal
        header = {}
    return str(header.get("metadata", {}).get("cellId", "")), int(shell.execution_count)


@contextlib.contextmanager
def unseen() -> Iterator[None]:
    """Show nothing of what is printed, displayed or drawn inside."""
    plt = sys.modules.get("matplotlib.pyplot")  # not imported by us: only learners draw here
    before = set(plt.get_fignums()) if plt else set()
    current = plt.gcf().number if plt and before else None
    with capture_output():
        if plt and before:
            plt.figure()  # what is drawn without a word of where goes here, not into the learner's figure
        try:
            yield
        finally:
            if plt := sys.modules.get("matplotlib.pyplot"):
                for number in set(plt.get_fignums()) - before:
                    plt.close(number)
                if current is not None and current in plt.get_fignums():
                    plt.figure(current)


def replaced_by_stub(source: str, name: str) -> bool:
    """Is something else than the stub written above the stub, so that the stub replaces it?

    Parameters
    ----------
    source : str
        Of a cell with ``check("NAME", answer)``.
    name : str
        Of the exercise.
    """
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError):  # a cell with a % line
        return False
    checked = {n.args[1].id for n in map(_call, body) if n is not None and _is_check(n, name)}
    made = [statement for statement in body if _makes(statement) in checked]
    return bool(made) and _is_stub(made[-1]) and not all(map(_is_stub, made))


def _call(statement: ast.stmt) -> Any:
    return (
        statement.value if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) else None
    )


def _is_check(call: ast.Call, name: str) -> bool:
    if not isinstance(call.func, ast.Name) or call.func.id != "check" or len(call.args) != 2:
        return False
    first, second = call.args
    return isinstance(first, ast.Constant) and first.value == name and isinstance(second, ast.Name)


def _makes(statement: ast.stmt) -> str:
    """The name that a statement gives a value to."""
    if isinstance(statement, ast.FunctionDef):
        return statement.name
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        return target.id if isinstance(target, ast.Name) else ""
    return ""


def _is_stub(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Assign):
        return _is_dots(statement.value)
    (*before, last) = statement.body  # type: ignore[attr-defined]
    return not before and isinstance(last, (ast.Return, ast.Expr)) and _is_dots(last.value)


def _is_dots(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is ...
