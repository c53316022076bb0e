"""The lab of notebook 06: a head is trained, stopped in the middle, looked back at, and compared."""

import re

import pytest
from playwright.sync_api import expect

from tools.browser import kernel_answers, slider, until, whole_slider

from .computed import disagreements
from .learner import (
    ROUNDING,
    buttons,
    choose,
    chosen,
    complaint,
    numbers,
    picture,
    press,
    readout,
    readout_of,
    sentence,
    settled,
    slide,
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
    assert disagreements(lab, "learning") == []


def weights(lab):
    """The numbers above the bars."""
    return [float(text) for text in numbers(lab, "it reads") if re.fullmatch(r"\d\.\d\d", text)]


# How high the dark lines lie that stand for a kept run, each in the place of its bar; 0 where there is none.
KEPT = """lab => {
    const svg = [...lab.querySelectorAll('svg')].find(
        svg => svg.querySelector('title').textContent.startsWith('it reads'));
    const box = shape => shape.getBoundingClientRect(), of = kind => [...svg.querySelectorAll(kind)];
    const lines = of('line').map(line => ({y: box(line).y + box(line).height / 2,
        middle: box(line).x + box(line).width / 2, wide: box(line).width}));
    const widest = Math.max(...lines.map(line => line.wide));
    const wide = lines.filter(line => line.wide > widest - 1).map(line => line.y);
    const [ground, one] = [Math.max(...wide), Math.min(...wide)];
    const kept = lines.filter(line => line.wide < widest - 1);
    const bars = of('text').filter(text => /^\\d\\.\\d\\d$/.test(text.textContent))
        .map(text => box(text).x + box(text).width / 2);
    return bars.map(bar => {
        const line = kept.find(line => Math.abs(line.middle - bar) < 3);
        return line ? (ground - line.y) / (ground - one) : 0;
    });
}"""
# The curves of a kept run have one kind of dashes.
DASHED = """lab => lab.querySelectorAll('polyline[stroke-dasharray="5 4"]').length"""
# Where the upright line of the moment looked at stands in the chart: 0 at its left end, 1 at its right.
MARK = """lab => {
    const svg = [...lab.querySelectorAll('svg')].find(
        svg => svg.querySelector('title').textContent.startsWith('loss and'));
    const boxes = [...svg.querySelectorAll('line')].map(line => line.getBoundingClientRect());
    const [axis, mark] = boxes.filter(box => box.height > 100).sort((a, b) => a.x - b.x);
    const ground = boxes.reduce((low, box) => box.width > 100 && box.y > low.y ? box : low, {y: 0});
    return (mark.x - axis.x) / ground.width;
}"""


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
    slide(lab, "d_k", "64")
    slide(lab, "steps", "400")
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
    slide(lab, "d_k", "2")
    slide(lab, "steps", "50")
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
        assert lab.evaluate(MARK) == pytest.approx(int(step) / 100, abs=0.01)


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


def test_a_kept_run_is_seen_behind_the_next_one(lab):
    train(lab)
    first, key = weights(lab), re.findall(r": (\d\.\d\d)", " ".join(texts(lab, "loss and")))
    assert not any(lab.evaluate(KEPT)) and not lab.evaluate(DASHED) and len(key) == 3
    press(lab, "Keep")
    settled(lab)
    choose(lab, "task", "farm or wild")
    assert "The settings have changed" in sentence(lab)
    train(lab)
    assert weights(lab) != first
    assert lab.evaluate(KEPT) == pytest.approx(first, abs=2 * ROUNDING), "the lines across the bars"
    assert lab.evaluate(DASHED) == 3, "loss, and what is right of the learned and of the new words"
    said = " ".join(texts(lab, "it reads"))
    assert "farm or wild" in said and "lines: kept" in said
    assert re.findall(r"\(dashed (\d\.\d\d)\)", " ".join(texts(lab, "loss and"))) == key
    assert "In the kept run (tired or wide), after 100 steps" in sentence(lab)
    assert wrong(lab) == []
    press(lab, "Reset")
    settled(lab)
    assert "Not trained yet" in sentence(lab) and lab.locator("svg").count() == 2
    assert not any(lab.evaluate(KEPT)) and not lab.evaluate(DASHED)


def test_a_preset_does_not_choose_the_question(lab):
    choose(lab, "task", "land or water")
    for preset in buttons(lab):
        press(lab, preset)
        settled(lab)
        assert chosen(lab, "task") == "land or water"
        assert "land or water" in " ".join(texts(lab, "it reads"))


def test_a_learning_rate_of_0_is_refused_in_a_sentence(lab):
    train(lab)
    before = numbers(lab)
    slide(lab, "rate", "0")
    press(lab, "Train")
    until(lab.page, lambda: "with 0 nothing is learned" in complaint(lab), "it says why not")
    assert numbers(lab) == before, "the last run stays"
