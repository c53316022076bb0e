"""Answers to helpers/exercises/checks/nb02_mixing.py, written as learners write them."""

import math
from fractions import Fraction
from functools import reduce

import numpy as np
import scipy.special

from helpers.attention import softmax

# --- one word, right ----------------------------------------------------------------------------------


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


def one_as_in_part_3(X, i):
    scores = []
    for j in range(len(X)):
        scores.append(X[i] @ X[j])
    e = np.exp(scores)
    weights = e / e.sum()
    new = np.zeros(X.shape[1])
    for j in range(len(X)):
        new = new + weights[j] * X[j]
    return new


def one_by_broadcasting(X, i):
    weights = softmax((X * X[i]).sum(axis=1))
    return (weights[:, None] * X).sum(axis=0)


def one_by_average(X, i):
    return np.average(X, axis=0, weights=np.exp(X.dot(X[i])))


def one_as_a_table(X, i):
    asking = X[i : i + 1]
    return (softmax(asking @ X.T) @ X)[0]


def one_by_transposes(X, i):
    return X.T @ softmax(X[i] @ X.T)


def one_with_prints(X, i):
    scores = np.inner(X, X[i])
    print("scores", scores)
    weights = softmax(scores)
    print("weights", weights, weights.sum())
    return np.dot(weights, X)


def one_by_nested_functions(X, i):
    def score(j):
        return np.dot(X[i], X[j])

    def weigh(scores):
        top = max(scores)
        e = [math.exp(s - top) for s in scores]
        return [x / sum(e) for x in e]

    weights = weigh([score(j) for j in range(len(X))])
    return sum(w * x for w, x in zip(weights, X, strict=True))


def one_by_reduce(X, i):
    weights = softmax(np.array(list(map(lambda row: float(row @ X[i]), X))))
    return reduce(lambda sum_so_far, pair: sum_so_far + pair[0] * pair[1], zip(weights, X, strict=True), 0)


def one_by_matvec_and_apply(X, i):
    scores = np.apply_along_axis(lambda row: row @ X[i], 1, X)
    return np.matmul(softmax(scores), X).tolist()


def one_as_float32(X, i):
    return (softmax(X @ X[i]) @ X).astype(np.float32)


def one_by_fractions(X, i):
    weights = [Fraction(float(w)) for w in softmax(X @ X[i])]
    return [sum(w * Fraction(float(x)) for w, x in zip(weights, column, strict=True)) for column in X.T]


def one_in_place(X, i):
    X = X.astype(float)
    X *= softmax(X @ X[i])[:, None]
    return X.sum(axis=0)


def one_by_generator(X, i):
    weights = softmax(X @ X[i])
    return (weights @ X[:, k] for k in range(X.shape[1]))


# --- one word, wrong ----------------------------------------------------------------------------------


def without_itself(X, i):
    others = [j for j in range(len(X)) if j != i]
    weights = softmax([X[i] @ X[j] for j in others])
    return sum(weight * X[j] for weight, j in zip(weights, others, strict=True))


def without_itself_masked(X, i):
    scores = (X @ X[i]).astype(float)
    scores[i] = -np.inf
    return softmax(scores) @ X


def weight_of_itself_is_zero(X, i):
    weights = softmax(X @ X[i])
    weights[i] = 0
    return weights @ X


def words_unlike_it(X, i):
    scores = np.array([x @ X[i] if (x != X[i]).any() else -np.inf for x in X])
    return softmax(scores) @ X


def up_to_itself(X, i):
    seen = X[: i + 1]
    return softmax(seen @ X[i]) @ seen


def before_itself(X, i):
    return softmax(X[:i] @ X[i]) @ X[:i]


def cosines(X, i):
    lengths = np.linalg.norm(X, axis=1)
    return softmax(X @ X[i] / (lengths * lengths[i])) @ X


def cosines_never_zero(X, i):
    U = X / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-9)
    return softmax(U @ U[i]) @ X


def unit_vectors_mixed(X, i):
    U = X / np.linalg.norm(X, axis=1, keepdims=True)
    return softmax(U @ U[i]) @ U


def nearest_most(X, i):
    return softmax(-np.linalg.norm(X - X[i], axis=1)) @ X


def no_exp(X, i):
    scores = X @ X[i]
    return (scores / scores.sum()) @ X


def no_division(X, i):
    return np.exp(X @ X[i]) @ X


def all_of_the_most_similar(X, i):
    scores = X @ X[i]
    return X[scores == scores.max()].mean(axis=0)


def second_column_for_word(X, i):
    return softmax(X @ X[:, i]) @ X


def wrong_sum(X, i):
    return X @ softmax(X @ X[i])


def rounded_weights(X, i):
    return np.round(softmax(X @ X[i]), 2) @ X


def two_nearest(X, i):
    scores = X @ X[i]
    best = np.argsort(scores)[-2:]
    return softmax(scores[best]) @ X[best]


def scores_as_a_column(X, i):
    weights = softmax(X @ X[i].reshape(-1, 1))
    return (weights * X).sum(axis=0)


# --- all words ----------------------------------------------------------------------------------------


def all_by_loops(X):
    return [one_by_loops(X, i) for i in range(len(X))]


def all_by_einsum(X):
    return np.einsum("ij,jk->ik", softmax(np.einsum("ik,jk->ij", X, X), axis=1), X)


def all_into_a_table(X):
    Z = np.zeros(X.shape)
    for i, x in enumerate(X):
        Z[i] = softmax(X @ x) @ X
    return Z


def all_by_hand(X):
    e = np.exp(X @ X.T)
    weights = e / e.sum(axis=1, keepdims=True)
    return weights @ X


def all_turned(X):
    return (X.T @ softmax(X @ X.T).T).T


def all_by_columns(X):
    return softmax(X @ X.T, axis=0).T @ X


def all_by_map(X):
    return list(map(lambda x: softmax(X @ x) @ X, X))


def all_by_generator(X):
    for x in X:
        yield softmax(X @ x) @ X


def all_by_stack(X):
    return np.stack([one_by_transposes(X, i) for i in range(X.shape[0])], axis=0)


def all_by_recursion(X, i=0):
    if i == len(X):
        return []
    return [one_by_einsum(X, i), *all_by_recursion(X, i + 1)]


def all_by_broadcasting(X):
    scores = (X[:, None, :] * X[None, :, :]).sum(axis=-1)
    weights = softmax(scores)
    return (weights[:, :, None] * X[None, :, :]).sum(axis=1)


def all_in_log_space(X):
    scores = X @ X.T
    return np.exp(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)) @ X


def all_with_prints(X):
    scores = np.matmul(X, np.transpose(X))
    weights = scipy.special.softmax(scores, axis=-1)
    print(scores.shape, weights.sum(axis=1))
    return np.matmul(weights, X)


def all_by_apply(X):
    return np.apply_along_axis(lambda x: softmax(X @ x) @ X, 1, X.astype(float))


def all_as_tuples(X):
    return tuple(tuple(row) for row in softmax(X @ X.T) @ X)


# --- all words, wrong ---------------------------------------------------------------------------------


def most_similar(X):
    return np.array([X[np.argmax(X @ x)] for x in X])


def all_the_most_similar(X):
    scores = X @ X.T
    best = scores == scores.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True) @ X


def changed(X):
    X[:] = softmax(X @ X.T, axis=1) @ X
    return X


def all_without_itself(X):
    scores = X @ X.T * 1.0
    np.fill_diagonal(scores, -np.inf)
    return softmax(scores) @ X


def all_with_empty_diagonal(X):
    weights = softmax(X @ X.T)
    np.fill_diagonal(weights, 0)
    return weights @ X


def causal(X):
    allowed = np.tril(np.ones((len(X), len(X)))) == 1
    return softmax(np.where(allowed, X @ X.T, -np.inf)) @ X


def causal_weights(X):
    return np.tril(softmax(X @ X.T)) @ X


def all_cosines(X):
    lengths = np.sqrt((X**2).sum(axis=1))
    return softmax(X @ X.T / lengths[:, None] / lengths) @ X


def all_distances(X):
    squared = ((X[:, None] - X) ** 2).sum(axis=-1)
    return softmax(-squared) @ X


def all_no_exp(X):
    scores = X @ X.T
    return scores / scores.sum(axis=1, keepdims=True) @ X


def first_word_for_all(X):
    return [softmax(X @ X[0]) @ X for _ in X]


def forgotten_index(X):
    Z = np.zeros(X.shape)
    for i in range(len(X)):
        Z[0] = softmax(X @ X[i]) @ X
    return Z


def never_written(X):
    Z = np.zeros(X.shape)
    for x in X:
        new = softmax(X @ x) @ X  # noqa: F841
    return Z


def returned_too_soon(X):
    for x in X:
        return softmax(X @ x) @ X


def into_whole_numbers(X):
    Z = np.zeros_like(X)
    for i in range(len(X)):
        Z[i] = softmax(X @ X[i]) @ X
    return Z


def written_over_while_read(X):
    X = X.astype(float)
    for i in range(len(X)):
        X[i] = softmax(X @ X[i]) @ X
    return X


def small_weights_forgotten(X, i):
    w = softmax(X @ X[i])
    w[w < 1e-4] = 0
    return w @ X


def five_words_only(X, i):
    w = softmax(X @ X[i])
    most = np.argsort(w)[-5:]
    return w[most] @ X[most] / w[most].sum()


def very_small_weights_forgotten(X):
    w = softmax(X @ X.T)
    w[w < 1e-5] = 0
    return w @ X


def one_array_for_all(X):
    result, new = [], np.zeros(X.shape[1])
    for row in X:
        new[:] = softmax(X @ row) @ X
        result.append(new)
    return result


def last_row_kept(X):
    for row in X:
        Z = softmax(X @ row) @ X
    return Z


RIGHT = {
    "one token": [
        one_by_loops,
        one_by_einsum,
        one_as_in_part_3,
        one_by_broadcasting,
        one_by_average,
        one_as_a_table,
        one_by_transposes,
        one_with_prints,
        one_by_nested_functions,
        one_by_reduce,
        one_by_matvec_and_apply,
        one_as_float32,
        one_by_fractions,
        one_in_place,
        one_by_generator,
        lambda X, i: all_by_einsum(X)[i],
        lambda X, i: tuple(scipy.special.softmax([x @ X[i] for x in X]) @ X),
        lambda sentence, word: softmax(sentence @ sentence[word, :]) @ sentence,
    ],
    "all tokens": [
        all_by_loops,
        all_by_einsum,
        all_into_a_table,
        all_by_hand,
        all_turned,
        all_by_columns,
        all_by_map,
        all_by_generator,
        all_by_stack,
        all_by_recursion,
        all_by_broadcasting,
        all_in_log_space,
        all_with_prints,
        all_by_apply,
        all_as_tuples,
        lambda X: np.array([one_by_einsum(X, i) for i in range(len(X))]),
        lambda X: (softmax(X @ X.T) @ X).astype(np.float32),
        lambda X: np.array([[w @ column for column in X.T] for w in softmax(X @ X.T)]),
        lambda X: softmax(np.array([[np.dot(a, b) for b in X] for a in X])) @ X,
    ],
    "read by design": [
        [1.9, 0.5],
        np.array([3.0, 0.7]),
        (5, 0),
        [1.6, 0.35],
        [1.5, 0.36],
        [1.5817, 0.0],
        [0.0, 7.0],
        [-1.0, 12.0],
        [2.0, -1.5],
        np.array([1000, 1000]),
        [1e100, 0],
        2 * np.array([1.5, 0.35]),
        (number for number in (4.0, 1.0)),
        [Fraction(19, 10), Fraction(1, 2)],
        np.array([1.9, 0.5], dtype=np.float32),
    ],
}
WRONG = {
    "one token": [
        ("other numbers", small_weights_forgotten),
        ("other numbers", lambda X, i: softmax(np.clip(X @ X[i], -50, 50)) @ X),
        ("other numbers", lambda X, i: softmax(np.clip(X @ X[i], -100, 100)) @ X),
        ("other numbers", five_words_only),
        ("wrong axis", lambda X, i: softmax(X @ X.T)[:, i] @ X),
        ("without itself", lambda X, i: softmax(np.where(np.arange(len(X)) == i, 0, X @ X[i])) @ X),
        ("unchanged", lambda X, i: X[i]),
        ("unchanged", lambda X, i: list(X[i])),
        ("no softmax", lambda X, i: sum((X[i] @ x) * x for x in X)),
        ("no exp", no_exp),
        ("no division", no_division),
        ("softmax twice", lambda X, i: softmax(softmax(X @ X[i])) @ X),
        ("softmax too early", lambda X, i: softmax(X)[i] @ X.T @ X),
        ("softmax too late", lambda X, i: softmax((X @ X[i]) @ X)),
        ("softmax at the end, too", lambda X, i: softmax(softmax(X @ X[i]) @ X)),
        ("attention twice", lambda X, i: all_by_einsum(all_by_einsum(X))[i]),
        ("cosines", cosines),
        ("cosines", cosines_never_zero),
        ("cosines", unit_vectors_mixed),
        ("cosines", lambda X, i: softmax(X @ X[i] / np.linalg.norm(X, axis=1)) @ X),
        ("distances", nearest_most),
        ("scaled", lambda X, i: softmax(X @ X[i] / len(X[i]) ** 0.5) @ X),
        ("scaled", lambda X, i: softmax(X @ X[i] / len(X)) @ X),
        ("scaled", lambda X, i: softmax(X @ X[i] / X.shape[1]) @ X),
        ("scaled", lambda X, i: softmax(2 * (X @ X[i])) @ X),
        ("added to the old", lambda X, i: X[i] + softmax(X @ X[i]) @ X),
        ("added to the old", lambda X, i: (X[i] + softmax(X @ X[i]) @ X) / 2),
        ("without itself", without_itself),
        ("without itself", without_itself_masked),
        ("without itself", weight_of_itself_is_zero),
        ("without itself", words_unlike_it),
        ("only words before", up_to_itself),
        ("only words before", before_itself),
        ("argmax", lambda X, i: X[(X @ X[i]).argmax()]),
        ("argmax", all_of_the_most_similar),
        ("plain average", lambda X, i: np.mean(X, axis=0)),
        ("plain sum", scores_as_a_column),
        ("whole table", lambda X, i: (scipy.special.softmax(X @ X.T) @ X)[i]),
        ("wrong axis", lambda X, i: softmax(X @ X.T, axis=0)[i] @ X),
        ("always the same word", lambda X, i: softmax(X @ X[1]) @ X),
        ("always the same word", lambda X, i: X[1]),
        ("another word", lambda X, i: softmax(X @ X[0]) @ X),
        ("another word", lambda X, i: softmax(X @ X[i - 1]) @ X),
        ("another word", lambda X, i: softmax(X @ X[i + 1]) @ X),
        ("another word", lambda X, i: X[i - 1]),
        ("all words", lambda X, i: all_by_einsum(X)),
        ("weights", lambda X, i: softmax(X @ X[i])),
        ("scores", lambda X, i: [X[i] @ x for x in X]),
        ("not summed", lambda X, i: softmax(X @ X[i])[:, np.newaxis] * X),
        ("not summed", lambda X, i: [w * x for w, x in zip(softmax(X @ X[i]), X, strict=True)]),
        ("mean for sum", lambda X, i: np.mean(softmax(X @ X[i])[:, None] * X, axis=0)),
        ("summed along the word", lambda X, i: np.sum(softmax(X @ X[i]).reshape(-1, 1) * X, axis=1)),
        ("weight of the asking word", lambda X, i: softmax(X @ X[i])[i] * X[i]),
        ("error", second_column_for_word),
        ("error", wrong_sum),
        ("error", lambda X: softmax(X @ X[1]) @ X),
        ("inputs exchanged", lambda i, X: softmax(X @ X[i]) @ X),
        ("other numbers", rounded_weights),
        ("other numbers", two_nearest),
        ("rounded", lambda X, i: np.round(softmax(X @ X[i]) @ X, 2)),
        ("wrong shape", lambda X, i: softmax(X[i : i + 1] @ X.T) @ X),
        ("a single number", lambda X, i: np.sum(softmax(X @ X[i]) @ X)),
    ],
    "all tokens": [
        ("other numbers", very_small_weights_forgotten),
        ("other numbers", lambda X: softmax(np.clip(X @ X.T, -100, 100)) @ X),
        ("one row for all", one_array_for_all),
        ("last one only", last_row_kept),
        ("unchanged", lambda X: X),
        ("unchanged", lambda X: np.array([x for x in X])),
        ("no softmax", lambda X: (X @ X.T) @ X),
        ("no exp", all_no_exp),
        ("no division", lambda X: np.exp(X @ X.T) @ X),
        ("softmax twice", lambda X: softmax(softmax(X @ X.T)) @ X),
        ("softmax too early", lambda X: softmax(X) @ X.T @ X),
        ("softmax too late", lambda X: softmax(X @ X.T @ X)),
        ("softmax at the end, too", lambda X: softmax(softmax(X @ X.T) @ X)),
        ("attention twice", lambda X: all_by_einsum(np.array(all_by_loops(X)))),
        ("attention twice", lambda X: softmax(X @ X.T) @ softmax(X @ X.T) @ X),
        ("cosines", all_cosines),
        ("distances", all_distances),
        ("scaled", lambda X: softmax(X @ X.T / np.sqrt(X.shape[-1]), axis=1) @ X),
        ("scaled", lambda X: softmax(X @ X.T / X.shape[1]) @ X),
        ("scaled", lambda X: softmax(X @ X.T / len(X)) @ X),
        ("added to the old", lambda X: X + softmax(X @ X.T) @ X),
        ("added to the old", lambda X: 0.5 * (X + softmax(X @ X.T) @ X)),
        ("without itself", all_without_itself),
        ("without itself", all_with_empty_diagonal),
        ("only words before", causal),
        ("only words before", causal_weights),
        ("argmax", most_similar),
        ("argmax", all_the_most_similar),
        ("plain average", lambda X: np.ones((len(X), len(X))) / len(X) @ X),
        ("plain sum", lambda X: [scores_as_a_column(X, i) for i in range(len(X))]),
        ("whole table", lambda X: scipy.special.softmax(X @ X.T) @ X),
        ("weights.T @ X", lambda X: softmax(X @ X.T, axis=0) @ X),
        ("weights.T @ X", lambda X: softmax(X @ X.T, axis=1).T @ X),
        ("one row for all", first_word_for_all),
        ("weights", lambda X: softmax(X @ X.T, axis=1)),
        ("scores", lambda X: X @ X.T),
        ("X.T @ X", lambda X: X @ softmax(X.T @ X, axis=1)),
        ("changed its input", changed),
        ("all zeros", never_written),
        ("whole numbers", into_whole_numbers),
        ("other numbers", forgotten_index),
        ("other numbers", written_over_while_read),
        ("first one only", returned_too_soon),
        ("wrong shape", lambda X: (softmax(X @ X.T) @ X).ravel()),
        ("transposed", lambda X: X.T @ softmax(X @ X.T).T),
        ("error", lambda X: softmax(X @ X) @ X),
        ("error", lambda X: X @ softmax(X @ X.T)),
        ("several results", lambda X: (softmax(X @ X.T) @ X, softmax(X @ X.T))),
        ("rounded", lambda X: np.round(softmax(X @ X.T) @ X, 3)),
    ],
    "read by design": [
        ("infinity", [np.inf, 0.0]),
        ("infinity", [-np.inf, 1.0]),
        ("infinity", [1.9, float("inf")]),
        ("away from it", [-3.0, 0.5]),
        ("away from it", [0.0, 0.0]),
        ("away from it", [0.0, -5.0]),
        ("away from it", [-1.5, -0.35]),
        ("away from it", [-1e308, 0.0]),
        ("just as much", [1.5, 0.35]),
        ("just as much", [(1.5**2 + 0.35**2) / 1.5, 0.0]),
        ("just as much", [0.0, 2.3725 / 0.35]),
        ("too short", [0.55, 0.2]),
        ("too short", [1.5, 0.3499]),
        ("too short", [0.95, 0.9]),
        ("too short", [0.55, 0.75]),
        ("too short", [0.0, 6.0]),
        ("too short", [1.5, -0.35]),
        ("too short", [1e-300, 0.0]),
        ("too short", [1.0, 1.0]),
        ("far too large", [1e308, 1e308]),
        ("NaN", [np.nan, 0.5]),
        ("wrong shape", [1.9, 0.5, 0.0]),
        ("wrong shape", [[1.9, 0.5]]),
        ("wrong shape", [[1.5, 0.35], [0.95, 0.9], [1.9, 0.5]]),
        ("wrong shape", 1.9),
        ("decimal comma", (1, 9, 0, 5)),
        ("not numbers", "1.9, 0.5"),
        ("not numbers", ["1.9", "0.5"]),
        ("dots left", [1.9, ...]),
        ("None inside", [1.9, None]),
        ("a set", {1.9, 0.5}),
        ("not numbers", {"grows": [1.9, 0.5]}),
        ("not numbers", [1.9 + 1j, 0.5]),
    ],
}


def _is_read_most(grows):
    """Larger scores get larger weights, so the dot products decide; they are compared as exact decimals."""
    if grows.shape != (2,) or not np.isfinite(grows).all():
        return False
    right, up = (Fraction(str(float(number))) for number in grows)
    score = Fraction("1.5") * right + Fraction("0.35") * up
    itself, bank = Fraction("2.3725"), Fraction("1.74")
    return score > max(itself, bank)


FULFILS = {"read by design": _is_read_most}
