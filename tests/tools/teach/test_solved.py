"""Each stub finds its solution; tests/notebooks/test_one_run.py runs them all."""

import nbformat
import pytest

from helpers import files
from helpers.exercises import EXERCISES
from helpers.exercises.catalogue import solution
from tools.course import chapters, code
from tools.teach.solved import main, solved, spliced

PATHS = {chapter.stem: chapter.path for chapter in chapters()}
each = pytest.mark.parametrize("name", PATHS)


def exercises_of(name):
    return [exercise for exercise in EXERCISES.values() if exercise.notebook == int(name[:2])]


def checks_of(notebook):
    return [cell for cell in code(notebook) if "\ncheck(" in cell.source]


@each
def test_the_notebook_has_a_stub_for_each_exercise_and_no_other(name):
    notebook = nbformat.read(PATHS[name], as_version=4)
    called = [cell.source.split('\ncheck("')[1].split('"')[0] for cell in checks_of(notebook)]
    assert sorted(called) == sorted(exercise.name for exercise in exercises_of(name))
    for cell, exercise in zip(checks_of(notebook), called, strict=True):
        (output,) = cell.outputs
        assert output.data["text/plain"] == f"Exercise {exercise}: not attempted yet."
        assert "..." in cell.source.split("\ncheck(")[0]


@each
def test_no_solution_is_in_the_notebook_before_it_is_asked_for(name):
    """Not in its exercises, nor in the outputs. (What the notebook itself teaches stands above them.)"""
    cells = nbformat.read(PATHS[name], as_version=4).cells
    start = next(i for i, cell in enumerate(cells) if "Try it yourself" in cell.source)
    text = "\n".join(cell.source + str(cell.get("outputs", "")) for cell in cells[start:])
    for exercise in exercises_of(name):
        for line in solution(exercise).splitlines():
            code = line.split("#")[0].strip()
            if code and not code.startswith("def "):
                assert code not in text, f"{exercise.name}: {code}"


def test_a_missing_target_or_solution_is_an_error(monkeypatch, tmp_path):
    name = next(iter(PATHS))
    notebook = nbformat.read(PATHS[name], as_version=4)
    exercise = exercises_of(name)[0]
    without = nbformat.from_dict(notebook)
    without.cells = [cell for cell in without.cells if f'check("{exercise.name}"' not in cell.source]
    with pytest.raises(LookupError, match="0 cells have a line"):
        solved(without, [exercise])
    twice = nbformat.from_dict(notebook)
    twice.cells += checks_of(notebook)
    with pytest.raises(LookupError, match="2 cells have a line"):
        solved(twice, [exercise])
    monkeypatch.setattr(files, "SOLUTIONS", tmp_path)
    with pytest.raises(LookupError, match="is missing"):
        solved(notebook, [exercise])


def test_a_splice_keeps_imports_and_check():
    source = 'from a import b\n\ndef f(x):\n    return ...\n\ncheck("f", f)'
    assert spliced(source, "def f(x):\n    return x\n", 'check("f"') == (
        'from a import b\n\ndef f(x):\n    return x\n\ncheck("f", f)'
    )
    assert spliced('y = ...\n\ncheck("y", y)', "y = 1\n", 'check("y"') == 'y = 1\n\ncheck("y", y)'


def test_a_teacher_gets_solved_notebooks_without_outputs(tmp_path, capsys):
    main(tmp_path / "solved")
    made = sorted(path.name for path in (tmp_path / "solved").iterdir())
    assert made == [path.name for path in PATHS.values()] and made[0] in capsys.readouterr().out
    for path in (tmp_path / "solved").iterdir():
        notebook = nbformat.read(path, as_version=4)
        assert not any(cell.outputs for cell in code(notebook))
