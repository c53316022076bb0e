"""Answers to helpers/exercises/checks/nb05_reading.py, written as learners write them."""

import math
from functools import partial

import numpy as np
from scipy.special import log_softmax, logsumexp, softmax

from helpers import attention

# --- masked weights ---------------------------------------------------------------------------------


def by_loops(scores, mask):
    rows = []
    for score_row, mask_row in zip(scores, mask, strict=True):
        largest = max(s for s, allowed in zip(score_row, mask_row, strict=True) if allowed)
        shares = [
            math.exp(s - largest) if allowed else 0.0 for s, allowed in zip(score_row, mask_row, strict=True)
        ]
        rows.append([share / sum(shares) for share in shares])
    return rows


def by_where(scores, mask):
    return softmax(np.where(mask, scores, -np.inf), axis=-1)


def with_the_softmax_that_is_there(scores, mask):
    masked = np.where(mask, scores, -np.inf)
    print(masked.shape)
    return attention.softmax(masked)


def on_a_copy(scores, mask, low=-1e9):
    masked = scores.copy()
    masked[~mask] = low
    return softmax(masked, axis=1)


def minus_infinity_on_a_copy(scores, mask):
    masked = scores.copy()
    masked[mask == False] = -np.inf  # noqa: E712
    return attention.softmax(masked)


def two_parts_added(scores, mask):
    never = np.where(mask, 0, -np.inf)
    return attention.softmax(never + scores)


def with_the_logarithm_of_the_mask(scores, mask):
    return attention.softmax(scores + np.log(mask.astype(float)))


def with_ones_and_zeros(scores, mask):
    m = mask.astype(float)
    return attention.softmax(scores * m + (1 - m) * -1e9)


def a_billion_lower(scores, mask):
    return attention.softmax(scores + (mask - 1) * 1e9)


def masked_array(scores, mask):
    m = np.ma.array(scores, mask=~mask)
    e = np.ma.exp(m - m.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def largest_of_the_allowed(scores, mask):
    largest = np.max(scores, axis=1, where=mask, initial=-np.inf, keepdims=True)
    e = np.where(mask, np.exp(np.where(mask, scores - largest, 0)), 0)
    return e / e.sum(axis=1)[:, None]


def in_log_space(scores, mask):
    masked = np.where(mask, scores, -np.inf)
    return np.exp(masked - logsumexp(masked, axis=1, keepdims=True))


def word_by_word(scores, mask):
    weights = np.zeros(scores.shape)
    for i in range(len(scores)):
        weights[i, mask[i]] = attention.softmax(scores[i, mask[i]])
    return weights


def by_generator(scores, mask):
    return (softmax([s if m else -np.inf for s, m in zip(*both)]) for both in zip(scores, mask))  # noqa: B905


def by_map(scores, mask):
    return map(lambda s, m: attention.softmax(np.where(m, s, -np.inf)), scores, mask)


def by_vectorize(scores, mask):
    low = np.vectorize(lambda s, m: float(s) if m else -math.inf)
    return np.apply_along_axis(attention.softmax, 1, low(scores, mask))


def turned_and_back(scores, mask):
    return softmax(np.where(mask.T, scores.T, -np.inf), axis=0).T


def far_below_the_lowest(scores, mask):
    return softmax(np.where(mask, scores, scores.min() - 1000), axis=1)


def lowest_float(scores, mask):
    return attention.softmax(np.where(mask, scores, np.finfo(np.float32).min))


def narrow_at_the_end(scores, mask):
    return by_where(scores, mask).astype(np.float16)


def recursive(scores, mask):
    if len(scores) == 0:
        return []
    return [by_where(scores[:1], mask[:1])[0], *recursive(scores[1:], mask[1:])]


def by_einsum(scores, mask):
    masked = np.where(mask, scores, -np.inf)
    e = np.exp(masked - masked.max(axis=1, keepdims=True))
    return np.einsum("ij,i->ij", e, 1 / np.einsum("ij->i", e))


def with_logarithms(scores, mask):
    return np.exp(log_softmax(np.where(mask, scores, -np.inf), axis=1))


def in_long_numbers(scores, mask):
    masked = np.where(mask, scores, -np.inf).astype(np.longdouble)
    e = np.exp(masked - masked.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


# Ordinary scores come out right; others may be 1000, -1000 or -110 000.


def late_but_shared_again(scores, mask):
    late = softmax(scores, axis=1) * mask
    return late / late.sum(axis=1, keepdims=True)


def largest_of_all_words(scores, mask):
    e = np.exp(scores - scores.max(axis=1, keepdims=True)) * mask
    return e / e.sum(axis=1, keepdims=True)


def shared_again_with_care(scores, mask):
    late = softmax(scores, axis=1) * mask
    total = late.sum(axis=1, keepdims=True)
    return late / np.where(total == 0, 1, total)


def shared_again_in_place(scores, mask):
    late = attention.softmax(scores)
    late[~mask] = 0
    for row in late:
        row /= row.sum()
    return late


def loops_with_exp(scores, mask):
    rows = []
    for score_row, mask_row in zip(scores, mask, strict=True):
        shares = [math.exp(s) if allowed else 0.0 for s, allowed in zip(score_row, mask_row, strict=True)]
        rows.append([share / sum(shares) for share in shares])
    return rows


def loops_with_exp_of_all(scores, mask):
    rows = []
    for score_row, mask_row in zip(scores, mask, strict=True):
        shares = [math.exp(s) * allowed for s, allowed in zip(score_row, mask_row, strict=True)]
        rows.append([share / sum(shares) for share in shares])
    return rows


def exp_times_mask(scores, mask):
    e = np.exp(scores) * mask
    return np.einsum("ij,i->ij", e, 1 / np.einsum("ij->i", e))


def exp_of_the_masked(scores, mask):
    e = np.exp(np.where(mask, scores, -np.inf))
    return e / e.sum(axis=1, keepdims=True)


def exp_where_allowed(scores, mask):
    weights = np.zeros(scores.shape)
    for i in range(len(scores)):
        e = np.exp(scores[i][mask[i]])
        weights[i][mask[i]] = e / e.sum()
    return weights


def clipped(scores, mask):
    e = np.exp(np.clip(scores, -700, 700)) * mask
    return e / e.sum(axis=1, keepdims=True)


def largest_of_the_table(scores, mask):
    e = np.exp(scores - np.max(scores)) * mask
    return e / e.sum(axis=1, keepdims=True)


def largest_of_the_masked_table(scores, mask):
    masked = np.where(mask, scores, -np.inf)
    e = np.exp(masked - masked.max())
    return e / e.sum(axis=1, keepdims=True)


def mean_taken_away(scores, mask):
    centred = scores - scores.mean(axis=1, keepdims=True)
    e = np.exp(centred) * mask
    return e / e.sum(axis=1, keepdims=True)


def late(scores, mask):
    weights = softmax(scores, axis=1)
    weights[~mask] = 0
    return weights


def late_by_hand(scores, mask):
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) * mask


def forgotten(scores, mask):
    np.where(mask, scores, -np.inf)
    return softmax(scores, axis=1)


def causal(scores, mask):
    allowed = np.tril(np.ones(scores.shape)) == 1
    return by_where(scores, allowed)


def both_masks(scores, mask):
    allowed = np.tril(np.ones(scores.shape, dtype=bool)) & mask
    return attention.softmax(np.where(allowed, scores, -np.inf))


def infinity_times_mask(scores, mask):
    e = np.exp(scores + ~mask * -np.inf)
    return e / e.sum(axis=1, keepdims=True)


def infinity_into_softmax(scores, mask):
    return attention.softmax(scores + ~mask * -np.inf)


def masked_and_multiplied(scores, mask):
    masked = np.where(mask, scores, -np.inf) * mask
    return softmax(masked, axis=1)


def in_place(scores, mask):
    scores[~mask] = -np.inf
    return softmax(scores, axis=1)


def zeros_forbidden(scores, mask):
    m = scores * mask
    m[m == 0] = -np.inf
    return softmax(m, axis=1)


def zeros_forbidden_2(scores, mask):
    m = scores * mask
    return attention.softmax(np.where(m, m, -np.inf))


def not_of_whole_numbers(scores, mask):
    forbidden = ~mask.astype(int)  # -1 and -2, not 1 and 0
    return attention.softmax(scores + forbidden * 1e9)


def axis_0(scores, mask):
    masked = np.where(mask, scores, -np.inf)
    e = np.exp(masked)
    return e / e.sum(axis=0)


def axis_0_with_largest(scores, mask):
    masked = np.where(mask, scores, -np.inf)
    e = np.exp(masked - masked.max(axis=0))
    return e / e.sum(axis=0)


def lower_then_0(scores, mask):
    weights = softmax(np.where(mask, scores, -20), axis=1)
    weights[~mask] = 0
    return weights


def exp_times_1e_9(scores, mask):
    e = np.exp(scores - scores.max(axis=1, keepdims=True)) * np.where(mask, 1, 1e-9)
    return e / e.sum(axis=1, keepdims=True)


def forbidden_left_out(scores, mask):
    return [softmax(row[allowed]) for row, allowed in zip(scores, mask, strict=True)]


def first_row_of_the_mask(scores, mask):
    return attention.softmax(np.where(mask[0], scores, -np.inf))


def turned_mask(scores, mask):
    return attention.softmax(np.where(mask.T, scores, -np.inf))


def whole_result(scores, mask):
    weights = np.zeros_like(scores)
    weights[:] = by_where(scores, mask)
    return weights


# --- next word --------------------------------------------------------------------------------------


def turn(degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[c, s], [-s, c]])


def least_of(W_Q):
    """The least weight of a next word, number by number."""
    places = [(math.cos(math.pi * i / 4), math.sin(math.pi * i / 4)) for i in range(5)]
    (a, b), (c, d) = (list(map(float, row)) for row in W_Q)
    least = 1.0
    for i, (x, y) in enumerate(places[:4]):
        query = x * a + y * c, x * b + y * d
        scores = [(query[0] * u + query[1] * v) / math.sqrt(2) for u, v in places]
        if not all(map(math.isfinite, scores)):
            return 0.0
        shares = [math.exp(score - max(scores)) for score in scores]
        least = min(least, shares[i + 1] / sum(shares))
    return least


def factor_for(weight):
    """How much `turn(45)` must be multiplied by, so that each next word gets this weight or more."""
    low, high = 1.0, 100.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if least_of(middle * turn(45)) < weight else (low, middle)
    return high


def reads_the_next_word(W_Q):
    return np.shape(W_Q) == (2, 2) and least_of(W_Q) >= 0.9 - 1e-9


def by_low(scores, mask, low):
    return attention.softmax(np.where(mask, scores, low))


def small_is_0(weights, small):
    weights[weights < small] = 0
    return weights


def a_little_in_the_sum(scores, mask):
    low = np.where(mask, scores, -np.inf)
    e = np.exp(low - low.max(axis=1, keepdims=True))
    return e / (e.sum(axis=1, keepdims=True) + 1e-4)


def place_by_place_very_low(scores, mask):
    low = scores.copy()
    for i in range(len(low)):
        for j in range(len(low[0])):
            if not mask[i, j]:
                low[i, j] = -1e30
    return softmax(low, axis=1)


RIGHT = {
    "masked weights": [
        partial(on_a_copy, low=-1e300),
        place_by_place_very_low,
        by_loops,
        by_where,
        with_the_softmax_that_is_there,
        on_a_copy,
        minus_infinity_on_a_copy,
        two_parts_added,
        with_the_logarithm_of_the_mask,
        with_ones_and_zeros,
        a_billion_lower,
        masked_array,
        largest_of_the_allowed,
        in_log_space,
        word_by_word,
        by_generator,
        by_map,
        by_vectorize,
        turned_and_back,
        far_below_the_lowest,
        lowest_float,
        narrow_at_the_end,
        recursive,
        by_einsum,
        with_logarithms,
        in_long_numbers,
        lambda scores, mask: attention.attention_weights(scores, mask),
        lambda scores, mask: softmax(np.where(~mask, -math.inf, scores), axis=1).tolist(),
        lambda scores, mask: attention.softmax(np.where(mask, scores, -1e9)).astype(np.float32),
    ],
    "next word": [
        20 * turn(45),
        30 * turn(40),
        (100 * turn(50)).tolist(),
        np.float32(20 * turn(45 - 360)),
        np.float16(30 * turn(45)),
        [[15, 15], [-15, 15]],
        ((14.1, 14.2), (-14.0, 14.3)),
        (row for row in 20 * turn(45)),
        map(tuple, 25 * turn(46)),
        1000 * turn(44),
        1e4 * turn(46),
        1e9 * turn(45),
        1e300 * turn(45),
        1e5 * turn(24),
        1e5 * turn(66),
        -20 * turn(225),
        20 * turn(15) @ turn(15) @ turn(15),
        20 * turn(-45).T,
        20 * np.linalg.inv(turn(-45)),
        np.array([[60.0, 40.0], [-40.0, 50.0]]),
        factor_for(0.9) * turn(45),
        (factor_for(0.9) + 1e-6) * turn(45),
    ],
}
WRONG = {
    "masked weights": [
        *(
            ("not low enough", lambda scores, mask, low=low: by_low(scores, mask, low))
            for low in (-110_953, -111_000, -111_001)
        ),
        ("nearly 0", lambda scores, mask: by_low(scores, mask, -111_500)),
        ("nearly 0", lambda scores, mask: by_low(scores, mask, -111_700)),
        *(
            ("not low enough", lambda scores, mask, by=by: attention.softmax(scores - ~mask * by))
            for by in (111_000, 111_500, 112_000)
        ),
        ("other numbers", lambda scores, mask: small_is_0(by_where(scores, mask), 1e-3)),
        ("other numbers", lambda scores, mask: small_is_0(by_low(scores, mask, scores.min() - 15), 1e-3)),
        ("other numbers", lambda scores, mask: by_low(scores, mask, -1e9 * np.abs(scores).max())),
        ("other numbers", lambda scores, mask: by_low(scores, mask, scores.min() - 1e6 * np.ptp(scores))),
        ("other numbers", lambda scores, mask: by_low(scores, mask, scores.min() - 1e6 * scores.std())),
        ("other numbers", lambda scores, mask: by_low(scores, mask, -np.abs(scores).sum() * 1e5)),
        ("other numbers", a_little_in_the_sum),
        ("mask after softmax", late),
        ("mask after softmax", late_by_hand),
        ("mask after softmax", lambda scores, mask: softmax(scores, axis=1) * mask),
        ("scores times the mask", lambda scores, mask: softmax(scores * mask, axis=1)),
        ("scores times the mask", lambda scores, mask: softmax(np.where(mask, scores, 0), axis=1)),
        ("scores times the mask", lambda scores, mask: softmax(np.where(mask, scores, -1e-9), axis=1)),
        ("inverted mask", lambda scores, mask: softmax(np.where(mask, -np.inf, scores), axis=1)),
        ("inverted mask", lambda scores, mask: attention.softmax(np.where(mask, -1e9, scores))),
        ("inverted mask", lambda scores, mask: attention.attention_weights(scores, ~mask)),
        ("inverted mask", not_of_whole_numbers),
        ("mask ignored", forgotten),
        ("mask ignored", lambda scores, mask: attention.softmax(scores - 1e-9 * ~mask)),
        (
            "error",
            lambda scores, mask: attention.softmax(np.ma.array(scores, mask=~mask)),
        ),  # .filled(-np.inf)
        ("wrong axis", lambda scores, mask: softmax(np.where(mask, scores, -np.inf), axis=0)),
        ("wrong axis", lambda scores, mask: attention.softmax(np.where(mask, scores, -np.inf), axis=0)),
        ("wrong axis", axis_0),
        ("wrong axis", axis_0_with_largest),
        ("causal mask", causal),
        ("causal mask", both_masks),
        ("no softmax", lambda scores, mask: np.where(mask, scores, -np.inf)),
        ("every 0 forbidden", zeros_forbidden),
        ("every 0 forbidden", zeros_forbidden_2),
        *(
            ("not low enough", lambda scores, mask, low=low: attention.softmax(np.where(mask, scores, low)))
            for low in (-1, -3, -5, -10, -20, -30, -50, -99, -100, -500, -999, -1000, -1e4, -99_999, -1e5)
        ),
        *(
            ("not low enough", lambda scores, mask, by=by: attention.softmax(scores - by * ~mask))
            for by in (5, 10, 20, 30, 100, 500, 1000, 1e4, 1e5)
        ),
        ("not low enough", lambda scores, mask: softmax(np.where(mask, scores, -100), axis=1)),
        ("not low enough", lambda scores, mask: softmax(np.where(mask, scores, scores.min()), axis=1)),
        ("not low enough", lambda scores, mask: softmax(np.where(mask, scores, scores.min() - 10), axis=1)),
        ("not low enough", exp_times_1e_9),
        ("scores multiplied", lambda scores, mask: attention.softmax(scores * np.where(mask, 1, -1e9))),
        ("scores multiplied", lambda scores, mask: attention.softmax(scores * np.where(mask, 1, 1e9))),
        ("scores multiplied", lambda scores, mask: softmax(scores * np.where(mask, 1, -np.inf), axis=1)),
        (
            "scores multiplied",
            lambda scores, mask: attention.softmax(np.where(mask, scores, -np.inf * scores)),
        ),
        ("infinity among the weights", lambda scores, mask: np.where(mask, softmax(scores, axis=1), -np.inf)),
        ("softmax twice", lambda s, mask: softmax(np.where(mask, softmax(s, axis=1), -np.inf), axis=1)),
        ("softmax twice", lambda s, mask: softmax(softmax(np.where(mask, s, -np.inf), axis=1), axis=1)),
        ("softmax twice", lambda scores, mask: attention.softmax(attention.softmax(scores) * mask)),
        ("mask added", lambda scores, mask: softmax(scores + mask, axis=1)),
        ("mask added", lambda scores, mask: softmax(scores - ~mask, axis=1)),
        ("scores ignored", lambda scores, mask: [row / np.sum(row) for row in mask]),
        ("scores ignored", lambda scores, mask: softmax(np.where(mask, 0, -np.inf), axis=1)),
        ("scores ignored", lambda scores, mask: attention.softmax(np.log(mask))),
        ("divided by a root", lambda scores, mask: by_where(scores / np.sqrt(scores.shape[1]), mask)),
        ("divided by a root", lambda scores, mask: by_where(scores / np.sqrt(2), mask)),
        ("no exp", lambda scores, mask: scores * mask / np.sum(scores * mask, axis=1, keepdims=True)),
        ("no division", lambda scores, mask: np.exp(np.where(mask, scores, -np.inf))),
        ("no division", lambda scores, mask: np.where(mask, np.exp(scores), 0)),
        ("whole table", lambda scores, mask: softmax(np.where(mask, scores, -np.inf))),
        ("one sum for all rows", lambda scores, mask: late(scores, mask) / late(scores, mask).sum()),
        ("one maximum for all rows", largest_of_the_table),
        ("one maximum for all rows", largest_of_the_masked_table),
        ("shared too late", late_but_shared_again),
        ("shared too late", largest_of_all_words),
        ("shared too late", shared_again_with_care),
        ("shared too late", shared_again_in_place),
        (
            "shared too late",
            lambda scores, mask: late(scores, mask) / (late(scores, mask).sum(axis=1)[:, None] + 1e-12),
        ),
        ("overflow", lambda scores, mask: np.nan_to_num(exp_of_the_masked(scores, mask))),
        ("overflow", loops_with_exp),
        ("overflow", loops_with_exp_of_all),
        ("overflow", exp_times_mask),
        ("overflow", exp_of_the_masked),
        ("overflow", exp_where_allowed),
        ("nearly 0", lambda scores, mask: by_where(scores, mask) + 1e-12),
        ("nearly 0", lambda scores, mask: np.maximum(by_where(scores, mask), 1e-9)),
        ("nearly 0", lambda scores, mask: softmax(np.where(mask, scores, scores.min() - 50), axis=1)),
        ("NaN", infinity_times_mask),
        ("NaN", masked_and_multiplied),
        ("NaN", mean_taken_away),
        ("error", infinity_into_softmax),
        ("wrong shape", turned_mask),
        ("changed its input", in_place),
        ("other numbers", clipped),
        ("other numbers", lower_then_0),
        ("other numbers", first_row_of_the_mask),
        ("other numbers", lambda scores, mask: by_where(2 * scores, mask)),
        ("whole numbers", whole_result),
        ("rounded", lambda scores, mask: by_where(scores, mask).round(3)),
        ("unequal rows", forbidden_left_out),
        ("wrong shape", lambda scores, mask: by_where(scores, mask)[mask]),
        ("None", lambda scores, mask: print(by_where(scores, mask))),
        ("transposed", lambda scores, mask: by_where(scores, mask).T),
        ("several results", lambda scores, mask: (by_where(scores, mask), mask)),
    ],
    "next word": [
        ("infinity", [[np.inf, 0], [0, 1]]),
        ("infinity", np.inf * np.sign(turn(45))),
        ("far too large", np.full((2, 2), 1.7e308)),
        ("no queries", np.zeros((2, 2))),
        ("no queries", 1e-20 * turn(45)),
        ("not turned", 20 * turn(0)),
        ("not turned", np.eye(2)),
        ("not turned", 20 * turn(10)),
        ("not turned", 1000 * turn(22)),
        ("not turned", 20 * turn(math.pi / 4)),
        ("halfway", 20 * turn(22.5)),
        ("halfway", 1000 * turn(67.5)),
        ("wrong way", 20 * turn(-45)),
        ("wrong way", 20 * turn(45).T),
        ("wrong way", 20 * np.linalg.inv(turn(45))),
        ("too far", 20 * turn(90)),
        ("too far", [[0, 1], [-1, 0]]),
        ("another word", 20 * turn(180)),
        ("another word", np.ones((2, 2))),
        ("another word", -20 * turn(45)),
        ("another word", [[20, 0], [0, -20]]),
        ("another word", [[20, 20], [20, 20]]),
        ("too weak", turn(45)),
        ("too weak", 1e-7 * turn(45)),
        ("too weak", 5 * turn(45)),
        ("too weak", 13 * turn(45)),
        ("too weak", 20 * turn(25)),
        ("too weak", 100 * turn(23)),
        ("too weak", [[1, 1], [-1, 1]]),
        ("too weak", (factor_for(0.9) - 1e-4) * turn(45)),
        ("NaN", np.full((2, 2), np.nan)),
        ("wrong shape", 45),
        ("wrong shape", (20 * turn(45)).ravel()),
        ("wrong shape", np.eye(5, 2) @ turn(45) * 20),
        ("not numbers", "20 * turn(45)"),
        ("not numbers", turn),
        ("not numbers", 20j * turn(45)),
        ("dots left", [[20, ...], [0, 20]]),
        ("None inside", [[14, 14], [-14, None]]),
    ],
}
FULFILS = {"next word": reads_the_next_word}
