"""`make test-matrix`: the versions are those that we name, and each set runs what can differ with them."""

import ast

from tools.course import ROOT

COLAB = (
    "numpy==2.1.3 matplotlib==3.10.0 ipywidgets==7.7.1 ipykernel==6.17.1 ipython==7.34.0 traitlets==5.7.1"
).split()
TREE = ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8"))  # nox itself is not installed here
GIVEN = {
    node.targets[0].id: ast.literal_eval(node.value)
    for node in TREE.body
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
}
SETS, EVERYWHERE = GIVEN["SETS"], GIVEN["EVERYWHERE"]
PYTHON = {name: pythons[0] for name, (pythons, _) in SETS.items()}


def pins(name):
    return (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_colabs_sets_have_colabs_versions():
    assert set(COLAB) <= set(pins("colab"))
    earlier = {"numpy==2.0.2", *(pin for pin in COLAB if not pin.startswith("numpy"))}
    assert earlier <= set(pins("colab-earlier"))
    assert PYTHON["colab"] == "3.13" and PYTHON["colab-earlier"] == "3.12"


def test_the_ends_of_what_we_support_are_tried():
    assert PYTHON["oldest"] == "3.10" and "numpy==1.26.4" in pins("oldest")
    assert PYTHON["newest"] == "3.13"
    assert {"numpy", "matplotlib", "ipywidgets", "ipython"} <= set(pins("newest"))  # no version: the newest


def test_every_set_runs_helpers_claims_and_notebooks():
    assert {"tests/helpers", "tests/claims", "tests/notebooks/test_one_run.py"} <= set(EVERYWHERE)
    assert {"tests/tools/publish/test_bundle.py", "tests/classic"} <= set(SETS["colab"][1])
    assert all((ROOT / path).exists() for _, also in SETS.values() for path in (*EVERYWHERE, *also))
