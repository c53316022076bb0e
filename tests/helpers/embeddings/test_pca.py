"""The flat map: it keeps most of the spread, is never mirrored, and says what it leaves out."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.spatial.distance
from numpy.testing import assert_allclose, assert_array_equal

from helpers.embeddings import PcaMap
from tests.refusals import brief, refusal, says

# A warning is red text in a learner's notebook, wherever in NumPy it is raised.
pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")


# --- PcaMap ------------------------------------------------------------------------------------------------


def cloud(n=20, d=5, seed=0):
    """Points that spread along each axis by another amount."""
    rng = np.random.default_rng(seed)
    turn, _ = np.linalg.qr(rng.standard_normal((d, d)))
    return rng.standard_normal((n, d)) * np.arange(d, 0, -1) @ turn + 7.0


@pytest.mark.parametrize("seed", range(5))
def test_the_map_keeps_most_of_the_spread(seed):
    X = cloud(seed=seed)
    chart = PcaMap(X)
    sizes = np.sort(np.linalg.eigvalsh(np.cov(X.T)))[::-1]
    assert chart.share == pytest.approx(sizes[:2].sum() / sizes.sum(), rel=1e-10)
    assert type(chart.share) is float and 0 < chart.share < 1
    assert_allclose(chart.axes @ chart.axes.T, np.eye(2), atol=1e-12)
    placed = chart.place(X)
    assert placed.shape == (20, 2)
    assert_allclose(np.cov(placed.T), np.diag(sizes[:2]), atol=1e-10 * sizes[0])
    assert_allclose(placed.mean(axis=0), 0, atol=1e-12 * np.abs(X).max() * 20)
    assert_allclose(placed, (X - X.mean(axis=0)) @ chart.axes.T, atol=1e-10)


@pytest.mark.parametrize("seed", range(10))
def test_the_map_is_never_mirrored(seed):
    X = cloud(n=12, seed=seed)
    chart = PcaMap(X)
    largest = np.abs(chart.axes).argmax(axis=1)
    assert (chart.axes[[0, 1], largest] > 0).all()
    # A mirrored cloud has the same directions; which way each points must not depend on the points.
    assert_allclose(PcaMap(-X).axes, chart.axes, atol=1e-10)
    order = np.random.default_rng(seed).permutation(12)
    shuffled = PcaMap(X[order])
    assert_allclose(shuffled.axes, chart.axes, atol=1e-10)
    assert shuffled.share == pytest.approx(chart.share, rel=1e-12)
    assert_allclose(shuffled.place(X), chart.place(X), atol=1e-10)


def test_flat_points_keep_their_distances():
    flat = np.random.default_rng(1).standard_normal((8, 2)) * [3, 1]
    turn, _ = np.linalg.qr(np.random.default_rng(2).standard_normal((6, 6)))
    X = flat @ turn[:2] + 5
    chart = PcaMap(X)
    assert chart.share == pytest.approx(1.0, abs=1e-12) and chart.share <= 1
    pdist = scipy.spatial.distance.pdist
    assert_allclose(pdist(chart.place(X)), pdist(flat), rtol=1e-10)


def test_the_map_of_the_words_is_honest(vectors):
    chart = PcaMap(vectors.matrix)
    assert 0.05 < chart.share < 0.2
    assert chart.place(vectors.matrix).shape == (len(vectors.words), 2)
    assert chart.place([vectors["bank"]]).shape == (1, 2)


@pytest.mark.parametrize(
    ("X", "spread"),
    [
        ([[1, 2, 3]], 0),
        ([[1, 2, 3]] * 3, 0),
        ([[0.1, 0.2, 0.3]] * 3, 0),
        ([[1e6 / 3, 0.1, 1e-6]] * 7, 0),
        ([[0, 0, 0]] * 4, 0),
        ([[1, 2, 3], [4, 6, 3]], 1),
        ([[0, 0, 0], [1, 1, 1], [2, 2, 2], [5, 5, 5]], 1),
        ([[1], [2], [4]], 1),
        ([[0, 0], [3, 0], [0, 4]], 2),
        (np.zeros((0, 3)), 0),
    ],
    ids=brief,
)
def test_few_or_equal_points_have_a_map_too(X, spread):
    """`spread` is in how many directions the points differ; the map has no other."""
    chart = PcaMap(X)
    X = np.asarray(X, float)
    placed = chart.place(X)
    assert chart.axes.shape == (2, X.shape[1]) and placed.shape == (len(X), 2)
    assert np.isfinite(chart.axes).all() and np.isfinite(placed).all()
    assert chart.share == pytest.approx(1.0)  # nothing is lost
    assert_allclose(np.linalg.norm(chart.axes, axis=1), [spread > 0, spread > 1], atol=1e-12)
    assert_allclose(placed[:, spread:], 0, atol=1e-12)
    if len(X) > 1:
        pdist = scipy.spatial.distance.pdist
        assert_allclose(pdist(placed), pdist(X), rtol=1e-12, atol=1e-8)


def test_how_much_of_other_points_the_map_keeps():
    X = cloud()
    chart = PcaMap(X)
    assert chart.share_of(X) == pytest.approx(chart.share, rel=1e-12)
    other = cloud(n=7, seed=9)
    spread = np.cov(chart.place(other).T).trace() / np.cov(other.T).trace()
    assert chart.share_of(other) == pytest.approx(spread, rel=1e-10) and 0 < spread < 1
    flat = PcaMap([[0, 0, 0], [3, 0, 0], [0, 2, 0]])  # it sees nothing of the third direction
    assert flat.share_of([[1, 1, 1], [1, 1, 5]]) == pytest.approx(0.0, abs=1e-12)
    assert flat.share_of([[1, 1, 1], [2, 5, 1]]) == pytest.approx(1.0)
    assert flat.share_of([[1, 1, 1], [2, 1, 2]]) == pytest.approx(0.5)
    for no_spread in ([[1, 2, 3]], [[1, 2, 3]] * 3, np.zeros((0, 3))):
        assert flat.share_of(no_spread) is None


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.int64])
def test_the_map_takes_any_kind_of_number(kind):
    X = np.array([[1, 2, 3], [4, 5, 9], [7, 1, 2], [3, 3, 3]])
    assert_allclose(PcaMap(X.astype(kind)).axes, PcaMap(X.astype(float)).axes, atol=1e-5)


def test_the_map_changes_no_input():
    X = cloud()
    before = X.copy()
    PcaMap(X).place(X)
    assert_array_equal(X, before)


@pytest.mark.parametrize(
    ("X", "parts"),
    [
        ([1.0, 2.0], ["X has shape (2,)", "n, d"]),
        (1.0, ["X has shape ()"]),
        ([[1, 2], [3]], ["X must be", "equal length"]),
        ([["a"]], ["X must be", "real numbers"]),
    ],
    ids=brief,
)
def test_the_map_refuses_in_one_sentence(X, parts):
    says(refusal(PcaMap, X), *parts)
    says(refusal(PcaMap([[1, 2], [3, 5]]).place, X), *parts)
