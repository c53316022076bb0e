"""Answers to helpers/exercises/checks/nb05_published.py, written as learners write them."""

import numpy as np

RIGHT = {
    "two wrong scores": [
        [(1, 3), (3, 3)],
        [(3, 3), (1, 3)],
        np.array([[3, 3], [1, 3]]),
        [[1.0, 3.0], [3.0, 3.0]],
        (np.array([1, 3]), np.array([3, 3])),  # np.where: rows, then columns; here it is the same
    ],
}
WRONG = {
    "two wrong scores": [
        ("not whole numbers", [(1.5, 3), (3, 3)]),
        ("not whole numbers", [(np.inf, 3), (3, 3)]),
        ("counted from 1", [(2, 4), (4, 4)]),
        ("counted from 1", [(4, 4), (2, 4)]),
        ("outside the table", [(1, 3), (3, 4)]),
        ("outside the table", [(-1, -1), (1, -1)]),
        ("rows and columns exchanged", [(3, 1), (3, 3)]),
        ("rows and columns exchanged", [(3, 3), (3, 1)]),
        ("same place twice", [(3, 3), (3, 3)]),
        ("the right K", [(3, 2), (3, 3)]),
        ("an entry that follows", [(3, 3), (2, 1)]),
        ("an entry that follows", [(0, 0), (0, 1)]),
        ("an entry that follows", [(1, 2), (1, 3)]),
        ("wrong shape", [7, 15]),
        ("NaN", [(np.nan, 3), (3, 3)]),
    ],
}
