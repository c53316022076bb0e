"""Solutions changed in one place, as a slip changes them: a transpose dropped, another axis, + for -.

Tools that change programs (mutmut, cosmic-ray) run a test suite against a module for each change. Here a
solution is a few lines of a cell, and the check itself is what is tested.
"""

import ast
import builtins
import copy
from collections.abc import Iterator

SWAPS = {
    ast.Add: (ast.Sub, ast.Mult), ast.Sub: (ast.Add,), ast.Mult: (ast.Div, ast.Add, ast.Pow),
    ast.Div: (ast.Mult, ast.Sub), ast.MatMult: (ast.Mult, ast.Add), ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.Mult,), ast.Pow: (ast.Mult,),
}  # fmt: skip
COMPARISONS = {ast.Gt: (ast.Lt, ast.GtE), ast.Lt: (ast.Gt,)}
OTHER_CALLS = {
    "sum": ("mean", "max"), "max": ("min", "mean", "sum"), "mean": ("sum", "max"),
    "exp": ("log", "sqrt", "exp2"), "log": ("exp", "log2", "log10", "log1p"),
    "sqrt": ("square", "cbrt", "log"), "outer": ("inner", "multiply"), "diag": ("diagflat", "eye"),
    "abs": ("sqrt",), "argwhere": ("argmax",),
}  # fmt: skip


def mutants(source: str) -> list[str]:
    """The source with one change each, all different."""
    tree = ast.parse(source)
    found = {}
    for place, node in enumerate(ast.walk(tree)):
        for change in _changes(node, tree):
            changed = copy.deepcopy(tree)
            _replace(changed, place, change)
            found[ast.unparse(ast.fix_missing_locations(changed))] = None
    found.pop(ast.unparse(tree), None)
    return list(found)


def _replace(tree: ast.AST, place: int, change) -> None:
    target = list(ast.walk(tree))[place]
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is target:
                setattr(parent, field, change(target))
                return
            if isinstance(value, list) and any(item is target for item in value):
                at = next(i for i, item in enumerate(value) if item is target)
                new = change(target)
                value[at : at + 1] = [] if new is None else [new]
                return


def _changes(node: ast.AST, tree: ast.AST) -> Iterator:
    """Functions from a node to what takes its place; None takes it away."""
    if isinstance(node, ast.BinOp):
        yield from (_with(op=op()) for op in SWAPS.get(type(node.op), ()))
        yield lambda n: n.left
        yield lambda n: n.right
        yield lambda n: ast.BinOp(n.right, n.op, n.left)
    elif isinstance(node, ast.UnaryOp):
        yield lambda n: n.operand
    elif isinstance(node, ast.Compare):
        yield from (_with(ops=[op()]) for op in COMPARISONS.get(type(node.ops[0]), ()))
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        others = (0, 1, 2, -1, node.value + 1, node.value - 1, -node.value, 2 * node.value, node.value / 2)
        yield from (_constant(value) for value in others if value != node.value)
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        if node.attr in ("T", "shape"):
            yield lambda n: n.value
    elif isinstance(node, ast.Call):
        yield from _other_calls(node)
    elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
        yield from (_exchanged(i) for i in range(len(node.elts) - 1))
    elif isinstance(node, ast.List) and len(node.elts) > 1:
        yield lambda n: ast.List(n.elts[::-1], n.ctx)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield from (_with(id=name) for name in _names(tree) - {node.id})
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield lambda n: n.value
        if isinstance(node.slice, ast.Tuple):
            yield lambda n: ast.Subscript(n.value, ast.Tuple(n.slice.elts[::-1], n.slice.ctx), n.ctx)
    elif isinstance(node, ast.Assign) and any(
        isinstance(parent, ast.FunctionDef) for parent in ast.walk(tree)
    ):
        yield lambda n: None


def _other_calls(node: ast.Call) -> Iterator:
    for number, _ in enumerate(node.keywords):
        yield lambda n, number=number: ast.Call(
            n.func, n.args, n.keywords[:number] + n.keywords[number + 1 :]
        )
    if isinstance(node.func, ast.Attribute):
        if not isinstance(node.func.value, ast.Name) or node.func.value.id != "np":
            yield lambda n: n.func.value  # A.transpose(...) -> A
        elif node.args:
            yield lambda n: n.args[0]  # np.exp(x) -> x
        for name in OTHER_CALLS.get(node.func.attr, ()):
            yield lambda n, name=name: ast.Call(
                ast.Attribute(n.func.value, name, n.func.ctx), n.args, n.keywords
            )
    elif node.args:
        yield lambda n: n.args[0]  # softmax(x) -> x
    if len(node.args) > 1:
        yield from (
            lambda n, i=i: ast.Call(
                n.func, [*n.args[:i], n.args[i + 1], n.args[i], *n.args[i + 2 :]], n.keywords
            )
            for i in range(len(node.args) - 1)
        )


def _with(**changes):
    def change(node):
        for name, value in changes.items():
            setattr(node, name, value)
        return node

    return change


def _constant(value):
    return lambda node: ast.Constant(value)


def _exchanged(i: int):
    return lambda n: ast.Tuple([*n.elts[:i], n.elts[i + 1], n.elts[i], *n.elts[i + 2 :]], n.ctx)


def _names(tree: ast.AST) -> set[str]:
    """The names that a function gets or makes."""
    found = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    found |= {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return found - set(dir(builtins))
