"""Data sets on which a head learns: sentences, a question, and words kept back for the test.

The files are in data/tasks/; its README says how they were made. A word that is kept back stands in no
sentence for learning, so that the test shows what was learned about words, not which words were seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helpers import files
from helpers.arrays import Array, as_list, as_texts, at_least, at_least_one, check_generator, short
from helpers.embeddings import load_vectors, unit
from helpers.learning.given import Batch

LEARN, TEST = "train", "held_out"  # the two parts of each list of words
QUESTIONS = ("tired or wide", "farm or wild", "land or water")
Words = tuple[str, ...]
# What the files of data/tasks/ hold, and we rely on; see `files.fits`.
LISTS = {LEARN: [str, str], TEST: [str, str]}
SENTENCE = {"pattern": str, "asks": str}
PHRASE = {"phrase": str, "asks": str, "word_for_word": str, "senses": {str: {"hindi": str, **LISTS}}}
TASKS: dict[str, dict[str, Any]] = {
    "three_questions": {
        **SENTENCE,
        "slots": {
            "animal": {"farm": LISTS, "wild": LISTS},
            "place": {"land": LISTS, "water": LISTS},
            "adjective": {"tired": LISTS, "wide": LISTS},
        },
        "questions": dict.fromkeys(QUESTIONS, str),
    },
    "senses": {"pattern": str, "phrases": [PHRASE]},
    "order": {**SENTENCE, "senses": {"water": LISTS, "money": LISTS}},
}


@dataclass(frozen=True)
class Task:
    """Sentences with their right choices.

    >>> three_questions(np.random.default_rng(0), n_sentences=1)["farm or wild"].choices
    ('farm', 'wild')

    Attributes
    ----------
    sentences : tuple of tuple of str
    batch : Batch
        The same as vectors of length 1 (filled up with zeros, and masked, where lengths differ), with the
        place of the asking word and the right choices.
    choices : tuple of str
        What the numbers in ``batch.y`` stand for.
    """

    sentences: tuple[Words, ...]
    batch: Batch
    choices: Words


def load_task(name: str) -> dict[str, Any]:
    """One file of data/tasks/, by its name without the ending.

    >>> load_task("order")["asks"]
    'bank'

    Raises
    ------
    ValueError
        If there is no such task, or its file is missing or damaged. Names the file and the cure.
    """
    if not isinstance(name, str) or name not in TASKS:
        raise ValueError(f"There is no task {short(name)}; the known ones are {', '.join(TASKS)}.")
    return _load_task(name)


@lru_cache(maxsize=8)
def _load_task(name: str) -> dict[str, Any]:
    content: dict[str, Any] = files.read_json(f"tasks/{name}.json", TASKS[name], _whole)
    return content


def _whole(data: dict[str, Any]) -> dict[str, Any]:
    """The content of a file, if its parts name each other: else a sentence cannot be made."""
    _ = [data["slots"][slot] for slot in data.get("questions", {}).values()]
    blanks = dict.fromkeys((*data.get("slots", ()), "first", "second"), "")
    for asked in data.get("phrases", [data]):
        words = data["pattern"].format(**blanks, phrase=asked.get("phrase")).split()
        _ = words.index(asked["asks"])
    for phrase in data.get("phrases", ()):
        _first, _second = phrase["senses"].values()
        _ = _renderings(data["phrases"]).index(phrase["word_for_word"])
    return data


def sentence_vectors(sentences: Sequence[Words]) -> tuple[Array, NDArray[np.bool_]]:
    """Vectors of length 1 for sentences of any lengths, and where there is a word.

    >>> X, there = sentence_vectors([("the", "cat"), ("dogs",)])
    >>> X.shape, there
    ((2, 2, 50), array([[ True,  True],
           [ True, False]]))

    Parameters
    ----------
    sentences : sequence of tuple of str
        Words that the course has vectors for.

    Returns
    -------
    X : ndarray, shape (n_sentences, n_tokens, d_model)
        Zeros after the end of a shorter sentence.
    there : ndarray of bool, shape (n_sentences, n_tokens)

    Raises
    ------
    ValueError
        If there is no sentence, one is a text or has no words, or a word has no vector. Names it.
    """
    lists, known = _lists(sentences), load_vectors()
    words = sorted({word for sentence in lists for word in sentence})
    row = {word: i for i, word in enumerate(words)}
    directions = unit(np.array([known[word] for word in words]))  # (n_words, d_model)
    table = np.vstack([directions, np.zeros_like(directions[:1])])  # and zeros where there is no word
    longest = max(map(len, lists))
    rows = [[*(row[word] for word in s), *[len(words)] * (longest - len(s))] for s in lists]
    return table[np.array(rows)], np.array(rows) < len(words)


def _lists(sentences: Iterable[Iterable[str]]) -> list[list[str]]:
    """Sentences as lists of words."""
    listed = [as_texts(one, "A sentence") for one in as_list(sentences, "sentences", "lists of words")]
    if not listed or not all(listed):
        raise ValueError(f"There must be a sentence, and each needs a word, got {short(listed)}.")
    return listed


def _tasks(
    sentences: Sequence[Words],
    asks: Sequence[int],
    answers: Mapping[str, tuple[Sequence[int], Sequence[str]]],
) -> dict[str, Task]:
    """The same sentences with each of several lists of right choices, and the choices they are from."""
    X, there = sentence_vectors(sentences)
    places, mask = np.array(asks), None if there.all() else there
    return {
        name: Task(tuple(sentences), Batch(X, places, np.array(y), mask), tuple(choices))
        for name, (y, choices) in answers.items()
    }


def _check(rng: np.random.Generator, part: str, **sizes: int) -> None:
    check_generator(rng)
    if not isinstance(part, str) or part not in (LEARN, TEST):
        raise ValueError(f"part must be {LEARN!r} or {TEST!r}, got {short(part)}.")
    for name, size in sizes.items():
        at_least_one(size, name)


def three_questions(rng: np.random.Generator, n_sentences: int, part: str = LEARN) -> dict[str, Task]:
    """One sentence pattern, one asking word (`it`), three questions about the same sentences.

    >>> tasks = three_questions(np.random.default_rng(0), n_sentences=1)
    >>> " ".join(tasks["farm or wild"].sentences[0])
    'the zebra did not cross the ocean because it was too tired'

    Parameters
    ----------
    rng : numpy.random.Generator
    n_sentences : int
    part : str
        ``LEARN``, or ``TEST`` for sentences from the words that are kept back.

    Returns
    -------
    dict of str to Task
        One for each of `QUESTIONS`; only the choices differ.

    Raises
    ------
    ValueError
        If `rng` is no random generator, `part` is neither ``LEARN`` nor ``TEST``, or `n_sentences` is no
        whole number from 1 up.
    """
    _check(rng, part, n_sentences=n_sentences)
    data = load_task("three_questions")
    sentences, kinds = [], []
    for _ in range(n_sentences):
        filled, kind = {}, {}
        for slot, lists in data["slots"].items():
            kind[slot] = int(rng.integers(len(lists)))
            filled[slot] = str(rng.choice(list(lists.values())[kind[slot]][part]))
        sentences.append(tuple(data["pattern"].format(**filled).split()))
        kinds.append(kind)
    asks = [sentence.index(data["asks"]) for sentence in sentences]
    answers = {
        question: ([kind[slot] for kind in kinds], list(data["slots"][slot]))
        for question, slot in data["questions"].items()
    }
    return _tasks(sentences, asks, answers)


def haystack(rng: np.random.Generator, n_sentences: int, n_filler: int, part: str = LEARN) -> Task:
    """One animal somewhere among filler words, and `it` at the end: a farm animal or a wild one?

    >>> haystack(np.random.default_rng(0), n_sentences=1, n_filler=2).sentences[0][-1]
    'it'

    Parameters
    ----------
    rng : numpy.random.Generator
    n_sentences, n_filler : int
    part : str

    Returns
    -------
    Task

    Raises
    ------
    ValueError
        If `rng` is no random generator, `part` is neither ``LEARN`` nor ``TEST``, `n_sentences` is no whole
        number from 1 up, or `n_filler` none from 0 up.
    """
    _check(rng, part, n_sentences=n_sentences)
    n_filler = at_least(0, n_filler, "n_filler")
    lists = load_task("three_questions")["slots"]["animal"]
    sentences, y = [], []
    for _ in range(n_sentences):
        kind = int(rng.integers(2))
        words = [str(word) for word in rng.choice(filler(), n_filler)]
        words.insert(int(rng.integers(n_filler + 1)), str(rng.choice(list(lists.values())[kind][part])))
        sentences.append((*words, "it"))
        y.append(kind)
    return _tasks(sentences, [n_filler + 1] * n_sentences, {"only": (y, list(lists))})["only"]


@lru_cache(maxsize=1)
def filler() -> Words:
    """Frequent words that are in no list of `three_questions`.

    >>> len(filler()) > 500, "the" in filler()
    (True, False)
    """
    slots = load_task("three_questions")["slots"].values()
    used = {word for lists in slots for kind in lists.values() for part in kind.values() for word in part}
    frequent = load_vectors().words[100:1100]
    return tuple(word for word in frequent if word.isalpha() and word not in used)


def senses(rng: np.random.Generator, n_sentences: int, part: str = LEARN) -> dict[str, Task]:
    """Phrases with two senses, and two ways to put them into Hindi.

    >>> task = senses(np.random.default_rng(0), n_sentences=1)["by sense"]
    >>> " ".join(task.sentences[0])
    'about the show and the theater she said break a leg'

    Parameters
    ----------
    rng : numpy.random.Generator
    n_sentences : int
    part : str

    Returns
    -------
    dict of str to Task
        ``"word for word"`` and ``"by sense"``: the same sentences; the choices are Hindi renderings.

    Raises
    ------
    ValueError
        If `rng` is no random generator, `part` is neither ``LEARN`` nor ``TEST``, or `n_sentences` is no
        whole number from 1 up.
    """
    _check(rng, part, n_sentences=n_sentences)
    data = load_task("senses")
    choices = renderings()
    sentences, asks, literal, meant = [], [], [], []
    for _ in range(n_sentences):
        phrase = data["phrases"][int(rng.integers(len(data["phrases"])))]
        sense = list(phrase["senses"].values())[int(rng.integers(2))]
        first, second = (str(word) for word in rng.choice(sense[part], 2, replace=False))
        text = data["pattern"].format(first=first, second=second, phrase=phrase["phrase"])
        sentences.append(tuple(text.split()))
        asks.append(sentences[-1].index(phrase["asks"]))
        literal.append(choices.index(phrase["word_for_word"]))
        meant.append(choices.index(sense["hindi"]))
    return _tasks(sentences, asks, {"word for word": (literal, choices), "by sense": (meant, choices)})


def renderings() -> list[str]:
    """All Hindi renderings of `senses`, each once.

    >>> len(renderings())
    8
    """
    return _renderings(load_task("senses")["phrases"])


def _renderings(phrases: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(sense["hindi"] for phrase in phrases for sense in phrase["senses"].values()))


def order(rng: np.random.Generator, n_pairs: int, part: str = LEARN) -> Task:
    """Pairs of sentences of the same words: which word stands before `bank` decides.

    >>> [" ".join(sentence) for sentence in order(np.random.default_rng(0), n_pairs=1).sentences]
    ['the lake bank is near the check', 'the check bank is near the lake']

    Parameters
    ----------
    rng : numpy.random.Generator
    n_pairs : int
    part : str

    Returns
    -------
    Task
        2 * n_pairs sentences; each and the next one are a pair.

    Raises
    ------
    ValueError
        If `rng` is no random generator, `part` is neither ``LEARN`` nor ``TEST``, or `n_pairs` is no whole
        number from 1 up.
    """
    _check(rng, part, n_pairs=n_pairs)
    data = load_task("order")
    kinds = list(data["senses"])
    sentences, y = [], []
    for _ in range(n_pairs):
        words = [str(rng.choice(data["senses"][kind][part])) for kind in kinds]
        for kind, (first, second) in enumerate([words, words[::-1]]):
            sentences.append(tuple(data["pattern"].format(first=first, second=second).split()))
            y.append(kind)
    asks = [sentence.index(data["asks"]) for sentence in sentences]
    return _tasks(sentences, asks, {"only": (y, kinds)})["only"]
