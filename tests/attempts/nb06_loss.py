"""Answers to helpers/exercises/checks/nb06_loss.py, written as learners write them."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
from scipy.special import entr, log_softmax, logsumexp, softmax

from helpers.attention import softmax as of_course

# --- right ------------------------------------------------------------------------------------------


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


def stable_times_one_hot(logits, y):
    n, classes = logits.shape
    one_hot = np.zeros((n, classes))
    for i in range(n):
        one_hot[i, y[i]] = 1
    return -(one_hot * log_softmax(logits, axis=1)).sum() / n


def by_logaddexp(logits, y):
    rows = np.logaddexp.reduce(logits, axis=1)
    return (rows - logits[np.arange(y.size), y]).mean()


def by_mask(logits, y):
    right = y[:, None] == np.arange(logits.shape[1])
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.average(np.log(np.sum(np.exp(shifted), axis=1)) - shifted[right])


def with_an_inner_function(logits, y):
    def loss(row, right):
        row = row - np.max(row)
        return np.log(np.sum(np.exp(row))) - row[right]

    return math.fsum(map(loss, logits, y)) / len(logits)


def with_lists(logits, y):
    rows, places = logits.tolist(), y.astype(np.int32).tolist()
    losses = []
    while rows:
        row, right = rows.pop(), places.pop()
        differences = [logit - max(row) for logit in row]
        losses.append(math.log(math.fsum(map(math.exp, differences))) - differences[right])
    return sum(losses) / len(losses)


def by_recursion(logits, y):
    first = logits[0] - logits[0].max()
    loss = np.log(np.exp(first).sum()) - first[y[0]]
    rest = (len(y) - 1) * by_recursion(logits[1:], y[1:]) if len(y) > 1 else 0
    return (loss + rest) / len(y)


def with_columns(logits, y):
    columns = logits.T - logits.T.max(axis=0)
    return -(columns - np.log(np.exp(columns).sum(axis=0)))[y, range(len(y))].mean()


def in_place_on_a_copy(logits, y):
    table = np.array(logits, dtype=float)
    table -= table.max(axis=1, keepdims=True)
    table -= np.log(np.exp(table).sum(axis=1, keepdims=True))
    print("logarithms of the shares:", table[:2])
    return np.float32(-table[np.arange(len(y)), y].mean())


def along_each_row(logits, y):
    log_shares = np.apply_along_axis(lambda row: row - logsumexp(row), 1, logits)
    return 0.0 - np.diagonal(log_shares[:, y]).mean()


# --- wrong ------------------------------------------------------------------------------------------


def one_by_one(logits, y):
    return np.array([-log_softmax(row)[right] for row, right in zip(logits, y, strict=True)])


def shares_without_shift(logits, y):
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return -np.mean([np.log(shares[i, y[i]]) for i in range(len(y))])


def logarithm_of_sum_without_shift(logits, y):
    losses = np.log(np.exp(logits).sum(axis=1)) - logits[range(len(y)), y]
    return losses.mean()


def one_hot_without_shift(logits, y):
    e = np.exp(logits)
    shares = e / e.sum(axis=1, keepdims=True)
    return -np.sum(np.eye(logits.shape[1])[y] * np.log(shares)) / len(y)


def one_hot_picks_the_share_without_shift(logits, y):
    shares = (np.exp(logits).T / np.exp(logits).sum(axis=1)).T
    return -np.log((shares * np.eye(logits.shape[1])[y]).sum(axis=1)).mean()


def two_logarithms_without_shift(logits, y):
    e = np.exp(logits)
    return np.mean(np.log(e.sum(axis=1)) - np.log(e[np.arange(len(y)), y]))


def rows_without_shift(logits, y):
    losses = []
    for row, right in zip(logits, y, strict=True):
        losses.append(np.log(sum(np.exp(row))) - row[right])
    return sum(losses) / len(losses)


def stops_at_1000(logits, y):
    total = 0
    for row, right in zip(logits, y, strict=True):
        total -= math.log(math.exp(row[right]) / sum(math.exp(logit) for logit in row))
    return total / len(y)


def shares_with_the_largest_of_all(logits, y):
    e = np.exp(logits - logits.max())
    shares = e / e.sum(axis=1, keepdims=True)
    return -np.log(shares[np.arange(len(y)), y]).mean()


def largest_of_all(logits, y):
    logits = logits - np.max(logits)
    return np.mean(np.log(np.exp(logits).sum(axis=1)) - logits[np.arange(len(y)), y])


def smallest_of_each_row(logits, y):
    shifted = logits - np.min(logits, axis=1, keepdims=True)
    return np.mean(np.log(np.exp(shifted).sum(axis=1)) - shifted[np.arange(len(y)), y])


def shares_with_the_smallest_of_each_row(logits, y):
    e = np.exp(logits - logits.min(axis=-1)[:, None])
    return -np.log((e / e.sum(axis=-1)[:, None])[np.arange(len(y)), y]).mean()


def mean_of_each_row(logits, y):
    shifted = (logits.T - logits.mean(axis=1)).T
    return np.mean([np.log(np.exp(row).sum()) - row[k] for row, k in zip(shifted, y, strict=True)])


def largest_of_each_column(logits, y):
    shifted = logits - logits.max(axis=0)
    return np.mean(np.log(np.exp(shifted).sum(axis=1)) - shifted[np.arange(len(y)), y])


def search_that_begins_at_0(logits, y):
    losses = []
    for row, right in zip(logits, y, strict=True):
        largest = 0
        for logit in row:
            if logit > largest:
                largest = logit
        losses.append(np.log(np.exp(row - largest).sum()) - (row[right] - largest))
    return np.mean(losses)


def right_one_taken_away(logits, y):
    right = logits[np.arange(len(y)), y]
    return np.mean(np.log(np.sum(np.exp(logits - right[:, None]), axis=1)))


def down_the_columns(logits, y):
    return -np.log(softmax(logits, axis=0)[np.arange(len(y)), y]).mean()


def down_the_columns_stable(logits, y):
    return -log_softmax(logits, axis=0)[np.arange(len(y)), y].mean()


def over_the_whole_table(logits, y):
    shifted = logits - logits.max()
    return -(shifted - np.log(np.exp(shifted).sum()))[np.arange(len(y)), y].mean()


def shifted_in_place(logits, y):
    logits -= logits.max(axis=1, keepdims=True)
    return np.mean(np.log(np.exp(logits).sum(axis=1)) - logits[np.arange(len(y)), y])


def hidden(logits, y):
    shares = softmax(logits, axis=1)
    return np.mean([-np.log(row[right] + 1e-12) for row, right in zip(shares, y, strict=True)])


def hidden_by(small):
    def your_loss(logits, y):
        right = softmax(logits, axis=1)[np.arange(len(y)), y]
        return np.mean(-np.log(right + small))

    return your_loss


def clipped_shares(small):
    def your_loss(logits, y):
        shares = np.clip(of_course(logits), small, 1 - small)
        return -np.log(shares[np.arange(len(y)), y]).mean()

    return your_loss


def at_least(small):
    return lambda logits, y: (
        -np.mean(np.log(np.maximum(softmax(logits, axis=1), small))[np.arange(len(y)), y])
    )


def hidden_in_the_one_hot_product(logits, y):
    shares = of_course(logits)
    return -np.sum(np.eye(shares.shape[1])[y] * np.log(shares + 1e-15), axis=1).mean()


def zero_where_there_is_no_logarithm(logits, y):
    right = of_course(logits)[np.arange(len(y)), y]
    return -np.log(right, out=np.zeros_like(right), where=right > 0).mean()


def infinity_made_a_number(logits, y):
    logs = np.nan_to_num(np.log(softmax(logits, axis=1)))
    return -logs[np.arange(len(y)), y].mean()


def cut_logits(logits, y):
    return by_take(np.clip(logits, -500, 500), y)


def returned_in_the_loop(logits, y):
    for row, right in zip(logits, y, strict=True):
        return logsumexp(row) - row[right]


def only_the_last(logits, y):
    loss = 0
    for row, right in zip(logits, y, strict=True):
        loss = logsumexp(row) - row[right]
    return loss


def mean_over_the_product(logits, y):
    return -(np.eye(logits.shape[1])[y] * log_softmax(logits, axis=1)).mean()


def twice_divided(logits, y):
    losses = [(logsumexp(row) - row[k]) / len(y) for row, k in zip(logits, y, strict=True)]
    return np.mean(losses)


def counted_from_1(logits, y):
    return by_take(logits, (y - 1) % logits.shape[1])


def one_after(logits, y):
    return np.mean([logsumexp(row) - row[k + 1] for row, k in zip(logits, y, strict=True)])


def exp_forgotten(logits, y):
    shifted = logits - logits.max(axis=1, keepdims=True)
    sums = np.exp(shifted).sum(axis=1, keepdims=True)
    return -(shifted - sums)[np.arange(len(y)), y].mean()


def shift_forgotten_outside(logits, y):
    largest = logits.max(axis=1, keepdims=True)
    log_shares = logits - np.log(np.exp(logits - largest).sum(axis=1, keepdims=True))
    return -log_shares[np.arange(len(y)), y].mean()


def plus(logits, y):
    shifted = logits - logits.max(axis=1, keepdims=True)
    log_shares = shifted + np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return -log_shares[np.arange(len(y)), y].mean()


def mean_inside_the_logarithm(logits, y):
    shifted = logits - logits.max(axis=1, keepdims=True)
    log_shares = shifted - np.log(np.exp(shifted).mean(axis=1, keepdims=True))
    return -log_shares[np.arange(len(y)), y].mean()


def yes_or_no(logits, y):
    one_hot = np.eye(logits.shape[1])[y]
    shares = softmax(logits, axis=1)
    return -(one_hot * np.log(shares) + (1 - one_hot) * np.log(1 - shares)).sum(axis=1).mean()


def squared(logits, y):
    one_hot = np.eye(logits.shape[1])[y]
    return np.mean((one_hot - softmax(logits, axis=1)) ** 2)


def no_keepdims(logits, y):
    shifted = logits - logits.max(axis=1)
    return -(shifted - np.log(np.exp(shifted).sum(axis=1)))[np.arange(len(y)), y].mean()


def median_instead_of_mean(logits, y):
    return np.median(one_by_one(logits, y))


def in_place_on_a_difference(logits, y):
    s = logits - logits.max(axis=1, keepdims=True)
    s -= np.log(np.exp(s).sum(axis=1, keepdims=True))
    return -s[np.arange(len(y)), y].mean()


def in_place_row_by_row(logits, y):
    shares = logits.copy()
    for row in shares:
        row -= row.max()
        row -= np.log(np.exp(row).sum())
    return -np.mean([row[k] for row, k in zip(shares, y, strict=True)])


def in_place_with_places(logits, y):
    s = logits - logits.max(axis=1, keepdims=True)
    s -= np.log(np.exp(s).sum(axis=1, keepdims=True))
    return -sum(s[i, j] for i, j in enumerate(y)) / len(y)


def in_place_one_hot(logits, y):
    s = logits - logits.max(axis=1, keepdims=True)
    s -= np.log(np.exp(s).sum(axis=1, keepdims=True))
    return -(np.eye(logits.shape[1])[y] * s).sum() / len(y)


def in_place_on_what_is_right(logits, y):
    largest = logits.max(axis=1)
    right = logits[np.arange(len(y)), y] - largest
    right -= np.log(np.exp(logits - largest[:, None]).sum(axis=1))
    return -right.mean()


RIGHT = {
    "untrained loss": [
        np.float16(np.log(8)),
        np.float16(2.08),
        np.float32(2.08),
        2.08,
        math.log(8),
        np.float32(2.0794),
        -np.log(1 / 8),
        np.array(2.08),
        2.079,
        2.0794,
        3 * np.log(2),
        -math.log(0.125),
        np.float64(2.08),
        Fraction(208, 100),
        Decimal("2.079"),
        -np.log(np.full(8, 1 / 8)).mean(),
        by_take(np.zeros((1, 8)), np.array([3])),
    ],
    "cross entropy": [
        in_place_on_a_difference,
        in_place_row_by_row,
        in_place_with_places,
        in_place_one_hot,
        in_place_on_what_is_right,
        by_loops,
        by_one_hot,
        by_take,
        stable_times_one_hot,
        by_logaddexp,
        by_mask,
        with_an_inner_function,
        with_lists,
        by_recursion,
        with_columns,
        in_place_on_a_copy,
        along_each_row,
        lambda logits, y: one_by_one(logits, y).mean(),
        lambda logits, y: sum(logsumexp(row) - row[k] for row, k in zip(logits, y, strict=True)) / len(y),
        lambda logits, y: np.mean(-np.choose(y, log_softmax(logits, axis=1).T)),
        lambda logits, y: -np.vectorize(lambda i: log_softmax(logits[i])[y[i]])(np.arange(len(y))).mean(),
        lambda logits, y: np.float16(np.mean(one_by_one(logits, y))),
        lambda logits, y: -np.trace(log_softmax(logits, axis=1)[:, y]) / len(y),
    ],
}
WRONG = {
    "untrained loss": [
        ("nearly", np.float16(2.09)),
        ("cut off", np.float16(2.07)),
        ("NaN", np.float64(np.nan)),  # -np.log(-1 / 8)
        ("infinity", np.inf),  # -np.log(1 // 8)
        ("cut off", 2.07),
        ("one decimal", 2.1),
        ("one decimal", 2),
        ("two choices", 0.69),
        ("two choices", np.log(2)),
        ("two choices, and the sign", np.log(1 / 2)),
        ("two choices, and the sign", -0.69),
        ("sign", -2.08),
        ("sign", np.log(1 / 8)),
        ("sign", -np.log(8)),
        ("sign", -2.07),
        ("log10", 0.90),
        ("log10", -math.log10(1 / 8)),
        ("log10, and the sign", np.log10(0.125)),
        ("log2", 3),
        ("log2", math.log(8, 2)),
        ("log2, and the sign", np.log2(1 / 8)),
        ("share", 0.125),
        ("share", 0.13),
        ("share", Fraction(1, 8)),
        ("1 minus the share", 0.875),
        ("1 minus the share", 0.88),
        ("loss of the others", -np.log(7 / 8)),
        ("number of choices", 8),
        ("number of choices", np.exp(np.log(8))),
        ("seven choices", np.log(7)),
        ("seven choices", 1.95),
        ("nine choices", np.log(8 + 1)),
        ("nine choices", np.log1p(8)),
        ("all eight losses", -8 * np.log(1 / 8)),
        ("times the share", -1 / 8 * np.log(1 / 8)),
        ("times the share", 0.26),
        ("squared error", (1 - 1 / 8) ** 2),
        ("percent", 12.5),
        ("percent", -np.log(12.5)),
        ("zero", 0),
        ("zero", -np.log(1) / 8),  # the bracket closes too early
        ("infinity", math.inf),
        ("NaN", math.nan),
        ("decimal comma", (2, 1)),
        ("wrong shape", [2.08]),
        ("wrong shape", -np.log(np.full(8, 1 / 8))),
        ("not numbers", "2.08"),
        ("not numbers", "-log(1/8)"),
        ("not numbers", np.log),
        ("nearly", 2.075),
        ("nearly", 2.085),
        ("nearly", 2.09),
    ],
    "cross entropy": [
        ("sum", lambda logits, y: one_by_one(logits, y).sum()),
        ("sum", lambda logits, y: -log_softmax(logits, axis=1)[np.arange(len(y)), y].sum()),
        ("sign", lambda logits, y: -by_loops(logits, y)),
        ("sign", lambda logits, y: log_softmax(logits, axis=1)[np.arange(len(y)), y].mean()),
        ("no logarithm", lambda logits, y: np.mean([softmax(x)[k] for x, k in zip(logits, y, strict=True)])),
        ("1 minus the share", lambda logits, y: 1 - of_course(logits)[np.arange(len(y)), y].mean()),
        (
            "logarithm of the mean",
            lambda logits, y: -np.log(softmax(logits, axis=1)[range(len(y)), y].mean()),
        ),
        ("log10", lambda logits, y: -np.log10(softmax(logits, axis=1)[range(len(y)), y]).mean()),
        ("log2", lambda logits, y: -np.log2(softmax(logits, axis=1)[range(len(y)), y]).mean()),
        ("log2", lambda logits, y: by_loops(logits, y) / math.log(2)),
        ("all classes", lambda logits, y: np.mean(-log_softmax(logits, axis=1))),
        ("all classes", lambda logits, y: -np.log(softmax(logits, axis=1)).mean()),
        ("all classes", lambda logits, y: -log_softmax(logits, axis=1).sum() / len(y)),
        ("whole rows", lambda logits, y: -log_softmax(logits, axis=1)[y].mean()),
        ("hidden infinity", hidden),
        ("hidden infinity", hidden_by(1e-3)),
        ("hidden infinity", hidden_by(1e-7)),
        ("hidden infinity", hidden_by(1e-8)),
        ("hidden infinity", hidden_by(1e-15)),
        ("hidden infinity", hidden_by(np.finfo(float).eps)),
        ("hidden infinity", hidden_by(1e-100)),
        ("hidden infinity", hidden_by(1e-300)),
        ("hidden infinity", hidden_by(np.finfo(float).tiny)),
        ("hidden infinity", clipped_shares(1e-3)),
        ("hidden infinity", clipped_shares(1e-7)),
        ("hidden infinity", clipped_shares(1e-12)),
        ("hidden infinity", clipped_shares(1e-15)),
        ("hidden infinity", at_least(1e-10)),
        ("hidden infinity", at_least(1e-16)),
        ("hidden infinity", at_least(1e-300)),
        ("hidden infinity", hidden_in_the_one_hot_product),
        ("hidden infinity", zero_where_there_is_no_logarithm),
        ("hidden infinity", infinity_made_a_number),
        ("clipped logits", cut_logits),
        ("clipped logits", lambda logits, y: shares_without_shift(np.clip(logits, -30, 30), y)),
        ("clipped logits", lambda logits, y: by_loops(np.minimum(np.maximum(logits, -700), 700), y)),
        (
            "0 times infinity",
            lambda x, y: -np.sum(np.eye(x.shape[1])[y] * np.log(softmax(x, axis=1)), axis=1).mean(),
        ),
        (
            "0 times infinity",
            lambda x, y: -np.einsum("ij,ij", np.eye(x.shape[1])[y], np.log(of_course(x))) / len(y),
        ),
        ("wrong shape", lambda logits, y: -log_softmax(logits, axis=1)[y]),
        ("wrong shape", lambda logits, y: [by_loops(logits, y)]),
        ("every row with every y", lambda logits, y: -np.mean(log_softmax(logits, axis=-1)[:, y])),
        ("one for each sentence", one_by_one),
        ("one for each sentence", lambda logits, y: [logsumexp(r) - r[k] for r, k in zip(logits, y)]),  # noqa: B905
        ("wrong axis", down_the_columns),
        ("wrong axis", down_the_columns_stable),
        ("whole table", over_the_whole_table),
        (
            "whole table",
            lambda logits, y: -log_softmax(logits)[np.arange(len(y)), y].mean(),
        ),  # SciPy: all axes
        ("overflow", shares_without_shift),
        ("overflow", logarithm_of_sum_without_shift),
        ("overflow", one_hot_without_shift),
        ("overflow", one_hot_picks_the_share_without_shift),
        ("overflow", two_logarithms_without_shift),
        ("overflow", rows_without_shift),
        ("error", stops_at_1000),
        ("global maximum", shares_with_the_largest_of_all),
        ("global maximum", largest_of_all),
        ("another shift", smallest_of_each_row),
        ("another shift", shares_with_the_smallest_of_each_row),
        ("another shift", mean_of_each_row),
        ("another shift", largest_of_each_column),
        ("another shift", search_that_begins_at_0),
        ("another shift", right_one_taken_away),
        ("another shift", lambda logits, y: logarithm_of_sum_without_shift(logits - logits.mean(), y)),
        ("logarithm of 0", lambda logits, y: -np.log(softmax(logits, axis=1)[np.arange(len(y)), y]).mean()),
        (
            "logarithm of 0",
            lambda logits, y: -np.mean([np.log(of_course(x)[k]) for x, k in zip(logits, y, strict=True)]),
        ),
        ("y - 1", lambda logits, y: -log_softmax(logits, axis=1)[np.arange(len(y)), y - 1].mean()),
        ("y - 1", counted_from_1),
        ("y + 1", one_after),
        ("y + 1", lambda logits, y: by_take(logits, (y + 1) % logits.shape[1])),
        ("largest share", lambda logits, y: np.mean(logsumexp(logits, axis=1) - logits.max(axis=1))),
        ("largest share", lambda logits, y: by_take(logits, logits.argmax(axis=1))),
        ("largest share", lambda logits, y: -np.log(of_course(logits).max(axis=1)).mean()),
        ("one sentence only", returned_in_the_loop),
        ("one sentence only", only_the_last),
        ("mean over the zeros", mean_over_the_product),
        ("mean over the zeros", lambda logits, y: np.sum(one_by_one(logits, y)) / logits.size),
        ("another divisor", twice_divided),
        ("another divisor", lambda logits, y: one_by_one(logits, y).sum() / logits.shape[1]),
        ("another divisor", lambda logits, y: one_by_one(logits, y).sum() / len(logits[0])),
        ("another divisor", lambda logits, y: one_by_one(logits, y).sum() / (len(y) - 1)),
        ("another divisor", lambda logits, y: sum(one_by_one(logits, y)) / 2),
        ("softmax twice", lambda logits, y: by_take(softmax(logits, axis=1), y)),
        (
            "softmax twice",
            lambda logits, y: -np.log(of_course(of_course(logits)))[np.arange(len(y)), y].mean(),
        ),
        ("no softmax", lambda logits, y: -logits[np.arange(len(y)), y].mean()),
        ("no logarithm of the sum", exp_forgotten),
        ("taken away once", shift_forgotten_outside),
        ("added", plus),
        ("entropy", lambda logits, y: entr(softmax(logits, axis=1)).sum(axis=1).mean()),
        ("all choices", yes_or_no),
        ("squared error", squared),
        (
            "squared error",
            lambda logits, y: ((1 - of_course(logits)[np.arange(len(y)), y]) ** 2).sum() / len(y),
        ),
        ("counted", lambda logits, y: np.mean(logits.argmax(axis=1) == y)),
        ("counted", lambda logits, y: np.mean([row.argmax() != k for row, k in zip(logits, y, strict=True)])),
        ("exp at the end", lambda logits, y: np.exp(by_loops(logits, y))),
        ("changed its input", shifted_in_place),
        ("another number", mean_inside_the_logarithm),
        ("another number", median_instead_of_mean),
        ("another number", lambda logits, y: one_by_one(logits, y).max()),
        ("error", no_keepdims),
        ("rounded", lambda logits, y: round(float(by_take(logits, y)), 2)),
        ("the example's answer", lambda logits, y: 1.52),
        ("inputs exchanged", lambda y, logits: by_loops(logits, y)),
        ("several results", lambda logits, y: (by_loops(logits, y), one_by_one(logits, y))),
        ("None", lambda logits, y: print(by_loops(logits, y))),
    ],
}
