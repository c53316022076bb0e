"""A run as panels: what the asking word reads, the way there, and the numbers of a moment."""

from __future__ import annotations

from functools import lru_cache

from helpers.labs.learning.runs import OTHER, Run, Snapshot, data, kinds_of_words
from helpers.learning import QUESTIONS
from helpers.pictures import Panel, Word, bars, curves, table, word_slots, words

ASKS = "it"
LEARNED, HELD_OUT = "right, learned", "right, new words"
Moments = dict[str, tuple[Run, Snapshot]]  # by how they are called: "kept", "now", or "" if there is but one


def _titled(which: str, title: str) -> str:
    return f"{which}: {title}" if which else title


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


def reads_panel(which: str, run: Run, now: Snapshot) -> Panel:
    title = f"{ASKS} reads on average (example words)"
    return bars(_titled(which, title), example(), now.weights, note=str(run.settings))


def curves_panel(which: str, run: Run, now: Snapshot) -> Panel:
    lines = {
        "loss": [seen.loss for seen in run.seen],
        LEARNED: [seen.learned for seen in run.seen],
        HELD_OUT: [seen.held_out for seen in run.seen],
    }
    steps = [seen.step for seen in run.seen]
    note = "a loss above 1 is drawn at the edge" if max(lines["loss"]) > 1 else ""
    title = _titled(which, "loss and right choices")
    return curves(title, steps, lines, x_label="step", now=now.step, note=note)


def numbers_panel(shown: Moments) -> Panel:
    columns = [
        Word(f"{which} {now.step}" if which else f"step {now.step}") for which, (_, now) in shown.items()
    ]
    rows = {
        "loss": [now.loss for _, now in shown.values()],
        "learned": [now.learned for _, now in shown.values()],
        "new words": [now.held_out for _, now in shown.values()],
    }
    return table(
        "loss, and the part that is right", [Word(row) for row in rows], columns, list(rows.values()),
        shaded=False, row_title="", column_title="after so many steps",
    )  # fmt: skip
