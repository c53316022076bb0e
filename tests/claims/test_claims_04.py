"""Numbers and claims in the prose of notebook 04, calculated again."""

import math

import numpy as np
import pytest
import scipy.special
from scipy.special import softmax

from helpers.embeddings import load_vectors
from helpers.examples import load_examples
from helpers.labs import scaling
from tests.claims.said import code, prose
from tools.course import find

CELLS = find(4).read().cells
PROSE, CODE = prose(4), code(4)
SIZES = [2**power for power in range(1, 11)]
N = 7
vectors = load_vectors()


def printed(words):
    """The line of output that holds these words."""
    texts = [o.get("text", "") for c in CELLS if c.cell_type == "code" for o in c.outputs]
    return next(line for text in texts for line in text.splitlines() if words in line)


def draw(d_k, seed=29):
    rng = np.random.default_rng(seed)
    return rng.normal(size=d_k), rng.normal(size=(N, d_k))


def divided(d_k, name):
    return {"nothing": 1.0, "sqrt(d_k)": d_k**0.5, "8": 8.0, "d_k": float(d_k)}[name]


@pytest.fixture(scope="module")
def drawn():
    """Other draws than those of the notebook: the claims must not hang on its seeds."""
    found = {}
    for d_k in SIZES:
        rng = np.random.default_rng(10_000 + d_k)
        queries, keys = rng.normal(size=(400, d_k)), rng.normal(size=(400, N, d_k))
        found[d_k] = np.einsum("rd,rnd->rn", queries, keys), keys
    return found


def weights(drawn, d_k, name):
    return softmax(drawn[d_k][0] / divided(d_k, name), axis=1)


def read(drawn, d_k, name):
    return np.exp(scipy.special.entr(weights(drawn, d_k, name)).sum(axis=1))


def jacobians(p):
    return np.einsum("ri,ij->rij", p, np.eye(N)) - np.einsum("ri,rj->rij", p, p)


def by_scores(drawn, d_k, name):
    return np.linalg.norm(jacobians(weights(drawn, d_k, name)), axis=(1, 2))


def by_query(drawn, d_k, name):
    slopes = jacobians(weights(drawn, d_k, name)) @ drawn[d_k][1] / divided(d_k, name)
    return np.linalg.norm(slopes, axis=(1, 2))


# --- numbers in the prose ------------------------------------------------------------------------

CLAIMS = [
    ("bell-shaped curve with spread 32 it is 1 in {}", lambda: 1 / math.erfc(100 / 32 / math.sqrt(2)), 10),
    ("these sum to {}", lambda: sum(load_examples()["E4"]["published"][0]["value"]), 0.01),
    ("the weights are {} and", lambda: softmax([6, 4])[0], 0.01),
    ("and {}, and after the division", lambda: softmax([6, 4])[1], 0.01),
    ("after the division {} and", lambda: softmax([3, 2])[0], 0.01),
    ("and {}. So the text is right", lambda: softmax([3, 2])[1], 0.01),
    ("largest at one half, where it is {}", lambda: 0.5 * 0.5, 0.01),
    ("The temperature is {}, the square root of 64", lambda: 64**0.5, 1),
    ("and dividing by `sqrt(d_k)` = {} is not enough", lambda: 64**0.5, 1),
    ("Random vectors of 50 numbers would have length {}", lambda: 50**0.5, 1),
    ("these have about {}", lambda: np.linalg.norm(vectors.matrix, axis=1).mean(), 1),
    ("Our 1/3 is the one of `d_k` = {}", lambda: (1 / 3) ** -2, 1),
    ("the key 2, 1, 0, 5 gives {}", lambda: np.dot([3, 4, 0, 0], [2, 1, 0, 5]) / 4**0.5, 1),
    ("for `d_k` = 9 and `v` = 2 it is {}", lambda: (9 * 2 * 2) ** 0.5, 1),
    ("the weights 0.8 and 0.2 the rows are `{}", lambda: 0.8 - 0.8 * 0.8, 0.01),
    ("`0.16 -0.16` and `{} 0.16`", lambda: -0.2 * 0.8, 0.01),
]  # fmt: skip


@pytest.mark.parametrize(("words", "calculate", "unit"), CLAIMS, ids=[c[0][:40] for c in CLAIMS])
def test_the_number_in_the_prose_is_the_number_calculated(words, calculate, unit):
    digits = 2 if unit == 0.01 else 0
    number = round(calculate() / unit) * unit
    assert words.format(f"{number:.{digits}f}") in PROSE


# --- part 1 and 3: one draw ----------------------------------------------------------------------


def test_cat_reads_one_word_with_1024_numbers_undivided():
    """Cat reads several words with 4 numbers and one with 1024 until it is divided."""
    assert "def draw(d_k, seed=29)" in CODE and "We chose seed 29" in PROSE
    (q4, K4), (q, K) = draw(4), draw(1024)
    assert softmax(K4 @ q4).max() < 0.5 and softmax(K @ q).max() > 0.99999
    divided_weights = softmax(K @ q / 32)
    assert 0.04 < divided_weights.min() and divided_weights.max() < 0.4


# --- part 2: how large ---------------------------------------------------------------------------


def test_the_variance_of_a_dot_product_is_d_k():
    """The variance of a dot product is d k and 100 times more numbers spread 10 times more."""
    rng = np.random.default_rng(77)
    spread = {d: np.sum(np.prod(rng.normal(size=(2, 10_000, d)), axis=0), axis=1).std() for d in (10, 1000)}
    assert spread[10] ** 2 == pytest.approx(10, rel=0.1) and spread[1000] ** 2 == pytest.approx(1000, rel=0.1)
    assert spread[1000] / spread[10] == pytest.approx(10, rel=0.05)


def test_about_two_in_a_thousand_lie_beyond_100():
    rng = np.random.default_rng(78)
    raw = rng.normal(size=(500, 1024)) @ rng.normal(size=(1024, 500))
    assert "About two in a thousand" in PROSE and "beyond 100: 1.9 in a thousand" in printed("beyond 100")
    assert 0.0012 < np.mean(np.abs(raw) > 100) < 0.0025 and np.abs(raw).max() < 200


def test_the_published_text_says_what_we_quote():
    E11 = load_examples()["E11"]
    assert "reach hundreds" in E11["about"] and '"reach hundreds"' in PROSE
    reason = next(entry["reason"] for entry in E11["published"] if entry["status"] == "unsupported")
    assert "1 in 560" in reason and "1 in 560" in PROSE


# --- parts 4 to 6: many draws, other ones than the notebook's ------------------------------------


def test_divided_by_the_root_it_reads_five_to_six_words(drawn):
    """Divided by the root it reads between five and six words for every size."""
    assert "it reads between five and six of the seven, for every size" in PROSE
    for d_k in SIZES:
        assert 4.9 < np.median(read(drawn, d_k, "sqrt(d_k)")) < 6.1
    assert np.median(read(drawn, 2, "nothing")) > 4 and np.median(read(drawn, 1024, "nothing")) < 1.01


def test_the_rule_of_the_slopes_is_the_derivative():
    rng = np.random.default_rng(3)
    for _ in range(20):
        scores = rng.normal(size=N) * 3
        steps = [(softmax(scores + h) - softmax(scores - h)) / 2e-5 for h in 1e-5 * np.eye(N)]
        np.testing.assert_allclose(jacobians(softmax(scores)[None])[0], np.array(steps).T, atol=1e-8)


def test_the_undivided_slope_is_smaller_in_the_middle(drawn):
    """The undivided slope is 100 000 times smaller in the middle but not on average."""
    assert "More than 100 000 times smaller." in PROSE
    none, root = by_scores(drawn, 1024, "nothing"), by_scores(drawn, 1024, "sqrt(d_k)")
    assert np.median(root) / np.median(none) > 100_000
    assert np.mean(root) / np.mean(none) < 20  # the average falls much more slowly
    roots = [np.median(by_scores(drawn, d_k, "sqrt(d_k)")) for d_k in SIZES]
    assert max(roots) / min(roots) < 1.05
    medians = [np.median(by_scores(drawn, d_k, "nothing")) for d_k in SIZES[3:]]
    assert np.all(np.diff(medians) < 0)


def test_what_each_divisor_does(drawn):
    assert np.median(read(drawn, 1024, "d_k")) > 6.95
    eight = [np.median(read(drawn, d_k, "8")) for d_k in SIZES]
    assert eight[0] > 6.8 and np.all(np.diff(eight) < 0) and 1.5 < eight[-1] < 2.5  # about two words
    np.testing.assert_allclose(read(drawn, 64, "8"), read(drawn, 64, "sqrt(d_k)"))
    slopes = {name: [np.median(by_query(drawn, d, name)) for d in SIZES] for name in ("d_k", "sqrt(d_k)")}
    assert np.all(np.diff(slopes["d_k"]) < 0)  # smaller at every doubling
    assert max(slopes["sqrt(d_k)"]) / min(slopes["sqrt(d_k)"]) < 1.3
    assert np.median(by_query(drawn, 1024, "8")) > np.median(by_query(drawn, 1024, "sqrt(d_k)"))
    assert np.median(by_query(drawn, 1024, "nothing")) < 0.01


# --- part 7: the answers to the lab --------------------------------------------------------------


def test_the_answers_to_the_lab():
    def heights(**values):
        return max(scaling.draw(scaling.ScalingState(**values)).columns[1][0].heights)

    assert "With seed 1 the largest weight is above 0.99 from `d_k` = 128 on" in PROSE
    assert scaling.ScalingState().seed == 1
    sure = [heights(d_k=d_k) > 0.99 for d_k in SIZES]
    assert sure == [d_k >= 128 for d_k in SIZES]
    first = {seed: [heights(d_k=d, seed=seed) > 0.99 for d in SIZES].index(True) for seed in range(6)}
    assert min(first.values()) < SIZES.index(128)  # with another seed it may be earlier
    spreads = [scaling.random_scores(256, seed)[0].std() for seed in range(6)]
    assert max(spreads) / min(spreads) < 1.1  # the spread hardly changes


# --- part 8: which gradient ----------------------------------------------------------------------


def task(seed, d_k):
    rng = np.random.default_rng(seed)
    X, V = rng.normal(size=(N, 16)), rng.normal(size=(N, 4))
    W_Q, W_K = rng.normal(size=(2, 16, d_k)) / 4
    return X, W_Q, W_K, V, V[rng.permutation(N)]


def loss_and_slopes(X, W_Q, W_K, V, wanted, divisor):
    Q, K = X @ W_Q, X @ W_K
    p = softmax(Q @ K.T / divisor, axis=1)
    miss = p @ V - wanted
    back = 2 * miss @ V.T / N
    scores = p * (back - np.sum(p * back, axis=1, keepdims=True))
    return np.sum(miss**2) / N, scores, X.T @ scores @ K / divisor, X.T @ scores.T @ Q / divisor


def test_by_the_scores_it_shrinks_and_by_w_q_it_grows():
    """By the scores it shrinks and by w q it grows and is wild."""
    sizes = {}
    for name in ("nothing", "sqrt(d_k)"):
        found = [loss_and_slopes(*task(seed, 1024), divided(1024, name)) for seed in range(100, 140)]
        sizes[name] = np.array([[np.linalg.norm(x) for x in one[1:3]] for one in found])
    none, root = sizes["nothing"], sizes["sqrt(d_k)"]
    assert np.median(none[:, 0]) < np.median(root[:, 0]) / 2
    assert np.median(none[:, 1]) > 2 * np.median(root[:, 1])
    assert none[:, 1].max() / none[:, 1].min() > 5000 and root[:, 1].max() / root[:, 1].min() < 20
    assert "by a factor of about five" in PROSE
    low, high = printed("sqrt(d_k)  by W_Q").split("from ")[1].split(" to ")
    assert 4 < float(high) / float(low) < 6.5


def test_the_gradient_of_the_new_vectors_is_right():
    X, W_Q, W_K, V, wanted = task(5, 12)
    _, _, by_W_Q, by_W_K = loss_and_slopes(X, W_Q, W_K, V, wanted, 12**0.5)
    for which, slopes in ((0, by_W_Q), (1, by_W_K)):
        step = np.zeros_like(W_Q)
        step[2, 3] = 1e-6
        losses = []
        for sign in (1, -1):
            pair = [W_Q, W_K]
            pair[which] = pair[which] + sign * step
            losses.append(loss_and_slopes(X, *pair, V, wanted, 12**0.5)[0])
        assert (losses[0] - losses[1]) / 2e-6 == pytest.approx(slopes[2, 3], rel=1e-4)


LAST = {}  # the weights after learning, and which word each word should read


def learn(seed, name, rate, steps=200, d_k=256):
    X, W_Q, W_K, V, wanted = task(seed, d_k)
    losses = []
    for _ in range(steps + 1):
        loss, _, by_W_Q, by_W_K = loss_and_slopes(X, W_Q, W_K, V, wanted, divided(d_k, name))
        losses.append(loss)
        W_Q, W_K = W_Q - rate * by_W_Q, W_K - rate * by_W_K
    p = softmax(X @ W_Q @ (X @ W_K).T / divided(d_k, name), axis=1)
    LAST[seed, name] = p, np.array([np.flatnonzero((V == row).all(axis=1))[0] for row in wanted])
    return np.array(losses)


def test_the_first_step_is_larger_and_then_it_is_stuck():
    curves = {
        name: np.array([learn(seed, name, 0.01) for seed in range(10)]) for name in ("nothing", "sqrt(d_k)")
    }
    fell = {name: np.mean(losses[:, 0] - losses[:, 1]) for name, losses in curves.items()}
    assert 3.5 < fell["nothing"] / fell["sqrt(d_k)"] < 4 and "almost four times as much" in PROSE
    assert curves["nothing"][:, 0].mean() > curves["sqrt(d_k)"][:, 0].mean()  # it also starts higher
    below = {name: np.sum(losses[:, -1] < losses[:, 0] / 5) for name, losses in curves.items()}
    assert below == {"nothing": 0, "sqrt(d_k)": 10}
    assert np.all(curves["sqrt(d_k)"][:, 200] < curves["sqrt(d_k)"][:, 100])  # goes on falling
    sure = [LAST[seed, "nothing"][0].max(axis=1).mean() for seed in range(10)]
    right = [np.mean(p.argmax(axis=1) == to) for p, to in (LAST[seed, "nothing"] for seed in range(10))]
    assert np.mean(sure) > 0.9 and np.mean(right) < 0.5  # one-hot at wrong words
    # Far from the border, so that another computer counts the same.
    assert np.min(curves["nothing"][:, -1] / curves["nothing"][:, 0]) > 0.25
    assert np.max(curves["sqrt(d_k)"][:, -1] / curves["sqrt(d_k)"][:, 0]) < 0.19


def test_no_other_step_size_saves_it():
    for rate in (0.003, 0.1, 0.3):
        ends = {name: [learn(seed, name, rate) for seed in range(10)] for name in ("nothing", "sqrt(d_k)")}
        fell = {name: np.mean([loss[0] - loss[1] for loss in losses]) for name, losses in ends.items()}
        assert (fell["nothing"] > fell["sqrt(d_k)"]) == (rate == 0.003)
        assert min(loss[-1] / loss[0] for loss in ends["nothing"]) > 0.22
        ratios = [loss[-1] / loss[0] for loss in ends["sqrt(d_k)"]]
        assert sum(ratio < 0.2 for ratio in ratios) == (5 if rate == 0.003 else 10)
        assert min(abs(ratio - 0.2) for ratio in ratios) > 1e-4
    assert "only five get there in 200 steps" in PROSE


# --- parts 9 and 10 ------------------------------------------------------------------------------


def test_glove_as_queries_and_keys_has_another_variance():
    """Glove as its own queries and keys has another average and variance."""
    X = vectors.matrix
    first, second = np.random.default_rng(9).integers(0, len(X), size=(2, 20_000))
    raw = np.sum(X[first] * X[second], axis=1)
    assert abs(raw.mean()) > 5 and raw.var() < 25  # neither 0 nor 50
    assert "the average should be 0 and the variance 50. Neither is so." in PROSE


def test_the_variance_with_random_matrices():
    """The variance with random matrices is d k times both squared lengths."""
    rng = np.random.default_rng(12)
    W_Q, W_K = rng.normal(size=(2, 3000, 50, 16))
    for a, b in (("bank", "money"), ("river", "river")):  # also of a word with itself
        x, y = vectors[a], vectors[b]
        score = np.sum((x @ W_Q) * (y @ W_K), axis=1)
        assert score.var() == pytest.approx(16 * (x @ x) * (y @ y), rel=0.12)
        assert score.var() > 300 * 16
    raw = 64 * (vectors["bank"] @ vectors["bank"]) * (vectors["money"] @ vectors["money"])
    assert raw > 1000 * 64 and "more than a thousand times too large" in PROSE


def test_a_random_vector_has_a_length_near_the_root_of_d_k():
    lengths = np.linalg.norm(np.random.default_rng(4).normal(size=(200, 1024)), axis=1)
    assert np.all(np.abs(lengths / 32 - 1) < 0.1)
