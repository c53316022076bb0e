"""A run as panels: what the asking word reads, and the way there, beside a kept run."""

from __future__ import annotations

from functools import lru_cache

from helpers.labs.learning.runs import OTHER, Run, Snapshot, data, kinds_of_words
from helpers.learning import QUESTIONS
from helpers.pictures import Curves, Panel, Word, bars, curves, word_slots, words

ASKS = "it"
LEARNED, HELD_OUT = "right, learned", "right, new words"
Moment = tuple[Run, Snapshot]


@lru_cache(maxsize=1)
def example() -> tuple[Word, ...]:
    """The words of one sentence; those that change, and the asking word, have a colour."""
    sentence = data()[QUESTIONS[0]][1].sentences[0]
    marked = [
        word for word, kind in zip(sentence, kinds_of_words(), strict=True) if kind != OTHER or word == ASKS
    ]
    slots = dict(zip(marked, word_slots(marked), strict=True))
    return tuple(
        Word(str(label), slots.get(word)) for label, word in zip(words(sentence), sentence, strict=True)
    )


def reads_panel(run: Run, now: Snapshot, then: Moment | None) -> Panel:
    """What `it` reads, with a line across each bar for what it read in a kept run."""
    title = f"{ASKS} reads on average (example words)"
    note = "\n".join(run.settings.lines)
    if then is None:
        return bars(title, example(), now.weights, note=note)
    return bars(title, example(), now.weights, note=f"{note}; lines: kept", before=then[1].weights)


def curves_panel(run: Run, now: Snapshot, then: Moment | None) -> Panel:
    """Loss and accuracy of a run, and of a kept one dashed."""
    if then is None:
        return _curves("loss and right choices", run, now)
    before = _curves(f"before: {then[0].settings}", *then)
    return _curves("loss and right choices", run, now, before)


def _curves(title: str, run: Run, now: Snapshot, before: Curves | None = None) -> Curves:
    lines = {
        "loss": [seen.loss for seen in run.seen],
        LEARNED: [seen.learned for seen in run.seen],
        HELD_OUT: [seen.held_out for seen in run.seen],
    }
    steps = [seen.step for seen in run.seen]
    high = "a loss above 1 is drawn at the edge" if max(lines["loss"]) > 1 else ""
    notes = [*([high] if high else []), *(["dashed: kept"] if before else [])]
    return curves(title, steps, lines, x_label="step", now=now.step, note="; ".join(notes), before=before)
