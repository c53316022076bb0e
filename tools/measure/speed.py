"""Measure our attention against PyTorch on the CPU: the same inputs, taking turns.

    python -m tools.measure.speed        (make bench, which brings PyTorch)

- weights: from Q and K;
- attention: against the same steps in PyTorch (the bar), and F.scaled_dot_product_attention, which never
  makes the weights (for information);
- multi-head: against nn.MultiheadAttention with the weights of every head (the bar), and with none;
- softmax: the weights from finished scores. For information: PyTorch makes them in one pass, NumPy in five.

First with one thread, then with all. Each library works in a process of its own, since in one process their
waiting threads may slow each other; `--together` puts both into one. A time is the fastest call of some
turns.

With one thread, as in a learner's notebook, the goal is twice PyTorch's time. With all threads NumPy shares
its matrix products among the cores, but max, exp and sum use one, and PyTorch's use all. So at n = 512, where
they are much of the work, the goal is twice for each core, and three times for weights alone. (Threads of our
own for the softmax were tried: beside the waiting threads of the products they gain nothing.)

Memory is what our call needs at its peak beyond what it is given, in tables: one table is an array
(n_heads, n, n), such as the weights that are handed back. Weights need two, the scores and themselves.
Attention makes its weights in the array of the scores: one, and Z. Multi-head: one, and Q, K, V and Z. Each
of these is as large as X. A mask is a quarter of a table at most, and half a table is left for all the rest.
Ends with PASS or FAIL.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from importlib import metadata
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np

from helpers.attention import attention, attention_scores, attention_weights, causal_mask
from helpers.heads import multi_head_attention
from tools.measure import threads

# The goals, for this many tokens and more.
FROM = 512
TIME_RATIO = 2.0  # times PyTorch's time
SHARED = {"weights": 3.0, "attention": 2.0, "multi-head": 2.0}  # the same for each core: see above
NEEDED = {"weights": (2, 0), "attention": (1, 1), "multi-head": (1, 4)}  # tables, and arrays as large as X
SPARE = 0.5  # tables
INFORMATION = {"softmax"}

ROUNDS, TURN = 2, 0.15  # turns of each; seconds of a turn (the first call after a pause can take .05)
PAUSE = 0.05  # seconds before a turn: the threads of the other process stay awake for a while
SPENT = 24 * 2**20  # bytes: see `begin`

Call = Callable[[], Any]


class Setting(NamedTuple):
    n: int
    d_model: int
    n_heads: int
    kind: type
    causal: bool


class Result(NamedTuple):
    threads: int | None  # None: as many as the libraries take by themselves
    name: str
    setting: Setting
    ours: float  # seconds
    theirs: float
    other: float  # nan, where there is no other
    tables: float

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs


def settings() -> Iterator[Setting]:
    for n, d_model, n_heads, kind in itertools.product(
        (64, 512, 2048), (64, 512), (1, 8), (np.float64, np.float32)
    ):
        # The largest take most of the time, so each of them has either the mask or none.
        for causal in (False, True) if n < 2048 else (d_model == 64,):
            yield Setting(n, d_model, n_heads, kind, causal)


# --- what is measured --------------------------------------------------------------------------------------


class Inputs(NamedTuple):
    Q: np.ndarray
    K: np.ndarray
    V: np.ndarray
    X: np.ndarray
    maps: np.ndarray
    mask: np.ndarray | None


def inputs(setting: Setting) -> Inputs:
    """Random numbers, the same in each process."""
    rng = np.random.default_rng(0)
    n, d_model, n_heads, kind, causal = setting
    Q, K, V = rng.standard_normal((3, n_heads, n, d_model // n_heads)).astype(kind)
    X = rng.standard_normal((n, d_model)).astype(kind)
    maps = (rng.standard_normal((4, d_model, d_model)) / math.sqrt(d_model)).astype(kind)
    return Inputs(Q, K, V, X, maps, causal_mask(n) if causal else None)


def ours(setting: Setting) -> dict[str, Call]:
    Q, K, V, X, maps, mask = inputs(setting)
    scores = attention_scores(Q, K)
    return {
        "softmax": lambda: attention_weights(scores, mask),
        "weights": lambda: attention_weights(attention_scores(Q, K), mask),
        "attention": lambda: attention(Q, K, V, mask),
        "multi-head": lambda: multi_head_attention(X, *maps, setting.n_heads, mask),
    }


def theirs(setting: Setting) -> dict[str, Call]:
    """The same with PyTorch; "other" is what it does without keeping the weights."""
    import torch
    from torch.nn.functional import scaled_dot_product_attention

    torch.set_grad_enabled(False)
    given = inputs(setting)
    Q, K, V, X = (torch.from_numpy(A) for A in given[:4])
    mask = None if given.mask is None else torch.from_numpy(given.mask)
    hidden = None if mask is None else ~mask
    module = torch.nn.MultiheadAttention(setting.d_model, setting.n_heads, batch_first=True, dtype=X.dtype)
    module.eval()  # with biases of 0
    module.in_proj_weight.copy_(torch.from_numpy(np.hstack(given.maps[:3]).T))
    module.out_proj.weight.copy_(torch.from_numpy(given.maps[3].T))
    batch = X[None] if mask is None else X  # the quickest of its ways: as a batch only without a mask

    def scores() -> Any:
        return Q @ K.transpose(-1, -2) / math.sqrt(Q.shape[-1])

    def softmax(table: Any) -> Any:
        return torch.softmax(table if hidden is None else table.masked_fill(hidden, -math.inf), dim=-1)

    def attend() -> Any:
        weights = softmax(scores())
        return weights @ V, weights

    def several(x: Any, weights: bool) -> Any:
        return module(x, x, x, attn_mask=hidden, need_weights=weights, average_attn_weights=False)

    finished = scores()
    return {
        "softmax": lambda: softmax(finished),
        "weights": lambda: softmax(scores()),
        "attention": attend,
        # Without a batch axis it takes its slowest way.
        "attention, other": lambda: scaled_dot_product_attention(Q[None], K[None], V[None], attn_mask=mask),
        "multi-head": lambda: several(batch, True),
        "multi-head, other": lambda: several(X, False),
    }


# --- inside the two processes ------------------------------------------------------------------------------

SIDES = {"ours": ours, "theirs": theirs}


@lru_cache(maxsize=2)  # one for each side, where they share a process
def calls(side: str, setting: Setting) -> dict[str, Call]:
    return SIDES[side](setting)


def begin() -> None:
    """Use a large array and let it go: from then on, Linux's C library keeps up to twice as much at hand.

    Before, it hands each array back and fetches it anew, at up to ten times the cost of what is measured, or
    not, as it comes.
    """
    np.ones(SPENT, np.uint8)


def names(side: str, setting: Setting) -> list[str]:
    return list(calls(side, setting))


def turn(side: str, setting: Setting, name: str) -> float:
    """Seconds of the fastest call of one turn, of at least two."""
    call = calls(side, setting)[name]
    call()
    best, end = math.inf, time.perf_counter() + TURN
    while best == math.inf or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


def tables(setting: Setting, name: str) -> float:
    """Memory at the peak of our call, beyond what was there before it."""
    call = calls("ours", setting)[name]
    tracemalloc.start()
    call()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / (setting.n_heads * setting.n**2 * np.dtype(setting.kind).itemsize)


def check(setting: Setting) -> None:
    """Stop if the two do not calculate the same."""
    allowed = 1e-4 if setting.kind == np.float32 else 1e-10
    for name, call in ours(setting).items():
        pair = call(), calls("theirs", setting)[name]()
        arrays = [A if isinstance(A, tuple) else (A,) for A in pair]
        for a, b in zip(*arrays, strict=True):
            close = np.allclose(a, b.numpy().reshape(a.shape), atol=allowed)
            assert close, f"{name} does not agree with PyTorch"


# --- judging -----------------------------------------------------------------------------------------------


def allowed(threads: int | None, name: str, s: Setting) -> tuple[float, float]:
    """The goals of a contest: times PyTorch's time, and tables at the peak."""
    ratio = TIME_RATIO if threads == 1 or s.n > FROM else SHARED[name] * (os.cpu_count() or 1)
    tables, arrays = NEEDED[name]
    return ratio, tables + arrays * s.d_model / (s.n_heads * s.n) + SPARE


def missed(result: Result) -> list[str]:
    """The goals that a contest misses, in words."""
    if result.setting.n < FROM or result.name in INFORMATION:
        return []
    ratio, tables = allowed(result.threads, result.name, result.setting)
    goals = (("time", result.ratio, ratio), ("memory", result.tables, tables))
    return [f"{what}, the goal is {goal:.2f}" for what, found, goal in goals if found > goal]


HEAD = (
    f"{'':10} {'n':>5} {'d_model':>7} {'heads':>5} {'kind':>8} {'mask':>6} {'ours, ms':>9} "
    f"{'PyTorch, ms':>11} {'ratio':>6} {'tables':>7} {'(no weights, ms)':>16}"
)


def line(result: Result) -> str:
    s, ratio, needed = result.setting, f"{result.ratio:.2f}", f"{result.tables:.2f}"
    other = "" if math.isnan(result.other) else f"({result.other * 1e3:.2f})"
    return (
        f"{result.name:10} {s.n:5} {s.d_model:7} {s.n_heads:5} {np.dtype(s.kind).name:>8} "
        f"{'causal' if s.causal else '-':>6} {result.ours * 1e3:9.2f} {result.theirs * 1e3:11.2f} "
        f"{f'({ratio})' if result.name in INFORMATION else ratio:>6} "
        f"{needed:>7} {other:>16}" + "".join(f" FAIL: {word}" for word in missed(result))
    )


def measure(
    left: ProcessPoolExecutor, right: ProcessPoolExecutor, number: int | None, setting: Setting
) -> Iterator[Result]:
    """All contests of a setting. The two take turns, so that whatever else this computer does slows both."""
    if setting.n < 2048:
        right.submit(check, setting).result()

    def best(name: str, other: bool = False) -> list[float]:
        sides = [(right, "theirs")] if other else [(left, "ours"), (right, "theirs")]
        turns = []
        for _ in range(ROUNDS):
            for process, side in sides:
                time.sleep(PAUSE)
                turns.append(process.submit(turn, side, setting, name).result())
        return [min(turns[i :: len(sides)]) for i in range(len(sides))]

    for name in left.submit(names, "ours", setting).result():
        has_other = f"{name}, other" in right.submit(names, "theirs", setting).result()
        mine, other = best(name)
        lean = best(f"{name}, other", other=True)[0] if has_other else math.nan
        yield Result(number, name, setting, mine, other, lean, left.submit(tables, setting, name).result())


def half(number: int | None, together: bool) -> list[Result]:
    """All contests with this number of threads, or with as many as the libraries take by themselves."""
    threads.use(number)
    print(f"\nThreads: {number or 'all'}\n{HEAD}")
    results = []
    with process() as left, process() as another:
        right = left if together else another
        for setting in settings():
            for result in measure(left, right, number, setting):
                print(line(result), flush=True)
                results.append(result)
    for name in dict.fromkeys(result.name for result in results):
        worst = max(r.ratio for r in results if r.name == name and r.setting.n >= FROM)
        print(f"{name}: at most {worst:.2f} times PyTorch's time at n >= {FROM}")
    return results


def process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=begin)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure our attention against PyTorch on the CPU.")
    parser.add_argument("--together", action="store_true", help="both libraries in one process")
    together = parser.parse_args().together
    if find_spec("torch") is None:
        sys.exit("PyTorch is not installed; run `make bench`, which brings it.")
    print(f"PyTorch {metadata.version('torch')}, NumPy {np.__version__}, {os.cpu_count()} cores", flush=True)
    results = half(1, together) + half(None, together)
    kept = not any(missed(result) for result in results)
    print(f"\n{'PASS' if kept else 'FAIL'} (goals from n = {FROM} on)")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
