"""Measure 100 Adam steps of a learning head against the same in PyTorch on the CPU, with one thread.

    python -m tools.measure.speed_learning        (make bench, which brings PyTorch)

The same sentences, the same start, the same steps; PyTorch finds the gradient by itself ("eager": without
compiling anything). Each library has a process of its own. A time is the fastest of some trainings.
Ends with PASS or FAIL.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any

import numpy as np

from helpers.learning import Adam, Batch, Parameters, new_head, three_questions, train
from tools.measure import threads

SECONDS, RATIO = 0.3, 1.0  # the goals
STEPS, RATE, SENTENCES, D_K = 100, 0.03, 400, 8
ROUNDS, PAUSE = 7, 0.2  # trainings; seconds before each


def given() -> tuple[Parameters, Batch]:
    """The start and the sentences, the same in each process."""
    batch = three_questions(np.random.default_rng(100), SENTENCES)["farm or wild"].batch
    return new_head(np.random.default_rng(0), batch.X.shape[-1], D_K, n_classes=2), batch


def ours() -> tuple[float, float]:
    """Seconds, and the loss at the end."""
    start, batch = given()
    begin = time.perf_counter()
    *_, end = train(start, batch, Adam(RATE), STEPS, every=STEPS)
    return time.perf_counter() - begin, end.loss


def theirs() -> tuple[float, float]:
    """The same with PyTorch."""
    import torch
    from torch.nn.functional import cross_entropy

    start, batch = given()
    X, asks, y = (torch.from_numpy(array) for array in batch[:3])
    parameters = {name: torch.tensor(array, requires_grad=True) for name, array in start.items()}
    W_Q, W_K, W_V, W_R, b = parameters.values()
    x = X[torch.arange(len(X)), asks]

    def loss() -> Any:
        q, K, V = x @ W_Q, X @ W_K, X @ W_V
        scores = (K @ q[:, :, None])[:, :, 0] / D_K**0.5
        weights = torch.softmax(scores, dim=-1)
        z = (weights[:, None, :] @ V)[:, 0, :]
        return cross_entropy(z @ W_R + b, y)

    begin = time.perf_counter()
    optimiser = torch.optim.Adam(parameters.values(), lr=RATE)
    for _ in range(STEPS):
        optimiser.zero_grad()
        loss().backward()
        optimiser.step()
    seconds = time.perf_counter() - begin
    with torch.no_grad():
        return seconds, float(loss())


def main() -> int:
    if find_spec("torch") is None:
        sys.exit("PyTorch is not installed; run `make bench`, which brings it.")
    threads.use(1)
    best: dict[str, tuple[float, float]] = {}
    alone = {"max_workers": 1, "mp_context": get_context("spawn")}
    with ProcessPoolExecutor(**alone) as left, ProcessPoolExecutor(**alone) as right:
        for _ in range(ROUNDS):
            for process, run in ((left, ours), (right, theirs)):
                time.sleep(PAUSE)
                found = process.submit(run).result()
                best[run.__name__] = min(found, best.get(run.__name__, found))
    (mine, loss), (other, their_loss) = best["ours"], best["theirs"]
    assert np.isclose(loss, their_loss, rtol=1e-6), f"the ends differ: loss {loss} and {their_loss}"
    print(f"\n{STEPS} Adam steps, {SENTENCES} sentences, d_k {D_K}, one thread")
    print(f"ours {mine:.3f} s, PyTorch {other:.3f} s, ratio {mine / other:.2f}")
    kept = mine <= SECONDS and mine <= RATIO * other
    print(f"{'PASS' if kept else 'FAIL'} (at most {SECONDS} s, at most {RATIO:g} times PyTorch's time)")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
