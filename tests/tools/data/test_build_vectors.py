"""The word vectors that ship are those that the script builds."""

import json

from helpers.embeddings import load_vectors
from tools.course import ROOT
from tools.data import build_vectors as builder

ABOUT = json.loads((ROOT / "data" / "glove" / "about.json").read_text(encoding="utf-8"))


def test_every_word_that_the_course_asked_for_is_there():
    vectors = load_vectors()
    wanted = builder.course_words()
    assert len(wanted) > 300 and "bank" in wanted and not any("#" in word for word in wanted)
    missing = sorted(wanted - set(vectors.words))
    assert not missing, f"run `make vectors` for: {', '.join(missing)}"
    assert ABOUT == {**builder.ABOUT, "words": ABOUT["words"], "sha256": ABOUT["sha256"]}
    # The most frequent words, and those asked for beyond them: nothing else.
    assert set(vectors.words[builder.MOST_FREQUENT :]) <= wanted
