"""The house in order: versions, lock files, layers, ruff and mypy."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LEARNER = [Requirement(line) for line in PROJECT["dependencies"]]
TESTER = LEARNER + [Requirement(line) for line in PROJECT["optional-dependencies"]["test"]]


# --- versions -------------------------------------------------------------------------------------


def conda_dependencies() -> dict[str, SpecifierSet]:
    """The dependencies of environment.yml: lines like `  - numpy >=1.26,<3`."""
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    lines = text[text.index("dependencies:") :].splitlines()[1:]
    pairs = [line.strip().removeprefix("- ").split(" ", 1) for line in lines]
    return {name: SpecifierSet(versions) for name, versions in pairs}


def locked(name: str) -> dict[str, list[str]]:
    """The pins of a lock file: name -> its lines (a package has one line for each range of Pythons)."""
    pins: dict[str, list[str]] = {}
    for line in (ROOT / "requirements" / name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            pins.setdefault(line.split("==")[0], []).append(line)
    return pins


def test_conda_and_pip_get_the_same_ranges():
    conda = conda_dependencies()
    python = conda.pop("python")
    assert conda == {need.name: need.specifier for need in LEARNER}
    assert set(SpecifierSet(PROJECT["requires-python"])) < set(python)  # conda adds only an upper end


def test_binder_has_environment_yml_and_nothing_that_it_would_read_instead():
    """repo2docker looks into binder/ first, and takes a Dockerfile before anything else."""
    others = ("Dockerfile", "binder", ".binder", "postBuild", "start", "apt.txt", "runtime.txt", "Pipfile")
    assert [name for name in others if (ROOT / name).exists()] == []
    lines = (ROOT / "environment.yml").read_text(encoding="utf-8").splitlines()
    keys = [line for line in lines if line and not line.startswith((" ", "#"))]
    assert keys == ["name: self-attention-course", "channels:", "dependencies:"]
    assert "  - conda-forge" in lines


@pytest.mark.parametrize(("lock", "needs"), [("lab.txt", LEARNER), ("test.txt", TESTER)])
def test_every_dependency_is_locked_within_its_range(lock, needs):
    pins = locked(lock)
    for need in needs:
        assert need.name in pins, f"requirements/{lock} lacks {need.name}: run make lock"
        for line in pins[need.name]:
            (pin,) = Requirement(line).specifier
            assert pin.version in need.specifier, f"requirements/{lock} is out of date: run make lock"


@pytest.mark.parametrize("lock", ["lab.txt", "test.txt"])
def test_a_lock_file_names_packages_and_versions_and_nothing_of_the_machine_it_was_made_on(lock):
    for line in (ROOT / "requirements" / lock).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            assert "/" not in line and "@" not in line
            continue
        need = Requirement(line)
        assert need.url is None and canonicalize_name(need.name) == need.name
        assert re.fullmatch(r"==[0-9][0-9a-z.]*", str(need.specifier)), line


def test_the_tests_run_with_the_versions_that_the_learner_gets():
    tester = locked("test.txt")
    assert {name: tester.get(name) for name in locked("lab.txt")} == locked("lab.txt")


# --- layers ---------------------------------------------------------------------------------------

# From the ground up. A module may import helpers modules of lower floors only, so that each can be
# read, and tested, with nothing but what is below it.
FLOORS = [
    {"course_setup"},  # what the first cell runs, before anything of the course is imported
    {"arrays", "look", "labels", "drawing"},  # what arrays, colours, names and shapes are
    {"answers", "questions", "progress"},  # what a learner hands in, is asked, has done
    {"diagnosis"},  # what is wrong with a result, by name
    {"judging"},  # the kinds of exercises
    {"tokens", "pca"},  # what words are; a flat map of many numbers
    {"attention", "positions"},  # the mathematics
    {"heads"},  # several of them side by side
    {"worked"},  # the steps of the published examples
    {"embeddings"},  # words as vectors
    {"learning"},  # one head that learns
    {"training", "tasks"},  # how it learns, and what
    {"runs", "readouts"},  # a training as plain data; what it is compared with
    {"typed", "examples", "patterns", "transformer"},  # what it is used on
    {"readiness"},  # whether this computer is ready for the course
    {"checks.*"},  # the exercises as data
    {"catalogue"},  # everything there is to do
    {"panels"},  # what a picture can hold, as plain data
    {"pictures", "planes", "bars", "curves", "flows"},  # arrays in, a panel out; where some parts lie
    {"run_panels"},  # a training as panels
    {"shapes"},  # where each part of a picture lies
    {"words", "png"},  # a picture as text, as PNG
    {"svg"},  # a picture as SVG, with its text
    {"render", "plots"},  # the door to the last three; curves and histograms
    {"frame", "controls", "background"},  # what all widgets share; sliders; long work in small parts
    {"lab", "matrices", "cards"},  # the frame of every lab; four sliders for a matrix; questions on the page
    {"labs.*", "exercises"},  # one module for each lab; what a notebook calls to ask and to check
    {"__init__", "labs.__init__", "checks.__init__"},
]
OUTSIDE = {  # who may import what is not Python's own
    "numpy": {"*"},
    "matplotlib": {"png", "render", "plots"},
    "IPython": {"frame", "course_setup"},
    "ipywidgets": {"frame", "controls", "lab", "labs.*", "cards"},
    "traitlets": {"frame", "lab", "labs.*"},
}
FILES = [path.relative_to(ROOT / "helpers") for path in (ROOT / "helpers").rglob("*.py")]
MODULES = sorted(".".join(path.with_suffix("").parts) for path in FILES)


def listed(module: str, names: set[str]) -> bool:
    package, _, inner = module.rpartition(".")
    of_many = bool(package) and inner != "__init__"  # labs and checks: one floor for all of a folder
    return module in names or "*" in names or (of_many and f"{package}.*" in names)


def floor(module: str) -> int:
    floors = [height for height, names in enumerate(FLOORS) if listed(module, names)]
    assert len(floors) == 1, f"helpers.{module} has no floor: give it one in FLOORS (tests/test_house.py)"
    return floors[0]


def imports(module: str) -> set[str]:
    """Every module that a module of helpers imports, wherever in the file, in absolute terms."""
    path = ROOT / "helpers" / (module.replace(".", "/") + ".py")
    here = ["helpers", *module.split(".")[:-1]]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level + 1] if node.level else []
            source = ".".join(base + ([node.module] if node.module else []))
            if source in ("helpers", "helpers.labs", "helpers.checks"):  # from helpers import attention
                found |= {f"{source}.{alias.name}" for alias in node.names}
            else:
                found.add(source)
    return found


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_down_only(module):
    for name in sorted(imports(module)):
        package, _, inner = name.partition(".")
        if package == "helpers":
            assert inner in MODULES, f"helpers.{module} imports {name}: name the module itself"
            assert floor(inner) < floor(module), f"helpers.{module} imports {name}, which is not below it"
        elif package not in sys.stdlib_module_names:
            allowed = listed(module, OUTSIDE.get(package, set()))
            assert allowed, f"helpers.{module} may not import {package} (see OUTSIDE in tests/test_house.py)"
    floor(module)


# --- style ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["ruff", "check", "."], ["mypy"]], ids=["ruff", "mypy"])
def test_style_and_types(command):
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
