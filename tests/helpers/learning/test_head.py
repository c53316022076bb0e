"""The head that learns: its derivatives against differences and PyTorch, its parts against their words."""

import inspect
import math
import os
import subprocess
import sys
import types

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from helpers.attention import attention
from helpers.learning import (
    NAMES,
    Batch,
    backward,
    cross_entropy,
    forward,
    new_head,
    numerical_gradient,
    readouts,
    relative_error,
    three_questions,
)
from helpers.learning import head as learning
from tests.refusals import refusal, says
from tools.course import ROOT
from tools.data import learning_references
from tools.data import make_references as MAKE

# A warning is red text in a learner's notebook, wherever in NumPy it is raised.
pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

steady = settings(derandomize=True, max_examples=60, deadline=None)

EXACT = 1e-12
CLOSE = 1e-7  # the relative error that a right derivative stays below
NOISE = 1e-9  # the rounding of two losses near 1, divided by the step 1e-5, and then some


def a_batch(rng, n_sentences=3, n_tokens=4, d_model=3, n_classes=2, masked=False):
    """Random sentences; if masked, the first may read all of its words and the last only one."""
    mask = None
    if masked:
        mask = rng.random((n_sentences, n_tokens)) < 0.6
        mask[0] = True
        mask[-1] = np.arange(n_tokens) == 0
    return Batch(
        rng.standard_normal((n_sentences, n_tokens, d_model)),
        rng.integers(n_tokens, size=n_sentences),
        rng.integers(n_classes, size=n_sentences),
        mask,
    )


def wrong(found, right):
    """The names whose derivative is not the one that is expected."""
    return [
        name
        for name in NAMES
        if not (
            found[name].shape == right[name].shape
            and (
                relative_error(found[name], right[name]) < CLOSE
                or np.linalg.norm(found[name] - right[name]) < NOISE
            )
        )
    ]


# --- the derivatives ---------------------------------------------------------------------------------------

SHAPES = {
    "plain": ({}, {}),
    "one token": ({"n_tokens": 1}, {}),
    "one sentence": ({"n_sentences": 1}, {}),
    "d_k is 1": ({}, {"d_k": 1}),
    "d_v is not d_k": ({}, {"d_k": 2, "d_v": 5}),
    "three classes": ({"n_classes": 3, "n_sentences": 6}, {}),
    "masked": ({"masked": True, "n_sentences": 5}, {}),
    "many sentences": ({"n_sentences": 40, "masked": True}, {}),
}


@pytest.mark.parametrize("scaled", [True, False], ids=["scaled", "unscaled"])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_derivatives_are_those_of_central_differences(shape, scaled):
    of_batch, of_head = SHAPES[shape]
    rng = np.random.default_rng(1)
    batch = a_batch(rng, **of_batch)
    head = new_head(rng, 3, **{"d_k": 3, "n_classes": of_batch.get("n_classes", 2), **of_head})
    head["b"] += rng.standard_normal(head["b"].shape)
    found = backward(head, batch, forward(head, batch, scaled), scaled)
    assert list(found) == list(head) == list(NAMES)
    slopes = numerical_gradient(head, batch, scaled)
    for name in NAMES:
        assert found[name].shape == head[name].shape and found[name].dtype == np.float64
        assert relative_error(found[name], slopes[name]) < CLOSE, name
    if shape == "one token":  # it has no choice what to read
        assert not found["W_Q"].any() and not found["W_K"].any() and found["W_V"].any()
    else:
        assert all(found[name].any() for name in NAMES)


@steady
@given(
    st.tuples(*[st.integers(1, 4)] * 5),
    st.integers(1, 3),
    st.booleans(),
    st.booleans(),
    st.integers(0, 2**32 - 1),
)
def test_the_derivatives_are_right_for_any_shape(sizes, n_classes, masked, scaled, seed):
    n_sentences, n_tokens, d_model, d_k, d_v = sizes
    rng = np.random.default_rng(seed)
    batch = a_batch(rng, n_sentences, n_tokens, d_model, n_classes, masked)
    if masked:
        batch.mask[rng.random(n_sentences) < 0.2] = False  # a sentence in which nothing may be read
    head = new_head(rng, d_model, d_k, n_classes, d_v)
    found = backward(head, batch, forward(head, batch, scaled), scaled)
    assert wrong(found, numerical_gradient(head, batch, scaled)) == []


def planted(right, bug):
    """helpers/learning/head.py with one line of it changed."""
    text = inspect.getsource(learning)
    assert text.count(right) == 1, f"{right!r} is no longer in helpers/learning/head.py: plant the bug anew"
    module = types.ModuleType("planted")
    sys.modules["planted"] = module  # NamedTuple looks for its module
    try:
        exec(compile(text.replace(right, bug), "planted", "exec"), module.__dict__)
    finally:
        del sys.modules["planted"]
    return module


BUGS = {
    "no softmax coupling": ("weights * (d_weights - mean) /", "weights * d_weights /", ["W_Q", "W_K"]),
    "no sqrt(d_k)": ("(d_weights - mean) / _divisor(W_Q, scaled)", "(d_weights - mean)", ["W_Q", "W_K"]),
    "a sum for a mean": ("return d_logits / len(y)", "return d_logits", list(NAMES)),
}


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found_by_the_check(bug):
    before, after, names = BUGS[bug]
    task = three_questions(np.random.default_rng(100), 4)["tired or wide"]
    head = new_head(np.random.default_rng(0), 50, 8, 2)
    found = forward(head, task.batch)
    slopes = numerical_gradient(head, task.batch)
    assert wrong(backward(head, task.batch, found), slopes) == []
    bad = planted(before, after).backward(head, task.batch, found)
    assert wrong(bad, slopes) == names
    for name in names:
        error = relative_error(bad[name], slopes[name])
        if bug == "no sqrt(d_k)":  # all is sqrt(8) times too large
            assert error == pytest.approx((math.sqrt(8) - 1) / (math.sqrt(8) + 1), abs=1e-6)
            assert round(error, 2) == 0.48
        else:  # the size of the first depends on the sentences and the head: .25 to .9 in what we tried
            assert 0.2 < error < 0.95


def test_numerical_gradient_leaves_everything_as_it_was():
    rng = np.random.default_rng(2)
    batch, head = a_batch(rng, masked=True), new_head(rng, 3, 2, 2)
    before = {name: array.copy() for name, array in head.items()}
    kept = [None if part is None else part.copy() for part in batch]
    numerical_gradient(head, batch)
    found = forward(head, batch)
    copies = [part.copy() for part in found]
    backward(head, batch, found)
    for name in NAMES:
        assert_array_equal(head[name], before[name])
    for old, new in zip([*kept, *copies], [*batch, *found], strict=True):
        assert_array_equal(old, new)


# --- forwards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("masked", [False, True])
def test_forward_is_attention_with_one_query_for_each_sentence(masked):
    rng = np.random.default_rng(3)
    batch, head = a_batch(rng, 5, 6, 4, masked=masked), new_head(rng, 4, 3, 2, d_v=2)
    found = forward(head, batch)
    for i, X in enumerate(batch.X):
        assert_array_equal(found.x[i], X[batch.asks[i]])
        assert_allclose(found.q[i], X[batch.asks[i]] @ head["W_Q"], rtol=EXACT, atol=EXACT)
        assert_allclose(found.K[i], X @ head["W_K"], rtol=EXACT, atol=EXACT)
        assert_allclose(found.V[i], X @ head["W_V"], rtol=EXACT, atol=EXACT)
    mask = None if batch.mask is None else batch.mask[:, None, :]
    Z, weights = attention(found.q[:, None, :], found.K, found.V, mask)
    assert_allclose(found.weights, weights[:, 0], rtol=EXACT, atol=EXACT)
    assert_allclose(found.z, Z[:, 0], rtol=EXACT, atol=EXACT)
    assert_allclose(found.logits, Z[:, 0] @ head["W_R"] + head["b"], rtol=EXACT, atol=EXACT)


def test_unscaled_scores_are_those_of_a_longer_query():
    rng = np.random.default_rng(4)
    batch, head = a_batch(rng), new_head(rng, 3, 9, 2)
    longer = {**head, "W_Q": 3 * head["W_Q"]}  # 3 = sqrt(9)
    assert_allclose(forward(head, batch, False).weights, forward(longer, batch).weights, rtol=EXACT)
    assert not np.allclose(forward(head, batch, False).weights, forward(head, batch).weights)


def test_a_masked_word_is_not_read_at_all_and_changes_nothing():
    rng = np.random.default_rng(5)
    batch, head = a_batch(rng, 6, 5, masked=True), new_head(rng, 3, 2, 2)
    batch = batch._replace(asks=np.argmax(batch.mask, axis=1))
    found = forward(head, batch)
    assert (~batch.mask).sum() > 3
    assert (found.weights[~batch.mask] == 0).all() and (found.weights[batch.mask] > 0).all()
    assert_allclose(found.weights.sum(axis=1), 1, rtol=EXACT)
    other = batch.X.copy()
    other[~batch.mask] = 1e3
    changed = batch._replace(X=other)
    assert_array_equal(forward(head, changed).logits, found.logits)
    slopes = backward(head, batch, found)
    for name, slope in backward(head, changed, forward(head, changed)).items():
        assert_allclose(slope, slopes[name], rtol=EXACT, atol=EXACT)


def test_a_sentence_in_which_nothing_may_be_read_gives_zeros():
    rng = np.random.default_rng(6)
    batch, head = a_batch(rng, masked=True), new_head(rng, 3, 2, 2)
    batch.mask[1] = False
    found = forward(head, batch)
    assert not found.weights[1].any() and not found.z[1].any()
    assert_array_equal(found.logits[1], head["b"])


def test_float32_stays_float32():
    rng = np.random.default_rng(7)
    batch, head = a_batch(rng, masked=True), new_head(rng, 3, 2, 2)
    small = batch._replace(X=batch.X.astype(np.float32))
    short = {name: array.astype(np.float32) for name, array in head.items()}
    for one in (small, small._replace(mask=None)):
        found = forward(short, one)
        slopes = backward(short, one, found)
        assert {part.dtype for part in (*found, *slopes.values())} == {np.dtype(np.float32)}
    exact = backward(head, batch, forward(head, batch))
    for name, slope in backward(short, small, forward(short, small)).items():
        assert relative_error(slope, exact[name]) < 1e-5


def test_the_parameters_are_found_by_name_in_any_order():
    """The parameters are found by name in whatever order they are kept."""
    rng = np.random.default_rng(8)
    batch, head = a_batch(rng), new_head(rng, 3, 2, 2)
    turned = dict(reversed(head.items()))
    found = forward(head, batch)
    assert_array_equal(forward(turned, batch).logits, found.logits)
    slopes = backward(head, batch, found)
    for name, slope in backward(turned, batch, found).items():
        assert_array_equal(slope, slopes[name])


# --- the loss, and how far two arrays lie apart ------------------------------------------------------------


def test_cross_entropy_is_the_mean_of_minus_log_shares():
    """Cross entropy is the mean of minus the logarithm of the right share."""
    rng = np.random.default_rng(9)
    logits, y = rng.standard_normal((7, 3)), rng.integers(3, size=7)
    shares = [np.exp(row[right]) / np.exp(row).sum() for row, right in zip(logits, y, strict=True)]
    found = cross_entropy(logits, y)
    assert type(found) is float
    assert found == pytest.approx(-np.mean(np.log(shares)), rel=EXACT)
    assert cross_entropy(np.full((4, 5), 3.0), np.arange(4)) == pytest.approx(math.log(5), rel=EXACT)


def test_cross_entropy_is_exact_for_large_logits():
    assert cross_entropy(np.array([[1e4, 0.0]]), np.array([0])) == 0
    assert cross_entropy(np.array([[1e4, 0.0]]), np.array([1])) == 1e4  # the share is 0 in float64
    assert cross_entropy(np.array([[1e4, 1e4], [-1e4, -1e4]]), np.array([0, 1])) == pytest.approx(math.log(2))
    with np.errstate(over="raise", divide="raise", invalid="raise"):
        assert cross_entropy(np.array([[-1e4, 1e4, 0.0]]), np.array([0])) == 2e4


def test_relative_error_at_its_ends():
    a = np.arange(6.0).reshape(2, 3)
    assert relative_error(a, a) == 0 and relative_error(np.zeros(3), np.zeros(3)) == 0
    assert relative_error(a, -a) == 1 and relative_error(a, 0 * a) == 1
    assert relative_error(3 * a, a) == pytest.approx(0.5) == relative_error(a, 3 * a)
    assert relative_error(np.array([3.0, 4.0]), np.array([3.0, 0.0])) == pytest.approx(4 / 8)
    assert type(relative_error(a, a)) is float
    assert math.isnan(relative_error(np.array([np.nan]), np.array([1.0])))  # never "equal"


@steady
@given(st.integers(0, 2**32 - 1), st.integers(-9, 9))
def test_relative_error_is_from_0_to_1_both_ways(seed, power):
    """Relative error is from 0 to 1 the same both ways and for any unit."""
    a, b = np.random.default_rng(seed).standard_normal((2, 3, 4))
    error = relative_error(a, b)
    assert 0 < error <= 1
    assert (
        error
        == pytest.approx(relative_error(b, a))
        == pytest.approx(relative_error(a * 10.0**power, b * 10.0**power))
    )


# --- a head that has learned nothing -----------------------------------------------------------------------


def test_a_new_head_has_its_shapes_and_variances():
    """A new head has the shapes and variances that it promises."""
    head = new_head(np.random.default_rng(10), 100, 150, 80, d_v=120)
    shapes = {"W_Q": (100, 150), "W_K": (100, 150), "W_V": (100, 120), "W_R": (120, 80), "b": (80,)}
    assert {name: array.shape for name, array in head.items()} == shapes
    for name, variance in {"W_Q": 1, "W_K": 1, "W_V": 1, "W_R": 1 / 120}.items():
        assert head[name].var() == pytest.approx(variance, rel=0.05)
        assert abs(head[name].mean()) < 0.05 * math.sqrt(variance)
    assert not head["b"].any()
    assert not np.allclose(head["W_Q"], head["W_K"])
    assert new_head(np.random.default_rng(10), 4, 3, 2)["W_V"].shape == (4, 3)  # d_v is d_k if not given


def test_queries_of_vectors_of_length_1_have_variance_1():
    rng = np.random.default_rng(11)
    x = rng.standard_normal(50)
    x /= np.linalg.norm(x)
    q = x @ new_head(rng, 50, 20_000, 2)["W_Q"]
    assert q.var() == pytest.approx(1, rel=0.05)


@pytest.mark.parametrize("name", ["d_model", "d_k", "n_classes", "d_v"])
@pytest.mark.parametrize("size", [0, -1, 2.0, True, "8", math.nan])
def test_a_wrong_size_is_refused_by_name(name, size):
    sizes = {"d_model": 4, "d_k": 3, "n_classes": 2, "d_v": 3, name: size}
    text = refusal(new_head, np.random.default_rng(0), **sizes)
    says(text, f"{name} must", "whole number from 1 up", repr(size))


def test_numpy_whole_numbers_are_welcome():
    assert new_head(np.random.default_rng(0), np.int64(4), np.int32(3), np.uint8(2))["W_R"].shape == (3, 2)


# --- the same again ----------------------------------------------------------------------------------------

ONE_RUN = """
import hashlib
import numpy as np
from helpers.learning import backward, forward, new_head
from helpers.learning import haystack, order, senses, three_questions
from helpers.learning import Adam, train
rng = np.random.default_rng(100)
tasks = [*three_questions(rng, 12).values(), haystack(rng, 12, 4), *senses(rng, 12).values(), order(rng, 6)]
digest = hashlib.sha256()
for task in tasks:
    digest.update(repr((task.sentences, task.choices)).encode())
    head = new_head(np.random.default_rng(0), 50, 4, len(task.choices))
    *_, last = train(head, task.batch, Adam(0.03), 5)
    for name, array in last.parameters.items():
        digest.update(name.encode() + array.tobytes())
print(digest.hexdigest())
"""


def test_a_seed_gives_the_same_head_here_and_in_another_process():
    first, second, other = (new_head(np.random.default_rng(seed), 5, 3, 2) for seed in (0, 0, 1))
    assert all(np.array_equal(first[name], second[name]) for name in NAMES)
    assert not np.array_equal(first["W_Q"], other["W_Q"])
    found = set()
    for seed in ("0", "1234"):  # the order of a set of words hangs on it
        ran = subprocess.run(
            [sys.executable, "-c", ONE_RUN],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0 and ran.stderr == "", ran.stderr
        found.add(ran.stdout)
    assert len(found) == 1


# --- PyTorch's stored answers ------------------------------------------------------------------------------

with np.load(MAKE.FILE, allow_pickle=False) as stored_file:
    STORED = {
        case: {
            key.removeprefix(f"learning/{case}/"): stored_file[key]
            for key in stored_file
            if key.startswith(f"learning/{case}/")
        }
        for case in learning_references.CASES
    }


@pytest.mark.parametrize("case", STORED)
def test_loss_and_derivatives_agree_with_pytorch(case):
    stored = STORED[case]
    batch = Batch(stored["X"], stored["asks"], stored["y"], stored.get("mask"))
    head = {name: stored[name] for name in NAMES}
    found = forward(head, batch, bool(stored["scaled"]))
    slopes = backward(head, batch, found, bool(stored["scaled"]))
    assert_allclose(cross_entropy(found.logits, batch.y), stored["loss"], rtol=1e-8, atol=1e-8)
    for name in NAMES:
        assert stored[f"d_{name}"].dtype == np.float64 and stored[f"d_{name}"].any()
        assert_allclose(slopes[name], stored[f"d_{name}"], rtol=1e-8, atol=1e-8, err_msg=name)


def test_the_references_hold_what_they_are_for():
    cases = list(STORED.values())
    assert len(cases) >= 6 and NAMES == learning_references.PARAMETERS
    masks = [case["mask"] for case in cases if "mask" in case]
    assert len(masks) >= 3 and all(mask.any(axis=1).all() and not mask.all() for mask in masks)
    assert {bool(case["scaled"]) for case in cases} == {True, False}
    unscaled = [case["W_Q"].shape[1] for case in cases if not case["scaled"]]
    assert all(d_k > 1 for d_k in unscaled)  # with d_k = 1 nobody can tell
    assert any(case["W_Q"].shape[1] == 1 for case in cases) and any(len(case["X"]) == 1 for case in cases)
    assert {len(case["b"]) for case in cases} == {2, 3} and any(case["y"].max() == 2 for case in cases)
    assert any(case["W_V"].shape[1] != case["W_Q"].shape[1] for case in cases)
    assert max(len(case["X"]) for case in cases) > 10


def test_forward_needs_no_answers_and_takes_a_note():
    head = new_head(np.random.default_rng(0), d_model=2, d_k=4, n_classes=3)
    batch = Batch(X=np.eye(2)[None], asks=np.array([1]), y=np.array([0]))
    right = forward(head, batch)
    noted = types.MappingProxyType({**head, "note": "mine"})
    assert (forward(noted, batch._replace(y=None)).logits == right.logits).all()
    assert set(numerical_gradient(noted, batch)) == set(backward(noted, batch, right)) == set(head)
    assert readouts.mean_of_words(batch._replace(y=None)).tolist() == [[0.5, 0.5]]
    assert readouts.parameter_free(batch._replace(y=None))[0].shape == (1, 2)


def test_slopes_of_small_floats_are_those_of_large_ones():
    """In float16, a number from 1 up does not change by so small a step."""
    head = new_head(np.random.default_rng(0), d_model=2, d_k=2, n_classes=2)
    small = {name: W.astype(np.float16) for name, W in head.items()}
    batch = Batch(X=np.eye(2, dtype=np.float16)[None], asks=np.array([1]), y=np.array([0]))
    right = numerical_gradient({name: W.astype(float) for name, W in small.items()}, batch)
    found = numerical_gradient(small, batch)
    for name in head:
        np.testing.assert_allclose(found[name], right[name], rtol=1e-9, err_msg=name)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("found", "right", "error"),
    [(1e-200, 3e-200, 0.5), (1e200, 2e200, 1 / 3), (1e308, -1e308, 1), (math.inf, math.inf, math.nan)],
)
def test_very_small_and_large_numbers_have_an_error(found, right, error):
    assert relative_error([found], [right]) == pytest.approx(error, nan_ok=True)
