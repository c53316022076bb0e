"""Answers to helpers/exercises/checks/nb05_reading.py, written as learners write them."""

import math

import numpy as np
from scipy.special import softmax


def by_loops(scores, mask):
    rows = []
    for score_row, mask_row in zip(scores, mask, strict=True):
        shares = [math.exp(s) if allowed else 0.0 for s, allowed in zip(score_row, mask_row, strict=True)]
        rows.append([share / sum(shares) for share in shares])
    return rows


def by_where(scores, mask):
    return softmax(np.where(mask, scores, -np.inf), axis=-1)


def on_a_copy(scores, mask):
    masked = scores.copy()
    masked[~mask] = -1e9
    return softmax(masked, axis=1)


def late_but_shared_again(scores, mask):
    late = softmax(scores, axis=1) * mask
    return late / late.sum(axis=1, keepdims=True)


def by_einsum(scores, mask):
    e = np.exp(scores) * mask
    return np.einsum("ij,i->ij", e, 1 / np.einsum("ij->i", e))


def late(scores, mask):
    weights = softmax(scores, axis=1)
    weights[~mask] = 0
    return weights


def forgotten(scores, mask):
    np.where(mask, scores, -np.inf)
    return softmax(scores, axis=1)


def causal(scores, mask):
    allowed = np.tril(np.ones(scores.shape)) == 1
    return by_where(scores, allowed)


def infinity_times_mask(scores, mask):
    e = np.exp(scores + ~mask * -np.inf)
    return e / e.sum(axis=1, keepdims=True)


def in_place(scores, mask):
    scores[~mask] = -np.inf
    return softmax(scores, axis=1)


def turn(degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[c, s], [-s, c]])


def zeros_forbidden(scores, mask):
    m = scores * mask
    m[m == 0] = -np.inf
    return softmax(m, axis=1)


RIGHT = {
    "masked weights": [by_loops, by_where, on_a_copy, late_but_shared_again, by_einsum],
    "next word": [20 * turn(45), 30 * turn(40), (100 * turn(50)).tolist(), np.float32(20 * turn(45 - 360))],
}
WRONG = {
    "masked weights": [
        ("mask after softmax", late),
        ("mask after softmax", lambda scores, mask: softmax(scores, axis=1) * mask),
        ("scores times the mask", lambda scores, mask: softmax(scores * mask, axis=1)),
        ("scores times the mask", lambda scores, mask: softmax(np.where(mask, scores, 0), axis=1)),
        ("inverted mask", lambda scores, mask: softmax(np.where(mask, -np.inf, scores), axis=1)),
        ("mask ignored", forgotten),
        ("wrong axis", lambda scores, mask: softmax(np.where(mask, scores, -np.inf), axis=0)),
        ("causal mask", causal),
        ("no softmax", lambda scores, mask: np.where(mask, scores, -np.inf)),
        ("every 0 forbidden", zeros_forbidden),
        ("not low enough", lambda scores, mask: softmax(np.where(mask, scores, -20), axis=1)),
        ("infinity among the weights", lambda scores, mask: np.where(mask, softmax(scores, axis=1), -np.inf)),
        ("softmax twice", lambda s, mask: softmax(np.where(mask, softmax(s, axis=1), -np.inf), axis=1)),
        ("mask added", lambda scores, mask: softmax(scores + mask, axis=1)),
        ("scores ignored", lambda scores, mask: [row / np.sum(row) for row in mask]),
        ("scores ignored", lambda scores, mask: softmax(np.where(mask, 0, -np.inf), axis=1)),
        ("whole table", lambda scores, mask: softmax(np.where(mask, scores, -np.inf))),
        ("one sum for all rows", lambda scores, mask: late(scores, mask) / late(scores, mask).sum()),
        ("NaN", infinity_times_mask),
        ("changed its input", in_place),
    ],
    "next word": [
        ("infinity", [[np.inf, 0], [0, 1]]),
        ("infinity", 1e300 * turn(45)),
        ("no queries", np.zeros((2, 2))),
        ("not turned", 20 * turn(0)),
        ("not turned", np.eye(2)),
        ("not turned", 20 * turn(10)),
        ("wrong way", 20 * turn(-45)),
        ("wrong way", 20 * turn(45).T),
        ("too far", 20 * turn(90)),
        ("another word", 20 * turn(180)),
        ("another word", np.ones((2, 2))),
        ("too weak", turn(45)),
        ("too weak", 5 * turn(45)),
        ("too weak", 20 * turn(25)),
        ("NaN", np.full((2, 2), np.nan)),
        ("wrong shape", 45),
    ],
}
