"""The lab of notebook 06: a head is trained, stopped in the middle, looked back at, and compared."""

import re

import pytest
from playwright.sync_api import expect

from tools.browser import kernel_answers, slider, until, whole_slider

from .learner import (
    choose,
    complaint,
    numbers,
    picture,
    press,
    readout,
    readout_of,
    sentence,
    settled,
    texts,
    wrong,
)

pytestmark = pytest.mark.parametrize("number", ["06-learning"])
LOOK = "look at step"
MOMENT = 250  # ms from one to the next while it plays
PATIENCE = 60  # seconds; a training takes one or two on a computer that is not busy


def train(lab):
    """Train to the end."""
    press(lab, "Train")
    until(lab.page, lambda: sentence(lab).startswith("After"), "the training has ended", PATIENCE)
    settled(lab)


def weights(lab, which="it reads"):
    """The numbers above the bars."""
    return [float(text) for text in numbers(lab, which) if re.fullmatch(r"\d\.\d\d", text)]


def test_a_trained_head_reads_the_word_that_answers(lab):
    assert "Not trained yet" in sentence(lab)
    expect(lab.get_by_role("button", name="Stop", exact=True)).to_be_disabled()
    before = weights(lab)
    train(lab)
    assert re.match(r"After 100 steps it reads \d+ % adjective", sentence(lab))
    assert len(before) == len(weights(lab)) == 12 and max(weights(lab)) > 0.6 > max(before)
    assert readout(lab, LOOK) == "100" and complaint(lab) == ""
    assert wrong(lab) == []


def test_stop_ends_a_long_training_in_the_middle(lab):
    choose(lab, "d_k", "64")
    choose(lab, "steps", "400")
    press(lab, "Train")
    going = re.compile(r"Training: [1-9]\d* of 400")
    until(lab.page, lambda: going.match(sentence(lab)), "it trains, and is seen to", PATIENCE)
    press(lab, "Stop")
    until(lab.page, lambda: sentence(lab).startswith("Stopped after"), "it has stopped", PATIENCE)
    seen = settled(lab)
    done = int(re.match(r"Stopped after (\d+) of 400 steps", sentence(lab))[1])
    assert 0 < done < 400 and readout(lab, LOOK) == str(done)
    # The kernel wakes sleepers in their order: a step that still waited would come before this ends.
    kernel_answers(lab.page, "import asyncio; await asyncio.sleep(0.5)")
    assert settled(lab) == seen, "nothing comes after it"
    choose(lab, "d_k", "2")
    choose(lab, "steps", "50")
    assert "The settings have changed" in sentence(lab)
    train(lab)
    assert "After 50 steps" in sentence(lab) and complaint(lab) == ""


def test_the_arrow_keys_go_from_moment_to_moment(lab):
    train(lab)
    last = picture(lab)
    for key, step in (("ArrowLeft", "96"), ("Home", "0"), ("ArrowRight", "4"), ("End", "100")):
        slider(lab, LOOK).press(key)
        settled(lab)
        assert readout(lab, LOOK) == step
        assert ("At the start" if step == "0" else f"After {step} steps") in sentence(lab)
        assert (picture(lab) == last) == (step == "100")
        assert f"step {step}" in texts(lab, "loss, and")


def test_play_goes_on_by_itself_until_it_is_paused(lab):
    train(lab)
    slider(lab, LOOK).press("Home")
    settled(lab)
    play = lab.locator(".widget-play button").first
    play.click()
    expect(play.locator(".fa-pause")).to_be_visible()
    # The page itself presses as soon as it sees a 12: from outside it might come after the end.
    readout_of(whole_slider(lab, LOOK)).evaluate(
        """(readout, button) => new Promise(done => {
            const watch = setInterval(() => {
                if (Number(readout.textContent) < 12) return;
                clearInterval(watch);
                done(button.click());
            }, 20);
        })""",
        play.element_handle(),
    )
    expect(play.locator(".fa-play")).to_be_visible()
    settled(lab)
    paused = readout(lab, LOOK)
    # By the page's own clock: whatever still waited for the next moment would come before this.
    lab.evaluate(f"() => new Promise(done => setTimeout(done, {2 * MOMENT}))")
    settled(lab)
    assert readout(lab, LOOK) == paused != "100"


def test_a_kept_run_stands_above_the_next_one(lab):
    train(lab)
    first = weights(lab)
    press(lab, "Keep")
    settled(lab)
    press(lab, "farm or wild")
    settled(lab)
    assert "The settings have changed" in sentence(lab)
    train(lab)
    assert weights(lab, "kept: it reads") == first
    assert weights(lab, "now: it reads") != first
    assert "tired or wide" in " ".join(texts(lab, "kept: it reads"))
    assert "farm or wild" in " ".join(texts(lab, "now: it reads"))
    assert "In the kept run, after 100 steps" in sentence(lab)
    above, below = (
        lab.locator(f'svg:has(title:text("{which}: it reads"))').bounding_box() for which in ("kept", "now")
    )
    assert above["x"] == below["x"] and above["y"] + above["height"] <= below["y"]
    assert wrong(lab) == []
    press(lab, "Reset")
    settled(lab)
    assert "Not trained yet" in sentence(lab) and lab.locator("svg").count() == 3


def test_a_learning_rate_of_0_is_refused_in_a_sentence(lab):
    train(lab)
    before = numbers(lab)
    choose(lab, "rate", "0")
    press(lab, "Train")
    until(lab.page, lambda: "with 0 nothing is learned" in complaint(lab), "it says why not")
    assert numbers(lab) == before, "the last run stays"
