"""Word vectors: a list of words with one vector each, the GloVe vectors of the course, and cosines."""

from __future__ import annotations

import functools
import hashlib
import io
import itertools
import operator
from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helpers import files
from helpers.arrays import Array, as_floats, as_table, as_texts, check_finite, short
from helpers.embeddings.tokens import Token


def cosine(a: ArrayLike, b: ArrayLike) -> Array | float:
    """Cosine of the angle between two vectors: 1 same direction, 0 right angle, -1 opposite.

    >>> cosine([1, 0], [3, 0]), cosine([1, 0], [0, 2]), cosine([1, 0], [-1, 0])
    (1.0, 0.0, -1.0)

    Parameters
    ----------
    a, b : array_like, shape (..., d)
        Vectors on the last axis; the axes before it are broadcast. For a table of all pairs of
        rows write ``cosine(X[:, None], X)``.

    Returns
    -------
    float, or ndarray of the leading shape
        Between -1 and 1. A vector of length 0 has no direction: its cosine is 0, never nan.

    Raises
    ------
    ValueError
        If the vectors have different lengths, are single numbers, or hold nan or infinity.
    """
    a, b = as_floats(a, "a"), as_floats(b, "b")
    if a.ndim == 0 or b.ndim == 0 or a.shape[-1] != b.shape[-1]:
        raise ValueError(f"a has shape {a.shape} and b has shape {b.shape}: their last sizes must be equal.")
    try:
        np.broadcast_shapes(a.shape, b.shape)
    except ValueError:
        raise ValueError(
            f"a has shape {a.shape} and b has shape {b.shape}: for all pairs of rows use a[:, None]."
        ) from None
    check_finite(a, "cosine"), check_finite(b, "cosine")
    value = np.clip(np.sum(unit(a) * unit(b), axis=-1), -1.0, 1.0)
    return float(value) if value.ndim == 0 else value


def unit(x: ArrayLike) -> Array:
    """`x` with length 1 on the last axis; a zero vector stays zero.

    >>> unit([[3.0, 4.0], [0.0, 0.0]])
    array([[0.6, 0.8],
           [0. , 0. ]])

    Parameters
    ----------
    x : array_like, shape (..., d)

    Returns
    -------
    ndarray of float64, same shape as `x`

    Raises
    ------
    ValueError
        If `x` is a single number, or holds nan or infinity.
    """
    x = check_finite(as_floats(x, "x"), "unit").astype(np.float64)
    if x.ndim == 0:
        raise ValueError(f"unit needs a vector, got the single number {x}; put it in a list: [{x}].")
    # The largest entry goes first: squares of very large or very small numbers leave the float range.
    largest = np.max(np.abs(x), axis=-1, keepdims=True, initial=0.0)
    x = x / np.where(largest == 0, 1.0, largest)
    length = np.sqrt(np.sum(x * x, axis=-1, keepdims=True))
    return x / np.where(length == 0, 1.0, length)


class WordVectors:
    """A list of words, each with one vector.

    >>> WordVectors(["cat", "dog"], [[1.0, 0.0], [0.8, 0.6]])["dog"]
    array([0.8, 0.6])

    Parameters
    ----------
    words : sequence of str
        In order of frequency, the most frequent first. A word is found in whatever way it is written; see
        `Token`. Of two ways to write one word, such as ``Apple`` and ``apple``, the one that a `Token` has
        is found.
    matrix : array_like, shape (n_words, d)
        Row i is the vector of word i.

    Raises
    ------
    ValueError
        If there are not as many words as rows, a word stands there twice, or a number is not finite.
    """

    def __init__(self, words: Iterable[str], matrix: ArrayLike) -> None:
        self.words = tuple(as_texts(words, "words"))
        self.matrix = np.array(as_table(matrix, "matrix", "n_words, d"), dtype=np.float64)
        if len(self.words) != len(self.matrix):
            raise ValueError(f"{len(self.words)} words need as many rows, got {len(self.matrix)}.")
        self.matrix.setflags(write=False)
        self._row = self._rows()

    def _rows(self) -> dict[str, int]:
        """The row of each word, by its normal form."""
        keys = [str(Token(word)) for word in self.words]
        rows: dict[str, int] = {}
        written: dict[str, int] = {}
        # Those in normal form come first: beside them, other ways to write them are no second word.
        for i in sorted(range(len(keys)), key=lambda i: self.words[i] != keys[i]):
            word, first = self.words[i], rows.setdefault(keys[i], i)
            if self.words[first] == keys[i]:
                first = written.setdefault(word, i)
            if first != i:
                other = self.words[first]
                raise ValueError(f"words {first} and {i} are one: {short(other)} and {short(word)}.")
        return rows

    @functools.cached_property
    def _directions(self) -> Array:
        """The matrix with rows of length 1. Kept: a lab asks for neighbours at every step of a slider."""
        return unit(self.matrix)

    def __repr__(self) -> str:
        return f"WordVectors({len(self.words)} words, {self.matrix.shape[1]} numbers each)"

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and Token(word) in self._row

    def __getitem__(self, word: str) -> Array:
        """The vector of one known word, shape (d,). An unknown word is refused with a sentence."""
        if not isinstance(word, str) or Token(word) not in self._row:
            raise ValueError(
                f"There is no vector for {short(word)} among these {len(self.words)} words; "
                "try a commoner word."
            )
        return self.matrix[self._row[Token(word)]]

    def embed(self, tokens: Iterable[str]) -> tuple[Array, NDArray[np.bool_]]:
        """Look up one vector per token.

        >>> X, known = load_vectors().embed(["bank", "zzqx"])
        >>> X.shape, known
        ((2, 50), array([ True, False]))

        Parameters
        ----------
        tokens : list of str
            From `tokenize`, or any list of words. Capitals do not matter.

        Returns
        -------
        X : ndarray, shape (n_tokens, d)
            Row i is the vector of token i. An unknown token keeps its place, with zeros.
        known : ndarray of bool, shape (n_tokens,)
            False where there was no vector.

        Raises
        ------
        ValueError
            If `tokens` is one text, or no list of words.
        """
        if isinstance(tokens, str):
            raise ValueError(
                f"embed needs a list of tokens, got one text; write embed(tokenize({tokens!r}))."
            )
        rows = [self._row.get(Token(token)) for token in as_texts(tokens, "tokens")]
        known = np.array([row is not None for row in rows], dtype=bool)
        X = np.zeros((len(rows), self.matrix.shape[1]))  # (n_tokens, d)
        X[known] = self.matrix[[row for row in rows if row is not None]]
        return X, known

    def neighbours(
        self, word: str | ArrayLike, k: int = 10, exclude: Iterable[str] = ()
    ) -> list[tuple[str, float]]:
        """The `k` words whose vectors point most nearly the same way.

        >>> [word for word, cosine in load_vectors().neighbours("bank", k=3)]
        ['banks', 'securities', 'banking']

        Parameters
        ----------
        word : str, or array_like of shape (d,)
            A known word, which is then never its own neighbour, or any vector.
        k : int
            How many, at least 1.
        exclude : iterable of str
            Words to leave out, for example those that a vector was made from.

        Returns
        -------
        list of (word, cosine)
            The nearest first; fewer than `k` if there are not so many words.

        Raises
        ------
        ValueError
            If the word is unknown, the vector has another length than d or is zero, k < 1, or `exclude` is
            no list of words.
        """
        others = [exclude] if isinstance(exclude, str) else as_texts(exclude, "exclude")
        left_out = {Token(other) for other in others}
        if isinstance(word, str):
            vector = self[word]
            left_out.add(Token(word))
        else:
            vector = as_floats(word, "word")
        if vector.shape != self.matrix.shape[1:] or not np.isfinite(vector).all() or not vector.any():
            raise ValueError(
                f"neighbours needs a word or a vector of {self.matrix.shape[1]} numbers that are not all 0, "
                f"got shape {vector.shape}."
            )
        if isinstance(k, (bool, np.bool_)) or not hasattr(k, "__index__") or operator.index(k) < 1:
            raise ValueError(f"k says how many neighbours, a whole number from 1 up; got {k!r}.")
        near = np.clip(np.sum(self._directions * unit(vector), axis=-1), -1.0, 1.0)  # (n_words,)
        order = np.argsort(-near, kind="stable")
        kept = (i for i in order if Token(self.words[i]) not in left_out)
        return [(self.words[i], float(near[i])) for i in itertools.islice(kept, operator.index(k))]


@functools.lru_cache(maxsize=1)
def load_vectors() -> WordVectors:
    """The word vectors that ship with the course: GloVe 6B, 50 numbers a word.

    >>> load_vectors()
    WordVectors(3188 words, 50 numbers each)

    Returns
    -------
    WordVectors
        About 3 200 words: the most frequent ones and those that the course uses.

    Raises
    ------
    ValueError
        If a file is missing, damaged or replaced. Names the file and the fix.

    Notes
    -----
    Source, licence (PDDL 1.0) and checksums are in ``data/glove/about.json``.
    """
    sums = files.read_json("glove/about.json", {"sha256": {"words.txt": str, "vectors.npy": str}})["sha256"]
    words, content = _checked("words.txt", sums), _checked("vectors.npy", sums)
    try:  # the checksums may have been changed, too
        matrix = np.load(io.BytesIO(content), allow_pickle=False)
        return WordVectors(words.decode("utf-8").splitlines(), matrix)
    except (ValueError, EOFError) as error:
        raise files.Damaged("glove/vectors.npy", f"cannot be used ({str(error).rstrip('.')})") from None


def _checked(name: str, sums: dict[str, str]) -> bytes:
    content = files.read_bytes(f"glove/{name}")
    if hashlib.sha256(content).hexdigest() != sums[name]:
        found = f"is not the file we made ({len(content)} bytes, wrong checksum)"
        raise files.Damaged(f"glove/{name}", found if content else "is empty")
    return content
