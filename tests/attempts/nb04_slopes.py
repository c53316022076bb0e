"""Answers to helpers/exercises/checks/nb04_slopes.py, written as learners write them."""

from fractions import Fraction

import numpy as np
from scipy.special import softmax

n = 7  # what earlier cells of the notebook leave behind

# --- right ------------------------------------------------------------------------------------------


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


def by_filling_the_diagonal(p):
    table = -np.outer(p, p)
    np.fill_diagonal(table, p - p**2)
    return table


def what_the_others_lose(p):
    table = -np.outer(p, p) * (1 - np.eye(len(p)))
    return table - np.diag(table.sum(axis=0))


def row_by_row(p):
    for i, own in enumerate(p):
        row = -own * p.astype(float)
        row[i] += own
        yield row


def with_fractions(p):
    parts = [Fraction(float(weight)) for weight in p]
    return [[(a if i == j else 0) - a * b for j, b in enumerate(parts)] for i, a in enumerate(parts)]


def with_np_where(p):
    a, b = np.meshgrid(p, p, indexing="ij")
    print("weights:", p)
    return np.where(np.eye(len(p)) == 1, a * (1 - b), -a * b)


def by_fromfunction(p):
    def place(i, j):
        return p[i] * ((i == j) - p[j])

    return np.fromfunction(place, (len(p), len(p)), dtype=int)


def added_up_place_by_place(p):
    total = np.zeros((p.size, p.size))
    for i in range(p.size):
        total[i, i] += p[i]
        for j in range(i + 1):
            total[i, j] -= p[i] * p[j]
            if i != j:
                total[j, i] -= p[i] * p[j]
    return total


def as_a_variance(p):
    """One word drawn by these weights, as a row with a single 1: the table of covariances."""
    words = np.eye(len(p))
    return sum(w * np.outer(word - p, word - p) for w, word in zip(p, words, strict=True))


def the_products_taken_away_in_place(p):
    table = np.diag(p).copy()
    table -= np.outer(p, p)
    return table


def on_an_own_copy(p):
    q = p.copy().astype(float).reshape(-1, 1)
    table = q @ q.T
    table *= -1
    table[np.diag_indices(len(q))] += q.ravel()
    return table


# --- wrong ------------------------------------------------------------------------------------------


def table_of(p, on_the_diagonal, elsewhere):
    n = len(p)
    return [[on_the_diagonal(p[i]) if i == j else elsewhere(p[i], p[j]) for j in range(n)] for i in range(n)]


def in_place(p):
    table = -np.outer(p, p)
    table += np.diag(p)
    p -= p.mean()
    return table


def never_written(p):
    table = np.zeros((len(p), len(p)))
    for i in range(len(p)):
        for j in range(len(p)):
            slope = p[i] * (1 - p[i]) if i == j else -p[i] * p[j]  # noqa: F841
    return table


def into_whole_numbers(p):
    table = np.zeros((len(p), len(p)), dtype=int)
    for i in range(len(p)):
        for j in range(len(p)):
            table[i, j] = p[i] * ((i == j) - p[j])
    return table


def like_p(p):
    table = np.array([np.zeros_like(p)] * len(p))
    for i in range(len(p)):
        for j in range(len(p)):
            table[i, j] = p[i] - 0.5 if i == j else 0.5 * p[j]
    return table


def two_words(p):
    return [[p[0] * (1 - p[0]), -p[0] * p[1]], [-p[1] * p[0], p[1] * (1 - p[1])]]


def three_words(p):
    table = np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            table[i, j] = p[i] * (1 - p[i]) if i == j else -p[i] * p[j]
    return table


def loop_to_two(p):
    table = np.zeros((len(p), len(p)))
    for i in range(2):
        for j in range(2):
            table[i, j] = p[i] * ((i == j) - p[j])
    return table


def size_of_earlier_cells(p):
    table = np.zeros((n, n))
    for i, a in enumerate(p):
        for j, b in enumerate(p):
            table[i, j] = a * (1 - a) if i == j else -a * b
    return table


def above_the_diagonal(p):
    table = np.zeros((len(p), len(p)))
    for i in range(len(p)):
        for j in range(i, len(p)):
            table[i, j] = p[i] * ((i == j) - p[j])
    return table


def below_the_diagonal(p):
    table = np.zeros((len(p), len(p)))
    for i in range(len(p)):
        for j in range(i + 1):
            table[i, j] = p[i] * ((i == j) - p[j])
    return table


def nothing_on_the_diagonal(p):
    table = np.zeros((len(p), len(p)))
    for i in range(len(p)):
        for j in range(len(p)):
            if i != j:
                table[i, j] = -p[i] * p[j]
    return table


def last_row_forgotten(p):
    table = np.zeros((len(p), len(p)))
    for i in range(len(p) - 1):
        for j in range(len(p)):
            table[i, j] = p[i] * ((i == j) - p[j])
    return table


def return_in_the_loop(p):
    for i in range(len(p)):
        row = []
        for j in range(len(p)):
            row.append(p[i] * (1 - p[i]) if i == j else -p[i] * p[j])
        return row


def only_the_last_row(p):
    for i in range(len(p)):
        row = [p[i] * (1 - p[i]) if i == j else -p[i] * p[j] for j in range(len(p))]
    return row


def one_long_list(p):
    return [p[i] * ((i == j) - p[j]) for i in range(len(p)) for j in range(len(p))]


def equal_weights_are_the_same_place(p):
    return [[a * (1 - a) if a == b else -a * b for b in p] for a in p]


def a_tiny_step_one_way(p):
    h, columns = 0.05, []
    for j in range(len(p)):
        nudged = p * np.exp(h * (np.arange(len(p)) == j))
        columns.append((nudged / nudged.sum() - p) / h)
    return np.array(columns).T


def by_steps_of_the_weights(p):
    scores, h = p, 1e-5
    return [(softmax(scores + step) - softmax(scores - step)) / (2 * h) for step in h * np.eye(len(p))]


RIGHT = {
    "jacobian": [
        by_loops,
        by_einsum,
        by_columns,
        by_small_steps,
        by_filling_the_diagonal,
        what_the_others_lose,
        row_by_row,
        with_fractions,
        with_np_where,
        by_fromfunction,
        added_up_place_by_place,
        as_a_variance,
        the_products_taken_away_in_place,
        on_an_own_copy,
        lambda p: (np.diag(p) - np.outer(p, p)).T,
        lambda p: np.eye(len(p)) * p - p[:, None] * p,
        lambda p: np.diag(p) @ (np.eye(len(p)) - np.ones((len(p), 1)) @ p[None]),
        lambda p: (np.diag(p) - np.outer(p, p)).astype(np.float32),
        lambda p: (np.diag(p) - np.outer(p, p)).astype(np.float16),
        lambda p: tuple(tuple(a * ((i == j) - b) for j, b in enumerate(p)) for i, a in enumerate(p)),
        lambda p: np.diag(p) - np.multiply.outer(p, p),
        lambda p: np.diag(p) - np.kron(p, p).reshape(len(p), -1),
        lambda p: map(lambda one: p * (one - p @ one), np.eye(len(p))),
        lambda p: np.vectorize(lambda i, j: p[i] * ((i == j) - p[j]))(*np.indices((len(p), len(p)))),
    ]
}
WRONG = {
    "jacobian": [
        ("diagonal only", lambda p: p - p**2),
        ("diagonal only", lambda p: [weight * (1 - weight) for weight in p]),
        ("diagonal only", lambda p: np.diag(np.diag(p) - np.outer(p, p))),
        ("zeros beside the diagonal", lambda p: np.eye(len(p)) * p * (1 - p)),
        ("zeros beside the diagonal", lambda p: np.diag(p) - np.diag(p * p)),
        ("diagonal left at 0", nothing_on_the_diagonal),
        ("diagonal left at 0", lambda p: np.outer(p, p) * (np.eye(len(p)) - 1)),
        ("sign", lambda p: np.outer(p, p) - np.diag(p)),
        ("sign", lambda p: table_of(p, lambda a: -a * (1 - a), lambda a, b: a * b)),
        ("other weights grow", lambda p: table_of(p, lambda a: a * (1 - a), lambda a, b: a * b)),
        ("other weights grow", lambda p: np.abs(np.diag(p) - np.outer(p, p))),
        ("the diagonal's rule everywhere", lambda p: [[a * (1 - b) for b in p] for a in p]),
        ("the diagonal's rule everywhere", lambda p: [[b * (1 - a) for b in p] for a in p]),
        ("the diagonal's rule everywhere", lambda p: p - np.outer(p, p)),
        ("the diagonal's rule everywhere", lambda p: np.outer(p, 1 - p)),
        ("the diagonal's rule everywhere", lambda p: [[a * (1 - a) for b in p] for a in p]),
        ("the diagonal's rule everywhere", lambda p: p * (1 - p) * np.ones((len(p), 1))),
        ("rules exchanged", lambda p: table_of(p, lambda a: -a * a, lambda a, b: a * (1 - b))),
        ("rules exchanged", lambda p: table_of(p, lambda a: -a * a, lambda a, b: a * (1 - a))),
        ("no diag(p)", lambda p: -p[:, None] * p[None, :]),
        ("products only", lambda p: p[:, None] @ p[None, :]),
        ("no products", lambda p: p * np.eye(len(p))),
        ("added", lambda p: np.diag(p) + p.reshape(-1, 1) * p),
        ("ones on the diagonal", lambda p: table_of(p, lambda a: 1 - a * a, lambda a, b: -a * b)),
        ("ones on the diagonal", lambda p: np.eye(len(p)) - np.outer(p, p)),
        ("bare p on the diagonal", lambda p: table_of(p, lambda a: a, lambda a, b: -a * b)),
        ("square taken away twice", lambda p: np.diag(p - p * p) - np.outer(p, p)),
        ("square taken away twice", lambda p: np.diag(p * (1 - p)) - p[:, None] * p),
        ("a factor missing", lambda p: np.eye(len(p)) - p),
        ("a factor missing", lambda p: table_of(p, lambda a: 1 - a, lambda a, b: -a)),
        (
            "a factor missing beside the diagonal",
            lambda p: table_of(p, lambda a: a * (1 - a), lambda a, b: -b),
        ),
        ("a factor missing beside the diagonal", lambda p: table_of(p, lambda a: a - a**2, lambda a, b: -a)),
        ("each loses all of it", lambda p: table_of(p, lambda a: a * (1 - a), lambda a, b: -a * (1 - a))),
        ("each loses all of it", lambda p: table_of(p, lambda a: a * (1 - a), lambda a, b: -b * (1 - b))),
        (
            "shared equally",
            lambda p: table_of(p, lambda a: a - a * a, lambda a, b: -b * (1 - b) / (len(p) - 1)),
        ),
        ("one half", above_the_diagonal),
        ("one half", below_the_diagonal),
        ("one half", lambda p: np.tril(np.diag(p) - np.outer(p, p))),
        ("one row", return_in_the_loop),
        ("one row", only_the_last_row),
        ("one row", lambda p: [by_loops(p)[0]]),
        ("fixed size", two_words),
        ("fixed size", three_words),
        ("fixed size", loop_to_two),
        ("fixed size", size_of_earlier_cells),
        ("p @ p.T", lambda p: np.diag(p) - p @ p.T),
        ("p @ p.T", lambda p: np.diag(p) - np.dot(p, p)),
        ("p * p", lambda p: np.diag(p) - p * p.T),
        ("p * p", lambda p: np.eye(len(p)) * p - p * p),
        ("p * p", lambda p: p * (np.eye(len(p)) - p)),
        ("softmax again", lambda p: by_loops(softmax(p))),
        ("softmax again", by_steps_of_the_weights),
        ("other numbers", last_row_forgotten),
        ("other numbers", equal_weights_are_the_same_place),
        ("other numbers", a_tiny_step_one_way),
        ("other numbers", like_p),
        ("other numbers", lambda p: np.diag(p) - 0.5 * np.outer(p, p)),
        ("other numbers", lambda p: np.diag(p) - np.outer(p, p[::-1])),
        ("other numbers", lambda p: np.diag(p)[::-1] - np.outer(p, p)),
        ("other numbers", lambda p: np.diag(np.sort(p)) - np.outer(np.sort(p), np.sort(p))),
        ("other numbers", lambda p: np.cov(np.diag(p)) * np.ones((len(p), len(p)))),
        ("other numbers", lambda p: np.diag(p > 0) * p.max() - np.outer(p, p)),
        ("wrong shape", lambda p: softmax(p)),
        ("wrong shape", one_long_list),
        ("wrong shape", lambda p: (np.diag(p) - np.outer(p, p)).sum(axis=0)),
        ("a single number", lambda p: p @ (1 - p)),
        ("a single number", lambda p: np.trace(np.diag(p) - np.outer(p, p))),
        ("all zeros", never_written),
        ("all zeros", into_whole_numbers),
        ("rounded", lambda p: np.round(np.diag(p) - np.outer(p, p), 4)),
        ("the example's answer", lambda p: [[0.16, -0.16], [-0.16, 0.16]]),
        ("several results", lambda p: (np.diag(p), np.outer(p, p))),
        ("error", lambda p: np.diag(p) - p @ p[:, None] @ p),
        ("error", lambda p: [[p[i] * ((i == j) - p[j]) for j in p] for i in p]),
        ("error", lambda p, scores: np.diag(p) - np.outer(p, p)),
        ("changed its input", in_place),
    ],
}
