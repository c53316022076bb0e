"""Numbers and claims in the prose of notebook 06, calculated again without the notebook's functions."""

import numpy as np
import pytest
from scipy.special import log_softmax

from helpers.exercises import EXERCISES
from helpers.exercises.catalogue import solution
from helpers.labs.learning import learning_lab
from helpers.learning import QUESTIONS, SGD, TEST, Adam, forward, load_task, new_head, three_questions, train
from tests.claims.said import prose

TASKS = three_questions(np.random.default_rng(100), 400)
TESTS = three_questions(np.random.default_rng(101), 400, TEST)


def trained(question, seed, optimiser, n_steps=100, d_k=8):
    start = new_head(np.random.default_rng(seed), 50, d_k, n_classes=2)
    *_, end = train(start, TASKS[question].batch, optimiser, n_steps, TESTS[question].batch, every=n_steps)
    return end


def test_numbers_of_words_and_what_an_even_row_has():
    assert "With 12 words an even row has 1/12 = 0.083" in prose(6)
    assert len(TASKS[QUESTIONS[0]].sentences[0]) == 12 and format(1 / 12, ".3f") == "0.083"


def test_plain_descent_knows_little_about_new_words():
    end = trained("farm or wild", 0, SGD(0.5))
    assert end.accuracy > 0.98 and f"only {end.held_out:.2f} on new words" in prose(6)


def test_a_third_of_every_list_is_kept_back():
    assert "a third of the animals, places and adjectives" in prose(6)
    for lists in load_task("three_questions")["slots"].values():
        for words in lists.values():
            kept = len(words["held_out"])
            assert 0.25 < kept / (kept + len(words["train"])) < 0.4


def test_a_head_has_an_opinion_about_nearly_every_animal():
    """Part 5: right or wrong for nearly all sentences of an animal; and heads do not agree."""
    assert "It has an opinion about each animal" in prose(6)
    batch, sentences = TESTS["farm or wild"].batch, TESTS["farm or wild"].sentences
    ends = [trained("farm or wild", seed, Adam(0.03)).parameters for seed in range(6)]
    right = np.array([forward(end, batch).logits.argmax(axis=1) == batch.y for end in ends])
    animals = np.array([sentence[1] for sentence in sentences])
    share = np.array([right[:, animals == animal].mean(axis=1) for animal in np.unique(animals)])
    assert f"in {np.sum((share > 0.9) | (share < 0.1))} of these {share.size} cases" in prose(6)
    some = (share > 0.9).any(axis=1) & (share < 0.1).any(axis=1)
    assert some.sum() >= 4


def test_in_fifteen_of_eighteen_heads_the_answer_gets_most():
    """In fifteen of eighteen heads the word that answers gets the most."""
    places = {"tired or wide": 11, "farm or wild": 1, "land or water": 6}
    most = [
        int(forward(trained(q, seed, Adam(0.03)).parameters, TESTS[q].batch).weights.mean(axis=0).argmax())
        for q in QUESTIONS
        for seed in range(6)
    ]
    wanted = np.repeat([places[q] for q in QUESTIONS], 6)
    assert f"In {np.sum(most == wanted)} of the 18 heads this word gets the most" in prose(6)
    assert not set(np.array(most)[most != wanted]) & set(places.values()), "the others are in every sentence"


def scaling(optimiser, scaled, seeds):
    """Loss after 20 steps, loss at the end, accuracy on new words, as in part 9: means over the seeds."""
    few = three_questions(np.random.default_rng(100), 200)["farm or wild"].batch
    found = []
    for seed in seeds:
        start = new_head(np.random.default_rng(seed), 50, 64, n_classes=2)
        moments = train(start, few, optimiser(), 100, TESTS["farm or wild"].batch, scaled, every=20)
        losses, held_out = zip(*((moment.loss, moment.held_out) for moment in moments), strict=True)
        found.append((losses[1], losses[-1], held_out[-1]))
    return np.mean(found, axis=0)


def test_twenty_heads_with_adam():
    with_it, without = (scaling(lambda: Adam(0.03), scaled, range(20))[2] for scaled in (True, False))
    assert f"(With 20 heads each it was {with_it:.2f} against {without:.2f}.)" in prose(6)


def test_the_next_six_heads_with_sgd_tell_another_story():
    assert "With the next six heads, the mean loss after 20 steps is the lower one *with*" in prose(6)
    with_it, without = (scaling(lambda: SGD(0.5), scaled, range(6, 12))[0] for scaled in (True, False))
    assert with_it < without
    with_it, without = (scaling(lambda: SGD(0.5), scaled, range(6)) for scaled in (True, False))
    assert without[0] < with_it[0] and abs(without[2] - with_it[2]) < 0.1


def after_thirty_steps(rate):
    """Exercise 4, trained as its check trains."""
    start = new_head(np.random.default_rng(3), 50, 8, n_classes=2)
    *_, end = train(start, TASKS["farm or wild"].batch, Adam(rate), 30, TESTS["farm or wild"].batch)
    return end.held_out


@pytest.mark.parametrize("rate", [0.01, 1.0])
def test_other_rates_do_not_solve_exercise_4(rate):
    assert "with 0.01 the 30 steps are too short, with 1 too long" in solution(EXERCISES["learning rate"])
    assert after_thirty_steps(rate) < 0.7


def test_the_rate_of_the_solution_gets_what_it_says():
    found = after_thirty_steps(0.1)
    assert found > 0.75 and f"gets {found:.2f} of the new sentences" in solution(EXERCISES["learning rate"])


def test_the_numbers_to_try_in_the_exercises():
    losses = [-log_softmax(row)[y] for row, y in (([2, 1, 0], 0), ([0, 0.5, 3], 1))]
    said = f"the losses {losses[0]:.2f} and {losses[1]:.2f}. Their mean is {np.mean(losses):.2f}."
    assert f"the rows 2, 1, 0 and 0, 0.5, 3 with `y` = 0, 1 have {said}" in prose(6)
    p, d_p = np.array([0.5, 0.3, 0.2]), np.array([1, -1, 2])
    numbers = ", ".join(f"{d:.2f}" for d in (np.diag(p) - np.outer(p, p)) @ d_p)
    assert f"the weights 0.5, 0.3, 0.2 with the derivatives 1, -1, 2 give {numbers}." in prose(6)


def test_runs_differ_by_ten_hundredths():
    """The answers to the lab, and part 9."""
    held_out = [trained("farm or wild", seed, Adam(0.03)).held_out for seed in range(6)]
    assert max(held_out) - min(held_out) > 0.1
    assert "Runs differ by ten hundredths and more" in prose(6)


def test_the_learning_rates_of_the_lab():
    """With its own settings, question tired or wide: too small, and too large."""
    text = prose(6)
    lab = learning_lab()
    lab.set(rate=0.001)
    lab.train()
    start, end = lab.state.run.seen[0].loss, lab.state.run.seen[-1].loss
    assert "With .001 the loss hardly falls in 100 steps." in text and 0.8 * start < end < start
    lab.set(rate=1.0)
    lab.train()
    assert "With 1 the steps are too large: the loss jumps" in text
    assert "with this seed new words are no better than chance" in text
    assert lab.state.run.jumped and lab.state.run.seen[-1].held_out < 0.55
    assert "the steps are too large" in lab.picture.words_said
