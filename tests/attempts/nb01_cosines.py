"""Answers to helpers/exercises/checks/nb01_cosines.py, written as learners write them."""

import math

import numpy as np


def rows_by_loops(X):
    new = []
    for row in X:
        length = math.sqrt(sum(number * number for number in row))
        new.append([number / length for number in row])
    return new


def rows_by_einsum(X):
    return np.einsum("ij,i->ij", X, np.einsum("ij,ij->i", X, X) ** -0.5)


def rows_by_turning(X):
    return (X.T / np.linalg.norm(X, axis=1)).T


def rows_forgotten(X):
    for row in X:
        row = row / np.linalg.norm(row)
    return X


def first_row(X):
    for row in X:
        return row / np.sqrt(row @ row)


def rows_written_over(X):
    for i in range(len(X)):
        X[i] = X[i] / np.linalg.norm(X[i])
    return X


def by_loops(X, v):
    length = math.hypot(*v)
    return [sum(a * b for a, b in zip(row, v, strict=True)) / (math.hypot(*row) * length) for row in X]


def by_einsum(X, v):
    squares = np.einsum("ij,ij->i", X, X) * np.einsum("j,j->", v, v)
    return np.einsum("ij,j->i", X, v) / np.sqrt(squares)


def by_unit_rows(X, v):
    return (X / np.linalg.norm(X, axis=1)[:, None]) @ (v / np.linalg.norm(v))


def by_law_of_cosines(X, v):
    a, b = np.linalg.norm(X, axis=1), np.linalg.norm(v)
    return (a**2 + b**2 - ((X - v) ** 2).sum(axis=1)) / (2 * a * b)


def columns_of_length_one(X, v):
    return np.array([row @ v for row in X / np.sqrt((X**2).sum(axis=0))]) / np.sqrt((v**2).sum())


def length_of_all(X, v):
    return (X @ v) / np.sqrt((X * X).sum() * (v * v).sum())


RIGHT = {
    "unit rows": [rows_by_loops, rows_by_einsum, rows_by_turning],
    "cosines": [by_loops, by_einsum, by_unit_rows, by_law_of_cosines],
}
WRONG = {
    "unit rows": [
        ("whole table", lambda X: X / np.sqrt((X * X).sum())),
        ("wrong axis", lambda X: X / np.sqrt((X * X).sum(axis=0, keepdims=True))),
        ("squared length", lambda X: [row / (row @ row) for row in X]),
        ("sum", lambda X: X / np.sum(X, axis=1)[:, None]),
        ("sum without signs", lambda X: np.array([row / sum(abs(row)) for row in X])),
        ("largest number", lambda X: X / np.max(np.abs(X), axis=-1, keepdims=True)),
        ("unchanged", rows_forgotten),
        ("first row only", first_row),
        ("multiplied", lambda X: [row * np.linalg.norm(row) for row in X]),
        ("lengths", lambda X: np.linalg.norm(X, axis=1)),
        ("column of lengths", lambda X: np.sqrt(np.sum(X**2, axis=1, keepdims=True))),
        ("error", lambda X: X / np.sqrt((X * X).sum(axis=1))),
        ("changed its input", rows_written_over),
    ],
    "cosines": [
        ("dot products", lambda X, v: [row @ v for row in X]),
        ("length of the rows left", lambda X, v: X @ (v / np.sqrt(v @ v))),
        ("length of v left", lambda X, v: [row @ v / np.sqrt(row @ row) for row in X]),
        ("whole table", length_of_all),
        ("wrong axis", columns_of_length_one),
        ("no brackets", lambda X, v: X @ v / np.linalg.norm(X, axis=1) * np.linalg.norm(v)),
        (
            "no brackets, other way round",
            lambda X, v: X @ v / np.linalg.norm(v) * np.linalg.norm(X, axis=1),
        ),
        ("squared lengths", lambda X, v: [x @ v / ((x @ x) * (v @ v)) for x in X]),
        (
            "lengths added",
            lambda X, v: [np.dot(x, v) / (np.linalg.norm(x) + np.linalg.norm(v)) for x in X],
        ),
        ("sign lost", lambda X, v: np.sqrt(np.array(by_loops(X, v)) ** 2)),
        ("degrees", lambda X, v: [math.degrees(math.acos(c)) for c in by_loops(X, v)]),
        ("radians", lambda X, v: [math.acos(c) for c in by_loops(X, v)]),
        ("1 minus the cosine", lambda X, v: [1 - c for c in by_loops(X, v)]),
        ("distance", lambda X, v: [math.dist(x, v) for x in X]),
        ("only the largest", lambda X, v: max(by_loops(X, v))),
    ],
}
