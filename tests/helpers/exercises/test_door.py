"""The door for graders and tests: a verdict, and nothing is shown or written."""

import numpy as np
import pytest

from helpers import exercises
from helpers.exercises import EXERCISES, Verdict, check, judge


def test_a_verdict_says_solved_or_the_name_of_the_mistake():
    assert judge("softmax", EXERCISES["softmax"].right) == Verdict(solved=True, name=None, says="Solved.")
    verdict = judge("softmax", lambda x: np.exp(x) / np.exp(x).sum(axis=0))
    assert (verdict.solved, verdict.name) == (False, "wrong axis") and "columns sum to 1" in verdict.says
    assert judge("softmax", ...) == Verdict(False, "not attempted", "Not attempted yet.")


def test_nothing_is_shown_and_no_file_is_written(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(exercises, "PROGRESS", exercises.Progress(tmp_path / "progress.json"))
    monkeypatch.setattr("helpers.widgets.frame.display", lambda *data, **more: pytest.fail("it was shown"))
    judge("softmax", EXERCISES["softmax"].right)
    judge("never", [1, 2, 3])
    assert list(tmp_path.iterdir()) == [] and capsys.readouterr().out == ""


def test_a_wrong_answer_takes_no_place_of_solved(monkeypatch, tmp_path):
    """Another notebook may note that it is solved in the last moment before this one notes."""
    path = tmp_path / "progress.json"
    progress = exercises.Progress(path)
    note = progress.note

    def late(*args, **kwargs):
        exercises.Progress(path).note("2 exercise softmax", "solved")
        note(*args, **kwargs)

    monkeypatch.setattr(progress, "note", late)
    monkeypatch.setattr(exercises, "PROGRESS", progress)
    check("softmax", np.exp)
    assert exercises.Progress(path).notes() == {"2 exercise softmax": "solved"}


@pytest.mark.parametrize("name", ["no such", None, ["softmax"], 3])
def test_an_unknown_name_is_refused_with_all_names(name):
    with pytest.raises(KeyError, match="There is no exercise .*'softmax'"):
        judge(name, 1)
