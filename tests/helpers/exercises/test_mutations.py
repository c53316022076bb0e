"""Every solution changed in one place is refused, unless it still gives the same numbers."""

import contextlib
import warnings

import numpy as np
import pytest

from helpers.exercises import EXERCISES, judge
from helpers.exercises.catalogue import solution
from helpers.exercises.handed_in import copied
from helpers.exercises.kinds import DesignExercise, FunctionExercise
from tests.exercise_cells import handed_in
from tests.helpers.exercises.tables import FULFILS
from tests.mutations import mutants

FEWEST = 900  # changes of all solutions together


def answer_of(source: str, exercise):
    """What the exercise's cell with this source hands in; the error, if it stops."""
    try:
        return handed_in(exercise.name, source)[1]
    except Exception as error:
        return error


def result(answer, inputs):
    with warnings.catch_warnings(), np.errstate(all="ignore"), contextlib.suppress(Exception):
        warnings.simplefilter("ignore")
        return np.asarray(answer(*copied(inputs)), dtype=float)
    return np.empty(0)


def alike(a, b, exact=False) -> bool:
    if exact and a.shape == b.shape and a[b == 0].any():
        return False
    return a.shape == b.shape and bool(b.size) and np.allclose(a, b, rtol=1e-6, atol=1e-9, equal_nan=True)


def is_right(exercise, answer) -> bool:
    """Does an answer give what the solution gives? Known without the check, on many more cases."""
    if isinstance(answer, Exception):
        return False
    known = answer_of(solution(exercise), exercise)
    if isinstance(exercise, FunctionExercise):
        rng = np.random.default_rng(2026)
        cases = [exercise.example(), *exercise.edges(), *(exercise.drawn(rng) for _ in range(60))]
        return callable(answer) and all(
            alike(result(answer, case), result(known, case), exercise.zeros) for case in cases
        )
    try:
        numbers = np.asarray(answer, dtype=float)
    except (TypeError, ValueError):
        return False
    if isinstance(exercise, DesignExercise):
        return bool(FULFILS[exercise.name](numbers))
    return alike(numbers, np.asarray(known, dtype=float))


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=list(EXERCISES))
def test_a_solution_changed_in_one_place_is_refused(exercise):
    accepted, refused = [], []
    for source in mutants(solution(exercise)):
        answer = answer_of(source, exercise)
        if isinstance(answer, Exception):
            continue
        solved, right = judge(exercise.name, answer).solved, is_right(exercise, answer)
        if solved and not right:
            accepted.append(source)
        if right and not solved:
            refused.append(source)
    assert accepted == [], "wrong, but solved"
    assert refused == [], "right, but refused"


def test_there_are_many_changes():
    counts = {name: len(mutants(solution(exercise))) for name, exercise in EXERCISES.items()}
    assert sum(counts.values()) >= FEWEST and min(counts.values()) >= 2, counts
