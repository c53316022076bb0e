"""Read-outs: the baselines of a head that learns. Only the step from a vector to a choice is learned.

The vector of a sentence is fixed: parameter-free attention, or the mean of its words. Only the read-out
learns.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from helpers.arrays import Array, at_least_one, check_generator
from helpers.attention import attention_weights
from helpers.learning.descent import Adam
from helpers.learning.given import Batch, Ints, Parameters, as_batch, as_labelled, as_vectors
from helpers.learning.head import by_logits_checked

Classifier = Callable[[ArrayLike], Ints]


def parameter_free(batch: Batch) -> tuple[Array, Array]:
    """What the asking word becomes without any projections: scores are cosines, values the words themselves.

    >>> batch = Batch(X=np.eye(2)[None], asks=np.array([0]), y=np.array([0]))
    >>> parameter_free(batch)[1].round(2)  # the asking word reads itself most
    array([[0.73, 0.27]])

    Parameters
    ----------
    batch : Batch
        Word vectors of length 1.

    Returns
    -------
    z : ndarray, shape (n_sentences, d_model)
    weights : ndarray, shape (n_sentences, n_tokens)

    Raises
    ------
    ValueError
        If the arrays of the batch do not fit together. Names the array and what it must be.
    """
    batch = as_batch(batch)
    x = batch.X[np.arange(len(batch.X)), batch.asks]  # (n_sentences, d_model)
    scores = (batch.X @ x[:, :, None])[:, :, 0]  # (n_sentences, n_tokens)
    weights = attention_weights(scores, batch.mask)  # (n_sentences, n_tokens)
    return (weights[:, None, :] @ batch.X)[:, 0, :], weights


def mean_of_words(batch: Batch) -> Array:
    """The plain average of the words of each sentence, shape (n_sentences, d_model).

    >>> mean_of_words(Batch(X=np.eye(2)[None], asks=np.array([0]), y=np.array([0])))
    array([[0.5, 0.5]])

    Zeros where a sentence has no word that may be read. A batch whose arrays do not fit together is refused.
    """
    batch = as_batch(batch)
    if batch.mask is None:
        return batch.X.mean(axis=1)
    there = batch.mask[:, :, None]  # (n_sentences, n_tokens, 1)
    return (batch.X * there).sum(axis=1) / np.maximum(there.sum(axis=1), 1)


def linear(F: ArrayLike, y: ArrayLike, n_steps: int = 200, learning_rate: float = 0.1) -> Classifier:
    """Learn to choose by ``F @ W + b``.

    >>> choose = linear([[1.0, 0.0], [0.0, 1.0]], [0, 1])
    >>> choose([[5.0, 1.0], [1.0, 5.0]])
    array([0, 1])

    Parameters
    ----------
    F : array_like, shape (n_sentences, d)
    y : array_like of int, shape (n_sentences,)
    n_steps : int
    learning_rate : float

    Returns
    -------
    function
        Takes vectors, shape (n, d), gives choices, shape (n,).

    Raises
    ------
    ValueError
        If vectors are not finite numbers in rows of one length, `y` has not one whole number from 0 up for
        each row, or a setting is no number that it can be. Names shapes and numbers.
    """
    (F, y), n_steps = as_labelled(F, y), at_least_one(n_steps, "n_steps")
    ready = _same_size(F)
    parameters: Parameters = {"W": np.zeros((F.shape[1], y.max() + 1)), "b": np.zeros(y.max() + 1)}
    optimiser, F = Adam(learning_rate), ready(F)
    for _ in range(n_steps):
        d_logits = by_logits_checked(F @ parameters["W"] + parameters["b"], y)  # (n_sentences, n_classes)
        optimiser.step(parameters, {"W": F.T @ d_logits, "b": d_logits.sum(axis=0)})
    return lambda G: (ready(G) @ parameters["W"] + parameters["b"]).argmax(axis=-1)


def network(
    F: ArrayLike,
    y: ArrayLike,
    rng: np.random.Generator,
    n_hidden: int = 16,
    n_steps: int = 200,
    learning_rate: float = 0.02,
) -> Classifier:
    """Learn to choose by a small network with one hidden layer: ``max(F @ W1 + b1, 0) @ W2 + b2``.

    >>> F, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]  # one or the other
    >>> network(F, y, np.random.default_rng(1))(F)
    array([0, 1, 1, 0])

    Parameters
    ----------
    F : array_like, shape (n_sentences, d)
    y : array_like of int, shape (n_sentences,)
    rng : numpy.random.Generator
    n_hidden, n_steps : int
    learning_rate : float

    Returns
    -------
    function
        Takes vectors, shape (n, d), gives choices, shape (n,).

    Raises
    ------
    ValueError
        If vectors are not finite numbers in rows of one length, `y` has not one whole number from 0 up for
        each row, or a setting is no number that it can be. Names shapes and numbers.
    """
    check_generator(rng)
    (F, y), n_steps = as_labelled(F, y), at_least_one(n_steps, "n_steps")
    n_hidden = at_least_one(n_hidden, "n_hidden")
    d, n_classes = F.shape[1], y.max() + 1
    ready = _same_size(F)
    parameters = {
        "W1": rng.standard_normal((d, n_hidden)) * np.sqrt(2 / d),
        "b1": np.zeros(n_hidden),
        "W2": rng.standard_normal((n_hidden, n_classes)) / np.sqrt(n_hidden),
        "b2": np.zeros(n_classes),
    }
    optimiser, F = Adam(learning_rate), ready(F)
    for _ in range(n_steps):
        hidden, logits = _network(parameters, F)
        d_logits = by_logits_checked(logits, y)  # (n_sentences, n_classes)
        d_hidden = d_logits @ parameters["W2"].T * (hidden > 0)  # (n_sentences, n_hidden)
        gradients = {"W1": F.T @ d_hidden, "b1": d_hidden.sum(axis=0)}
        optimiser.step(parameters, gradients | {"W2": hidden.T @ d_logits, "b2": d_logits.sum(axis=0)})
    return lambda G: _network(parameters, ready(G))[1].argmax(axis=-1)


def _network(parameters: Parameters, F: Array) -> tuple[Array, Array]:
    hidden = np.maximum(F @ parameters["W1"] + parameters["b1"], 0)  # (n, n_hidden)
    return hidden, hidden @ parameters["W2"] + parameters["b2"]  # (n, n_classes)


def _same_size(F: Array) -> Callable[[ArrayLike], Array]:
    """Move and stretch vectors as those of `F` need to get mean 0 and, taken together, variance 1.

    Mixtures of many words lie close together; without this the read-outs would learn far too slowly, which
    would be unfair to them.
    """
    mean, spread = F.mean(axis=0), max(float(np.sqrt(F.var(axis=0).mean())), 1e-12)
    return lambda G: (as_vectors(G, "vectors", len(mean)) - mean) / spread
