"""A head of attention that learns: forward and backward, steps downhill, data sets, and baselines.

``head`` is the head with its loss and its derivatives, ``given`` checks what it is given, ``descent`` takes
the steps (SGD, Adam), ``datasets`` makes the sentences with their right choices, ``readouts`` holds what a
head is compared with.
"""

from helpers.learning import readouts
from helpers.learning.datasets import (
    LEARN,
    QUESTIONS,
    TASKS,
    TEST,
    Task,
    filler,
    haystack,
    load_task,
    order,
    renderings,
    senses,
    sentence_vectors,
    three_questions,
)
from helpers.learning.descent import SGD, Adam, Moment, accuracy, check_learning_rate, train
from helpers.learning.given import NAMES, Batch, Ints, Parameters
from helpers.learning.head import (
    Forward,
    backward,
    by_logits,
    cross_entropy,
    forward,
    new_head,
    numerical_gradient,
    relative_error,
)

__all__ = [
    "LEARN", "NAMES", "QUESTIONS", "SGD", "TASKS", "TEST", "Adam", "Batch", "Forward", "Ints", "Moment",
    "Parameters", "Task", "accuracy", "backward", "by_logits", "check_learning_rate", "cross_entropy",
    "filler", "forward", "haystack", "load_task", "new_head", "numerical_gradient", "order", "readouts",
    "relative_error", "renderings", "senses", "sentence_vectors", "three_questions", "train",
]  # fmt: skip
