"""The data sets and the files of data/tasks/: what is kept back stays back, and the parts agree."""

import itertools
import json
import math
import string
import unicodedata

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from helpers import files
from helpers.embeddings import load_vectors, unit
from helpers.learning import (
    LEARN,
    QUESTIONS,
    TEST,
    datasets,
    filler,
    haystack,
    load_task,
    order,
    renderings,
    senses,
    sentence_vectors,
    three_questions,
)
from tests.refusals import refusal, says

pytestmark = pytest.mark.filterwarnings("error")

FOLDER = files.DATA / "tasks"
FILES = sorted(path.stem for path in FOLDER.glob("*.json"))
PARTS = [LEARN, TEST]
MAKERS = {
    "three_questions": lambda rng, n, part=LEARN: three_questions(rng, n, part),
    "haystack": lambda rng, n, part=LEARN: {"animal": haystack(rng, n, 6, part)},
    "senses": lambda rng, n, part=LEARN: senses(rng, n, part),
    "order": lambda rng, n, part=LEARN: {"bank": order(rng, n, part)},
}
FILE_OF = {"haystack": "three_questions"}


def made(name, n=60, part=LEARN, seed=100):
    return MAKERS[name](np.random.default_rng(seed), n, part)


def word_lists(content):
    """Every {"train": [...], "held_out": [...]} of a file, with the way to it."""
    found = []

    def walk(value, way):
        if isinstance(value, dict) and set(PARTS) & set(value):
            found.append((" / ".join(way), value))
        elif isinstance(value, (dict, list)):
            for key, part in value.items() if isinstance(value, dict) else enumerate(value):
                walk(part, (*way, str(key)))

    walk(content, ())
    return found


def all_words(name, part):
    return {word for _, lists in word_lists(load_task(name)) for word in lists[part]}


def fixed_words(content):
    """What stands in every sentence of a file, or in one of its phrases."""
    texts = [content["pattern"], *(phrase["phrase"] for phrase in content.get("phrases", []))]
    return {word for text in texts for word in text.split() if "{" not in word}


# --- the files ---------------------------------------------------------------------------------------------


def test_there_is_a_file_for_each_task_and_no_other():
    assert FILES == sorted({FILE_OF.get(name, name) for name in MAKERS})


@pytest.mark.parametrize("name", FILES)
def test_no_word_kept_back_stands_elsewhere_in_its_file(name):
    """No word that is kept back stands anywhere else in its file."""
    held_out = all_words(name, TEST)
    assert len(held_out) >= 8
    assert not held_out & all_words(name, LEARN)
    assert not held_out & fixed_words(load_task(name))


@pytest.mark.parametrize("name", FILES)
def test_every_word_has_a_vector_and_is_cut_as_written(name):
    """Every word has a vector and is written as the sentences are cut."""
    known = load_vectors()
    for word in all_words(name, LEARN) | all_words(name, TEST) | fixed_words(load_task(name)):
        assert word in known and word == word.lower() and word.split() == [word], word


@pytest.mark.parametrize("name", FILES)
def test_the_lists_are_long_enough_and_say_nothing_twice(name):
    for way, lists in word_lists(load_task(name)):
        assert set(PARTS) <= set(lists) <= {*PARTS, "hindi"}, way
        assert len(lists[LEARN]) >= 10 and len(lists[TEST]) >= 4, way
        both = lists[LEARN] + lists[TEST]
        assert len(set(both)) == len(both), way


@pytest.mark.parametrize("name", FILES)
def test_the_kinds_of_one_choice_share_no_word(name):
    """A word of two kinds would have two right answers."""
    content = load_task(name)
    groups = [phrase["senses"] for phrase in content.get("phrases", [])]
    groups += [*content.get("slots", {}).values(), *filter(None, [content.get("senses")])]
    assert groups
    for kinds in groups:
        assert len(kinds) == 2
        one, other = ({*lists[LEARN], *lists[TEST]} for lists in kinds.values())
        assert not one & other


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_plain_json_in_its_normal_form(name):
    raw = (FOLDER / f"{name}.json").read_bytes()
    text = raw.decode("utf-8")
    assert b"\r" not in raw and raw.endswith(b"}\n") and not raw.startswith(b"\xef\xbb\xbf")
    assert unicodedata.is_normalized("NFC", text)
    json.loads(text, object_pairs_hook=no_name_twice)


def no_name_twice(pairs):
    assert len({name for name, _ in pairs}) == len(pairs), f"a name twice: {pairs}"
    return dict(pairs)


def test_the_hindi_is_in_devanagari_in_two_renderings():
    """The hindi is in devanagari and each phrase has two renderings."""
    allowed = set(itertools.chain.from_iterable(renderings())) - {" "}
    assert all("\u0900" <= letter <= "\u097f" for letter in allowed)
    assert all(unicodedata.is_normalized("NFC", text) for text in renderings())
    phrases = load_task("senses")["phrases"]
    assert len(renderings()) == len(set(renderings())) == 2 * len(phrases)
    for phrase in phrases:
        hindi = [sense["hindi"] for sense in phrase["senses"].values()]
        assert hindi.count(phrase["word_for_word"]) == 1  # word for word is right for one of two senses
        assert phrase["asks"] in phrase["phrase"].split()


# --- the sentences -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAKERS)
def test_no_sentence_for_learning_holds_a_word_kept_back(name):
    """No sentence for learning holds a word that is kept back and the other way round."""
    source = FILE_OF.get(name, name)
    learned, held_out = all_words(source, LEARN), all_words(source, TEST)
    seen = {part: set() for part in PARTS}
    for part, seed in itertools.product(PARTS, range(3)):
        for task in made(name, 300, part, seed).values():
            seen[part] |= {word for sentence in task.sentences for word in sentence}
    assert not seen[LEARN] & held_out
    assert not seen[TEST] & (learned - fixed_words(load_task(source)))
    if name != "haystack":  # which uses the animals alone
        assert learned <= seen[LEARN] and held_out <= seen[TEST]  # and every word has its turn


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", MAKERS)
def test_sentences_vectors_and_choices_agree(name, part):
    known, n = load_vectors(), 120 if name == "order" else 60
    for task in made(name, 60, part).values():
        X, asks, y, mask = task.batch
        lengths = [len(sentence) for sentence in task.sentences]
        assert len(task.sentences) == len(X) == len(asks) == len(y) == n
        assert X.shape == (n, max(lengths), 50) and X.dtype == np.float64
        assert asks.dtype.kind == y.dtype.kind == "i" and y.min() >= 0 and y.max() < len(task.choices)
        assert len(set(task.choices)) == len(task.choices)
        there = np.arange(max(lengths)) < np.array(lengths)[:, None]
        assert_array_equal(np.ones_like(there) if mask is None else mask, there)
        assert (mask is None) == there.all()
        for row, sentence in zip(X, task.sentences, strict=True):
            right, found = known.embed(sentence)
            assert found.all()
            assert_allclose(row[: len(sentence)], unit(right), rtol=1e-12)
            assert not row[len(sentence) :].any()
        assert_allclose(np.linalg.norm(X, axis=-1)[there], 1, rtol=1e-12)


@pytest.mark.parametrize("part", PARTS)
def test_three_questions_are_about_the_same_sentences(part):
    """Three questions ask different things about the same sentences."""
    found, data = made("three_questions", 200, part), load_task("three_questions")
    assert tuple(found) == QUESTIONS == tuple(data["questions"])
    slots = [field for _, field, _, _ in string.Formatter().parse(data["pattern"]) if field]
    places = [data["pattern"].split().index(f"{{{slot}}}") for slot in slots]
    place = dict(zip(slots, places, strict=True))
    for question, task in found.items():
        slot = data["questions"][question]
        assert task.sentences == found[QUESTIONS[0]].sentences
        assert question.split(" or ") == list(task.choices) == list(data["slots"][slot])
        for sentence, asks, y in zip(task.sentences, task.batch.asks, task.batch.y, strict=True):
            assert sentence[asks] == "it" and len(sentence) == 12
            assert sentence[place[slot]] in data["slots"][slot][task.choices[y]][part]
        assert 0.35 < task.batch.y.mean() < 0.65  # guessing is right about half of the time
    answers = np.array([task.batch.y for task in found.values()])
    assert np.abs(np.corrcoef(answers) - np.eye(3)).max() < 0.25  # one answer says nothing about another


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("n_filler", [0, 1, 16])
def test_a_haystack_holds_one_animal_somewhere_and_it_at_the_end(n_filler, part):
    task = haystack(np.random.default_rng(1), 300, n_filler, part)
    lists = load_task("three_questions")["slots"]["animal"]
    animals = {word: kind for kind, both in lists.items() for word in both[part]}
    where = []
    for sentence, asks, y in zip(task.sentences, task.batch.asks, task.batch.y, strict=True):
        assert len(sentence) == n_filler + 2 and sentence[-1] == "it" and asks == n_filler + 1
        (i,) = [i for i, word in enumerate(sentence) if word in animals]
        assert animals[sentence[i]] == task.choices[y]
        assert {*sentence[:i], *sentence[i + 1 : -1]} <= set(filler())
        where.append(i)
    assert set(where) == set(range(n_filler + 1))  # anywhere
    assert 0.35 < task.batch.y.mean() < 0.65


def test_filler_holds_no_word_of_the_task():
    words = filler()
    assert len(words) > 800 and len(set(words)) == len(words) and all(word.isalpha() for word in words)
    data = load_task("three_questions")
    assert not set(words) & (all_words("three_questions", LEARN) | all_words("three_questions", TEST))
    assert data["asks"] not in words


@pytest.mark.parametrize("part", PARTS)
def test_word_for_word_hangs_on_the_phrase_alone(part):
    """Senses word for word hangs on the phrase alone and by sense on the topic."""
    found, data = made("senses", 300, part), load_task("senses")
    literal, meant = found["word for word"], found["by sense"]
    assert literal.sentences == meant.sentences and literal.choices == meant.choices == tuple(renderings())
    assert_array_equal(literal.batch.X, meant.batch.X)
    differ = 0
    for sentence, asks, a, b in zip(
        meant.sentences, meant.batch.asks, literal.batch.y, meant.batch.y, strict=True
    ):
        text = " ".join(sentence)
        (phrase,) = [phrase for phrase in data["phrases"] if text.endswith(f" said {phrase['phrase']}")]
        assert sentence[asks] == phrase["asks"] and meant.choices[a] == phrase["word_for_word"]
        (sense,) = [sense for sense in phrase["senses"].values() if sense["hindi"] == meant.choices[b]]
        first, second = sentence[2], sentence[5]
        assert first != second and {first, second} <= set(sense[part])
        differ += a != b
    assert 100 < differ < 200  # about half: word for word is right for one of two senses
    assert set(meant.batch.y) == set(range(8)) and len(set(literal.batch.y)) == 4


@pytest.mark.parametrize("part", PARTS)
def test_a_pair_has_the_same_words_and_other_answers(part):
    """The two sentences of a pair have the same words and other answers."""
    task, data = order(np.random.default_rng(2), 50, part), load_task("order")
    for one, other in zip(task.sentences[::2], task.sentences[1::2], strict=True):
        assert sorted(one) == sorted(other) and one != other
    assert_array_equal(task.batch.y, [0, 1] * 50)
    for sentence, asks, y in zip(task.sentences, task.batch.asks, task.batch.y, strict=True):
        assert sentence[asks] == "bank" and sentence[asks - 1] in data["senses"][task.choices[y]][part]
        assert sentence[-1] in data["senses"][task.choices[1 - y]][part]


@pytest.mark.parametrize("name", MAKERS)
def test_a_seed_gives_the_same_sentences_and_another_seed_others(name):
    one, same, other = (made(name, seed=seed) for seed in (3, 3, 4))
    for key, task in one.items():
        assert task.sentences == same[key].sentences != other[key].sentences
        assert_array_equal(task.batch.X, same[key].batch.X)
        assert_array_equal(task.batch.y, same[key].batch.y)


@pytest.mark.parametrize("n", [1, 2, 7])
@pytest.mark.parametrize("name", MAKERS)
def test_as_many_sentences_as_asked_for(name, n):
    for task in made(name, n).values():
        assert len(task.sentences) == (2 * n if name == "order" else n)


def test_vectors_fills_shorter_sentences_with_zeros():
    X, there = sentence_vectors([("cat",), ("the", "cat", "sat"), ("cat", "cat")])
    assert_array_equal(there, [[True, False, False], [True, True, True], [True, True, False]])
    assert not X[~there].any()
    assert_array_equal(X[0, 0], X[1, 1])
    assert_allclose(X[0, 0], unit(load_vectors()["cat"]), rtol=1e-12)


# --- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["test", "", None, 0])
@pytest.mark.parametrize("name", MAKERS)
def test_another_part_is_refused(name, part):
    says(refusal(made, name, part=part), "part must be 'train' or 'held_out'", repr(part))


@pytest.mark.parametrize("n", [0, -1, 2.0, True, "5", math.nan])
@pytest.mark.parametrize("name", MAKERS)
def test_a_number_of_sentences_is_a_whole_number(name, n):
    """A number of sentences that is no whole number is refused."""
    what = "n_pairs" if name == "order" else "n_sentences"
    says(refusal(made, name, n), f"{what} must be a whole number from 1 up", repr(n))


# --- what the datasheet says -------------------------------------------------------------------------------


def test_the_datasheet_tells_the_numbers_that_the_files_have():
    text = " ".join((FOLDER / "README.md").read_text(encoding="utf-8").split())
    for name in FILES:
        lists = [both for _, both in word_lists(load_task(name))]
        n_learn, n_test = (sum(len(both[part]) for both in lists) for part in PARTS)
        says(
            text,
            f"| `{name}.json` | {n_learn} | {n_test} | {possible(name, LEARN)} | {possible(name, TEST)} |",
        )
    for rendering in renderings():
        says(text, f"| {rendering} |")


def possible(name, part):
    """How many different sentences there are, as the datasheet writes it: 12 345 with a space."""
    content = load_task(name)
    if name == "three_questions":
        sizes = [sum(len(kind[part]) for kind in slot.values()) for slot in content["slots"].values()]
        count = math.prod(sizes)
    elif name == "order":
        count = 2 * math.prod(len(kind[part]) for kind in content["senses"].values())
    else:
        sizes = [len(s[part]) for phrase in content["phrases"] for s in phrase["senses"].values()]
        count = sum(n * (n - 1) for n in sizes)  # two words, the order counts
    return f"{count:,}".replace(",", " ")


def test_the_module_names_its_questions():
    assert datasets.QUESTIONS == tuple(load_task("three_questions")["questions"])


@pytest.mark.parametrize("n_filler", [-1, 1.5, float("nan"), "x", True])
def test_a_number_of_filler_words_that_is_none_is_refused(n_filler):
    with pytest.raises(ValueError, match="n_filler must be a whole number from 0 up"):
        haystack(np.random.default_rng(0), 2, n_filler)
