"""Answers to helpers/exercises/checks/nb01_arrows.py, written as learners write them."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np

from helpers.embeddings import cosine, load_vectors

v = load_vectors()["bank"]
length = math.sqrt(sum(number**2 for number in v))
A, B, C, D = np.array([-1, 5]), np.array([5, 2]), np.array([4, 3]), np.array([2, 1])
along = C / 5  # B mirrored at C has the same cosine
mirrored = 2 * (B @ along) * along - B


def cosine_by_hand(a, b):
    return (a @ b) / (np.sqrt(a @ a) * np.sqrt(b @ b))


def on_a_circle(radius, degrees):
    return [radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))]


def turned_from_b(degrees):
    """Ten times as long as C, and so many degrees further away from it than B."""
    return on_a_circle(50, math.degrees(math.atan2(2, 5)) - degrees)


def is_longer_but_turned_away(P):
    """What the text asks for, in exact fractions, where that is more than a rounding apart."""
    if P.shape != (2,) or not np.isfinite(P).all() or max(abs(P)) > 1000:
        return False
    x, y = (Fraction(float(number)) for number in P)
    dot = 4 * x + 3 * y
    # cosine below that of B, for a dot product above 0: both sides squared, and multiplied by both lengths
    short_of = 1 - Fraction(1, 10**9)
    return dot > 26 + Fraction(1, 10**9) and dot**2 * 29 < 26**2 * (x * x + y * y) * short_of


FULFILS = {"longer but turned away": is_longer_but_turned_away}

RIGHT = {
    "two cosines": [
        [1, -1],
        (1.0, -1.0),
        np.array([1, -1], dtype=np.float32),
        np.array([1, -1], dtype=np.int8),
        [v @ (factor * v) / (length * np.linalg.norm(factor * v)) for factor in (10, -2)],
        [cosine(v, 10 * v), cosine(v, -2 * v)],
        [cosine_by_hand(v, factor * v) for factor in (10, -2)],
        range(1, -2, -2),
        {"10 * v": 1.0, "-2 * v": -1.0}.values(),
        np.sign([10, -2]),
        np.cos([0, math.pi]),
        [Fraction(1), Fraction(-1)],
        [Decimal("1.0"), Decimal("-1.0")],
        [np.float16(1), np.float16(-1)],
        [1 + 0j, -1 + 0j],
        list(map(float, ["1", "-1"])),
        [10 / 10, -2 / abs(-2)],
    ],
    "longer but turned away": [
        [10, 0],
        (0, 20),
        np.array([1.0, 9.0]),
        np.array([50, 19], dtype=np.float32),
        [-1, 12.0],
        3 * A,
        B + np.array([2, -2]),
        [6.51, 0],
        [1000, 0],
        [-700, 1000],
        [1000, -1000],
        [6.5001, 0],
        [50, 19.999],
        [Fraction(15, 2), 0],
        range(9, -1, -9),
        on_a_circle(8, 0),
        turned_from_b(0.001),
        turned_from_b(60),
        2 * mirrored + np.array([-0.001, 0.001]),
    ],
}
WRONG = {
    "two cosines": [
        ("length counted", [10, -2]),
        ("length counted", (10.0, 2.0)),
        ("length counted", [np.linalg.norm(10 * v) / length, np.linalg.norm(-2 * v) / length]),
        ("divided by the factors", [1 / 10, 1 / -2]),
        ("sign lost", [1, 1]),
        ("sign lost", [abs(cosine(v, 10 * v)), abs(cosine(v, -2 * v))]),
        ("sign turned", [-1, 1]),
        ("right angle", [1, 0]),
        ("right angle", [0, -1]),
        ("right angle", [0, 0]),
        ("right angle", [0.0, 1.0]),
        ("second length counted", [1, -2]),
        ("second length counted", [1, -0.5]),
        ("dot products", [np.dot(v, 10 * v), np.dot(v, -2 * v)]),
        ("one length left", [v @ (10 * v) / length, v @ (-2 * v) / length]),
        ("one length left", [v @ (10 * v) / np.sqrt(100 * v @ v), v @ (-2 * v) / np.sqrt(4 * v @ v)]),
        ("squared lengths", [v @ (f * v) / ((v @ v) * (f * v @ (f * v))) for f in (10, -2)]),
        ("1 minus the cosine", [1 - cosine(v, 10 * v), 1 - cosine(v, -2 * v)]),
        ("degrees", [0, 180]),
        ("degrees", [0.0, -180.0]),
        ("degrees", [360, 180]),
        ("radians", [0, math.pi]),
        ("radians", [0, 3.14]),
        ("radians", [0, 3.142]),
        ("other numbers", [0.5, -1]),
        ("other numbers", [-1, -1]),
        ("other numbers", [1, -0.99]),
        ("other numbers", [0.966, -0.966]),
        ("other numbers", [0.9, -0.9]),
        ("other numbers", [100, -100]),
        ("other numbers", [1, -10]),
        ("other numbers", [1e308, -1e308]),
        ("a single number", -1),
        ("wrong shape", [1, -1, 1]),
        ("wrong shape", [[1], [-1]]),
        ("wrong shape", [1]),
        ("a set", {1, -1}),
        ("decimal comma", [1, 0, -1, 0]),
        ("not numbers", "1, -1"),
        ("not numbers", ["1", "-1"]),
        ("not numbers", {"10 * v": 1, "-2 * v": -1}),
        ("infinity", [1, -math.inf]),
        ("NaN", [1, math.nan]),
        ("dots left", [1, ...]),
        ("None inside", [1, None]),
        ("masked", np.ma.array([1, -1], mask=[False, True])),
    ],
    "longer but turned away": [
        ("far too large", [math.inf, 0]),
        ("far too large", [1e300, 7.5e299]),
        ("far too large", [-1000, 5000]),
        ("far too large", [1000.5, 0]),
        ("far too large", [0, -1e308]),
        ("no direction", [0, 0]),
        ("no direction", np.zeros(2)),
        ("points away", [-10, -3]),
        ("points away", [-3, 4]),
        ("points away", [-0.3, 0.4]),
        ("points away", -1 * B),
        ("dot product too small", [1, 1]),
        ("dot product too small", [5, 2]),
        ("dot product too small", [6.5, 0]),
        ("dot product too small", [2.6, 5.2]),
        ("dot product too small", [0, 26 / 3]),
        ("dot product too small", A),
        ("dot product too small", D),
        ("dot product too small", [1e-320, 0]),
        ("dot product too small", [True, False]),
        ("direction of B", [10, 4]),
        ("direction of B", [15, 6]),
        ("direction of B", [5.5, 2.2]),
        ("direction of B", 7.3 * B),
        ("direction of B", np.array([5.5, 2.2]) * 100 / 3),
        ("not turned away", [8, 6]),
        ("not turned away", [10, 5]),
        ("not turned away", [5, 3]),
        ("not turned away", 10 * D),
        ("not turned away", 2 * mirrored),
        ("not turned away", 31.7 * mirrored),
        ("not turned away", turned_from_b(-0.001)),
        ("not turned away", [10, 4.001]),
        ("wrong shape", [10, 0, 0]),
        ("wrong shape", [[10, 0]]),
        ("wrong shape", 10),
        ("a set", {10, 0}),
        ("decimal comma", [6, 6, 0, 5]),
        ("not numbers", "10, 0"),
        ("not numbers", ["10", "0"]),
        ("NaN", [math.nan, 10]),
        ("None inside", [10, None]),
        ("dots left", (10, ...)),
    ],
}
