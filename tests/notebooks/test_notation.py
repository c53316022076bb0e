"""NOTATION.md against the helpers: the page must not promise a shape that the code does not give."""

import re

import numpy as np

from helpers.attention import attention, attention_scores, attention_weights, causal_mask, project
from helpers.heads import multi_head_attention, split_heads
from helpers.learning import Batch, backward, forward, new_head
from tools.course import ROOT

PAGE = (ROOT / "NOTATION.md").read_text(encoding="utf-8")
SIZES = {"n_tokens": 5, "d_model": 6, "d_k": 3, "d_v": 4, "n_heads": 2, "n_classes": 7}


def shapes():
    """Every name of the page with its shape in SIZES."""
    found = {}
    for names, shape in re.findall(r"^\| (`[^|]*`) \| `\(([^)]*)\)`", PAGE, flags=re.MULTILINE):
        sizes = tuple(
            eval(part, {}, SIZES) for part in shape.split(",") if part.strip()
        )  # our own page, not a learner's text
        found |= dict.fromkeys(re.findall(r"`(\w+)`", names), sizes)
    return found


def test_the_page_names_everything():
    assert set(shapes()) == {
        "X",
        "W_Q",
        "W_K",
        "W_V",
        "Q",
        "K",
        "V",
        "scores",
        "weights",
        "Z",
        "W_O",
        "W_R",
        "b",
    }


def test_the_helpers_give_the_shapes_of_the_page():
    shape, rng = shapes(), np.random.default_rng(0)
    X, W_Q, W_K, W_V = (rng.normal(size=shape[name]) for name in ("X", "W_Q", "W_K", "W_V"))
    Q, K, V = project(X, W_Q), project(X, W_K), project(X, W_V)
    scores = attention_scores(Q, K)
    weights = attention_weights(scores)
    Z, _ = attention(Q, K, V)
    made = {"Q": Q, "K": K, "V": V, "scores": scores, "weights": weights, "Z": Z}
    assert {name: array.shape for name, array in made.items()} == {name: shape[name] for name in made}


def test_several_heads_lead_and_W_O_brings_them_back_to_d_model():
    shape, rng = shapes(), np.random.default_rng(2)
    n_heads, n_tokens = SIZES["n_heads"], SIZES["n_tokens"]
    X, W_O = rng.normal(size=shape["X"]), rng.normal(size=shape["W_O"])
    W_Q, W_K, W_V = (rng.normal(size=(n_heads, *shape[name])) for name in ("W_Q", "W_K", "W_V"))
    maps = [np.hstack(W) for W in (W_Q, W_K, W_V)]  # the maps of the heads, side by side
    assert split_heads(X @ maps[0], n_heads).shape == (n_heads, n_tokens, SIZES["d_k"])
    Z, weights = multi_head_attention(X, *maps, W_O, n_heads)
    assert Z.shape == shape["X"] and weights.shape == (n_heads, *shape["weights"])


def test_the_read_out_gives_a_score_for_each_choice():
    shape, sizes = shapes(), SIZES
    head = new_head(
        np.random.default_rng(3), sizes["d_model"], sizes["d_k"], sizes["n_classes"], sizes["d_v"]
    )
    assert {name: W.shape for name, W in head.items()} == {name: shape[name] for name in head}
    X = np.random.default_rng(4).normal(size=(1, sizes["n_tokens"], sizes["d_model"]))
    batch = Batch(X, np.array([2]), np.array([6]))
    found = forward(head, batch)
    np.testing.assert_allclose(found.logits, found.z @ head["W_R"] + head["b"])
    slopes = backward(head, batch, found)
    assert {name: slope.shape for name, slope in slopes.items()} == {n: W.shape for n, W in head.items()}


def test_the_sentences_of_the_page_hold():
    rng = np.random.default_rng(1)
    Q, K, V = (rng.normal(size=(5, 3)) for _ in range(3))
    np.testing.assert_allclose(attention_scores(Q, K), Q @ K.T / np.sqrt(3))
    weights = attention_weights(attention_scores(Q, K), causal_mask(5))
    np.testing.assert_allclose(weights.sum(axis=1), 1)
    assert (weights[~causal_mask(5)] == 0).all()
    assert (attention(Q, K, V, np.zeros((5, 5), dtype=bool))[0] == 0).all()
    heads = attention(Q[None].repeat(2, 0), K[None].repeat(2, 0), V[None].repeat(2, 0))[0]
    assert heads.shape == (2, 5, 3)  # heads lead
