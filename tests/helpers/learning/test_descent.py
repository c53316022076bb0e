"""Gradient descent: each step against its definition, the loop of them, and what is refused."""

import inspect
import math
from types import MappingProxyType

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from helpers.learning import (
    NAMES,
    SGD,
    TEST,
    Adam,
    Batch,
    accuracy,
    backward,
    check_learning_rate,
    cross_entropy,
    forward,
    new_head,
    three_questions,
    train,
)
from helpers.learning import descent as training
from tests.refusals import refusal, says

# A warning is red text in a learner's notebook, wherever in NumPy it is raised.
pytestmark = pytest.mark.filterwarnings("error")

EXACT = 1e-12
OPTIMISERS = [SGD, Adam]


def task(n=40, part="train", question="land or water", seed=100):
    return three_questions(np.random.default_rng(seed), n, part)[question].batch


def head(seed=0, d_k=4):
    return new_head(np.random.default_rng(seed), 50, d_k, 2)


def small(seed=0, n=5):
    """A batch and a head that a test can afford to follow number by number."""
    rng = np.random.default_rng(seed)
    batch = Batch(rng.standard_normal((n, 4, 3)), rng.integers(4, size=n), rng.integers(2, size=n))
    return batch, new_head(rng, 3, 2, 2)


def copy(parameters):
    return {name: array.copy() for name, array in parameters.items()}


def assert_same(found, right):
    assert list(found) == list(right)
    for name in right:
        assert_array_equal(found[name], right[name], err_msg=name)


# --- one step ----------------------------------------------------------------------------------------------


def test_sgd_goes_against_the_gradient():
    """Sgd goes against the gradient as far as the learning rate says."""
    batch, parameters = small()
    slopes = backward(parameters, batch, forward(parameters, batch))
    before, arrays = copy(parameters), list(parameters.values())
    SGD(0.3).step(parameters, slopes)
    for name in NAMES:
        assert_allclose(parameters[name], before[name] - 0.3 * slopes[name], rtol=EXACT, atol=EXACT)
    assert all(a is b for a, b in zip(arrays, parameters.values(), strict=True))  # in place


def test_adam_is_algorithm_1_of_kingma_and_ba():
    """Written out for single numbers, with the names of the paper, over several steps."""
    alpha, beta_1, beta_2, epsilon = 0.02, 0.8, 0.95, 1e-8
    gradients = np.random.default_rng(1).standard_normal((6, 2, 3)) * [1e-6, 1.0, 1e3]
    gradients[2] = 0
    start = np.random.default_rng(2).standard_normal((2, 3))
    adam, parameters = Adam(alpha, keep=beta_1, keep_squares=beta_2), {"W": start.copy()}
    theta, m, v = start.copy(), np.zeros((2, 3)), np.zeros((2, 3))
    for t, g in enumerate(gradients, start=1):
        adam.step(parameters, {"W": g})
        for place in np.ndindex(2, 3):
            m[place] = beta_1 * m[place] + (1 - beta_1) * g[place]
            v[place] = beta_2 * v[place] + (1 - beta_2) * g[place] ** 2
            m_hat, v_hat = m[place] / (1 - beta_1**t), v[place] / (1 - beta_2**t)
            theta[place] -= alpha * m_hat / (math.sqrt(v_hat) + epsilon)
        assert_allclose(parameters["W"], theta, rtol=1e-10, atol=EXACT)


def test_adam_takes_the_numbers_of_the_paper():
    """Adam takes the numbers of the paper unless told otherwise."""
    given = inspect.signature(Adam).parameters
    assert (given["keep"].default, given["keep_squares"].default) == (0.9, 0.999)


def test_the_first_step_of_adam_is_the_learning_rate():
    """The first step of adam is as long as the learning rate for every number."""
    parameters = {"W": np.zeros(4)}
    Adam(0.03).step(parameters, {"W": np.array([1e-3, -1.0, 1e3, 0.0])})
    assert_allclose(parameters["W"], [-0.03, 0.03, -0.03, 0], rtol=1e-4)


@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_a_step_leaves_the_gradients_as_they_are(optimiser):
    batch, parameters = small()
    slopes = backward(parameters, batch, forward(parameters, batch))
    before, steps = copy(slopes), optimiser(0.1)
    for _ in range(3):
        steps.step(parameters, slopes)
    assert_same(slopes, before)


# --- many steps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scaled", [True, False])
@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_train_takes_one_step_after_another_on_all_sentences(optimiser, scaled):
    batch, start = small()
    test = small(2, n=300)[0]
    assert len({accuracy(forward(start, test, scale).logits, test.y) for scale in (True, False)}) == 2
    by_hand, steps = copy(start), optimiser(0.1)
    moments = list(train(start, batch, optimiser(0.1), 5, test, scaled, every=1))
    assert [moment.step for moment in moments] == [0, 1, 2, 3, 4, 5]
    for moment in moments:
        found = forward(by_hand, batch, scaled)
        assert_same(moment.parameters, by_hand)
        assert moment.loss == cross_entropy(found.logits, batch.y)
        assert moment.accuracy == accuracy(found.logits, batch.y)
        assert moment.held_out == accuracy(forward(by_hand, test, scaled).logits, test.y)
        steps.step(by_hand, backward(by_hand, batch, found, scaled))


@pytest.mark.parametrize(
    ("n_steps", "every", "expected"),
    [
        (1, 1, [0, 1]),
        (1, 10, [0, 1]),
        (10, 5, [0, 5, 10]),
        (11, 5, [0, 5, 10, 11]),
        (4, 5, [0, 4]),
        (25, 10, [0, 10, 20, 25]),
    ],
)
def test_the_start_and_the_last_step_are_always_shown(n_steps, every, expected):
    """The start and the last step are always among the moments."""
    batch, start = small()
    moments = list(train(start, batch, SGD(0.1), n_steps, every=every))
    assert [moment.step for moment in moments] == expected
    assert_same(moments[0].parameters, start)
    assert all(math.isnan(moment.held_out) for moment in moments)  # there are no such sentences


def test_as_many_steps_are_taken_as_asked_for():
    batch, start = small()
    adam = Adam(0.1)
    list(train(start, batch, adam, 7, every=3))
    assert adam.n_steps == 7


def test_moments_do_not_hang_on_how_many_are_asked_for():
    """What lies between two moments does not hang on how many are asked for."""
    batch, start = small()
    seldom, often = (list(train(start, batch, Adam(0.1), 12, every=every)) for every in (12, 1))
    assert_same(seldom[-1].parameters, often[-1].parameters)
    assert seldom[-1].loss == often[-1].loss


@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_training_leaves_its_start_and_sentences_untouched(optimiser):
    """Training leaves its start and its sentences untouched and begins anew."""
    batch, start = task(), head()
    before, X = copy(start), batch.X.copy()
    first = list(train(start, batch, optimiser(0.03), 20))
    assert_same(start, before)
    assert_array_equal(batch.X, X)
    second = list(train(start, batch, optimiser(0.03), 20))
    for one, other in zip(first, second, strict=True):
        assert one[0] == other[0] and one[2:4] == other[2:4]
        assert_same(one.parameters, other.parameters)
    assert not np.array_equal(first[-1].parameters["W_Q"], start["W_Q"])


def test_a_moment_and_later_steps_do_not_change_each_other():
    """A moment is a picture that later steps do not change and that changes no later step."""
    batch, start = small()
    undisturbed = list(train(start, batch, SGD(0.1), 4, every=1))
    kept, disturbed = [], []
    for moment in train(start, batch, SGD(0.1), 4, every=1):
        kept.append(copy(moment.parameters))
        disturbed.append(moment)
    for before, moment in zip(kept, disturbed, strict=True):
        assert_same(moment.parameters, before)
    losses = []
    for moment in train(start, batch, SGD(0.1), 4, every=1):
        losses.append(moment.loss)
        for array in moment.parameters.values():
            array[:] = 99
    assert losses == [moment.loss for moment in undisturbed]


def test_a_head_learns_what_it_was_not_told():
    """That new words are read too: far from chance, with room for other machines."""
    moments = list(train(head(d_k=8), task(400), Adam(0.03), 100, task(400, TEST, seed=101)))
    assert moments[0].loss > 0.5 and moments[-1].loss < 0.05
    assert moments[-1].accuracy > 0.98 and moments[-1].held_out > 0.75
    assert moments[0].held_out < 0.7


def test_small_steps_of_plain_descent_never_climb():
    losses = [moment.loss for moment in train(head(), task(), SGD(0.05), 40, every=1)]
    assert all(after < before for before, after in zip(losses, losses[1:], strict=False))


@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_stopping_in_the_middle_harms_nothing(optimiser):
    batch, start = task(), head()
    before, whole = copy(start), list(train(start, batch, optimiser(0.03), 20, every=5))
    running = train(start, batch, optimiser(0.03), 20, every=5)
    seen = [next(running), next(running)]
    running.close()
    assert list(running) == []
    assert_same(start, before)
    for moment, right in zip(seen, whole, strict=False):
        assert moment.step == right.step and moment.loss == right.loss
        assert_same(moment.parameters, right.parameters)
    again = list(train(start, batch, optimiser(0.03), 20, every=5))
    assert_same(again[-1].parameters, whole[-1].parameters)


@pytest.mark.parametrize("optimiser", OPTIMISERS)
@pytest.mark.parametrize(("n", "d_k"), [(1, 4), (8, 1), (1, 1)])
def test_one_sentence_is_enough_and_so_is_one_number_for_a_query(optimiser, n, d_k):
    moments = list(train(head(d_k=d_k), task(n), optimiser(0.1), 60))
    assert moments[-1].loss < moments[0].loss and 0 <= moments[-1].accuracy <= 1
    if n == 1:
        assert moments[-1].accuracy == 1


def test_two_trainings_at_a_time_do_not_meet():
    batch, start = small()
    alone = list(train(start, batch, Adam(0.1), 3, every=1))
    for one, other, right in zip(
        train(start, batch, Adam(0.1), 3, every=1),
        train(start, batch, Adam(0.1), 3, every=1),
        alone,
        strict=True,
    ):
        assert_same(one.parameters, right.parameters)
        assert_same(other.parameters, right.parameters)


# --- steps that are too large ------------------------------------------------------------------------------


def losses_until_refused(optimiser, test=None):
    losses = []

    def run():
        for moment in train(head(d_k=8), task(400), optimiser, 100, test, every=1):
            losses.append(moment.loss)

    return losses, refusal(run)


@pytest.mark.parametrize(
    ("optimiser", "rate"), [(SGD, 1000), (SGD, 1e200), (Adam, 1e200)], ids=["1000", "1e200", "Adam"]
)
@pytest.mark.parametrize("part", [None, TEST])
def test_training_that_diverges_stops_in_words(optimiser, rate, part):
    losses, text = losses_until_refused(optimiser(rate), part and task(40, part))
    says(
        text, f"At step {len(losses)} ", "no longer a finite number", f"learning rate {rate:g} ", "too large"
    )
    assert losses and np.isfinite(losses).all()  # what was shown before stays true


def test_a_step_too_long_for_a_float_is_said_in_the_same_words():
    """Here the loss is a number, and the step that follows it is not."""
    batch = task()
    running = train(head(), batch._replace(X=1e6 * batch.X), SGD(1e305), 1)
    assert math.isfinite(next(running).loss)
    says(refusal(list, running), "At step 1 ", "too large")


def test_adam_with_rate_1000_stays_finite_and_learns_nothing():
    """Adam with a learning rate of 1000 stays finite and learns nothing."""
    moments = list(train(head(d_k=8), task(400), Adam(1000), 30))
    assert math.isfinite(moments[-1].loss) and moments[-1].loss > 100 * moments[0].loss


def test_held_out_sentences_that_overflow_are_said_too():
    """The loss of the sentences for learning may still be a number when that of the others is not."""
    batch, start = task(), head()
    assert list(train(start, batch, SGD(1), 100))[-1].loss < 0.5  # without them all is well
    found = forward(start, batch)
    largest = np.abs(found.K @ found.q[:, :, None]).max()
    test = batch._replace(X=batch.X * math.sqrt(0.99 * np.finfo(float).max / largest))
    running = train(start, batch, SGD(1), 100, test)
    assert next(running).step == 0  # at the start their scores just fit
    says(refusal(list, running), "no longer a finite number", "learning rate 1 ")


def test_a_start_that_is_no_number_is_not_blamed_on_the_steps():
    start = head()
    start["b"][0] = math.nan
    says(refusal(lambda: list(train(start, task(), SGD(0.1)))), "before the first step", "parameters")
    for wrong in (math.nan, 1e200):  # here it is softmax that has no number
        start = head()
        start["W_Q"][0] = start["W_K"][0] = wrong
        says(refusal(list, train(start, task(), SGD(0.1))), "before the first step", "parameters")


# --- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("optimiser", OPTIMISERS)
@pytest.mark.parametrize(
    "rate", [0, -1, -0.001, math.nan, math.inf, -math.inf, None, "fast", [1, 2], 1j, 10**400]
)
def test_a_learning_rate_that_is_no_number_above_0_is_refused(optimiser, rate):
    says(refusal(optimiser, rate), "learning rate must be a number above 0", "got", ".03")


@pytest.mark.parametrize("rate", [1e-9, 0.03, 1, 1000, np.float32(0.5)])
def test_a_learning_rate_above_0_is_kept(rate):
    assert check_learning_rate(rate) == SGD(rate).learning_rate == Adam(rate).learning_rate == rate
    assert type(check_learning_rate(rate)) is float


@pytest.mark.parametrize("name", ["n_steps", "every"])
@pytest.mark.parametrize("number", [0, -5, 2.5, 10.0, True, "ten", math.nan])
def test_a_number_of_steps_is_a_whole_number(name, number):
    """A number of steps that is no whole number is refused at once."""
    batch, start = small()
    text = refusal(train, start, batch, SGD(0.1), **{name: number})  # before the first moment is asked for
    says(text, f"{name} must be a whole number from 1 up", repr(number))


# --- NumPy's warnings --------------------------------------------------------------------------------------

MANNERS = [
    {"all": "warn"},
    {"over": "raise", "invalid": "raise", "divide": "raise", "under": "ignore"},
    {"over": "print", "invalid": "ignore", "divide": "warn", "under": "ignore"},
]


@pytest.mark.parametrize("manners", MANNERS, ids=str)
@pytest.mark.parametrize("rate", [0.03, 1000.0])
def test_the_callers_warnings_are_the_same_after_each_moment(manners, rate, capsys):
    """How the caller takes warnings is the same after each moment."""
    with np.errstate(**{**manners, "under": "ignore"}):
        before = np.geterr()
        running = train(head(d_k=8), task(), SGD(rate), 100, task(20, TEST), every=1)
        seen = 0
        try:
            for _ in running:
                assert np.geterr() == before
                seen += 1
        except ValueError as refused:
            assert rate == 1000
            says(str(refused), "too large")
        assert np.geterr() == before and (seen == 101 or rate == 1000)
        stopped = train(head(), task(), SGD(rate), every=1)
        next(stopped)
        stopped.close()
        assert np.geterr() == before
    assert capsys.readouterr() == ("", "")


# --- accuracy -----------------------------------------------------------------------


def test_accuracy_is_the_part_of_the_sentences_that_are_right():
    logits = np.array([[2.0, 1.0, 0.0], [0.0, 3.0, 1.0], [0.0, 1.0, 5.0], [-1.0, -2.0, -3.0]])
    for y, right in ([0, 1, 2, 0], 1.0), ([0, 1, 2, 1], 0.75), ([1, 0, 0, 2], 0.0):
        found = accuracy(logits, np.array(y))
        assert found == right and type(found) is float


def test_every_function_of_the_module_is_used():
    text = inspect.getsource(training)
    for name, thing in vars(training).items():
        if getattr(thing, "__module__", "") == training.__name__ and name.startswith("_"):
            assert text.count(f"{name}(") >= 2, f"{name} is never called"


class Momentum:
    """What a learner writes: a step that keeps some of the last one."""

    def __init__(self, learning_rate):
        self.learning_rate, self.last = learning_rate, {}

    def step(self, parameters, gradients):
        for name, gradient in gradients.items():
            self.last[name] = 0.9 * self.last.get(name, 0) + gradient
            parameters[name] -= self.learning_rate * self.last[name]


def test_an_optimiser_of_the_learner_trains():
    batch = Batch(X=np.eye(2)[:, None], asks=np.array([0, 0]), y=np.array([0, 1]))
    start = new_head(np.random.default_rng(0), d_model=2, d_k=2, n_classes=2)
    first, *_, last = train(start, batch, Momentum(0.1), n_steps=20)
    assert last.loss < first.loss and last.accuracy == 1


@pytest.mark.parametrize(("optimiser", "right"), [(SGD, 0.8), (Adam, 0.9)])
@pytest.mark.parametrize("w", [1, 1.0, np.float64(1)])
def test_a_step_changes_a_single_number(optimiser, right, w):
    parameters = {"w": w}
    optimiser(0.1).step(parameters, {"w": 2.0})
    assert parameters["w"] == pytest.approx(right)


def test_further_entries_of_the_parameters_are_kept():
    """Such as a note; and a dict that cannot be changed is as good."""
    batch = Batch(X=np.eye(2)[:, None], asks=np.array([0, 0]), y=np.array([0, 1]))
    start = new_head(np.random.default_rng(0), d_model=2, d_k=2, n_classes=2)
    *_, last = train(MappingProxyType({**start, "note": "mine"}), batch, SGD(0.1), n_steps=2)
    assert last.parameters["note"] == "mine"
