"""Answers to helpers/exercises/checks/nb03_attending.py, written as learners write them."""

import math

import numpy as np
from scipy.special import softmax


def times(x, W):
    """A row of numbers and a matrix, by loops."""
    return [sum(x[i] * W[i][j] for i in range(len(x))) for j in range(len(W[0]))]


def scores_by_loops(X, W_Q, W_K):
    table = []
    for asks in X:
        query = times(asks, W_Q)
        row = []
        for answers in X:
            key = times(answers, W_K)
            row.append(sum(a * b for a, b in zip(query, key, strict=True)) / math.sqrt(len(key)))
        table.append(row)
    return table


def scores_by_einsum(X, W_Q, W_K):
    return np.einsum("id,dk,je,ek->ij", X, W_Q, X, W_K) / W_Q.shape[-1] ** 0.5


def scores_by_one_matrix_between(X, W_Q, W_K):
    return X @ (W_Q @ W_K.T / np.sqrt(W_Q.shape[1])) @ X.T


def one_word_at_a_time(X, W_Q, W_K, W_V):
    new = []
    for row in scores_by_loops(X, W_Q, W_K):
        exponentials = [math.exp(score - max(row)) for score in row]
        mixed = np.zeros(W_V.shape[1])
        for e, x in zip(exponentials, X, strict=True):
            mixed += e / sum(exponentials) * np.array(times(x, W_V))
        new.append(mixed)
    return new


def by_einsum(X, W_Q, W_K, W_V):
    weights = softmax(scores_by_einsum(X, W_Q, W_K), axis=1)
    return np.einsum("ij,jd,dv->iv", weights, X, W_V)


def keys_in_columns(X, W_Q, W_K, W_V):
    columns = W_K.T @ X.T
    scores = X @ W_Q @ columns / np.sqrt(len(columns))
    weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    return (weights @ X) @ W_V


def mixed(scores_of, axis=1, values=lambda X, W_V: X @ W_V):
    """Attention with other scores, another axis or other values."""

    def wrong(X, W_Q, W_K, W_V):
        return softmax(scores_of(X @ W_Q, X @ W_K), axis=axis) @ values(X, W_V)

    return wrong


def scaled(Q, K):
    return Q @ K.T / np.sqrt(Q.shape[1])


def by_d_model(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return softmax(Q @ K.T / np.sqrt(X.shape[-1]), axis=-1) @ V


def weights_of_columns(X, W_Q, W_K, W_V):
    e = np.exp(scaled(X @ W_Q, X @ W_K))
    return e / e.sum(axis=0) @ (X @ W_V)


def weights_of_all(X, W_Q, W_K, W_V):
    e = np.exp(scaled(X @ W_Q, X @ W_K))
    return (e / e.sum()) @ (X @ W_V)


def weights_turned(X, W_Q, W_K, W_V):
    weights = softmax(scaled(X @ W_Q, X @ W_K), axis=-1)
    return weights.T @ (X @ W_V)


def largest_only(X, W_Q, W_K, W_V):
    V = X @ W_V
    return [V[max(range(len(row)), key=row.__getitem__)] for row in scores_by_loops(X, W_Q, W_K)]


def one_matrix(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_Q, X @ W_V
    return softmax(Q @ K.T / np.sqrt(K.shape[1]), axis=1) @ V


def other_matrix(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_K, X @ W_K, X @ W_V
    return softmax(Q @ K.T / np.sqrt(K.shape[1]), axis=1) @ V


def keys_passed_on(X, W_Q, W_K, W_V):
    Q, K = X @ W_Q, X @ W_K
    return softmax(scaled(Q, K), axis=1) @ K


def written_over(X, W_Q, W_K, W_V):
    W_Q /= np.sqrt(W_Q.shape[1])
    return softmax(X @ W_Q @ (X @ W_K).T, axis=1) @ X @ W_V


RIGHT = {
    "separate scores": [scores_by_loops, scores_by_einsum, scores_by_one_matrix_between],
    "attention": [one_word_at_a_time, by_einsum, keys_in_columns],
}
WRONG = {
    "separate scores": [
        ("unscaled", lambda X, W_Q, W_K: np.einsum("ik,jk->ij", X @ W_Q, X @ W_K)),
        ("/ d_k", lambda X, W_Q, W_K: (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1]),
        ("/ d_k", lambda X, W_Q, W_K: scaled(X @ W_Q, X @ W_K) / np.sqrt(W_K.shape[1])),
        ("/ sqrt(d_model)", lambda X, W_Q, W_K: X @ W_Q @ W_K.T @ X.T / np.sqrt(len(W_K))),
        ("/ sqrt(n)", lambda X, W_Q, W_K: X @ W_Q @ W_K.T @ X.T / len(X) ** 0.5),
        ("always / sqrt(2)", lambda X, W_Q, W_K: X @ W_Q @ (X @ W_K).T / 2**0.5),
        ("multiplied", lambda X, W_Q, W_K: X @ W_Q @ W_K.T @ X.T * math.sqrt(len(W_Q[0]))),
        ("Q and K swapped", lambda X, W_Q, W_K: scaled(X @ W_K, X @ W_Q)),
        ("Q and K swapped", lambda X, W_Q, W_K: scores_by_einsum(X, W_Q, W_K).T),
        ("W_Q twice", lambda X, W_Q, W_K: scaled(X @ W_Q, X @ W_Q)),
        ("W_K twice", lambda X, W_Q, W_K: scaled(X @ W_K, X @ W_K)),
        ("no matrices", lambda X, W_Q, W_K: [[x @ y for y in X] for x in X]),
        ("no matrices, scaled", lambda X, W_Q, W_K: scaled(X, X)),
        ("Q.T @ K", lambda X, W_Q, W_K: W_Q.T @ X.T @ X @ W_K / np.sqrt(W_K.shape[1])),
        ("weights", lambda X, W_Q, W_K: softmax(scaled(X @ W_Q, X @ W_K), axis=1)),
        ("always / 2", lambda X, W_Q, W_K: X @ W_Q @ (X @ W_K).T / np.sqrt(4)),
        ("error", lambda X, W_Q, W_K: scaled(X @ W_Q.T, X @ W_K.T)),
        ("error", lambda X, W_Q, W_K: (X @ W_Q) @ (X @ W_K) / np.sqrt(2)),
    ],
    "attention": [
        ("unscaled", mixed(lambda Q, K: Q @ K.T)),
        ("/ d_k", mixed(lambda Q, K: Q @ K.T / Q.shape[1])),
        ("/ sqrt(d_model)", by_d_model),
        ("/ sqrt(n)", mixed(lambda Q, K: Q @ K.T / len(K) ** 0.5)),
        ("always / 2", mixed(lambda Q, K: Q @ K.T / 2)),
        ("always / 2", mixed(lambda Q, K: Q @ K.T / np.sqrt(4))),
        ("weights.T @ V", weights_turned),
        ("wrong axis", mixed(scaled, axis=0)),
        ("wrong axis", weights_of_columns),
        ("whole table", mixed(scaled, axis=None)),
        ("whole table", weights_of_all),
        ("Q and K swapped", mixed(lambda Q, K: scaled(K, Q))),
        ("W_Q twice", one_matrix),
        ("W_K twice", other_matrix),
        ("no W_V", mixed(scaled, values=lambda X, W_V: X)),
        ("no matrices", lambda X, W_Q, W_K, W_V: softmax(scaled(X, X), axis=1) @ X),
        ("keys passed on", keys_passed_on),
        ("no softmax", lambda X, W_Q, W_K, W_V: scaled(X @ W_Q, X @ W_K) @ (X @ W_V)),
        ("argmax", largest_only),
        ("weights", lambda X, W_Q, W_K, W_V: softmax(scaled(X @ W_Q, X @ W_K), axis=1)),
        ("scores", lambda X, W_Q, W_K, W_V: scaled(X @ W_Q, X @ W_K)),
        ("error", mixed(lambda Q, K: Q @ K)),
        ("changed its input", written_over),
    ],
}
