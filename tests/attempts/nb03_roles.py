"""Answers to helpers/exercises/checks/nb03_roles.py, written as learners write them."""

import math
from fractions import Fraction

import numpy as np

words = [[1.4, 0.4], [0.5, -0.7], [-0.4, 1.3], [-0.9, -0.7]]


def by_counting(d_model, d_k, d_v):
    count = 0
    for rows, columns in [(d_model, d_k), (d_model, d_k), (d_model, d_v)]:
        for _ in range(rows):
            count += columns
    return count


def by_making_them(d_model, d_k, d_v):
    return sum(np.zeros((d_model, columns)).size for columns in (d_k, d_k, d_v))


def by_shapes(d_model, d_k, d_v):
    shapes = {"W_Q": (d_model, d_k), "W_K": (d_model, d_k), "W_V": (d_model, d_v)}
    return sum(math.prod(shape) for shape in shapes.values())


def by_an_inner_function(d_model, d_k, d_v):
    def numbers(rows, columns):
        return rows * columns

    W_Q = numbers(d_model, d_k)
    W_K = numbers(d_model, d_k)
    W_V = numbers(d_model, d_v)
    print("W_Q", W_Q, "W_K", W_K, "W_V", W_V)
    return W_Q + W_K + W_V


def by_joining_them(d_model, d_k, d_v):
    rng = np.random.default_rng(0)
    W_Q, W_K = rng.normal(size=(2, d_model, d_k))
    W_V = rng.normal(size=(d_model, d_v))
    return np.hstack([W_Q, W_K, W_V]).size


def by_one_row(d_model, d_k, d_v):
    one_row = d_k + d_k + d_v
    count = 0
    for _ in range(d_model):
        count = count + one_row
    return count


def by_raveling(d_model, d_k, d_v):
    tables = [np.ones((d_model, columns)) for columns in (d_k, d_k, d_v)]
    return np.concatenate([table.ravel() for table in tables]).sum()


def numbers_of_the_words_too(d_model, d_k, d_v):
    return d_model + by_counting(d_model, d_k, d_v)


def last_row_forgotten(d_model, d_k, d_v):
    count = 0
    for _ in range(1, d_model):
        count += d_k + d_k + d_v
    return count


def returned_too_early(d_model, d_k, d_v):
    count = 0
    for columns in (d_k, d_k, d_v):
        count += d_model * columns
        return count


def prints_only(d_model, d_k, d_v):
    print(d_model * (2 * d_k + d_v))


def in_another_order(d_k, d_v, d_model):
    return 2 * d_model * d_k + d_model * d_v


def with_two_inputs(d_model, d_k):
    return 3 * d_model * d_k


def one_for_each(d_model, d_k, d_v):
    return d_model * d_k, d_model * d_k, d_model * d_v


zeros_of_my_own = np.zeros((2, 2))
zeros_of_my_own[:, 0] = zeros_of_my_own[:, 1]

RIGHT = {
    "swap": [
        [[0, 1], [1, 0]],
        np.eye(2)[::-1],
        np.array([[0, 1], [1, 0]], dtype=np.float32),
        np.linalg.lstsq(words, np.array(words)[:, ::-1], rcond=None)[0],
        np.linalg.pinv(words) @ [[second, first] for first, second in words],
        ((0.0, 1.0), (1.0, 0.0)),
        np.ones((2, 2)) - np.eye(2),
        [np.array([0, 1]), np.array([1, 0])],
        np.roll(np.eye(2), 1, axis=0),
        np.eye(2) != 1,
        np.stack([np.eye(2)[1], np.eye(2)[0]]),
        [[Fraction(0), Fraction(1)], [Fraction(1), Fraction(0)]],
        zip([0, 1], [1, 0], strict=True),
        np.array("0 1 1 0".split(), dtype=float).reshape(2, 2),
        np.array([[0, 1], [1, 0]], dtype=np.float16).T,
        np.array([[-0.0, 1.0], [1.0, -0.0]]),
    ],
    "every word alike": [
        np.zeros((2, 2)),
        [[0, 0], [0, 0]],
        0 * np.eye(2, dtype=np.float32),
        ((0.0, 0.0), (0.0, 0.0)),
        np.full((2, 2), 0),
        np.zeros_like(np.eye(2), dtype=int),
        [np.zeros(2), np.zeros(2)],
        np.array([[0.0, -0.0], [-0.0, 0.0]]),
        np.eye(2) - np.eye(2),
        np.zeros(4).reshape(2, 2),
        zeros_of_my_own,
        1e-13 * np.eye(2),
        np.outer([0, 0], [1, 2]),
        np.eye(2) > 1,
        ([0] * 2 for _ in range(2)),
        np.linalg.pinv(words) @ np.zeros((4, 2)),
        np.array([[0.1, 0.2], [0.3, 0.0]]) - [[0.1, 0.2], [0.1 + 0.2, 0.0]],
    ],
    "count": [
        by_counting,
        by_making_them,
        by_shapes,
        by_an_inner_function,
        by_joining_them,
        by_one_row,
        by_raveling,
        lambda d_model, d_k, d_v: float(d_model * (d_k + d_k + d_v)),
        lambda d_model, d_k, d_v: d_model * d_k * 2 + d_v * d_model,
        lambda d_model, d_k, d_v: np.int64(d_model) * np.dot([2, 1], [d_k, d_v]),
        lambda d_model, d_k, d_v: np.prod([d_model, d_k]) * 2 + np.prod([d_model, d_v]),
        lambda a, b, c: Fraction(a * (4 * b + 2 * c), 2),
        lambda d_model, *others: sum(d_model * size for size in (others[0], *others)),
        lambda d_model, d_k, d_v: np.array(d_model * d_k + d_model * d_k + d_model * d_v),
        lambda d_model, d_k, d_v: round(d_model * (d_k + d_v / 2) * 2),
    ],
}
WRONG = {
    "swap": [
        ("identity", [[1, 0], [0, 1]]),
        ("identity", np.eye(2)),
        ("quarter turn", [[0, 1], [-1, 0]]),
        ("quarter turn back", [[0, -1], [1, 0]]),
        ("both signs turned", -np.eye(2)[::-1]),
        ("half turn", [[-1, 0], [0, -1]]),
        ("one sign turned", [[1, 0], [0, -1]]),
        ("one sign turned", [[-1, 0], [0, 1]]),
        ("all zeros", np.zeros((2, 2))),
        ("all ones", [[1, 1], [1, 1]]),
        ("all halves", [[0.5, 0.5], [0.5, 0.5]]),
        ("one row zeros", [[0, 1], [0, 0]]),
        ("one row zeros", [[0, 0], [1, 0]]),
        ("rows alike", [[0, 1], [0, 1]]),
        ("rows alike", [[1, 0], [1, 0]]),
        ("three ones", [[0, 1], [1, 1]]),
        ("three ones", [[1, 1], [1, 0]]),
        ("three ones", [[1, 1], [0, 1]]),
        ("three ones", [[1, 0], [1, 1]]),
        ("animal alone", np.diag([0.4 / 1.4, 1.4 / 0.4])),
        ("animal alone", [[0.2857, 0], [0, 3.5]]),
        ("the ring", [[-1.0, 1.0], [-3.0, 0.0]]),
        ("the words", words),
        ("the queries", [[second, first] for first, second in words]),
        ("the queries", np.array(words)[:, ::-1].T),
        ("one query", [0.4, 1.4]),
        ("other numbers", [[0, 1], [0.9, 0]]),
        ("other numbers", [[0, 2], [2, 0]]),
        ("other numbers", [[0.5, 1], [1, 0.5]]),
        ("other numbers", [[0.01, 1], [1, 0]]),
        ("other numbers", [[0.4, 1.4], [1.4, 0.4]]),
        ("wrong shape", [0, 1, 1, 0]),
        ("wrong shape", [[[0, 1], [1, 0]]]),
        ("wrong shape", np.eye(4)[::-1]),
        ("wrong shape", [[0, 1]]),
        ("dots left", [[0, 1], [1, ...]]),
        ("None inside", [[0, 1], [1, None]]),
        ("unequal rows", [[0, 1], [1]]),
        ("not numbers", lambda X: X[:, ::-1]),
        ("not numbers", "X[:, ::-1]"),
    ],
    "every word alike": [
        ("far too large", [[1e308, 0], [0, 1e308]]),
        ("far too large", [[-math.inf, 0], [0, 0]]),
        ("far too large", [[1000, 1000], [1000, 1000]]),
        ("the weights", np.full((2, 2), 0.25)),
        ("nearly alike", [[0.001, 0], [0, 0.001]]),
        ("nearly alike", [[0.001, 0.001], [0.001, 0.001]]),
        ("nearly alike", 1e-9 * np.ones((2, 2))),
        ("nearly alike", 1e-7 * np.eye(2)),
        ("nearly alike", [[0, 1e-8], [-1e-8, 0]]),
        ("nearly alike", [[1e-11, 0], [0, 0]]),
        ("nearly alike", np.full((2, 2), 1e-4)),
        ("nearly alike", -1e-5 * np.eye(2)),
        ("nearly alike", 2e-12 * np.eye(2)),
        ("only longer or shorter", [[1, 0], [0, 1]]),
        ("only longer or shorter", [[-1, 0], [0, -1]]),
        ("only longer or shorter", 0.1 * np.eye(2)),
        ("only longer or shorter", 0.25 * np.eye(2)),
        ("only longer or shorter", 999 * np.eye(2)),
        ("on one line", [[1, 1], [1, 1]]),
        ("on one line", [[0.5, 0.5], [0.5, 0.5]]),
        ("on one line", [[1, 0], [0, 0]]),
        ("on one line", [[0, 0], [0, 1]]),
        ("on one line", [[1, -1], [-1, 1]]),
        ("on one line", [[2, 4], [1, 2]]),
        ("on one line", [[0.1, 0.2], [0.3, 0.6]]),
        ("on one line", [[500, 500], [500, 500]]),
        ("still different", [[0, 1], [1, 0]]),
        ("still different", [[1, 2], [3, 4]]),
        ("still different", [[0, 1], [-1, 0]]),
        ("still different", [[1, 0], [0, -1]]),
        ("still different", [[2, 0], [0, 3]]),
        ("still different", [[1, 0.01], [0, 1]]),
        ("still different", np.linalg.pinv(words) @ np.linalg.pinv(words).T),
        ("wrong shape", np.full((4, 4), 0.25)),
        ("wrong shape", np.zeros((4, 2))),
        ("wrong shape", np.zeros(2)),
        ("wrong shape", 0),
        ("NaN", np.full((2, 2), math.nan)),
        ("dots left", [[0, 0], [0, ...]]),
        ("None inside", [[0, 0], [None, 0]]),
    ],
    "count": [
        ("W_V like W_K", lambda d_model, d_k, d_v: d_model * d_k * 3),
        ("sizes multiplied", lambda d_model, d_k, d_v: d_model * d_k * d_v),
        ("sizes multiplied", lambda *sizes: 3 * math.prod(sizes)),
        ("all like W_V", lambda d_model, d_k, d_v: d_model * d_v * 3),
        ("d_k and d_v exchanged", lambda d_model, d_k, d_v: d_model * (d_k + d_v + d_v)),
        ("no W_V", lambda d_model, d_k, d_v: np.zeros((2, d_model, d_k)).size),
        ("one matrix", lambda d_model, d_k, d_v: d_model * d_k),
        ("one matrix", lambda d_model, d_k, d_v: np.zeros((d_model, d_v)).size),
        ("one matrix", returned_too_early),
        ("W_Q or W_K missing", lambda d_model, d_k, d_v: d_model * (d_k + d_v)),
        ("four matrices", lambda d_model, d_k, d_v: 2 * d_model * (d_k + d_v)),
        ("four matrices", lambda d_model, d_k, d_v: d_model * (2 * d_k + d_v) + d_v * d_model),
        ("four matrices", lambda d_model, d_k, d_v: d_model * (2 * d_k + d_v + d_model)),
        ("square", lambda d_model, d_k, d_v: 3 * d_model**2),
        ("square", lambda d_model, d_k, d_v: 2 * d_k**2 + d_v**2),
        ("W_V from the keys", lambda d_model, d_k, d_v: d_k * (2 * d_model + d_v)),
        ("one row of W_V", lambda d_model, d_k, d_v: d_model * d_k + d_model * d_k + d_v),
        ("one row of W_Q and W_K", lambda d_model, d_k, d_v: d_k + d_k + d_model * d_v),
        ("sums", lambda d_model, d_k, d_v: 3 * d_model + 2 * d_k + d_v),
        ("sums", lambda *sizes: sum(sizes)),
        ("one word", lambda d_model, d_k, d_v: d_k + d_k + d_v),
        ("multiplied", lambda d_model, d_k, d_v: math.prod([d_model, d_k, d_model, d_k, d_model, d_v])),
        ("multiplied", lambda d_model, d_k, d_v: d_model * d_k * 2 * d_model * d_v),
        ("biases", lambda d_model, d_k, d_v: (d_model + 1) * (2 * d_k + d_v)),
        ("biases", lambda d_model, d_k, d_v: by_shapes(d_model, d_k, d_v) + 3),
        ("the words too", numbers_of_the_words_too),
        ("not a function", 32),
        ("None", prints_only),
        ("inputs exchanged", in_another_order),
        ("error", with_two_inputs),
        ("error", lambda d_model, d_k, d_v: W_Q.size + W_K.size + W_V.size),  # noqa: F821
        ("several results", one_for_each),
        ("wrong shape", lambda d_model, d_k, d_v: [by_shapes(d_model, d_k, d_v)]),
        ("not numbers", lambda d_model, d_k, d_v: f"{by_shapes(d_model, d_k, d_v)} numbers"),
        ("the example's answer", lambda d_model, d_k, d_v: 4 * 3 + 4 * 3 + 4 * 2),
        ("another number", last_row_forgotten),
        ("another number", lambda d_model, d_k, d_v: 3),
        ("another number", lambda d_model, d_k, d_v: by_shapes(d_model, d_k, d_v) / 2),
        ("another number", lambda d_model, d_k, d_v: 2 * d_k * d_k + d_k * d_v),
        ("another number", lambda d_model, d_k, d_v: by_shapes(d_model, d_k, d_v) + 1),
        ("another number", lambda d_model, d_k, d_v: 8 * d_model),
        ("another number", lambda d_model, d_k, d_v: 2 * d_model * d_k + d_model * min(d_k - 1, d_v)),
    ],
}


def _reads_alike(answer) -> bool:
    """Is every weight a quarter, up to what a float can hold?"""
    if np.shape(answer) != (2, 2):
        return False
    X = np.array(words)
    exponentials = np.exp(X @ (X @ answer).T)
    return bool(np.allclose(exponentials / exponentials.sum(axis=1, keepdims=True), 0.25, rtol=0, atol=1e-12))


FULFILS = {"every word alike": _reads_alike}
