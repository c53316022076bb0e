"""The published worked examples: recompute each, and put what a write-up prints beside what comes out.

``comparison`` reads and compares, ``steps`` holds the computation behind each example, ``small_vectors`` the
made-up vectors that notebooks, labs and exercises share.
"""

from helpers.examples.comparison import (
    Comparison,
    agreement,
    compare,
    load_examples,
    printed_numbers,
    recompute,
    side_by_side,
)
from helpers.examples.small_vectors import CIRCLE, FOUR_WORDS, FOUR_X, MONEY, MONEY_X, turn

__all__ = [
    "CIRCLE", "FOUR_WORDS", "FOUR_X", "MONEY", "MONEY_X", "Comparison", "agreement", "compare",
    "load_examples", "printed_numbers", "recompute", "side_by_side", "turn",
]  # fmt: skip
