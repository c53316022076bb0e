"""helpers/attention.py against SciPy, PyTorch's stored answers, and what must hold for any input."""

from __future__ import annotations

import json
import warnings

import numpy as np
import pytest
import scipy.special
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal

from helpers.attention import attention, attention_scores, attention_weights, causal_mask, project, softmax
from tests.refusals import brief, refusal, says
from tests.stored import names, reference
from tools.course import ROOT

# A warning is red text in a learner's notebook, wherever in NumPy it is raised.
pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

# The same examples in every run, so that a red test stays red until it is mended.
steady = settings(derandomize=True, max_examples=100, deadline=None)

FLOATS = [np.float16, np.float32, np.float64]
EXACT = 1e-12


# --- softmax -----------------------------------------------------------------------------------------------

some_scores = hnp.arrays(
    np.float64,
    hnp.array_shapes(min_dims=1, max_dims=4, max_side=5),
    elements=st.floats(-1e3, 1e3) | st.sampled_from([-np.inf, 0.0, 1e300, -1e300]),
)


@st.composite
def scores_and_axis(draw):
    """Scores, and an axis along which each slice has one finite score at least."""
    x = draw(some_scores)
    axis = draw(st.integers(-x.ndim, x.ndim - 1))
    assume(np.isfinite(x).any(axis=axis).all())
    return x, axis


@steady
@given(scores_and_axis())
def test_softmax_is_scipys_softmax_along_any_axis(drawn):
    x, axis = drawn
    assert_allclose(softmax(x, axis=axis), scipy.special.softmax(x, axis=axis), rtol=EXACT, atol=1e-300)


@steady
@given(scores_and_axis())
def test_shares_sum_to_1_and_lie_between_0_and_1(drawn):
    x, axis = drawn
    shares = softmax(x, axis=axis)
    assert shares.shape == x.shape
    assert (shares >= 0).all() and (shares <= 1).all()
    assert_allclose(shares.sum(axis=axis), 1.0, rtol=EXACT)
    assert (shares[np.isneginf(x)] == 0).all()


@steady
@given(scores_and_axis(), st.floats(-1e3, 1e3))
def test_the_same_number_added_to_every_score_changes_no_share(drawn, shift):
    x, axis = drawn
    x = np.clip(x, -1e3, 1e3)
    assert_allclose(softmax(x + shift, axis=axis), softmax(x, axis=axis), rtol=1e-9, atol=1e-300)


def test_softmax_by_hand():
    e = np.e
    assert_allclose(softmax([0, 1]), [1 / (1 + e), e / (1 + e)], rtol=EXACT)
    assert_allclose(softmax([6, 4]), [0.8808, 0.1192], atol=5e-5)  # example E4
    assert_allclose(softmax([[0, 0], [0, 0]], axis=0), [[0.5, 0.5], [0.5, 0.5]], rtol=EXACT)
    assert_allclose(softmax([[1, 2], [3, 5]], axis=0)[0], [1 / (1 + e**2), 1 / (1 + e**3)], rtol=EXACT)


def test_softmax_works_by_row_unless_told_otherwise():
    x = [[1.0, 2.0, 3.0], [1.0, 1.0, 1.0]]
    assert_array_equal(softmax(x), softmax(x, axis=1))
    assert not np.allclose(softmax(x), softmax(x, axis=0))


@pytest.mark.parametrize(
    ("x", "shares"),
    [
        ([1e308, -1e308], [1, 0]),
        ([1e308, 1e308], [0.5, 0.5]),
        ([-1e308, -1e308], [0.5, 0.5]),
        ([1000, 1000, 1000, 1000], [0.25] * 4),
        ([-1000, -1000], [0.5, 0.5]),
        ([0, -1000], [1, 0]),
        ([5e-324, 0], [0.5, 0.5]),
        ([np.finfo(np.float64).max, np.finfo(np.float64).min], [1, 0]),
        (np.array([3.4028235e38, -3.4028235e38], np.float32), [1, 0]),
        (np.array([3.4028235e38, 3.4028235e38], np.float32), [0.5, 0.5]),
        (np.array([65504, -65504], np.float16), [1, 0]),
    ],
)
def test_huge_and_tiny_scores_neither_overflow_nor_warn(x, shares):
    assert_allclose(softmax(x), shares, rtol=EXACT)


def test_minus_infinity_means_never():
    assert_array_equal(softmax([0, -np.inf, 0]), [0.5, 0, 0.5])
    assert_array_equal(softmax([-np.inf, -1e308]), [0, 1])
    assert_array_equal(softmax([[-np.inf, -np.inf], [0, 0]]), [[0, 0], [0.5, 0.5]])
    assert_array_equal(softmax([[-np.inf, 0], [-np.inf, 0]], axis=0), [[0, 0.5], [0, 0.5]])


@pytest.mark.parametrize("kind", FLOATS)
def test_softmax_keeps_the_kind_of_float(kind):
    x = np.linspace(-3, 3, 12).reshape(3, 4)
    shares = softmax(x.astype(kind))
    assert shares.dtype == kind
    assert_allclose(shares, softmax(x), rtol=8 * np.finfo(kind).eps, atol=8 * np.finfo(kind).eps)


@pytest.mark.parametrize(
    "x", [[1, 2, 3], (1, 2, 3), np.array([1, 2, 3]), np.array([1, 2, 3], np.uint8), range(1, 4)], ids=brief
)
def test_integers_and_lists_count_as_numbers(x):
    shares = softmax(x)
    assert shares.dtype == np.float64
    assert_allclose(shares, scipy.special.softmax([1.0, 2.0, 3.0]), rtol=EXACT)


def test_small_unsigned_integers_do_not_wrap_round():
    assert_allclose(softmax(np.array([0, 200], np.uint8)), [0, 1], atol=1e-80)


def test_a_table_without_rows_gives_a_table_without_rows():
    assert softmax(np.zeros((0, 3))).shape == (0, 3)
    assert softmax(np.zeros((3, 0)), axis=0).shape == (3, 0)


@pytest.mark.parametrize(
    ("x", "parts"),
    [
        (3, ["softmax", "single number 3", "[3"]),
        (np.float64(2.5), ["softmax", "single number 2.5", "[2.5]"]),
        ([], ["softmax", "at least one score", "shape (0,)"]),
        (np.zeros((2, 0)), ["softmax", "at least one score", "shape (2, 0)"]),
        ([1, np.nan], ["softmax", "nan"]),
        ([1, np.inf], ["softmax", "+inf"]),
        ([[0, -np.inf], [np.nan, 0]], ["softmax", "nan"]),
        ([[1, 2], [3]], ["x must be", "real numbers", "rows of equal length", "[[1, 2], [3]]"]),
        (["a", "b"], ["x must be", "real numbers", "['a', 'b']"]),
        (["1", "2"], ["x must be", "real numbers"]),
        ("12", ["x must be", "real numbers", "'12'"]),
        ([1 + 2j, 3], ["x must be", "real numbers", "(1+2j)"]),
        (None, ["x must be", "real numbers", "None"]),
        ([1, None], ["x must be", "real numbers", "None"]),
        ({1.0, 2.0}, ["x must be", "real numbers"]),
    ],
    ids=brief,
)
def test_softmax_refuses_in_one_sentence(x, parts):
    says(refusal(softmax, x), *parts)


@pytest.mark.parametrize(
    "x", [np.eye(2) * 1j, np.array([["a", "b"], ["c", "d"]])], ids=["complex", "strings"]
)
def test_a_table_of_other_things_is_refused_on_one_line(x):
    says(refusal(softmax, x), "x must be", "real numbers")


def test_a_long_wrong_input_is_cut_short():
    assert len(refusal(softmax, ["word"] * 50)) < 150


@pytest.mark.parametrize("axis", [2, -3, None, 1.0, "0"])
def test_softmax_refuses_an_axis_that_is_not_there(axis):
    says(refusal(softmax, np.zeros((2, 3)), axis=axis), "axis", "from -2 to 1", "(2, 3)", repr(axis))


# --- causal_mask -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 5, np.int64(4)])
def test_causal_mask_shows_a_token_what_is_before_it(n):
    """Causal mask lets a token read itself and what is before it."""
    mask = causal_mask(n)
    assert mask.dtype == bool and mask.shape == (n, n)
    for i in range(n):
        for j in range(n):
            assert mask[i, j] == (j <= i)


@pytest.mark.parametrize("n", [0, -1, 2.5, 2.0, True, np.True_, "3", None, [3], np.array([3, 3])], ids=brief)
def test_causal_mask_refuses_what_is_no_number_of_tokens(n):
    says(refusal(causal_mask, n), "causal_mask", "number of tokens", "whole number from 1", repr(n))


def test_no_token_learns_of_a_later_one():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((5, 3))
    later = X.copy()
    later[3:] = rng.standard_normal((2, 3))
    before, weights = attention(X, X, X, causal_mask(5))
    after, _ = attention(later, later, later, causal_mask(5))
    assert_array_equal(after[:3], before[:3])
    assert not np.allclose(after[3:], before[3:])
    assert_array_equal(weights[0], [1, 0, 0, 0, 0])
    assert_array_equal(before[0], X[0])


# --- project -----------------------------------------------------------------------------------------------


def test_project_multiplies_every_row_by_the_matrix():
    X = [[1, 0, 2], [0, 1, 1]]
    W = [[1, 2], [3, 4], [5, 6]]
    assert_array_equal(project(X, W), [[11, 14], [8, 10]])
    assert_array_equal(project([X, X], W), [project(X, W)] * 2)


def test_project_refuses_the_printed_3_by_3_identity():
    """Project refuses the printed 3 by 3 identity for vectors of 4 numbers."""
    example = json.loads((ROOT / "data" / "worked_examples.json").read_text(encoding="utf-8"))["E3"]["inputs"]
    X = list(example["X"].values())
    for name in ("W_Q", "W_K", "W_V"):
        text = refusal(project, X, example["W_as_printed"], name)
        says(text, "X has shape (3, 4)", f"{name} has shape (3, 3)", f"{name} needs 4 rows")
    assert_array_equal(project(X, example["W_Q"], "W_Q"), X)


@pytest.mark.parametrize(
    ("X", "W", "parts"),
    [
        (np.ones((2, 3)), np.ones((2, 3)), ["X has shape (2, 3)", "W has shape (2, 3)", "3 rows"]),
        (np.ones((2, 3)), np.ones(3), ["X has shape (2, 3)", "W has shape (3,)"]),
        (np.ones((2, 3)), 2.0, ["X has shape (2, 3)", "W has shape ()"]),
        (np.ones((2, 3)), np.ones((2, 3, 3)), ["X has shape (2, 3)", "W has shape (2, 3, 3)"]),
        (np.ones(3), np.ones((3, 3)), ["X has shape (3,)", "X[None, :]"]),
        (np.ones((2, 3)), [["a"]], ["W must be", "real numbers"]),
        ([[1, 2], [3]], np.ones((2, 2)), ["X must be", "real numbers", "equal length"]),
    ],
    ids=brief,
)
def test_project_refuses_in_one_sentence(X, W, parts):
    says(refusal(project, X, W), *parts)


# --- attention: any shapes ---------------------------------------------------------------------------------


@st.composite
def problems(draw, mask=False, square=False):
    """Queries, keys and values (and a mask) of random shapes that fit. Numbers from a seed: quick to draw."""
    side = st.integers(1, 6)
    n_q, d_k, d_v = draw(side), draw(side), draw(side)
    n_k = n_q if square else draw(side)
    batch = tuple(draw(st.lists(st.integers(1, 3), max_size=2)))
    size = draw(st.sampled_from([0.0, 1e-3, 1.0, 10.0]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    Q = size * rng.standard_normal((*batch, n_q, d_k))
    K = size * rng.standard_normal((*batch, n_k, d_k))
    V = rng.standard_normal((*batch, n_k, d_v)) * 10
    if not mask:
        return Q, K, V
    return Q, K, V, rng.random((*batch, n_q, n_k)) < draw(st.sampled_from([0.2, 0.6, 1.0]))


@steady
@given(problems())
def test_attention_is_the_formula(problem):
    Q, K, V = problem
    scores = np.einsum("...id,...jd->...ij", Q, K) / Q.shape[-1] ** 0.5
    weights = scipy.special.softmax(scores, axis=-1)
    assert_allclose(attention_scores(Q, K), scores, rtol=1e-10, atol=EXACT)
    Z, ours = attention(Q, K, V)
    assert_allclose(ours, weights, rtol=1e-10, atol=EXACT)
    assert_allclose(Z, np.einsum("...ij,...jd->...id", weights, V), rtol=1e-10, atol=1e-10)
    assert_array_equal(ours, attention_weights(attention_scores(Q, K)))
    assert Z.shape == (*Q.shape[:-1], V.shape[-1]) and ours.shape == (*Q.shape[:-1], K.shape[-2])


@steady
@given(problems())
def test_every_new_vector_lies_between_the_values(problem):
    Q, K, V = problem
    Z, weights = attention(Q, K, V)
    assert_allclose(weights.sum(axis=-1), 1.0, rtol=EXACT)
    slack = 1e-12 * np.abs(V).max()
    assert (Z >= V.min(axis=-2, keepdims=True) - slack).all()
    assert (Z <= V.max(axis=-2, keepdims=True) + slack).all()


@pytest.mark.filterwarnings("ignore:in this mask no word")  # any mask may come
@steady
@given(problems(mask=True))
def test_masked_weights_are_0_and_others_share_the_whole(problem):
    """Masked weights are exactly 0 and the others share the whole."""
    Q, K, V, mask = problem
    Z, weights = attention(Q, K, V, mask)
    assert (weights[~mask] == 0).all()
    some = mask.any(axis=-1)
    assert_allclose(weights.sum(axis=-1), some.astype(float), rtol=EXACT)
    assert (weights[~some] == 0).all() and (Z[~some] == 0).all()
    scores = attention_scores(Q, K)
    for row in np.ndindex(mask.shape[:-1]):  # as if the forbidden keys were not there
        if some[row]:
            expected = scipy.special.softmax(scores[row][mask[row]])
            assert_allclose(weights[row][mask[row]], expected, rtol=1e-10, atol=1e-300)


@steady
@given(problems(mask=True), st.integers(0, 99))
def test_what_a_masked_key_says_reaches_nobody(problem, seed):
    Q, K, V, mask = problem
    mask[..., -1] = False
    Z, weights = attention(Q, K, V, mask)
    rng = np.random.default_rng(seed)
    K, V = K.copy(), V.copy()
    K[..., -1, :] = rng.standard_normal(K.shape[-1]) * 100
    V[..., -1, :] = rng.standard_normal(V.shape[-1]) * 100
    for ours, expected in zip(attention(Q, K, V, mask), (Z, weights), strict=True):
        assert_allclose(ours, expected, rtol=1e-10, atol=EXACT)


@steady
@given(problems(square=True), st.randoms(use_true_random=False))
def test_shuffled_words_give_the_same_outputs_shuffled(problem, random):
    X = problem[0]
    order = list(range(X.shape[-2]))
    random.shuffle(order)
    Z, weights = attention(X, X, X)
    shuffled_Z, shuffled_weights = attention(*[X[..., order, :]] * 3)
    assert_allclose(shuffled_Z, Z[..., order, :], rtol=1e-10, atol=EXACT)
    assert_allclose(shuffled_weights, weights[..., order, :][..., order], rtol=1e-10, atol=EXACT)


@steady
@given(problems(mask=True), st.randoms(use_true_random=False))
def test_the_order_of_the_keys_does_not_matter(problem, random):
    Q, K, V, mask = problem
    order = list(range(K.shape[-2]))
    random.shuffle(order)
    Z, weights = attention(Q, K, V, mask)
    other_Z, other_weights = attention(Q, K[..., order, :], V[..., order, :], mask[..., order])
    assert_allclose(other_Z, Z, rtol=1e-10, atol=1e-10)
    assert_allclose(other_weights, weights[..., order], rtol=1e-10, atol=EXACT)


@pytest.mark.filterwarnings("ignore:in this mask no word")  # any mask may come
@steady
@given(problems(mask=True))
def test_a_batch_equals_the_loop_over_it(problem):
    Q, K, V, mask = problem
    Z, weights = attention(Q, K, V, mask)
    for i in np.ndindex(Q.shape[:-2]):
        one_Z, one_weights = attention(Q[i], K[i], V[i], mask[i])
        assert_allclose(Z[i], one_Z, rtol=1e-10, atol=1e-10)
        assert_allclose(weights[i], one_weights, rtol=1e-10, atol=EXACT)


def test_a_mask_may_bring_leading_axes_of_its_own():
    Q, K, V = ones(2, 3), ones(5, 3), np.arange(20.0).reshape(5, 4)
    masks = np.array([[[True] * 5] * 2, [[True] + [False] * 4] * 2])  # (2, 2, 5): read all, read the first
    Z, weights = attention(Q, K, V, masks)
    assert Z.shape == (2, 2, 4) and weights.shape == (2, 2, 5)
    np.testing.assert_allclose(Z[1], [V[0], V[0]])
    np.testing.assert_allclose(Z[0, 0], V.mean(axis=0))


def test_leading_axes_broadcast_as_everywhere_in_numpy():
    rng = np.random.default_rng(1)
    Q, K, V = (
        rng.standard_normal((2, 3, 4, 5)),
        rng.standard_normal((3, 6, 5)),
        rng.standard_normal((2, 1, 6, 2)),
    )
    mask = rng.random((2, 1, 1, 6)) < 0.7
    Z, weights = attention(Q, K, V, mask)
    assert Z.shape == (2, 3, 4, 2) and weights.shape == (2, 3, 4, 6)
    for b in range(2):
        for h in range(3):
            one_Z, one_weights = attention(Q[b, h], K[h], V[b, 0], mask[b, 0])
            assert_allclose(Z[b, h], one_Z, rtol=EXACT, atol=EXACT)
            assert_allclose(weights[b, h], one_weights, rtol=EXACT)


# --- attention: known values -------------------------------------------------------------------------------


def test_attention_by_hand():
    """Example E3: identity projections, scores [2 0 2] / 2 for the first word."""
    X = [[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]]
    assert_array_equal(attention_scores(X, X), [[1, 0, 1], [0, 1, 1], [1, 1, 2]])
    Z, weights = attention(X, X, X)
    rows = [[0.4223, 0.1554, 0.4223], [0.1554, 0.4223, 0.4223], [0.2119, 0.2119, 0.5761]]
    assert_allclose(weights, rows, atol=5e-5)
    assert_allclose(Z[:, :2], [[0.8446, 0.5777], [0.5777, 0.8446], [0.7881, 0.7881]], atol=1e-4)


def test_row_i_belongs_to_query_i():
    Q, K = [[1.0, 0.0]], [[1.0, 0.0], [0.0, 5.0], [2.0, 0.0]]
    assert_allclose(attention_scores(Q, K), np.array([[1, 0, 2]]) / np.sqrt(2), rtol=EXACT)
    assert_allclose(attention_scores(K, Q), np.array([[1], [0], [2]]) / np.sqrt(2), rtol=EXACT)


def test_one_token_reads_itself():
    Z, weights = attention([[3.0, -4.0]], [[0.5, 9.0]], [[7.0, 8.0, 9.0]])
    assert_array_equal(weights, [[1.0]])
    assert_array_equal(Z, [[7.0, 8.0, 9.0]])


def test_equal_keys_give_the_plain_mean():
    rng = np.random.default_rng(2)
    V = rng.standard_normal((4, 3))
    Z, weights = attention(rng.standard_normal((2, 5)), np.ones((4, 5)), V)
    assert_allclose(weights, np.full((2, 4), 0.25), rtol=EXACT)
    assert_allclose(Z, [V.mean(axis=0)] * 2, rtol=EXACT)


def test_a_mask_may_be_a_list_one_row_or_one_value():
    scores = np.array([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]])
    third_out = attention_weights(scores, [[True, True, False], [True, True, False]])
    assert_array_equal(attention_weights(scores, [True, True, False]), third_out)
    assert_array_equal(attention_weights(scores, np.True_), attention_weights(scores))
    assert_array_equal(attention_weights(scores, False), np.zeros((2, 3)))


def test_a_masked_score_may_be_anything():
    assert_array_equal(attention_weights([[0.0, np.nan, 0.0]], [[True, False, True]]), [[0.5, 0, 0.5]])
    assert_array_equal(attention_weights([[0.0, np.inf]], [[True, False]]), [[1, 0]])


@pytest.mark.parametrize("kind", FLOATS)
def test_attention_keeps_the_kind_of_float(kind):
    rng = np.random.default_rng(3)
    Q, K, V = rng.standard_normal((4, 3)), rng.standard_normal((5, 3)), rng.standard_normal((5, 2))
    mask = rng.random((4, 5)) < 0.7
    few = [array.astype(kind) for array in (Q, K, V)]
    assert project(few[0], np.eye(3, dtype=kind)).dtype == kind
    assert attention_scores(*few[:2]).dtype == kind
    for allowed in (None, mask):
        for ours, full in zip(attention(*few, allowed), attention(Q, K, V, allowed), strict=True):
            assert ours.dtype == kind
            assert_allclose(ours, full, rtol=30 * np.finfo(kind).eps, atol=30 * np.finfo(kind).eps)


@pytest.mark.parametrize(("kind_q", "kind_k"), [(a, b) for a in FLOATS for b in FLOATS if a != b])
def test_mixed_kinds_of_float_give_the_more_exact_one(kind_q, kind_k):
    wide = np.result_type(kind_q, kind_k)
    scores = attention_scores(np.ones((1, 3), kind_q), np.ones((1, 3), kind_k))
    assert scores.dtype == wide
    assert_allclose(scores, np.sqrt(3.0), rtol=4 * np.finfo(wide).eps)


def test_integers_and_lists_are_welcome_everywhere():
    X = [[1, 0], [0, 1], [1, 1]]
    floats = np.array(X, float)
    for ours, expected in zip(attention(X, X, X), attention(floats, floats, floats), strict=True):
        assert ours.dtype == np.float64
        assert_array_equal(ours, expected)
    small = np.full((1, 2), 200, np.uint8)  # 200 * 200 does not fit into uint8
    assert_allclose(attention_scores(small, small), [[80_000 / np.sqrt(2)]], rtol=EXACT)


@pytest.mark.parametrize(
    ("size", "kind"), [(1e150, np.float64), (1e-200, np.float64), (1e18, np.float32), (1e2, np.float16)]
)
def test_large_and_tiny_vectors_give_clean_weights(size, kind):
    X = (np.array([[1, 0], [0, 1]]) * size).astype(kind)
    Z, weights = attention(X, X, [[1, 2], [3, 4]])
    expected = np.eye(2) if size > 1 else np.full((2, 2), 0.5)
    assert_array_equal(weights, expected)
    assert_array_equal(Z, expected @ [[1, 2], [3, 4]])


@pytest.mark.parametrize(("size", "kind"), [(1e308, np.float64), (3e38, np.float32), (6e4, np.float16)])
def test_scores_beyond_all_numbers_are_refused_in_words(size, kind):
    """Scores beyond the largest number are refused without a warning."""
    X = np.full((2, 2), size, kind)
    says(refusal(attention, X, X, np.ones((2, 2))), "+inf")


# --- attention: refusals -----------------------------------------------------------------------------------


def ones(*shape):
    return np.ones(shape)


@pytest.mark.parametrize(
    ("Q", "K", "parts"),
    [
        (ones(2, 3), ones(2, 4), ["Q has shape (2, 3)", "K has shape (2, 4)", "3 and 4", "d_k"]),
        (ones(5, 2, 3), ones(2, 4), ["Q has shape (5, 2, 3)", "K has shape (2, 4)", "3 and 4"]),
        (
            ones(2, 2, 3),
            ones(3, 2, 3),
            ["Q has shape (2, 2, 3)", "K has shape (3, 2, 3)", "before the last two"],
        ),
        (ones(2, 0), ones(3, 0), ["Q has shape (2, 0)", "K has shape (3, 0)", "d_k must be at least 1"]),
        (3.0, ones(2, 3), ["Q has shape ()", "n_q, d_k"]),
        (ones(3), ones(2, 3), ["Q has shape (3,)", "n_q, d_k", "Q[None, :]"]),
        (ones(2, 3), ones(3), ["K has shape (3,)", "n_k, d_k", "K[None, :]"]),
        ([], ones(2, 3), ["Q has shape (0,)"]),
        ([[1, 2], [3]], ones(2, 2), ["Q must be", "equal length", "[[1, 2], [3]]"]),
        (ones(2, 2), [["a", "b"]], ["K must be", "real numbers", "'a'"]),
        (ones(2, 2), [[1j, 2]], ["K must be", "real numbers", "1j"]),
        (None, ones(2, 2), ["Q must be", "None"]),
    ],
    ids=brief,
)
def test_attention_scores_refuses_in_one_sentence(Q, K, parts):
    says(refusal(attention_scores, Q, K), *parts)
    says(refusal(attention, Q, K, ones(2, 2)), *parts)


@pytest.mark.parametrize(
    ("Q", "K", "V", "parts"),
    [
        (ones(2, 3), ones(5, 3), ones(4, 3), ["K has shape (5, 3)", "V has shape (4, 3)", "5 and 4"]),
        (ones(2, 3), ones(5, 3), ones(3, 5), ["K has shape (5, 3)", "V has shape (3, 5)", "5 and 3"]),
        (ones(2, 2, 3), ones(2, 5, 3), ones(3, 5, 3), ["Q has shape (2, 2, 3)", "V has shape (3, 5, 3)"]),
        (ones(2, 3), ones(5, 3), ones(5), ["V has shape (5,)", "n_k, d_v"]),
        (ones(2, 3), ones(5, 3), 1.0, ["V has shape ()", "n_k, d_v"]),
        (ones(2, 3), ones(2, 3), [[1], [2, 3]], ["V must be", "equal length"]),
        (ones(2, 3), ones(2, 3), [["a"], ["b"]], ["V must be", "real numbers"]),
        (ones(2, 3), ones(2, 3), [[1j], [2]], ["V must be", "real numbers"]),
        (ones(2, 3), ones(0, 3), ones(0, 3), ["at least one score", "(2, 0)"]),
        ([[np.nan, 1]], ones(2, 2), ones(2, 2), ["nan"]),
        (ones(2, 2), [[np.inf, 1]], ones(1, 2), ["inf"]),
    ],
    ids=brief,
)
def test_attention_refuses_in_one_sentence(Q, K, V, parts):
    says(refusal(attention, Q, K, V), *parts)


@pytest.mark.parametrize(
    ("mask", "parts"),
    [
        (np.ones((3, 2), bool), ["mask has shape (3, 2)", "scores have shape (2, 3)"]),
        (np.ones(2, bool), ["mask has shape (2,)", "scores have shape (2, 3)"]),
        (np.ones((0, 3), bool), ["mask has shape (0, 3)", "scores have shape (2, 3)"]),
        (np.ones((2, 3)), ["mask must hold True", "False", "float64", "astype(bool)"]),
        (np.ones((2, 3), int), ["mask must hold True", "False", "int"]),
        (np.zeros((2, 3)) - np.inf, ["mask must hold True", "float64"]),  # a mask to be added, as in PyTorch
        ([[1, 0, 1], [1, 1, 1]], ["mask must hold True"]),
        ("causal", ["mask must hold True"]),
        ([], ["mask must hold True"]),
    ],
    ids=brief,
)
def test_a_wrong_mask_is_refused_in_one_sentence(mask, parts):
    says(refusal(attention_weights, ones(2, 3), mask), *parts)
    says(refusal(attention, ones(2, 4), ones(3, 4), ones(3, 1), mask), *parts)


ADDED = np.triu(np.full((3, 3), -np.inf), 1)
FORBIDS = np.triu(np.ones((3, 3), bool), 1)  # True means forbidden: the causal mask of some programs


WAYS = {"mask == 0": lambda m: m == 0, "mask.astype(bool)": lambda m: m.astype(bool), "~mask": lambda m: ~m}


@pytest.mark.parametrize(
    ("mask", "advised"),
    [
        (ADDED, ["mask == 0"]),
        (np.where(np.isinf(ADDED), -1e9, 0), ["mask == 0"]),
        (np.where(np.isinf(ADDED), np.finfo(np.float32).min, 0), ["mask == 0"]),
        (FORBIDS.astype(int), ["mask == 0"]),
        (np.tril(np.ones((3, 3))), ["mask.astype(bool)", "mask == 0"]),  # nobody can know which
    ],
    ids=["-inf", "-1e9", "float32.min", "1 forbids", "1 allows"],
)
def test_a_mask_of_numbers_is_told_how_to_become_ours(mask, advised):
    says = refusal(attention_weights, ones(3, 3), mask)
    assert {way for way in WAYS if way in says} == set(advised)
    made = attention_weights(ones(3, 3), WAYS[advised[0]](mask))
    assert np.allclose(made, [[1, 0, 0], [1 / 2, 1 / 2, 0], [1 / 3, 1 / 3, 1 / 3]])


def test_of_other_numbers_nobody_can_know():
    nan = [[0, np.nan], [1, 1]]
    for mask, part in (
        ([[0.5, 1], [1, 1]], "by a comparison"),
        (nan, "np.where"),
        ([[0, -25], [-50, 0]], "kinds"),
    ):
        text = refusal(attention_weights, ones(2, 2), mask)
        assert part in text and not any(way in text for way in WAYS)


def test_a_padded_word_is_no_sign_that_1_forbids():
    """The last row reads nothing, but the others read themselves."""
    text = refusal(attention_weights, ones(3, 3), np.outer([1, 1, 0], [1, 1, 0]))
    assert "mask.astype(bool)" in text and "seems" not in text


@pytest.mark.parametrize(
    "call", [lambda m: attention_weights(ones(3, 3), m), lambda m: attention(*[ones(3, 3)] * 3, m)]
)
def test_a_mask_in_which_true_forbids_is_named_where_it_is_used(call):
    with pytest.warns(UserWarning, match="True means: may be read.* use ~mask") as warned:
        call(FORBIDS)
    assert warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        call(~FORBIDS)
        call(np.array([[1, 0, 0], [1, 1, 0], [0, 0, 0]], bool))  # a last word that is left out


def test_a_ragged_mask_is_refused_in_our_words():
    says(refusal(attention_weights, ones(2, 2), [[True], [True, False]]), "mask")


@pytest.mark.parametrize(
    ("scores", "parts"),
    [
        (1.0, ["scores has shape ()"]),
        ([1.0, 2.0], ["scores has shape (2,)", "n_q, n_k"]),
        ([[1.0, np.nan]], ["nan"]),
        ([[1.0, np.inf]], ["+inf"]),
        ([[1], [2, 3]], ["scores must be", "equal length"]),
        (ones(2, 0), ["at least one score", "(2, 0)"]),
    ],
    ids=brief,
)
def test_attention_weights_refuses_in_one_sentence(scores, parts):
    says(refusal(attention_weights, scores), *parts)


# --- no input is changed -----------------------------------------------------------------------------------


def test_inputs_are_never_changed_and_never_handed_back():
    rng = np.random.default_rng(4)
    given_arrays = {
        "Q": rng.standard_normal((2, 4, 3)),
        "K": rng.standard_normal((2, 5, 3)),
        "V": rng.standard_normal((2, 5, 2)),
        "mask": rng.random((2, 4, 5)) < 0.5,
        "scores": rng.standard_normal((4, 5)),
        "W": rng.standard_normal((3, 3)),
    }
    given_arrays["mask"][0, 1] = False
    given_arrays["scores"][0] = -np.inf
    before = {name: array.copy() for name, array in given_arrays.items()}
    for array in given_arrays.values():
        array.setflags(write=False)
    Q, K, V, mask, scores, W = given_arrays.values()
    results = [
        *attention(Q, K, V, mask),
        *attention(Q, K, V),
        attention_scores(Q, K),
        attention_weights(scores),
        attention_weights(scores, mask[0]),
        softmax(scores),
        softmax(scores, axis=0),
        softmax(scores[:1]),
        project(Q, W),
    ]
    for name, array in given_arrays.items():
        assert_array_equal(array, before[name])
        assert not any(np.shares_memory(array, result) for result in results), name
    assert all(result.flags.writeable for result in results)
    empty = np.zeros((0, 3))
    assert softmax(empty) is not empty


# --- PyTorch's stored answers ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names("softmax"))
def test_softmax_agrees_with_pytorch(name):
    case = reference("softmax", name)
    assert_allclose(softmax(case["x"], axis=int(case["axis"])), case["shares"], rtol=EXACT, atol=EXACT)


@pytest.mark.parametrize("name", names("attention"))
def test_attention_agrees_with_pytorch(name):
    case = reference("attention", name)
    Z, weights = attention(case["Q"], case["K"], case["V"], case.get("mask"))
    assert_allclose(weights, case["weights"], rtol=EXACT, atol=EXACT)
    assert_allclose(Z, case["Z"], rtol=EXACT, atol=EXACT)


@pytest.mark.parametrize("name", names("causal"))
def test_causal_attention_agrees_with_pytorch(name):
    case = reference("causal", name)
    Z, weights = attention(case["Q"], case["K"], case["V"], causal_mask(case["Q"].shape[-2]))
    assert_allclose(weights, case["weights"], rtol=EXACT, atol=EXACT)
    assert_allclose(Z, case["Z"], rtol=EXACT, atol=EXACT)


def test_the_references_hold_what_they_are_for():
    cases = [reference("attention", name) for name in names("attention")]
    nothing = 0
    for case in cases:
        rows = ~np.broadcast_to(case.get("mask", True), case["weights"].shape).any(axis=-1)
        assert (case["weights"][rows] == 0).all() and (case["Z"][rows] == 0).all()  # PyTorch gives zeros too
        nothing += rows.any()
    assert nothing >= 3 and sum("mask" in case for case in cases) >= 5
    shapes = [[case[name].shape for name in "QKV"] for case in cases]
    assert {Q[-2] < K[-2] for Q, K, _ in shapes if Q[-2] != K[-2]} == {True, False}
    assert {K[-1] < V[-1] for _, K, V in shapes if K[-1] != V[-1]} == {True, False}
    assert {len(Q) for Q, _, _ in shapes} == {2, 3, 4}
    assert any(Q[-1] == 1 for Q, _, _ in shapes) and any(Q[-2] == K[-2] == 1 for Q, K, _ in shapes)


def test_the_documentation_tells_of_the_fully_masked_row():
    for function in (attention_weights, attention):
        says(function.__doc__, "zeros")
