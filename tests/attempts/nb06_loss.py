"""Answers to helpers/exercises/checks/nb06_loss.py, written as learners write them."""

import math

import numpy as np
from scipy.special import log_softmax, logsumexp, softmax


def by_loops(logits, y):
    total = 0.0
    for row, right in zip(logits, y, strict=True):
        largest = max(row)
        sum_of_exponentials = sum(math.exp(logit - largest) for logit in row)
        total += math.log(sum_of_exponentials) - (row[right] - largest)
    return total / len(y)


def by_one_hot(logits, y):
    shifted = logits - np.max(logits, axis=1)[:, None]
    right = np.eye(logits.shape[1])[y]
    return np.einsum(
        "i->", np.log(np.exp(shifted).sum(axis=1)) - np.einsum("ij,ij->i", shifted, right)
    ) / len(y)


def by_take(logits, y):
    right = np.take_along_axis(logits, y[:, None], axis=1)[:, 0]
    return np.mean(logsumexp(logits, axis=1) - right)


def one_by_one(logits, y):
    return np.array([-log_softmax(row)[right] for row, right in zip(logits, y, strict=True)])


def shares_without_shift(logits, y):
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return -np.mean([np.log(shares[i, y[i]]) for i in range(len(y))])


def logarithm_of_sum_without_shift(logits, y):
    losses = np.log(np.exp(logits).sum(axis=1)) - logits[range(len(y)), y]
    return losses.mean()


def shares_with_the_largest_of_all(logits, y):
    e = np.exp(logits - logits.max())
    shares = e / e.sum(axis=1, keepdims=True)
    return -np.log(shares[np.arange(len(y)), y]).mean()


def largest_of_all(logits, y):
    logits = logits - np.max(logits)
    return np.mean(np.log(np.exp(logits).sum(axis=1)) - logits[np.arange(len(y)), y])


def down_the_columns(logits, y):
    return -np.log(softmax(logits, axis=0)[np.arange(len(y)), y]).mean()


def down_the_columns_stable(logits, y):
    return -log_softmax(logits, axis=0)[np.arange(len(y)), y].mean()


def shifted_in_place(logits, y):
    logits -= logits.max(axis=1, keepdims=True)
    return np.mean(np.log(np.exp(logits).sum(axis=1)) - logits[np.arange(len(y)), y])


def hidden(logits, y):
    shares = softmax(logits, axis=1)
    return np.mean([-np.log(row[right] + 1e-12) for row, right in zip(shares, y, strict=True)])


RIGHT = {
    "untrained loss": [2.08, math.log(8), np.float32(2.0794), -np.log(1 / 8), np.array(2.08)],
    "cross entropy": [by_loops, by_one_hot, by_take],
}
WRONG = {
    "untrained loss": [
        ("two choices", 0.69),
        ("two choices", np.log(2)),
        ("sign", -2.08),
        ("sign", np.log(1 / 8)),
        ("log10", 0.90),
        ("log2", 3),
        ("share", 0.125),
        ("share", 0.13),
        ("1 minus the share", 0.875),
        ("1 minus the share", 0.88),
        ("number of choices", 8),
        ("zero", 0),
        ("one decimal", 2.1),
    ],
    "cross entropy": [
        ("sum", lambda logits, y: one_by_one(logits, y).sum()),
        ("sign", lambda logits, y: -by_loops(logits, y)),
        ("sign", lambda logits, y: log_softmax(logits, axis=1)[np.arange(len(y)), y].mean()),
        ("no logarithm", lambda logits, y: np.mean([softmax(x)[k] for x, k in zip(logits, y, strict=True)])),
        (
            "logarithm of the mean",
            lambda logits, y: -np.log(softmax(logits, axis=1)[range(len(y)), y].mean()),
        ),
        ("log10", lambda logits, y: -np.log10(softmax(logits, axis=1)[range(len(y)), y]).mean()),
        ("all classes", lambda logits, y: np.mean(-log_softmax(logits, axis=1))),
        ("all classes", lambda logits, y: -np.log(softmax(logits, axis=1)).mean()),
        ("whole rows", lambda logits, y: -log_softmax(logits, axis=1)[y].mean()),
        ("hidden infinity", hidden),
        (
            "overflow",
            lambda x, y: -np.sum(np.eye(x.shape[1])[y] * np.log(softmax(x, axis=1)), axis=1).mean(),
        ),
        ("wrong shape", lambda logits, y: -log_softmax(logits, axis=1)[y]),
        ("every row with every y", lambda logits, y: -np.mean(log_softmax(logits, axis=-1)[:, y])),
        ("one for each sentence", one_by_one),
        ("wrong axis", down_the_columns),
        ("wrong axis", down_the_columns_stable),
        ("overflow", shares_without_shift),
        ("overflow", logarithm_of_sum_without_shift),
        ("overflow", shares_with_the_largest_of_all),
        ("logarithm of 0", lambda logits, y: -np.log(softmax(logits, axis=1)[np.arange(len(y)), y]).mean()),
        ("global maximum", largest_of_all),
        ("changed its input", shifted_in_place),
    ],
}
