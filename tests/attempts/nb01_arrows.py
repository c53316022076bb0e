"""Answers to helpers/exercises/checks/nb01_arrows.py, written as learners write them."""

import math

import numpy as np

from helpers.embeddings import load_vectors

v = load_vectors()["bank"]
length = math.sqrt(sum(number**2 for number in v))

RIGHT = {
    "two cosines": [
        [1, -1],
        (1.0, -1.0),
        np.array([1, -1], dtype=np.float32),
        [v @ (factor * v) / (length * np.linalg.norm(factor * v)) for factor in (10, -2)],
    ],
    "longer but turned away": [
        [10, 0],
        (0, 20),
        np.array([1.0, 9.0]),
        np.array([50, 19], dtype=np.float32),
        [-1, 12.0],
    ],
}
WRONG = {
    "two cosines": [
        ("length counted", [10, -2]),
        ("sign lost", [1, 1]),
        ("sign turned", [-1, 1]),
        ("right angle", [1, 0]),
        ("second length counted", [1, -2]),
        ("dot products", [np.dot(v, 10 * v), np.dot(v, -2 * v)]),
        ("one length left", [v @ (10 * v) / length, v @ (-2 * v) / length]),
        ("degrees", [0, 180]),
        ("radians", [0, math.pi]),
        ("other numbers", [0.5, -1]),
        ("a single number", -1),
    ],
    "longer but turned away": [
        ("far too large", [math.inf, 0]),
        ("far too large", [1e300, 7.5e299]),
        ("far too large", [-1000, 5000]),
        ("points away", [-10, -3]),
        ("points away", [0, 0]),
        ("points away", [-3, 4]),
        ("dot product too small", [1, 1]),
        ("dot product too small", [5, 2]),
        ("dot product too small", [6.5, 0]),
        ("direction of B", [10, 4]),
        ("direction of B", [15, 6]),
        ("direction of B", [5.5, 2.2]),
        ("not turned away", [8, 6]),
        ("not turned away", [10, 5]),
        ("not turned away", [5, 3]),
    ],
}
