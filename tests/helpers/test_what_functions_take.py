"""What public functions take (lists, whole numbers, any float) and with which sentence they refuse the rest.

A function that takes arrays and has no entry here fails a test: doors are read, not names repeated.
"""

from __future__ import annotations

import inspect
import itertools
import math
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from helpers import attention, embeddings, examples, heads, learning
from helpers.embeddings import PcaMap, WordVectors, cosine, unit
from helpers.learning import (
    SGD,
    Adam,
    Batch,
    Task,
    accuracy,
    backward,
    by_logits,
    cross_entropy,
    forward,
    haystack,
    new_head,
    numerical_gradient,
    order,
    readouts,
    relative_error,
    sentence_vectors,
    train,
)
from tests.refusals import brief, refusal, says

# A warning is red text in a learner's notebook, wherever in NumPy it is raised.
pytestmark = pytest.mark.filterwarnings("error")

RNG = np.random.default_rng(0)
ROOMS = {"attention": attention, "heads": heads, "embeddings": embeddings, "examples": examples}
ROOMS |= {"learning": learning, "readouts": readouts}


def public(room):
    """The public functions and classes of a room by name; what a method of a class takes is its own entry."""
    names = getattr(room, "__all__", None) or [
        name
        for name, value in vars(room).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == room.__name__
    ]
    return {name: value for name in names if callable(value := getattr(room, name))}


# --- what they take ----------------------------------------------------------------------------------------

X = [[[1, 0], [0, 2], [1, 1]], [[2, 1], [1, 0], [0, 1]]]  # (2, 3, 2)
ASKS, Y = [2, 0], [0, 1]
MASK = [[True, True, True], [True, True, False]]
HEAD = {
    "W_Q": [[1, 0], [0, 1]],
    "W_K": [[1, 2], [0, 1]],
    "W_V": [[1, 0, 2], [0, 1, 1]],
    "W_R": [[1, 0], [0, 1], [1, 1]],
    "b": [0, 1],
}
EYE, ROWS = [[1, 0], [0, 1]], [[1, 0], [0, 2], [3, 1]]


def a_batch(X=X, asks=ASKS, y=Y, mask=MASK):
    return Batch(X, asks, y, mask)


def flat(result):
    """All numbers of a result, whatever holds them."""
    if isinstance(result, dict):
        return flat(list(result.values()))
    if isinstance(result, (tuple, list)):
        return [number for part in result for number in flat(part)]
    return [] if isinstance(result, str) else np.ravel(result).astype(float).tolist()


def of_a_head(work):
    """A function of the parameters and a batch, as one of single arrays."""
    return lambda X, W_Q, W_K, W_V, W_R, b: work(
        {"W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_R": W_R, "b": b}, a_batch(X)
    )


def stepped(optimiser):
    def step(gradient):
        parameters = {"W": np.ones((2, 2))}
        optimiser(0.1).step(parameters, {"W": gradient})
        return parameters

    return step


ON_A_HEAD = {"X": X, **HEAD}
TAKE = {  # name: what is called, its arrays
    "softmax": (attention.softmax, {"x": ROWS}),
    "project": (attention.project, {"X": ROWS, "W": EYE}),
    "attention_scores": (attention.attention_scores, {"Q": ROWS, "K": ROWS}),
    "attention_weights": (attention.attention_weights, {"scores": ROWS}),
    "attention": (attention.attention, {"Q": EYE, "K": ROWS, "V": ROWS}),
    "split_heads": (lambda X: heads.split_heads(X, 2), {"X": ROWS}),
    "merge_heads": (heads.merge_heads, {"H": X}),
    "multi_head_attention": (
        lambda **arrays: heads.multi_head_attention(**arrays, n_heads=2),
        {"X": ROWS, "W_Q": EYE, "W_K": EYE, "W_V": EYE, "W_O": EYE},
    ),
    "cosine": (cosine, {"a": ROWS, "b": [1, 2]}),
    "unit": (unit, {"x": ROWS}),
    "PcaMap": (lambda X: (PcaMap(X).axes, PcaMap(X).share), {"X": ROWS}),
    "PcaMap.place": (lambda X: PcaMap(ROWS).place(X), {"X": EYE}),
    "PcaMap.share_of": (lambda X: PcaMap(ROWS).share_of(X), {"X": EYE}),
    "WordVectors": (lambda matrix: WordVectors(["a", "b", "c"], matrix).matrix, {"matrix": ROWS}),
    "WordVectors.neighbours": (
        lambda word: WordVectors(["a", "b", "c"], ROWS).neighbours(word),
        {"word": [1, 2]},
    ),
    "agreement": (
        lambda published, computed: examples.agreement(published, computed, 1) == "agrees",
        {"published": ROWS, "computed": ROWS},
    ),
    "cross_entropy": (lambda logits: learning.cross_entropy(logits, Y), {"logits": EYE}),
    "by_logits": (lambda logits: learning.by_logits(logits, Y), {"logits": EYE}),
    "accuracy": (lambda logits: learning.accuracy(logits, Y), {"logits": EYE}),
    "relative_error": (learning.relative_error, {"found": EYE, "right": [[1, 1], [0, 1]]}),
    "forward": (of_a_head(forward), ON_A_HEAD),
    "backward": (
        of_a_head(lambda head, batch: learning.backward(head, batch, forward(head, batch))),
        ON_A_HEAD,
    ),
    "train": (
        of_a_head(lambda head, batch: list(learning.train(head, batch, SGD(0.1), 2, batch, every=1))),
        ON_A_HEAD,
    ),
    "numerical_gradient": (
        of_a_head(lambda head, batch: learning.numerical_gradient(head, batch, step=0.1)),
        ON_A_HEAD,
    ),
    "SGD": (stepped(SGD), {"gradient": EYE}),
    "Adam": (stepped(Adam), {"gradient": EYE}),
    "parameter_free": (lambda X: readouts.parameter_free(a_batch(X)), {"X": X}),
    "mean_of_words": (lambda X: readouts.mean_of_words(a_batch(X)), {"X": X}),
    "linear": (lambda F, G: readouts.linear(F, [0, 1, 1])(G), {"F": ROWS, "G": EYE}),
    "network": (
        lambda F, G: readouts.network(F, [0, 1, 1], np.random.default_rng(0))(G),
        {"F": ROWS, "G": EYE},
    ),
}
NO_ARRAYS = {
    "causal_mask", "Token", "tokenize", "load_vectors", "compare", "load_examples", "printed_numbers",
    "recompute", "side_by_side", "turn", "check_learning_rate", "filler", "haystack", "load_task", "new_head",
    "order", "renderings", "senses", "sentence_vectors", "three_questions",
}  # fmt: skip
RECORDS = {
    "Batch",
    "Forward",
    "Moment",
    "Task",
    "Comparison",
    "Ints",
    "Parameters",
}  # hold what they are given


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_function_is_in_the_table(room):
    names = set(public(ROOMS[room]))
    assert names and names <= set(TAKE) | NO_ARRAYS | RECORDS, "say here what it takes"
    for name in names & NO_ARRAYS:
        assert "ArrayLike" not in str(inspect.signature(public(ROOMS[room])[name])), name


KINDS = {
    "tuples": lambda x: tuple(map(tuple, x)) if np.ndim(x) == 2 else tuple(x),
    "int64": np.array,
    "uint8": lambda x: np.array(x, np.uint8),
    "int8": lambda x: np.array(x, np.int8),
    "float32": lambda x: np.array(x, np.float32),
    "float16": lambda x: np.array(x, np.float16),
    "longdouble": lambda x: np.array(x, np.longdouble),
    "fortran": lambda x: np.asfortranarray(np.array(x, float)),
    "lists": lambda x: x,
}
NEAR = {"float32": 1e-5, "float16": 2e-2}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", TAKE)
def test_any_kind_of_numbers_gives_the_same_numbers(name, kind):
    function, arrays = TAKE[name]
    right = flat(function(**{key: np.array(x, float) for key, x in arrays.items()}))
    found = flat(function(**{key: KINDS[kind](x) for key, x in arrays.items()}))
    near = NEAR.get(kind, 1e-12)
    assert right
    assert_allclose(found, right, rtol=near, atol=near)


@pytest.mark.parametrize("wrong", [None, "a text", [[1, 2], [3]], [[1j, 2]], {}, [None]], ids=brief)
@pytest.mark.parametrize(
    ("name", "key"), [(name, key) for name, (_, arrays) in TAKE.items() for key in arrays]
)
def test_what_is_no_array_of_numbers_is_refused_by_name(name, key, wrong):
    if (name, wrong) == ("WordVectors.neighbours", "a text"):
        return  # it takes a word
    function, arrays = TAKE[name]
    text = refusal(function, **{**arrays, key: wrong})
    says(text, "vectors" if key == "G" else key, "real numbers", "got ")


FINITE = sorted(set(TAKE) - {"project", "attention_scores", "attention", "split_heads", "merge_heads"})
LETS_THROUGH = {
    "multi_head_attention",
    "relative_error",
    "SGD",
    "Adam",
    "softmax",
    "attention_weights",
    "agreement",
}


@pytest.mark.parametrize("name", TAKE)
def test_a_masked_number_is_refused_and_an_empty_mask_is_not(name):
    """NumPy drops the mask without a word, and the number behind it would count."""
    function, arrays = TAKE[name]
    key, x = next(iter(arrays.items()))
    masked = np.ma.array(np.array(x, float), mask=False)
    assert flat(function(**{**arrays, key: masked})) == flat(function(**{**arrays, key: np.array(x, float)}))
    masked[(0,) * masked.ndim] = np.ma.masked
    says(refusal(function, **{**arrays, key: masked}), "is masked", ".filled(0)")


@pytest.mark.parametrize("wrong", [math.nan, math.inf])
@pytest.mark.parametrize("name", sorted(set(FINITE) - LETS_THROUGH))
def test_nan_and_infinity_are_refused_where_they_would_hide(name, wrong):
    """Where a choice, an order or a share would come of them; sums and products hand them on to be seen."""
    function, arrays = TAKE[name]
    key = next(iter(arrays))
    bad = np.array(arrays[key], float)
    bad.flat[0] = wrong
    text = refusal(function, **{**arrays, key: bad})
    assert "finite" in text or "not all 0" in text, text


# --- what they refuse --------------------------------------------------------------------------------------

MADE = {name: np.array(W, float) for name, W in HEAD.items()}
TABLE = WordVectors(["cat", "dog"], [[1.0, 0.0], [0.8, 0.6]])


LEARNING = [
    (lambda: cross_entropy([0, 1], [[1.0, 2.0], [3.0, 4.0]]),
     "cross_entropy takes the logits first, shape (n_sentences, n_classes), then y, shape (n_sentences,), "
     "got shapes (2,) and (2, 2)."),
    (lambda: accuracy([0, 1], [[1.0, 2.0], [3.0, 4.0]]), "accuracy takes the logits first"),
    (lambda: cross_entropy([[1.0, 2.0]], [0.5]), "y must hold whole numbers, got [0.5]."),
    (lambda: cross_entropy([[1.0, 2.0]], [True]), "y must hold whole numbers, got [True]."),
    (lambda: cross_entropy([[1.0, 2.0]], [math.nan]), "y must hold whole numbers, got [nan]."),
    (lambda: cross_entropy([[1.0, 2.0]], [1e300]), "y must hold whole numbers, got [1e+300]."),
    (lambda: cross_entropy([[1.0, 2.0]], np.array([2**64 - 1], np.uint64)),
     "y must hold whole numbers below 2**53, got array([18446744073709551615]"),
    (lambda: readouts.linear([[1.0]], np.array([2**63], np.uint64)), "y must hold whole numbers below 2**53"),
    (lambda: readouts.linear([[1.0]], [-(2**62)]), "y must hold whole numbers below 2**53"),
    (lambda: cross_entropy([[1.0, 2.0]], np.ma.array([1], mask=[True])), "y has a number that is masked"),
    (lambda: forward(MADE, a_batch(mask=np.ma.array(MASK, mask=True))), "mask has a number that is masked"),
    (lambda: learning.load_task(["order"]), "There is no task ['order']; the known ones are three_questions"),
    (lambda: cross_entropy([[1.0, 2.0]], None), "y must hold whole numbers, got None."),
    (lambda: cross_entropy([[1.0, 2.0]], ["a"]), "y must hold whole numbers, got ['a']."),
    (lambda: cross_entropy([[1.0, 2.0]], [2]),
     "y holds 2, but must be from 0 to 1: logits has 2 columns, one for each choice."),
    (lambda: by_logits([[1.0, 2.0]], [-1]), "y holds -1, but must be from 0 to 1"),
    (lambda: accuracy([[1.0, 2.0]] * 3, [0, 1]),
     "y has shape (2,), but must have shape (3,): one whole number a sentence."),
    (lambda: cross_entropy([[1.0, 2.0]], [[0, 1]]), "y has shape (1, 2), but must have shape (1,)"),
    (lambda: cross_entropy([1.0, 2.0], [0]),
     "logits has shape (2,), but needs two sizes from 1 up (n_sentences, n_classes); for a single sentence "
     "write logits[None]."),
    (lambda: cross_entropy([], []), "logits has shape (0,), but needs two sizes from 1 up"),
    (lambda: cross_entropy([[math.nan, 1.0]], [1]), "logits needs finite numbers, got nan or infinity"),
    (lambda: relative_error([1, 2], [[1, 2]]),
     "found has shape (2,) and right has shape (1, 2): they need the same shape."),
    (lambda: forward(MADE, a_batch(X=np.ones((2, 3, 5)))),
     "W_Q has shape (2, 2), but must have shape (5, 2), that is (d_model, d_k), beside X of shape (2, 3, 5) "
     "and the other parameters."),
    (lambda: forward({**MADE, "b": [1.0]}, a_batch()),
     "b has shape (1,), but must have shape (2,), that is (n_classes)"),
    (lambda: forward({**MADE, "W_V": [1.0, 2]}, a_batch()),
     "W_V has shape (2,), but needs sizes from 1 up (d_model, d_v)."),
    (lambda: forward({"W_Q": EYE, "b": [1]}, a_batch()),
     "parameters lack W_K, W_V and W_R: a head has W_Q, W_K, W_V, W_R and b."),
    (lambda: forward(a_batch(), MADE), "parameters come before the batch and must be a dict of arrays"),
    (lambda: forward(MADE, Task((), a_batch(), ())), "batch must be a Batch, got Task(", "take its .batch"),
    (lambda: forward(MADE, None), "batch must be a Batch, got None."),
    (lambda: forward(MADE, a_batch(X=X[0])), "X has shape (3, 2), but needs three sizes", "write X[None]"),
    (lambda: forward(MADE, a_batch(), "yes"), "scaled must be True or False, got 'yes'."),
    (lambda: forward(MADE, a_batch(asks=[0, 3])),
     "asks holds 3, but must be from 0 to 2: X has 3 words a sentence."),
    (lambda: forward(MADE, a_batch(asks=[0, -1])), "asks holds -1, but must be from 0 to 2"),
    (lambda: forward(MADE, a_batch(asks=[0])), "asks has shape (1,), but must have shape (2,)"),
    (lambda: forward(MADE, a_batch(y=[0])), "y has shape (1,), but must have shape (2,)"),
    (lambda: forward(MADE, a_batch(y=[0, 2])), "y holds 2, but must be from 0 to 1: W_R has 2 columns"),
    (lambda: forward(MADE, a_batch(mask=[True] * 3)),
     "mask has shape (3,), but must have shape (2, 3): one True or False for each word of each sentence in "
     "X."),
    (lambda: forward(MADE, a_batch(mask=[[1, 1, 0]] * 2)), "mask must hold True (may be read) and False"),
    (lambda: backward(MADE, a_batch(), None), "found must be what forward gave", "got None"),
    (lambda: backward(MADE, a_batch(), forward(MADE, a_batch([X[0]], [0], [0], None))), "found must be"),
    (lambda: train(MADE, a_batch(), Adam), "optimiser must be an SGD or an Adam", "Adam(0.03)"),
    (lambda: train(MADE, a_batch(), SimpleNamespace(step=print)), "or have a learning_rate and a step"),
    (lambda: train(MADE, a_batch(), SimpleNamespace(learning_rate=1, step=3)), "optimiser must be an SGD"),
    (lambda: train(MADE, a_batch(y=None), Adam(0.1)), "y must hold whole numbers, got None."),
    (lambda: backward(MADE, a_batch(y=None), forward(MADE, a_batch())), "y must hold whole numbers"),
    (lambda: forward({**MADE, "W_K": [[math.nan, 0], [0, 1]]}, a_batch()), "W_K needs finite numbers"),
    (lambda: backward({**MADE, "b": [0, math.inf]}, a_batch(), None), "b needs finite numbers"),
    (lambda: train(MADE, a_batch(), Adam(0.1), test=a_batch(asks=[7, 0])),
     "test.asks holds 7, but must be from 0 to 2: test.X has 3 words a sentence."),
    (lambda: train(MADE, a_batch(), Adam(0.1), test=3), "test must be a Batch, got 3."),
    (lambda: list(train({name: 1e200 * W for name, W in MADE.items()}, a_batch(), SGD(1))),
     "The loss is no finite number before the first step; check the parameters and X."),
    (lambda: used_twice(),
     "This Adam has taken 2 steps already and remembers them; each training needs a new one, "
     "such as Adam(0.1)."),
    (lambda: numerical_gradient(MADE, a_batch(), step=0),
     "step must be a number above 0, such as 1e-5, got 0."),
    (lambda: numerical_gradient(MADE, a_batch(), step=math.nan), "step must be a number above 0", "got nan"),
    (lambda: Adam("0.1"), "The learning rate must be a number above 0", "'0.1'"),
    (lambda: Adam(0.1, keep=1), "keep must be a number from 0 up and below 1, such as .9, got 1."),
    (lambda: Adam(0.1, keep_squares=None), "keep_squares must be a number from 0 up and below 1", "got None"),
    (lambda: SGD(0.1).step({"W": np.array([1])}, {"W": [2.0]}),
     "The parameter W must be an array of floats of shape (1,), as its gradient has it, got array([1])."),
    (lambda: Adam(0.1).step({"W": np.ones((3, 2))}, {"W": [1.0, 2.0]}), "The parameter W must", "shape (2,)"),
    (lambda: SGD(0.1).step({}, {"W": [1.0]}), "The parameter W must be an array of floats", "got None"),
    (lambda: SGD(0.1).step(None, {"W": [1.0]}),
     "step takes two dicts of arrays, the parameters and their gradients, got None."),
    (lambda: Adam(0.1).step({}, [1.0]), "step takes two dicts of arrays", "got [1.0]."),
    (lambda: SGD(0.1).step({"W": np.broadcast_to(1.0, 2)}, {"W": [1.0, 2.0]}),
     "The parameter W is read-only; make a copy of it."),
    (lambda: other_shape(), "This Adam remembers the gradient of W with shape (1,), got shape (2,); "
     "each training needs a new one, such as Adam(0.1)."),
    (lambda: new_head(0, 2, 2, 2),
     "rng must be a random generator, such as np.random.default_rng(0), got 0."),
    (lambda: order(None, 1), "rng must be a random generator", "got None"),
    (lambda: haystack(RNG, 1, -1), "n_filler must be a whole number from 0 up, got -1."),
    (lambda: haystack(RNG, 1, False), "n_filler must be a whole number from 0 up, got False."),
    (lambda: haystack(RNG, 1, 0.0), "n_filler must be a whole number from 0 up, got 0.0."),
    (lambda: order(RNG, 1, [1, 2]), "part must be 'train' or 'held_out', got [1, 2]."),
    (lambda: sentence_vectors("the cat"),
     "sentences must be a list of lists of words, got the text 'the cat'; tokenize it first."),
    (lambda: sentence_vectors(["the cat"]),
     "A sentence must be a list of words, got the text 'the cat'; tokenize it first."),
    (lambda: sentence_vectors(None), "sentences must be a list of lists of words, got None."),
    (lambda: sentence_vectors([["cat", 3]]), "A sentence must be a list of words, got ['cat', 3]."),
    (lambda: sentence_vectors([]), "There must be a sentence, and each needs a word, got []."),
    (lambda: sentence_vectors([["cat"], []]), "each needs a word, got [['cat'], []]."),
    (lambda: sentence_vectors([["cat", "qwzx"]]), "There is no vector for 'qwzx'"),
]  # fmt: skip

READOUTS = [
    (lambda: readouts.parameter_free(a_batch(asks=[9, 0])), "asks holds 9, but must be from 0 to 2"),
    (lambda: readouts.mean_of_words(a_batch(mask=[[True]])),
     "mask has shape (1, 1), but must have shape (2, 3)"),
    (lambda: readouts.mean_of_words(MADE), "batch must be a Batch"),
    (lambda: readouts.linear([1, 2], [0, 1]),
     "F has shape (2,), but needs a row for each sentence, shape (n_sentences, d)."),
    (lambda: readouts.linear(ROWS, [0, 1]), "y has shape (2,), but must have shape (3,)"),
    (lambda: readouts.linear(ROWS, [0, 1, -1]), "y holds -1, but its numbers count from 0 up."),
    (lambda: readouts.linear([0, 1, 1], ROWS), "F has shape (3,)"),
    (lambda: readouts.linear(ROWS, [0, 1, 1], n_steps=0), "n_steps must be a whole number from 1 up, got 0."),
    (lambda: readouts.linear(ROWS, [0, 1, 1])([[1, 2, 3]]),
     "vectors has shape (1, 3), but needs a row for each sentence, shape (n_sentences, 2)."),
    (lambda: readouts.network(ROWS, [0, 1, 1], 0), "rng must be a random generator"),
    (lambda: readouts.network(ROWS, [0, 1, 1], RNG, n_hidden=1.5),
     "n_hidden must be a whole number from 1 up"),
]  # fmt: skip

EMBEDDINGS = [
    (lambda: unit(3.0), "unit needs a vector, got the single number 3.0; put it in a list: [3.0]."),
    (lambda: unit([math.inf, 1]),
     "unit needs finite numbers, got nan or infinity; check the line that made them."),
    (lambda: cosine([math.nan], [1]), "cosine needs finite numbers, got nan or infinity"),
    (lambda: PcaMap([[math.nan, 1], [1, 2]]), "X needs finite numbers, got nan or infinity"),
    (lambda: PcaMap(np.ones((3, 0))), "X has shape (3, 0), but a map needs vectors of at least one number."),
    (lambda: PcaMap(np.ones((2, 3, 4))), "X has shape (2, 3, 4), but needs exactly two axes (n, d)."),
    (lambda: PcaMap([1, 2]), "X has shape (2,), but needs rows of vectors (n, d)"),
    (lambda: PcaMap(EYE).place([[1, 2, 3]]),
     "X has shape (1, 3), but this map is for vectors of 2 numbers, shape (n, 2)."),
    (lambda: PcaMap(EYE).share_of([[1], [2]]),
     "X has shape (2, 1), but this map is for vectors of 2 numbers"),
    (lambda: WordVectors("ab", EYE), "words must be a list of words, got the text 'ab'"),
    (lambda: WordVectors(None, EYE), "words must be a list of words, got None."),
    (lambda: WordVectors(["a", 3], EYE), "words must be a list of words, got ['a', 3]."),
    (lambda: WordVectors(["a", "a"], EYE), "words 0 and 1 are one: 'a' and 'a'."),
    (lambda: WordVectors(["Apple", "apple", "Apple"], [[1], [2], [3]]),
     "words 0 and 2 are one: 'Apple' and 'Apple'."),
    (lambda: WordVectors(["Apple", "APPLE"], EYE), "words 0 and 1 are one: 'Apple' and 'APPLE'."),
    (lambda: WordVectors(["a", "b"], [[1, math.inf], [1, 2]]), "matrix needs finite numbers"),
    (lambda: TABLE.embed(None), "tokens must be a list of words, got None."),
    (lambda: TABLE.embed(3), "tokens must be a list of words, got 3."),
    (lambda: TABLE.embed("a text"),
     "embed needs a list of tokens, got one text; write embed(tokenize('a text'))."),
    (lambda: TABLE.embed([["cat"]]), "tokens must be a list of words, got [['cat']]."),
    (lambda: TABLE.neighbours("cat", exclude=None), "exclude must be a list of words, got None."),
    (lambda: TABLE.neighbours("cat", exclude=[3]), "exclude must be a list of words, got [3]."),
    (lambda: TABLE.neighbours("cat", k=0), "k says how many neighbours, a whole number from 1 up; got 0."),
]  # fmt: skip

EXAMPLES = [
    (lambda: examples.printed_numbers("E99"), "There is no example 'E99'; the known ones are E1, E2"),
    (lambda: examples.recompute(None), "There is no example None"),
    (lambda: examples.compare(["E1"]), "There is no example ['E1']"),
    (lambda: examples.side_by_side(3), "There is no example 3"),
    (lambda: examples.agreement([1], [[1]], 2), "published has shape (1,) and computed has shape (1, 1)"),
    (lambda: examples.agreement([1], [1], 1.5), "decimals must be a whole number from 0 up, got 1.5."),
    (lambda: examples.agreement([1], [1], -1), "decimals must be a whole number from 0 up, got -1."),
    (lambda: examples.agreement(1, 1, 400), "decimals must be a whole number from 0 to 100, got 400."),
    (lambda: examples.turn("a text"), "turn needs a finite number of degrees, such as 45, got 'a text'."),
    (lambda: examples.turn(math.inf), "turn needs a finite number of degrees", "got inf"),
    (lambda: examples.turn([1, 2]), "turn needs a finite number of degrees", "got [1, 2]"),
]  # fmt: skip


def other_shape():
    adam = Adam(0.1)
    adam.step({"W": np.ones(1)}, {"W": [1.0]})
    adam.step({"W": np.ones(2)}, {"W": [1.0, 2.0]})


def used_twice():
    adam = Adam(0.1)
    list(learning.train(MADE, a_batch(), adam, 2))
    return learning.train(MADE, a_batch(), adam, 2)


REFUSED = [*LEARNING, *READOUTS, *EMBEDDINGS, *EXAMPLES]


@pytest.mark.parametrize("case", REFUSED, ids=[ascii(case[1])[1:50] for case in REFUSED])
def test_what_is_wrong_is_refused_in_this_sentence(case):
    call, *parts = case
    says(refusal(call), *parts)


# --- right numbers, where a wrong one could come without a word --------------------------------------------


def test_a_perfect_loss_is_0_without_a_minus():
    assert str(learning.cross_entropy([[1000, 0]], [0])) == "0.0"


def test_labels_may_be_whole_floats_and_any_kind_of_integer():
    logits = [[1.0, 2.0], [3.0, 1.0]]
    right = learning.cross_entropy(logits, [0, 1])
    for y in (
        [0.0, 1.0],
        np.array([0, 1], np.float16),
        np.array([0, 1], np.uint8),
        np.array([0, 1], np.uint64),
        (0, 1),
    ):
        assert learning.cross_entropy(logits, y) == right


def test_small_floats_do_not_overflow():
    """float16 ends at 65504."""
    assert learning.cross_entropy(np.array([[-60000, 60000]], np.float16), [0]) == pytest.approx(
        120000, rel=1e-3
    )
    assert learning.relative_error(np.array([300], np.float16), np.array([100], np.float16)) == 0.5
    assert examples.agreement(np.float16([100]), np.float16([100.0]), 4) == "agrees"
    assert examples.agreement(np.float16([0.5]), np.float16([0.75]), 6) == "differs"
    choose = readouts.linear(np.array([[300, 0], [0, 300]], np.float16), [0, 1])
    assert choose([[300, 0], [0, 300]]).tolist() == [0, 1]


def test_a_sentence_without_words_has_the_mean_0():
    mask = [[True] * 3, [False] * 3]
    assert readouts.mean_of_words(a_batch(mask=mask))[1].tolist() == [0, 0]


def test_training_keeps_whole_numbers_of_the_caller():
    given = {name: np.array(W) for name, W in HEAD.items()}
    *_, end = learning.train(given, a_batch(), Adam(0.1), 3)
    assert all(W.dtype == np.int64 or W.dtype.kind == "i" for W in given.values())
    assert all(W.dtype == np.float64 for W in end.parameters.values())


@pytest.mark.parametrize("word", ["Apple", "cafe\u0301", "ﬁsh", "well\u2011known", "’s"], ids=ascii)
def test_a_word_of_a_table_is_found_however_it_is_spelled(word):
    table = WordVectors([word, "b"], EYE)
    assert word in table and table[word].tolist() == [1, 0]
    assert table.embed([word])[1].all() and word not in [other for other, _ in table.neighbours(word)]


@pytest.mark.parametrize("words", [["'s", "’s"], ["’s", "'s"]], ids=ascii)
def test_of_two_spellings_the_normal_one_is_found(words):
    table = WordVectors(words, EYE)
    assert table["’s"].tolist() == table["'s"].tolist() == EYE[words.index("'s")]


@pytest.mark.parametrize("words", [*itertools.permutations(["Apple", "APPLE", "apple"])], ids=ascii)
def test_the_order_of_spellings_decides_nothing(words):
    table = WordVectors(words, [[0.0], [1.0], [2.0]])
    assert table["APple"].tolist() == [words.index("apple")]


def test_a_nan_of_a_masked_word_comes_through():
    """0 * nan is nan, in PyTorch too; the docstring of `attention` says it."""
    Z, weights = attention.attention(EYE, EYE, [[1, 2], [math.nan, 3]], [[True, False], [True, True]])
    assert weights[0, 1] == 0 and math.isnan(Z[0, 0]) and Z[0, 1] == 2
    assert "0 * nan is nan" in attention.attention.__doc__
