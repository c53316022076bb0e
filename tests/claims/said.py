"""What a notebook says, as one line of prose and as code, for the tests that calculate its numbers again."""

from helpers.exercises.questions import questions_of
from tools import course


def prose(number):
    """Its text, and what its guesses tell once they are made."""
    told = [guess.answer for guess in questions_of(number)[0]] if number else []
    return " ".join(" ".join([course.prose(course.find(number).read()), *told]).split())


def code(number):
    return "\n".join(cell.source for cell in course.code(course.find(number).read()))
