"""The exercises: every right answer passes, however it is written; every mistake is called by its name."""

import inspect
import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers import files
from helpers.exercises import EXERCISES, Verdict, exercises_in_order, judge, solution_path
from helpers.exercises.catalogue import solution
from helpers.exercises.handed_in import copied
from helpers.exercises.kinds import FunctionExercise, ValueExercise
from helpers.exercises.mistakes import close, made_by, variants
from tests.helpers.exercises.tables import RIGHT, WRONG
from tools.course import chapters

FEWEST_WRONG, FEWEST_RIGHT = 25, 10
FUNCTIONS = [e for e in EXERCISES.values() if isinstance(e, FunctionExercise)]
NUMBERS_ONLY = {"count", "divisor"}  # they get no arrays
ONE_ROW_ONLY = {"jacobian", "through softmax"}
# Mistakes that every check knows, whatever the exercise.
ALWAYS = {
    "not attempted": lambda right: lambda *inputs: ...,
    "None": lambda right: lambda *inputs: None,
    "NaN": lambda right: lambda *inputs: right(*inputs) * np.nan,
    "not numbers": lambda right: lambda *inputs: "the answer",
    "error": lambda right: lambda *inputs: right(*inputs) / nothing,  # noqa: F821
    "unequal rows": lambda right: lambda *inputs: [[1.0], [1.0, 2.0]],
}


def show(value):
    return value if isinstance(value, str) else getattr(value, "name", None)


def attempts_at(table):
    return [
        pytest.param(name, answer, id=f"{name}: {getattr(answer, '__name__', '')} {number}")
        for name, answers in table.items()
        for number, answer in enumerate(answers)
    ]


# --- the tables are complete ------------------------------------------------------------------------


def test_every_exercise_has_its_answers_and_its_solution():
    """Every exercise has its answers its mistakes and its solution."""
    assert set(RIGHT) == set(WRONG) == set(EXERCISES)
    assert len(exercises_in_order()) == len(EXERCISES) == len(list(files.SOLUTIONS.glob("*.py")))
    assert {path.name for path in files.SOLUTIONS.glob("*.py")} == {
        solution_path(e).name for e in EXERCISES.values()
    }
    for chapter in chapters():
        assert 3 <= sum(e.notebook == chapter.number for e in EXERCISES.values()) <= 5, chapter.title


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=list(EXERCISES))
def test_every_mistake_it_knows_is_made_once_by_a_learner(exercise):
    assert len(exercise.known) >= 2
    assert set(exercise.known) <= {name for name, _ in WRONG[exercise.name]}


# --- right answers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "answer"), attempts_at(RIGHT))
def test_a_right_answer_passes_however_it_is_written(name, answer):
    assert judge(name, answer) == Verdict(True, None, "Solved.")


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=show)
def test_lists_and_float32_pass_too(exercise):
    def as_list(*inputs):
        return np.asarray(exercise.right(*inputs)).tolist()

    def as_float32(*inputs):
        small = [
            i.astype(np.float32) if isinstance(i, np.ndarray) and i.dtype == float else i for i in inputs
        ]
        return np.asarray(exercise.right(*small)).astype(np.float32)

    assert exercise.judge(as_list).solved and exercise.judge(as_float32).solved


@pytest.mark.parametrize("name", EXERCISES)
def test_the_table_of_attempts_is_long(name):
    assert len(WRONG[name]) >= FEWEST_WRONG and len(RIGHT[name]) >= FEWEST_RIGHT


# --- cases ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("exercise", [e for e in FUNCTIONS if e.name not in NUMBERS_ONLY], ids=show)
def test_the_cases_are_of_all_kinds(exercise):
    """Not square, one row, whole numbers, and large beside small, or the check lets a wrong answer pass."""
    arrays = [i for inputs in exercise.cases for i in inputs if isinstance(i, np.ndarray) and i.dtype != bool]
    assert any(a.shape[0] == 1 for a in arrays) and any(a.dtype.kind == "i" for a in arrays)
    assert exercise.name in ONE_ROW_ONLY or any(a.ndim > 1 and a.shape[-1] != a.shape[-2] for a in arrays)
    spans = [np.abs(a[a != 0]).max() / np.abs(a[a != 0]).min() for a in arrays if a.any()]
    assert max(spans) >= 100
    assert all(np.isfinite(np.asarray(exercise.right(*copied(inputs)))).all() for inputs in exercise.cases)


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=show)
def test_some_case_tells_each_known_mistake_from_every_other(exercise):
    ways, said = variants(exercise.mistakes), exercise.texts.mistakes
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        right = [made_by(exercise.right, inputs) for inputs in exercise.cases]
        made = [(name, [made_by(makes, inputs) for inputs in exercise.cases]) for name, makes in ways]
    for place, (name, mine) in enumerate(made):
        # What differs by less than the tolerance must be 0 instead.
        assert exercise.zeros or not all_alike(mine, right), f"{name} is right"
        for other, theirs in made[:place]:
            assert said[name] == said[other] or not all_alike(mine, theirs), f"{name} and {other} look alike"


def all_alike(results, others):
    """Equal on every case, as a check sees it: nan and infinity are one, and so are two errors."""
    for pair in zip(results, others, strict=True):
        stops = [isinstance(result, Exception) for result in pair]
        if any(stops):
            if not all(stops):
                return False
        elif not close(*(np.where(np.isfinite(result), result, np.nan) for result in pair)):
            return False
    return True


# --- wrong answers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "mistake", "answer"),
    [
        pytest.param(name, mistake, answer, id=f"{name}: {mistake} {number}")
        for name, answers in WRONG.items()
        for number, (mistake, answer) in enumerate(answers)
    ],
)
def test_a_mistake_is_called_by_its_name(name, mistake, answer):
    verdict = judge(name, answer)
    assert verdict.name == mistake, verdict.says
    assert not verdict.solved and len(verdict.says) > 20


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=show)
@pytest.mark.parametrize("mistake", ALWAYS)
def test_these_are_known_to_every_check(exercise, mistake):
    assert exercise.judge(ALWAYS[mistake](exercise.right)).name == mistake


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=show)
def test_shapes_and_copies_are_known_to_every_check(exercise):
    example = exercise.example()
    answer = np.asarray(exercise.right(*copied(example)), dtype=float)

    def hard_coded(*inputs):
        return answer

    def another_shape(*inputs):
        return np.asarray(exercise.right(*inputs))[None, ..., None]

    def in_place(*inputs):
        result = np.array(exercise.right(*inputs))
        for array in (i for i in inputs if isinstance(i, np.ndarray)):
            array[...] = 0
        return result

    assert exercise.judge(hard_coded).name == "the example's answer"
    assert exercise.judge(another_shape).name == "wrong shape"
    if any(isinstance(i, np.ndarray) and i.any() for i in example):
        assert exercise.judge(in_place).name == "changed its input"
    if answer.ndim:
        assert exercise.judge(lambda *inputs: 0.123).name == "a single number"
    symmetric = answer.ndim == 2 and len(answer) == answer.shape[1] and np.allclose(answer, answer.T)
    if answer.ndim > 1 and not symmetric:
        turned = exercise.judge(lambda *inputs: np.swapaxes(exercise.right(*inputs), -1, -2))
        assert turned.name == "transposed" or turned.name in set(exercise.known)
    if answer.ndim and not np.allclose(answer, np.trunc(answer)):
        cut = exercise.judge(lambda *inputs: np.asarray(exercise.right(*inputs)).astype(int))
        assert cut.name in {"whole numbers", "all zeros", *exercise.known}


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=list(EXERCISES))
def test_the_stub_is_not_attempted_and_none_is_none(exercise):
    assert exercise.judge(...) == Verdict(False, "not attempted", "Not attempted yet.")
    assert exercise.judge(None).name == "None"


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=show)
def test_a_result_instead_of_the_function_is_refused(exercise):
    """A result instead of the function is refused in a sentence."""
    verdict = exercise.judge(np.ones((2, 3)))
    assert verdict.name == "not a function" and exercise.call.split("(")[0] in verdict.says


@pytest.mark.parametrize(
    "exercise", [e for e in EXERCISES.values() if not isinstance(e, FunctionExercise)], ids=show
)
def test_a_value_may_be_nothing_but_numbers(exercise):
    assert exercise.judge("text").name == "not numbers"
    assert exercise.judge([[1.0], [1.0, 2.0]]).name == "unequal rows"
    assert exercise.judge(np.full((2, 3, 4), 0.5)).name == "wrong shape"
    right = RIGHT[exercise.name][0]
    assert not exercise.judge(np.asarray(right, dtype=float) * np.nan).solved


# --- whatever comes ---------------------------------------------------------------------------------

SIMPLE = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.text(max_size=5)
    | st.binary(max_size=3)
)
ANYTHING = st.recursive(
    SIMPLE,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


class Hostile:
    """Every way in which an object can refuse to be looked at."""

    def __array__(self, *args, **kwargs):
        raise SystemExit("no")

    def __repr__(self):
        raise RuntimeError("no repr")

    def __eq__(self, other):
        raise RuntimeError("not comparable")

    __hash__ = None

    def __len__(self):
        return -1

    def __iter__(self):
        raise KeyboardInterrupt


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=list(EXERCISES))
@given(answer=ANYTHING)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_check_never_raises(exercise, answer):
    for handed in (answer, lambda *inputs: answer):
        assert isinstance(exercise.judge(handed), Verdict)


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=list(EXERCISES))
def test_numbers_beyond_all_measure_are_refused_too(exercise):
    if not isinstance(exercise, FunctionExercise):
        right = np.asarray(RIGHT[exercise.name][0], dtype=float)
        for size in (1e308, -1e308, 1e-320):
            assert isinstance(exercise.judge(np.full(right.shape, size)), Verdict)


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=list(EXERCISES))
def test_hostile_objects_are_refused_too(exercise):
    def leaves(*inputs):
        raise SystemExit

    def endless(*inputs):
        return endless(*inputs)

    def interrupted(*inputs):
        raise KeyboardInterrupt

    for answer in (
        Hostile(),
        [Hostile()],
        Hostile,
        object(),
        np.ma.masked,
        np.array([], dtype=object),
        range(0),
    ):
        assert not exercise.judge(answer).solved
        assert not exercise.judge(lambda *inputs, answer=answer: answer).solved
    for answer in (leaves, endless, interrupted, len, print, type, lambda: 1):
        verdict = exercise.judge(answer)
        assert not verdict.solved and verdict.says


# --- solutions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=list(EXERCISES))
def test_a_solution_is_short_and_needs_no_more_than_its_notebook(exercise):
    text = solution(exercise)
    compile(text, "solution", "exec")
    assert 1 <= len(text.splitlines()) <= 12 and "import" not in text


NO_SOLUTION = {
    "missing": None,
    "folder": None,
    "empty": b"",
    "blank": b" \n",
    "pointer": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n",
    "page": b"<!DOCTYPE html>\n<html><body>Log in</body></html>\n",
    "utf-16": "p = 0.5".encode("utf-16"),
    "latin-1": b"p = 0.5  # \xe9\n",
    "zeros": bytes(7),
    "cut": b"def my_softmax(x):\n",
}


@pytest.mark.parametrize("state", NO_SOLUTION)
def test_a_missing_or_damaged_solution_is_said_so(monkeypatch, tmp_path, state):
    monkeypatch.setattr(files, "SOLUTIONS", tmp_path)
    path = solution_path(EXERCISES["softmax"])
    if state == "folder":
        path.mkdir()
    elif NO_SOLUTION[state] is not None:
        path.write_bytes(NO_SOLUTION[state])
    says = "# The file solutions/02_softmax.py is not here or cannot be read. It belongs to the course."
    assert solution(EXERCISES["softmax"]) == says


def test_a_solution_with_a_byte_order_mark_is_read(monkeypatch, tmp_path):
    right = solution(EXERCISES["softmax"])
    monkeypatch.setattr(files, "SOLUTIONS", tmp_path)
    solution_path(EXERCISES["softmax"]).write_text(right, encoding="utf-8-sig")
    assert solution(EXERCISES["softmax"]) == right


def test_an_error_is_shown_with_its_line_and_no_traceback():
    def my_softmax(x):
        y = x * 2
        return y / undefined  # noqa: F821

    verdict = judge("softmax", my_softmax)
    line = inspect.getsourcelines(my_softmax)[1] + 2
    assert verdict.name == "error" and f"Line {line} of your cell" in verdict.says
    assert "NameError: name 'undefined' is not defined" in verdict.says and "\n" not in verdict.says


def test_what_was_wrong_before_it_stopped_is_told_too():
    def my_softmax(x):
        if x.shape[0] == 1:
            raise ValueError("not these shapes")
        e = np.exp(x - x.max(axis=0))
        return e / e.sum(axis=0)

    verdict = judge("softmax", my_softmax)
    assert verdict.name == "wrong axis" and verdict.says.startswith("Your columns sum to 1.")
    assert "Besides: With other inputs (shape (1, 2)): Line " in verdict.says

    def only_the_example(x):
        return np.exp(x) / np.exp(x).sum(axis=1, keepdims=True) if x.shape == (2, 3) else x / nothing  # noqa: F821

    verdict = judge("softmax", only_the_example)
    assert verdict.name == "error"
    assert verdict.says.startswith("The example is right. With other inputs (shape (9, 5)): Line ")


def test_two_results_instead_of_one_are_called_so():
    def attend_all(X):
        scores = X @ X.T
        return scores @ X, scores[:, :2]

    assert judge("all tokens", attend_all).name in ("several results", "wrong shape")
    verdict = judge("all tokens", lambda X: (X, X @ X.T, 3))
    assert verdict.name == "several results" and "gave 3 results" in verdict.says


@pytest.mark.parametrize(
    ("wrong", "help"),
    [
        (lambda X: X @ X, "in `A @ B`, A has 2 columns and B has 3 rows; these must be equal."),
        (lambda X: X / X.sum(axis=1), "`keepdims=True` keeps a column."),
        (lambda X: X[3], "IndexError"),
    ],
)
def test_usual_slips_with_shapes_are_explained(wrong, help):
    verdict = judge("all tokens", wrong)
    assert verdict.name == "error" and help in verdict.says and "gufunc" not in verdict.says


def test_a_value_that_is_none_is_not_asked_for_a_return():
    assert "return" in judge("softmax", lambda x: None).says
    assert "straight after the `=`" in judge("never", None).says


def test_an_error_text_gets_one_full_stop():
    def my_softmax(x):
        raise ValueError("It ends here.")

    assert judge("softmax", my_softmax).says.endswith("It ends here.")


def test_the_usual_stub_of_other_courses_is_not_attempted_either():
    def my_softmax(x):
        raise NotImplementedError()

    assert judge("softmax", my_softmax).name == "not attempted"


def test_what_a_learner_prints_is_seen_once(capsys):
    def my_softmax(x):
        print("here")
        return x

    judge("softmax", my_softmax)
    assert capsys.readouterr().out == "here\n"


def test_a_value_exercise_tells_no_right_number():
    for exercise in EXERCISES.values():
        if isinstance(exercise, ValueExercise):
            right = np.asarray(exercise.right(), dtype=float)
            verdict = exercise.judge(right + 0.37)
            assert not verdict.solved and not any(f"{n:g}" in verdict.says.split() for n in right.ravel())
