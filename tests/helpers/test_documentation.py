"""What a learner reads with Shift-Tab: every argument named, shapes given, and one example that is true."""

import doctest
import importlib
import inspect
import pkgutil
import re

import pytest

import helpers
from helpers import attention, embeddings, heads, learning
from helpers.embeddings import cosine, load_vectors
from helpers.learning import SGD, Adam, train

MODULES = [
    module.name
    for module in pkgutil.walk_packages(helpers.__path__, "helpers.")
    if module.name != "helpers.course_setup"
]


def public(room):
    """The functions and classes behind a door, and the methods that a learner calls."""
    names = getattr(room, "__all__", None) or [name for name in vars(room) if not name.startswith("_")]
    for name in names:
        thing = getattr(room, name)
        if inspect.isfunction(inspect.unwrap(thing)) or inspect.isclass(thing):
            if thing.__module__.startswith(room.__name__):
                yield pytest.param(inspect.unwrap(thing), id=f"{room.__name__}.{name}")


PUBLIC = [thing for room in (attention, heads, embeddings, learning) for thing in public(room)]
FUNCTIONS = [thing for thing in PUBLIC if inspect.isfunction(thing.values[0])]


def section(docstring, title):
    """The entries of one part of a numpydoc text: a line `name : kind`, and what is said below it."""
    lines = inspect.cleandoc(docstring).splitlines()
    start = lines.index(title)
    assert lines[start + 1] == "-" * len(title)
    body = []
    for i in range(start + 2, len(lines)):
        if i + 1 < len(lines) and set(lines[i + 1]) == {"-"}:
            break
        body.append(lines[i])
    return [entry.strip() for entry in re.split(r"\n(?=\S)", "\n".join(body).strip())]


def test_the_teaching_rooms_have_their_functions():
    assert {"softmax", "causal_mask", "attention", "project"} <= {name for name in vars(attention)}
    assert len(PUBLIC) >= 38


@pytest.mark.parametrize("thing", PUBLIC)
def test_it_begins_with_a_sentence_and_has_an_example(thing):
    text = inspect.getdoc(thing)
    first = text.splitlines()[0]
    assert first.endswith((".", ":", "?")) and len(first) <= 110
    assert text.count(">>> ") >= 1


@pytest.mark.parametrize("function", FUNCTIONS)
def test_it_names_every_argument_and_what_comes_back(function):
    text = inspect.getdoc(function)
    arguments = list(inspect.signature(function).parameters)
    if "Parameters" not in text.splitlines():  # one line says all
        assert len(arguments) <= 2 and len(text.split("\n\n")[0]) <= 110
        return
    entries = section(text, "Parameters")
    assert [name for entry in entries for name in entry.split(" : ")[0].split(", ")] == arguments
    title = "Yields" if inspect.isgeneratorfunction(function) or "Yields" in text else "Returns"
    for entry in entries + section(text, title):
        kind = entry.split("\n")[0].rpartition(" : ")[2]
        if kind.startswith(("array_like", "ndarray")):
            assert re.search(r"shape|[Bb]roadcast to \(", entry), entry


MAY_REFUSE = [*public(attention), *public(heads)]
MAY_REFUSE += [pytest.param(thing, id=thing.__name__) for thing in (SGD, Adam, train, cosine, load_vectors)]


@pytest.mark.parametrize("thing", MAY_REFUSE)
def test_it_says_what_is_refused(thing):
    assert section(inspect.getdoc(thing), "Raises")[0].startswith("ValueError")


@pytest.mark.parametrize("name", MODULES)
def test_its_examples_are_true(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0
