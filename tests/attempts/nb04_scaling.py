"""Answers to helpers/exercises/checks/nb04_scaling.py, written as learners write them."""

import math

import numpy as np
from scipy.special import softmax


def by_loops(Q, K):
    scores = []
    for query in Q:
        scores.append([sum(a * b for a, b in zip(query, key, strict=True)) / len(query) ** 0.5 for key in K])
    return scores


def by_einsum(Q, K):
    return np.einsum("ik,jk->ij", Q, K) / np.sqrt(K.shape[-1])


def a_part_on_each_side(Q, K):
    root = Q.shape[1] ** 0.25
    return (Q / root) @ (K / root).T


def in_place(Q, K):
    Q /= np.sqrt(Q.shape[1])
    return Q @ K.T


RIGHT = {
    "variance": [1024, 64 * 2**4, np.float32(1024.0), 1024.001, np.array(1024)],
    "scaled scores": [by_loops, by_einsum, a_part_on_each_side],
    "divisor": [
        lambda d_k, v: v * math.sqrt(d_k),
        lambda d_k, v: (d_k * v**2) ** 0.5,
        lambda d_k, v: np.linalg.norm(np.full(d_k, v)),
    ],
}
WRONG = {
    "variance": [
        ("not above 0", 0),
        ("not above 0", -1024),
        ("standard deviation 1", 64),
        ("one of the two", 256),
        ("not squared", 128),
        ("spread", 32.0),
        ("one product", 16),
        ("one number", 2**2),
        ("copies", 4096),
        ("copies", 65536),
        ("measured", 1020.7),
        ("measured", 1024.2),
        ("measured", 1031),
        ("too small", 8),
        ("too small", 512),
        ("too large", 2048),
        ("too large", np.inf),
        ("NaN", np.nan),
    ],
    "scaled scores": [
        ("unscaled", lambda Q, K: np.inner(Q, K)),
        ("unscaled", lambda Q, K: [[query @ key for key in K] for query in Q]),
        ("/ d_k", lambda Q, K: np.dot(Q, K.transpose()) / K.shape[1]),
        ("/ d_k", lambda Q, K: (Q / np.sqrt(Q.shape[1])) @ (K / np.sqrt(Q.shape[1])).T),
        ("/ sqrt(number of queries)", lambda Q, K: Q @ K.T / np.sqrt(Q.shape[0])),
        ("/ sqrt(number of keys)", lambda Q, K: Q @ K.T / math.sqrt(K.shape[0])),
        ("Q and K swapped", lambda Q, K: K @ Q.T / np.sqrt(Q.shape[-1])),
        ("Q and K swapped", lambda Q, K: (Q @ K.T / np.sqrt(Q.shape[-1])).T),
        ("softmax applied", lambda Q, K: softmax(Q @ K.T / np.sqrt(Q.shape[1]), axis=1)),
        ("softmax of raw scores", lambda Q, K: softmax(Q @ K.T, axis=-1)),
        ("multiplied", lambda Q, K: np.sqrt(len(Q[0])) * np.inner(Q, K)),
        ("fixed 2", lambda Q, K: Q @ K.T / np.sqrt(4)),
        ("fixed 8", lambda Q, K: Q @ K.T / 8.0),
        ("d_k of an earlier cell", lambda Q, K: Q @ K.T / np.sqrt(1024)),
        ("measured spread", lambda Q, K: np.inner(Q, K) / np.std(np.inner(Q, K))),
        ("error", lambda Q, K: Q @ K),
        ("changed its input", in_place),
    ],
    "divisor": [
        ("without v", lambda d_k, v: d_k**0.5),
        ("v once", lambda d_k, v: math.sqrt(d_k) * math.sqrt(v)),
        ("variance", lambda d_k, v: v**2 * d_k),
        ("no root of d_k", lambda d_k, v: v * d_k),
        ("v not under the root", lambda d_k, v: np.sqrt(d_k) * v**2),
        ("root of v, not of d_k", lambda d_k, v: d_k * v**0.5),
        ("divided by v", lambda d_k, v: d_k**0.5 / v),
        ("one over it", lambda d_k, v: 1 / np.sqrt(d_k * v * v)),
        ("the example's answer", lambda d_k, v: 36),
    ],
}
