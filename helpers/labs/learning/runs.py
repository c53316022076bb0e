"""One training of a head as plain data: its settings, and what was to be seen on the way.

A run is never changed; each moment makes a new one. So a picture can be drawn from it, kept, and compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import numpy as np

from helpers.arrays import spaced
from helpers.learning import (
    LEARN,
    TEST,
    Adam,
    Batch,
    Moment,
    Task,
    accuracy,
    forward,
    load_task,
    new_head,
    three_questions,
    train,
)

N_SENTENCES = 400  # for learning, and as many for the test
DATA_SEED = 100
MOMENTS = 25  # about so many are shown of a long training
OTHER = "other words"
JUMP = 3  # so many times the loss at the start is far larger than that
GOING, DONE, STOPPED = "going", "done", "stopped"  # how a run stands; else a sentence says what went wrong


class Settings(NamedTuple):
    """All that decides how a run goes."""

    question: str
    rate: float
    d_k: int
    scaled: bool
    steps: int
    seed: int

    @property
    def lines(self) -> tuple[str, str]:
        """All of them in two lines: a single one is wider than the bars below it."""
        divided = "divided" if self.scaled else "not divided"
        return (
            f"{self.question}, {in_steps(self.steps)}, rate {spaced(self.rate)}",
            f"d_k {self.d_k}, {divided}, seed {self.seed}",
        )

    def __str__(self) -> str:
        return ", ".join(self.lines)


class Snapshot(NamedTuple):
    """What is to be seen of a head after some steps."""

    step: int
    loss: float  # on the sentences for learning
    learned: float  # accuracy on these, from 0 to 1
    held_out: float  # accuracy on the sentences with new words
    weights: tuple[float, ...]  # what `it` reads of each word, mean over the sentences with new words


class Run(NamedTuple):
    """The moments of a training so far, at least one."""

    settings: Settings
    seen: tuple[Snapshot, ...]
    state: str = GOING
    before: str = ""  # what happened to the run before this one

    def at(self, place: int) -> Snapshot:
        """The moment with this place, counted from 0; after the last one, the last."""
        return self.seen[min(place, len(self.seen) - 1)]

    def at_step(self, step: int) -> Snapshot:
        """The last moment that is not later than a step."""
        return [seen for seen in self.seen if seen.step <= step][-1]

    @property
    def highest_loss(self) -> float:
        """The largest loss of all moments."""
        return max(seen.loss for seen in self.seen)

    @property
    def jumped(self) -> bool:
        """Is the loss larger than at the start, or was it far larger on the way?"""
        first, last = self.seen[0].loss, self.seen[-1].loss
        return last > first or self.highest_loss > JUMP * first


def in_steps(number: int) -> str:
    """``1 step``, ``100 steps``."""
    return "1 step" if number == 1 else f"{number} steps"


@lru_cache(maxsize=1)
def data() -> dict[str, tuple[Task, Task]]:
    """Sentences for learning and sentences with new words, for each question."""
    rng = np.random.default_rng(DATA_SEED)
    learn, test = (three_questions(rng, N_SENTENCES, part) for part in (LEARN, TEST))
    return {question: (learn[question], test[question]) for question in learn}


def start(settings: Settings) -> Iterator[Snapshot]:
    """Train a new head; each moment is handed over when it is there.

    Parameters
    ----------
    settings : Settings

    Yields
    ------
    Snapshot
        The start, the last step, and about `MOMENTS` moments between them. With 0 steps: the start.

    Raises
    ------
    ValueError
        If the learning rate is no number above 0; on the way, if the steps are too large.
    """
    learn, test = (task.batch for task in data()[settings.question])
    optimiser = Adam(settings.rate)
    head = new_head(
        np.random.default_rng(settings.seed), learn.X.shape[-1], settings.d_k, len(_choices(settings))
    )
    every = math.ceil(settings.steps / MOMENTS) or 1
    moments = train(head, learn, optimiser, max(1, settings.steps), scaled=settings.scaled, every=every)
    shown = moments if settings.steps else islice(moments, 1)
    return (_look(moment, test, settings.scaled) for moment in shown)


def _choices(settings: Settings) -> tuple[str, ...]:
    return data()[settings.question][0].choices


def chance(settings: Settings) -> float:
    """The accuracy of guessing."""
    return 1 / len(_choices(settings))


def _look(moment: Moment, test: Batch, scaled: bool) -> Snapshot:
    found = forward(moment.parameters, test, scaled)
    weights = tuple(map(float, found.weights.mean(axis=0)))  # (n_tokens,)
    return Snapshot(moment.step, moment.loss, moment.accuracy, accuracy(found.logits, test.y), weights)


def untrained(settings: Settings) -> Run:
    """A head that has learned nothing; neither the learning rate nor the steps matter to it."""
    return Run(settings, _at_start(settings._replace(rate=1.0, steps=0)), DONE)


@lru_cache(maxsize=32)
def _at_start(settings: Settings) -> tuple[Snapshot, ...]:
    return tuple(start(settings))


@lru_cache(maxsize=1)
def kinds_of_words() -> tuple[str, ...]:
    """What each word of a sentence is: one of the words that change (such as the animal), or another."""
    pattern = load_task("three_questions")["pattern"].split()
    return tuple(word.strip("{}") if word.startswith("{") else OTHER for word in pattern)


def reads(weights: tuple[float, ...]) -> dict[str, float]:
    """How much is read of each kind; together 1."""
    shares = dict.fromkeys((*(kind for kind in kinds_of_words() if kind != OTHER), OTHER), 0.0)
    for kind, weight in zip(kinds_of_words(), weights, strict=True):
        shares[kind] += weight
    return shares
