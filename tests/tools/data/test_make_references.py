"""The stored answers of PyTorch are those that the script would make."""

import runpy
import sys
import zipfile

import numpy as np
import pytest
from numpy.testing import assert_allclose

from tests.refusals import says
from tests.stored import STORED, reference
from tools.data import make_references as MAKE
from tools.data.learning_references import ANSWERS as LEARNING_ANSWERS

EXACT = 1e-12


def test_the_stored_references_are_those_of_the_script():
    """Without PyTorch: the same cases and the same inputs. That the answers agree is for `--check`."""
    assert len({(case.kind, case.name) for case in MAKE.CASES}) == len(MAKE.CASES)
    expected = set()
    for case in MAKE.CASES:
        stored = reference(case.kind, case.name)
        for name, array in MAKE.inputs(case).items():
            assert stored[name].dtype == array.dtype, f"{case}: run `make references`"
            assert_allclose(stored[name], array, rtol=EXACT, err_msg=f"{case}: run `make references`")
        answers = {"softmax": {"shares"}, "learning": LEARNING_ANSWERS}.get(case.kind, {"Z", "weights"})
        expected |= {f"{case.kind}/{case.name}/{n}" for n in {*MAKE.inputs(case), *answers}}
    assert set(STORED) == expected


def test_the_file_of_references_is_small_and_steady():
    """The file of references is small and the same whenever it is made."""
    assert MAKE.FILE.stat().st_size < 200_000
    assert not any(array.dtype.hasobject for array in STORED.values())
    with zipfile.ZipFile(MAKE.FILE) as parts:
        assert {part.date_time for part in parts.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert MAKE.packed(STORED) == MAKE.packed(STORED)


def test_a_difference_is_found_and_named():
    key = "attention/one head/Z"
    changed = {**STORED, key: STORED[key] + 1e-10}
    assert MAKE.difference(STORED, dict(STORED)) is None
    says(MAKE.difference(STORED, changed), key, "differs")
    says(MAKE.difference(STORED, {**STORED, key: STORED[key].T}), key, "shape")
    says(MAKE.difference(STORED, {**STORED, "softmax/new/x": np.zeros(1)}), "softmax/new/x", "only made now")
    says(
        MAKE.difference({**STORED, "softmax/old/x": np.zeros(1)}, STORED), "softmax/old/x", "only in the file"
    )


@pytest.mark.parametrize("flags", [[], ["--check"]])
def test_without_pytorch_the_script_says_so_and_writes_nothing(flags, monkeypatch, capsys):
    before = MAKE.FILE.read_bytes()
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setattr(sys, "argv", ["make_references", *flags])
    with pytest.raises(SystemExit) as left:
        runpy.run_path(MAKE.__file__, run_name="__main__")
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    says(err, "PyTorch is not installed", "make references")
    assert MAKE.FILE.read_bytes() == before
