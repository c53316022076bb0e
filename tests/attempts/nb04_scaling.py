"""Answers to helpers/exercises/checks/nb04_scaling.py, written as learners write them."""

import functools
import itertools
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
from scipy.special import softmax
from scipy.stats import zscore

from helpers.attention import attention_scores

d_k, d_model, n = 1024, 16, 7  # what earlier cells of the notebook leave behind

# --- variance ---------------------------------------------------------------------------------------


def _measured(pairs):
    rng = np.random.default_rng(0)
    q, k = rng.normal(0, 2, size=(2, pairs, 64))
    return np.sum(q * k, axis=1).var()


def _is_the_variance(answer):
    """Vectors of 64 numbers, each -2 or 2: all products of two such numbers, and their variance, 64 times."""
    products = [a * b for a, b in itertools.product((-2.0, 2.0), repeat=2)]
    wanted = 64 * np.var(products)
    return answer.shape == () and abs(answer - wanted) < 0.01


FULFILS = {"variance": _is_the_variance}

# --- scaled scores: right ---------------------------------------------------------------------------


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


def into_zeros(Q, K):
    n_q, size = Q.shape
    scores = np.zeros((n_q, K.shape[0]))
    for i in range(n_q):
        for j in range(K.shape[0]):
            for m in range(size):
                scores[i, j] += Q[i, m] * K[j, m]
    scores /= math.sqrt(size)
    return scores


def by_columns(Q, K):
    return np.stack([Q @ key for key in K], axis=1) / np.sqrt(len(K[0]))


def row_by_row(Q, K):
    for query in Q:
        yield K @ query / np.sqrt(query.size)


def turned_back(Q, K):
    return (K @ Q.T / np.sqrt(K.shape[1])).T


def with_a_print_and_an_inner_function(Q, K):
    def one(query, key):
        return np.dot(query, key) / np.sqrt(len(key))

    print("shapes:", Q.shape, K.shape)
    return np.array([[one(query, key) for key in K] for query in Q])


def on_a_copy(Q, K):
    Q = Q.astype(float)
    Q /= np.sqrt(Q.shape[1])
    return Q @ K.T


def on_a_copy_of_its_own_kind(Q, K):
    Q = Q.copy()
    Q /= np.sqrt(Q.shape[1])  # whole numbers do not take this, and NumPy says so
    return Q @ K.T


def along_the_axis(Q, K):
    return np.apply_along_axis(lambda query: K @ query, 1, Q) / np.sqrt(Q.shape[1])


def by_a_table_of_all_products(Q, K):
    total = (Q[:, None, :] * K[None, :, :]).sum(axis=-1)
    return total * math.exp(-0.5 * math.log(Q.shape[-1]))


def one_query_after_the_other(Q, K):
    if len(Q) == 0:
        return []
    first = [float(query_key) / math.sqrt(Q.shape[1]) for query_key in K @ Q[0]]
    return [first, *one_query_after_the_other(Q[1:], K)]


# --- scaled scores: wrong ---------------------------------------------------------------------------


def in_place(Q, K):
    Q /= np.sqrt(Q.shape[1])
    return Q @ K.T


def return_in_the_loop(Q, K):
    for query in Q:
        return K @ query / np.sqrt(len(query))


def last_query_only(Q, K):
    for query in Q:
        scores = K @ query / np.sqrt(len(query))
    return scores


def return_in_the_inner_loop(Q, K):
    for query in Q:
        for key in K:
            return query @ key / np.sqrt(len(key))


def never_written(Q, K):
    scores = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        for j in range(len(K)):
            score = Q[i] @ K[j] / np.sqrt(Q.shape[1])  # noqa: F841
    return scores


def into_whole_numbers(Q, K):
    scores = np.zeros((len(Q), len(K)), dtype=int)
    for i, query in enumerate(Q):
        for j, key in enumerate(K):
            scores[i, j] = query @ key / len(key) ** 0.5
    return scores


def by_the_shape_of_the_scores(Q, K):
    scores = Q @ K.T
    return scores / np.sqrt(scores.shape[-1])


def size_of_all(Q, K):
    return Q @ K.T / np.sqrt(Q.size)


def square_of_scores(Q, K):
    n_q, n_k = len(Q), len(K)
    scores = np.zeros((n_q, n_q))
    for i in range(n_q):
        for j in range(n_k):
            scores[i, j] = Q[i] @ K[j]
    return scores / np.sqrt(Q.shape[1])


def exchanged(K, Q):
    return Q @ K.T / np.sqrt(Q.shape[1])


def cosines(Q, K):
    lengths = np.linalg.norm(Q, axis=1)[:, None] * np.linalg.norm(K, axis=1)[None, :]
    return Q @ K.T / lengths


def unit_queries(Q, K):
    return (Q / np.linalg.norm(Q, axis=1, keepdims=True)) @ K.T


def without_the_largest(Q, K):
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    return scores - scores.max(axis=1, keepdims=True)


def weights_by_hand(Q, K):
    e = np.exp(Q @ K.T / np.sqrt(Q.shape[1]))
    return e / e.sum(axis=1, keepdims=True)


# --- divisor ----------------------------------------------------------------------------------------


def step_by_step(d_k, v):
    of_a_product = v * v
    of_the_sum = 0
    for _ in range(d_k):
        of_the_sum += of_a_product
    return math.sqrt(of_the_sum)


def by_newton(d_k, v):
    variance = d_k * v**2
    guess = variance
    for _ in range(60):
        guess = (guess + variance / guess) / 2
    return guess


def other_order(v, d_k):
    return v * np.sqrt(d_k)


def measured_divisor(d_k, v):
    rng = np.random.default_rng(1)
    q, k = np.sqrt(v) * rng.normal(size=(2, 500, d_k))
    return np.sum(q * k, axis=1).std()


def printed_only(d_k, v):
    print(v * d_k**0.5)


def both(d_k, v):
    variance = d_k * v * v
    return variance, np.sqrt(variance)


RIGHT = {
    "variance": [
        1024,
        64 * 2**4,
        np.float32(1024.0),
        1024.001,
        np.array(1024),
        1024.0001,
        np.sqrt(64 * 4 * 4) ** 2,
        sum(2**2 * 2**2 for _ in range(64)),
        Fraction(64) * 16,
        Decimal(1024),
        np.int16(1024),
        1024 + 0j,
        64 * np.var([-2, 2]) ** 2,
        math.pow(2, 10),
        np.full(64, 16).sum(),
        np.float16(32) ** 2,
        (np.sqrt(64) * 2 * 2) ** 2,
        np.float32(math.sqrt(2)) ** 8 * 64,
        functools.reduce(lambda a, b: a * b, [64, 4, 4]),
        10_24.0,
    ],
    "scaled scores": [
        by_loops,
        by_einsum,
        a_part_on_each_side,
        into_zeros,
        by_columns,
        row_by_row,
        turned_back,
        with_a_print_and_an_inner_function,
        on_a_copy,
        on_a_copy_of_its_own_kind,
        along_the_axis,
        by_a_table_of_all_products,
        one_query_after_the_other,
        attention_scores,
        lambda Q, K: np.inner(Q, K) * Q.shape[1] ** -0.5,
        lambda Q, K: np.tensordot(Q, K, axes=(1, 1)) / np.sqrt(Q.size / len(Q)),
        lambda Q, K: (Q @ K.T / np.sqrt(K.shape[1])).astype(np.float32),
        lambda Q, K: (Q @ K.T / np.sqrt(K.shape[1])).astype(np.float16),
        lambda Q, K: map(lambda query: tuple(query @ K.T / len(query) ** 0.5), Q),
        lambda Q, K: np.matmul(Q / math.sqrt(len(Q[0])), np.swapaxes(K, 0, 1)),
        lambda Q, K: np.asmatrix(Q) * np.asmatrix(K).T / np.sqrt(Q.shape[1]),
    ],
    "divisor": [
        lambda d_k, v: v * math.sqrt(d_k),
        lambda d_k, v: (d_k * v**2) ** 0.5,
        lambda d_k, v: np.linalg.norm(np.full(d_k, v)),
        lambda d_k, v: np.sqrt(d_k * v**2),
        lambda d_k, v: d_k**0.5 * v,
        lambda d_k, v: np.sqrt(d_k) * np.sqrt(v) * np.sqrt(v),
        lambda d_k, v: (d_k * v * v) ** (1 / 2),
        lambda d_k, v: math.exp(math.log(v) + math.log(d_k) / 2),
        lambda d_k, v: math.hypot(*[v] * d_k),
        lambda d_k, v: np.float32(v * np.sqrt(d_k)),
        lambda d_k, v: np.float16(v * np.sqrt(d_k)),
        lambda d_k, v: float(Decimal(d_k).sqrt()) * v,
        lambda d_k, v: np.array(v) / (1 / np.sqrt(d_k)),
        lambda d_k, v: d_k * v / np.sqrt(d_k),
        lambda d_k, v: np.sqrt(sum(v * v for _ in range(d_k))),
        lambda *sizes: sizes[1] * sizes[0] ** 0.5,
        lambda d_k, v: Fraction(math.sqrt(d_k)) * Fraction(v),
        lambda d_k, v: np.power(d_k, 0.5, dtype=float) * v,
        lambda d_k, v: abs(complex(0, v * d_k**0.5)),
        step_by_step,
        by_newton,
    ],
}
WRONG = {
    "variance": [
        ("not above 0", 0),
        ("not above 0", -1024),
        ("not above 0", -np.inf),
        ("standard deviation 1", 64),
        ("standard deviation 1", 64.0 * 1 * 1),
        ("root of 64", np.sqrt(64)),
        ("one of the two", 256),
        ("one of the two", 64 * 2 * 2),
        ("one of the two", 64 * 4.0),
        ("not squared", 128),
        ("not squared", np.sqrt(64) * 4 * 4),
        ("not squared", 64 * math.sqrt(2) * math.sqrt(2)),
        ("added", 64 * (4 + 4)),
        ("added", 64 * 2 * 4),
        ("spread", 32.0),
        ("spread", np.sqrt(64 * 2**2 * 2**2)),
        ("one product", 16),
        ("one product", 64 * 4 * 4 / 64),
        ("one number", 2**2),
        ("doubled", 2 * 1024),
        ("doubled", 64 * (4 + 4) * 4),
        ("copies", 4096),
        ("copies", 64 * 4 * 4 * 4),
        ("copies", 65536),
        ("copies", (64 * 4) ** 2),
        ("squared too often", 4096 * 4),
        ("squared too often", 64 * 16 * 16),
        ("squared too often", 1024**2),
        ("measured", 1020.7),
        ("measured", 1019.7),
        ("measured", 1024.2),
        ("measured", 1031),
        ("measured", 1e3),
        ("measured", 1088.4),
        ("measured", _measured(4000)),
        ("measured", _measured(1000)),
        ("too small", 8.5),
        ("too small", 2),
        ("too small", 64 + 4 + 4),
        ("too small", True),
        ("too small", 1e-320),
        ("too large", 64**2 * 2),
        ("too large", 1e308),
        ("too large", np.inf),
        ("too large a number", 10**400),
        ("wrong shape", [1024]),
        ("wrong shape", [64, 4, 4]),
        ("wrong shape", np.full(64, 16)),
        ("decimal comma", (10, 24)),
        ("not numbers", "64 * 4 * 4"),
        ("not numbers", 1024 + 1j),
        ("not numbers", lambda: 64 * 4 * 4),
        ("a set", {1024}),
        ("NaN", np.nan),
    ],
    "scaled scores": [
        ("unscaled", lambda Q, K: np.inner(Q, K)),
        ("unscaled", lambda Q, K: [[query @ key for key in K] for query in Q]),
        ("unscaled", lambda Q, K: Q @ K.T / Q.shape[1] ** (1 // 2)),
        ("/ d_k", lambda Q, K: np.dot(Q, K.transpose()) / K.shape[1]),
        ("/ d_k", lambda Q, K: (Q / np.sqrt(Q.shape[1])) @ (K / np.sqrt(Q.shape[1])).T),
        ("/ d_k", lambda Q, K: np.mean(Q[:, None] * K[None], axis=2)),
        ("/ d_k squared", lambda Q, K: Q @ K.T / Q.shape[1] ** 2),
        ("/ d_k squared", lambda Q, K: Q @ K.T / np.square(K.shape[-1])),
        ("fourth root", lambda Q, K: Q @ K.T / np.sqrt(np.sqrt(Q.shape[1]))),
        ("fourth root", lambda Q, K: (Q / Q.shape[1] ** 0.25) @ K.T),
        ("half of d_k", lambda Q, K: Q @ K.T / (Q.shape[1] ** 1 / 2)),
        ("half of d_k", lambda Q, K: Q @ K.T / Q.shape[1] ** 1 / 2),
        ("whole root", lambda Q, K: Q @ K.T / int(Q.shape[1] ** 0.5)),
        ("whole root", lambda Q, K: Q @ K.T / math.isqrt(K.shape[1])),
        ("whole root", lambda Q, K: Q @ K.T / round(np.sqrt(K.shape[1]))),
        ("decimals dropped", lambda Q, K: Q @ K.T // np.sqrt(Q.shape[1])),
        ("/ sqrt(number of queries)", lambda Q, K: Q @ K.T / np.sqrt(Q.shape[0])),
        ("/ sqrt(number of queries)", lambda Q, K: Q @ K.T / len(Q)),
        ("/ sqrt(number of keys)", lambda Q, K: Q @ K.T / math.sqrt(K.shape[0])),
        ("/ sqrt(number of keys)", lambda Q, K: np.inner(Q, K) / len(K)),
        ("/ sqrt(number of keys)", by_the_shape_of_the_scores),
        ("all numbers of a table", size_of_all),
        ("all numbers of a table", lambda Q, K: Q @ K.T / np.sqrt(K.shape[0] * K.shape[1])),
        ("the whole shape", lambda Q, K: Q @ K.T / np.sqrt(Q.shape)),
        ("the whole shape", lambda Q, K: Q @ K.T / np.array(K.shape)),
        ("Q and K swapped", lambda Q, K: K @ Q.T / np.sqrt(Q.shape[-1])),
        ("Q and K swapped", lambda Q, K: (Q @ K.T / np.sqrt(Q.shape[-1])).T),
        ("Q and K swapped", lambda Q, K: np.inner(K, Q)),
        ("one table with itself", lambda Q, K: Q @ Q.T / np.sqrt(Q.shape[1])),
        ("one table with itself", lambda Q, K: K @ K.T / np.sqrt(K.shape[1])),
        ("Q transposed", lambda Q, K: Q.T @ K / np.sqrt(Q.shape[1])),
        ("number by number", lambda Q, K: Q * K / np.sqrt(Q.shape[1])),
        ("number by number", lambda Q, K: np.sum(Q * K, axis=1) / np.sqrt(Q.shape[1])),
        ("number by number", lambda Q, K: (Q * K).sum() / np.sqrt(Q.shape[1])),
        ("one query or key only", return_in_the_loop),
        ("one query or key only", last_query_only),
        ("one query or key only", lambda Q, K: Q @ K[0] / np.sqrt(Q.shape[1])),
        ("root of the scores", lambda Q, K: Q @ K.T / np.sqrt(Q @ K.T)),
        ("root of the scores", lambda Q, K: np.sqrt(Q @ K.T / Q.shape[1])),
        ("root of the scores", lambda Q, K: np.sqrt(Q @ K.T) / K.shape[1]),
        ("softmax applied", lambda Q, K: softmax(Q @ K.T / np.sqrt(Q.shape[1]), axis=1)),
        ("softmax applied", lambda Q, K: softmax(Q @ K.T / np.sqrt(Q.shape[1]), axis=0)),
        ("softmax applied", weights_by_hand),
        ("softmax of raw scores", lambda Q, K: softmax(Q @ K.T, axis=-1)),
        ("multiplied", lambda Q, K: np.sqrt(len(Q[0])) * np.inner(Q, K)),
        ("multiplied", lambda Q, K: Q @ K.T * K.shape[1]),
        ("fixed 2", lambda Q, K: Q @ K.T / np.sqrt(4)),
        ("fixed 8", lambda Q, K: Q @ K.T / 8.0),
        ("d_k of an earlier cell", lambda Q, K: Q @ K.T / np.sqrt(1024)),
        ("d_k of an earlier cell", lambda Q, K: Q @ K.T / np.sqrt(d_k)),
        ("d_k of an earlier cell", lambda Q, K: Q @ K.T / d_k),
        ("d_k of an earlier cell", lambda Q, K: Q @ K.T / np.sqrt(d_model)),
        ("d_k of an earlier cell", lambda Q, K: Q @ K.T / np.sqrt(n)),
        ("d_k of an earlier cell", lambda Q, K: Q @ K.T / np.sqrt(Q.ndim)),
        ("cosines", cosines),
        ("cosines", unit_queries),
        ("measured spread", lambda Q, K: np.inner(Q, K) / np.std(np.inner(Q, K))),
        ("measured spread", lambda Q, K: Q @ K.T / np.std(Q @ K.T, axis=-1, keepdims=True)),
        ("measured spread", lambda Q, K: zscore(Q @ K.T, axis=None)),
        ("other numbers", without_the_largest),
        ("other numbers", lambda Q, K: Q @ K.T / np.sqrt(Q.shape[1] + K.shape[1])),
        ("other numbers", lambda Q, K: Q @ K.T / np.sqrt(Q.shape[1] - 1 + (Q.shape[1] == 1))),
        ("other numbers", lambda Q, K: Q @ K.T / np.sqrt(np.count_nonzero(Q[0]) or 1)),
        ("other numbers", lambda Q, K: Q @ K.T / np.sqrt(max(Q.shape))),
        ("other numbers", lambda Q, K: Q @ K.T / np.sqrt(min(K.shape))),
        ("other numbers", lambda Q, K: np.abs(Q @ K.T) / np.sqrt(Q.shape[1])),
        ("other numbers", lambda Q, K: Q @ K.T / np.sqrt(min(Q.shape[1], 16))),
        ("a single number", return_in_the_inner_loop),
        ("a single number", lambda Q, K: np.squeeze(Q @ K.T / np.sqrt(Q.shape[1]))),
        ("wrong shape", lambda Q, K: np.ravel(Q @ K.T / np.sqrt(Q.shape[1]))),
        ("wrong shape", lambda Q, K: np.outer(Q, K) / np.sqrt(Q.shape[1])),
        ("all zeros", never_written),
        ("whole numbers", into_whole_numbers),
        ("rounded", lambda Q, K: np.round(Q @ K.T / np.sqrt(Q.shape[1]), 2)),
        ("several results", lambda Q, K: (Q @ K.T, Q @ K.T / np.sqrt(Q.shape[1]))),
        ("inputs exchanged", exchanged),
        ("the example's answer", lambda Q, K: [[5.0]]),
        ("error", lambda Q, K: Q @ K),
        ("error", lambda Q, K: Q @ K.T / math.sqrt(Q.shape)),
        ("error", lambda Q, K: Q @ K.T / Q.shape**0.5),
        ("one number of it", lambda Q, K: float((Q @ K.T).item() / np.sqrt(Q.shape[1]))),
        ("one number of it", lambda Q, K: (Q @ K.T / np.sqrt(K.shape[-1])).item()),
        ("error", square_of_scores),
        ("changed its input", in_place),
    ],
    "divisor": [
        ("without v", lambda d_k, v: d_k**0.5),
        ("v once", lambda d_k, v: math.sqrt(d_k) * math.sqrt(v)),
        ("v once", lambda d_k, v: np.sqrt(d_k) * np.sqrt(v)),
        ("v once", lambda d_k, v: np.sqrt(d_k * v)),
        ("variance", lambda d_k, v: v**2 * d_k),
        ("no root of d_k", lambda d_k, v: v * d_k),
        ("no root of d_k", lambda d_k, v: np.sqrt((d_k * v) ** 2)),
        ("v squared", lambda d_k, v: np.sqrt(d_k) * v**2),
        ("v squared", lambda d_k, v: np.sqrt(d_k * v**2 * v**2)),
        ("root of v, not of d_k", lambda d_k, v: d_k * v**0.5),
        ("root twice", lambda d_k, v: np.sqrt(v * np.sqrt(d_k))),
        ("root twice", lambda d_k, v: v * np.sqrt(np.sqrt(d_k))),
        ("half", lambda d_k, v: d_k**1 / 2 * v),
        ("half", lambda d_k, v: (d_k * v * v) ** 1 / 2),
        ("half", lambda d_k, v: d_k * v**2**1 / 2),
        ("half", lambda d_k, v: np.sqrt(d_k) * v**1 / 2),
        ("half", lambda d_k, v: d_k**1 // 2 * v),
        ("no d_k", lambda d_k, v: v * d_k ** (1 // 2)),
        ("no d_k", lambda d_k, v: (d_k * v**2) ** (1 // 2)),
        ("no d_k", lambda d_k, v: np.sqrt(v * v)),
        ("whole root", lambda d_k, v: v * math.isqrt(d_k)),
        ("whole root", lambda d_k, v: v * round(d_k**0.5)),
        ("whole root", lambda d_k, v: np.sqrt(d_k) // 1 * v),
        ("divided by v", lambda d_k, v: d_k**0.5 / v),
        ("divided by v", lambda d_k, v: np.sqrt(d_k / v)),
        ("v divided", lambda d_k, v: v / np.sqrt(d_k)),
        ("v divided", lambda d_k, v: v / d_k),
        ("one over it", lambda d_k, v: 1 / np.sqrt(d_k * v * v)),
        ("added", lambda d_k, v: np.sqrt(d_k * (v + v))),
        ("added", lambda d_k, v: np.sqrt(d_k) + v),
        ("added", lambda d_k, v: math.sqrt(d_k + v)),
        ("fixed number", lambda d_k, v: np.sqrt(d_k) * 2),
        ("fixed number", lambda d_k, v: np.sqrt(9) * v),
        ("fixed number", lambda d_k, v: np.sqrt(64) * v),
        ("fixed number", lambda d_k, v: math.sqrt(d_k * 4 * 4)),
        ("the example's answer", lambda d_k, v: 6),
        ("inputs exchanged", other_order),
        ("rounded", lambda d_k, v: int(v * np.sqrt(d_k))),
        ("rounded", lambda d_k, v: round(v * np.sqrt(d_k), 1)),
        ("another number", lambda d_k, v: d_k),
        ("another number", lambda d_k, v: -v * np.sqrt(d_k)),
        ("another number", lambda d_k, v: v**1.5 * np.sqrt(d_k)),
        ("another number", lambda d_k, v: v * np.sqrt(min(d_k, 512))),
        ("another number", lambda d_k, v: v * np.sqrt(d_k + 1)),
        ("another number", lambda d_k, v: 36),
        ("another number", lambda d_k, v: np.sqrt(d_k * (v + v) ** 2)),
        ("another number", measured_divisor),
        ("None", printed_only),
        ("several results", both),
        ("wrong shape", lambda d_k, v: [v * np.sqrt(d_k)]),
        ("not numbers", lambda d_k, v: "v * sqrt(d_k)"),
        ("error", lambda d_k: np.sqrt(d_k)),
        ("error", lambda d_k, v: np.sqrt(d_k @ v)),
    ],
}
