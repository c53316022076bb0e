"""Answers to helpers/exercises/checks/nb06_descent.py, written as learners write them."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
from scipy.special import softmax

from helpers.attention import softmax as of_course
from helpers.learning import TEST, Adam, forward, new_head, three_questions, train

# --- right ------------------------------------------------------------------------------------------


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


def by_table_from_the_left(weights, d_weights):
    return np.dot(d_weights, np.diag(weights) - weights[:, None] * weights)


def by_einsum(weights, d_weights):
    return weights * d_weights - np.einsum("i,j,j->i", weights, weights, d_weights)


def by_small_steps(weights, d_weights):
    scores, step, slopes = np.log(weights), 1e-4, []
    for i in range(len(weights)):
        move = np.zeros(len(weights))
        move[i] = step
        slopes.append((softmax(scores + move) - softmax(scores - move)) @ d_weights / (2 * step))
    return slopes


def by_average(weights, d_weights):
    return (d_weights - np.average(d_weights, weights=weights)) * weights


def with_an_inner_function(weights, d_weights):
    mean = np.dot(d_weights, weights)

    def one(weight, slope):
        return weight * (slope - mean)

    return np.vectorize(one)(weights, d_weights)


def as_a_generator(weights, d_weights):
    mean = sum(map(lambda pair: pair[0] * pair[1], zip(weights, d_weights, strict=True)))
    return (p * (d - mean) for p, d in zip(weights, d_weights, strict=True))


def in_place_on_a_copy(weights, d_weights):
    moved = d_weights.astype(float)
    moved -= np.inner(weights, moved)
    moved *= weights
    print(f"the sum is {moved.sum():.3f}")
    return moved


def by_differences(weights, d_weights):
    table = d_weights[:, None] - d_weights[None, :]  # how much better each is than each other
    return weights * (table * weights).sum(axis=1)


def one_after_the_other(weights, d_weights):
    mean = 0
    for i in range(weights.size):
        mean += weights[i] * d_weights[i]
    result = np.zeros_like(weights)
    for i, slope in enumerate(d_weights):
        result[i] = weights[i] * (slope - mean)
    return result


# --- wrong ------------------------------------------------------------------------------------------


def no_coupling(weights, d_weights):
    return [weight * slope for weight, slope in zip(weights, d_weights, strict=True)]


def plain_mean(weights, d_weights):
    return weights * (d_weights - sum(d_weights) / len(d_weights))


def without_the_last_step(weights, d_weights):
    return np.array(d_weights) - np.average(d_weights, weights=weights)


def sum_of_products_taken_away(weights, d_weights):
    return d_weights - np.sum(weights * d_weights)


def no_brackets(weights, d_weights):
    gains = weights * d_weights
    return gains - gains.sum()


def mean_of_gains(weights, d_weights):
    gains = weights * d_weights
    return weights * (d_weights - gains.mean())


def bracket_too_late(weights, d_weights):
    return d_weights - weights * np.dot(weights, d_weights)


def ones_on_the_diagonal(weights, d_weights):
    return (np.eye(len(weights)) - np.outer(weights, weights)) @ d_weights


def multiplied_twice(weights, d_weights):
    d_scores = weights * (d_weights - weights @ d_weights)
    return weights * d_scores


def softmax_again(weights, d_weights):
    p = np.exp(weights) / np.exp(weights).sum()
    return p * (d_weights - p @ d_weights)


def in_place(weights, d_weights):
    d_weights -= weights @ d_weights
    return weights * d_weights


def only_the_others(weights, d_weights):
    result = np.zeros(len(weights))
    for i in range(len(weights)):
        for j in range(len(weights)):
            if i != j:
                result[i] -= weights[i] * weights[j] * d_weights[j]
    return result


def overwritten(weights, d_weights):
    result = np.zeros(len(weights))
    for i in range(len(weights)):
        for j in range(len(weights)):
            result[i] = weights[j] * ((i == j) - weights[i]) * d_weights[j]
    return result


def diagonal_of_the_table(weights, d_weights):
    table = np.diag(weights) - np.outer(weights, weights)
    return np.diag(table) * d_weights


def share_minus_1(weights, d_weights):
    right = np.eye(len(weights))[d_weights.argmax()]
    return weights - right


def divided_by_the_root(weights, d_weights):
    return by_average(weights, d_weights) / np.sqrt(len(weights))


def returned_too_early(weights, d_weights):
    mean = weights @ d_weights
    for weight, slope in zip(weights, d_weights, strict=True):
        return weight * (slope - mean)


# --- is this an answer to exercise 4? ---------------------------------------------------------------


def gets_enough_after_30_steps(rate) -> bool:
    """A new head of seed 3, farm or wild, 30 steps of Adam: more than 0.75 of the test sentences."""
    if np.shape(rate) or not 0 < rate < math.inf:
        return False
    learn = three_questions(np.random.default_rng(100), 400)["farm or wild"].batch
    test = three_questions(np.random.default_rng(101), 400, TEST)["farm or wild"].batch
    start = new_head(np.random.default_rng(3), 50, 8, n_classes=2)
    try:
        *_, end = train(start, learn, Adam(float(rate)), n_steps=30)
    except ValueError:  # the steps are far too large
        return False
    logits = forward(end.parameters, test).logits
    return sum(np.argmax(row) == y for row, y in zip(logits, test.y, strict=True)) > 0.75 * len(test.y)


FULFILS = {"learning rate": gets_enough_after_30_steps}
RIGHT = {
    "through softmax": [
        by_loops,
        by_table,
        by_table_from_the_left,
        by_einsum,
        by_small_steps,
        by_average,
        with_an_inner_function,
        as_a_generator,
        in_place_on_a_copy,
        by_differences,
        one_after_the_other,
        lambda weights, d_weights: weights * (d_weights - np.sum(d_weights * weights)),
        lambda weights, d_weights: weights * d_weights - weights * np.dot(d_weights, weights),
        lambda weights, d_weights: tuple(weights * (d_weights - d_weights.T @ weights.T)),
        lambda weights, d_weights: (weights * (d_weights - weights @ d_weights)).astype(np.float32),
        lambda weights, d_weights: (weights * (d_weights - weights @ d_weights)).astype(np.float16),
        lambda weights, d_weights: -weights * (np.vdot(weights, d_weights) - d_weights),
    ],
    # Not near an end of what is enough: there another computer's rounding may decide.
    "learning rate": [
        0.1,
        np.float32(0.2),
        0.08,
        np.array(0.15),
        1 / 8,
        0.07,
        0.3,
        1e-1,
        Fraction(1, 10),
        Decimal("0.12"),
        10**-0.9,
        np.float16(0.25),
        0.1 + 0j,
    ],
}
WRONG = {
    "through softmax": [
        ("no coupling", no_coupling),
        ("no coupling", lambda weights, d_weights: np.diag(weights) @ d_weights),
        ("plain mean", plain_mean),
        ("plain mean", lambda weights, d_weights: d_weights - np.mean(d_weights)),
        ("sum", lambda weights, d_weights: weights * (d_weights - d_weights.sum())),
        ("sum", lambda weights, d_weights: [p * (d - sum(d_weights)) for p, d in zip(weights, d_weights)]),  # noqa: B905
        ("sum", lambda weights, d_weights: d_weights - np.sum(d_weights)),
        ("mean of the products", mean_of_gains),
        ("not multiplied by the weights", without_the_last_step),
        ("not multiplied by the weights", sum_of_products_taken_away),
        ("only the mean multiplied", bracket_too_late),
        ("only the mean multiplied", ones_on_the_diagonal),
        ("multiplied twice", multiplied_twice),
        ("multiplied twice", lambda weights, d_weights: weights**2 * (d_weights - weights @ d_weights)),
        ("divided", lambda weights, d_weights: (d_weights - d_weights @ weights) / weights),
        ("brackets", no_brackets),
        ("brackets", lambda weights, d_weights: (np.diag(weights) - weights) @ d_weights),
        ("only what is taken away", lambda weights, d_weights: -np.outer(weights, weights) @ d_weights),
        ("only what is taken away", lambda weights, d_weights: weights * (weights @ d_weights)),
        ("sign", lambda weights, d_weights: weights * (np.sum(weights * d_weights) - d_weights)),
        ("sign", lambda weights, d_weights: (np.outer(weights, weights) - np.diag(weights)) @ d_weights),
        ("added", lambda weights, d_weights: weights * (d_weights + np.dot(weights, d_weights))),
        ("added", lambda weights, d_weights: (np.diag(weights) + np.outer(weights, weights)) @ d_weights),
        ("only itself", lambda weights, d_weights: d_weights * (weights - weights**2)),
        ("only itself", diagonal_of_the_table),
        ("no derivatives", lambda weights, d_weights: weights * (1 - weights)),
        ("without itself", only_the_others),
        ("without itself", lambda weights, d_weights: weights * (weights * d_weights - weights @ d_weights)),
        ("last one only", overwritten),
        ("no outer product", lambda weights, d_weights: (np.diag(weights) - weights @ weights) @ d_weights),
        ("no outer product", lambda weights, d_weights: (np.diag(weights) - weights * weights) @ d_weights),
        ("table", lambda weights, d_weights: np.diag(weights) - weights[:, None] * weights[None, :]),
        ("products not added", lambda p, d_p: (np.diag(p) - np.outer(p, p)) * d_p),
        ("products not added", lambda p, d_p: d_p[:, None] * (np.diag(p) - np.outer(p, p))),
        ("roles exchanged", lambda weights, d_weights: d_weights * (weights - weights @ d_weights)),
        ("softmax again", softmax_again),
        ("softmax again", lambda weights, d_weights: by_table(of_course(weights), d_weights)),
        ("softmax of derivatives", lambda weights, d_weights: softmax(d_weights)),
        ("softmax of derivatives", lambda weights, d_weights: of_course(by_table(weights, d_weights))),
        ("softmax of derivatives", lambda weights, d_weights: by_average(weights, of_course(d_weights))),
        ("a single number", lambda weights, d_weights: weights @ d_weights),
        ("a single number", lambda weights, d_weights: (weights * (d_weights - weights @ d_weights)).sum()),
        ("first one only", returned_too_early),
        ("changed its input", in_place),
        ("other numbers", share_minus_1),
        ("other numbers", divided_by_the_root),
        ("other numbers", lambda weights, d_weights: weights * (d_weights - np.median(d_weights))),
        ("other numbers", lambda weights, d_weights: weights * (d_weights - d_weights.max())),
        ("wrong shape", lambda weights, d_weights: by_average(weights, d_weights)[:, None]),
        ("wrong shape", lambda weights, d_weights: by_average(weights, d_weights)[1:]),
        ("rounded", lambda weights, d_weights: np.round(by_average(weights, d_weights), 2)),
        ("whole numbers", lambda weights, d_weights: by_average(weights, d_weights).astype(int)),
        ("the example's answer", lambda weights, d_weights: [0.2, -0.48, 0.28]),
        ("inputs exchanged", lambda d_weights, weights: weights * (d_weights - weights @ d_weights)),
        ("error", lambda weights, d_weights: weights * (d_weights - weights @ d_weight)),  # noqa: F821
        ("None", lambda weights, d_weights: print(by_average(weights, d_weights))),
    ],
    "learning rate": [
        ("not above 0", 0),
        ("not above 0", 0.0),
        ("not above 0", -0.0),
        ("not above 0", -0.1),
        ("not above 0", -1),
        ("not above 0", -math.inf),
        ("too small", 0.001),
        ("too small", 0.003),
        ("too small", 0.01),
        ("too small", 0.02),
        ("too small", 0.03),
        ("too small", 0.04),
        ("too small", 1e-6),
        ("too small", 1e-300),
        ("too large", 0.4),
        ("too large", 0.5),
        ("too large", 0.6),
        ("too large", 0.7),
        ("too large", 1),
        ("too large", True),
        ("too large", 3.0),
        ("too large", 10),
        ("too large", 100),
        ("too large", 1e6),
        ("too large", 1e300),
        ("too large", math.inf),
        ("NaN", math.nan),
        ("wrong shape", [0.1]),
        ("wrong shape", np.array([[0.1]])),
        ("wrong shape", [0.01, 0.1]),
        ("decimal comma", (0, 1)),
        ("decimal comma", [0, 2]),
        ("not numbers", "0.1"),
        ("not numbers", Adam(0.1)),
        ("not numbers", lambda: 0.1),
        ("dots left", [...]),
    ],
}
