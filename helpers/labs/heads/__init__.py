"""The lab of notebook 05: up to four heads side by side, and what a muted head takes away.

The vectors are codes made for this lab, so that every head can have a clear pattern; see
``token_codes.py``. The patterns are not written down anywhere: each head has its own W_Q and W_K, and
attention does the rest.
"""

from __future__ import annotations

import functools

import numpy as np
import traitlets

from helpers.arrays import Array, listed
from helpers.attention import project
from helpers.embeddings import PcaMap, load_vectors
from helpers.heads import merge_heads, multi_head_attention, split_heads
from helpers.labs.heads.token_codes import (
    AFTER,
    BEFORE,
    D_K,
    D_MODEL,
    FIRST,
    KINDS,
    MEANING,
    MOST_TOKENS,
    SAME,
    codes,
    maps,
    output_map,
)
from helpers.labs.typed_text import Known, Labels, look_up, who_asks, without_vector
from helpers.pictures import GAP, PAGE, Panel, Picture, Said, Word, links, number, series, table, words
from helpers.widgets import Lab, buttons, preset_of, slider, switch, text_box

__all__ = ["KINDS", "codes", "maps", "output_map", "heads_lab"]

SHORT = tuple((kind.replace("word", "").split()[0], kind) for kind in KINDS)  # little room beside a slider
MOST_HEADS = 4
ROOM, LINES = PAGE - 4, 108  # px: of all heads, and of one head without its names
START = "dogs like cold rain"


def _preset(*kinds: str, sharpness: float = 5.0) -> dict[str, object]:
    padded = [*kinds, *KINDS[len(kinds) : MOST_HEADS]]
    return {
        "n_heads": len(kinds),
        **{f"kind{h}": kind for h, kind in enumerate(padded, 1)},
        **{f"mute{h}": False for h in range(1, MOST_HEADS + 1)},
        "sharpness": sharpness,
        "asking": 1,
    }


PRESETS = {
    "dog bites man": {**_preset(BEFORE, AFTER), "text": "dog bites man"},
    "man bites dog": {**_preset(BEFORE, AFTER), "text": "man bites dog"},
    "four heads": _preset(BEFORE, AFTER, SAME, FIRST),
    "two heads": _preset(BEFORE, AFTER),
    "one head": _preset(BEFORE),
    "all the same": _preset(BEFORE, BEFORE, BEFORE, BEFORE),
    "no choice": _preset(BEFORE, AFTER, SAME, FIRST, sharpness=0.0),
}


class HeadsState(traitlets.HasTraits):
    """All that the learner can change."""

    text = traitlets.Unicode(START)
    asking = traitlets.Int(1, min=0)
    n_heads = traitlets.Int(4, min=1, max=MOST_HEADS)
    kind1 = traitlets.Enum(KINDS, BEFORE)
    kind2 = traitlets.Enum(KINDS, AFTER)
    kind3 = traitlets.Enum(KINDS, SAME)
    kind4 = traitlets.Enum(KINDS, FIRST)
    mute1 = traitlets.Bool(False)
    mute2 = traitlets.Bool(False)
    mute3 = traitlets.Bool(False)
    mute4 = traitlets.Bool(False)
    sharpness = traitlets.Float(5.0, min=0.0, max=8.0)


def heads_lab(preset: str = "four heads") -> Lab[HeadsState]:
    """The lab, as notebook 05 shows it, beginning with one of the `PRESETS`."""
    state = HeadsState(**preset_of(PRESETS, preset))
    controls = [
        text_box(state, "text", "sentence"),
        who_asks(state, lambda state: _vectors(state.text)[0]),
        buttons(state, "n_heads", "heads", [(str(n), n) for n in range(1, MOST_HEADS + 1)]),
        slider(state, "sharpness", "sharpness", step=0.1),
    ]
    for h in range(1, MOST_HEADS + 1):

        def there(state: HeadsState, h: int = h) -> bool:
            return h <= state.n_heads

        controls.append(buttons(state, f"kind{h}", f"head {h}", SHORT, shown=there))
        controls.append(switch(state, f"mute{h}", f"mute head {h}", shown=there, beside=True))
    return Lab("heads", state, draw, controls, PRESETS, kept=("text",))


def all_maps(state: HeadsState) -> tuple[Array, Array, Array, Array]:
    """W_Q, W_K, W_V of shape (8, 2 * n_heads) and W_O of shape (2 * n_heads, 8)."""
    pairs = [maps(getattr(state, f"kind{h}")) for h in range(1, state.n_heads + 1)]
    W_Q = state.sharpness * np.hstack([query for query, _ in pairs])
    W_K = np.hstack([key for _, key in pairs])
    W_V = np.hstack([np.eye(D_MODEL)[:, MEANING]] * state.n_heads)  # every head passes the meaning on
    return W_Q, W_K, W_V, output_map()[: D_K * state.n_heads]


# -- the picture -----------------------------------------------------------------------------


def draw(state: HeadsState) -> Picture:
    """One table of weights for each head, what each brings to the asking word, and the output.

    Raises
    ------
    ValueError
        A sentence for the learner, if the text has no words, too many, or none with a vector.
    """
    labels, X, known = _vectors(state.text)
    asking, heads = min(state.asking, len(labels) - 1), range(state.n_heads)
    W_Q, W_K, W_V, W_O = all_maps(state)
    muted = [bool(getattr(state, f"mute{h + 1}")) for h in heads]
    heard = W_O * ~np.repeat(muted, D_K)[:, None]  # the rows of a muted head are 0
    full, weights = multi_head_attention(X, W_Q, W_K, W_V, W_O, state.n_heads)
    found = weights @ split_heads(project(X, W_V, "W_V"), state.n_heads)  # (n_heads, n_tokens, d_v)
    now = project(merge_heads(found), heard, "W_O")  # (n_tokens, 8): a mute changes W_O alone
    parts = split_heads(W_O.T, state.n_heads)  # (n_heads, d_model, d_v): the rows of W_O for each head
    moves = np.array([np.linalg.norm(parts[h] @ found[h, asking]) for h in heads])
    output = _output(full[asking], now[asking], any(muted))
    room = (ROOM - output.drawn().width) / state.n_heads - GAP  # of one head: all stand side by side
    patterns = []
    for h in heads:
        first, second = found[h, asking]
        note = f"finds {number(first)}, {number(second)}\na mute moves {number(moves[h])}"
        patterns.append(_pattern(labels, weights[h], asking, h, muted[h], note, room))
    sentence = (
        *_reads(labels, weights[:, asking], asking),
        *_says_moves(moves, muted, float(np.linalg.norm(full[asking] - now[asking]))),
        *_unknown(labels, known),
    )
    return Picture("heads side by side", (*((one,) for one in patterns), (output,)), sentence)


def _pattern(
    labels: Labels, weights: Array, asking: int, h: int, muted: bool, note: str, room: float
) -> Panel:
    """What one head reads, as lines; below its title what it brings to the asking word."""
    title = f"head {h + 1}{', muted' if muted else ''}"
    names = room - LINES
    return links(title, labels, weights, asking, note, upright=True, muted=muted, room=names, dots=True)


def _output(full: Array, now: Array, any_muted: bool) -> Panel:
    columns = {"all": full, "now": now} if any_muted else {"all": full}
    return table(
        "output", [Word(f"[{i}]") for i in range(D_MODEL)], [Word(name) for name in columns],
        np.column_stack(list(columns.values())), shaded=False, narrow=True, row_title="",
        column_title="joined @ W_O",
    )  # fmt: skip


@functools.lru_cache(maxsize=1)
def _map() -> PcaMap:
    return PcaMap(load_vectors().matrix)


@functools.lru_cache(maxsize=8)
def _vectors(text: str) -> tuple[Labels, Array, Known]:
    """Labels, codes (n_tokens, 8), and which words have a real vector behind their meaning."""
    tokens, real, known = look_up(text, MOST_TOKENS, "one to twelve words, for example: dogs like cold rain")
    meaning = np.where(known[:, None], _map().place(real), 0.0)  # (n_tokens, 2)
    return words(tokens), codes(list(tokens), meaning), known


# -- the sentence ----------------------------------------------------------------------------


def _reads(labels: Labels, rows: Array, asking: int) -> Said:
    """What each head reads most, for the asking word; `rows` has shape (n_heads, n_tokens)."""
    said: list[str | Word] = [labels[asking], " asks. "]
    for h, row in enumerate(rows):
        said += [f"Head {h + 1} reads " if h == 0 else f"head {h + 1} "]
        best = [j for j in range(len(row)) if row[j] > row.max() - 0.005]
        if len(best) == len(row) > 1:
            said.append(f"all words alike, {100 * row[0]:.0f} % each")
        else:
            said += series([(f"{100 * row[j]:.0f} % ", labels[j]) for j in best])
        said.append("; " if h < len(rows) - 1 else ". ")
    return tuple(said)


def _says_moves(moves: Array, muted: list[bool], moved: float) -> Said:
    if not any(muted):
        if len(moves) == 1:
            return (f"Without it the output would move {moves[0]:.2f}, to 0: there is no other head.",)
        if moves.max() - moves.min() < 0.005:
            return (f"Muting any one of them would move the output {moves[0]:.2f}.",)
        most, least = int(moves.argmax()), int(moves.argmin())
        return (
            f"Muting head {most + 1} would move the output most ({moves[most]:.2f}), "
            f"head {least + 1} least ({moves[least]:.2f}).",
        )
    names = [str(h + 1) for h, mute in enumerate(muted) if mute]
    who = f"Head {names[0]} is" if len(names) == 1 else f"Heads {listed(names)} are"
    end = ": nothing is left of it." if all(muted) else "."
    return (f"{who} muted, so the output has moved {moved:.2f}{end}",)


def _unknown(labels: Labels, known: Known) -> Said:
    missing = [word for word, has in zip(labels, known, strict=True) if not has]
    if not missing:
        return ()
    whose = ("it keeps its place", "its") if len(missing) == 1 else ("they keep their places", "their")
    said = without_vector(missing, " No vector for: ")
    return (*said, f"; {whose[0]}, and {whose[1]} two meaning numbers are 0.")
