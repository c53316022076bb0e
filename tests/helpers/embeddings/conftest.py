"""The word vectors of the course, for all tests of this room."""

import pytest

from helpers.embeddings import WordVectors, load_vectors


@pytest.fixture(scope="session")
def vectors() -> WordVectors:
    return load_vectors()
