"""Numbers that stand in the prose of notebook 03, calculated again."""

import numpy as np
import pytest
from scipy.special import softmax

from helpers.examples import FOUR_X, load_examples
from helpers.labs.matrices import entries
from helpers.labs.roles import roles_lab
from tests.claims.said import code, prose

E5 = load_examples()["E5"]["inputs"]
X = FOUR_X
RING = np.array([[-1.0, 1.0], [-3.0, 0.0]])


def soft_look_up(sharpness):
    angles = 2 * np.pi * np.array([6, 12, 18]) / 24
    keys = np.column_stack([np.cos(angles), np.sin(angles)])
    query = np.array([np.cos(2 * np.pi * 13 / 24), np.sin(2 * np.pi * 13 / 24)])
    return softmax(sharpness * keys @ query) @ np.array([8.0, 20.0, 14.0])


def score_of(word):
    return np.array(E5["keys"][word]) @ np.array(E5["queries"]["it"])


def two(number):
    return f"{number:.2f}".removeprefix("0")


CLAIMS = [
    ("three keys have their say, and the answer is {}.", lambda: f"{soft_look_up(1):.1f}"),
    ("the answer is its value, {}: an exact", lambda: f"{soft_look_up(100):.0f}"),
    (
        "of itself each reads {} or less",
        lambda: f"{softmax(X @ RING @ X.T, axis=1)[[3, 0, 2], [3, 0, 2]].max():.2f}",
    ),
    ("The printed scores ({} for `The`", lambda: two(score_of("The"))),
    ("{} for `animal`", lambda: two(score_of("animal"))),
    ("{} for `tired`) are right", lambda: f"{score_of('tired'):.2f}"),
    ("with 4, 3 and 2 it gives {}.", lambda: sum(np.zeros((4, columns)).size for columns in (3, 3, 2))),
    ("in row 3 and column 0, is {}.", lambda: f"{(X @ RING @ X.T / np.sqrt(2))[3, 0]:.2f}"),
    ("the query of `animal` is {}.", lambda: "({1}, {0})".format(*X[0])),
    (".21 + .21 + {}", lambda: two(softmax(np.array([2, 2, 4]) / 2)[2])),
    ("With .53 it would be {}", lambda: two(0.21 + 0.21 + 0.53)),
]


@pytest.mark.parametrize(("words", "calculate"), CLAIMS, ids=[words[:40] for words, _ in CLAIMS])
def test_the_number_in_the_prose_is_the_number_calculated(words, calculate):
    assert words.format(calculate()) in prose(3)


def test_the_words_of_the_notebook_are_those_of_the_lab():
    rows = [", ".join(f"{x:4.1f}" for x in row) for row in X]
    assert all(f"[{row}]" in code(3) for row in rows)


def reads_most(lab):
    return lab.picture.words_said.split(" % ")[1].split()[0].rstrip(".,")


def test_the_answers_to_the_main_lab():
    lab = roles_lab()
    assert reads_most(lab) == "it"
    lab.press("quarter turn")
    assert reads_most(lab) == "street"
    lab.set(**entries("q", RING))
    found = []
    for asking in (3, 0, 2):
        lab.set(asking=asking)
        found.append(reads_most(lab))
    assert found == ["animal", "tired", "it"]


def test_one_in_ten():
    rng, found, tries = np.random.default_rng(7), 0, 20_000
    for _ in range(tries):
        R, A, B = rng.normal(size=(3, 4)), rng.normal(size=(4, 4)), rng.normal(size=(4, 4))
        S = (R @ A) @ (R @ B).T
        found += S[0, 1] > S[0, 2] and S[1, 2] > S[1, 0] and S[2, 0] > S[2, 1]
    assert 1 / 12 < found / tries < 1 / 9


def test_the_length_of_a_random_query_is_about_that_of_the_word():
    rng = np.random.default_rng(0)
    new = X[0] @ (rng.normal(size=(20_000, 2, 2)) / np.sqrt(2))
    assert np.sqrt(np.mean(np.sum(new**2, axis=1))) == pytest.approx(np.linalg.norm(X[0]), rel=0.02)


def test_every_word_alike_has_one_answer():
    """Every word alike has one answer while w q is the identity."""
    assert np.linalg.matrix_rank(X) == 2  # scores of a key all 0 only for the key 0
    assert np.linalg.matrix_rank(X[1:] - X[0]) == 2  # nor all alike
    np.testing.assert_array_equal(X, FOUR_X)  # the check has the words of the notebook


def test_the_inputs_of_e5_are_not_typed_again():
    assert 'list(given["keys"])' in code(3) and "0.9 0.8 0.7" not in code(3)


def test_street_wins_for_14_percent_of_the_directions():
    angles = np.linspace(0, 2 * np.pi, 36_000, endpoint=False)
    winners = (X @ np.array([np.cos(angles), np.sin(angles)])).argmax(axis=0)
    assert f"wins for {100 * np.mean(winners == 1):.0f} % of the way" in prose(3)


def test_flatten_makes_words_of_equal_sum_equal():
    W = np.array([[1.0, 0.5], [1.0, 0.5]])
    np.testing.assert_array_equal([[1, 0], [0, 1]] @ W, [[1, 0.5], [1, 0.5]])


def test_it_lies_in_the_middle_of_street_and_tired():
    key = {word: np.array(numbers) for word, numbers in E5["keys"].items()}
    np.testing.assert_allclose(key["it"], (key["street"] + key["tired"]) / 2)
