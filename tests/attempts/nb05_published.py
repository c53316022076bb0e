"""Answers to helpers/exercises/checks/nb05_published.py, written as learners write them."""

from fractions import Fraction

import numpy as np

from helpers.examples import printed_numbers, recompute

printed = printed_numbers("E6")
difference = printed["Q"] @ printed["K"].T - printed["unscaled scores"]


def by_loops():
    for i in range(4):
        for j in range(4):
            score = sum(printed["Q"][i, k] * printed["K"][j, k] for k in range(2))
            if abs(score - printed["unscaled scores"][i, j]) > 0.01:
                yield i, j


def two_that_do_not_follow(places):
    """Are these the places where a product of the printed rows is not the printed score?"""
    wrong = [
        [float(i), float(j)]
        for i, query in enumerate(printed["Q"].tolist())
        for j, key in enumerate(printed["K"].tolist())
        if round(100 * (query[0] * key[0] + query[1] * key[1]))
        != round(100 * printed["unscaled scores"][i, j])
    ]
    return np.shape(places) == (2, 2) and sorted(np.asarray(places, dtype=float).tolist()) == wrong


RIGHT = {
    "two wrong scores": [
        [(1, 3), (3, 3)],
        [(3, 3), (1, 3)],
        [[1, 3], [3, 3]],
        ((3, 3), (1, 3)),
        {(1, 3), (3, 3)},
        frozenset({(3, 3), (1, 3)}),
        {(1, 3): "love on phones", (3, 3): "phones on phones"}.keys(),
        np.array([[3, 3], [1, 3]]),
        np.array([[3, 3], [1, 3]], dtype=np.uint8),
        [[1.0, 3.0], [3.0, 3.0]],
        np.float32([[1, 3], [3, 3]]),
        [(Fraction(1), 3), (3, np.int64(3))],
        (np.array([1, 3]), np.array([3, 3])),  # np.where: rows, then columns; here it is the same
        np.argwhere(np.abs(difference) > 0.01),
        np.argwhere(~np.isclose(difference, 0)).tolist(),
        np.where(np.abs(difference) > 0.01),
        np.transpose(np.nonzero(difference.round(2))),
        list(zip(*np.where(np.abs(difference) > 0.1), strict=True)),
        zip([1, 3], [3, 3], strict=True),
        ((row, 3) for row in (1, 3)),
        map(tuple, [[1, 3], [3, 3]]),
        by_loops(),
        np.stack(np.unravel_index([7, 15], (4, 4)), axis=1),
        [divmod(place, 4) for place in (7, 15)],
    ],
}
WRONG = {
    "two wrong scores": [
        ("not whole numbers", [(1.5, 3), (3, 3)]),
        ("not whole numbers", [(np.inf, 3), (3, 3)]),
        ("not whole numbers", [(1.74, 1.96), (1.64, 1.91)]),
        ("counted from 1", [(2, 4), (4, 4)]),
        ("counted from 1", [(4, 4), (2, 4)]),
        ("counted from 1", {(4, 4), (2, 4)}),
        ("counted from 1", np.argwhere(np.abs(difference) > 0.01) + 1),
        ("outside the table", [(1, 3), (3, 4)]),
        ("outside the table", [(-1, -1), (1, -1)]),
        ("outside the table", [(4, 2), (4, 4)]),
        ("outside the table", [(1e300, 3), (3, 3)]),
        ("rows and columns exchanged", [(3, 1), (3, 3)]),
        ("rows and columns exchanged", [(3, 3), (3, 1)]),
        ("rows and columns exchanged", {(3, 3), (3, 1)}),
        ("rows and columns exchanged", np.argwhere(np.abs(difference.T) > 0.01)),
        ("same place twice", [(3, 3), (3, 3)]),
        ("same place twice", [(1, 3), (1, 3)]),
        ("the right K", [(3, 2), (3, 3)]),
        (
            "the right K",
            np.argwhere(np.abs(recompute("E6")["unscaled scores"] - printed["unscaled scores"]) > 0.5),
        ),
        ("an entry that follows", [(3, 3), (2, 1)]),
        ("an entry that follows", [(0, 0), (0, 1)]),
        ("an entry that follows", [(1, 2), (1, 3)]),
        ("an entry that follows", {(1, 3), (2, 3)}),
        ("an entry that follows", [(1, 3), (2, 2)]),
        ("an entry that follows", np.argwhere(printed["unscaled scores"] > 1.95)),
        ("wrong shape", [7, 15]),
        ("wrong shape", 7),
        ("wrong shape", np.array(3)),
        ("wrong shape", [1, 3, 3, 3]),
        ("wrong shape", {(1, 3)}),
        ("wrong shape", [(1, 3)]),
        ("wrong shape", [(1, 3), (3, 3), (3, 2)]),
        ("wrong shape", np.argwhere(difference != 0)),
        ("wrong shape", np.abs(difference) > 0.01),
        ("wrong shape", difference),
        ("wrong shape", [[(1, 3), (3, 3)]]),
        ("unequal rows", [(1, 3), (3,)]),
        ("not numbers", "(1, 3), (3, 3)"),
        ("not numbers", [("love", "phones"), ("phones", "phones")]),
        ("not numbers", [("1", "3"), ("3", "3")]),
        ("not numbers", {"row": 1, "column": 3}),
        ("dots left", [(1, 3), ...]),
        ("None inside", [(1, 3), (3, None)]),
        ("NaN", [(np.nan, 3), (3, 3)]),
    ],
}
FULFILS = {"two wrong scores": two_that_do_not_follow}
