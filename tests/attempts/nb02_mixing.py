"""Answers to helpers/exercises/checks/nb02_mixing.py, written as learners write them."""

import numpy as np
from scipy.special import softmax


def one_by_loops(X, i):
    scores = [sum(a * b for a, b in zip(X[i], row, strict=True)) for row in X]
    weights = softmax(scores)
    new = [0.0] * len(X[0])
    for weight, row in zip(weights, X, strict=True):
        for k in range(len(new)):
            new[k] += weight * row[k]
    return new


def one_by_einsum(X, i):
    return np.einsum("j,jk->k", softmax(np.einsum("k,jk->j", X[i], X)), X)


def without_itself(X, i):
    others = [j for j in range(len(X)) if j != i]
    weights = softmax([X[i] @ X[j] for j in others])
    return sum(weight * X[j] for weight, j in zip(weights, others, strict=True))


def all_by_loops(X):
    return [one_by_loops(X, i) for i in range(len(X))]


def all_by_einsum(X):
    return np.einsum("ij,jk->ik", softmax(np.einsum("ik,jk->ij", X, X), axis=1), X)


def most_similar(X):
    return np.array([X[np.argmax(X @ x)] for x in X])


def changed(X):
    X[:] = softmax(X @ X.T, axis=1) @ X
    return X


RIGHT = {
    "one token": [one_by_loops, one_by_einsum, lambda X, i: all_by_einsum(X)[i]],
    "all tokens": [
        all_by_loops,
        all_by_einsum,
        lambda X: np.array([one_by_einsum(X, i) for i in range(len(X))]),
    ],
    "read by design": [[1.9, 0.5], np.array([3.0, 0.7]), (5, 0)],
}
WRONG = {
    "one token": [
        ("no softmax", lambda X, i: sum((X[i] @ x) * x for x in X)),
        ("always the same word", lambda X, i: softmax(X @ X[1]) @ X),
        ("argmax", lambda X, i: X[(X @ X[i]).argmax()]),
        ("plain average", lambda X, i: np.mean(X, axis=0)),
        ("without itself", without_itself),
        ("weights", lambda X, i: softmax(X @ X[i])),
        ("scores", lambda X, i: [X[i] @ x for x in X]),
        ("all words", lambda X, i: all_by_einsum(X)),
        ("scaled", lambda X, i: softmax(X @ X[i] / len(X[i]) ** 0.5) @ X),
    ],
    "all tokens": [
        ("weights.T @ X", lambda X: softmax(X @ X.T, axis=0) @ X),
        ("weights.T @ X", lambda X: softmax(X @ X.T, axis=1).T @ X),
        ("no softmax", lambda X: (X @ X.T) @ X),
        ("argmax", most_similar),
        ("whole table", lambda X: softmax(X @ X.T) @ X),
        ("weights", lambda X: softmax(X @ X.T, axis=1)),
        ("X.T @ X", lambda X: X @ softmax(X.T @ X, axis=1)),
        ("scaled", lambda X: softmax(X @ X.T / np.sqrt(X.shape[-1]), axis=1) @ X),
        ("changed its input", changed),
    ],
    "read by design": [
        ("infinity", [np.inf, 0.0]),
        ("away from it", [-3.0, 0.5]),
        ("too short", [0.55, 0.2]),
        ("too short", [1.5, 0.35]),
    ],
}
