"""Measure our attention against PyTorch on the CPU: the same inputs, in one process, taking turns.

    python tools/speed.py        (make bench, which brings PyTorch)

- weights: scores and weights, against torch.softmax of the same scores;
- attention: against the same steps in PyTorch (the bar), and F.scaled_dot_product_attention, which never
  makes the weights (for information);
- multi-head: against nn.MultiheadAttention with the weights of every head (the bar), and with none.

First with one thread, then with as many as PyTorch takes by itself. In that second half the waiting threads
of each library slow the other, PyTorch's most: its ratios flatter us. Measured in processes of their own,
ours miss the goal at n = 512. A time is the fastest call of some turns. Memory is what our call needs at
its peak beyond what it is given, in tables: one table is an array (n_heads, n, n), such as the weights
that are handed back. In brackets: Q, K, V and Z are nearly as large as the table themselves, so that no
code could keep the goal.
Ends with PASS or FAIL.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from helpers.attention import attention, attention_scores, attention_weights, causal_mask
from helpers.heads import multi_head_attention

# The goals, for this many tokens and more.
FROM, TIME_RATIO, TABLES = 512, 2.0, 2.5
ROOMY = 6  # multi-head keeps its goal for memory where a table is this many times as large as X

ROUNDS, MORE, TURN = 2, 4, 0.01  # turns, and if the goal is missed; seconds, with at least one call
PAUSE = 0.02  # seconds before a turn: the threads of the other library stay awake for a while
# What the libraries below NumPy read when they start.
ONE_THREAD = {f"{name}_THREADS": "1" for name in ("OPENBLAS_NUM", "MKL_NUM", "OMP_NUM", "VECLIB_MAXIMUM")}

Call = Callable[[], Any]


class Setting(NamedTuple):
    n: int
    d_model: int
    n_heads: int
    kind: type
    causal: bool


class Contest(NamedTuple):
    name: str
    ours: Call
    theirs: Call  # the bar
    other: Call | None = None  # for information
    lean: Call | None = None  # what is measured for memory, if not all of ours


class Result(NamedTuple):
    name: str
    setting: Setting
    ours: float  # seconds
    theirs: float
    other: float  # nan, where there is no other
    tables: float


def settings() -> Iterator[Setting]:
    for n, d_model, n_heads, kind in itertools.product(
        (64, 512, 2048), (64, 512), (1, 8), (np.float64, np.float32)
    ):
        # The largest take most of the time, so each of them has either the mask or none.
        for causal in (False, True) if n < 2048 else (d_model == 64,):
            yield Setting(n, d_model, n_heads, kind, causal)


# --- the contests ------------------------------------------------------------------------------------------


def contests(setting: Setting) -> list[Contest]:
    """The three of them, on random numbers."""
    rng = np.random.default_rng(0)
    n, d_model, n_heads, kind, causal = setting
    mask = causal_mask(n) if causal else None
    Q, K, V = rng.standard_normal((3, n_heads, n, d_model // n_heads)).astype(kind)
    X = rng.standard_normal((n, d_model)).astype(kind)
    maps = (rng.standard_normal((4, d_model, d_model)) / math.sqrt(d_model)).astype(kind)
    return [*single(Q, K, V, mask), multi_head(X, maps, n_heads, mask)]


def single(Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask: np.ndarray | None) -> list[Contest]:
    import torch
    from torch.nn.functional import scaled_dot_product_attention

    q, k, v = (torch.from_numpy(A) for A in (Q, K, V))
    batch = [A[None] for A in (q, k, v)]  # without a batch axis it takes its slowest way
    allowed, hidden = (None, None) if mask is None else (torch.from_numpy(mask), torch.from_numpy(~mask))

    def weights() -> Any:
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
        return torch.softmax(scores if hidden is None else scores.masked_fill(hidden, -math.inf), dim=-1)

    def both() -> Any:
        found = weights()
        return found @ v, found

    scores = attention_scores(Q, K)
    return [
        Contest(
            "weights",
            lambda: attention_weights(attention_scores(Q, K), mask),
            weights,
            lean=lambda: attention_weights(scores, mask),
        ),
        Contest(
            "attention",
            lambda: attention(Q, K, V, mask),
            both,
            lambda: scaled_dot_product_attention(*batch, attn_mask=allowed),
        ),
    ]


def multi_head(X: np.ndarray, maps: np.ndarray, n_heads: int, mask: np.ndarray | None) -> Contest:
    """PyTorch's module in the quickest of its ways: with biases of 0; as a batch only without a mask."""
    import torch

    hidden = None if mask is None else torch.from_numpy(~mask)
    flat = torch.from_numpy(X)
    x = flat[None] if mask is None else flat
    module = torch.nn.MultiheadAttention(X.shape[-1], n_heads, batch_first=True, dtype=flat.dtype).eval()
    module.in_proj_weight.copy_(torch.from_numpy(np.hstack(maps[:3]).T))
    module.out_proj.weight.copy_(torch.from_numpy(maps[3].T))
    return Contest(
        "multi-head",
        lambda: multi_head_attention(X, *maps, n_heads, mask),
        lambda: module(x, x, x, attn_mask=hidden, need_weights=True, average_attn_weights=False),
        lambda: module(flat, flat, flat, attn_mask=hidden, need_weights=False),
    )


# --- measuring ---------------------------------------------------------------------------------------------


def turn(call: Call, pause: float) -> float:
    """Seconds of the fastest call of one turn."""
    time.sleep(pause)
    best, end = math.inf, time.perf_counter() + TURN
    while best == math.inf or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


def peak(call: Call) -> int:
    """Bytes at the peak of a call, beyond those that were there before it."""
    tracemalloc.start()
    call()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def check(contest: Contest, kind: type) -> None:
    """Stop if the two do not calculate the same."""
    ours, theirs = (A if isinstance(A, tuple) else (A,) for A in (contest.ours(), contest.theirs()))
    for a, b in zip(ours, theirs, strict=True):
        close = np.allclose(a, b.numpy().reshape(a.shape), atol=1e-4 if kind == np.float32 else 1e-10)
        assert close, f"{contest.name} does not agree with PyTorch"


def measure(contest: Contest, setting: Setting, pause: float) -> Result:
    """The two take turns, so that whatever else this computer does slows both."""
    if setting.n < 2048:
        check(contest, setting.kind)
    table = setting.n_heads * setting.n**2 * np.dtype(setting.kind).itemsize
    tables = peak(contest.lean or contest.ours) / table
    other = turn(contest.other, pause) if contest.other else math.nan
    ours = theirs = math.inf
    for i in range(ROUNDS + MORE):
        if i < ROUNDS or ours > TIME_RATIO * theirs:  # one stall of the computer is no verdict
            ours = min(ours, turn(contest.ours, pause))
            theirs = min(theirs, turn(contest.theirs, pause))
    return Result(contest.name, setting, ours, theirs, other, tables)


# --- judging -----------------------------------------------------------------------------------------------


def roomy(result: Result) -> bool:
    s = result.setting
    return result.name != "multi-head" or s.n_heads * s.n >= ROOMY * s.d_model


def missed(result: Result) -> list[str]:
    """The goals that a contest misses, in words."""
    slow = result.ours > TIME_RATIO * result.theirs
    large = roomy(result) and result.tables > TABLES
    judged = result.setting.n >= FROM
    return [word for word, holds in (("time", slow), ("memory", large)) if judged and holds]


HEAD = (
    f"{'':10} {'n':>5} {'d_model':>7} {'heads':>5} {'kind':>8} {'mask':>6} {'ours, ms':>9} "
    f"{'PyTorch, ms':>11} {'ratio':>6} {'tables':>7} {'(no weights, ms)':>16}"
)


def line(result: Result) -> str:
    s, tables = result.setting, f"{result.tables:.2f}"
    other = "" if math.isnan(result.other) else f"({result.other * 1e3:.2f})"
    return (
        f"{result.name:10} {s.n:5} {s.d_model:7} {s.n_heads:5} {np.dtype(s.kind).name:>8} "
        f"{'causal' if s.causal else '-':>6} {result.ours * 1e3:9.2f} {result.theirs * 1e3:11.2f} "
        f"{result.ours / result.theirs:6.2f} {tables if roomy(result) else f'({tables})':>7} {other:>16}"
        + "".join(f" FAIL: {word}" for word in missed(result))
    )


def half() -> bool:
    """All contests with the threads that this process has. Whether every goal is kept."""
    import torch

    threads, kept = torch.get_num_threads(), True
    print(f"\nThreads: {threads}\n{HEAD}")
    with torch.no_grad():
        for setting in settings():
            for contest in contests(setting):
                result = measure(contest, setting, PAUSE if threads > 1 else 0.0)
                print(line(result), flush=True)
                kept = kept and not missed(result)
    return kept


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure our attention against PyTorch on the CPU.")
    parser.add_argument("--half", action="store_true", help="once, with the threads that the shell allows")
    once = parser.parse_args().half
    try:
        import torch
    except ImportError:
        sys.exit("PyTorch is not installed; run `make bench`, which brings it.")
    if once:
        return 0 if half() else 1
    print(f"PyTorch {torch.__version__}, NumPy {np.__version__}", flush=True)
    command = [sys.executable, __file__, "--half"]
    codes = [subprocess.run(command, env=os.environ | threads).returncode for threads in (ONE_THREAD, {})]
    goals = f"n >= {FROM}: at most {TIME_RATIO:g} times PyTorch's time, at most {TABLES:g} tables"
    print(f"\n{'FAIL' if any(codes) else 'PASS'} ({goals})")
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
