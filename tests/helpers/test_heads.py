"""helpers/heads.py against PyTorch's stored answers, a loop over heads, and what holds for any input."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from helpers.attention import attention, attention_scores, attention_weights, causal_mask
from helpers.heads import merge_heads, multi_head_attention, split_heads
from tests.refusals import brief, refusal, says
from tools.data import make_references as MAKE

# A warning is red text in a learner's notebook, wherever in NumPy it is raised.
pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

steady = settings(derandomize=True, max_examples=100, deadline=None)

FLOATS = [np.float16, np.float32, np.float64]
EXACT = 1e-12
MAPS = ("W_Q", "W_K", "W_V", "W_O")


def one_by_one(X, W_Q, W_K, W_V, W_O, n_heads, mask=None):
    """The same with a loop: each head has maps of its own, and brings its own rows of W_O to the sum."""
    n_tokens = X.shape[-2]
    allowed = np.array(True if mask is None else mask)
    shape = np.broadcast_shapes(allowed.shape, (n_heads, n_tokens, n_tokens))
    allowed = np.moveaxis(np.broadcast_to(allowed, shape), -3, 0)  # heads first
    parts = [np.split(W, n_heads, axis=1) for W in (W_Q, W_K, W_V)] + [np.split(W_O, n_heads)]
    Z, tables = 0.0, []
    for q, k, v, o, own in zip(*parts, allowed, strict=True):
        head, weights = attention(X @ q, X @ k, X @ v, own)
        Z = Z + head @ o
        tables.append(weights)
    return Z, np.stack(tables, axis=-3)


@st.composite
def problems(draw, masks=True):
    """The arguments of multi_head_attention, of random shapes that fit. Numbers from a seed: quick."""
    side = st.integers(1, 4)
    n_tokens, d_model, n_heads, d_k, d_v = (draw(side) for _ in range(5))
    batch = tuple(draw(st.lists(st.integers(1, 3), max_size=2)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    X = rng.standard_normal((*batch, n_tokens, d_model))
    W_Q, W_K, W_V = (rng.standard_normal((d_model, n_heads * d)) for d in (d_k, d_k, d_v))
    W_O = rng.standard_normal((n_heads * d_v, d_model))
    mask = None
    if masks and draw(st.booleans()):
        leading = draw(st.sampled_from([(1,), (n_heads,), (*batch, 1), (*batch, n_heads)]))
        mask = rng.random((*leading, n_tokens, n_tokens)) < draw(st.sampled_from([0.2, 0.6, 1.0]))
    return X, W_Q, W_K, W_V, W_O, n_heads, mask


# --- split and merge ---------------------------------------------------------------------------------------


def test_the_first_columns_belong_to_the_first_head():
    X = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    heads = split_heads(X, 2)
    assert_array_equal(heads, [[[1, 2], [5, 6], [9, 10]], [[3, 4], [7, 8], [11, 12]]])
    assert_array_equal(merge_heads(heads), X)


@steady
@given(st.lists(st.integers(0, 3), max_size=2), *[st.integers(1, 4)] * 3)
def test_merge_is_the_inverse_of_split(batch, n_tokens, n_heads, d):
    X = np.arange(np.prod([*batch, n_tokens, n_heads * d])).reshape(*batch, n_tokens, n_heads * d)
    heads = split_heads(X, n_heads)
    assert heads.shape == (*batch, n_heads, n_tokens, d)
    assert_array_equal(merge_heads(heads), X)
    assert_array_equal(split_heads(merge_heads(heads), n_heads), heads)
    for h in range(n_heads):
        assert_array_equal(heads[..., h, :, :], X[..., h * d : (h + 1) * d])


def test_one_head_and_as_many_heads_as_columns_are_possible():
    """One head is one more axis and as many heads as columns give heads of one number."""
    X = np.arange(6.0).reshape(2, 3)
    assert_array_equal(split_heads(X, 1), X[None])
    assert_array_equal(split_heads(X, 3), X.T[:, :, None])
    assert_array_equal(split_heads(X, np.int64(3)), X.T[:, :, None])


@pytest.mark.parametrize("kind", FLOATS)
def test_split_and_merge_keep_the_kind_of_float(kind):
    heads = split_heads(np.ones((2, 4), kind), 2)
    assert heads.dtype == merge_heads(heads).dtype == kind
    assert split_heads([[1, 2]], 2).dtype == merge_heads([[[1, 2]]]).dtype == np.float64


# --- multi-head attention: what it is ----------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:in this mask no word")  # any mask may come
@steady
@given(problems())
def test_it_is_the_loop_over_its_heads(problem):
    Z, weights = multi_head_attention(*problem)
    expected_Z, expected = one_by_one(*problem)
    assert Z.shape == problem[0].shape and weights.shape == expected.shape
    assert_allclose(weights, expected, rtol=1e-10, atol=EXACT)
    assert_allclose(Z, expected_Z, rtol=1e-10, atol=1e-10)


def test_one_head_with_a_plain_W_O_is_attention():
    X = np.random.default_rng(0).standard_normal((4, 3))
    Z, weights = multi_head_attention(X, *[np.eye(3)] * 4, n_heads=1)
    expected_Z, expected = attention(X, X, X)
    assert_allclose(weights, expected[None], rtol=EXACT)
    assert_allclose(Z, expected_Z, rtol=EXACT)


def test_one_token_reads_itself_in_every_head():
    Z, weights = multi_head_attention([[3.0, -4.0]], np.eye(2), np.eye(2), 2 * np.eye(2), np.eye(2), 2)
    assert_array_equal(weights, np.ones((2, 1, 1)))
    assert_array_equal(Z, [[6.0, -8.0]])


def test_heads_by_hand():
    """Head 0 sees only the first column, head 1 only the second: each has a favourite of its own."""
    X = [[1, 0], [0, 1]]
    _, weights = multi_head_attention(X, *[np.eye(2)] * 4, n_heads=2)
    e = np.e
    assert_allclose(weights[0], [[e / (e + 1), 1 / (e + 1)], [0.5, 0.5]], rtol=EXACT)
    assert_allclose(weights[1], [[0.5, 0.5], [1 / (e + 1), e / (e + 1)]], rtol=EXACT)


# --- multi-head attention: what holds for any input --------------------------------------------------------


@steady
@given(problems())
def test_every_row_of_every_head_sums_to_1_or_reads_nothing(problem):
    _, weights = multi_head_attention(*problem)
    mask = np.broadcast_to(True if problem[-1] is None else problem[-1], weights.shape)
    assert (weights >= 0).all() and (weights[~mask] == 0).all()
    assert_allclose(weights.sum(axis=-1), mask.any(axis=-1).astype(float), rtol=EXACT)


@steady
@given(problems(masks=False), st.randoms(use_true_random=False))
def test_shuffled_words_give_the_same_outputs_shuffled(problem, random):
    X, *rest = problem
    order = list(range(X.shape[-2]))
    random.shuffle(order)
    Z, weights = multi_head_attention(X, *rest)
    shuffled_Z, shuffled = multi_head_attention(X[..., order, :], *rest)
    assert_allclose(shuffled_Z, Z[..., order, :], rtol=1e-10, atol=1e-10)
    assert_allclose(shuffled, weights[..., order, :][..., order], rtol=1e-10, atol=EXACT)


@steady
@given(problems(), st.data())
def test_the_columns_of_one_head_are_nothing_to_the_others(problem, data):
    X, W_Q, W_K, W_V, W_O, n_heads, mask = problem
    changed = data.draw(st.integers(0, n_heads - 1))
    for W in (W_Q, W_K, W_V):
        before = multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, mask)[1]
        W.reshape(len(W), n_heads, -1)[:, changed] += 1  # a window into W
        after = multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, mask)[1]
        others = [h for h in range(n_heads) if h != changed]
        assert_allclose(after[..., others, :, :], before[..., others, :, :], rtol=1e-10, atol=EXACT)


def test_a_changed_head_changes_its_own_weights_only():
    """A changed head changes its own weights and its own rows of W O carry it."""
    rng = np.random.default_rng(1)
    X, W_Q, W_K, W_V, W_O = (rng.standard_normal(shape) for shape in [(5, 4)] + [(4, 4)] * 4)
    other = W_Q.copy()
    other[:, 2:] = rng.standard_normal((4, 2))
    before, after = (multi_head_attention(X, W, W_K, W_V, W_O, 2) for W in (W_Q, other))
    assert not np.allclose(after[1][1], before[1][1])
    deaf = np.vstack([W_O[:2], np.zeros((2, 4))])  # nothing of head 1 reaches Z
    before, after = (multi_head_attention(X, W, W_K, W_V, deaf, 2) for W in (W_Q, other))
    assert_allclose(after[0], before[0], rtol=EXACT)


@pytest.mark.parametrize("batch", [(), (3,), (2, 1)])
def test_a_batch_equals_the_loop_over_it(batch):
    rng = np.random.default_rng(2)
    X, maps = rng.standard_normal((*batch, 4, 6)), [rng.standard_normal((6, 6)) for _ in MAPS]
    Z, weights = multi_head_attention(X, *maps, 3)
    assert weights.shape == (*batch, 3, 4, 4)
    for i in np.ndindex(batch):
        one_Z, one = multi_head_attention(X[i], *maps, 3)
        assert_allclose(Z[i], one_Z, rtol=1e-10, atol=EXACT)
        assert_allclose(weights[i], one, rtol=1e-10)


# --- masks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [(), (3,)])
def test_with_a_causal_mask_no_head_reads_a_later_word(batch):
    rng = np.random.default_rng(3)
    X, maps = rng.standard_normal((*batch, 5, 4)), [rng.standard_normal((4, 4)) for _ in MAPS]
    Z, weights = multi_head_attention(X, *maps, 2, causal_mask(5))
    assert (weights[..., ~causal_mask(5)] == 0).all() and (weights[..., causal_mask(5)] > 0).all()
    X[..., 3:, :] += 1
    assert_allclose(
        multi_head_attention(X, *maps, 2, causal_mask(5))[0][..., :3, :], Z[..., :3, :], rtol=1e-10
    )


def test_a_fully_masked_row_gives_zeros():
    rng = np.random.default_rng(4)
    X, maps = rng.standard_normal((4, 6)), [rng.standard_normal((6, 6)) for _ in MAPS]
    mask = causal_mask(4)
    mask[2] = False
    Z, weights = multi_head_attention(X, *maps, 2, mask)
    assert (weights[:, 2] == 0).all() and (Z[2] == 0).all() and (Z[[0, 1, 3]] != 0).all()


def test_a_mask_meets_the_weights_as_everywhere_in_numpy():
    rng = np.random.default_rng(5)
    X, maps = rng.standard_normal((3, 4, 6)), [rng.standard_normal((6, 6)) for _ in MAPS]
    by_head, by_sentence = rng.random((2, 4, 4)) < 0.6, rng.random((3, 4, 4)) < 0.6
    for mask, full in [
        (by_head[0], by_head[0][None, None]),
        (by_head, by_head[None]),
        (by_sentence[..., None, :, :], by_sentence[:, None]),
        ([True, False, True, True], np.array([True, False, True, True])[None, None, None]),
    ]:
        _, weights = multi_head_attention(X, *maps, 2, mask)
        assert (weights[~np.broadcast_to(full, weights.shape)] == 0).all()
        assert (weights[np.broadcast_to(full, weights.shape)] > 0).all()


def test_three_axes_are_one_mask_for_each_head():
    """Three axes are one mask for each head even where there are as many sentences."""
    X = np.random.default_rng(6).standard_normal((2, 3, 4))
    only_itself, everything = np.eye(3, dtype=bool), np.ones((3, 3), bool)
    _, weights = multi_head_attention(X, *[np.eye(4)] * 4, 2, np.array([only_itself, everything]))
    assert_array_equal(weights[:, 0], [np.eye(3)] * 2)
    assert (weights[:, 1] > 0).all()


# --- kinds of numbers, and that nothing is changed ---------------------------------------------------------


@pytest.mark.parametrize("kind", FLOATS)
@pytest.mark.parametrize("mask", [None, causal_mask(4)], ids=["no mask", "causal"])
def test_the_kind_of_float_is_kept(kind, mask):
    rng = np.random.default_rng(7)
    arrays = [rng.standard_normal((4, 4)) for _ in range(5)]
    few = multi_head_attention(*[array.astype(kind) for array in arrays], 2, mask)
    for ours, full in zip(few, multi_head_attention(*arrays, 2, mask), strict=True):
        assert ours.dtype == kind
        assert_allclose(ours, full, rtol=100 * np.finfo(kind).eps, atol=100 * np.finfo(kind).eps)


def test_integers_and_lists_are_welcome_everywhere():
    X, W = [[1, 0], [0, 1], [1, 1]], [[1, 2], [0, 1]]
    floats, maps = np.array(X, float), [np.array(W, float)] * 4
    mask = [[True, False, False], [True, True, False], [True, True, True]]
    for ours, expected in zip(
        multi_head_attention(X, W, W, W, W, 2, mask),
        multi_head_attention(floats, *maps, 2, np.array(mask)),
        strict=True,
    ):
        assert ours.dtype == np.float64
        assert_array_equal(ours, expected)


@pytest.mark.parametrize("n_heads", [1, 2, 4])
@pytest.mark.parametrize("n_tokens", [1, 3])
def test_inputs_are_never_changed_and_never_handed_back(n_heads, n_tokens):
    rng = np.random.default_rng(8)
    arrays = [rng.standard_normal((n_tokens, 4)), *[rng.standard_normal((4, 4)) for _ in MAPS]]
    arrays.append(causal_mask(n_tokens))
    before = [array.copy() for array in arrays]
    for array in arrays:
        array.setflags(write=False)
    X, *maps, mask = arrays
    heads = rng.standard_normal((n_heads, n_tokens, 4))
    arrays, before = [*arrays, heads], [*before, heads.copy()]
    results = [
        *multi_head_attention(X, *maps, n_heads, mask),
        *multi_head_attention(X, *maps, n_heads),
        split_heads(X, n_heads),
        merge_heads(heads),
    ]
    for array, copy in zip(arrays, before, strict=True):
        assert_array_equal(array, copy)
        assert not any(np.shares_memory(array, result) for result in results)
    assert all(result.flags.writeable for result in results)


# --- memory ------------------------------------------------------------------------------------------------

LIMIT = 1.2  # tables of scores, of which the weights that are handed back are one
N, HEADS, D_MODEL = 512, 8, 64


def peak(function, *args):
    """How many tables of scores a call needs at its peak beyond what it is given."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        function(*args)
        return (tracemalloc.get_traced_memory()[1] - before) / (HEADS * N * N * args[0].itemsize)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("mask", [None, causal_mask(N)], ids=["no mask", "causal"])
@pytest.mark.parametrize("kind", FLOATS[1:])
def test_about_one_table_of_scores_is_in_memory_at_once(kind, mask):
    """Hardly more than one table of scores is in memory at once."""
    rng = np.random.default_rng(9)
    Q, K, V = rng.standard_normal((3, HEADS, N, D_MODEL // HEADS)).astype(kind)
    X = rng.standard_normal((N, D_MODEL)).astype(kind)
    maps = rng.standard_normal((4, D_MODEL, D_MODEL)).astype(kind)
    scores = attention_scores(Q, K)
    needed = {
        "attention_scores": peak(attention_scores, Q, K),
        "attention_weights": peak(attention_weights, scores, mask),
        "attention": peak(attention, Q, K, V, mask),
        "multi_head_attention": peak(multi_head_attention, X, *maps, HEADS, mask),
    }
    assert needed["attention_scores"] < 1.1
    assert all(1 <= tables <= LIMIT for tables in needed.values()), needed


# --- refusals ----------------------------------------------------------------------------------------------


def ones(*shape):
    return np.ones(shape)


@pytest.mark.parametrize(
    "n_heads", [0, -1, 2.5, 2.0, True, np.True_, "2", None, [2], np.array([2, 2])], ids=brief
)
def test_what_is_no_number_of_heads_is_refused(n_heads):
    for call in [
        (split_heads, ones(3, 4), n_heads),
        (multi_head_attention, ones(3, 4), *[ones(4, 4)] * 4, n_heads),
    ]:
        says(refusal(*call), "n_heads", "whole number from 1", repr(n_heads))


@pytest.mark.parametrize(
    ("width", "n_heads", "parts"),
    [
        (10, 4, ["10 columns", "4 heads", "use 1, 2, 5 or 10 heads"]),
        (512, 3, ["512 columns", "3 heads", "use 1, 2, 4 or 8 heads"]),  # the nearest four
        (512, 10**9, ["512 columns", "use 64, 128, 256 or 512 heads"]),
        (7, 2, ["7 columns", "use 1 or 7 heads"]),
        (1, 2, ["1 columns", "use 1 head."]),
    ],
)
def test_columns_that_heads_cannot_share_are_refused(width, n_heads, parts):
    """Columns that the heads cannot share are refused with numbers that can."""
    says(refusal(split_heads, ones(3, width), n_heads), "X has", "cannot share equally", *parts)
    maps = [ones(2, width)] * 3 + [ones(width, 2)]
    says(refusal(multi_head_attention, ones(3, 2), *maps, n_heads), "W_Q makes", *parts)


def test_the_advice_suits_every_map():
    text = refusal(multi_head_attention, ones(3, 2), ones(2, 10), ones(2, 10), ones(2, 6), ones(6, 2), 5)
    says(text, "W_V makes 6 columns", "5 heads", "use 1 or 2 heads")  # not 3, which suits W_V alone


@pytest.mark.parametrize(
    ("X", "parts"),
    [
        (ones(4), ["X has shape (4,)", "X[None, :]"]),
        (3.0, ["X has shape ()"]),
        ([[1, 2], [3]], ["X must be", "real numbers", "equal length"]),
        ([["a"]], ["X must be", "real numbers"]),
    ],
    ids=brief,
)
def test_split_heads_refuses_in_one_sentence(X, parts):
    says(refusal(split_heads, X, 2), *parts)


@pytest.mark.parametrize(
    ("H", "parts"),
    [
        (ones(5, 2), ["H has shape (5, 2)", "(n_heads, n_tokens, d)", "H[None]"]),
        (3.0, ["H has shape ()"]),
        ([[[1, 2], [3]]], ["H must be", "equal length"]),
        (None, ["H must be", "None"]),
    ],
    ids=brief,
)
def test_merge_heads_refuses_in_one_sentence(H, parts):
    says(refusal(merge_heads, H), *parts)


FITTING = {"X": ones(5, 6), "W_Q": ones(6, 8), "W_K": ones(6, 8), "W_V": ones(6, 4), "W_O": ones(4, 6)}


@pytest.mark.parametrize(
    ("wrong", "parts"),
    [
        ({"X": ones(6)}, ["X has shape (6,)", "n_tokens, d_model", "X[None, :]"]),
        ({"X": [[1], [1, 2]]}, ["X must be", "equal length"]),
        ({"X": ones(5, 7)}, ["X has shape (5, 7)", "W_Q has shape (6, 8)", "7 rows"]),
        ({"X": ones(0, 6)}, ["at least one score", "(2, 0, 0)"]),
        ({"X": ones(5, 6) * np.nan}, ["nan"]),
        ({"W_Q": ones(5, 8)}, ["X has shape (5, 6)", "W_Q has shape (5, 8)", "6 rows"]),
        ({"W_K": ones(5, 8)}, ["X has shape (5, 6)", "W_K has shape (5, 8)", "6 rows"]),
        ({"W_V": ones(6)}, ["X has shape (5, 6)", "W_V has shape (6,)"]),
        ({"W_V": [["a"]]}, ["W_V must be", "real numbers"]),
        (
            {"W_Q": ones(6, 6)},
            ["W_Q has shape (6, 6)", "W_K has shape (6, 8)", "equally many columns", "d_k"],
        ),
        ({"W_Q": ones(6, 0), "W_K": ones(6, 0)}, ["d_k must be at least 1"]),
        ({"W_V": ones(6, 5)}, ["W_V makes 5 columns", "2 heads", "use 1 head"]),
        ({"W_O": ones(8, 6)}, ["W_O has shape (8, 6)", "must have shape (4, 6)", "W_V", "X"]),
        ({"W_O": ones(6, 4)}, ["W_O has shape (6, 4)", "must have shape (4, 6)"]),
        ({"W_O": ones(4)}, ["W_O has shape (4,)", "must have shape (4, 6)"]),
        ({"W_O": [[1j]]}, ["W_O must be", "real numbers"]),
    ],
    ids=brief,
)
def test_multi_head_attention_refuses_in_one_sentence(wrong, parts):
    says(refusal(multi_head_attention, **{**FITTING, **wrong}, n_heads=2), *parts)


@pytest.mark.parametrize(
    ("mask", "parts"),
    [
        (
            ones(3, 5, 5) > 0,
            ["mask has shape (3, 5, 5)", "(3, 2, 5, 5)", "each sentence", "[..., None, :, :]"],
        ),
        (ones(4, 5, 5) > 0, ["mask has shape (4, 5, 5)", "scores have shape (3, 2, 5, 5)"]),
        (ones(4, 4) > 0, ["mask has shape (4, 4)", "scores have shape (3, 2, 5, 5)"]),
        (ones(5, 5), ["mask must hold True", "float64", "astype(bool)"]),
        ([[True], [True, False]], ["mask must have rows of equal length"]),
    ],
    ids=brief,
)
def test_a_wrong_mask_is_refused_in_one_sentence(mask, parts):
    batch = {**FITTING, "X": ones(3, 5, 6)}
    says(refusal(multi_head_attention, **batch, n_heads=2, mask=mask), *parts)


# --- PyTorch's stored answers ------------------------------------------------------------------------------

CASES = [(case.kind, case.name) for case in MAKE.CASES if case.kind in ("multi-head", "heads by hand")]
with np.load(MAKE.FILE, allow_pickle=False) as stored_file:
    STORED = {
        case: {
            key.removeprefix("/".join([*case, ""])): stored_file[key]
            for key in stored_file
            if key.startswith("/".join([*case, ""]))
        }
        for case in CASES
    }


@pytest.mark.parametrize("case", CASES, ids=": ".join)
def test_multi_head_attention_agrees_with_pytorch(case):
    stored = STORED[case]
    X, *maps = (stored[name] for name in ("X", *MAPS))
    Z, weights = multi_head_attention(X, *maps, int(stored["n_heads"]), stored.get("mask"))
    tolerance = 1e-5 if X.dtype == np.float32 else EXACT
    for ours, theirs in ((weights, stored["weights"]), (Z, stored["Z"])):
        assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
        assert_allclose(ours, theirs, rtol=tolerance, atol=tolerance)


def test_the_references_hold_what_they_are_for():
    cases = list(STORED.values())
    heads = [(int(case["n_heads"]), case["X"].shape[-1]) for case in cases]
    assert any(n == 1 for n, _ in heads) and any(n == d_model > 1 for n, d_model in heads)
    assert {case["X"].ndim for case in cases} == {2, 3} and any(case["X"].shape[-2] == 1 for case in cases)
    assert any(case["W_V"].shape[1] != case["W_Q"].shape[1] for case in cases)
    assert any(case["X"].dtype == np.float32 for case in cases)
    masks = [(case["mask"], case) for case in cases if "mask" in case]
    assert {mask.ndim for mask, _ in masks} == {2, 3, 4}
    causal = [case for mask, case in masks if np.array_equal(mask, causal_mask(mask.shape[-1]))]
    assert len(causal) >= 2 and all((case["weights"][..., ~case["mask"]] == 0).all() for case in causal)
    assert any((~mask.any(axis=-1)).any() for mask, _ in masks)
