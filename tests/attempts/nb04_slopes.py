"""Answers to helpers/exercises/checks/nb04_slopes.py, written as learners write them."""

import numpy as np
from scipy.special import softmax


def by_loops(p):
    n = len(p)
    table = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            table[i][j] = p[i] * (1 - p[i]) if i == j else -p[i] * p[j]
    return table


def by_einsum(p):
    return np.einsum("i,ij->ij", p, np.eye(len(p))) - np.einsum("i,j->ij", p, p)


def by_columns(p):
    return p[:, None] * (np.eye(len(p)) - p)


def by_small_steps(p):
    scores, h, columns = np.log(p), 1e-4, []
    for step in h * np.eye(len(p)):
        columns.append((softmax(scores + step) - softmax(scores - step)) / (2 * h))
    return np.stack(columns, axis=1)


def table_of(p, on_the_diagonal, elsewhere):
    n = len(p)
    return [[on_the_diagonal(p[i]) if i == j else elsewhere(p[i], p[j]) for j in range(n)] for i in range(n)]


def in_place(p):
    table = -np.outer(p, p)
    table += np.diag(p)
    p -= p.mean()
    return table


RIGHT = {"jacobian": [by_loops, by_einsum, by_columns, by_small_steps]}
WRONG = {
    "jacobian": [
        ("diagonal only", lambda p: p - p**2),
        ("zeros beside the diagonal", lambda p: np.eye(len(p)) * p * (1 - p)),
        ("sign", lambda p: np.outer(p, p) - np.diag(p)),
        ("other weights grow", lambda p: table_of(p, lambda a: a * (1 - a), lambda a, b: a * b)),
        ("the diagonal's rule everywhere", lambda p: [[a * (1 - b) for b in p] for a in p]),
        ("no diag(p)", lambda p: -p[:, None] * p[None, :]),
        ("products only", lambda p: p[:, None] @ p[None, :]),
        ("no products", lambda p: p * np.eye(len(p))),
        ("added", lambda p: np.diag(p) + p.reshape(-1, 1) * p),
        ("ones on the diagonal", lambda p: table_of(p, lambda a: 1 - a * a, lambda a, b: -a * b)),
        ("bare p on the diagonal", lambda p: table_of(p, lambda a: a, lambda a, b: -a * b)),
        ("p @ p.T", lambda p: np.diag(p) - p @ p.T),
        ("p @ p.T", lambda p: np.diag(p) - np.dot(p, p)),
        ("p * p", lambda p: np.diag(p) - p * p.T),
        ("softmax again", lambda p: by_loops(softmax(p))),
        ("changed its input", in_place),
    ],
}
