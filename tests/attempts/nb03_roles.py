"""Answers to helpers/exercises/checks/nb03_roles.py, written as learners write them."""

import math

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


RIGHT = {
    "swap": [
        [[0, 1], [1, 0]],
        np.eye(2)[::-1],
        np.array([[0, 1], [1, 0]], dtype=np.float32),
        np.linalg.lstsq(words, np.array(words)[:, ::-1], rcond=None)[0],
    ],
    "every word alike": [np.zeros((2, 2)), [[0, 0], [0, 0]], 0 * np.eye(2, dtype=np.float32)],
    "count": [by_counting, by_making_them, lambda d_model, d_k, d_v: float(d_model * (d_k + d_k + d_v))],
}
WRONG = {
    "swap": [
        ("identity", [[1, 0], [0, 1]]),
        ("quarter turn", [[0, 1], [-1, 0]]),
        ("quarter turn back", [[0, -1], [1, 0]]),
        ("both signs turned", -np.eye(2)[::-1]),
        ("half turn", [[-1, 0], [0, -1]]),
        ("all ones", [[1, 1], [1, 1]]),
        ("all halves", [[0.5, 0.5], [0.5, 0.5]]),
        ("the queries", [[second, first] for first, second in words]),
        ("other numbers", [[0, 1], [1, 1]]),
        ("wrong shape", [0, 1, 1, 0]),
    ],
    "every word alike": [
        ("far too large", [[1e308, 0], [0, 1e308]]),
        ("far too large", [[-math.inf, 0], [0, 0]]),
        ("nearly alike", [[0.001, 0], [0, 0.001]]),
        ("nearly alike", [[0.001, 0.001], [0.001, 0.001]]),
        ("only longer or shorter", [[1, 0], [0, 1]]),
        ("only longer or shorter", [[-1, 0], [0, -1]]),
        ("only longer or shorter", 0.1 * np.eye(2)),
        ("on one line", [[1, 1], [1, 1]]),
        ("on one line", [[0.25, 0.25], [0.25, 0.25]]),
        ("on one line", [[1, 0], [0, 0]]),
        ("still different", [[0, 1], [1, 0]]),
        ("still different", [[1, 2], [3, 4]]),
        ("wrong shape", np.full((4, 4), 0.25)),
        ("wrong shape", 0),
    ],
    "count": [
        ("W_V like W_K", lambda d_model, d_k, d_v: d_model * d_k * 3),
        ("sizes multiplied", lambda d_model, d_k, d_v: d_model * d_k * d_v),
        ("all like W_V", lambda d_model, d_k, d_v: d_model * d_v * 3),
        ("d_k and d_v exchanged", lambda d_model, d_k, d_v: d_model * (d_k + d_v + d_v)),
        ("no W_V", lambda d_model, d_k, d_v: np.zeros((2, d_model, d_k)).size),
        ("W_Q or W_K missing", lambda d_model, d_k, d_v: d_model * (d_k + d_v)),
        ("four matrices", lambda d_model, d_k, d_v: 2 * d_model * (d_k + d_v)),
        ("W_V from the keys", lambda d_model, d_k, d_v: d_k * (2 * d_model + d_v)),
        ("sums", lambda d_model, d_k, d_v: 3 * d_model + 2 * d_k + d_v),
        ("one word", lambda d_model, d_k, d_v: d_k + d_k + d_v),
        ("multiplied", lambda d_model, d_k, d_v: math.prod([d_model, d_k, d_model, d_k, d_model, d_v])),
        ("biases", lambda d_model, d_k, d_v: (d_model + 1) * (2 * d_k + d_v)),
        ("not a function", 32),
    ],
}
