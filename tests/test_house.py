"""The house in order: versions, lock files, rooms and doors, ruff and mypy."""

import ast
import importlib
import re
import subprocess
import sys

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

import helpers
from tools.course import ROOT, code, notebooks
from tools.own_copy import FOLDER

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

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


def test_binder_reads_environment_yml_and_nothing_else():
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


@pytest.mark.parametrize("lock", ["lab.txt", "test.txt", "uv.txt"])
def test_a_lock_file_names_nothing_of_its_machine(lock):
    """A lock file names packages and versions and nothing of the machine it was made on."""
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


# --- rooms ----------------------------------------------------------------------------------------

FLOORS = {room: int(floor) for floor, room, _ in re.findall(r"(?m)^(\d)  +(\w+)  +(.+)$", helpers.__doc__)}
OUTSIDE = {  # who may import what is not Python's own: rooms, or modules of a room
    "numpy": set(FLOORS) - {"files", "readiness"},
    "matplotlib": {"pictures.png", "pictures.plots"},
    "PIL": {"pictures.png"},  # Matplotlib brings it
    "ipywidgets": {"widgets", "labs", "exercises"},
    "traitlets": {"widgets", "labs"},
    "IPython": {"widgets", "course_setup", "exercises.cell"},
}
MODULES = sorted(
    ".".join(path.relative_to(ROOT / "helpers").with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "helpers").rglob("*.py")
)


def imported(code):
    """Every module that some code imports, wherever it does, in absolute terms; not what is only for mypy."""
    found = set()
    todo = [ast.parse(code)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        todo += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "name the module in full"
            # `from helpers import files` and `from helpers.labs import roles` name modules.
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = {name for name in inner if name.removeprefix("helpers.") in MODULES}
            found |= modules or {node.module}
    return found


def is_door(name):
    """helpers.ROOM, or helpers.labs.LAB; a module that a door hands on has its own name there."""
    _, room, *inside = name.split(".")
    return not inside or (room == "labs" and len(inside) == 1) or name == "helpers.learning.readouts"


def test_every_room_is_on_the_map_and_the_map_has_no_other():
    there = {path.name.removesuffix(".py") for path in (ROOT / "helpers").iterdir()} - {"__pycache__"}
    assert there - {"__init__"} == set(FLOORS) and len(FLOORS) <= 15


def test_contributing_repeats_the_map():
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^(\d)  +(\w+)  +(.+)$", helpers.__doc__)
    assert "\n".join(f"| {floor} | `{room}` | {what} |" for floor, room, what in rows) in page


@pytest.mark.parametrize("module", [name for name in MODULES if name != "__init__"])
def test_imports_go_down_and_through_doors(module):
    path = ROOT / "helpers" / module.replace(".", "/")
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    room = module.split(".")[0]
    for name in sorted(imported(path.read_text(encoding="utf-8"))):
        top, _, inner = name.partition(".")
        if top == "helpers":
            other = inner.split(".")[0]
            assert other == room or FLOORS[other] < FLOORS[room], f"{module} imports {name}, not below it"
            assert other == room or is_door(name), f"{module} imports {name}: go through the door"
        elif top not in sys.stdlib_module_names:
            assert {room, module} & OUTSIDE.get(top, set()), f"{module} may not import {top} (see OUTSIDE)"


def through_doors(source):
    """Whether some code takes from `helpers` only what doors list; which modules it takes it from."""
    names = {name for name in imported(source) if name.startswith("helpers.")}
    assert all(map(is_door, names)), names
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module in names:
            public = getattr(importlib.import_module(node.module), "__all__", None)
            taken = {alias.name for alias in node.names}
            assert public is None or taken <= set(public), f"{taken - set(public)} from {node.module}"
    return names


@pytest.mark.parametrize("notebook", notebooks(), ids=lambda notebook: notebook.stem)
def test_notebooks_import_from_doors_only(notebook):
    assert through_doors("\n".join(cell.source for cell in code(notebook.read())))


def test_tools_import_from_doors_only():
    found = [through_doors(path.read_text(encoding="utf-8")) for path in (ROOT / "tools").rglob("*.py")]
    assert any(found)


@pytest.mark.parametrize("room", [room for room in FLOORS if (ROOT / "helpers" / room).is_dir()])
def test_a_door_maps_its_room_and_lists_its_names(room):
    door = importlib.import_module(f"helpers.{room}")
    if room == "labs":  # each lab is a door of its own
        listed = {name: make.__globals__["__all__"] for name, make in door.all_labs().items()}
        assert len(listed) >= 10 and all(f"{name}_lab" in names for name, names in listed.items())
        return
    files = {path.stem for path in (ROOT / "helpers" / room).iterdir()} - {"__init__", "__pycache__"}
    assert all(re.search(rf"\b{name}\b", door.__doc__) for name in files), "the map of a room names its files"
    assert len(door.__all__) == len(set(door.__all__)) and all(hasattr(door, name) for name in door.__all__)


@pytest.mark.parametrize("base", ["helpers", "tools"])
def test_the_first_line_of_a_module_is_a_whole_sentence(base):
    """It is all that many readers see: in an editor, in a list of files."""
    for path in (ROOT / base).rglob("*.py"):
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        assert path.name == "bundle_cell.py" or text.split("\n")[0].endswith((".", "?")), path


# --- style ----------------------------------------------------------------------------------------


def test_a_learners_own_copy_is_nobody_elses_business():
    """Neither git nor ruff looks at it, whatever a learner writes there; pytest is told where to look."""
    configured = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert FOLDER in configured["ruff"]["extend-exclude"]
    assert configured["pytest"]["ini_options"]["testpaths"] == ["tests", "notebooks"]
    assert f"\n{FOLDER}\n" in (ROOT / ".gitignore").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [["ruff", "check", "."], ["mypy"]], ids=["ruff", "mypy"])
def test_style_and_types(command):
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_name_of_a_test_can_be_typed():
    """At most 60 letters; the sentence goes into the docstring."""
    named = re.compile(r"(?m)^ *(?:async )?def (test_\w+)")
    names = [n for path in (ROOT / "tests").rglob("*.py") for n in named.findall(path.read_text("utf-8"))]
    assert len(names) > 800 and [name for name in names if len(name) > 60] == []
