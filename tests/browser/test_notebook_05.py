"""The lab of notebook 05: a head is muted, and another sentence is typed."""

import pytest

from .learner import complaint, numbers, press, sentence, settled, table, texts, tick, type_into, weights

pytestmark = pytest.mark.parametrize("number", ["05-heads"])
HEADS = ("head 1", "head 2", "head 3", "head 4")


def test_a_muted_head_is_missing_in_the_output_alone(lab):
    before, output = {head: weights(lab, head) for head in HEADS}, numbers(lab, "output")
    tick(lab, "mute head 2")
    settled(lab)
    assert {head: weights(lab, head) for head in HEADS} == before
    assert "muted" in " ".join(texts(lab, "head 2")) and "muted" not in " ".join(texts(lab, "head 1"))
    after = numbers(lab, "output")
    assert len(after) > len(output), "with and without the head, one row each"
    assert set(after) - set(output), "the muted row has numbers of its own"
    assert "Head 2 is muted" in sentence(lab)
    tick(lab, "mute head 2")
    settled(lab)
    assert numbers(lab, "output") == output


def test_another_sentence_has_rows_of_its_own(lab):
    box, first = lab.get_by_placeholder("type a sentence"), settled(lab)
    type_into(box, "my old dog sleeps")
    settled(lab)
    assert complaint(lab) == ""
    for head in HEADS:
        assert [row for row, _ in table(lab, head)["rows"]] == ["my", "old", "dog", "sleeps"]
    seen = settled(lab)
    type_into(box, "one two three four five six seven")
    settled(lab)
    assert "7 words" in complaint(lab)
    assert settled(lab) == seen, "the last picture stays"
    press(lab, "Reset")
    assert settled(lab) == first and complaint(lab) == ""
