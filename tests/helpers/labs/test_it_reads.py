"""The lab on example E5: what `it` reads with the published key, and with others."""

import numpy as np
import pytest
from scipy.special import softmax

from helpers.labs import it_reads
from helpers.labs.it_reads import it_reads_lab
from helpers.pictures import Bars
from tests.helpers.labs.seen import panels


def test_it_reads_shows_the_softmax_of_the_scaled_scores():
    lab = it_reads_lab()
    lab.set(a=2.0, b=-1.0, c=0.5, key=0.8)
    names, query, scores, weights = it_reads.attend(lab.state)
    np.testing.assert_allclose(query, [1.2, -0.5, 0.2])
    animal = names.index("animal")
    assert scores[animal] == pytest.approx((0.6 * 1.2 + 0.8 * -0.5 + 0.4 * 0.2) / 3**0.5)
    np.testing.assert_allclose(panels(lab, Bars)[0].heights, softmax(scores))
    np.testing.assert_allclose(weights, softmax(scores))


def test_with_the_published_key_animal_never_wins():
    """With the published key animal never wins and with another it can."""
    rng, lab = np.random.default_rng(0), it_reads_lab()
    for a, b, c in rng.uniform(-6, 6, size=(300, 3)):
        lab.set(a=a, b=b, c=c)
        assert "animal most" not in lab.picture.words_said
    lab.set(a=-2.0, b=6.0, c=-2.0, key=0.9)
    assert "reads animal most: 24" in lab.picture.words_said


def test_two_winners_are_called_two():
    lab = it_reads_lab()
    lab.set(a=0.0, b=0.0, c=0.0)
    assert "reads 8 words equally, 12.5 % each" in lab.picture.words_said
