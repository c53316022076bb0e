"""Answers to helpers/exercises/checks/nb01_cosines.py, written as learners write them."""

import math
from fractions import Fraction

import numpy as np

from helpers.embeddings import cosine

C = np.array([4, 3])  # as in the notebook


def unit(v):
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def cosine_by_hand(a, b):
    length_a = np.sqrt(a @ a)
    length_b = np.sqrt(b @ b)
    return (a @ b) / (length_a * length_b)


# --- rows of length 1 -------------------------------------------------------------------------------


def rows_by_loops(X):
    new = []
    for row in X:
        length = math.sqrt(sum(number * number for number in row))
        new.append([number / length for number in row])
    return new


def rows_by_einsum(X):
    return np.einsum("ij,i->ij", X, np.einsum("ij,ij->i", X, X) ** -0.5)


def rows_by_turning(X):
    return (X.T / np.linalg.norm(X, axis=1)).T


def rows_in_an_own_copy(X):
    Y = X.copy()
    Y /= np.sqrt((Y * Y).sum(axis=1, keepdims=True))
    return Y


def rows_into_zeros(X):
    out = np.zeros(X.shape)
    for i in range(X.shape[0]):
        total = 0
        for j in range(X.shape[1]):
            total += X[i, j] ** 2
        for j in range(X.shape[1]):
            out[i, j] = X[i, j] / total**0.5
    return out


def rows_with_prints(X):
    lengths = np.sqrt((X**2).sum(axis=1, keepdims=True))
    print(lengths.shape)
    return X / lengths


def rows_one_by_one(X):
    for row in X:
        yield row / np.linalg.norm(row)


def rows_called_again(X):
    if len(X) == 0:
        return []
    return [X[0] / np.linalg.norm(X[0]), *rows_called_again(X[1:])]


def rows_in_fractions(X):
    new = []
    for row in X:
        length = Fraction(math.hypot(*row))
        new.append([Fraction(float(number)) / length for number in row])
    return new


def rows_by_a_diagonal(X):
    lengths = np.sqrt(np.diag(X @ X.T))
    return np.diag(1 / lengths) @ X


def rows_guarded(X):
    lengths = np.linalg.norm(X, axis=1, keepdims=True)
    return np.divide(X, lengths, out=np.zeros(X.shape), where=lengths > 0)


def rows_from_angles(X):
    squares = X * X
    return np.sign(X) * np.sqrt(squares / squares.sum(axis=1, keepdims=True))


def rows_by_logarithms(X):
    with np.errstate(divide="ignore"):
        logs = 2 * np.log(np.abs(X))
    return np.sign(X) * np.exp(logs / 2 - np.logaddexp.reduce(logs, axis=1, keepdims=True) / 2)


def rows_with_a_helper(X):
    def length(row):
        return np.sqrt(np.dot(row, row))

    return np.stack([row / length(row) for row in X])


def rows_largest_first(X):
    smaller = X / np.abs(X).max(axis=1, keepdims=True)
    return smaller / np.sqrt((smaller * smaller).sum(axis=1, keepdims=True))


def rows_forgotten(X):
    for row in X:
        row = row / np.linalg.norm(row)
    return X


def first_row(X):
    for row in X:
        return row / np.sqrt(row @ row)


def last_row(X):
    for row in X:
        new = row / np.sqrt(row @ row)
    return new


def rows_written_over(X):
    for i in range(len(X)):
        X[i] = X[i] / np.linalg.norm(X[i])
    return X


def rows_divided_in_place(X):
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    return X


def rows_under_another_name(X):
    Y = X
    Y /= np.linalg.norm(X, axis=1, keepdims=True)
    return Y


def rows_into_zeros_like(X):
    out = np.zeros_like(X)
    for i, row in enumerate(X):
        out[i] = row / np.linalg.norm(row)
    return out


def rows_squeezed(X):
    return np.squeeze(X / np.linalg.norm(X, axis=1, keepdims=True))


def rows_in_a_dict(X):
    new = {}
    for row in X:
        new[tuple(row)] = row / np.linalg.norm(row)
    return list(new.values())


def lengths_cut_off(X):
    return [[number / int(math.hypot(*row) + 1e-9) for number in row] for row in X]


def rows_in_float16(X):
    small = X.astype(np.float16)
    return small / np.sqrt((small * small).sum(axis=1, keepdims=True))


def rows_never_filled(X):
    out = np.zeros(X.shape)
    for row in out:
        row = row / 1.0
    return out


def total_never_reset(X):
    new, total = [], 0
    for row in X:
        for number in row:
            total += number**2
        new.append(row / math.sqrt(total))
    return new


def length_after_the_loop(X):
    for row in X:
        length = np.linalg.norm(row)
    return X / length


def by_two_columns(X):
    lengths = np.sqrt(X[:, 0] ** 2 + X[:, 1] ** 2)
    return X / lengths[:, None]


def each_row_by_two(X):
    return [[row[0] / math.hypot(row[0], row[1]), row[1] / math.hypot(row[0], row[1])] for row in X]


def one_long_list(X):
    return [number / np.linalg.norm(row) for row in X for number in row]


def three_rows(X):
    return np.array([X[i] / np.linalg.norm(X[i]) for i in range(3)])


def only_long_rows(X):
    lengths = np.linalg.norm(X, axis=1, keepdims=True)
    return np.where(lengths > 1, X / lengths, X)


def standardized(X):
    return (X - X.mean(axis=1, keepdims=True)) / X.std(axis=1, keepdims=True)


def from_0_to_1(X):
    low, high = X.min(axis=1, keepdims=True), X.max(axis=1, keepdims=True)
    return (X - low) / (high - low)


# --- a cosine for every row -------------------------------------------------------------------------


def by_loops(X, v):
    length = math.hypot(*v)
    return [sum(a * b for a, b in zip(row, v, strict=True)) / (math.hypot(*row) * length) for row in X]


def by_einsum(X, v):
    squares = np.einsum("ij,ij->i", X, X) * np.einsum("j,j->", v, v)
    return np.einsum("ij,j->i", X, v) / np.sqrt(squares)


def by_unit_rows(X, v):
    return (X / np.linalg.norm(X, axis=1)[:, None]) @ (v / np.linalg.norm(v))


def by_law_of_cosines(X, v):
    a, b = np.linalg.norm(X, axis=1), np.linalg.norm(v)
    return (a**2 + b**2 - ((X - v) ** 2).sum(axis=1)) / (2 * a * b)


def by_distance_of_unit_rows(X, v):
    return 1 - ((unit(X) - unit(v)) ** 2).sum(axis=1) / 2


def one_after_the_other(X, v):
    dots = np.empty(len(X))
    for i in range(len(X)):
        dots[i] = 0
        for j in range(len(v)):
            dots[i] += X[i][j] * v[j]
    dots /= np.linalg.norm(X, axis=1)
    dots /= np.linalg.norm(v)
    return dots


def by_all_pairs(X, v):
    rows = np.vstack([X, v])
    table = rows @ rows.T
    lengths = np.sqrt(np.diag(table))
    return (table / np.outer(lengths, lengths))[-1, :-1]


def column_made_flat(X, v):
    lengths = np.sqrt((X * X).sum(axis=1, keepdims=True))
    return (X @ v[:, None] / (lengths * np.sqrt(v @ v))).ravel()


def clipped(X, v):
    return np.clip(X @ v / np.linalg.norm(X, axis=1) / np.linalg.norm(v), -1, 1)


def lists_only(X, v):
    result = []
    for row in X.tolist():
        dot = length = other = 0
        for a, b in zip(row, v.tolist(), strict=True):
            dot, length, other = dot + a * b, length + a * a, other + b * b
        result.append(dot / (length**0.5 * other**0.5))
    return tuple(result)


def added_up_by_hand(X, v):
    lengths = np.sqrt(np.sum(np.square(X), axis=1)) * np.sqrt(np.sum(np.square(v)))
    return np.sum(X * v, axis=1) / lengths


def called_again(X, v):
    return [] if not len(X) else [cosine_by_hand(X[0], v), *called_again(X[1:], v)]


def with_own_names(words, word):
    return np.array([cosine_by_hand(w, word) for w in words])


def columns_of_length_one(X, v):
    return np.array([row @ v for row in X / np.sqrt((X**2).sum(axis=0))]) / np.sqrt((v**2).sum())


def lengths_of_the_columns(X, v):
    return X @ v / (np.sqrt((X * X).sum(axis=0)) * np.sqrt(v @ v))


def length_of_all(X, v):
    return (X @ v) / np.sqrt((X * X).sum() * (v * v).sum())


def lengths_in_a_column(X, v):
    lengths = np.sqrt((X * X).sum(axis=1, keepdims=True))
    return X @ v / (lengths * np.linalg.norm(v))


def dots_divided_in_place(X, v):
    dots = X @ v
    dots /= np.linalg.norm(X, axis=1) * np.linalg.norm(v)
    return dots


def without_right_angles(X, v):
    return [cosine_by_hand(row, v) for row in X if row @ v]


def dots_never_reset(X, v):
    result, dot = [], 0
    for row in X:
        for a, b in zip(row, v, strict=True):
            dot += a * b
        result.append(dot / (np.linalg.norm(row) * np.linalg.norm(v)))
    return result


def nothing_reset(X, v):
    result, dot, squares = [], 0, 0
    for row in X:
        for a, b in zip(row, v, strict=True):
            dot += a * b
            squares += a * a
        result.append(dot / math.sqrt(squares * (v @ v)))
    return result


def cosine_of_the_first(X, v):
    for row in X:
        return cosine_by_hand(row, v)


def cosine_of_the_last(X, v):
    for row in X:
        result = cosine_by_hand(row, v)
    return result


def with_the_wrong_arrow(X, v):
    return [cosine_by_hand(row, C) for row in X]


def two_columns_only(X, v):
    dots = X[:, 0] * v[0] + X[:, 1] * v[1]
    return dots / (np.sqrt(X[:, 0] ** 2 + X[:, 1] ** 2) * np.sqrt(v[0] ** 2 + v[1] ** 2))


def correlation(X, v):
    X = X - X.mean(axis=1, keepdims=True)
    v = v - v.mean()
    return X @ v / (np.linalg.norm(X, axis=1) * np.linalg.norm(v))


def v_divided_in_place(X, v):
    v /= np.linalg.norm(v)
    return unit(X) @ v


def into_zeros_of_whole_numbers(X, v):
    result = np.zeros(len(X), dtype=int)
    for i, row in enumerate(X):
        result[i] = cosine_by_hand(row, v)
    return result


def into_zeros_like_dots(X, v):
    result = np.zeros_like(X @ v)
    for i, row in enumerate(X):
        result[i] = cosine_by_hand(row, v)
    return result


RIGHT = {
    "unit rows": [
        rows_by_loops,
        rows_by_einsum,
        rows_by_turning,
        rows_in_an_own_copy,
        rows_into_zeros,
        rows_with_prints,
        rows_one_by_one,
        rows_called_again,
        rows_in_fractions,
        rows_by_a_diagonal,
        rows_guarded,
        rows_from_angles,
        rows_by_logarithms,
        rows_with_a_helper,
        rows_largest_first,
        unit,
        lambda X: np.apply_along_axis(lambda row: row / np.linalg.norm(row), 1, X),
        lambda X: np.array(list(map(lambda row: row / np.sqrt(row.dot(row)), X))),
        lambda X: tuple(tuple(row / np.linalg.norm(row)) for row in X),
        lambda X: (row / np.linalg.norm(row) for row in X),
        lambda X: X / np.linalg.norm(X, axis=1).reshape(-1, 1),
        lambda X: X * (1 / np.sqrt(np.sum(X**2, axis=1)))[:, np.newaxis],
        lambda X: X / (np.sqrt((X * X).sum(axis=1, keepdims=True)) + 1e-12),
        lambda X: X / np.sqrt((X * X).sum(axis=1, keepdims=True) + 1e-12),
        lambda X: X / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-8),
        lambda X: (X / np.linalg.norm(X, axis=1, keepdims=True)).astype(np.float16),
        lambda X: X.astype(np.float32) / np.linalg.norm(X.astype(np.float32), axis=1, keepdims=True),
        lambda X: np.vectorize(lambda a, b: a / b)(X, np.linalg.norm(X, axis=1, keepdims=True)),
        lambda X: np.linalg.solve(np.diag(np.linalg.norm(X, axis=1)), X),
    ],
    "cosines": [
        by_loops,
        by_einsum,
        by_unit_rows,
        by_law_of_cosines,
        by_distance_of_unit_rows,
        one_after_the_other,
        dots_divided_in_place,
        by_all_pairs,
        column_made_flat,
        clipped,
        lists_only,
        added_up_by_hand,
        called_again,
        with_own_names,
        cosine,
        lambda X, v: unit(X) @ unit(v),
        lambda X, v: unit(v) @ unit(X).T,
        lambda X, v: [cosine_by_hand(row, v) for row in X],
        lambda X, v: (cosine_by_hand(row, v) for row in X),
        lambda X, v: map(lambda row: cosine_by_hand(row, v), X),
        lambda X, v: np.apply_along_axis(cosine_by_hand, 1, X, v),
        lambda X, v: np.inner(X, v) / np.linalg.norm(X, axis=-1) / np.linalg.norm(v),
        lambda X, v: X @ v / (np.linalg.norm(X, axis=1) * np.linalg.norm(v) + 1e-12),
        lambda X, v: X @ v / ((X * X).sum(axis=1) * (v @ v)) ** 0.5,
        lambda X, v: np.cos(np.arccos(clipped(X, v))),
        lambda X, v: cosine(X, v).astype(np.float16),
        lambda X, v: np.vectorize(cosine_by_hand, signature="(d),(d)->()")(X, v),
        lambda X, v: [Fraction(float(c)) for c in cosine(X, v)],
    ],
}
WRONG = {
    "unit rows": [
        ("whole table", lambda X: X / np.sqrt((X * X).sum())),
        ("wrong axis", lambda X: X / np.sqrt((X * X).sum(axis=0, keepdims=True))),
        ("squared length", lambda X: [row / (row @ row) for row in X]),
        ("half the sum", lambda X: X / ((X * X).sum(axis=1, keepdims=True) ** 1 / 2)),
        ("sum", lambda X: X / np.sum(X, axis=1)[:, None]),
        ("sum", lambda X: X / np.sqrt(X.sum(axis=1, keepdims=True) ** 2)),
        ("sum without signs", lambda X: np.array([row / sum(abs(row)) for row in X])),
        ("sum without signs", lambda X: X / np.sqrt(X * X).sum(axis=1, keepdims=True)),
        ("root of the sum", lambda X: X / np.sqrt(X.sum(axis=1, keepdims=True))),
        ("root of the sum", lambda X: X / np.sqrt(abs(X).sum(axis=1, keepdims=True))),
        ("root of the mean", lambda X: X / np.sqrt((X * X).mean(axis=1, keepdims=True))),
        ("mean", lambda X: [row / (sum(row) / len(row)) for row in X]),
        ("largest number", lambda X: X / np.max(np.abs(X), axis=-1, keepdims=True)),
        ("largest number", lambda X: X / X.max(axis=1, keepdims=True)),
        ("largest number", lambda X: [[number / max(row) for number in row] for row in X]),
        ("largest of all", lambda X: X / X.max()),
        ("largest of all", lambda X: X / np.abs(X).max()),
        ("spread", lambda X: X / np.std(X, axis=1, keepdims=True)),
        ("moved", standardized),
        ("moved", from_0_to_1),
        ("moved", lambda X: unit(X - X.mean(axis=1, keepdims=True))),
        ("moved", lambda X: X - np.linalg.norm(X, axis=1, keepdims=True)),
        ("something added", lambda X: X / (np.linalg.norm(X, axis=1, keepdims=True) + 1e-3)),
        ("something added", lambda X: X / (np.linalg.norm(X, axis=1, keepdims=True) + 1)),
        ("something added", lambda X: X / np.sqrt((X * X).sum(axis=1, keepdims=True) + 1e-6)),
        ("something added", lambda X: X / np.linalg.norm(X, axis=1, keepdims=True).clip(0.01)),
        ("one length for all", length_after_the_loop),
        ("one length for all", lambda X: X / np.linalg.norm(X[0])),
        ("sum goes on", total_never_reset),
        ("not added up", lambda X: X / np.sqrt(X**2)),
        ("not added up", lambda X: X / np.abs(X)),
        ("two numbers only", by_two_columns),
        ("two numbers only", each_row_by_two),
        ("squares", lambda X: X**2 / (X**2).sum(axis=1, keepdims=True)),
        ("squares", lambda X: X**2 / np.linalg.norm(X, axis=1, keepdims=True)),
        ("sign lost", lambda X: np.sqrt(X**2 / (X**2).sum(axis=1, keepdims=True))),
        ("decimals dropped", lambda X: X // np.linalg.norm(X, axis=1, keepdims=True)),
        ("unchanged", rows_forgotten),
        ("first row only", first_row),
        ("last row only", last_row),
        ("multiplied", lambda X: [row * np.linalg.norm(row) for row in X]),
        ("upside down", lambda X: np.linalg.norm(X, axis=1, keepdims=True) / X),
        ("lengths", lambda X: np.linalg.norm(X, axis=1)),
        ("column of lengths", lambda X: np.sqrt(np.sum(X**2, axis=1, keepdims=True))),
        ("error", lambda X: X / np.sqrt((X * X).sum(axis=1))),
        ("error", lambda X: X @ X / np.linalg.norm(X)),
        ("error", three_rows),
        ("changed its input", rows_written_over),
        ("changed its input", rows_divided_in_place),
        ("changed its input", rows_under_another_name),
        ("whole numbers", rows_into_zeros_like),
        ("whole numbers", lambda X: unit(X).astype(X.dtype)),
        ("all zeros", rows_never_filled),
        ("rounded", lambda X: np.round(unit(X), 3)),
        ("rounded", lambda X: [[round(number, 5) for number in row] for row in unit(X).tolist()]),
        ("transposed", lambda X: X.T / np.linalg.norm(X, axis=1)),
        ("several results", lambda X: (unit(X), np.linalg.norm(X, axis=1))),
        ("wrong shape", rows_squeezed),
        ("wrong shape", one_long_list),
        ("wrong shape", rows_in_a_dict),
        ("NaN", lengths_cut_off),
        ("other numbers", rows_in_float16),
        ("NaN", lambda X: X / np.linalg.norm(X, axis=1, keepdims=True).round(2)),
        ("wrong shape", lambda X: [unit(X)]),
        ("something added", only_long_rows),
        ("other numbers", lambda X: -unit(X)),
        ("other numbers", lambda X: X / np.cbrt((X * X).sum(axis=1, keepdims=True))),
        ("other numbers", lambda X: np.sort(unit(X), axis=1)),
        ("other numbers", lambda X: X / np.linalg.norm(X, 2)),
        ("other numbers", lambda X: np.ones(X.shape) / np.sqrt(X.shape[1])),
        ("a single number", lambda X: np.linalg.norm(X)),
        ("None", lambda X: print(unit(X))),
    ],
    "cosines": [
        ("dot products", lambda X, v: [row @ v for row in X]),
        ("length of the rows left", lambda X, v: X @ (v / np.sqrt(v @ v))),
        ("length of v left", lambda X, v: [row @ v / np.sqrt(row @ row) for row in X]),
        ("length of v left", lambda X, v: unit(X) @ v),
        ("whole table", length_of_all),
        ("wrong axis", columns_of_length_one),
        ("wrong axis", lengths_of_the_columns),
        ("column of lengths", lengths_in_a_column),
        ("not added up", lambda X, v: unit(X) * unit(v)),
        ("no brackets", lambda X, v: X @ v / np.linalg.norm(X, axis=1) * np.linalg.norm(v)),
        (
            "no brackets, other way round",
            lambda X, v: X @ v / np.linalg.norm(v) * np.linalg.norm(X, axis=1),
        ),
        ("multiplied", lambda X, v: X @ v * (np.linalg.norm(v) * np.linalg.norm(X, axis=1))),
        ("squared lengths", lambda X, v: [x @ v / ((x @ x) * (v @ v)) for x in X]),
        ("one root missing", lambda X, v: X @ v / (np.linalg.norm(X, axis=1) * (v @ v))),
        ("one root missing", lambda X, v: X @ v / ((X * X).sum(axis=1) * np.sqrt(v @ v))),
        ("one length squared", lambda X, v: X @ v / (v @ v)),
        ("one length squared", lambda X, v: [x @ v / (x @ x) for x in X]),
        ("half the sum", lambda X, v: X @ v / (((X * X).sum(axis=1) * (v @ v)) ** 1 / 2)),
        ("half the sum", lambda X, v: X @ v / (((X * X).sum(axis=1) ** 1 / 2) * ((v @ v) ** 1 / 2))),
        ("sums", lambda X, v: X @ v / (X.sum(axis=1) * v.sum())),
        ("sums", lambda X, v: X @ v / (np.abs(X).sum(axis=1) * np.abs(v).sum())),
        ("mean", lambda X, v: (X * v).mean(axis=1) / (np.linalg.norm(X, axis=1) * np.linalg.norm(v))),
        ("mean", lambda X, v: X @ v / np.sqrt((X * X).mean(axis=1) * (v * v).mean())),
        ("mean", lambda X, v: X @ v / (np.sqrt((X * X).mean(axis=1)) * np.linalg.norm(v))),
        (
            "lengths added",
            lambda X, v: [np.dot(x, v) / (np.linalg.norm(x) + np.linalg.norm(v)) for x in X],
        ),
        ("something added", lambda X, v: X @ v / (np.linalg.norm(X, axis=1) * np.linalg.norm(v) + 1e-3)),
        ("something added", lambda X, v: (X / (np.linalg.norm(X, axis=1)[:, None] + 1e-3)) @ unit(v)),
        ("something added", lambda X, v: X @ v / np.sqrt((X * X).sum(axis=1) * (v @ v) + 1e-5)),
        ("sum goes on", dots_never_reset),
        ("sum goes on", nothing_reset),
        ("two numbers only", two_columns_only),
        ("C, not v", with_the_wrong_arrow),
        ("means taken away", correlation),
        ("sign lost", lambda X, v: np.sqrt(np.array(by_loops(X, v)) ** 2)),
        ("degrees", lambda X, v: [math.degrees(math.acos(c)) for c in by_loops(X, v)]),
        (
            "degrees",
            lambda X, v: np.arccos(unit(X) @ unit(v)) * 180 / np.pi,
        ),
        ("radians", lambda X, v: [math.acos(c) for c in by_loops(X, v)]),
        ("radians", lambda X, v: np.arccos(unit(X) @ unit(v))),
        ("1 minus the cosine", lambda X, v: [1 - c for c in by_loops(X, v)]),
        ("distance", lambda X, v: [math.dist(x, v) for x in X]),
        ("only the largest", lambda X, v: max(by_loops(X, v))),
        ("first row only", cosine_of_the_first),
        ("last row only", cosine_of_the_last),
        ("error", lambda X, v: cosine_by_hand(X, v)),
        ("error", lambda X, v: v @ X / (np.linalg.norm(X, axis=1) * np.linalg.norm(v))),
        ("error", lambda X, v: [cosine_by_hand(X[i], v) for i in range(3)]),
        ("changed its input", v_divided_in_place),
        ("all zeros", lambda X, v: np.zeros(len(X))),
        ("whole numbers", into_zeros_of_whole_numbers),
        ("whole numbers", into_zeros_like_dots),
        ("rounded", lambda X, v: [round(float(c), 3) for c in by_loops(X, v)]),
        ("inputs exchanged", lambda v, X: cosine(X, v) * np.ones(len(X)) / len(X[0])),
        ("several results", lambda X, v: (X @ v, np.linalg.norm(X, axis=1), np.linalg.norm(v))),
        ("a single number", lambda X, v: np.mean(by_loops(X, v))),
        ("a single number", lambda X, v: np.argmax(by_loops(X, v))),
        ("wrong shape", lambda X, v: cosine(X, v)[:, None]),
        ("wrong shape", without_right_angles),
        ("wrong shape", lambda X, v: cosine(X[:, None], X)),
        ("a single number", lambda X, v: np.squeeze(unit(X) @ unit(v)[:, None])),
        ("other numbers", lambda X, v: sorted(by_loops(X, v))),
        ("other numbers", lambda X, v: np.maximum(by_loops(X, v), 0)),
        ("other numbers", lambda X, v: -np.array(by_loops(X, v))),
        ("other numbers", lambda X, v: np.array(by_loops(X, v)) ** 2),
        ("other numbers", lambda X, v: X @ v / np.abs(X @ v).max()),
        ("other numbers", lambda X, v: 1 / (1 + np.linalg.norm(X - v, axis=1))),
        ("other numbers", lambda X, v: np.sqrt(1 - cosine(X, v) ** 2)),
    ],
}
