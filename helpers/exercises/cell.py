"""The cell that runs now: what stands in it, which one it is, who runs it, what is said below it or not seen.

`stopped` finds a line in it; a check of a stub looks for an answer that stands above; a new card asks whose
place it takes. A grader has no cell: then all is empty.
"""

from __future__ import annotations

import ast
import contextlib
import logging
import re
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


def person_sits() -> bool:
    """Does a person work here, or does a program run the notebook, such as nbconvert, nbval or a grader?

    A program says in each of its requests that nobody can be asked for input.
    """
    if sys.platform == "emscripten":  # in the browser, where the kernel does not always hear the request
        return True
    shell = get_ipython()
    if shell is None:  # a script, or a grader that calls `judge`
        return False
    try:
        request = shell.get_parent()
    except AttributeError:  # a terminal; there a person types, if what it reads is no file
        return sys.stdin is not None and sys.stdin.isatty()
    # A pressed button is a message of another kind, without this word. Only a person presses one.
    return request.get("content", {}).get("allow_stdin") is not False


def explain_commas() -> None:
    """From now on say below a number such as 2,08, with which no cell begins to run, how Python writes it."""
    shell = get_ipython()
    if shell is not None and not shell.custom_exceptions:
        shell.set_custom_exc((SyntaxError,), _tell_syntax_error)


def _tell_syntax_error(
    shell: Any, kind: type, error: SyntaxError, traceback: Any, tb_offset: int | None = None
) -> None:
    shell.showsyntaxerror()
    if "leading zeros" in str(error) and (number := re.search(r"\b(\d+),(0\d+)\b", error.text or "")):
        whole, decimals = number.groups()
        point = f"decimals with a point, `{whole}.{decimals}`"
        print(f"Python writes {point}, and a large number without a comma, `{whole}{decimals}`.")


@contextlib.contextmanager
def unseen() -> Iterator[None]:
    """Show nothing of what is printed, displayed, logged or drawn inside."""
    handlers, disabled = list(logging.root.handlers), logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    with capture_output(), _figures_as_they_were():
        if (shell := get_ipython()) is not None:  # what a learner's Output widget asks for
            shell.display_pub.set_parent = lambda parent: None
        try:
            yield
        finally:
            logging.disable(disabled)
            logging.root.handlers[:] = handlers  # a new one would write to where nobody looks


@contextlib.contextmanager
def _figures_as_they_were() -> Iterator[None]:
    """Take back what is drawn inside. Matplotlib is there only if the learner has imported it."""
    plt = sys.modules.get("matplotlib.pyplot")
    numbers = plt.get_fignums() if plt else []
    current = plt.gcf() if plt and numbers else None
    axes = [ax for number in numbers for ax in plt.figure(number).axes] if plt else []
    before = [(ax, ax.get_children(), ax.get_xlim(), ax.get_ylim()) for ax in axes]
    if plt and numbers:
        plt.figure()  # what is drawn without a word of where goes here, not into the learner's figure
    try:
        yield
    finally:
        if plt := sys.modules.get("matplotlib.pyplot"):
            for number in set(plt.get_fignums()) - set(numbers):
                plt.close(number)
            for ax, children, x, y in before:
                for child in set(ax.get_children()) - set(children):
                    child.remove()
                ax.set_xlim(x, auto=None)
                ax.set_ylim(y, auto=None)
            if current is not None:
                for ax in {ax for number in numbers for ax in plt.figure(number).axes} - set(axes):
                    ax.remove()
                plt.figure(current.number)


def replaced_by_stub(source: str, name: str) -> bool:
    """Is something else than the stub written above the stub, so that the stub replaces it?

    Parameters
    ----------
    source : str
        Of a cell with ``check("NAME", answer)``.
    name : str
        Of the exercise.
    """
    plain = [line for line in source.splitlines() if not line.startswith(("%", "!"))]
    try:
        body = ast.parse("\n".join(plain)).body
    except (SyntaxError, ValueError):
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
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else ""


def _is_stub(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.FunctionDef):
        *before, last = statement.body
        if ast.get_docstring(statement) and before:
            before = before[1:]
        return not before and isinstance(last, (ast.Return, ast.Expr)) and _is_dots(last.value)
    value = getattr(statement, "value", None)
    return _is_dots(value.body if isinstance(value, ast.Lambda) else value)


def _is_dots(value: ast.AST | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is ...
