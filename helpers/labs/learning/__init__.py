"""The lab of notebook 06: a head of attention is trained, and the learner watches what it reads."""

from __future__ import annotations

import asyncio
from typing import Any

import ipywidgets as widgets
import traitlets

from helpers.arrays import spaced
from helpers.labs.learning.background import Background
from helpers.labs.learning.panels import ASKS, curves_panel, example, reads_panel
from helpers.labs.learning.runs import (
    DONE,
    GOING,
    N_SENTENCES,
    OTHER,
    STOPPED,
    Run,
    Settings,
    Snapshot,
    chance,
    in_steps,
    kinds_of_words,
    reads,
    start,
    untrained,
)
from helpers.learning import QUESTIONS
from helpers.pictures import Picture, Said, Word
from helpers.widgets import Lab, buttons, option_slider, player, switch, whole_slider

__all__ = ["learning_lab"]

RATES = (0.0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 1000.0)
SIZES = (1, 2, 4, 8, 16, 64)
STEPS = (0, 10, 50, 100, 200, 400)
START: dict[str, Any] = {"rate": 0.03, "d_k": 8, "scaled": True, "steps": 100, "seed": 1}
PRESETS = {
    "d_k 64": {**START, "d_k": 64},
    "d_k 64, not divided": {**START, "d_k": 64, "scaled": False},
    "rate 1": {**START, "rate": 1.0},
}


class LearningState(traitlets.HasTraits):
    """All that the learner can change, the last run, the one that was kept, and the moment looked at."""

    question = traitlets.Enum(QUESTIONS, QUESTIONS[0])
    rate = traitlets.Enum(RATES, START["rate"])
    d_k = traitlets.Enum(SIZES, START["d_k"])
    scaled = traitlets.Bool(START["scaled"])
    steps = traitlets.Enum(STEPS, START["steps"])
    seed = traitlets.Int(START["seed"], min=0, max=20)
    at = traitlets.Int(0, min=0)  # the place of a moment in the run
    run = traitlets.Instance(Run, allow_none=True)
    kept = traitlets.Instance(Run, allow_none=True)

    @property
    def settings(self) -> Settings:
        """What the next run will be like."""
        return Settings(self.question, self.rate, self.d_k, self.scaled, self.steps, self.seed)

    @property
    def shown(self) -> Run:
        """The last run, or before the first one a head that has learned nothing."""
        return self.run or untrained(self.settings)


def learning_lab() -> LearningLab:
    """The lab, as notebook 06 shows it: not trained yet."""
    state = LearningState()
    controls = [
        buttons(state, "question", "task", [(name, name) for name in QUESTIONS]),
        switch(state, "scaled", "divide by sqrt(d_k)"),
        whole_slider(state, "seed", "seed"),
        option_slider(state, "rate", "rate", [(spaced(rate), rate) for rate in RATES]),
        option_slider(state, "d_k", "d_k", [(str(size), size) for size in SIZES]),
        option_slider(state, "steps", "steps", [(str(steps), steps) for steps in STEPS]),
        option_slider(state, "at", "look at step", _moments, even=True),
        player(state, "at", lambda state: len(state.shown.seen) - 1),
    ]
    return LearningLab("learning", state, draw, controls, PRESETS, ("question", "at", "run", "kept"), lines=3)


def _moments(state: LearningState) -> list[tuple[str, int]]:
    return [(str(seen.step), place) for place, seen in enumerate(state.shown.seen)]


class LearningLab(Lab[LearningState]):
    """A lab with work that takes a while: Train begins it, Stop ends it, Keep keeps what it gave."""

    _work: Background | None = None
    _moments_on_slider = 1

    def train(self) -> None:
        """Train a new head with the present settings. In a kernel it goes on by and by, else at once."""
        self._guarded(self._train)

    def stop(self) -> None:
        """End the training; the moments so far stay."""
        if self._work is not None:
            self._work.stop()

    def keep(self) -> None:
        """Keep the run that is shown, to compare the next one with it."""
        self._guarded(self._keep)

    def type_numbers(self, typing: bool = True) -> None:
        back = self._typing and not typing
        super().type_numbers(typing)
        if back:  # the browser has just built the slider: once more, and the keyboard would lose its place
            self._moments_on_slider = len(self.state.shown.seen)

    def reset(self) -> None:
        """Go back to how the lab began, without any run."""
        self.stop()
        super().reset()

    def _train(self) -> None:
        settings = self.state.settings
        moments = start(settings)  # refuses a bad setting before anything is lost
        first = next(moments)
        stopped = self._work is not None and self._work.running
        self.stop()
        before = "The run before was stopped. " if stopped else ""
        self._apply({"run": Run(settings, (first,), GOING, before), "at": 0})
        self._work = Background(moments, self._take, self._end)
        self._work.start()

    def _take(self, seen: Snapshot) -> None:
        """One more moment; whoever looks at the newest one goes on to it."""
        run, at = self.state.run, self.state.at
        if run is None:  # somebody took it away
            self.stop()
            return
        new = len(run.seen) if at >= len(run.seen) - 1 else at
        self._go_on(run=run._replace(seen=(*run.seen, seen)), at=new)

    def _go_on(self, **values: Any) -> None:
        """Show what the training has brought, and leave a refusal where the learner can still read it."""
        problem = self.problem
        self._apply(values)
        if problem and not self.problem:
            self._say(problem)

    def _end(self, how: BaseException | None) -> None:
        if how is None:
            state = DONE
        elif isinstance(how, (asyncio.CancelledError, KeyboardInterrupt)):
            state = STOPPED
        elif isinstance(how, ValueError):
            state = str(how)
        else:
            self.failures.append(how)  # type: ignore[arg-type]
            state = f"Something went wrong in this lab ({type(how).__name__}: {how})."
        if self.state.run is not None:
            self._go_on(run=self.state.run._replace(state=state))
        elif state not in (DONE, STOPPED):
            self._say(state)

    def _keep(self) -> None:
        if self.state.run is None or self.state.run.state == GOING:
            raise ValueError("There is no finished run to keep yet: press Train, and Keep when it has ended.")
        self._apply({"kept": self.state.run})

    def _controls(self) -> list[widgets.Widget]:
        room = widgets.Layout(width="auto")
        self._train_button = widgets.Button(description="Train", button_style="success", layout=room)
        self._stop_button = widgets.Button(description="Stop", layout=room)
        self._keep_button = widgets.Button(description="Keep", layout=room)
        self._train_button.on_click(lambda _: self.train())
        self._stop_button.on_click(lambda _: self.stop())
        self._keep_button.on_click(lambda _: self.keep())
        self._progress = widgets.IntProgress(
            min=0, max=1, style={"description_width": "84px"}, layout=widgets.Layout(width="200px")
        )
        self._progress.tooltip = "how far the training has come"
        hands = widgets.HBox([self._train_button, self._stop_button, self._keep_button])
        *settings, look, play = super()._controls()
        return [*settings, hands, self._progress, look, play]

    def _redraw(self) -> None:
        run, shown = self.state.run, self.state.shown
        self._stop_button.disabled = run is None or run.state != GOING
        self._keep_button.disabled = run is None or run.state == GOING
        done, steps = shown.seen[-1].step, shown.settings.steps
        self._progress.max, self._progress.value = max(1, steps), done
        self._progress.description = f"{done} of {steps}"
        super()._redraw()
        self._renew_slider(shown)

    def _renew_slider(self, shown: Run) -> None:
        """Let the browser build the slider anew: the key End goes where its end was when it was built."""
        if self._typing:
            return  # there is none
        if shown.state != GOING and len(shown.seen) != self._moments_on_slider:
            self._moments_on_slider = len(shown.seen)
            hands = self._hands.children
            self._hands.children, self._hands.children = hands[:-2], hands


# -- the picture -----------------------------------------------------------------------------


def draw(state: LearningState) -> Picture:
    """What `it` reads at the moment looked at, and the way there; a kept run in the same charts."""
    run = state.shown
    now = run.at(state.at)
    then = None if state.kept is None else (state.kept, state.kept.at_step(now.step))
    columns = ((reads_panel(run, now, then),), (curves_panel(run, now, then),))
    return Picture("a head learns what to read", columns, _say(state, run, now))


# -- the sentence ----------------------------------------------------------------------------


def _say(state: LearningState, run: Run, now: Snapshot) -> Said:
    said: list[str | Word] = [_how_it_stands(state, run)]
    said += [f"After {in_steps(now.step)} " if now.step else "At the start ", *_says_reading(run, now)]
    if state.kept is not None:
        then = state.kept.at_step(now.step)
        question = state.kept.settings.question
        other = "" if question == run.settings.question else f" ({question})"
        said.append(
            f" In the kept run{other}, after {in_steps(then.step)}, {100 * then.held_out:.0f} % are right."
        )
    if run.state == DONE and run.jumped:
        said.append(
            f" The loss went up to {_short(run.highest_loss)}; at the start it was "
            f"{_short(run.seen[0].loss)}: the steps are too large. Try a tenth of the learning rate."
        )
    if run.settings != state.settings:
        stops = "stops this run and starts" if run.state == GOING else "starts"
        said.append(f" The settings have changed: Train {stops} anew with them.")
    return tuple(said)


def _how_it_stands(state: LearningState, run: Run) -> str:
    if state.run is None:
        if not (state.rate and state.steps):  # Train would refuse it, or do nothing
            return "Not trained yet. "
        rate = f"learning rate {spaced(state.rate)}"
        return f"Not trained yet: press Train for {in_steps(state.steps)} with {rate}. "
    last = run.seen[-1].step
    if run.state == GOING:
        return f"{run.before}Training: {last} of {in_steps(run.settings.steps)}. "
    if run.state == STOPPED:
        return f"{run.before}Stopped after {last} of {in_steps(run.settings.steps)}. "
    if run.state != DONE:
        return f"{run.state} "
    return run.before + ("With 0 steps nothing is learned. " if last == 0 else "")


def _says_reading(run: Run, now: Snapshot) -> Said:
    shares = reads(now.weights)
    most = max(shares, key=lambda kind: shares[kind])
    slots = {
        kind: label.slot for kind, label in zip(kinds_of_words(), example(), strict=True) if kind != OTHER
    }
    it = next(label for label in example() if str(label) == ASKS)
    return (
        it, f" reads {100 * shares[most]:.0f} % ", Word(most, slots.get(most)),
        f", and {100 * now.held_out:.0f} % of the {N_SENTENCES} sentences with new words are right "
        f"(chance: {100 * chance(run.settings):.0f} %).",
    )  # fmt: skip


def _short(loss: float) -> str:
    return spaced(float(f"{loss:.2g}"))
