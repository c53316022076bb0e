"""The lab of notebook 05: a head is muted, and another sentence is typed."""

import pytest

from .learner import (
    at_width,
    choice,
    choose,
    chosen,
    complaint,
    is_one,
    links,
    numbers,
    press,
    sentence,
    settled,
    texts,
    tick,
    type_into,
)

pytestmark = pytest.mark.parametrize("number", ["05-heads"])
HEADS = ("head 1", "head 2", "head 3", "head 4")


def test_a_muted_head_is_missing_in_the_output_alone(lab):
    before, output = {head: links(lab, head) for head in HEADS}, numbers(lab, "output")
    assert all(is_one(number for _, number in head["read"]) for head in before.values())
    tick(lab, "mute head 2")
    settled(lab)
    assert {head: links(lab, head) for head in HEADS} == before, "its weights and lines are still seen"
    assert "muted" in " ".join(texts(lab, "head 2")) and "muted" not in " ".join(texts(lab, "head 1"))
    after = numbers(lab, "output")
    assert len(after) > len(output), "with and without the head, one row each"
    assert set(after) - set(output), "the muted row has numbers of its own"
    assert "Head 2 is muted" in sentence(lab)
    tick(lab, "mute head 2")
    settled(lab)
    assert numbers(lab, "output") == output


@pytest.mark.parametrize("width", [1366, 1280, 800])
def test_each_mute_stands_beside_its_head(lab, width):
    """A wrapped line once put the box of head 2 beside the buttons of head 3."""
    try:
        at_width(lab.page, width, files=width > 800)
        for head in HEADS:
            place = choice(lab, head).bounding_box()
            box = lab.get_by_role("checkbox", name=f"mute {head}", exact=True).bounding_box()
            assert place["y"] < box["y"] + box["height"] / 2 < place["y"] + place["height"]
            assert 0 <= box["x"] - (place["x"] + place["width"]) < 20
    finally:
        at_width(lab.page, 1280)


def test_another_sentence_has_rows_of_its_own(lab):
    box, first = lab.get_by_placeholder("type a sentence"), settled(lab)
    type_into(box, "my old dog sleeps")
    settled(lab)
    assert complaint(lab) == ""
    for head in HEADS:
        seen = links(lab, head)
        assert [name for name, _ in seen["read"]] == ["my", "old", "dog", "sleeps"]
        assert seen["asking"] == chosen(lab, "who asks") == "old"
    choose(lab, "who asks", "sleeps")
    assert {links(lab, head)["asking"] for head in HEADS} == {"sleeps"}
    seen = settled(lab)
    type_into(box, "one two three four five six seven eight nine ten eleven twelve thirteen")
    settled(lab)
    assert "13 words" in complaint(lab)
    assert settled(lab) == seen, "the last picture stays"
    press(lab, "Reset")
    assert settled(lab) == first and complaint(lab) == ""
