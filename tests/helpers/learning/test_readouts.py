"""Read-outs of a vector that learned nothing: the vectors by hand, and what each baseline can learn."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import softmax

from helpers.learning import TEST, Batch, haystack, readouts, three_questions

SENTENCES = three_questions(np.random.default_rng(5), 40)["farm or wild"].batch


def test_without_parameters_a_word_reads_by_cosine():
    z, weights = readouts.parameter_free(SENTENCES)
    for X, asks, row, new in zip(SENTENCES.X, SENTENCES.asks, weights, z, strict=True):
        shares = softmax(X @ X[asks])
        assert_allclose(row, shares)
        assert_allclose(new, shares @ X)


def test_the_mean_leaves_out_what_is_masked():
    X = np.arange(12.0).reshape(1, 3, 4)
    asks, y = np.array([0]), np.array([0])
    assert_allclose(readouts.mean_of_words(Batch(X, asks, y)), X.mean(axis=1))
    two = Batch(X, asks, y, np.array([[True, False, True]]))
    assert_allclose(readouts.mean_of_words(two), (X[:, 0] + X[:, 2]) / 2)


def test_masked_words_are_not_read():
    X = np.random.default_rng(0).normal(size=(1, 3, 4))
    batch = Batch(X, np.array([0]), np.array([0]), np.array([[True, False, True]]))
    assert readouts.parameter_free(batch)[1][0, 1] == 0


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_linear_parts_two_clouds_of_any_size(scale):
    rng = np.random.default_rng(1)
    y = rng.integers(2, size=100)
    F = scale * (np.where(y == 1, 2.0, -2.0)[:, None] + rng.normal(size=(100, 5)))
    assert (readouts.linear(F[:50], y[:50])(F[50:]) == y[50:]).mean() > 0.95


def test_only_the_network_learns_one_or_the_other():
    F = np.random.default_rng(2).choice([-1.0, 1.0], size=(200, 2))
    y = (F[:, 0] != F[:, 1]).astype(int)
    network = readouts.network(F, y, np.random.default_rng(3))
    assert (network(F) == y).mean() > 0.95 and (readouts.linear(F, y)(F) == y).mean() < 0.8


def test_a_network_with_one_seed_is_the_same_twice():
    F = readouts.mean_of_words(SENTENCES)
    new = readouts.mean_of_words(haystack(np.random.default_rng(6), 30, 4, TEST).batch)
    first, second = (readouts.network(F, SENTENCES.y, np.random.default_rng(7))(new) for _ in range(2))
    assert np.array_equal(first, second)
