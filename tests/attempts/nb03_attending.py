"""Answers to helpers/exercises/checks/nb03_attending.py, written as learners write them."""

import math
import operator
from fractions import Fraction

import numpy as np
from scipy.special import softmax

from helpers.attention import attention, attention_scores, causal_mask, project
from helpers.attention import softmax as course_softmax


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


def scores_into_an_array(X, W_Q, W_K):
    n, d_k = len(X), W_K.shape[1]
    scores = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            scores[i, j] = np.dot(X[i] @ W_Q, X[j] @ W_K) / np.sqrt(d_k)
    return scores


def scores_with_a_helper(X, W_Q, W_K):
    Q, K = project(X, W_Q, "W_Q"), project(X, W_K, "W_K")
    return attention_scores(Q, K)


def scores_one_row_at_a_time(X, W_Q, W_K):
    K = X @ W_K
    return np.stack([K @ q / np.linalg.norm(np.ones_like(q, dtype=float)) for q in X @ W_Q])


def root_on_both_sides(X, W_Q, W_K):
    root = W_Q.shape[1] ** 0.25
    return (X @ W_Q / root) @ (X @ W_K / root).T


def scores_with_prints(X, W_Q, W_K):
    Q = np.matmul(X, W_Q)
    K = np.matmul(X, W_K)
    print("Q", Q.shape, "K", K.shape)
    scores = np.inner(Q, K)
    scores = scores / math.sqrt(K.shape[-1])
    return scores.tolist()


def scores_by_columns(X, W_Q, W_K):
    """A key for each column, turned at the end."""
    return (W_K.T @ X.T).T.dot((X @ W_Q).T).T / np.sqrt(len(W_K.T))


def scores_in_exact_fractions(X, W_Q, W_K):
    exact = [[[Fraction(float(x)) for x in row] for row in table] for table in (X, W_Q, W_K)]
    Q, K = ([times(x, W) for x in exact[0]] for W in exact[1:])
    return [[float(sum(map(operator.mul, q, k))) / len(q) ** 0.5 for k in K] for q in Q]


def scores_by_tensordot(X, W_Q, W_K):
    products = (X @ W_Q)[:, None, :] * (X @ W_K)[None, :, :]
    return np.sum(products, axis=-1) / np.sqrt(products.shape[-1])


def scores_as_float32(X, W_Q, W_K):
    return scaled(X @ W_Q, X @ W_K).astype("float32")


def of_three_words(Q, K, V):
    """Softmax by hand, on Q, K and V."""
    scores = Q @ K.T / np.sqrt(K.shape[1])
    scores = scores - scores.max(axis=1, keepdims=True)
    exponentials = np.exp(scores)
    return exponentials @ V / exponentials.sum(axis=1)[:, None]


def with_a_function_of_my_own(X, W_Q, W_K, W_V):
    return of_three_words(X @ W_Q, X @ W_K, X @ W_V)


def with_one_matrix_between(X, W_Q, W_K, W_V):
    d_k = W_K.shape[1]
    return softmax(X @ (W_Q @ W_K.T) @ X.T / np.sqrt(d_k), axis=-1) @ X @ W_V


def with_the_helper(X, W_Q, W_K, W_V):
    Z, _ = attention(X @ W_Q, X @ W_K, X @ W_V)
    return Z


def with_the_softmax_of_the_course(X, W_Q, W_K, W_V):
    weights = course_softmax(scores_with_a_helper(X, W_Q, W_K))
    return np.dot(weights, X.dot(W_V))


def in_logarithms(X, W_Q, W_K, W_V):
    scores = scaled(X @ W_Q, X @ W_K)
    logs = scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)
    return np.exp(logs) @ (X @ W_V)


def turned_throughout(X, W_Q, W_K, W_V):
    """Words as columns; turned back at the end."""
    Q, K, V = W_Q.T @ X.T, W_K.T @ X.T, W_V.T @ X.T
    weights = softmax(K.T @ Q / np.sqrt(len(Q)), axis=0)
    return (V @ weights).T


def row_by_row(X, W_Q, W_K, W_V):
    def new(row):
        return softmax(row) @ X @ W_V

    return np.apply_along_axis(new, 1, scores_into_an_array(X, W_Q, W_K))


def as_a_generator(X, W_Q, W_K, W_V):
    V = X @ W_V
    for row in scores_by_einsum(X, W_Q, W_K):
        yield sum(weight * value for weight, value in zip(softmax(row), V, strict=True))


def as_float16(X, W_Q, W_K, W_V):
    return by_einsum(X, W_Q, W_K, W_V).astype(np.float16)


def scaled_in_place_on_a_copy(X, W_Q, W_K, W_V):
    Q = (X @ W_Q).astype(float)
    Q /= np.sqrt(Q.shape[1])
    weights = Q @ (X @ W_K).T
    weights -= weights.max()
    weights = np.exp(weights)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ X @ W_V


def one_column_of_values_at_a_time(X, W_Q, W_K, W_V):
    weights = softmax(scaled(X @ W_Q, X @ W_K), axis=1)
    return np.column_stack([weights @ (X @ column) for column in W_V.T])


def only_the_first_row_divided(X, W_Q, W_K):
    scores = X @ W_Q @ (X @ W_K).T
    scores[0] = scores[0] / np.sqrt(W_K.shape[1])
    return scores


def rounded_scores(X, W_Q, W_K):
    return np.round(scaled(X @ W_Q, X @ W_K), 2)


def loop_that_skips_itself(X, W_Q, W_K):
    scores = np.zeros((len(X), len(X)))
    for i, x in enumerate(X):
        for j, y in enumerate(X):
            if i != j:
                scores[i, j] = (x @ W_Q) @ (y @ W_K) / np.sqrt(W_Q.shape[1])
    return scores


def into_an_array_like_the_words(X, W_Q, W_K):
    scores = np.zeros((len(X), len(X)), dtype=X.dtype)
    scores[:] = scaled(X @ W_Q, X @ W_K)
    return scores


def own_keys_only(X, W_Q, W_K):
    return np.sum((X @ W_Q) * (X @ W_K), axis=1) / np.sqrt(W_K.shape[1])


def scores_of_cosines(X, W_Q, W_K):
    Q, K = X @ W_Q, X @ W_K
    Q = Q / np.linalg.norm(Q, axis=1, keepdims=True)
    K = K / np.linalg.norm(K, axis=1, keepdims=True)
    return Q @ K.T


def scores_of_it_only(X, W_Q, W_K):
    return (X @ W_K) @ (X[-1] @ W_Q) / np.sqrt(W_K.shape[1])


def never_below_zero(X, W_Q, W_K):
    return np.maximum(scaled(X @ W_Q, X @ W_K), 0)


def for_two_numbers_only(X, W_Q, W_K):
    (a, b), (c, d) = W_Q
    Q = np.array([[x * a + y * c, x * b + y * d] for x, y in X])
    return Q @ (X @ W_K).T / np.sqrt(2)


def weights_by_hand(shares):
    """Attention whose weights are made from the exponentials of the scores, or from the scores."""

    def wrong(X, W_Q, W_K, W_V):
        return shares(scaled(X @ W_Q, X @ W_K)) @ (X @ W_V)

    return wrong


def sums_without_keepdims(scores):
    e = np.exp(scores)
    return e / e.sum(axis=-1)


def largest_without_keepdims(scores):
    e = np.exp(scores - scores.max(axis=1))
    return e / np.sum(e, axis=1)


def stable_but_without_keepdims(scores):
    e = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    return e / e.sum(axis=1)


def nothing_of_itself(scores):
    scores = scores.copy()
    np.fill_diagonal(scores, -np.inf)
    return course_softmax(scores)


def hardly_anything_of_itself(scores):
    return softmax(scores - 1e9 * np.eye(len(scores)), axis=1)


def diagonal_taken_out(scores):
    weights = softmax(scores, axis=1)
    for i in range(len(weights)):
        weights[i, i] = 0
    return weights


def only_what_came_before(scores):
    return softmax(np.where(np.tril(np.ones_like(scores)) == 1, scores, -1e9), axis=1)


def causal(X, W_Q, W_K, W_V):
    return attention(X @ W_Q, X @ W_K, X @ W_V, causal_mask(len(X)))[0]


def weights_divided(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    weights = softmax(Q @ K.T, axis=1) / np.sqrt(K.shape[1])
    return weights @ V


def divided_before_and_after(X, W_Q, W_K, W_V):
    weights = softmax(scaled(X @ W_Q, X @ W_K), axis=1)
    return weights / np.sqrt(W_K.shape[1]) @ (X @ W_V)


def as_in_notebook_2(X, W_Q, W_K, W_V):
    new = []
    for x in X:
        weights = softmax(X @ x)
        new.append(weights @ X)
    return np.array(new)


def own_vectors_ask(X, W_Q, W_K, W_V):
    return softmax(scaled(X, X), axis=1) @ (X @ W_V)


def values_ask(X, W_Q, W_K, W_V):
    V, K, Q = X @ W_Q, X @ W_K, X @ W_V
    return softmax(Q @ K.T / np.sqrt(K.shape[1]), axis=1) @ V


def values_are_compared(X, W_Q, W_K, W_V):
    Q, V, K = X @ W_Q, X @ W_K, X @ W_V
    return softmax(Q @ K.T / np.sqrt(K.shape[1]), axis=1) @ V


def queries_passed_on(X, W_Q, W_K, W_V):
    Q, K = X @ W_Q, X @ W_K
    return softmax(scaled(Q, K), axis=1) @ Q


def values_twice(X, W_Q, W_K, W_V):
    V = X @ W_V
    weights = softmax(scaled(X @ W_Q, X @ W_K), axis=1)
    return weights @ V @ W_V


def residual(X, W_Q, W_K, W_V):
    return X + by_einsum(X, W_Q, W_K, W_V)


def values_and_mixture(X, W_Q, W_K, W_V):
    V = X @ W_V
    return V + softmax(scaled(X @ W_Q, X @ W_K), axis=1) @ V


def brackets_too_wide(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return softmax(Q @ K.T / np.sqrt(K.shape[1]) @ V, axis=-1)


def softmax_at_the_end_too(X, W_Q, W_K, W_V):
    Z = softmax(scaled(X @ W_Q, X @ W_K), axis=-1) @ X @ W_V
    return softmax(Z, axis=-1)


def weights_once_more(scores):
    weights = softmax(scores, axis=1)
    return softmax(weights, axis=1)


def turned(asks=False, answers=False, gives=False):
    """Attention with `.T` behind some of the matrices."""

    def wrong(X, W_Q, W_K, W_V):
        Q = X @ (W_Q.T if asks else W_Q)
        K = X @ (W_K.T if answers else W_K)
        V = X @ (W_V.T if gives else W_V)
        return softmax(Q @ K.T / np.sqrt(K.shape[1]), axis=-1) @ V

    return wrong


def new_vector_of_the_last(X, W_Q, W_K, W_V):
    return by_einsum(X, W_Q, W_K, W_V)[-1]


def with_weights(X, W_Q, W_K, W_V):
    weights = softmax(scaled(X @ W_Q, X @ W_K), axis=1)
    return weights @ X @ W_V, weights


def turned_at_the_end(X, W_Q, W_K, W_V):
    return by_einsum(X, W_Q, W_K, W_V).T


def rounded_weights(scores):
    return np.round(softmax(scores, axis=1), 2)


def into_an_array_like_X(X, W_Q, W_K, W_V):
    Z = np.zeros((len(X), W_V.shape[1]), dtype=X.dtype)
    Z[:] = by_einsum(X, W_Q, W_K, W_V)
    return Z


def squares_instead_of_exp(scores):
    return scores**2 / (scores**2).sum(axis=1, keepdims=True)


def two_largest_only(scores):
    weights = softmax(scores, axis=1)
    weights[weights < np.sort(weights, axis=1)[:, -2:].min(axis=1, keepdims=True)] = 0
    return weights / weights.sum(axis=1, keepdims=True)


def prints_only(X, W_Q, W_K, W_V):
    print(by_einsum(X, W_Q, W_K, W_V))


def of_the_notebook(X, W_Q, W_K, W_V):
    """The words and matrices of the notebook, whatever comes."""
    cat = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]])
    return softmax(scaled(cat, cat), axis=1) @ cat


def unscaled_and_halved(X, W_Q, W_K, W_V):
    scores = (X @ W_Q) @ (X @ W_K).T / W_K.shape[1] ** 1 / 2
    return course_softmax(scores) @ (X @ W_V)


def small_weights_forgotten(X, W_Q, W_K, W_V):
    w = course_softmax((X @ W_Q) @ (X @ W_K).T / np.sqrt(W_K.shape[1]))
    w[w < 1e-5] = 0
    return w @ (X @ W_V)


RIGHT = {
    "separate scores": [
        scores_by_loops,
        scores_by_einsum,
        scores_by_one_matrix_between,
        scores_into_an_array,
        scores_with_a_helper,
        scores_one_row_at_a_time,
        root_on_both_sides,
        scores_with_prints,
        scores_by_columns,
        scores_in_exact_fractions,
        scores_by_tensordot,
        scores_as_float32,
        lambda X, W_Q, W_K: ([q @ k / len(k) ** 0.5 for k in X @ W_K] for q in X @ W_Q),
        lambda X, W_Q, W_K: map(lambda q: (X @ W_K) @ q / math.sqrt(q.size), X @ W_Q),
        lambda X, W_Q, W_K: ((X @ W_K) @ (X @ W_Q).T).T / np.sqrt(W_Q.shape)[1],
    ],
    "attention": [
        one_word_at_a_time,
        by_einsum,
        keys_in_columns,
        with_a_function_of_my_own,
        with_one_matrix_between,
        with_the_helper,
        with_the_softmax_of_the_course,
        in_logarithms,
        turned_throughout,
        row_by_row,
        as_a_generator,
        as_float16,
        scaled_in_place_on_a_copy,
        one_column_of_values_at_a_time,
        lambda X, W_Q, W_K, W_V: np.linalg.multi_dot([softmax(scaled(X @ W_Q, X @ W_K), axis=1), X, W_V]),
    ],
}
WRONG = {
    "separate scores": [
        ("half of d_k", lambda X, W_Q, W_K: (X @ W_Q) @ (X @ W_K).T / W_K.shape[1] ** 1 / 2),
        ("half of d_k", lambda X, W_Q, W_K: (X @ W_Q) @ (X @ W_K).T / (W_K.shape[1] ** 1 / 2)),
        ("unscaled", lambda X, W_Q, W_K: np.einsum("ik,jk->ij", X @ W_Q, X @ W_K)),
        ("/ d_k", lambda X, W_Q, W_K: (X @ W_Q) @ (X @ W_K).T / W_Q.shape[1]),
        ("/ d_k", lambda X, W_Q, W_K: scaled(X @ W_Q, X @ W_K) / np.sqrt(W_K.shape[1])),
        ("/ sqrt(d_model)", lambda X, W_Q, W_K: X @ W_Q @ W_K.T @ X.T / np.sqrt(len(W_K))),
        ("/ d_model", lambda X, W_Q, W_K: X @ W_Q @ W_K.T @ X.T / X.shape[-1]),
        ("/ sqrt(n)", lambda X, W_Q, W_K: X @ W_Q @ W_K.T @ X.T / len(X) ** 0.5),
        ("always / sqrt(2)", lambda X, W_Q, W_K: X @ W_Q @ (X @ W_K).T / 2**0.5),
        ("always / 2", lambda X, W_Q, W_K: X @ W_Q @ (X @ W_K).T / np.sqrt(4)),
        ("always / 2", lambda X, W_Q, W_K: X @ W_Q @ (X @ W_K).T / np.sqrt(3)),
        ("/ sqrt(size)", lambda X, W_Q, W_K: X @ W_Q @ (X @ W_K).T / np.sqrt((X @ W_Q).size)),
        ("/ sqrt(size)", lambda X, W_Q, W_K: X @ W_Q @ (X @ W_K).T / W_Q.size**0.5),
        ("whole shape", lambda X, W_Q, W_K: X @ W_Q @ (X @ W_K).T / np.sqrt((X @ W_Q).shape)),
        ("whole shape", lambda X, W_Q, W_K: X @ W_Q @ (X @ W_K).T / np.sqrt(W_Q.shape)),
        ("multiplied", lambda X, W_Q, W_K: X @ W_Q @ W_K.T @ X.T * math.sqrt(len(W_Q[0]))),
        ("Q and K swapped", lambda X, W_Q, W_K: scaled(X @ W_K, X @ W_Q)),
        ("Q and K swapped", lambda X, W_Q, W_K: scores_by_einsum(X, W_Q, W_K).T),
        ("swapped, unscaled", lambda X, W_Q, W_K: (X @ W_K) @ (X @ W_Q).T),
        ("swapped, unscaled", lambda X, W_Q, W_K: [[q @ k for q in X @ W_Q] for k in X @ W_K]),
        ("W_Q twice", lambda X, W_Q, W_K: scaled(X @ W_Q, X @ W_Q)),
        ("W_Q twice", lambda X, W_Q, W_K: X @ W_Q @ (X @ W_Q).T),
        ("W_K twice", lambda X, W_Q, W_K: scaled(X @ W_K, X @ W_K)),
        ("no W_Q", lambda X, W_Q, W_K: X @ (X @ W_K).T / np.sqrt(W_K.shape[1])),
        ("no W_K", lambda X, W_Q, W_K: scaled(X @ W_Q, X)),
        ("no matrices", lambda X, W_Q, W_K: [[x @ y for y in X] for x in X]),
        ("no matrices, scaled", lambda X, W_Q, W_K: scaled(X, X)),
        ("no matrices, scaled", lambda X, W_Q, W_K: X @ X.T / np.sqrt(W_K.shape[1])),
        ("W_Q turned", lambda X, W_Q, W_K: scaled((W_Q @ X.T).T, X @ W_K)),
        ("W_K turned", lambda X, W_Q, W_K: X @ W_Q @ W_K @ X.T / np.sqrt(W_K.shape[1])),
        ("both turned", lambda X, W_Q, W_K: scaled(X @ W_Q.T, X @ W_K.T)),
        ("both turned", lambda X, W_Q, W_K: (W_Q @ X.T).T @ (W_K @ X.T)),
        ("Q.T @ K", lambda X, W_Q, W_K: W_Q.T @ X.T @ X @ W_K / np.sqrt(W_K.shape[1])),
        ("Q * K", lambda X, W_Q, W_K: (X @ W_Q) * (X @ W_K) / np.sqrt(W_K.shape[1])),
        ("own key only", own_keys_only),
        ("cosines", scores_of_cosines),
        ("weights", lambda X, W_Q, W_K: softmax(scaled(X @ W_Q, X @ W_K), axis=1)),
        ("weights", lambda X, W_Q, W_K: softmax(scaled(X @ W_Q, X @ W_K), axis=0)),
        ("weights, unscaled", lambda X, W_Q, W_K: softmax(X @ W_Q @ (X @ W_K).T, axis=-1)),
        ("error", lambda X, W_Q, W_K: (X @ W_Q) @ (X @ W_K) / np.sqrt(2)),
        ("error", lambda X, W_Q, W_K: X @ W_Q @ (X @ W_K).T / np.sqrt(d_k)),  # noqa: F821
        ("error", for_two_numbers_only),
        ("other numbers", only_the_first_row_divided),
        ("other numbers", loop_that_skips_itself),
        ("other numbers", never_below_zero),
        ("other numbers", lambda X, W_Q, W_K: np.tril(scaled(X @ W_Q, X @ W_K))),
        ("other numbers", lambda X, W_Q, W_K: abs(scaled(X @ W_Q, X @ W_K))),
        ("other numbers", lambda X, W_Q, W_K: X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1] - 1 or 1)),
        ("other numbers", lambda X, W_Q, W_K: np.clip(scaled(X @ W_Q, X @ W_K), -50, 50)),
        ("rounded", rounded_scores),
        ("whole numbers", into_an_array_like_the_words),
        ("last one only", scores_of_it_only),
        ("several results", lambda X, W_Q, W_K: (X @ W_Q, X @ W_K)),
    ],
    "attention": [
        ("half of d_k", unscaled_and_halved),
        ("other numbers", small_weights_forgotten),
        ("unscaled", mixed(lambda Q, K: Q @ K.T)),
        ("/ d_k", mixed(lambda Q, K: Q @ K.T / Q.shape[1])),
        ("/ sqrt(d_model)", by_d_model),
        ("/ d_model", lambda X, W_Q, W_K, W_V: mixed(lambda Q, K: Q @ K.T / len(W_Q))(X, W_Q, W_K, W_V)),
        ("/ sqrt(n)", mixed(lambda Q, K: Q @ K.T / len(K) ** 0.5)),
        ("always / 2", mixed(lambda Q, K: Q @ K.T / 2)),
        ("always / 2", mixed(lambda Q, K: Q @ K.T / np.sqrt(4))),
        ("always / sqrt(2)", mixed(lambda Q, K: Q @ K.T / math.sqrt(2))),
        ("/ sqrt(size)", mixed(lambda Q, K: Q @ K.T / np.sqrt(K.size))),
        ("whole shape", mixed(lambda Q, K: Q @ K.T / np.sqrt(K.shape))),
        ("multiplied", mixed(lambda Q, K: Q @ K.T * np.sqrt(K.shape[1]))),
        (
            "/ sqrt(d_v)",
            lambda X, W_Q, W_K, W_V: (
                softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_V.shape[1]), axis=1) @ (X @ W_V)
            ),
        ),
        ("root after softmax", weights_divided),
        ("root twice", divided_before_and_after),
        ("weights.T @ V", weights_turned),
        ("wrong axis", mixed(scaled, axis=0)),
        ("wrong axis", weights_of_columns),
        ("whole table", mixed(scaled, axis=None)),
        ("whole table", weights_of_all),
        ("sums as a row", weights_by_hand(sums_without_keepdims)),
        ("sums as a row", weights_by_hand(largest_without_keepdims)),
        ("sums as a row", weights_by_hand(stable_but_without_keepdims)),
        ("Q and K swapped", mixed(lambda Q, K: scaled(K, Q))),
        ("swapped, unscaled", mixed(lambda Q, K: K @ Q.T)),
        ("W_Q twice", one_matrix),
        ("W_K twice", other_matrix),
        ("W_V twice", values_twice),
        ("no W_V", mixed(scaled, values=lambda X, W_V: X)),
        ("no W_V", mixed(lambda Q, K: Q @ K.T, values=lambda X, W_V: X)),
        ("no matrices", lambda X, W_Q, W_K, W_V: softmax(scaled(X, X), axis=1) @ X),
        ("no matrices", as_in_notebook_2),
        ("only W_V", own_vectors_ask),
        ("W_Q turned", turned(asks=True)),
        ("W_K turned", turned(answers=True)),
        ("W_V turned", turned(gives=True)),
        ("all turned", turned(asks=True, answers=True, gives=True)),
        ("keys passed on", keys_passed_on),
        ("queries passed on", queries_passed_on),
        ("Q and V exchanged", values_ask),
        ("K and V exchanged", values_are_compared),
        ("itself left out", weights_by_hand(nothing_of_itself)),
        ("itself left out", weights_by_hand(hardly_anything_of_itself)),
        ("itself left out", weights_by_hand(diagonal_taken_out)),
        ("causal mask", weights_by_hand(only_what_came_before)),
        ("causal mask", causal),
        ("old vectors added", residual),
        ("old vectors added", values_and_mixture),
        ("no softmax", lambda X, W_Q, W_K, W_V: scaled(X @ W_Q, X @ W_K) @ (X @ W_V)),
        ("shares without exp", weights_by_hand(lambda scores: scores / scores.sum(axis=1, keepdims=True))),
        ("exp alone", weights_by_hand(np.exp)),
        ("softmax twice", weights_by_hand(weights_once_more)),
        ("softmax twice", softmax_at_the_end_too),
        ("softmax round all", brackets_too_wide),
        ("argmax", largest_only),
        ("mean of the values", lambda X, W_Q, W_K, W_V: np.tile((X @ W_V).mean(axis=0), (len(X), 1))),
        ("sum of the values", lambda X, W_Q, W_K, W_V: [(X @ W_V).sum(axis=0) for _ in X]),
        ("weights", lambda X, W_Q, W_K, W_V: softmax(scaled(X @ W_Q, X @ W_K), axis=1)),
        ("weights", lambda X, W_Q, W_K, W_V: softmax(X @ W_Q @ (X @ W_K).T, axis=1)),
        ("scores", lambda X, W_Q, W_K, W_V: scaled(X @ W_Q, X @ W_K)),
        ("values", lambda X, W_Q, W_K, W_V: X @ W_V),
        ("error", mixed(lambda Q, K: Q @ K)),
        ("error", lambda X, W_Q, W_K, W_V: X @ W_V @ softmax(scaled(X @ W_Q, X @ W_K), axis=1)),
        ("changed its input", written_over),
        ("several results", with_weights),
        ("transposed", turned_at_the_end),
        ("last one only", new_vector_of_the_last),
        ("other numbers", weights_by_hand(rounded_weights)),
        ("other numbers", weights_by_hand(squares_instead_of_exp)),
        ("other numbers", weights_by_hand(two_largest_only)),
        ("other numbers", weights_by_hand(lambda scores: softmax(np.clip(scores, -50, 50), axis=1))),
        ("other numbers", lambda X, W_Q, W_K, W_V: np.maximum(by_einsum(X, W_Q, W_K, W_V), 0)),
        ("other numbers", weights_by_hand(lambda scores: softmax(abs(scores), axis=1))),
        ("rounded", lambda X, W_Q, W_K, W_V: np.round(by_einsum(X, W_Q, W_K, W_V), 4)),
        ("whole numbers", into_an_array_like_X),
        ("None", prints_only),
        ("the example's answer", of_the_notebook),
    ],
}
