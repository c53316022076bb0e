"""What a notebook says, as one line of prose and as code, for the tests that calculate its numbers again."""

from tools import course


def prose(number):
    return " ".join(course.prose(course.find(number).read()).split())


def code(number):
    return "\n".join(cell.source for cell in course.code(course.find(number).read()))
