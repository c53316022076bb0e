"""What is handed in: every kind of right numbers is taken, every other thing is told in its own sentence."""

import builtins
import logging
import re
import sys
from collections import deque
from decimal import Decimal
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from helpers import attention
from helpers.exercises import EXERCISES, judge
from helpers.exercises.catalogue import solution
from helpers.exercises.handed_in import FUNCTION, VALUE, Fault, as_numbers
from tests.exercise_cells import handed_in


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def yields_rows(x):
    yield from softmax(x)


# --- right numbers, whatever they come in -----------------------------------------------------------


FORMS = {
    "list": list,
    "tuple": tuple,
    "deque": deque,
    "iterator": iter,
    "masked array": np.ma.array,
    "lists": lambda rows: rows.tolist(),
    "generator": lambda rows: (row for row in rows),
    "generators": lambda rows: ((number for number in row) for row in rows),
    "map": lambda rows: map(list, rows),
    "zip": lambda rows: zip(*rows.T, strict=True),
    "values": lambda rows: dict(enumerate(rows)).values(),
    "fractions": lambda rows: [[Fraction(float(number)) for number in row] for row in rows],
    "decimals": lambda rows: [[Decimal(float(number)) for number in row] for row in rows],
    "float16": lambda rows: rows.astype(np.float16),
    "float32": lambda rows: rows.astype(np.float32),
    "longdouble": lambda rows: rows.astype(np.longdouble),
    "complex": lambda rows: rows.astype(complex),
    "objects": lambda rows: rows.astype(object),
    "columns first": np.asfortranarray,
    "matrix": np.asmatrix,
}


@pytest.mark.parametrize("form", FORMS)
def test_right_numbers_are_taken_in_every_form(form):
    verdict = judge("softmax", lambda x: FORMS[form](softmax(x)))
    assert verdict.solved, verdict.says


def test_a_function_may_yield_print_and_work_on_its_own_copy():
    def in_place(x):
        print("shape", x.shape)
        e = x.copy()
        e -= e.max(axis=1, keepdims=True)
        np.exp(e, out=e)  # refused aloud for whole numbers, and then tried with floats
        e /= e.sum(axis=1, keepdims=True)
        return e

    assert judge("softmax", yields_rows).solved and judge("softmax", in_place).solved


def test_what_a_masked_array_hides_counts_as_0():
    def by_masking(scores, mask):
        hidden = np.ma.array(scores, mask=~mask)
        e = np.ma.exp(hidden - hidden.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    assert judge("masked weights", by_masking).solved
    assert judge("two cosines", np.ma.array([1.0, -1.0], mask=[0, 1])).name == "masked"


def test_decimals_that_are_cut_off_in_silence_are_refused():
    """NumPy raises for `/=` on whole numbers, but not for this."""

    def like_the_input(x):
        result = np.zeros_like(x)
        for i, row in enumerate(x):
            result[i] = np.exp(row - row.max()) / np.exp(row - row.max()).sum()
        return result

    verdict = judge("softmax", like_the_input)
    assert verdict.name == "whole numbers" and verdict.says.startswith(
        "The example is right. With other inputs"
    )


# --- sentences of their own -------------------------------------------------------------------------


def forgets(x):
    def one(row):
        np.exp(row)

    return [one(row) for row in x]


async def asynchronous(x):
    return x


def two_coordinates(X, i):
    weights = attention.softmax(X @ X[i])
    return weights @ X[:, 0], weights @ X[:, -1]


def keeps_the_last(X):
    for row in X:
        new = attention.softmax(X @ row) @ X
    return new


def gives_none_back(p):
    J = -np.outer(p, p)
    return np.fill_diagonal(J, p * (1 - p))


def leaves_the_stub(x):
    e = np.exp(x)
    e / e.sum()
    return ...


@pytest.mark.parametrize(
    ("name", "answer", "mistake", "says"),
    [
        ("softmax", forgets, "None inside", "Does the inner function end with `return`?"),
        ("softmax", leaves_the_stub, "dots returned", "still ends with `return ...`"),
        ("softmax", lambda x: [[..., 1.0]], "dots left", "still a `...` in it"),
        ("softmax", asynchronous, "not numbers", "Take the word `async` away"),
        ("softmax", lambda x: x.copy, "not numbers", "Are its brackets missing"),
        ("softmax", lambda x: np.zeros((4000, 4000)), "wrong shape", "16000000 numbers, far more"),
        ("softmax", lambda x: [0.0] * 10**6, "wrong shape", "1000000 numbers, far more"),
        ("softmax", lambda x: (x / x.sum() ** 0, 5), "several results", "Python writes a point"),
        ("softmax", lambda x: softmax(x)[0], "first one only", "the first row alone"),
        ("next word", [[14, 2, 14, 2], [-14, 2, 14, 2]], "decimal comma", "14.2"),
        ("softmax", lambda x: (softmax(x), x), "several results", "2 results"),
        ("softmax", lambda x: (softmax(x),), "several results", "A comma at the end"),
        ("softmax", lambda x: {0.5}, "a set", "A set has no order"),
        ("softmax", lambda x: np.array(row for row in x), "generator", "does not run it"),
        ("softmax", lambda x: np.array({0: 1.0}.values()), "generator", "does not run it"),
        ("divisor", lambda d_k, v: (v * d_k**0, 5), "several results", "Python writes a point"),
        ("one token", two_coordinates, "wrong shape", "The example is right. With other inputs"),
        ("all tokens", keeps_the_last, "last one only", "Collect each new row in a list"),
        ("jacobian", gives_none_back, "None", "`np.fill_diagonal` changes what it gets, and gives None"),
        ("two cosines", lambda v: v, "not numbers", "no function is wanted"),
        ("two cosines", np.ones(2).mean, "not numbers", "Are its brackets missing"),
        ("read by design", (2, 0, 5), "wrong shape", "a decimal comma"),
        (
            "swap",
            (np.eye(2), 20),
            "several results",
            "a tuple of 2 parts, and numbers are wanted. (If the comma",
        ),
        ("swap", (22, 5 * np.eye(2)), "several results", "a decimal comma"),
        ("cosines", lambda X, v: [], "wrong shape", "It is empty: `append`"),
        ("count", lambda a, b, c: print(end=""), "None", "`print` shows"),
        ("variance", (1024,), "wrong shape", "A comma at the end"),
        ("untrained loss", np.nan, "NaN", "of a number below 0"),
        ("softmax", lambda x: iter(int, 1), "not numbers", "never ends"),
        ("softmax", lambda x: [[10**400]], "too large a number", "too large to calculate with"),
        ("softmax", lambda x: softmax(x).round(3), "rounded", "rounded to 3 decimals"),
        ("softmax", lambda x: np.zeros(x.shape), "all zeros", "Does your loop write"),
        ("softmax", lambda x: print(softmax(x)), "None", "`print` shows a result, but gives None"),
        ("softmax", lambda x: softmax(x) * 1.01, "other numbers", "it is 0.672, and should be near 0.665"),
        ("divisor", lambda v, d_k: v * np.sqrt(d_k), "inputs exchanged", "called as `your_divisor(d_k, v)`"),
        ("count", lambda a, b, c: 2 * a * b + a * c + 1, "another number", "It is 33, and should be 32"),
        ("two cosines", print(end=""), "None", "but gives None"),
        ("two cosines", {1, -1}, "a set", "A set has no order"),
        ("swap", [[0, 1], [1, ...]], "dots left", "still a `...` in it"),
        ("never", [2.0, None, 0.0], "None inside", "There is a None in it"),
        ("never", [2.0, np.ma.masked, 0.0], "masked", "masked value"),
        ("untrained loss", (2, 8), "decimal comma", "2.8"),
        ("learning rate", (0, 1), "decimal comma", "0.1"),
        ("read by design", [1, 9, 0, 5], "decimal comma", "1.9"),
        ("untrained loss", np.inf, "infinity", "A division by 0 gives it"),
        ("two cosines", [0.4, -1.0], "other numbers", "0.4"),
        ("untrained loss", 10**400, "too large a number", "too large to calculate with"),
    ],
)
def test_each_slip_has_its_own_sentence(name, answer, mistake, says, capsys):
    verdict = judge(name, answer)
    assert (verdict.name, says in verdict.says) == (mistake, True), verdict
    assert "Ellipsis" not in verdict.says and "0x" not in verdict.says


@pytest.mark.parametrize("where", [FUNCTION, VALUE])
def test_a_generator_that_fails_is_a_fault(where):
    def fails():
        yield 1.0
        raise ValueError("no more")

    with pytest.raises(Fault):
        as_numbers(fails(), where)
    assert judge("softmax", lambda x: fails()).name == "error"


# --- where nan and infinity come from ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (lambda x: np.sqrt(x - 5), "calculates the root of a number below 0."),
        (lambda x: np.log(x - 5), "calculates the logarithm of a number below 0."),
        (lambda x: 1 / (x * 0), "calculates a division by 0."),
        (lambda x: np.exp(x + 800), "calculates `exp` of a number above 709"),
        (lambda x: x * 0 * -np.inf, "calculates infinity times 0."),
    ],
    ids=["root", "log", "division", "exp", "times 0"],
)
def test_nan_and_infinity_are_told_where_they_come_from(answer, says):
    verdict = judge("unit rows", answer)
    line = answer.__code__.co_firstlineno
    assert verdict.name in ("NaN", "infinity") and f"Line {line} of your cell {says}" in verdict.says


def test_a_learners_own_settings_of_numpy_change_nothing():
    with np.errstate(all="raise"):
        assert judge("cross entropy", lambda logits, y: np.log(0 * logits)).name in (
            "infinity",
            "wrong shape",
        )


# --- hidden inputs stay hidden ----------------------------------------------------------------------


def test_what_is_printed_for_hidden_inputs_is_not_seen(capfd):
    def tells(x):
        print("one")
        print("two", file=sys.stderr)
        partial(print, file=sys.stdout)("three")
        return softmax(x)

    assert judge("softmax", tells).solved
    seen = capfd.readouterr()
    assert (seen.out, seen.err) == ("one\nthree\n", "two\n")


def test_what_is_drawn_for_hidden_inputs_is_not_seen():
    plt = pytest.importorskip("matplotlib.pyplot")
    plt.close("all")
    drawn = []

    def draws(x):
        plt.imshow(x)  # into the current figure, or a new one
        drawn.append(plt.gcf().number)
        return softmax(x)

    assert judge("softmax", draws).solved
    assert plt.get_fignums() == [drawn[0]] and len(drawn) == len(EXERCISES["softmax"].cases)
    assert [image.get_array().shape for image in plt.gcf().axes[0].images] == [(2, 3)], "the example's only"
    plt.close("all")


def test_what_is_logged_for_hidden_inputs_is_not_seen(capfd, monkeypatch):
    monkeypatch.setattr(logging.root, "handlers", [])

    def logs(x):
        if x.max() > 700:
            logging.warning("large")  # it makes a handler, which would write to nowhere for ever after
        return softmax(x)

    assert judge("softmax", logs).solved and logging.root.handlers == []
    assert "large" not in capfd.readouterr().err and logging.root.manager.disable == 0


def test_axes_of_the_learner_keep_what_the_example_drew():
    plt = pytest.importorskip("matplotlib.pyplot")
    figure, axes = plt.subplots()

    def draws(x):
        axes.plot(x[0])
        return softmax(x)

    assert judge("softmax", draws).solved and len(axes.lines) == 1 and axes.get_xlim()[1] < 3
    plt.close(figure)


def test_input_is_not_asked_for(monkeypatch):
    monkeypatch.setattr("builtins.input", asked := lambda text="": pytest.fail("it was asked"))
    assert "here is nobody" in judge("softmax", lambda x: input(f"x is {x}")).says
    assert builtins.input is asked


def test_no_known_mistake_hides_an_error_of_the_learners():
    """A mistake that also stops there, but of another cause."""

    def asserts(x):
        e = np.exp(x - x.max(axis=1, keepdims=True))
        weights = e / e.sum(axis=1, keepdims=True)
        assert (weights > 0).all()
        return weights

    verdict = judge("softmax", asserts)
    assert verdict.name == "error" and "AssertionError" in verdict.says


def test_the_examples_error_is_told_before_another_fault():
    def appends(X):
        Z = []
        for row in X:
            Z = Z.append(row)
        return Z

    assert "`Z.append` changes what it gets, and gives None" in judge("all tokens", appends).says


def test_no_number_of_a_hidden_input_is_told():
    def uneven(A, n_heads):
        if A.shape == EXERCISES["split"].example()[0].shape:
            return EXERCISES["split"].right(A, n_heads)
        return [[A[0, 0]], [A[0, 0], A[0, 0]]]

    def asserts(X):
        assert len(X) == 3, X
        return softmax(X @ X.T) @ X

    def hands_on(scores, mask):
        if len(scores) == 1:
            return EXERCISES["masked weights"].right(scores, mask)
        return attention.softmax([row[allowed] for row, allowed in zip(scores, mask, strict=True)])

    for name, answer in (("split", uneven), ("all tokens", asserts), ("masked weights", hands_on)):
        says = judge(name, answer).says
        assert says.startswith("The example is right. With other inputs")
        assert not re.search(r"\[ *-?\d|\d\.\d", says.partition("): ")[2]), says


def test_a_line_of_a_library_is_not_called_the_learners():
    decorated = np.errstate(over="ignore")(lambda x: x @ np.ones(99))
    assert f"Line {decorated.__wrapped__.__code__.co_firstlineno} of" in judge("softmax", decorated).says
    assert "of your cell" not in judge("one token", attention.softmax).says
    one = partial(lambda a, x: x @ np.ones(99), 1)
    assert f"Line {one.func.__code__.co_firstlineno} of your cell" in judge("softmax", one).says


def test_inputs_are_exchanged_only_if_all_are_taken():
    def your_divisor(v):
        d_k = 3
        return v * d_k

    assert judge("divisor", your_divisor).name == "error"


def test_the_notebooks_names_keep_their_values():
    names = {"np": np, "X": "mine"}
    exec("def attend_all(X_new):\n    global X, made\n    X = made = X_new\n    return X_new", names)
    judge("all tokens", names["attend_all"])
    assert names["X"] == "mine" and "made" not in names
    exec("def my_softmax(x):\n    global kept\n    kept = x.copy()\n    return x", names)
    judge("softmax", names["my_softmax"])
    assert names["kept"].shape == (2, 3), "the example's"


def test_whatever_a_function_ends_with_is_told():
    def leaves(x):
        raise GeneratorExit

    assert judge("softmax", leaves).name == "error"


@pytest.mark.parametrize("name", EXERCISES)
def test_a_solution_with_prints_is_still_right(name):
    source = solution(EXERCISES[name])
    if not source.startswith("def "):
        pytest.skip("it is no function")
    assert judge(*handed_in(name, source.replace("):\n", "):\n    print('here')\n", 1))).solved
