"""Numbers that stand in the prose of a notebook, calculated again. A changed number fails here by name."""

import numpy as np
import pytest
from scipy.special import softmax

from helpers.embeddings import PcaMap, cosine, load_vectors, tokenize
from helpers.examples import load_examples
from helpers.exercises import EXERCISES
from helpers.exercises.catalogue import solution
from helpers.labs import contextual, word_map
from tests.claims.said import code, prose

vectors = load_vectors()


def new_bank(sentence, temperature):
    X, _ = vectors.embed(tokenize(sentence))
    U = X / np.linalg.norm(X, axis=1, keepdims=True)
    return (softmax(U @ U.T / temperature, axis=1) @ X)[1]


def nearness(vector, words):
    return np.mean([cosine(vector, vectors[word]) for word in words.split()])


def near_bank(word):
    return cosine(vectors["bank"], vectors[word])


def turned(temperature, words):
    """How near the new bank of the river sentence comes to some words."""
    return nearness(new_bank("river bank flows", temperature), words)


def raw(sentence):
    X, _ = vectors.embed(tokenize(sentence))
    return softmax(X @ X.T, axis=1)


def share_of(preset):
    """How much the map of the lab of 01 keeps of the words of a preset."""
    words = tokenize(word_map.PRESETS[preset]["text"])
    return word_map.landmark_map().share_of(vectors.embed(words)[0])


MONEY, RIVER = "loan cash deposit credit savings", "lake shore water stream creek"
X_2D = np.array([[1.5, 0.35], [0.95, 0.9], [0.55, -0.75]])


def x_money():
    return vectors.embed(tokenize("money bank grows"))[0]


CLAIMS = [
    # notebook, words around the number, the number calculated again, how it is written
    (1, "`bank` and `river` have a cosine of {}", lambda: near_bank("river"), ".2f"),
    (1, "The {} of `bank` and `money` does say", lambda: near_bank("money"), ".2f"),
    (1, "`B` has the dot product {} with `C` = (4, 3)", lambda: np.array([5, 2]) @ np.array([4, 3]), "d"),
    (1, "and the cosine {}. Choose", lambda: cosine([5, 2], [4, 3]), ".3f"),
    (2, "squared length, here {}", lambda: vectors["bank"] @ vectors["bank"], ".1f"),
    (2, "the score with `money` is {}", lambda: vectors["bank"] @ vectors["money"], ".1f"),
    (2, "the difference, about {}", lambda: vectors["bank"] @ (vectors["bank"] - vectors["money"]), ".0f"),
    (2, "still stands nearer to money words ({})", lambda: turned(1 / 3, MONEY), ".3f"),
    (2, "than to river words ({})", lambda: turned(1 / 3, RIVER), ".3f"),
    (2, "At temperature 1 they do ({} against", lambda: turned(1, MONEY), ".3f"),
    (2, "against {}).", lambda: turned(1, RIVER), ".3f"),
    (2, "Multiplying by 2 gives `{}`", lambda: softmax([4, 2, 0]), ".3f"),
    (2, "sharper than `{}`", lambda: softmax([2, 1, 0]), ".3f"),
    (2, "the rows 2, 1, 0 and 0, 0.5, 3 give `{}`", lambda: softmax([2, 1, 0]), ".3f"),
    (2, "and 0, 0.5, 3 give `0.665 0.245 0.090` and `{}`", lambda: softmax([0, 0.5, 3]), ".3f"),
    (2, "`flows` reads itself {} and `river`", lambda: raw("river bank flows")[2, 2], ".2f"),
    (2, "and `river` {}, since", lambda: raw("river bank flows")[2, 0], ".2f"),
    (1, "yet their cosine is {}", lambda: cosine(vectors["horse"], vectors["bird"]), ".2f"),
    (1, "*Royal*: the map keeps {} %", lambda: 100 * share_of("royal"), ".0f"),
    (1, "it reaches only {}", lambda: np.hypot(2, 1) * np.hypot(1, 1.5) / 2, ".2f"),
    (2, "taking one third of each would be {}, 0.33, 0.33", lambda: 1 / 3, ".2f"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("notebook", "words", "calculate", "written"), CLAIMS, ids=[c[1][:40] for c in CLAIMS]
)
def test_the_number_in_the_prose_is_the_number_calculated(notebook, words, calculate, written):
    number = " ".join(format(value, written) for value in np.atleast_1d(calculate()))
    assert words.format(number) in prose(notebook)


def test_the_solution_of_longer_but_turned_away_says_its_numbers():
    P, C = np.array([10, 0]), np.array([4, 3])
    said = solution(EXERCISES["longer but turned away"])
    assert "[10, 0]" in said and f"with C is {P @ C}," in said and f"cosine {cosine(P, C):.3f}" in said


def test_the_solution_of_read_by_design_says_what_it_reads():
    X = np.array([[1.5, 0.35], [0.95, 0.9], [1.9, 0.5]])
    row = softmax(X @ X.T, axis=1)[0]
    said = solution(EXERCISES["read by design"])
    assert "[1.9, 0.5]" in said and f"money reads it {row[2]:.2f}" in said and row.argmax() == 2


def test_a_millionth():
    assert np.exp(-15) < 1e-6  # 02: less than a millionth
    assert softmax(x_money() @ x_money().T, axis=1)[1, 0] < 1e-6


def test_the_notebooks_use_the_published_inputs():
    E = {name: example["inputs"] for name, example in load_examples().items() if name.startswith("E")}
    assert f'sentence = "{E["E7"]["sentence"]}"' in code(1)
    assert f"apple = np.array({E['E7']['vector']})" in code(1)
    for name, vector in E["E2"]["our_vectors"].items():
        assert name == "note" or f"np.array({vector})" in code(1)
    for word, vector in {**E["E1"]["our_vectors"], "bank": E["E1"]["other_write_up"]["bank_vector"]}.items():
        assert word == "note" or f'"{word}": np.array({vector})' in code(2)
    other = ", ".join(f"{share:.2f}" for share in E["E1"]["other_write_up"]["bank_row"])
    assert f"takes the shares {other}" in prose(2)
    keys = E["E10"]
    assert keys["subject"] in prose(1) and keys["verb"] in prose(1)


def test_twelve_words_lose_almost_half_and_all_words_most():
    words = "bank money loan cash river lake shore apple microsoft computer banana juice"
    assert 0.55 < PcaMap(vectors.embed(tokenize(words))[0]).share < 0.6
    assert PcaMap(vectors.matrix).share < 0.2


def test_apple_lies_between_fruit_and_computers():
    """Apple lies between the fruit and the computers on the map."""
    words = "bank money loan cash river lake shore apple microsoft computer banana juice".split()
    X, _ = vectors.embed(words)
    at = dict(zip(words, PcaMap(X).place(X), strict=True))
    fruit, computers = (at["banana"] + at["juice"]) / 2, (at["microsoft"] + at["computer"]) / 2
    along = (at["apple"] - fruit) @ (computers - fruit) / np.sum((computers - fruit) ** 2)
    assert 0.2 < along < 0.8


def test_neighbours_of_bank_name_no_river():
    assert not {"river", "shore", "lake"} & {word for word, _ in vectors.neighbours("bank", 8)}


def test_the_hand_made_example_is_the_first_state_of_the_lab():
    state = contextual.ContextualState()
    X = np.array([[state.x0, state.y0], [state.x1, state.y1], [state.x2, state.y2]])
    np.testing.assert_array_equal(X, X_2D)


def test_turning_bank_towards_grows_makes_it_read_grows():
    """02, the first question of the lab: a short `bank` does, a long one reads itself."""
    for spot, most in (((0.30, -0.40), 2), ((0.55, -1.5), 1)):
        picture = contextual.draw(contextual.ContextualState(x1=spot[0], y1=spot[1]))
        weights = next(panel for panel in picture.panels if panel.title == "weights")
        assert np.argmax(weights.numbers[1]) == most


def test_at_right_angles_scores_are_0_and_weights_are_not():
    lab = contextual.contextual_lab(all_controls=False)
    lab.press("bank at right angles")
    weights = next(panel for panel in lab.picture.panels if panel.title == "weights")
    assert weights.above.numbers[0][0] == weights.above.numbers[0][2] == 0
    assert [f"{weight:.2f}" for weight in weights.numbers[1]] == ["0.09", "0.83", "0.09"]


def test_the_answers_to_the_second_visit_of_the_lab():
    """02: apple in "orange juice and apple pie" is nearest to iphone before, to fruit after."""
    lab = contextual.contextual_lab("your sentence")
    lab.set(text="orange juice and apple pie", asking=3)
    assert "iphone" in lab.picture.words_said and "fruit" in lab.picture.words_said
    assert lab.picture.words_said.index("iphone") < lab.picture.words_said.index("fruit")
    lab.set(temperature=3.0)
    flat = next(panel for panel in lab.picture.panels if panel.title == "weights").numbers
    assert np.ptp(flat) < 0.1
    lab.set(temperature=0.05)
    sharp = next(panel for panel in lab.picture.panels if panel.title == "weights").numbers
    assert np.max(sharp, axis=1).min() > 0.9


def test_the_senses_that_won():
    """01: spring is a season, court a place of judges, mouse an animal with a little computer in it."""
    near = {
        word: [other for other, _ in vectors.neighbours(word, 6)] for word in ("spring", "court", "mouse")
    }
    assert near["spring"][:3] == ["summer", "winter", "autumn"] and "judge" in near["court"]
    assert near["mouse"][:2] == ["monkey", "cat"] and {"click", "screen"} <= set(near["mouse"])


def test_a_cosine_of_a_half_is_not_much_more_than_chance():
    rng = np.random.default_rng(0)
    first, second = rng.integers(0, len(vectors.words), size=(2, 2000))
    assert np.mean(cosine(vectors.matrix[first], vectors.matrix[second]) > 0.49) > 0.15


def test_the_computer_rounds_exp_of_minus_1000_to_0():
    assert "For -1000 it is so small that the computer rounds it to 0." in EXERCISES["never"].texts.hints[1]
    assert np.exp(-1000.0) == 0 and np.exp(-np.inf) == 0 and np.exp(-700.0) > 0
