"""Answers to helpers/exercises/checks/nb02_softmax.py, written as learners write them."""

import functools
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import scipy.special

# --- right --------------------------------------------------------------------------------------------


def by_loops(x):
    rows = []
    for row in x:
        largest = max(row)
        exponentials = [math.exp(score - largest) for score in row]
        rows.append([e / sum(exponentials) for e in exponentials])
    return rows


def by_einsum(x):
    e = np.exp(x - np.max(x, axis=1)[:, None])
    return np.einsum("ij,i->ij", e, 1 / np.einsum("ij->i", e))


def by_apply(x):
    def one(row):
        e = np.exp(row - row.max())
        return e / e.sum()

    return np.apply_along_axis(one, 1, x)


def into_an_empty_table(x):
    result = np.zeros(x.shape)
    for i in range(x.shape[0]):
        e = np.exp(x[i] - np.max(x[i]))
        result[i, :] = e / np.sum(e)
    return result


def number_by_number(x):
    n, m = x.shape
    result = np.empty((n, m), dtype=float)
    for i in range(n):
        largest = x[i][0]
        for j in range(m):
            if x[i][j] > largest:
                largest = x[i][j]
        total = 0
        for j in range(m):
            total += np.exp(x[i][j] - largest)
        for j in range(m):
            result[i][j] = np.exp(x[i][j] - largest) / total
    return result


def in_place_on_a_copy(x):
    x = x.astype(float)
    x -= x.max(axis=1, keepdims=True)
    np.exp(x, out=x)
    x /= x.sum(axis=1, keepdims=True)
    return x


def turned_and_back(x):
    columns = x.T
    e = np.exp(columns - columns.max(axis=0))
    return (e / e.sum(axis=0)).T


def in_log_space(x):
    shifted = x - x.max(axis=-1, keepdims=True)
    return np.exp(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)))


def by_logaddexp(x):
    return np.exp(x - np.logaddexp.reduce(x, axis=1, keepdims=True))


def by_differences(x):
    return 1 / np.exp(np.minimum(x[:, None, :] - x[:, :, None], 700)).sum(axis=-1)


def one_row_after_another(x):
    for row in x:
        e = np.exp(row - max(row))
        yield e / sum(e)


def by_recursion(x):
    if len(x) == 0:
        return []
    e = np.exp(x[0] - x[0].max())
    return [list(e / e.sum()), *by_recursion(x[1:])]


def with_prints(x):
    largest = np.amax(x, axis=1).reshape(-1, 1)
    print("largest", largest)
    e = np.e ** (x - largest)
    print("sums", e.sum(axis=1))
    return e / np.sum(e, axis=1).reshape(-1, 1)


def by_product(x):
    e = np.exp(x - x.max(axis=1)[:, np.newaxis])
    return np.diag(1 / (e @ np.ones(x.shape[1]))) @ e


def as_float32_at_the_end(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return (e / e.sum(axis=1, keepdims=True)).astype(np.float32)


def as_float16_at_the_end(x):
    return np.asarray(by_loops(x)).astype(np.float16)


def as_fractions(x):
    rows = []
    for row in x:
        e = [Fraction(math.exp(score - max(row))) for score in row]
        rows.append([share / sum(e) for share in e])
    return rows


def as_decimals(x):
    rows = []
    for row in x:
        e = [Decimal(float(score)).exp() for score in row]
        rows.append([float(share / sum(e)) for share in e])
    return rows


def by_map(x):
    return map(lambda row: np.exp(row - row.max()) / np.exp(row - row.max()).sum(), x)


def by_vectorize(x):
    share = np.vectorize(lambda score, top, total: math.exp(score - top) / total)
    top = x.max(axis=1, keepdims=True)
    return share(x, top, np.exp(x - top).sum(axis=1, keepdims=True))


def with_a_tiny_number(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / (e.sum(axis=-1, keepdims=True) + 1e-12)


def a_little_more_than_the_largest(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True) - 1)
    return e / e.sum(axis=-1, keepdims=True)


def cut_after_the_largest(x):
    e = np.exp(np.maximum(x - x.max(axis=-1, keepdims=True), -100))
    return e / e.sum(axis=-1, keepdims=True)


def by_stack(x):
    return np.stack([scipy.special.softmax(row) for row in x])


# --- wrong: the rows ----------------------------------------------------------------------------------


def shares(e):
    return e / e.sum(axis=1, keepdims=True)


def argmax_taken_away(x):
    e = np.exp(x - x.argmax(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def wrong_axis(x):
    e = np.exp(x - x.max(axis=0))
    return e / e.sum(axis=0)


def wrong_axis_unshifted(x):
    return np.exp(x) / np.exp(x).sum(axis=0)


def wrong_axis_global(x):
    e = np.exp(x - np.max(x))
    return e / np.sum(e, axis=0)


def whole_table(x):
    e = np.exp(x - x.max())
    return e / e.sum()


def whole_table_after_rows(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / np.sum(e)


def columns_then_rows(x):
    e = np.exp(x - x.max(axis=0, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def rows_then_columns(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=0, keepdims=True)


def no_keepdims(x):
    e = np.exp(x - x.max(axis=1))
    return e / e.sum(axis=1)


def first_row_only(x):
    for row in x:
        e = np.exp(row - row.max())
        return e / e.sum()


# --- wrong: what is taken away ------------------------------------------------------------------------


def overflow(x):
    e = np.exp(x)
    return e / e.sum(axis=1, keepdims=True)


def overflow_in_python(x):
    rows = []
    for row in x:
        e = [math.exp(score) for score in row]
        rows.append([share / sum(e) for share in e])
    return rows


def overflow_with_a_tiny_number(x):
    e = np.exp(x)
    return e / (e.sum(axis=1, keepdims=True) + 1e-9)


def overflow_in_log_space(x):
    return np.exp(x - np.log(np.sum(np.exp(x), axis=1, keepdims=True)))


def global_maximum(x):
    e = np.exp(x - x.max())
    return e / e.sum(axis=1, keepdims=True)


def maximum_of_the_first_row(x):
    top = max(x[0])
    return [np.exp(row - top) / np.exp(row - top).sum() for row in x]


def minimum(x):
    return shares(np.exp(x - x.min(axis=-1, keepdims=True)))


def minimum_in_python(x):
    rows = []
    for row in x:
        e = [math.exp(score - min(row)) for score in row]
        rows.append([share / sum(e) for share in e])
    return rows


def mean(x):
    centred = x - x.mean(axis=1, keepdims=True)
    return np.exp(centred) / np.exp(centred).sum(axis=1, keepdims=True)


def mean_of_the_table(x):
    return shares(np.exp(x - np.mean(x)))


def median(x):
    return np.array([shares(np.exp(row - np.median(row))[None])[0] for row in x])


def first_score(x):
    return shares(np.exp(x - x[:, 0:1]))


def last_score(x):
    return shares(np.exp(x - x[:, -1][:, None]))


def sum_of_the_row(x):
    return shares(np.exp(x - x.sum(axis=1, keepdims=True)))


def largest_size(x):
    return shares(np.exp(x - np.abs(x).max(axis=1, keepdims=True)))


def not_below_zero(x):
    result = []
    for row in x:
        top = 0
        for score in row:
            if score > top:
                top = score
        e = np.exp(row - top)
        result.append(e / e.sum())
    return result


def constant(number):
    def my_softmax(x):
        e = np.exp(x - number)
        return e / e.sum(axis=1, keepdims=True)

    return my_softmax


def constant_in_python(x):
    return [[math.exp(s - 700) / sum(math.exp(t - 700) for t in row) for s in row] for row in x]


def middle_of_the_range(x):
    middle = (x.max(axis=1, keepdims=True) + x.min(axis=1, keepdims=True)) / 2
    return shares(np.exp(x - middle))


def second_largest(x):
    return shares(np.exp(x - np.sort(x, axis=1)[:, -min(2, x.shape[1])][:, None]))


def clipped(x):
    return shares(np.exp(np.clip(x, -700, 700)))


def clipped_above(x):
    return shares(np.exp(np.minimum(x, 500)))


def only_if_large(x):
    if np.abs(x).max() > 700:
        x = x - x.max()
    return shares(np.exp(x))


def nan_to_zero(x):
    e = np.exp(x)
    return np.nan_to_num(e / e.sum(axis=1, keepdims=True))


def nan_to_one(x):
    result = np.exp(x) / np.exp(x).sum(axis=1, keepdims=True)
    result[np.isnan(result)] = 1
    return result


def infinity_to_a_number(x):
    return shares(np.nan_to_num(np.exp(x)))


# --- wrong: other steps -------------------------------------------------------------------------------


def divided_by_the_largest_score(x):
    return scipy.special.softmax(x / x.max(axis=1, keepdims=True), axis=1)


def between_zero_and_one(x):
    low, high = x.min(axis=1, keepdims=True), x.max(axis=1, keepdims=True)
    return scipy.special.softmax((x - low) / (high - low), axis=1)


def with_a_temperature(x):
    return scipy.special.softmax(x / 100, axis=1)


def added_to_the_sum(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / (e.sum(axis=-1, keepdims=True) + 1e-3)


def one_more_in_the_sum(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / (1 + e.sum(axis=-1, keepdims=True))


def no_exp(x):
    return np.array([row / row.sum() for row in x])


def shift_without_exp(x):
    shifted = x - x.min(axis=1, keepdims=True)
    return shifted / shifted.sum(axis=1, keepdims=True)


def sizes_without_exp(x):
    return shares(abs(x))


def squares(x):
    return [[s**2 / sum(t**2 for t in row) for s in row] for row in x]


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def powers(base):
    def my_softmax(x):
        e = base ** (x - x.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    return my_softmax


def unstable_powers(x):
    return shares(np.exp2(x))


def other_sign(x):
    return shares(np.exp(x.max(axis=1, keepdims=True) - x))


def other_sign_stable(x):
    return shares(np.exp(x.min(axis=1, keepdims=True) - x))


def twice(x):
    once = by_einsum(x)
    return shares(np.exp(once))


def exp_of_exp(x):
    return scipy.special.softmax(np.exp(x - x.max(axis=1, keepdims=True)), axis=1)


def mean_for_sum(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.mean(axis=1, keepdims=True)


def no_division(x):
    return np.exp(x - x.max(axis=1, keepdims=True))


def sum_of_scores(x):
    return np.exp(x - x.max(axis=1, keepdims=True)) / np.sum(x, axis=1, keepdims=True)


def shifted_above_only(x):
    return np.exp(x - x.max(axis=1, keepdims=True)) / np.exp(x).sum(axis=1, keepdims=True)


def shifted_below_only(x):
    return np.exp(x) / np.exp(x - x.max(axis=1, keepdims=True)).sum(axis=1, keepdims=True)


def largest_after_exp(x):
    e = np.exp(x) - x.max(axis=1, keepdims=True)
    return e / e.sum(axis=1, keepdims=True)


def argmax(x):
    result = np.zeros(x.shape)
    for i in range(len(x)):
        result[i, np.argmax(x[i])] = 1
    return result


def all_the_largest(x):
    return (x == x.max(axis=1, keepdims=True)) * 1.0


def largest_share_alike(x):
    best = x == x.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def logarithm(x):
    shifted = x - x.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def logarithm_of_shares(x):
    return np.log(by_einsum(x))


def unstable_logarithm(x):
    return x - np.log(np.exp(x).sum(axis=1, keepdims=True))


def in_place(x):
    x -= x.max(axis=1, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=1, keepdims=True)


def into_whole_numbers(x):
    result = np.zeros_like(x)
    for i, row in enumerate(x):
        e = np.exp(row - row.max())
        result[i] = e / e.sum()
    return result


def rounded(x):
    return np.round(by_einsum(x), 3)


def sorted_rows(x):
    return by_einsum(np.sort(x, axis=1))


def sum_of_the_last_row(x):
    for row in x:
        total = np.exp(row - row.max()).sum()
    return np.exp(x - x.max(axis=1, keepdims=True)) / total


def turned(x):
    return by_einsum(x).T


def uniform(x):
    return np.ones(x.shape) / x.shape[1]


def mean_then_cut(x):
    x = np.clip(x - x.mean(axis=1, keepdims=True), -700, 700)
    return np.exp(x) / np.exp(x).sum(axis=1, keepdims=True)


def middle_then_cut(x):
    x = x - (x.max(axis=1, keepdims=True) + x.min(axis=1, keepdims=True)) / 2
    e = np.exp(np.clip(x, -700, 700))
    return e / e.sum(axis=1, keepdims=True)


def mean_then_large_for_infinity(x):
    e = np.nan_to_num(np.exp(x - x.mean(axis=1, keepdims=True)))
    return e / e.sum(axis=1, keepdims=True)


def mean_then_one_for_nan(x):
    e = np.exp(x - x.mean(axis=1, keepdims=True))
    s = e / e.sum(axis=1, keepdims=True)
    s[np.isnan(s)] = 1
    return s


def small_scores_forgotten(x):
    x = x - x.max(axis=1, keepdims=True)
    x[x < -10] = -np.inf
    e = np.exp(x)
    return e / e.sum(axis=1, keepdims=True)


def small_shares_forgotten(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    e[e < 1e-5] = 0
    return e / e.sum(axis=1, keepdims=True)


def large_for_infinity(x):
    e = np.exp(x)
    e[e == np.inf] = 1e300
    return e / e.sum(axis=1, keepdims=True)


RIGHT = {
    "softmax": [
        by_loops,
        by_einsum,
        by_apply,
        into_an_empty_table,
        number_by_number,
        in_place_on_a_copy,
        turned_and_back,
        in_log_space,
        by_logaddexp,
        by_differences,
        one_row_after_another,
        by_recursion,
        with_prints,
        by_product,
        as_float32_at_the_end,
        as_float16_at_the_end,
        as_fractions,
        as_decimals,
        by_map,
        by_vectorize,
        with_a_tiny_number,
        a_little_more_than_the_largest,
        cut_after_the_largest,
        by_stack,
        functools.partial(scipy.special.softmax, axis=-1),
        lambda x: tuple(tuple(row) for row in by_loops(x)),
        lambda x: np.exp(scipy.special.log_softmax(x, axis=1)),
    ],
    "never": [
        [2.0, -np.inf, 0.0],
        np.array([2.0, -1000.0, 0.0]),
        (2.0, float("-inf"), 0.0),
        [2, -math.inf, 0],
        np.array([2, -1000, 0]),
        np.array([2.0, -np.inf, 0.0], dtype=np.float32),
        [2.0, -1e9, 0.0],
        [2.0, -1e308, 0.0],
        [2.0, -800, -0.0],
        [2.0, np.log(np.finfo(float).tiny) * 2, 0.0],
        np.where([True, False, True], [2.0, 1.0, 0.0], -np.inf),
        (score for score in (2.0, -np.inf, 0.0)),
        [Fraction(2), Fraction(-5000), Fraction(0)],
    ],
}
WRONG = {
    "softmax": [
        ("other numbers", mean_then_cut),
        ("other numbers", middle_then_cut),
        ("other numbers", mean_then_large_for_infinity),
        ("other numbers", mean_then_one_for_nan),
        ("other numbers", small_scores_forgotten),
        ("other numbers", small_shares_forgotten),
        ("clipped", large_for_infinity),
        ("wrong axis", wrong_axis),
        ("overflow", argmax_taken_away),
        ("wrong axis", wrong_axis_unshifted),
        ("wrong axis", wrong_axis_global),
        ("whole table", whole_table),
        ("whole table", whole_table_after_rows),
        ("whole table", lambda x: scipy.special.softmax(x)),
        ("two axes", columns_then_rows),
        ("two axes", rows_then_columns),
        ("overflow", overflow),
        ("overflow", overflow_in_python),
        ("overflow", overflow_with_a_tiny_number),
        ("overflow", overflow_in_log_space),
        ("global maximum", global_maximum),
        ("global maximum", maximum_of_the_first_row),
        ("global maximum", only_if_large),
        ("minimum", minimum),
        ("minimum", minimum_in_python),
        ("mean", mean),
        ("mean", mean_of_the_table),
        ("median", median),
        ("first score", first_score),
        ("first score", last_score),
        ("sum of the row", sum_of_the_row),
        ("largest size", largest_size),
        ("not below 0", not_below_zero),
        ("constant", constant(700)),
        ("constant", constant(1000)),
        ("constant", constant_in_python),
        ("clipped", clipped),
        ("clipped", clipped_above),
        ("added to the sum", added_to_the_sum),
        ("added to the sum", one_more_in_the_sum),
        ("nan covered", nan_to_zero),
        ("nan covered", nan_to_one),
        ("nan covered", infinity_to_a_number),
        ("rescaled", divided_by_the_largest_score),
        ("rescaled", between_zero_and_one),
        ("rescaled", with_a_temperature),
        ("no exp", no_exp),
        ("shift without exp", shift_without_exp),
        ("shift without exp", sizes_without_exp),
        ("squares", squares),
        ("sigmoid", sigmoid),
        ("another base", powers(2)),
        ("another base", powers(2.718)),
        ("another base", unstable_powers),
        ("sign", other_sign),
        ("sign", other_sign_stable),
        ("sign", lambda x: by_einsum(-x)),
        ("twice", twice),
        ("twice", exp_of_exp),
        ("mean for sum", mean_for_sum),
        ("no division", no_division),
        ("divided by the largest", lambda x: np.exp(x) / np.exp(x).max(axis=1, keepdims=True)),
        ("only exp", lambda x: np.exp(x)),
        ("only exp", lambda x: [[math.exp(score) for score in row] for row in x]),
        ("sum of scores", sum_of_scores),
        ("sum of scores", lambda x: np.exp(x) / x.sum(axis=1, keepdims=True)),
        ("one of the two", shifted_above_only),
        ("one of the two", shifted_below_only),
        ("largest after exp", largest_after_exp),
        ("argmax", argmax),
        ("argmax", all_the_largest),
        ("argmax", largest_share_alike),
        ("logarithm", logarithm),
        ("logarithm", logarithm_of_shares),
        ("logarithm", unstable_logarithm),
        ("changed its input", in_place),
        ("whole numbers", into_whole_numbers),
        ("rounded", rounded),
        ("transposed", turned),
        ("NaN", middle_of_the_range),
        ("NaN", second_largest),
        ("error", no_keepdims),
        ("first one only", first_row_only),
        ("wrong shape", lambda x: np.exp(x - x.max(axis=1, keepdims=True)).sum(axis=1)),
        ("wrong shape", lambda x: np.argmax(x, axis=1)),
        ("other numbers", sorted_rows),
        ("other numbers", sum_of_the_last_row),
        ("other numbers", uniform),
        ("other numbers", lambda x: x),
        ("other numbers", lambda x: x - x.max(axis=1, keepdims=True)),
        ("several results", lambda x: (by_einsum(x), by_einsum(x).sum(axis=1))),
    ],
    "never": [
        ("score 0", [2.0, 0.0, 0.0]),
        ("score 0", [2.0, -0.0, 0.0]),
        ("score 0", [2, False, 0]),
        ("still read", [2.0, -5.0, 0.0]),
        ("still read", [2.0, 1.0, 0.0]),
        ("still read", [2.0, -1.0, 0.0]),
        ("still read", [2.0, -100.0, 0.0]),
        ("still read", [2.0, -700, 0.0]),
        ("still read", [2.0, 1e-300, 0.0]),
        ("still read", np.array([2.0, -50.0, 0.0], dtype=np.float16)),
        ("larger", [2.0, 1000.0, 0.0]),
        ("larger", [2.0, 2.0, 0.0]),
        ("plus infinity", [2.0, np.inf, 0.0]),
        ("another score", [-np.inf, 1.0, 0.0]),
        ("another score", [2.0, 1.0, -np.inf]),
        ("weights", [0.88, 0.0, 0.12]),
        ("weights", [np.exp(2) / (np.exp(2) + 1), 0.0, 1 / (np.exp(2) + 1)]),
        ("weights", [0.0, 0.0, 1.0]),
        ("the other two changed", [3.0, -np.inf, 1.0]),
        ("the other two changed", [5.0, -np.inf, 0.0]),
        ("the other two changed", [2.000001, -np.inf, 0.0]),
        ("the other two changed", [2.0, -np.inf, 1e-9]),
        ("the other two changed", [-np.inf, -np.inf, -np.inf]),
        ("the other two changed", [0.0, -np.inf, 2.0]),
        ("the other two changed", [True, False, True]),
        ("NaN", [2.0, np.nan, 0.0]),
        ("NaN", [2.0, np.inf * 0, 0.0]),
        ("masked", np.ma.masked_array([2.0, 1.0, 0.0], [False, True, False])),
        ("masked", [2.0, np.ma.masked, 0.0]),
        ("None inside", [2.0, None, 0.0]),
        ("dots left", [2.0, ..., 0.0]),
        ("not numbers", [2.0, "-inf", 0.0]),
        ("not numbers", "2.0, -inf, 0.0"),
        ("decimal comma", (2, 0, 1, 0, 0, 0)),
        ("wrong shape", (2, 0, -np.inf, 0, 0)),
        ("wrong shape", [2.0, 0.0]),
        ("wrong shape", [[2.0, -np.inf, 0.0]]),
        ("wrong shape", -np.inf),
        ("a set", {2.0, -np.inf, 0.0}),
    ],
}


def _never_read(scores):
    """Two scores as they were, and a middle one whose exponential is nothing beside theirs."""
    if scores.shape != (3,) or scores[0] != 2 or scores[2] != 0 or not scores[1] < 0:
        return False
    return math.exp(scores[1] - 2) == 0


FULFILS = {"never": _never_read}
