"""Guesses and quizzes: the data are whole, and what is typed or chosen is answered in words."""

import copy
import json
import shutil

import pytest

from helpers import files
from helpers.exercises import questions
from helpers.exercises.questions import Choice, Number, guesses, quizzes
from tools.course import chapters

DATA = {n: files.read_json(f"questions/{n:02d}.json") for n in files.chapters()}
CHOICES = [
    q
    for q in [*guesses().values(), *(q for quiz in quizzes().values() for q in quiz)]
    if isinstance(q, Choice)
]
GUESSES, QUIZZES = list(guesses().values()), quizzes()
NUMBERS = [q for q in guesses().values() if isinstance(q, Number)]
every_choice = pytest.mark.parametrize("question", CHOICES, ids=[f"{q.notebook} {q.name}" for q in CHOICES])
every_number = pytest.mark.parametrize("question", NUMBERS, ids=[f"{q.notebook} {q.name}" for q in NUMBERS])


def test_each_notebook_has_its_file_and_no_other_is_there():
    found = sorted(path.name for path in (files.DATA / "questions").iterdir())
    assert found == [f"{chapter.number:02d}.json" for chapter in chapters()]
    assert tuple(chapter.number for chapter in chapters()) == files.chapters()


def test_each_notebook_asks_enough():
    for notebook, data in DATA.items():
        assert len(data["guesses"]) >= 3 and 4 <= len(data["quiz"]) <= 6, notebook


def test_names_are_unique():
    names = [entry["name"] for data in DATA.values() for entry in data["guesses"]]
    assert len(set(names)) == len(names)
    for data in DATA.values():
        assert len({entry["name"] for entry in data["quiz"]}) == len(data["quiz"])


@every_choice
def test_a_choice_has_options_that_differ_and_a_reason_for_each(question):
    assert 2 <= len(question.options) <= 4 and 0 <= question.right < len(question.options)
    assert len(set(question.options)) == len(question.options)
    assert len(set(question.reasons)) == len(question.reasons)
    for option, reason in zip(question.options, question.reasons, strict=True):
        assert 0 < len(option) <= (110 if question.asks else 60) and option == option.strip(), option
        assert 15 < len(reason) <= 400 and reason[-1] in ".?!`" and reason.count("`") % 2 == 0, reason


def test_the_right_option_stands_at_no_favourite_place():
    places = [question.right for question in CHOICES]
    assert max(places.count(place) for place in set(places)) < 0.6 * len(places)


@every_choice
def test_each_option_is_answered_in_words(question):
    for place, reason in enumerate(question.reasons):
        says, right = question.feedback(place), place == question.right
        assert reason in says and ("Right. " in says or "that is right." in says) == right
        if question.asks:
            assert right or question.reasons[question.right] not in says, "one may try again"
        else:  # a guess: what it is must be told, and why
            assert f"You guessed “{question.options[place]}”" in says
            assert right or says.endswith(question.answer)


@every_number
def test_a_number_says_how_far_off_a_guess_was(question):
    assert question.least <= question.number <= question.most and question.within > 0
    says = question.feedback(question.number)
    assert "and so it is." in says and says.endswith(question.why)
    for guess, direction in ((question.most, "too high"), (question.least, "too low")):
        if guess != question.number:
            says = question.feedback(guess)
            assert direction in says and f"it is {question.number:g}" in says
            assert ("That is near" in says) == (abs(guess - question.number) <= question.within + 1e-9)


NUMBER = Number("n", 1, 0.25, 0.1, 0, 1, "Because.")


HALF = ["0.5", " 0,5 ", ".5", "50 %", "50%", "1/2", "5e-1", "5E-1", "0.5\t", "+0.5", "0.50000000000000000000"]
HALF += [
    "50\u00a0%",
    "50\u202f%",
    "50\uff05",
    "\u00bd",
    "1\u20442",
    "\uff10\uff0e\uff15",
]  # spaces, full width
HALF += ["0.5\u200b", "\u200f0.5", "0\u00b75", "%50", "500\u2030"]  # signs that nobody sees; other marks
HALF += [
    "\u0660\u060c\u0665",
    "\u0660\u066b\u0665",
    "\u0665\u0660\u066a",
    "\u0967/\u0968",
    "\u096b\u0966 %",
]  # Arabic, Devanagari


@pytest.mark.parametrize("text", HALF)
def test_a_number_may_be_written_in_many_ways(text):
    assert NUMBER.read(text) == 0.5


@pytest.mark.parametrize("minus", ["-", "\u2212", "\u2013", "\uff0d"])
def test_a_minus_may_be_that_of_the_notebooks(minus):
    assert Number("n", 1, 0, 0.1, -1, 1, "Because.").read(f"{minus}0.5") == -0.5


@pytest.mark.parametrize("text", ["1e-7", "1e-10", "0.0000000000", "5e-324", "1e-400", "-0"])
def test_a_very_small_number_is_one_and_reads_as_people_write(text):
    says = NUMBER.feedback(NUMBER.read(text))
    assert says.startswith("You guessed 0") or text == "5e-324"
    assert "guessed -0" not in says and "1e-07" not in says


THOUSAND = Number("n", 1, 2, 1, 0, 1000, "Because.")


@pytest.mark.parametrize(
    "text", ["1000", "1,000", "1 000", "1\u202f000", "1'000", "1,000.0", "1.000,0", "1e3"]
)
def test_a_thousand_may_have_a_mark(text):
    assert THOUSAND.read(text) == 1000


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12,5", 12.5),
        ("1.875", 1.875),
        ("1,875", 1.875),
        ("0,125", 0.125),
        ("0.002", 0.002),
        ("100.000", 100),
    ],
)
def test_three_decimals_are_no_thousands_where_these_cannot_be(text, number):
    assert THOUSAND.read(text) == number


WIDE = Number("n", 1, 16.4, 1, -20, 40, "Because.")


@pytest.mark.parametrize(("text", "number"), [("1 1/2", 1.5), ("1\u00bd", 1.5), ("-16 2/5", -16.4)])
def test_a_number_and_a_fraction_are_both_read(text, number):
    assert WIDE.read(text) == number


def test_what_can_be_read_in_two_ways_is_asked_back():
    with pytest.raises(
        ValueError, match=r"'1\.000' can be read in two ways: write 1000 or 1, then press Enter"
    ):
        THOUSAND.read("1.000")
    with pytest.raises(ValueError, match=r"'10 %' is a share, but a number between 0 and 1000 is wanted"):
        THOUSAND.read("10 %")


@pytest.mark.parametrize(
    "text",
    [
        "half",
        "",
        "0.5.5",
        "nan",
        "inf",
        "1/0",
        "1 0",
        "10\u00b2",  # not 102
        "1\u215f4",
        "1/" + "9" * 400,
        "__import__('os')",
        "%",
        "0x1",
        "1_0",
        "1e5/2",
    ],
)
def test_what_is_no_number_is_refused_in_a_sentence(text):
    with pytest.raises(ValueError, match="cannot be read as a number. Write one such as 0.5"):
        NUMBER.read(text)


@pytest.mark.parametrize("text", ["-1", "2", "500 %", "1e999", "1e999999999", "9" * 400, "-1e9"])
def test_what_cannot_be_is_refused_in_a_sentence(text):
    with pytest.raises(ValueError, match="cannot be: it lies between 0 and 1"):
        NUMBER.read(text)


@pytest.mark.parametrize(("guess", "near"), [(0.15, True), (0.35, True), (0.14, False), (0.36, False)])
def test_near_is_near(guess, near):
    assert ("That is near" in NUMBER.feedback(guess)) == near


def test_a_percentage_is_a_hundredth_everywhere():
    assert Number("n", 1, 30, 5, 0, 100, "Because.").read("30") == 30


@pytest.fixture
def data(monkeypatch, tmp_path):
    """A copy of data/, read afresh."""
    shutil.copytree(files.DATA, tmp_path / "data")
    monkeypatch.setattr(files, "DATA", tmp_path / "data")
    questions.questions_of.cache_clear()
    yield tmp_path / "data" / "questions"
    questions.questions_of.cache_clear()


def changed(place, **new):
    """The questions of notebook 1 with one entry changed: a guess, a number, a question of the quiz."""
    content = copy.deepcopy(DATA[1])
    number = next(k for k, guess in enumerate(content["guesses"]) if "number" in guess)
    entry = {"guess": content["guesses"][0], "number": content["guesses"][number], "quiz": content["quiz"][0]}
    entry[place].update(new)
    return json.dumps(content)


FAULTY = [
    *(None, "", "{", "[]", "{}", '{"guesses": [1], "quiz": []}', '{"guesses": [], "quiz": [{}]}'),
    *(changed(place, right=right) for place in ("guess", "quiz") for right in (-1, 4, "2", None)),
    *(
        changed("guess", options=options)
        for options in ([], "ab", [{"says": "a"}], [{"says": 1, "why": "b"}])
    ),
    *(changed("number", **{key: odd}) for key in ("number", "within", "from", "to") for odd in ("x", None)),
    changed("number", number=1e9),
    changed("quiz", asks=3),
]


@pytest.mark.parametrize("content", FAULTY)
def test_a_missing_or_damaged_file_is_named_with_its_cure(data, content):
    if content is None:
        (data / "01.json").unlink()
    else:
        (data / "01.json").write_text(content, encoding="utf-8")
    for read in (guesses, quizzes):
        with pytest.raises(files.Damaged, match=r"^data/questions/01\.json is missing or damaged; .*git"):
            read()
    assert questions.questions_of(2) == (tuple(g for g in GUESSES if g.notebook == 2), QUIZZES[2])
