"""The lab of notebook 04, part 2: why scores grow. A dot product is a sum, made one random product at a time.

Many such sums side by side are walkers: each product is a step up or down, as if a coin were tossed for it.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import traitlets

from helpers.arrays import Array, spaced
from helpers.labs.divisors import DIVISORS, FULL, NONE, ROOT, divide_by, divisor
from helpers.pictures import Picture, Said, curves, histogram
from helpers.widgets import Lab, option_slider, whole_slider

__all__ = ["steps_lab"]

SIZES = tuple(2**power for power in range(11))
WALKERS = 600  # the measured spread is mostly within a twentieth of its law, and a slider is quick
PATHS = 2  # walkers whose way is drawn
POINTS = 64  # steps that are drawn: more make the SVG long, and no eye tells them apart
TOP = 0.25  # the share at the full height of the histogram: a higher bar is cut, and says its share
REACH, WIDE = 82.0, 4.0  # the histogram is the same for every d_k and divisor; one bin has 0 in its middle
EDGES = np.arange(-REACH, REACH + WIDE, WIDE)
ADDED = "s, how many of the products q[i] * k[i] are added so far"
# By what sums of s products are divided: in the formula, in words, and the law of their spread.
IN_CODE = {NONE: "", ROOT: " / sqrt(s)", FULL: " / s"}
IN_WORDS = {NONE: "", ROOT: ", divided by sqrt(s)", FULL: ", divided by s"}
LAW = {NONE: "law sqrt(s)", ROOT: "law 1", FULL: "law 1/sqrt(s)"}


def _preset(d_k: int, scaling: str = NONE) -> dict[str, Any]:
    return {"d_k": d_k, "scaling": scaling, "seed": 1}


PRESETS = {
    "4 products": _preset(4),
    "64 products": _preset(64),
    "1 024 products": _preset(1024),
    "1 024, divided by the root": _preset(1024, ROOT),
    "1 024, divided by d_k": _preset(1024, FULL),
}


class StepsState(traitlets.HasTraits):
    """All that the learner can change."""

    d_k = traitlets.Enum(SIZES, 64)
    scaling = traitlets.Enum(DIVISORS, NONE)
    seed = traitlets.Int(1, min=0, max=50)


def steps_lab() -> Lab[StepsState]:
    """The lab, as notebook 04 shows it: sums of 64 products, not divided."""
    state = StepsState()
    controls = [
        option_slider(state, "d_k", "d_k", [(spaced(size), size) for size in SIZES]),
        divide_by(state),
        whole_slider(state, "seed", "seed"),
    ]
    return Lab("steps", state, draw, controls, PRESETS)


@functools.lru_cache(maxsize=51)  # every seed: what is kept of one is small
def walks(seed: int) -> tuple[Array, Array, dict[int, Array]]:
    """The ways of some walkers, how far all are spread after each step, and where all are at each size.

    Shapes: (PATHS, largest d_k), (largest d_k,), and (WALKERS,) for each d_k.
    """
    rng = np.random.default_rng(seed)
    q, k = rng.standard_normal(size=(2, WALKERS, SIZES[-1]), dtype=np.float32)  # half the time of float64
    sums = np.cumsum(q * k, axis=1)  # (WALKERS, largest d_k)
    spread = np.sqrt(np.mean(sums**2, axis=0))  # around 0, where they start
    return sums[:PATHS].copy(), spread, {d_k: sums[:, d_k - 1].copy() for d_k in SIZES}


def draw(state: StepsState) -> Picture:
    """Two walkers, the spread of all and its law, step by step; and where all are in the end."""
    d_k, scaling = state.d_k, state.scaling
    paths, spread, ends = walks(state.seed)
    s = np.unique(np.linspace(1, d_k, min(d_k, POINTS)).round().astype(int))
    by = divisor(s, scaling)
    # A sum of no products is 0; divided by 0 it is nothing.
    start = 0.0 if scaling == NONE else np.nan
    measured = {**{f"walker {i + 1}": path for i, path in enumerate(paths)}, "spread": spread}
    lines = {name: np.r_[start, values[s - 1] / by] for name, values in measured.items()}
    lines[LAW[scaling]] = np.r_[start, np.sqrt(s) / by]
    reach = 3.0 * (math.ceil(math.sqrt(d_k)) if scaling == NONE else 1)
    walking = curves(
        f"sums{IN_CODE[scaling]}, step by step", np.r_[0, s], lines, (-reach, reach), ADDED,
        note=f"a walker is the sum of s products{IN_WORDS[scaling]}",
    )  # fmt: skip
    sums = ends[d_k] / divisor(d_k, scaling)  # (WALKERS,)
    beyond = float(np.mean(np.abs(sums) > REACH))
    over = {NONE: "", ROOT: " / sqrt(d_k)", FULL: " / d_k"}[scaling]
    chart = histogram(
        f"{spaced(WALKERS)} walkers at s = {spaced(d_k)}", sums, EDGES, f"sum{over}",
        f"spread {_spread(sums):.2f}; {100 * beyond:.0f} % beyond the ends", TOP,
    )  # fmt: skip
    return Picture("sums of random products", ((walking,), (chart,)), _say(d_k, scaling, ends[d_k]))


def _say(d_k: int, scaling: str, sums: Array) -> Said:
    raw, root, size = _spread(sums), math.sqrt(d_k), spaced(d_k)
    after = f"After {size} product{'s' if d_k > 1 else ''} the sums spread {raw:.2f} around 0. "
    if scaling == FULL:
        closer = "the more products, the closer all come to 0"
        return (f"{after}Divided by {size} they spread {raw / d_k:.2f}: {closer}.",)
    if scaling == ROOT:
        steady = "near 1, however many products are added"
        return (f"{after}Divided by the root of {size}, {root:.2f}, they spread {raw / root:.2f}: {steady}.",)
    return (f"{after}The root of {size} is {root:.2f}. Divided by it, they would spread {raw / root:.2f}.",)


def _spread(sums: Array) -> float:
    return float(np.sqrt(np.mean(sums**2)))
