"""The worked examples: every published figure is recomputed here once more, by other means."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest
from scipy.special import erfc, softmax

from helpers import attention, examples, files
from tools.course import ROOT

FILE = ROOT / "data" / "worked_examples.json"
DATA = json.loads(FILE.read_text(encoding="utf-8"))
IDS = [f"E{i}" for i in range(1, 12)]
STATUSES = {"agrees", "rounding", "differs", "unsupported"}


def inputs(example_id):
    return DATA[example_id]["inputs"]


def published(example_id):
    return {entry["name"]: np.array(entry["value"], float) for entry in DATA[example_id]["published"]}


def entries(*statuses):
    return [
        pytest.param(i, entry, id=f"{i} {entry['name']}")
        for i in IDS
        for entry in DATA[i]["published"]
        if entry["status"] in (statuses or STATUSES)
    ]


def matrix(table):
    return np.array(list(table.values()), float)


def plain_head(X, W_Q, W_K, W_V):
    """One head, with SciPy's softmax and sums over named axes."""
    Q, K, V = (np.einsum("nd,dk->nk", X, np.array(W, float)) for W in (W_Q, W_K, W_V))
    scores = np.einsum("ik,jk->ij", Q, K)
    weights = softmax(scores / Q.shape[1] ** 0.5, axis=1)
    return Q, K, V, scores, weights, np.einsum("ij,jv->iv", weights, V)


def reference(example_id):
    """Every published quantity with a computation, without helpers/examples/."""
    given, printed = inputs(example_id), published(example_id)
    if example_id == "E1":
        sums = {f"row sums, {s}": [sum(row) for row in t.values()] for s, t in given["weights"].items()}
        return {**sums, "row sum, other row for bank": sum(given["other_write_up"]["bank_row"])}
    if example_id == "E3":
        *_, weights, Z = plain_head(matrix(given["X"]), np.eye(4), np.eye(4), np.eye(4))
        return {
            "output of The, first two numbers": Z[0, :2],
            "weight of sat on sat, first print": weights[2, 2],
            "weight of sat on sat, second print": weights[2, 2],
        }
    if example_id == "E4":
        six, four = np.exp(6), np.exp(4)
        return {
            "softmax([6, 4])": [six / (six + four), four / (six + four)],
            "p in e^6 + e^4 = e^6 (1 + e^p)": np.log((six + four) / six - 1),
        }
    if example_id == "E5":
        query = given["queries"]["it"]
        scores = {w: sum(q * k for q, k in zip(query, key, strict=True)) for w, key in given["keys"].items()}
        weights = softmax(list(scores.values()))
        summed = np.zeros(3)
        for word, weight in given["weights_in_the_sum"].items():
            summed += weight * np.array(given["values"][word])
        return {
            "unscaled scores of it: The, animal, tired": [scores[w] for w in ("The", "animal", "tired")],
            "weights of it": weights,
            "weights of it, second list": weights,
            "weight of it on animal, second print": weights[1],
            "weighted sum, from the published weights and values": summed,
        }
    if example_id == "E6":
        Q, K, V, scores, weights, Z = plain_head(matrix(given["X"]), **given["head_1"])
        return {
            "Q": Q,
            "K": K,
            "V": V,
            "unscaled scores": scores,
            "weights": weights,
            "head 1 output": Z,
            "unscaled score of love on phones, from the published Q and K": 1.0 * 1.3 + 1.1 * 0.3,
            "unscaled score of phones on phones, from the published Q and K": 0.4 * 1.3 + 1.3 * 0.3,
            "weights, from the published scores": softmax(printed["unscaled scores"] / 2**0.5, axis=1),
            "head 1 output, from the published weights and V": np.einsum(
                "ij,jv->iv", printed["weights"], printed["V"]
            ),
        }
    if example_id == "E8":
        counts = {f"comparisons for {n} words": len(range(n)) ** 2 for n in given["numbers_of_words"]}
        return {**counts, "growth when the length doubles": np.ones((6, 6)).size / np.ones((3, 3)).size}
    if example_id == "E11":
        return {"variance of a scaled score": sum(1.0 for _ in range(given["d_k"])) / given["d_k"]}
    return {}


# Computed values to four decimals, as the source of the examples lists them.
FOUR_DECIMALS = [
    ("E3", "unscaled scores", [[2, 0, 2], [0, 2, 2], [2, 2, 4]]),
    ("E3", "weights", [[0.4223, 0.1554, 0.4223], [0.1554, 0.4223, 0.4223], [0.2119, 0.2119, 0.5761]]),
    (
        "E3",
        "output",
        [
            [0.8446, 0.5777, 0.8446, 0.5777],
            [0.5777, 0.8446, 0.5777, 0.8446],
            [0.7881, 0.7881, 0.7881, 0.7881],
        ],
    ),
    ("E4", "softmax([6, 4])", [0.8808, 0.1192]),
    ("E4", "softmax([3, 2])", [0.7311, 0.2689]),
    ("E5", "unscaled scores of it", [0.17, 0.77, 0.20, 0.29, 0.62, 0.92, 0.14, 1.22]),
    ("E5", "weights of it", [0.0800, 0.1458, 0.0825, 0.0902, 0.1255, 0.1694, 0.0777, 0.2287]),
    ("E5", "weights of it, scaled", [0.0984, 0.1392, 0.1002, 0.1055, 0.1277, 0.1518, 0.0968, 0.1805]),
    ("E5", "weighted sum, from the published weights and values", [0.601, 0.519, 0.433]),
    ("E5", "sum of the eleven published weights", 1.01),
    ("E6", "Q", [[1.2, 0.6], [1.0, 1.1], [1.1, 0.7], [0.4, 1.3]]),
    ("E6", "K", [[1.1, 0.7], [0.9, 1.2], [0.6, 1.2], [1.2, 0.5]]),
    ("E6", "V", [[1.2, 0.8], [1.0, 1.2], [1.1, 1.7], [0.4, 1.7]]),
    (
        "E6",
        "unscaled scores",
        [
            [1.74, 1.80, 1.44, 1.74],
            [1.87, 2.22, 1.92, 1.75],
            [1.70, 1.83, 1.50, 1.67],
            [1.35, 1.92, 1.80, 1.13],
        ],
    ),
    (
        "E6",
        "weights",
        [
            [0.2596, 0.2708, 0.2100, 0.2596],
            [0.2361, 0.3024, 0.2446, 0.2169],
            [0.2536, 0.2780, 0.2201, 0.2483],
            [0.2116, 0.3166, 0.2908, 0.1811],
        ],
    ),
    ("E6", "head 1 output", [[0.9172, 1.3309], [0.9415, 1.3363], [0.9238, 1.3328], [0.9627, 1.3513]]),
]


@pytest.mark.parametrize("example_id, name, expected", FOUR_DECIMALS)
def test_computed_value_to_four_decimals(example_id, name, expected):
    computed = examples.recompute(example_id)[name]
    np.testing.assert_allclose(computed, expected, rtol=0, atol=0.5e-4 + 1e-9)


# The file


def test_the_file_has_a_note_and_eleven_examples_in_order():
    assert examples.load_examples() == DATA
    assert list(DATA) == ["note", *IDS]
    for example_id in IDS:
        assert set(DATA[example_id]) == {"title", "about", "inputs", "published"}
        assert DATA[example_id]["title"] and DATA[example_id]["about"] and DATA[example_id]["inputs"]


def test_the_note_explains_every_status():
    note = " ".join(DATA["note"])
    assert "five public write-ups" in note and "own words" in note and "recomputes" in note
    for status in STATUSES:
        assert f"status {status}:" in note


def test_no_key_is_written_twice():
    def no_twins(pairs):
        twins = [key for key, count in Counter(key for key, _ in pairs).items() if count > 1]
        assert not twins
        return dict(pairs)

    json.loads(FILE.read_text(encoding="utf-8"), object_pairs_hook=no_twins)


@pytest.mark.parametrize("example_id, entry", entries())
def test_published_entry_is_complete(example_id, entry):
    assert set(entry) == {"name", "value", "decimals", "status", "reason"}
    assert entry["status"] in STATUSES
    reason = entry["reason"]
    assert reason.strip() == reason and reason.endswith(".") and 10 < len(reason) <= 110
    assert "\n" not in reason
    assert np.array_equal(np.round(entry["value"], entry["decimals"]), entry["value"]), "not so many decimals"


@pytest.mark.parametrize("example_id", IDS)
def test_published_names_are_unique(example_id):
    names = [entry["name"] for entry in DATA[example_id]["published"]]
    assert len(names) == len(set(names))


# Every published quantity


@pytest.mark.parametrize("example_id, entry", entries("agrees", "rounding", "differs"))
def test_quantity_is_recomputed_and_its_status_confirmed(example_id, entry):
    name, value, decimals = entry["name"], np.array(entry["value"], float), entry["decimals"]
    computed = examples.recompute(example_id)[name]
    np.testing.assert_allclose(computed, reference(example_id)[name], rtol=0, atol=1e-12)
    assert examples.agreement(value, computed, decimals) == entry["status"]
    # The same verdict, by the gap between the two in the last printed place.
    gap = np.abs(value - computed).max() * 10**decimals
    expected = "agrees" if gap < 0.5001 else "rounding" if gap < 1.5001 else "differs"
    assert expected == entry["status"]


@pytest.mark.parametrize("example_id, entry", entries("unsupported"))
def test_unsupported_quantity_is_never_computed(example_id, entry):
    assert entry["name"] not in examples.recompute(example_id)
    [found] = [c for c in examples.compare(example_id) if c.quantity == entry["name"]]
    assert found.computed is None and found.largest_gap is None and found.status == "unsupported"


def test_the_unsupported_quantities_are_these():
    unsupported = [(p.values[0], p.values[1]["name"]) for p in entries("unsupported")]
    assert unsupported == [
        ("E2", "A.C"),
        ("E2", "B.C"),
        ("E6", "head 2 output"),
        ("E7", "vector of apple"),
        ("E11", "size that raw dot products reach"),
    ]


@pytest.mark.parametrize("example_id", IDS)
def test_compare_follows_the_file(example_id):
    found = examples.compare(example_id)
    assert len(found) == len(DATA[example_id]["published"])
    for comparison, entry in zip(found, DATA[example_id]["published"], strict=True):
        assert comparison.quantity == entry["name"]
        assert comparison.published.tolist() == entry["value"]
        assert (comparison.status, comparison.reason) == (entry["status"], entry["reason"])
        if comparison.computed is not None:
            assert comparison.computed.shape == comparison.published.shape
            gap = np.abs(comparison.computed - comparison.published).max()
            assert comparison.largest_gap == pytest.approx(gap)


def test_examples_in_words_have_nothing_to_compute():
    for example_id in ("E7", "E9", "E10"):
        assert examples.recompute(example_id) == {}
    assert examples.compare("E9") == examples.compare("E10") == []


def test_e11_the_variance_of_a_scaled_score_is_1():
    """E11 the variance of a scaled score is 1 and a raw one above 100 is rare."""
    rng = np.random.default_rng(0)
    raw = np.sum(rng.standard_normal((4000, 1024)) * rng.standard_normal((4000, 1024)), axis=1)
    assert np.var(raw / np.sqrt(inputs("E11")["d_k"])) == pytest.approx(1, abs=0.1)
    assert examples.recompute("E11")["variance of a scaled score"] == pytest.approx(1)
    assert 1 / erfc(100 / 32 / np.sqrt(2)) == pytest.approx(560, abs=5)
    assert np.mean(np.abs(raw) > 100) < 0.01


# One example after the other


def test_e1_rows_sum_to_1_and_bank_differs():
    for table in inputs("E1")["weights"].values():
        np.testing.assert_allclose(matrix(table).sum(axis=1), 1, rtol=0, atol=1e-12)
    values = examples.recompute("E1")
    money, river = (values[f"our new vectors, {s}"] for s in ("money bank grows", "river bank flows"))
    assert np.abs(money[1] - river[1]).max() > 0.1
    # By hand, first number of bank: .25 * .9 + .70 * .6 + .05 * .2, and .20 * 0 + .78 * .6 + .02 * .1.
    assert money[1, 0] == pytest.approx(0.655) and river[1, 0] == pytest.approx(0.47)


def test_e1_rows_are_the_given_ones():
    assert inputs("E1")["weights"] == {
        "money bank grows": {"money": [0.7, 0.2, 0.1], "bank": [0.25, 0.7, 0.05], "grows": [0.1, 0.2, 0.7]},
        "river bank flows": {
            "river": [0.8, 0.15, 0.05],
            "bank": [0.2, 0.78, 0.02],
            "flows": [0.4, 0.01, 0.59],
        },
    }
    other = inputs("E1")["other_write_up"]
    assert other["bank_row"] == [0.2, 0.7, 0.1] and other["bank_vector"] == [0.6, 0.2, 0.1, 0.7]


def test_e2_dot_products_are_exact():
    v = inputs("E2")["our_vectors"]
    A, B, C, D = (np.array(v[name]) for name in "ABCD")
    assert A.dtype.kind == "i" and C.dtype.kind == "i"
    assert A @ C == 11 and B @ C == 26 and D @ C == 11
    values = examples.recompute("E2")
    assert values["our A.C"] == 11 and values["our B.C"] == 26
    assert published("E2") == {"A.C": 11, "B.C": 26}


def test_e2_the_dot_product_misses_what_the_cosine_sees():
    values = examples.recompute("E2")
    cosine = {n: float(values[f"our cosine of {n} and C"]) for n in "ABD"}
    assert cosine["A"] == pytest.approx(11 / np.sqrt(26 * 25))
    assert cosine["A"] < cosine["B"]  # B is nearer in direction too
    assert values["our A.C"] == values["our D.C"] and cosine["D"] > 0.98 > 0.5 > cosine["A"]
    v = inputs("E2")["our_vectors"]
    assert np.dot(np.multiply(3, v["A"]), v["C"]) > np.dot(v["B"], v["C"])  # length alone wins


def test_e3_the_printed_identity_is_refused():
    X = matrix(inputs("E3")["X"])
    with pytest.raises(ValueError) as refusal:
        attention.project(X, inputs("E3")["W_as_printed"], "W_Q")
    assert "(3, 4)" in str(refusal.value) and "(3, 3)" in str(refusal.value)
    assert np.array_equal(attention.project(X, inputs("E3")["W_Q"], "W_Q"), X)


def test_e3_with_53_the_row_does_not_sum_to_1():
    row = examples.recompute("E3")["weights"][2]
    assert row.sum() == pytest.approx(1)
    assert round(row[0] + row[1] + 0.53, 2) == 0.95


def test_e4_published_shares_and_factoring_are_wrong():
    printed = published("E4")["softmax([6, 4])"]
    assert printed.tolist() == [0.38, 0.18] and printed.sum() == pytest.approx(0.56)
    total = np.exp(6) + np.exp(4)
    assert total == pytest.approx(np.exp(6) * (1 + np.exp(-2)))
    assert total != pytest.approx(np.exp(6) * (1 + np.exp(2)), rel=0.5)
    assert inputs("E4")["factoring_as_printed"].endswith("(1 + e^2)")
    assert inputs("E4")["factoring_right"].endswith("(1 + e^-2)")


def test_e5_words_are_in_the_order_of_the_sentence():
    given = inputs("E5")
    words = given["sentence"].split()
    assert list(given["values"]) == list(given["weights_in_the_sum"]) == words
    with_key = [word for word in words if word not in ("the", "because", "too")]
    assert list(given["keys"]) == list(given["queries"]) == with_key


@pytest.mark.parametrize("name", ["weights of it", "weights of it, second list"])
def test_e5_published_weights_are_not_the_softmax_of_the_scores(name):
    given, weights = inputs("E5"), published("E5")[name]
    words = list(given["keys"])
    scores = matrix(given["keys"]) @ given["queries"]["it"]
    for scale in (1, 3**0.5):
        assert np.abs(softmax(scores / scale) - weights).max() > 0.4
    # Softmax keeps the order. The published scores put tired first, the published weights animal.
    printed_scores = published("E5")["unscaled scores of it: The, animal, tired"]
    assert printed_scores[2] > printed_scores[1]
    assert weights[words.index("tired")] < weights[words.index("animal")]
    assert weights[words.index("animal")] in (0.60, 0.70)


def test_e5_second_list_is_the_one_in_the_sum():
    given = inputs("E5")
    kept = [given["weights_in_the_sum"][word] for word in given["keys"]]
    assert published("E5")["weights of it, second list"].tolist() == kept
    assert sum(given["weights_in_the_sum"].values()) == pytest.approx(1.01)


def test_e5_it_attends_to_tired_then_itself_then_animal():
    words = list(inputs("E5")["keys"])
    for name in ("weights of it", "weights of it, scaled"):
        order = np.argsort(examples.recompute("E5")[name])[::-1]
        assert [words[i] for i in order[:3]] == ["tired", "it", "animal"]


def test_e5_published_sum_does_not_follow_from_its_own_weights():
    given = inputs("E5")
    weights = np.array(list(given["weights_in_the_sum"].values()))
    result = weights @ matrix(given["values"])
    np.testing.assert_allclose(result, [0.601, 0.519, 0.433], rtol=0, atol=1e-12)
    printed = published("E5")["weighted sum, from the published weights and values"]
    assert printed.tolist() == [0.598, 0.518, 0.432]


def test_e6_published_scores_follow_but_for_two():
    """E6 published scores follow from published q and k but for two."""
    printed = published("E6")
    from_printed = np.einsum("ik,jk->ij", printed["Q"], printed["K"])
    np.testing.assert_allclose(
        examples.recompute("E6")["unscaled scores, from the published Q and K"],
        from_printed,
        rtol=0,
        atol=1e-12,
    )
    wrong = np.abs(from_printed - printed["unscaled scores"]) > 0.005 + 1e-9
    words = list(inputs("E6")["X"])
    assert [(words[i], words[j]) for i, j in np.argwhere(wrong)] == [("love", "phones"), ("phones", "phones")]
    np.testing.assert_allclose(from_printed[wrong], [1.63, 0.91])
    np.testing.assert_allclose(printed["unscaled scores"][wrong], [1.96, 1.91])


def test_e6_published_weights_follow_from_the_step_before():
    """E6 published weights and outputs follow from the step before."""
    printed = published("E6")
    weights = softmax(printed["unscaled scores"] / np.sqrt(2), axis=1)
    np.testing.assert_allclose(printed["weights"], weights, rtol=0, atol=0.0005)
    outputs = np.round(printed["weights"] @ printed["V"], 3)
    np.testing.assert_allclose(printed["head 1 output"], outputs, rtol=0, atol=0.001 + 1e-9)
    # The two entries "from the published ..." must repeat the same tables.
    assert np.array_equal(printed["weights, from the published scores"], printed["weights"])
    assert np.array_equal(
        printed["head 1 output, from the published weights and V"], printed["head 1 output"]
    )
    for word, row in (("love", 1), ("phones", 3)):
        name = f"unscaled score of {word} on phones, from the published Q and K"
        assert printed[name] == printed["unscaled scores"][row, 3]


def test_e6_first_wrong_step_is_k_and_v():
    status = {entry["name"]: entry["status"] for entry in DATA["E6"]["published"]}
    assert [status[n] for n in ("Q", "K", "V", "unscaled scores", "weights", "head 1 output")] == [
        "agrees",
        *["differs"] * 5,
    ]


def test_e6_published_head_2_is_kept_without_a_computation():
    rows = [[0.99, 1.03], [1.01, 1.04], [1.02, 1.02], [1.02, 1.02]]
    assert published("E6")["head 2 output"].tolist() == rows


def test_e6_head_2_and_output_projection_are_ours():
    given, values = inputs("E6"), examples.recompute("E6")
    ours = {name: given["our_head_2"][name] for name in ("W_Q", "W_K", "W_V")}
    for name, W in ours.items():
        assert np.shape(W) == (4, 2) and set(np.ravel(W)) <= {0, 1}
        assert W != given["head_1"][name]
    X = matrix(given["X"])
    *_, weights_1, Z_1 = plain_head(X, **given["head_1"])
    *_, weights_2, Z_2 = plain_head(X, **ours)
    np.testing.assert_allclose(values["our head 2 weights"], weights_2, rtol=0, atol=1e-12)
    np.testing.assert_allclose(values["our head 2 output"], Z_2, rtol=0, atol=1e-12)
    assert np.abs(weights_1 - weights_2).max() > 0.1  # the heads look at different things
    assert weights_2[2].argmax() == 3  # apple reads phones most
    concatenation = np.array([[*a, *b] for a, b in zip(Z_1, Z_2, strict=True)])
    np.testing.assert_allclose(values["our concatenation"], concatenation, rtol=0, atol=1e-12)
    W_O = np.array(given["our_W_O"], float)
    assert W_O.shape == (4, 4) and round(np.linalg.det(W_O)) != 0
    np.testing.assert_allclose(
        values["our output"], np.einsum("nc,cd->nd", concatenation, W_O), rtol=0, atol=1e-12
    )


def test_e7_one_vector_holds_the_shares_of_both_senses():
    given = inputs("E7")
    assert given["vector"] == [given["shares"][name] for name in given["dimensions"]] == [0.8, 0.2]
    assert given["sentence"].lower().count(given["word"]) == 2


def test_e8_numbers():
    assert list(published("E8").values()) == [10**6, 10**8, 10**10, 4]


def test_e9_phrases_are_kept_letter_by_letter():
    phrases = inputs("E9")["phrases"]
    assert phrases["piece of cake"] == {"general": "केक का टुकड़ा", "task": ["बहुत आसान काम", "सरल काम"]}
    assert phrases["break a leg"] == {"general": "टाँग तोड़ दो", "task": ["शुभकामनाएँ"]}
    assert "\\u" not in FILE.read_text(encoding="utf-8"), "a person could not read escapes"


def test_e10_and_e11_facts():
    assert inputs("E10")["path_length_attention"] == 1
    assert inputs("E10")["sentence"] == "The keys ... are ..."
    assert inputs("E11")["d_k"] == 1024


# agreement


@pytest.mark.parametrize(
    "value, computed, decimals, expected",
    [
        (0.58, 0.5761, 2, "agrees"),
        (0.53, 0.5761, 2, "differs"),
        ([0.84, 0.57], [0.8446, 0.5777], 2, "rounding"),
        (0.12, 0.125, 2, "agrees"),  # a half may go down
        (0.13, 0.125, 2, "agrees"),  # or up
        (2.67, 2.675, 2, "agrees"),  # 2.675 is stored as 2.67499999...
        (2.68, 2.675, 2, "agrees"),
        (0.3, 0.1 + 0.2 + 0.05, 1, "agrees"),  # 0.35000000000000003
        (0.12, 0.1251, 2, "rounding"),
        (0.12, 0.1349, 2, "rounding"),  # rounds to 0.13, one unit away
        (0.12, 0.1351, 2, "differs"),  # rounds to 0.14, two units away
        (-0.12, -0.1349, 2, "rounding"),
        (0.12, -0.12, 2, "differs"),
        ([1.0, 2.0], [1.0, 2.2], 1, "differs"),  # one bad number is enough
        (2, -2, 0, "differs"),
        (10**10, 10**10, 0, "agrees"),
        (1.0, float("nan"), 1, "differs"),
        (1.0, float("inf"), 1, "differs"),
    ],
)
def test_agreement(value, computed, decimals, expected):
    assert examples.agreement(value, computed, decimals) == expected


def test_agreement_agrees_with_what_rounding_gives():
    computed = np.random.default_rng(0).uniform(-2, 2, size=500)
    for decimals in (0, 1, 2, 3):
        printed = np.round(computed, decimals)
        assert examples.agreement(printed, computed, decimals) == "agrees"
        unit = 10.0**-decimals
        assert examples.agreement(printed + unit, computed, decimals) == "rounding"
        assert examples.agreement(printed + 2 * unit, computed, decimals) == "differs"


@pytest.mark.parametrize("value, computed", [([1, 2], [1, 2, 3]), (1.0, [1.0]), ([], [])])
def test_agreement_refuses_what_cannot_be_compared(value, computed):
    with pytest.raises(ValueError, match="published has shape .* computed has shape"):
        examples.agreement(value, computed, 2)


# The table


def test_table_of_e4():
    assert examples.side_by_side("E4").splitlines() == [
        "E4: Softmax with and without scaling",
        "",
        "quantity                published         computed            status",
        "-" * 76,
        "softmax([6, 4])         0.38 0.18         0.8808 0.1192       differs",
        "  reason: The printed shares sum to .56; shares must sum to 1.",
        "",
        "p in e^6 + e^4 = e^6 (1 2                 -2.0000             differs",
        "+ e^p)",
        "  reason: The sign is lost: e^4 / e^6 = e^-2.",
    ]


@pytest.mark.parametrize("example_id", IDS)
def test_table_shows_every_quantity_within_the_page(example_id):
    text = examples.side_by_side(example_id)
    lines = text.splitlines()
    assert lines[0] == f"{example_id}: {DATA[example_id]['title']}"
    assert all(len(line) <= 78 and line == line.rstrip() for line in lines)  # a page of 800 px has no more
    flat = " ".join(text.split())
    assert "-0.0000" not in text and text == text.strip()
    for entry in DATA[example_id]["published"]:
        assert " ".join(f"reason: {entry['reason']}".split()) in flat
        number = f"{np.ravel(entry['value'])[-1]:.{entry['decimals']}f}"
        assert number in text
    statuses = Counter(line.split()[-1] for line in lines if line and not line.startswith(" "))
    for status in STATUSES:
        expected = sum(entry["status"] == status for entry in DATA[example_id]["published"])
        assert statuses[status] == expected


def test_table_without_published_numbers_says_so():
    assert examples.side_by_side("E9").endswith("No write-up prints a number here that could be recomputed.")


# What goes wrong is said in one sentence


@pytest.mark.parametrize("call", [examples.recompute, examples.compare, examples.side_by_side])
@pytest.mark.parametrize("wrong", ["E12", "e6", "", "note", 6, None])
def test_unknown_id_lists_the_known_ones(call, wrong):
    with pytest.raises(ValueError) as refusal:
        call(wrong)
    assert str(refusal.value) == f"There is no example {wrong!r}; the known ones are {', '.join(IDS)}."


def changed(tmp_path, monkeypatch, edit):
    """Let the helper read a changed copy of the file."""
    copy = json.loads(FILE.read_text(encoding="utf-8"))
    edit(copy)
    path = tmp_path / "worked_examples.json"
    path.write_text(json.dumps(copy), encoding="utf-8")
    monkeypatch.setattr(files, "DATA", path.parent)


def assert_one_sentence_with_the_fix(call):
    with pytest.raises(ValueError) as refusal:
        call()
    assert str(refusal.value) == (
        "data/worked_examples.json is missing or damaged; "
        "download the course again, or: git checkout -- data/worked_examples.json"
    )


@pytest.mark.parametrize(
    "content",
    [
        None,
        b"",
        b" \n",
        b"{",
        b"null",
        b"[]",
        b"{}",
        b'"E1"',
        FILE.read_bytes()[:3000],
        FILE.read_bytes()[:-2],
        '{"note": "\u00e9"}'.encode("latin-1"),
    ],
    ids=["missing", "empty", "blank", "brace", "null", "list", "dict", "text", "cut", "cut end", "latin-1"],
)
def test_missing_empty_or_damaged_file(tmp_path, monkeypatch, content):
    path = tmp_path / "worked_examples.json"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setattr(files, "DATA", path.parent)
    for call in (
        examples.load_examples,
        lambda: examples.recompute("E6"),
        lambda: examples.compare("E6"),
        lambda: examples.side_by_side("E6"),
    ):
        assert_one_sentence_with_the_fix(call)


@pytest.mark.parametrize(
    "edit",
    [
        lambda data: data.pop("E11"),
        lambda data: data["E6"].pop("title"),
        lambda data: data["E6"].update(inputs=[]),
        lambda data: data["E6"].update(published=None),
        lambda data: data["E6"]["published"][0].pop("decimals"),
        lambda data: data["E6"]["inputs"].pop("X"),
        lambda data: data["E6"]["inputs"].update(head_1=None),
        lambda data: data["E6"]["published"][0].update(name="another name"),
        lambda data: data["E6"]["published"][8].update(name="another name"),
    ],
)
def test_file_with_a_part_gone(tmp_path, monkeypatch, edit):
    changed(tmp_path, monkeypatch, edit)
    assert_one_sentence_with_the_fix(lambda: examples.compare("E6"))


# Nothing is copied: computed values follow the inputs, statuses follow the numbers


def test_computed_values_follow_the_inputs(tmp_path, monkeypatch):
    changed(tmp_path, monkeypatch, lambda data: data["E6"]["inputs"]["X"].update(I=[2.0, 0.5, 0.2, 0.1]))
    found = {c.quantity: c for c in examples.compare("E6")}
    assert found["Q"].computed[0].tolist() == pytest.approx([2.2, 0.6])
    assert found["Q"].status == "differs"


def test_status_follows_the_numbers_not_the_file(tmp_path, monkeypatch):
    def flatter(data):
        for entry in data["E4"]["published"]:
            entry["status"] = "agrees"

    changed(tmp_path, monkeypatch, flatter)
    assert [c.status for c in examples.compare("E4")] == ["differs", "differs"]


def test_a_tiny_negative_number_prints_without_a_sign(tmp_path, monkeypatch):
    changed(tmp_path, monkeypatch, lambda data: data["E4"]["inputs"].update(scores=[6, 5.99999]))
    assert examples.recompute("E4")["p in e^6 + e^4 = e^6 (1 + e^p)"] < 0
    text = examples.side_by_side("E4")
    assert "-0.0000" not in text and " 0.0000 " in text


def test_the_readers_copy_can_be_changed_without_harm():
    examples.load_examples()["E6"]["inputs"].clear()
    assert examples.load_examples()["E6"]["inputs"] == DATA["E6"]["inputs"]


def test_a_comparison_cannot_be_changed():
    comparison = examples.compare("E4")[0]
    with pytest.raises(AttributeError):
        comparison.status = "agrees"
