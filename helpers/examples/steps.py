"""The computation behind each worked example: one function per example, inputs in, named quantities out.

A quantity named "our ..." rests on numbers that we chose ourselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from helpers.arrays import Array
from helpers.attention import attention, project, softmax

Entries = dict[str, Any]
# What the steps, the notebooks and a lab rely on in the inputs of each example; see `files.fits`.
ROWS = {str: [float]}
HEAD = dict.fromkeys(("W_Q", "W_K", "W_V"), [[float]])
INPUTS: dict[str, Entries] = {
    "E1": {
        "weights": dict.fromkeys(("money bank grows", "river bank flows"), ROWS),
        "other_write_up": {"bank_row": [float], "bank_vector": [float]},
        "our_vectors": dict.fromkeys(("money", "grows", "river", "flows"), [float]),
    },
    "E2": {"our_vectors": dict.fromkeys("ABCD", [float])},
    "E3": {"X": ROWS, **HEAD},
    "E4": {"scores": [float], "d_k": int, "factoring_as_printed": str},
    "E5": {"keys": ROWS, "queries": ROWS, "values": ROWS, "weights_in_the_sum": {str: float}, "d_k": int},
    "E6": {"X": ROWS, "d_k": int, "head_1": HEAD, "our_head_2": HEAD, "our_W_O": [[float]]},
    "E7": {"sentence": str},
    "E8": {"numbers_of_words": [int]},
    "E9": {"phrases": {str: {"general": str, "task": [str]}}, "our_readings": {"note": str, str: [str, str]}},
    "E10": {},
    "E11": {"d_k": int},
}


def _rows(vectors: Entries, words: Iterable[str]) -> Array:
    return np.array([vectors[word] for word in words], dtype=float)  # (n_words, d)


def _head(X: Array, matrices: Entries) -> dict[str, Array]:
    Q, K, V = (project(X, matrices[name], name) for name in ("W_Q", "W_K", "W_V"))
    Z, weights = attention(Q, K, V)
    return {"Q": Q, "K": K, "V": V, "unscaled scores": Q @ K.T, "weights": weights, "output": Z}


def _e1(given: Entries, published: Entries) -> Entries:
    other = given["other_write_up"]
    vectors = {**given["our_vectors"], "bank": other["bank_vector"]}
    values: Entries = {"row sum, other row for bank": np.sum(other["bank_row"])}
    for sentence, table in given["weights"].items():
        weights, X = _rows(table, sentence.split()), _rows(vectors, sentence.split())  # (3, 3), (3, 4)
        values[f"row sums, {sentence}"] = weights.sum(axis=1)
        values[f"our new vectors, {sentence}"] = weights @ X  # (3, 4)
    return values


def _e2(given: Entries, published: Entries) -> Entries:
    C, values = np.array(given["our_vectors"]["C"]), {}
    for name in "ABD":
        vector = np.array(given["our_vectors"][name])
        values[f"our {name}.C"] = vector @ C
        values[f"our cosine of {name} and C"] = vector @ C / np.linalg.norm(vector) / np.linalg.norm(C)
    return values


def _e3(given: Entries, published: Entries) -> Entries:
    head = _head(_rows(given["X"], given["X"]), given)
    head["output of The, first two numbers"] = head["output"][0, :2]
    for which in ("first", "second"):  # the write-up prints this weight twice
        head[f"weight of sat on sat, {which} print"] = head["weights"][2, 2]
    return head


def _e4(given: Entries, published: Entries) -> Entries:
    scores = np.array(given["scores"])
    return {
        "softmax([6, 4])": softmax(scores),
        "softmax([3, 2])": softmax(scores / np.sqrt(given["d_k"])),
        "p in e^6 + e^4 = e^6 (1 + e^p)": scores[1] - scores[0],
    }


def _e5(given: Entries, published: Entries) -> Entries:
    words, used = list(given["keys"]), given["weights_in_the_sum"]
    some = [words.index(word) for word in ("The", "animal", "tired")]
    K, V = _rows(given["keys"], words), _rows(given["values"], used)  # (8, 3), (11, 3)
    scores = K @ np.array(given["queries"]["it"])  # (8,)
    weights = softmax(scores)
    return {
        "unscaled scores of it": scores,
        "unscaled scores of it: The, animal, tired": scores[some],
        "weights of it": weights,
        "weights of it, second list": weights,
        "weight of it on animal, second print": weights[words.index("animal")],
        "weights of it, scaled": softmax(scores / np.sqrt(given["d_k"])),
        "sum of the eleven published weights": sum(used.values()),
        "weighted sum, from the published weights and values": np.array(list(used.values())) @ V,
    }


def _e6(given: Entries, published: Entries) -> Entries:
    X = _rows(given["X"], given["X"])  # (4, 4)
    head_1, head_2 = _head(X, given["head_1"]), _head(X, given["our_head_2"])
    both = np.hstack([head_1["output"], head_2["output"]])  # (4, 2 * 2)
    scores = published["Q"] @ published["K"].T  # (4, 4)
    return {
        **{"head 1 output" if name == "output" else name: value for name, value in head_1.items()},
        **{f"our head 2 {name}": value for name, value in head_2.items()},
        "our concatenation": both,
        "our output": project(both, given["our_W_O"], "our_W_O"),
        "unscaled scores, from the published Q and K": scores,
        "unscaled score of love on phones, from the published Q and K": scores[1, 3],
        "unscaled score of phones on phones, from the published Q and K": scores[3, 3],
        "weights, from the published scores": softmax(published["unscaled scores"] / np.sqrt(given["d_k"])),
        "head 1 output, from the published weights and V": published["weights"] @ published["V"],
    }


def _e8(given: Entries, published: Entries) -> Entries:
    values: Entries = {f"comparisons for {n} words": n * n for n in given["numbers_of_words"]}
    n = given["numbers_of_words"][0]
    values["growth when the length doubles"] = (2 * n) ** 2 / n**2
    return values


def _e9(given: Entries, published: Entries) -> Entries:
    for phrase in given["phrases"].values():  # all is words: each rendering has its reading
        _ = [given["our_readings"][hindi] for hindi in (phrase["general"], *phrase["task"])]
    return {}


def _e11(given: Entries, published: Entries) -> Entries:
    variance_of_a_product = 1.0 * 1.0  # of two independent numbers with mean 0 and variance 1
    variance_of_a_score = given["d_k"] * variance_of_a_product
    return {"variance of a scaled score": variance_of_a_score / np.sqrt(given["d_k"]) ** 2}


STEPS = {"E1": _e1, "E2": _e2, "E3": _e3, "E4": _e4, "E5": _e5, "E6": _e6, "E8": _e8, "E9": _e9, "E11": _e11}
