"""The word vectors: what ships, damaged files, look-up, cosines and neighbours."""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import re
import time
from pathlib import Path

import numpy as np
import pytest
import scipy.spatial.distance
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from helpers import files
from helpers.embeddings import WordVectors, cosine, load_vectors, tokenize
from tests.refusals import brief, refusal, says
from tools.course import ROOT

# A warning is red text in a learner's notebook, wherever in NumPy it is raised.
pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

GLOVE = ROOT / "data" / "glove"
ABOUT = json.loads((GLOVE / "about.json").read_text(encoding="utf-8"))
EXAMPLES = json.loads((ROOT / "data" / "worked_examples.json").read_text(encoding="utf-8"))
# The same examples in every run, so that a red test stays red until it is mended.
steady = settings(derandomize=True, max_examples=150, deadline=None)


# --- load_vectors ------------------------------------------------------------------------------------------


def test_the_vectors_that_ship(vectors):
    words, matrix = vectors.words, vectors.matrix
    assert isinstance(words, tuple) and len(words) == len(set(words)) == ABOUT["words"]
    assert matrix.shape == (len(words), 50) and matrix.dtype == np.float64
    assert np.isfinite(matrix).all() and matrix.any(axis=1).all()
    assert words[:5] == ("the", ",", ".", "of", "to")  # the most frequent first
    assert all(word == word.lower() and not re.search(r"\s", word) and word for word in words)
    assert repr(vectors) == f"WordVectors({len(words)} words, 50 numbers each)"


def test_the_first_values_are_those_of_the_published_file(vectors):
    published = [0.418, 0.24968, -0.41242, 0.1217, 0.34527]  # glove.6B.50d.txt, the
    assert_allclose(vectors["the"][:5], published, rtol=2**-11)  # float16 keeps 11 binary digits
    assert_array_equal(vectors["the"], vectors.matrix[0])
    assert_array_equal(vectors["The"], vectors["the"])


def test_nobody_can_change_the_shared_vectors(vectors):
    with pytest.raises(ValueError):
        vectors.matrix[0, 0] = 1.0
    with pytest.raises(ValueError):
        vectors["bank"][0] = 1.0
    before = vectors["bank"].copy()
    X, _ = vectors.embed(["bank"])
    X += 1.0  # a copy is the learner's own
    assert_array_equal(vectors["bank"], before)
    assert not np.shares_memory(X, vectors.matrix)


def test_word_vectors_take_a_copy():
    matrix = np.array([[1.0, 2.0], [3.0, 4.0]])
    own = WordVectors(["a", "b"], matrix)
    matrix[0, 0] = 99.0
    assert_array_equal(own["a"], [1, 2])


def test_vectors_are_read_once_and_quickly(vectors):
    assert load_vectors() is vectors is load_vectors()
    seconds = []
    for _ in range(5):
        start = time.process_time()
        load_vectors.__wrapped__()
        seconds.append(time.process_time() - start)
    assert min(seconds) < 0.05


def test_a_wrong_table_of_vectors_is_refused():
    says(refusal(WordVectors, ["a", "b"], [[1, 2]]), "2 words", "got 1")
    says(refusal(WordVectors, ["a"], [1, 2]), "matrix has shape (2,)", "n_words, d")
    says(refusal(WordVectors, ["a"], [["x"]]), "matrix must be", "real numbers")


# --- load_vectors: damaged files ---------------------------------------------------------------------------

POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 318928\n"
PAGE = b"<!DOCTYPE html>\n<html><head><title>404</title></head><body>Not found</body></html>\n"


@pytest.fixture
def glove(tmp_path, monkeypatch):
    """A copy of data/glove that may be damaged; load_vectors reads it anew."""
    folder = tmp_path / "glove"
    folder.mkdir()
    for path in GLOVE.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(files, "DATA", tmp_path)
    load_vectors.cache_clear()
    yield folder
    load_vectors.cache_clear()


def stamp(folder: Path) -> None:
    """Write the checksums of the files as they are now."""
    names = ("words.txt", "vectors.npy")
    sums = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
    (folder / "about.json").write_text(json.dumps({**ABOUT, "sha256": sums}), encoding="utf-8")


def test_a_whole_copy_is_read(glove, vectors):
    copied = load_vectors()
    assert copied is not vectors and copied.words == vectors.words
    assert_array_equal(copied.matrix, vectors.matrix)


@pytest.mark.parametrize("name", ["words.txt", "vectors.npy", "about.json"])
@pytest.mark.parametrize(
    ("content", "found"),
    [
        (None, "missing"),
        (b"", "empty"),
        (POINTER, "not the file we made"),
        (PAGE, "not the file we made"),
        (b"\xff\xfe\x00\x93", "not the file we made"),
    ],
    ids=["missing", "empty", "pointer", "page", "garbage"],
)
def test_a_damaged_file_is_named_with_its_fix(glove, name, content, found):
    if content is None:
        (glove / name).unlink()
    else:
        (glove / name).write_bytes(content)
    text = refusal(load_vectors)
    found = "is missing or damaged" if name == "about.json" else found
    says(text, f"data/glove/{name}", found)
    assert text.endswith(f"git checkout -- data/glove/{name}")
    says(text, str(len(content)) if content and name != "about.json" else "")


@pytest.mark.parametrize("name", ["words.txt", "vectors.npy"])
@pytest.mark.parametrize("damage", ["truncated", "one byte", "one more", "line endings", "folder"])
def test_a_file_that_is_almost_right_is_refused(glove, name, damage):
    path = glove / name
    content = path.read_bytes()
    if damage == "truncated":
        path.write_bytes(content[: len(content) // 2])
    elif damage == "one byte":
        path.write_bytes(content[:-2] + bytes([content[-2] ^ 1]) + content[-1:])
    elif damage == "one more":
        path.write_bytes(content + b"\n")
    elif damage == "line endings":
        path.write_bytes(content.replace(b"\n", b"\r\n"))
    else:
        path.unlink()
        path.mkdir()
    text = refusal(load_vectors)
    says(text, f"data/glove/{name}")
    assert text.endswith(f"git checkout -- data/glove/{name}")


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        "3",
        "null",
        '"sha256"',
        "{}",
        '{"sha256": null}',
        '{"sha256": "abc"}',
        '{"sha256": []}',
        '{"sha256": {"words.txt": "0"}}',
    ],
)
def test_a_damaged_about_json_is_named_with_its_fix(glove, content):
    (glove / "about.json").write_text(content, encoding="utf-8")
    text = refusal(load_vectors)
    says(text, "data/glove/about.json", "missing or damaged")
    assert text.endswith("git checkout -- data/glove/about.json")


def test_after_the_fix_the_vectors_load_in_the_same_process(glove):
    content = (glove / "vectors.npy").read_bytes()
    (glove / "vectors.npy").write_bytes(POINTER)
    refusal(load_vectors)
    (glove / "vectors.npy").write_bytes(content)
    assert "bank" in load_vectors()


SPRUNG: list[str] = []


class Trap:
    """An object that runs `spring` when it is unpickled."""

    def __reduce__(self):
        return spring, ("sprung",)


def spring(word: str) -> None:
    SPRUNG.append(word)


def test_no_pickle_is_ever_opened(glove):
    buffer = io.BytesIO()
    np.save(buffer, np.array([Trap()], dtype=object), allow_pickle=True)
    for content in (buffer.getvalue(), pickle.dumps(Trap())):
        (glove / "vectors.npy").write_bytes(content)
        stamp(glove)  # even with the right checksum
        with pytest.raises(files.Damaged, match=r"^data/glove/vectors\.npy cannot be used \(.*pickle"):
            load_vectors()
    assert not SPRUNG
    pickle.loads(pickle.dumps(Trap()))
    assert SPRUNG.pop() == "sprung"  # the trap does work


def test_words_and_rows_must_be_as_many(glove):
    np.save(glove / "vectors.npy", np.ones((7, 50), np.float16))
    stamp(glove)
    says(refusal(load_vectors), "data/glove/vectors.npy", f"{ABOUT['words']} words", "got 7", "git checkout")


def test_about_json_tells_the_truth():
    assert set(ABOUT["sha256"]) == {"words.txt", "vectors.npy"}
    for name, expected in ABOUT["sha256"].items():
        assert hashlib.sha256((GLOVE / name).read_bytes()).hexdigest() == expected
    lines = (GLOVE / "words.txt").read_bytes().decode("utf-8").split("\n")
    assert lines.pop() == "" and ABOUT["words"] == len(lines)
    array = np.load(GLOVE / "vectors.npy", allow_pickle=False)
    assert array.shape == (ABOUT["words"], 50) and array.dtype == np.dtype("<f2")
    says(ABOUT["licence"], "PDDL")
    says(ABOUT["source"], "https://nlp.stanford.edu/projects/glove/")
    assert (ROOT / ABOUT["made_by"]).is_file()


EMBEDDED = [
    *EXAMPLES["E1"]["inputs"]["weights"],
    EXAMPLES["E5"]["inputs"]["sentence"],
    " ".join(EXAMPLES["E6"]["inputs"]["X"]),
    EXAMPLES["E7"]["inputs"]["sentence"],
    *EXAMPLES["E9"]["inputs"]["phrases"],
    "The cat sat",
    "The keys are",
    "cannot won't can't didn't it's I'm",
]


@pytest.mark.parametrize("sentence", EMBEDDED)
def test_every_word_of_the_worked_examples_is_known(vectors, sentence):
    tokens = tokenize(sentence)
    X, known = vectors.embed(tokens)
    assert len(tokens) >= 3 and known.all(), f"unknown: {np.array(tokens)[~known]}"
    assert X.any(axis=1).all()


def test_the_worked_examples_are_the_ones_we_mean():
    assert EMBEDDED[:2] == ["money bank grows", "river bank flows"]
    assert EMBEDDED[3:7] == [
        "I love apple phones",
        "Apple launched a new phone while I was eating an apple.",
        "piece of cake",
        "break a leg",
    ]


# --- embed -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_an_unknown_word_keeps_its_place(vectors, place):
    tokens = ["money", "bank", "grows"]
    tokens.insert(place, "qwzx")
    X, known = vectors.embed(tokens)
    assert X.shape == (4, 50) and X.dtype == np.float64
    assert known.dtype == bool and known.tolist() == [i != place for i in range(4)]
    for i, token in enumerate(tokens):
        assert_array_equal(X[i], np.zeros(50) if i == place else vectors[token])


def test_embed_only_unknown_words_and_no_words(vectors):
    X, known = vectors.embed(["qwzx", "किसान", ""])
    assert X.shape == (3, 50) and not X.any() and known.tolist() == [False] * 3
    X, known = vectors.embed([])
    assert X.shape == (0, 50) and known.shape == (0,) and known.dtype == bool


def test_embed_takes_words_however_they_are_written(vectors):
    X, known = vectors.embed(tokenize("Bank BANK bank"))
    assert known.all() and (X == vectors["bank"]).all()
    assert_array_equal(vectors.embed(["Bank", "N’T"])[0], [vectors["bank"], vectors["n't"]])
    assert_array_equal(vectors.embed(np.array(["bank", "river"]))[0], [vectors["bank"], vectors["river"]])
    assert_array_equal(vectors.embed(iter(["bank"]))[0], [vectors["bank"]])


def test_one_word_has_one_vector_in_any_sentence(vectors):
    tokens = tokenize(EXAMPLES["E7"]["inputs"]["sentence"])
    X, _ = vectors.embed(tokens)
    first, second = (i for i, token in enumerate(tokens) if token == "apple")
    assert_array_equal(X[first], X[second])


def test_embed_refuses_a_text(vectors):
    says(refusal(vectors.embed, "money bank"), "list of tokens", "embed(tokenize('money bank'))")


def test_whether_a_word_is_known_does_not_depend_on_capitals(vectors):
    assert "bank" in vectors and "qwzx" not in vectors
    assert "Bank" in vectors  # as vectors["Bank"] and vectors.embed(["Bank"]) have it
    assert 3 not in vectors and None not in vectors


@pytest.mark.parametrize("word", ["qwzx", "", "money bank", None, 3])
def test_an_unknown_word_has_no_vector(vectors, word):
    says(refusal(vectors.__getitem__, word), "no vector", repr(word), str(ABOUT["words"]))


# --- cosine ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "value"),
    [
        ([1, 0], [1, 0], 1),
        ([1, 0], [0, 1], 0),
        ([1, 0], [-2, 0], -1),
        ([3, 4], [4, 3], 24 / 25),
        ([1, 1], [1, 0], 1 / np.sqrt(2)),
        ([1, 2, 2], [2, 1, 2], 8 / 9),
        ([5], [-3], -1),
        ([0, 0], [1, 2], 0),
        ([1, 2], [0, 0], 0),
        ([0, 0], [0, 0], 0),
        ([], [], 0),
        ([1e308, 1e308], [1e308, 0], 1 / np.sqrt(2)),
        ([5e-324, 0], [1e308, 1e308], 1 / np.sqrt(2)),
        ([1e-200, 1e-200], [1e-200, -1e-200], 0),
        (np.float16([6e4, 6e4]), np.float16([6e4, 0]), 1 / np.sqrt(2)),
        (np.array([200, 200], np.uint8), np.array([200, 0], np.uint8), 1 / np.sqrt(2)),
        (np.array([-128, 0], np.int8), np.array([1, 0], np.int8), -1),
    ],
    ids=brief,
)
def test_cosine_by_hand(a, b, value):
    result = cosine(a, b)
    assert type(result) is float
    assert result == pytest.approx(value, abs=1e-12)
    assert cosine(b, a) == pytest.approx(result, abs=1e-15)


numbers = st.floats(allow_nan=False, allow_infinity=False)
pairs = st.integers(1, 6).flatmap(lambda d: st.tuples(*[st.lists(numbers, min_size=d, max_size=d)] * 2))


@steady
@given(pairs)
def test_cosine_is_between_minus_1_and_1_and_never_nan(pair):
    a, b = pair
    assert -1 <= cosine(a, b) <= 1
    assert cosine(a, a) == pytest.approx(1.0 if any(a) else 0.0, abs=1e-12)
    assert cosine(a, -np.array(a)) == pytest.approx(-1.0 if any(a) else 0.0, abs=1e-12)


@steady
@given(st.integers(0, 2**32 - 1), st.integers(1, 8), st.floats(1e-100, 1e100))
def test_cosine_is_scipys_cosine_and_ignores_length(seed, d, length):
    a, b = np.random.default_rng(seed).standard_normal((2, d))
    expected = 1 - scipy.spatial.distance.cosine(a, b)
    assert cosine(a, b) == pytest.approx(expected, abs=1e-12)
    assert cosine(length * a, b) == pytest.approx(expected, abs=1e-12)


def test_a_table_of_cosines(vectors):
    X, _ = vectors.embed(["bank", "money", "qwzx", "river"])
    table = cosine(X[:, None], X)
    assert table.shape == (4, 4)
    for i in range(4):
        for j in range(4):
            assert table[i, j] == cosine(X[i], X[j])
    assert_array_equal(table, table.T)
    assert_allclose(np.diag(table), [1, 1, 0, 1], rtol=1e-12)
    assert not table[2].any()
    assert table[0, 1] == pytest.approx(0.636, abs=5e-4) and table[0, 3] == pytest.approx(0.414, abs=5e-4)
    assert cosine(X, X[0]).shape == (4,) and cosine(X[None], X[:, None]).shape == (4, 4)


def test_cosine_changes_no_input():
    a, b = np.array([3.0, 4.0]), np.array([[1.0, 2.0], [0.0, 0.0]])
    before = a.copy(), b.copy()
    cosine(a, b)
    assert_array_equal(a, before[0])
    assert_array_equal(b, before[1])


@pytest.mark.parametrize(
    ("a", "b", "parts"),
    [
        ([1, 2], [1, 2, 3], ["a has shape (2,)", "b has shape (3,)"]),
        ([1, 2], [1], ["a has shape (2,)", "b has shape (1,)"]),  # not broadcast
        (np.ones((3, 2)), np.ones((2, 3)), ["a has shape (3, 2)", "b has shape (2, 3)"]),
        (1.0, [1.0], ["a has shape ()", "b has shape (1,)"]),
        ([1.0], 1.0, ["a has shape (1,)", "b has shape ()"]),
        ([np.nan, 1], [1, 1], ["cosine", "nan"]),
        ([1, 1], [np.inf, 1], ["cosine", "infinity"]),
        ([1, 1], [[1, 1], [1, -np.inf]], ["cosine", "infinity"]),
        ([[1], [1, 2]], [1], ["a must be", "equal length"]),
        ([1], ["x"], ["b must be", "real numbers"]),
        ("bank", "river", ["a must be", "real numbers"]),
    ],
    ids=brief,
)
def test_cosine_refuses_in_one_sentence(a, b, parts):
    says(refusal(cosine, a, b), *parts)


def test_cosine_refuses_tables_that_do_not_fit_in_our_words():
    says(refusal(cosine, np.ones((2, 3)), np.ones((4, 3))), "a has shape (2, 3)", "b has shape (4, 3)")


# --- neighbours --------------------------------------------------------------------------------------------


def nearest(vectors, *args, **kwargs) -> list[str]:
    return [word for word, _ in vectors.neighbours(*args, **kwargs)]


def test_neighbours_come_from_the_news(vectors):
    banks = nearest(vectors, "bank")
    assert banks[0] == "banks" and {"credit", "banking"} <= set(banks)
    apples = nearest(vectors, "apple")
    assert {"microsoft", "ibm", "intel"} <= set(apples)
    fruit = "fruit fruits pear pears banana bananas grape grapes orange peach lemon cherry juice pie apples"
    assert not set(fruit.split()) & set(apples)
    assert all(word in vectors for word in fruit.split())  # they could have been there


def test_king_minus_man_plus_woman(vectors):
    target = vectors["king"] - vectors["man"] + vectors["woman"]
    assert nearest(vectors, target, 2) == ["king", "queen"]
    assert nearest(vectors, target, 1, exclude=["king", "man", "woman"]) == ["queen"]


@pytest.mark.parametrize("word", ["bank", "the", "apple", "n't", ",", "flows"])
def test_neighbours_are_the_largest_cosines_in_order(vectors, word):
    matrix = vectors.matrix
    near = matrix @ vectors[word] / np.linalg.norm(matrix, axis=1) / np.linalg.norm(vectors[word])
    order = [i for i in np.argsort(-near) if vectors.words[i] != word][:20]
    found = vectors.neighbours(word, 20)
    assert [name for name, _ in found] == [vectors.words[i] for i in order]
    assert_allclose([value for _, value in found], near[order], rtol=1e-12)
    assert all(type(name) is str and type(value) is float for name, value in found)


def test_a_word_is_never_its_own_neighbour(vectors):
    """A word is never its own neighbour and excluded words are never listed."""
    everyone = nearest(vectors, "bank", len(vectors.words))
    assert len(everyone) == len(vectors.words) - 1 and "bank" not in everyone
    assert nearest(vectors, "Bank") == everyone[:10] == nearest(vectors, "bank")
    assert nearest(vectors, "bank", 9, exclude=["Banks", "qwzx"]) == everyone[1:10]
    assert nearest(vectors, "bank", 9, exclude="banks") == everyone[1:10]  # a word is not a list of letters
    assert nearest(vectors, "bank", 10, exclude=tokenize("Banks, securities!")) == everyone[2:12]
    assert nearest(vectors, vectors["bank"], 1) == ["bank"]  # a vector has no word of its own


def test_every_word_can_be_excluded(vectors):
    """The signs too, and a word that GloVe has with a straight and with a curly apostrophe."""
    assert nearest(vectors, "bank", exclude=vectors.words) == []


def test_there_are_no_more_neighbours_than_words():
    few = WordVectors(["a", "b", "c"], [[1, 0], [1, 1], [0, 1]])
    assert nearest(few, "a", 99) == ["b", "c"]
    assert few.neighbours("a", 2) == [("b", pytest.approx(np.sqrt(0.5))), ("c", 0.0)]
    assert nearest(few, [0, -2], np.int64(3)) == ["a", "b", "c"]


def test_neighbours_are_never_nan():
    some = WordVectors(["zero", "huge", "tiny", "one"], [[0, 0], [1e308, 1e308], [5e-324, 0], [1, 0]])
    for word in ("huge", "tiny", "one"):
        near = some.neighbours(word)
        assert len(near) == 3 and all(np.isfinite(value) for _, value in near)
        assert dict(near)["zero"] == 0.0
    assert some.neighbours([1e-320, 0], 1) == [("tiny", 1.0)]


def test_neighbours_are_never_nan_on_the_real_vectors(vectors):
    near = vectors.neighbours("the", len(vectors.words))
    values = [value for _, value in near]
    assert np.isfinite(values).all() and values == sorted(values, reverse=True) and max(values) < 1


@pytest.mark.parametrize("k", [0, -1, 2.0, 1.5, True, np.True_, "3", None, [3]], ids=brief)
def test_k_is_a_whole_number_from_1_up(vectors, k):
    says(refusal(vectors.neighbours, "bank", k), "how many neighbours", "whole number from 1", repr(k))


@pytest.mark.parametrize("word", ["qwzx", "", "money bank", "किसान"], ids=ascii)
def test_an_unknown_word_has_no_neighbours(vectors, word):
    says(refusal(vectors.neighbours, word), "no vector", repr(word), "common")


@pytest.mark.parametrize(
    ("vector", "parts"),
    [
        (np.zeros(50), ["50 numbers", "not all 0"]),
        (np.ones(49), ["50 numbers", "(49,)"]),
        (np.ones((1, 50)), ["50 numbers", "(1, 50)"]),
        (1.0, ["50 numbers", "()"]),
        (np.full(50, np.nan), ["50 numbers"]),
        (np.full(50, np.inf), ["50 numbers"]),
        (None, ["must be", "None"]),
        (["bank", "river"], ["must be", "real numbers"]),
    ],
    ids=brief,
)
def test_a_wrong_vector_has_no_neighbours(vectors, vector, parts):
    says(refusal(vectors.neighbours, vector), *parts)
