"""The published worked examples, recomputed and compared with what the write-ups print.

Inputs and published figures are in ``data/worked_examples.json``; no computed value is stored.
A quantity named "our ..." rests on numbers that we chose ourselves.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
from numpy.typing import ArrayLike

from helpers import files
from helpers.arrays import Array, as_floats, at_least, short
from helpers.examples.steps import INPUTS, STEPS, Entries

FILE = "worked_examples.json"
IDS = tuple(INPUTS)
PUBLISHED = {
    "name": str, "value": (float, [float], [[float]]), "decimals": int, "status": str, "reason": str,
}  # fmt: skip
WORDS_ONLY = ("E9", "E10")  # nothing is published as a number
SHAPE = {
    example_id: {
        "title": str, "about": str, "inputs": inputs,
        "published": list if example_id in WORDS_ONLY else [PUBLISHED],
    }
    for example_id, inputs in INPUTS.items()
}  # fmt: skip
ROW = "{:24}{:18}{:20}{}"  # a page of 800 px has room for 78 letters
WIDTH = 76


@dataclass(frozen=True, eq=False)  # eq=False: two arrays do not compare to one True or False
class Comparison:
    """One published quantity. `computed` has its shape; it and the gap are None if unsupported."""

    quantity: str
    published: Array
    computed: Array | None
    largest_gap: float | None
    status: str
    reason: str
    decimals: int


def load_examples() -> Entries:
    """Read the worked examples from their file.

    Returns
    -------
    dict
        "note", and "E1" to "E11". Each example has a title, a text about it, inputs, and a list
        of published quantities.

    Raises
    ------
    ValueError
        If the file is missing, empty or damaged. The sentence says how to get it back.
    """
    examples: Entries = files.read_json(FILE, SHAPE, _whole)
    return examples


def _whole(examples: Entries) -> Entries:
    """The examples, if every number that is compared comes out of them."""
    for example_id in IDS:
        _compare(example_id, examples[example_id])
    return examples


def printed_numbers(example_id: str) -> dict[str, Array]:
    """What a write-up prints, by name.

    Parameters
    ----------
    example_id : str
        From "E1" to "E11".

    Returns
    -------
    dict
        Name of a quantity -> ndarray.

    Raises
    ------
    ValueError
        If there is no such example, or the file is missing, empty or damaged.
    """
    _check_id(example_id)
    return {entry["name"]: np.array(entry["value"]) for entry in load_examples()[example_id]["published"]}


def recompute(example_id: str) -> dict[str, Array]:
    """Compute every quantity that the inputs of an example allow.

    Parameters
    ----------
    example_id : str
        "E1" to "E11".

    Returns
    -------
    dict of str to ndarray
        The key is the published quantity's name; a single number has shape (). Further
        quantities, not published, come along. Empty where the example is all words.

    Raises
    ------
    ValueError
        If there is no such example, or the file is missing, empty or damaged.
    """
    _check_id(example_id)
    return _recompute(example_id, load_examples()[example_id])


def _recompute(example_id: str, example: Entries) -> dict[str, Array]:
    published = {entry["name"]: np.array(entry["value"]) for entry in example["published"]}
    values = STEPS[example_id](example["inputs"], published) if example_id in STEPS else {}
    return {name: as_floats(value, name) for name, value in values.items()}


def _check_id(example_id: str) -> None:
    if not isinstance(example_id, str) or example_id not in IDS:
        raise ValueError(f"There is no example {short(example_id)}; the known ones are {', '.join(IDS)}.")


def agreement(published: ArrayLike, computed: ArrayLike, decimals: int) -> str:
    """Say from the numbers alone whether a published quantity holds.

    Parameters
    ----------
    published, computed : array_like, same shape
    decimals : int
        How many decimals are printed, from 0 to 100. One unit in the last printed place is 10 ** -decimals.

    Returns
    -------
    str
        "agrees" if every computed number, rounded to `decimals`, is the published one: at most
        half a unit away, as a half may go up or down. "rounding" if, so rounded, it is one unit
        away: at most 1.5 units before; early rounding does that. Otherwise "differs".

    Raises
    ------
    ValueError
        If the shapes are not equal, there is nothing to compare, or `decimals` is no whole number from 0 to
        100.
    """
    published = as_floats(published, "published").astype(np.float64)
    computed = as_floats(computed, "computed").astype(np.float64)
    decimals = at_least(0, decimals, "decimals")
    if decimals > 100:  # 10**400 is beyond all floats
        raise ValueError(f"decimals must be a whole number from 0 to 100, got {decimals}.")
    if published.shape != computed.shape or published.size == 0:
        raise ValueError(
            f"published has shape {published.shape} and computed has shape {computed.shape}: "
            "they need one shape, with at least one number."
        )
    units = np.max(np.abs(published - computed)) * 10.0**decimals
    slack = 1e-6  # 0.125 may come out of a computation as 0.12499999999, and is still a half
    if units <= 0.5 + slack:
        return "agrees"
    return "rounding" if units <= 1.5 + slack else "differs"  # nan is never <=, so it differs


def compare(example_id: str) -> list[Comparison]:
    """Put every published quantity next to its computed value.

    Returns
    -------
    list of Comparison
        In the order of the file; empty where nothing is published. The status is what `agreement`
        says. Only "unsupported" is taken from the file.

    Raises
    ------
    ValueError
        If there is no such example, or the file is missing, empty or damaged.
    """
    _check_id(example_id)
    return _compare(example_id, load_examples()[example_id])


def _compare(example_id: str, example: Entries) -> list[Comparison]:
    values, found = _recompute(example_id, example), []
    for entry in example["published"]:
        name, decimals = entry["name"], entry["decimals"]
        published = as_floats(entry["value"], name)
        computed, gap, status = None, None, "unsupported"
        if entry["status"] != "unsupported":
            computed = values[name]
            gap = float(np.max(np.abs(published - computed)))
            status = agreement(published, computed, decimals)
        found.append(Comparison(name, published, computed, gap, status, entry["reason"], decimals))
    return found


def side_by_side(example_id: str) -> str:
    """Lay out `compare` as a plain text table: quantity, published, computed, status.

    Returns
    -------
    str
        Computed values have four decimals. The reason stands below its quantity.

    Raises
    ------
    ValueError
        If there is no such example, or the file is missing, empty or damaged.
    """
    comparisons = compare(example_id)
    lines = [f"{example_id}: {load_examples()[example_id]['title']}", ""]
    if not comparisons:
        return "\n".join([*lines, "No write-up prints a number here that could be recomputed."])
    lines += [ROW.format("quantity", "published", "computed", "status"), "-" * WIDTH]
    for c in comparisons:
        computed = ["none"] if c.computed is None else _number_lines(c.computed, 4)
        cells = textwrap.wrap(c.quantity, 23), _number_lines(c.published, c.decimals), computed, [c.status]
        lines += [ROW.format(*row).rstrip() for row in zip_longest(*cells, fillvalue="")]
        reason = textwrap.wrap(f"reason: {c.reason}", WIDTH - 2)
        lines += [*(f"  {line}" for line in reason), ""]
    return "\n".join(lines[:-1])


def _number_lines(values: Array, decimals: int) -> list[str]:
    """One line per row, at most two numbers wide. Adding 0.0 turns -0.0 into 0.0."""
    rounded = np.atleast_2d(np.round(values, decimals)) + 0.0
    texts = [[f"{number:.{decimals}f}" for number in row] for row in rounded]
    return [" ".join(row[i : i + 2]) for row in texts for i in range(0, len(row), 2)]
