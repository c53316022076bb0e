"""The lab of notebook 06: it trains, stops, keeps and compares; what it shows is calculated again here."""

import asyncio
import math
import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from helpers.labs import learning
from helpers.labs.learning import PRESETS, learning_lab, runs
from helpers.labs.learning.background import Background
from helpers.learning import QUESTIONS, TEST, Adam, Moment, forward, new_head, three_questions, train
from helpers.pictures import Bars, Curves, to_html
from helpers.pictures.shapes import Text
from tests.helpers.labs.seen import PAGE, hidden, marked, panels, row_width
from tests.layout import check_layout

QUICK = {"d_k": 2, "steps": 50}
NAMES = ["loss", "right, learned", "right, new words"]


def control(lab, trait, kind="Slider"):
    found = [c.widget for c in lab.controls if c.trait == trait]
    return next(w for w in found if kind in type(w).__name__) if len(found) > 1 else found[0]


def read_off(chart):
    """What the curves say at the step that is looked at."""
    assert [str(curve.name) for curve in chart.curves] == NAMES
    return [chart.reading(curve)[1] for curve in chart.curves]


def texts(panel):
    return [shape.text for shape in panel.drawn().shapes if isinstance(shape, Text)]


def seen_numbers(seen):
    return [seen.loss, seen.learned, seen.held_out]


def said(lab):
    return lab.picture.words_said


def trained(**settings):
    lab = learning_lab()
    lab.set(**{**QUICK, **settings})
    lab.train()
    assert lab.failures == []
    return lab


def in_a_loop(work):
    """Run an async test, and let no task of it fail unseen."""

    async def whole():
        lost = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: lost.append(context))
        await work()
        assert lost == []

    # Not `asyncio.run`: where another test has brought nest_asyncio, that one leaves tasks behind.
    # In a thread of its own: at its end `run` drops the loop of its thread, and that of the main thread may
    # be the one of another test's kernel. Dropped unclosed, it warns in whatever test collects it.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.runners.run, whole()).result()


async def until(true):
    for _ in range(2000):
        if true():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("It did not come to that.")


# --- what is shown --------------------------------------------------------------------------------


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("scaled", [True, False])
def test_every_number_shown_is_that_of_a_training_by_hand(question, scaled):
    lab = trained(question=question, scaled=scaled, seed=3)
    rng = np.random.default_rng(100)
    learn, test = three_questions(rng, 400)[question].batch, three_questions(rng, 400, TEST)[question].batch
    head = new_head(np.random.default_rng(3), 50, 2, 2)
    *_, last = train(head, learn, Adam(0.03), 50, test, scaled)
    weights = forward(last.parameters, test, scaled).weights.mean(axis=0)
    (bars,), (chart,) = panels(lab, Bars), panels(lab, Curves)
    np.testing.assert_allclose(bars.heights, weights, atol=1e-12)
    three = [last.loss, last.accuracy, last.held_out]
    np.testing.assert_allclose(read_off(chart), three, atol=1e-12)
    assert chart.now == 50 and bars.before == () and chart.before is None
    key = [f"{name}: {value:.2f}" for name, value in zip(NAMES, three, strict=True)]
    assert [text for text in texts(chart) if ": " in text] == key
    pattern = ["the", "ANIMAL", "did", "not", "cross", "the", "PLACE", "because", "it", "was", "too", "ADJ"]
    kind = {"ANIMAL": "animal", "PLACE": "place", "ADJ": "adjective"}
    shares = {}
    for word, weight in zip(pattern, weights, strict=True):
        name = kind.get(word, "other words")
        shares[name] = shares.get(name, 0) + weight
    most = max(shares, key=shares.get)
    assert said(lab) == (
        f"After 50 steps it reads {100 * shares[most]:.0f} % {most}, and {100 * last.held_out:.0f} % of the "
        "400 sentences with new words are right (chance: 50 %)."
    )


def test_places_with_a_role_are_where_sentences_differ():
    """The places that have a kind are those where sentences differ."""
    sentences = runs.data()[QUESTIONS[0]][1].sentences
    differ = [len({sentence[place] for sentence in sentences}) > 1 for place in range(12)]
    assert [kind != runs.OTHER for kind in runs.kinds_of_words()] == differ
    assert [kind for kind in runs.kinds_of_words() if kind != runs.OTHER] == ["animal", "place", "adjective"]
    (bars,) = panels(learning_lab(), Bars)
    shown = [str(name).split(" (")[0] for name in bars.names]
    assert tuple(shown) in sentences and "(example words)" in bars.title
    coloured = [name.slot for name in bars.names if name.slot is not None]
    assert len(coloured) == len(set(coloured)) == 4, "the three that differ, and `it`"


def test_each_moment_has_its_own_bars_mark_and_numbers():
    lab = trained()
    steps = [seen.step for seen in lab.state.run.seen]
    assert steps[0] == 0 and steps[-1] == 50 and 20 <= len(steps) <= 40
    slider, drawn = control(lab, "at"), set()
    for place, seen in enumerate(lab.state.run.seen):
        slider.value = place
        (bars,), (chart,) = panels(lab, Bars), panels(lab, Curves)
        assert len(lab.picture.panels) == 2
        assert bars.heights == seen.weights and sum(bars.heights) == pytest.approx(1)
        assert chart.now == seen.step and chart.x == tuple(steps)
        assert read_off(chart) == seen_numbers(seen)
        for name, value in zip(NAMES, seen_numbers(seen), strict=True):
            assert f"{name}: {value:.2f}" in texts(chart)
        assert ("At the start" if seen.step == 0 else f"After {seen.step} step") in said(lab)
        drawn.add(lab.svg)
    assert len(drawn) == len(steps) and lab.failures == []
    for curve, field in zip(chart.curves, ("loss", "learned", "held_out"), strict=True):
        assert curve.values == tuple(getattr(seen, field) for seen in lab.state.run.seen)


@pytest.mark.parametrize("steps", [s for s in learning.STEPS if s > 10])
def test_a_longer_training_shows_20_to_40_moments_too(steps):
    assert 20 <= len(list(runs.start(runs.Settings(QUESTIONS[0], 0.03, 1, True, steps, 0)))) <= 40


def test_before_any_training_the_new_head_is_shown():
    lab = learning_lab()
    assert said(lab).startswith("Not trained yet: press Train for 100 steps with learning rate 0.03.")
    (bars,) = panels(lab, Bars)
    test = runs.data()[QUESTIONS[0]][1].batch
    head = new_head(np.random.default_rng(1), 50, 8, 2)
    np.testing.assert_allclose(bars.heights, forward(head, test).weights.mean(axis=0))
    assert hidden(lab) == {"at"}
    assert lab._stop_button.disabled and lab._keep_button.disabled and not lab._train_button.disabled
    assert lab.picture.in_words() and to_html(lab.picture).count("<svg") == 2
    assert repr(lab) == "Lab('learning')"


# --- controls -------------------------------------------------------------------------------------


@pytest.mark.parametrize("trait", ["question", "rate", "d_k", "scaled", "steps", "seed"])
def test_every_control_goes_to_both_ends_and_train_is_named(trait):
    """Every control goes to both ends and says that train starts anew."""
    lab = trained(d_k=4, seed=5)
    widget, start, before = control(lab, trait), getattr(lab.state, trait), lab.picture.panels
    if hasattr(widget, "options"):
        ends = [option[1] for option in widget.options]
    else:
        ends = [widget.min, widget.max] if hasattr(widget, "min") else [False, True]
    for end in ends:
        widget.value = end
        assert getattr(lab.state, trait) == end and lab.problem == "" and lab.failures == []
        assert ("The settings have changed: Train starts anew" in said(lab)) == (end != start)
        assert lab.picture.panels == before, "the run stays until the next one"
    widget.value = ends[-1]
    lab.train()
    assert lab.problem == "" and lab.failures == [] and "settings have changed" not in said(lab)
    assert getattr(lab.state.run.settings, trait) == ends[-1]


def test_presets_set_controls_and_do_not_train():
    lab = trained()
    run = lab.state.run
    lab.keep()
    for name, button in lab._preset_buttons.items():
        button.click()
        assert {trait: getattr(lab.state, trait) for trait in PRESETS[name]} == PRESETS[name]
        assert lab.state.run is run and lab.state.kept is run and lab.problem == ""
        assert marked(lab) == [name]


def test_presets_leave_the_question():
    """A question is chosen by its button; what a preset sets can then be tried with each of them."""
    lab = learning_lab()
    assert not any("question" in values for values in PRESETS.values())
    for question, button in zip(QUESTIONS, control(lab, "question")._buttons, strict=True):
        button.click()
        assert button.description == lab.state.question == question
        for name in PRESETS:
            lab.press(name)
            assert lab.state.question == lab.state.settings.question == question and lab.problem == ""
    lab.reset()
    assert lab.state.question == QUESTIONS[0]


def test_what_the_presets_are_for():
    lab, right = learning_lab(), {}
    for name in (*QUESTIONS, *PRESETS):
        lab.reset()
        if name in QUESTIONS:
            lab.set(question=name)
        else:
            lab.press(name)
        lab.train()
        assert lab.failures == [] and lab.problem == ""
        right[name] = lab.state.run.seen[-1].held_out
    assert min(right[question] for question in QUESTIONS) > 0.7
    assert right["d_k 64, not divided"] < 0.65 < 0.8 < right["d_k 64"]
    assert right["rate 1"] < 0.55, "no better than chance"


def test_play_goes_from_moment_to_moment_and_follows_the_slider():
    lab = trained()
    play, slider = control(lab, "at", "Play"), control(lab, "at")
    last = len(lab.state.run.seen) - 1
    assert (play.min, play.max, play.value, play.interval) == (0, last, last, 250)
    for place in (0, 1, 2):
        play.value = place
        assert slider.value == place and panels(lab, Bars)[0].heights == lab.state.run.seen[place].weights
    slider.value = 7
    assert play.value == 7
    lab.set(at=10_000)  # beyond the end is the end
    assert play.value == slider.value == last and lab.problem == ""


def test_two_trainings_with_one_seed_are_equal():
    """Two trainings with one seed are equal and another seed differs."""
    assert trained(seed=4).state.run == trained(seed=4).state.run
    assert trained(seed=4).state.run.seen != trained(seed=5).state.run.seen


def test_reset_forgets_the_runs():
    lab = learning_lab()
    first = lab.picture
    lab.train()
    lab.keep()
    lab.set(d_k=64)
    lab.reset()
    assert lab.picture == first and lab.state.run is None and lab.state.kept is None
    assert lab._progress.value == 0 and lab._keep_button.disabled


def test_a_kept_run_is_drawn_in_the_charts_of_the_next_one():
    """At the same step: a line across each bar, and dashed curves up to their own mark."""
    lab = trained(steps=10)
    lab._keep_button.click()
    lab.set(question=QUESTIONS[1], steps=50)
    lab._train_button.click()
    kept, now = lab.state.kept, lab.state.run
    assert kept.settings.question == QUESTIONS[0] and now.settings.question == QUESTIONS[1]
    assert [[type(panel) for panel in column] for column in lab.picture.columns] == [[Bars], [Curves]]
    for place, seen in enumerate(now.seen):
        lab.set(at=place)
        then = max((s for s in kept.seen if s.step <= seen.step), key=lambda s: s.step)
        (bars,), (chart,) = panels(lab, Bars), panels(lab, Curves)
        assert (bars.before, bars.heights) == (then.weights, seen.weights)
        assert bars.note.startswith("farm or wild, 50 steps") and bars.note.endswith("; lines: kept")
        assert "tired or wide, 10 steps" in chart.before.title and chart.note.endswith("dashed: kept")
        assert (chart.before.now, chart.now) == (then.step, seen.step)
        assert read_off(chart.before) == seen_numbers(then) and read_off(chart) == seen_numbers(seen)
        for name, value, was in zip(NAMES, seen_numbers(seen), seen_numbers(then), strict=True):
            assert f"{name}: {value:.2f} (dashed {was:.2f})" in texts(chart)
        assert f" In the kept run (tired or wide), after {runs.in_steps(then.step)}, " in said(lab)
        assert f", {100 * then.held_out:.0f} % are right." in said(lab)
    for curve, field in zip(chart.before.curves, ("loss", "learned", "held_out"), strict=True):
        assert curve.values == tuple(getattr(s, field) for s in kept.seen)
    assert chart.before.x == tuple(s.step for s in kept.seen)
    assert lab.svg.count("<svg") == 2


def test_a_kept_run_with_the_same_question_is_not_named_by_it():
    lab = trained(steps=10)
    lab.keep()
    lab.set(seed=2)
    lab.train()
    held_out = 100 * lab.state.kept.seen[-1].held_out
    assert f" In the kept run, after 10 steps, {held_out:.0f} % are right." in said(lab)


LONGEST = {"question": "land or water", "rate": 1000.0, "d_k": 64, "scaled": False, "steps": 400, "seed": 20}


@pytest.mark.parametrize("now", [{"rate": 0.001}, {"question": "tired or wide"}], ids=str)
def test_two_runs_with_the_longest_settings_fit(now):
    """The charts of two runs stand side by side, and no text is cut or covered, at any moment."""
    lab = trained(**{**LONGEST, "d_k": 16, "steps": 100})
    lab.keep()
    lab.set(**{**LONGEST, "d_k": 16, "steps": 100, **now})
    lab.train()
    lab.state.kept = lab.state.kept._replace(settings=runs.Settings(**LONGEST))
    lab.state.run = lab.state.run._replace(settings=runs.Settings(**{**LONGEST, **now}))
    for place in range(len(lab.state.run.seen)):
        lab.set(at=place)
        assert lab.problem == "" and lab.failures == []
        assert row_width(lab.picture) <= PAGE
        for panel in lab.picture.panels:
            check_layout(panel.drawn())


# --- bad input ------------------------------------------------------------------------------------


def test_there_is_nothing_to_keep_before_a_run():
    lab = learning_lab()
    lab.keep()
    assert lab.problem.startswith("There is no finished run to keep") and lab.state.kept is None


def test_a_learning_rate_of_0_is_refused_and_the_last_run_stays():
    lab = trained()
    run, panels_before = lab.state.run, lab.picture.panels
    lab.set(rate=0.0)
    lab.train()
    assert "with 0 nothing is learned" in lab.problem and lab.failures == []
    assert lab.state.run is run and lab.picture.panels == panels_before
    lab.set(rate=0.03)
    lab.train()
    assert lab.problem == ""


@pytest.mark.parametrize(
    "bad", [{"rate": math.nan}, {"d_k": 3}, {"steps": -1}, {"steps": 7}, {"seed": -1}, {"seed": 21},
            {"seed": math.nan}, {"question": "x"}, {"at": -1}, {"rate": "0.03"}, {"run": 3}]
)  # fmt: skip
def test_what_there_is_not_is_refused_in_words(bad):
    lab = trained()
    before, picture = lab.state.trait_values(), lab.picture
    lab.set(**bad)
    assert lab.problem and lab.failures == []
    assert lab.state.trait_values() == before and lab.picture == picture


def test_a_loss_that_grows_is_named():
    lab = trained(rate=1000.0)
    first, last = lab.state.run.seen[0].loss, lab.state.run.seen[-1].loss
    assert last > first and math.isfinite(last)
    assert "The loss went up to" in said(lab)
    assert "the steps are too large. Try a tenth of the learning rate." in said(lab)
    assert panels(lab, Curves)[0].note == "a loss above 1 is drawn at the edge"
    assert "larger" not in said(trained())


def test_a_loss_without_end_ends_the_run_with_a_sentence(monkeypatch):
    """A loss that is no longer finite ends the run with its sentence."""

    def breaks(head, *args, **options):
        yield Moment(0, head, 0.7, 0.5, math.nan)
        yield Moment(4, head, 0.6, 0.5, math.nan)
        raise ValueError("After 5 steps the loss is no longer a finite number: the steps are too large.")

    lab = trained()
    monkeypatch.setattr(runs, "train", breaks)
    lab.train()
    assert lab.failures == [] and [seen.step for seen in lab.state.run.seen] == [0, 4]
    assert said(lab).startswith("After 5 steps the loss is no longer a finite number")
    assert not lab._keep_button.disabled and lab._stop_button.disabled
    monkeypatch.undo()
    lab.train()
    assert said(lab).startswith("After 50 steps")


def test_an_error_in_the_middle_leaves_the_moments_so_far(monkeypatch):
    """An error of ours or an interrupt in the middle leaves the moments so far."""
    for error, state in ((ZeroDivisionError("oh"), "Something went wrong"), (KeyboardInterrupt(), "stopped")):

        def breaks(head, *args, error=error, **options):
            yield Moment(0, head, 0.7, 0.5, math.nan)
            yield Moment(4, head, 0.6, 0.5, math.nan)
            raise error

        lab = learning_lab()
        with monkeypatch.context() as patch:
            patch.setattr(runs, "train", breaks)
            lab.train()
        assert [seen.step for seen in lab.state.run.seen] == [0, 4]
        assert lab.state.run.state.startswith(state)
        assert lab.failures == ([error] if isinstance(error, ZeroDivisionError) else [])
        lab.train()
        assert said(lab).startswith("After 100 steps")


def test_no_steps_and_a_d_k_of_1():
    lab = trained(steps=0)
    assert said(lab).startswith("With 0 steps nothing is learned. At the start it reads")
    assert len(lab.state.run.seen) == 1 and lab._progress.description == "0 of 0"
    lab = trained(d_k=1)
    assert lab.problem == "" and len(lab.state.run.seen) > 20


# --- Train and Stop in a loop, as in a kernel -----------------------------------------------------


def test_in_a_loop_train_goes_on_by_and_by_and_stop_ends_it():
    async def work():
        lab = learning_lab()
        lab.set(d_k=64, steps=400)
        lab._train_button.click()
        assert len(lab.state.run.seen) == 1, "Train comes back at once"
        await until(lambda: len(lab.state.run.seen) > 3)
        assert re.match(r"Training: \d+ of 400 steps\. ", said(lab))
        assert 0 < lab._progress.value < 400 == lab._progress.max
        assert lab.state.at == len(lab.state.run.seen) - 1, "the newest moment is shown"
        assert not lab._stop_button.disabled and lab._keep_button.disabled
        lab._stop_button.click()
        run = lab.state.run
        last = run.seen[-1].step
        assert run.state == runs.STOPPED and said(lab).startswith(f"Stopped after {last} of 400 steps. ")
        assert lab._stop_button.disabled and not lab._keep_button.disabled
        await asyncio.sleep(0.2)
        assert lab.state.run is run, "and nothing comes after it"
        lab._stop_button.click()  # a second time it does nothing
        lab.set(at=1)
        lab.keep()
        assert lab.failures == [] and lab.problem == "" and lab.state.kept is run

    in_a_loop(work)


def test_in_a_loop_the_run_is_the_same_as_at_once():
    async def work():
        lab = learning_lab()
        lab.set(**QUICK)
        lab.train()
        await until(lambda: lab.state.run.state == runs.DONE)
        found.append(lab.state.run)

    found = []
    in_a_loop(work)
    assert found == [trained().state.run]


def test_a_second_press_stops_the_old_run_and_says_so():
    async def work():
        lab = learning_lab()
        lab.set(d_k=16, steps=400)
        lab.train()
        await until(lambda: len(lab.state.run.seen) > 2)
        lab.set(seed=9, steps=50)
        assert "Train stops this run and starts anew" in said(lab)
        lab.train()
        assert said(lab).startswith("The run before was stopped. Training: 0 of 50 steps.")
        await until(lambda: lab.state.run.state != runs.GOING)
        assert lab.state.run.settings.seed == 9 and lab.state.run.state == runs.DONE
        assert [seen.step for seen in lab.state.run.seen] == list(range(0, 51, 2)), "no moment of the old run"
        assert said(lab).startswith("The run before was stopped. After 50 steps") and lab.failures == []

    in_a_loop(work)


def test_a_refused_press_leaves_a_run_that_is_going_alone():
    async def work():
        lab = learning_lab()
        lab.set(**QUICK)
        lab.train()
        lab.set(rate=0.0)
        lab.train()
        lab.keep()
        assert "no finished run to keep yet" in lab.problem and lab.state.kept is None
        lab.train()
        assert "with 0 nothing is learned" in lab.problem
        await until(lambda: lab.state.run.state == runs.DONE)
        assert lab.state.run.seen[-1].step == 50
        assert "with 0 nothing is learned" in lab.problem, "the learner can still read it"
        lab.set(rate=0.03)
        assert lab.problem == ""

    in_a_loop(work)


def test_controls_moved_while_it_trains_and_reset_do_no_harm():
    async def work():
        lab = learning_lab()
        lab.train()
        for trait in ("question", "rate", "d_k", "steps"):
            for text, value in control(lab, trait).options:
                control(lab, trait).value = value
                await asyncio.sleep(0)
                assert lab.failures == [] and getattr(lab.state, trait) == value, text
        await until(lambda: len(lab.state.run.seen) > 3)
        control(lab, "at").value = 1
        await until(lambda: len(lab.state.run.seen) > 6 or lab.state.run.state == runs.DONE)
        assert lab.state.at == 1, "who looks back is not taken away"
        for preset in PRESETS:
            lab.press(preset)
        lab.reset()
        await asyncio.sleep(0.1)
        assert lab.state.run is None and lab.failures == [] and said(lab).startswith("Not trained yet")

    in_a_loop(work)


def test_a_loop_that_ends_stops_the_run():
    async def work():
        lab = learning_lab()
        lab.set(d_k=64, steps=400)
        lab.train()
        await until(lambda: len(lab.state.run.seen) > 1)
        labs.append(lab)

    labs = []
    in_a_loop(work)
    assert labs[0].state.run.state == runs.STOPPED and labs[0].failures == []


def test_background_work_stopped_by_its_own_part_takes_no_more():
    taken, ends = [], []
    work = Background(iter(range(10)), lambda n: (taken.append(n), n == 3 and work.stop()), ends.append)
    work.start()
    assert taken == [0, 1, 2, 3] and not work.running
    assert [type(end) for end in ends] == [asyncio.CancelledError]


def test_chance_is_one_of_all_choices(monkeypatch):
    settings = learning_lab().state.settings
    assert runs.chance(settings) == 0.5
    monkeypatch.setattr(runs, "_choices", lambda settings: ("a", "b", "c"))
    assert runs.chance(settings) == pytest.approx(1 / 3)


def test_two_runs_that_differ_in_their_steps_look_different():
    settings = learning_lab().state.settings
    assert "100 steps" in str(settings) and str(settings) != str(settings._replace(steps=50))


def test_with_rate_0_or_no_steps_it_does_not_say_press_train():
    for refused in ({"rate": 0.0}, {"steps": 0}):
        lab = learning_lab()
        lab.set(**refused)
        assert said(lab).startswith("Not trained yet. ") and "press Train" not in said(lab)


def test_a_jump_on_the_way_is_named():
    lab = trained(question="tired or wide", rate=1.0, d_k=8, steps=100, seed=1)
    losses = [seen.loss for seen in lab.state.run.seen]
    assert losses[-1] < losses[0] < max(losses) / 3
    assert "the steps are too large" in said(lab)


def test_a_slider_that_has_come_back_is_not_built_again():
    """The keyboard would lose its place at the first move."""
    lab, built = learning_lab(), []
    lab.type_numbers()
    lab.train()
    lab.type_numbers(False)
    lab._hands.observe(lambda change: built.append(change), "children")
    lab.set(at=3)
    assert built == [] and lab.failures == []
    lab.set(steps=10)
    lab.train()
    assert built, "a new run has other moments"
