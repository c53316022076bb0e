"""Answers to helpers/exercises/checks/nb02_softmax.py, written as learners write them."""

import math

import numpy as np


def by_loops(x):
    rows = []
    for row in x:
        largest = max(row)
        exponentials = [math.exp(score - largest) for score in row]
        rows.append([e / sum(exponentials) for e in exponentials])
    return rows


def by_einsum(x):
    e = np.exp(x - np.max(x, axis=1)[:, None])
    return np.einsum("ij,i->ij", e, 1 / np.einsum("ij->i", e))


def by_apply(x):
    def one(row):
        e = np.exp(row - row.max())
        return e / e.sum()

    return np.apply_along_axis(one, 1, x)


def wrong_axis(x):
    e = np.exp(x - x.max(axis=0))
    return e / e.sum(axis=0)


def whole_table(x):
    e = np.exp(x - x.max())
    return e / e.sum()


def overflow(x):
    e = np.exp(x)
    return e / e.sum(axis=1, keepdims=True)


def global_maximum(x):
    e = np.exp(x - x.max())
    return e / e.sum(axis=1, keepdims=True)


def no_exp(x):
    return np.array([row / row.sum() for row in x])


def no_division(x):
    return np.exp(x - x.max(axis=1, keepdims=True))


def argmax(x):
    result = np.zeros(x.shape)
    for i in range(len(x)):
        result[i, np.argmax(x[i])] = 1
    return result


def logarithm(x):
    shifted = x - x.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def in_place(x):
    x -= x.max(axis=1, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=1, keepdims=True)


RIGHT = {
    "softmax": [by_loops, by_einsum, by_apply],
    "never": [[2.0, -np.inf, 0.0], np.array([2.0, -1000.0, 0.0]), (2.0, float("-inf"), 0.0)],
}
WRONG = {
    "softmax": [
        ("wrong axis", wrong_axis),
        ("whole table", whole_table),
        ("overflow", overflow),
        ("global maximum", global_maximum),
        ("no exp", no_exp),
        ("no division", no_division),
        ("only exp", lambda x: np.exp(x)),
        ("argmax", argmax),
        ("logarithm", logarithm),
        ("changed its input", in_place),
    ],
    "never": [
        ("score 0", [2.0, 0.0, 0.0]),
        ("still read", [2.0, -5.0, 0.0]),
        ("still read", [2.0, 1.0, 0.0]),
        ("plus infinity", [2.0, np.inf, 0.0]),
        ("the other two changed", [3.0, -np.inf, 1.0]),
        ("the other two changed", [5.0, -np.inf, 0.0]),
    ],
}
