"""Words as vectors: cut a text into tokens, look up their GloVe vectors, compare them, draw a flat map.

``tokens`` cuts text the way the vectors were made, ``vectors`` holds the words with one vector each and their
cosines, ``pca`` makes the flat map.
"""

from helpers.embeddings.pca import PcaMap
from helpers.embeddings.tokens import Token, tokenize
from helpers.embeddings.vectors import WordVectors, cosine, load_vectors, unit

__all__ = ["PcaMap", "Token", "WordVectors", "cosine", "load_vectors", "tokenize", "unit"]
