"""Errors and warnings in the learner's words: none of NumPy's own puzzles reaches a learner."""

import linecache
import math

import numpy as np
import pytest

from helpers.attention import attention, softmax
from helpers.exercises import judge
from helpers.exercises.stopped import IN_LINE, MEANS


def unpacks(A, n_heads):
    n, width = A.shape
    return A


def unpacks_more(H, W_O):
    a, b, c, d = H.shape
    return a


def shadows(X):
    softmax = softmax(X @ X.T)  # noqa: F821, F823
    return softmax @ X


def one(row):
    np.exp(row)


def writes(x):
    result = np.zeros((2, 3))
    result[0] = np.ones(2)
    return result


def endless(x):
    return endless(x)


def into_whole_numbers(x):
    result = np.zeros((2, 3), dtype=int)
    result += softmax(x)
    return result


def beyond_a_list(x):
    rows = []
    rows[0] = x[0]
    return rows


def pairs(x):
    for i, row in x:
        x = row * i
    return x


def rows_and_columns(p):
    J = [[0, 0], [0, 0]]
    J[0, 1] = -p[0] * p[1]
    return J


def one_size(x):
    n, d = len(x)
    return n * d


def named_over(x):
    sum = 0
    return [sum(row) for row in x]


def nothing_back(p):
    J = -np.outer(p, p)
    J = np.fill_diagonal(J, p * (1 - p))
    return J - 1


def gives_nothing(X):
    def project(X):
        X @ X.T

    Q, K = project(X)
    return Q @ K.T


def gives_itself(X):
    def project(X):
        return X, X

    Q, K = project
    return Q @ K.T


def never_begun(X):
    for row in X:
        total += row  # noqa: F821, F841
    return total


def into_an_empty_array(X):
    result = np.array([])
    result[0] = 1.0
    return result


def onto_an_empty_list(X):
    result = []
    for row in X:
        result = result + row
    return result


def pairs_on_the_left(X):
    a, b = [x @ y for x, y in zip(X, X, strict=True)]
    return a


def adds_a_weighted_row(X):
    Z = np.zeros(3)
    Z += X[0, 0] * X[0]
    return Z


USUAL = [
    ("softmax", lambda x: np.sqrt(...), "still a `...` in it"),
    ("softmax", lambda x: np.exp(None), "one of the values is None"),
    ("masked weights", lambda scores, mask: scores * ~mask.astype(float), "Of 1 and 0 the other one"),
    ("softmax", lambda x: sum(x, axis=1), "know no axis"),
    ("softmax", lambda x: np.exp(x, axis=1), "`exp` takes each number by itself"),
    ("softmax", into_whole_numbers, "`dtype=float`"),
    ("scaled scores", lambda Q, K: np.sqrt(len(Q), len(K)), "one input more than it takes"),
    ("all tokens", lambda X: np.einsum("ij,i->j", X, X[0]), "one letter stands for two sizes"),
    ("all tokens", lambda X: {row: 1 for row in X}, "no key of a dictionary"),
    ("jacobian", lambda p: np.array([p[0], p[1]], [p[1], p[0]]), "takes all rows in one list"),
    ("jacobian", rows_and_columns, "`J[i][j]`"),
    ("softmax", beyond_a_list, "Use `append`"),
    ("softmax", one_size, "All sizes together are `X.shape`"),
    ("join", lambda H, W_O: np.hstack(H[0], H[1]), "takes them in one list"),
    ("split", lambda A, n_heads: A.view(1, 2, 3, 4), "`reshape`"),
    ("softmax", pairs, "from `enumerate(X)`"),
    ("all tokens", lambda X: X / np.linalg.norm(X, X[0]), "one array at a time"),
    ("attention", lambda X, W_Q, W_K, W_V: attention(X, W_Q, W_K, W_V), "Make them first: `Q = X @ W_Q`"),
    ("softmax", named_over, "you gave this name to a value. Take another name."),
    ("jacobian", nothing_back, "`np.fill_diagonal` changes what it gets, and gives None"),
    ("all tokens", adds_a_weighted_row, "NumPy compares the sizes from the last one back"),
    ("cross entropy", lambda logits, y: -np.sum(y * logits) / len(y), "NumPy compares the sizes"),
    ("masked weights", lambda s, mask: np.where(mask, s, np.zeros(3)), "(1, 4), (1, 4) and (3,) do not"),
    ("masked weights", lambda s, mask: np.ones_like(mask) - mask, "The opposite is `~mask`"),
    ("unit rows", lambda X: X / (X * X).sum(1, True), "Write `keepdims=True`, with its name"),
    ("softmax", lambda x: x - np.max(x, 1, True), "`keepdims=True` needs its name"),
    ("count", lambda d_model, d_k, d_v: np.array(d_model, d_k), "takes all numbers in one list"),
    ("count", lambda d_model, d_k, d_v: np.prod(d_model, d_k), "joined by `+` or `*`"),
    ("count", lambda d_model, d_k, d_v: sum(d_model, d_k), "of Python take one list"),
    ("all tokens", gives_nothing, "it gives None. Does an inner function end"),
    ("all tokens", gives_itself, "Only with its brackets"),
    ("all tokens", never_begun, "`total` has no value yet. Give it one before the loop"),
    ("all tokens", into_an_empty_array, "It is empty, and does not grow"),
    ("all tokens", onto_an_empty_list, "One is empty: `append` collects rows"),
    ("all tokens", pairs_on_the_left, "fewer names than there are values on the right"),
    ("scaled scores", lambda Q, K: np.inner(Q, K.T), "What it gets needs no `.T`"),
    ("softmax", lambda x: [x[i] for i in x[0] + 0.5], "these come from `range(len(p))`"),
    ("softmax", lambda x: [0.0] * (x.shape[1] / 2), "`//` gives whole numbers"),
    ("softmax", lambda x: x.shape * 0.5, "as in `X.shape[1]`"),
    ("softmax", lambda x: math.acos(x[0, 0]), "the angle of a number that has none"),
    ("softmax", lambda x: x / np.sum, "`np.sum(x)` and not `np.sum`"),
    ("softmax", lambda x: np.sum[x, 1], "called with round brackets"),
    ("softmax", lambda x: softmax(row for row in x), "Write it as a list"),
    ("softmax", lambda x: np.exp(map(len, x)), "Write it as a list"),
    ("split", lambda A, n_heads: np.transpose(A, 0, 2, 1), "`np.transpose(A, (0, 2, 1, 3))`"),
    ("split", lambda A, n_heads: np.reshape(A, 2, 3, 4), "`np.reshape(A, (2, 3))`"),
    ("split", lambda A, n_heads: A.reshape(7, -1), "120 numbers cannot be shared out evenly"),
    ("softmax", lambda x: math.e**1e5, "a power is too large"),
    ("all tokens", lambda X: X[0] @ X, "A has 2 columns and B has 3 rows"),
    ("all tokens", lambda X: np.dot(X[0], X), "A has 2 columns and B has 3 rows"),
    ("all tokens", lambda X: np.dot(np.ones((3, 12)), X), "A has 12 columns and B has 3 rows"),
    ("softmax", lambda x: max(x), "got a whole array. Python's `max`"),
    ("masked weights", lambda scores, mask: softmax(scores) if not mask else 0, "`~mask`"),
    ("softmax", lambda x: math.exp(x), "`math.exp`, `math.sqrt` and `float` take one"),
    ("split", lambda A, n_heads: np.zeros(A.shape[2] / n_heads), "`//` a whole one"),
    ("split", lambda A, n_heads: A[:, :, : A.shape[2] / n_heads], "`//` a whole one"),
    ("one token", lambda X, i: X[i / 1], "places in an array are whole numbers"),
    ("split", lambda A, n_heads: A.transpose(1, 0), "`transpose` needs each axis"),
    ("split", lambda A, n_heads: A.transpose(1, 0, 1), "each axis of the array just once"),
    ("split", unpacks, "fewer names than there are values"),
    ("join", unpacks_more, "more names than there are values"),
    ("all tokens", shadows, "`softmax` gets its value inside your function"),
    ("split", lambda A, n_heads: A.reshape(3, 7), "There are 120, and the sizes (3,7)"),
    ("softmax", lambda x: [math.sqrt(-1)], "the root, the logarithm or the angle of a number"),
    ("softmax", lambda x: [math.exp(1000)], "above 709"),
    ("softmax", lambda x: list(x[0]) / list(x[0]), "Python's lists do not calculate"),
    ("softmax", lambda x: (n for n in x) / 2, "Write it as a list"),
    ("softmax", lambda x: np.stack(row for row in x), "Write it as a list"),
    ("softmax", lambda x: one(x) / 2, "one of the values is None"),
    ("softmax", lambda x: x / ..., "still a `...` in it"),
    ("softmax", endless, "calls itself without an end"),
    ("softmax", lambda x: x / x.sum, "`x.sum()` and not `x.sum`"),
    ("softmax", lambda x: np.exp[x], "called with round brackets"),
    ("softmax", lambda x: x(0), "square ones, `X[i]`"),
    ("softmax", lambda x: x.shape(0), "`.T` and `.shape` have no brackets"),
    ("softmax", lambda x: x ^ 2, "Write `x ** 2`"),
    ("masked weights", lambda scores, mask: scores & mask, "join True and False"),
    ("softmax", lambda x: np.zeros(len(x), x.shape[1]), "one pair of brackets"),
    ("softmax", lambda x: range(x), "`range` takes a number"),
    ("softmax", lambda x: [i for i in len(x)], "`for i in range(len(X))`"),
    ("all tokens", lambda X: [X[i] for i in X], "gives the rows, not their places"),
    ("softmax", lambda x: writes(x), "of shape (2,) where one of shape (3,) belongs"),
    ("softmax", lambda x: x[0, 0][0], "a single number has no places"),
    ("softmax", lambda x: x.sum(keepdim=True), "nothing here is called `keepdim`"),
    ("softmax", lambda x: [].append(1).append(2), "None has no `append`"),
    ("softmax", lambda x: np.sqrt(n for n in x), "Write it as a list"),
    ("softmax", lambda x: np.exp(np.where(x > 0, x, "-inf")), "`-np.inf`, without quotes"),
    ("softmax", lambda x: x @ x.transpose, "its brackets, as in `X.transpose()`"),
    ("softmax", lambda x: x.sum(axis=2), "there is no axis 2: the array has 2 axes"),
    ("masked weights", lambda scores, mask: softmax(scores + ~mask * -np.inf), "infinity times 0 is nan"),
    ("join", lambda H, W_O: 2.0 @ W_O, "With a single number write `*`"),
    ("join", lambda H, W_O: np.dot(H, W_O), "A has 3 columns and B has 6 rows"),
    ("all tokens", lambda X: X @ X, "A has 2 columns and B has 3 rows"),
    ("all tokens", lambda X: X[3], "the last one here is 2."),
    ("all tokens", lambda X: Y, "name 'Y' is not defined. Is it spelled right"),  # noqa: F821
    ("all tokens", lambda: 1, "Your function is called as `attend_all(X)`"),
    ("all tokens", lambda X: X / X.sum(axis=1), "`keepdims=True` keeps a column"),
    ("all tokens", lambda X: X * X.T, "`*` multiplies number by number, `@`"),
    ("all tokens", lambda X: X + np.zeros(5), "NumPy compares the sizes from the last one back"),
    ("all tokens", lambda X: X + X.sum(axis=1) @ X.T @ X.T, "A has"),
]


@pytest.mark.parametrize(("name", "answer", "says"), USUAL)
def test_a_usual_error_is_told_in_our_words(name, answer, says):
    verdict = judge(name, answer)
    assert verdict.name == "error" and says in verdict.says, verdict
    for word in (
        "gufunc",
        "operand",
        "truth value",
        "ambiguous",
        "0-dimensional",
        "interpreted as",
        "ellipsis",
        "Dispatcher",
        "0x",
    ):
        assert word not in verdict.says


def test_every_entry_is_met_by_some_error_here():
    """A pattern that no error of this NumPy brings would be dead."""
    said = " ".join(judge(name, answer).says for name, answer, _ in USUAL)
    every = [*MEANS.values(), *(means for *_, means in IN_LINE)]
    unmet = [means for means in every if means.split("{")[0].split("}")[-1][:40] not in said]
    assert unmet == [means for means in unmet if "`input` asks" in means or "writes a whole row" in means]


def test_keepdims_is_not_the_advice_after_every_failed_sum():
    def sums(H, W_O):
        return H.sum() * H * W_O

    assert "keepdims" not in judge("join", sums).says
    turned = lambda X: X.T * X  # noqa: E731
    assert "keepdims" not in judge("all tokens", turned).says


def test_advice_that_hangs_on_the_line_is_kept_for_that_line():
    def compares(X):
        return X if np.linalg.norm(X, axis=1) > 0 else 0 * X

    def calls_its_own(X):
        def own(X):
            return X

        return own(X, axis=1)

    assert "`~mask`" in judge("all tokens", compares).says
    assert "each number by itself" not in judge("all tokens", calls_its_own).says


def test_a_builtin_name_given_to_a_value_is_told():
    source = "len = 3\ndef count(x):\n    return len(x)\n"
    names = {}
    exec(compile(source, "<cell>", "exec"), names)
    linecache.cache["<cell>"] = (len(source), None, source.splitlines(True), "<cell>")
    says = judge("softmax", names["count"]).says
    assert "`len` is no function any more" in says and says.endswith("Then run `del len` once.")


def test_input_asks_nobody():
    """Under nbclient it raises a kind of NotImplementedError, which is no stub."""

    class StdinNotImplementedError(NotImplementedError):
        pass

    def asks(x):
        raise StdinNotImplementedError(
            "raw_input was called, but this frontend does not support input requests."
        )

    verdict = judge("softmax", asks)
    assert verdict.name == "error" and "here is nobody" in verdict.says
