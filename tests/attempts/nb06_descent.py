"""Answers to helpers/exercises/checks/nb06_descent.py, written as learners write them."""

import math

import numpy as np
from scipy.special import softmax


def by_loops(weights, d_weights):
    n = len(weights)
    result = [0.0] * n
    for i in range(n):  # score i moves every weight j
        for j in range(n):
            slope = weights[j] * ((i == j) - weights[i])
            result[i] += slope * d_weights[j]
    return result


def by_table(weights, d_weights):
    return (np.diag(weights) - np.outer(weights, weights)) @ d_weights


def by_einsum(weights, d_weights):
    return weights * d_weights - np.einsum("i,j,j->i", weights, weights, d_weights)


def by_small_steps(weights, d_weights):
    scores, step, slopes = np.log(weights), 1e-4, []
    for i in range(len(weights)):
        move = np.zeros(len(weights))
        move[i] = step
        slopes.append((softmax(scores + move) - softmax(scores - move)) @ d_weights / (2 * step))
    return slopes


def no_coupling(weights, d_weights):
    return [weight * slope for weight, slope in zip(weights, d_weights, strict=True)]


def plain_mean(weights, d_weights):
    return weights * (d_weights - sum(d_weights) / len(d_weights))


def without_the_last_step(weights, d_weights):
    return np.array(d_weights) - np.average(d_weights, weights=weights)


def no_brackets(weights, d_weights):
    gains = weights * d_weights
    return gains - gains.sum()


def softmax_again(weights, d_weights):
    p = np.exp(weights) / np.exp(weights).sum()
    return p * (d_weights - p @ d_weights)


def in_place(weights, d_weights):
    d_weights -= weights @ d_weights
    return weights * d_weights


RIGHT = {
    "through softmax": [by_loops, by_table, by_einsum, by_small_steps],
    "learning rate": [0.1, np.float32(0.2), 0.08, np.array(0.15), 1 / 8],
}
WRONG = {
    "through softmax": [
        ("no coupling", no_coupling),
        ("plain mean", plain_mean),
        ("not multiplied by the weights", without_the_last_step),
        ("brackets", no_brackets),
        ("sign", lambda weights, d_weights: weights * (np.sum(weights * d_weights) - d_weights)),
        ("sign", lambda weights, d_weights: (np.outer(weights, weights) - np.diag(weights)) @ d_weights),
        ("added", lambda weights, d_weights: weights * (d_weights + np.dot(weights, d_weights))),
        ("only itself", lambda weights, d_weights: d_weights * (weights - weights**2)),
        ("table", lambda weights, d_weights: np.diag(weights) - weights[:, None] * weights[None, :]),
        ("softmax again", softmax_again),
        ("a single number", lambda weights, d_weights: weights @ d_weights),
        ("changed its input", in_place),
    ],
    "learning rate": [
        ("not above 0", 0),
        ("not above 0", -0.1),
        ("not above 0", -math.inf),
        ("too small", 0.001),
        ("too small", 0.01),
        ("too small", 1e-300),
        ("too large", 0.6),
        ("too large", 1),
        ("too large", 100),
        ("too large", 1e300),
        ("too large", math.inf),
        ("NaN", math.nan),
        ("wrong shape", [0.1]),
    ],
}
