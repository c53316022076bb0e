"""The pages of the project: what they name is there; what GitHub reads beside them agrees with them."""

import json
import re

import pytest
import yaml
from packaging.specifiers import SpecifierSet
from PIL import Image

from tests.test_house import PROJECT
from tools.course import ROOT
from tools.publish.address import with_badges

NAMES = ["README.md", "CONTRIBUTING.md", "PUBLISHING.md", "TEACHING.md", "NOTATION.md", "data/README.md"]
TEXTS = {name: with_badges((ROOT / name).read_text(encoding="utf-8"), "") for name in NAMES}
TARGETS = re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"))
each = pytest.mark.parametrize("name", NAMES)
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*-*.yml"))
each_form = pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)


def read_yaml(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@each
def test_links_lead_to_a_file_or_a_heading(name):
    for target in re.findall(r"\]\(([^)\s]+)\)", TEXTS[name]):
        if not target.startswith("http"):
            path, _, heading = target.partition("#")
            there = (ROOT / name).parent / path if path else ROOT / name
            assert there.exists(), target
            headings = re.findall(r"(?m)^#+ (.+)$", there.read_text(encoding="utf-8")) if heading else []
            assert not heading or heading in [h.lower().replace(" ", "-") for h in headings], target


@each
def test_commands_can_be_given(name):
    for module in re.findall(r"python -m (tools[\w.]+)", TEXTS[name]):
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file(), module
    for target in re.findall(r"`make ([a-z-]+)", TEXTS[name]):
        assert target in TARGETS, target


@each
def test_files_that_are_named_are_there(name):
    folders = r"\.github|helpers|tools|tests|data|solutions|requirements|notebooks"
    for path in re.findall(rf"`((?:{folders})/[\w./-]*)`", TEXTS[name]):
        assert (ROOT / path).exists() or "NN" in path or "NAME" in path or path.endswith("progress.json"), (
            path
        )


def test_the_first_picture_moves_and_stands_still_if_asked():
    """A slider is dragged in it, below a megabyte; who wants no motion gets the still one."""
    readme = TEXTS["README.md"]
    assert '<source media="(prefers-reduced-motion: reduce)" srcset="images/lab.png">' in readme
    assert re.search(r'<img src="images/lab\.gif"[^>]* alt="[^"]{40,}"', readme)
    moving, still = (ROOT / "images" / f"lab.{kind}" for kind in ("gif", "png"))
    assert moving.stat().st_size < 1e6 and still.stat().st_size < 3e5
    with Image.open(moving) as pictures, Image.open(still) as first:
        assert pictures.size == first.size and pictures.n_frames >= 20 and pictures.info["loop"] == 0
        seen = set()
        for frame in range(pictures.n_frames):
            pictures.seek(frame)
            seen.add(pictures.convert("RGB").tobytes())
    assert len(seen) >= 12


# --- what GitHub reads ----------------------------------------------------------------------------


@pytest.fixture
def jobs():
    return read_yaml(ROOT / ".github" / "workflows" / "test.yml")["jobs"]


def commands(job):
    """What a job runs as long as nothing has failed."""
    return {step["run"] for step in job["steps"] if "run" in step and step.get("if") != "failure()"}


def test_the_workflow_tries_every_python_that_is_supported(jobs):
    (python,) = [need for need in read_yaml(ROOT / "environment.yml")["dependencies"] if "python " in need]
    supported = SpecifierSet(PROJECT["requires-python"]) & SpecifierSet(python.removeprefix("python "))
    matrix = jobs["test"]["strategy"]["matrix"]
    assert matrix.keys() == {"system", "python"}  # nothing excluded
    assert matrix["python"] == [f"3.{minor}" for minor in range(50) if f"3.{minor}" in supported]


def test_the_workflow_runs_the_commands_of_the_readme(jobs):
    blocks = "".join(re.findall(r"(?s)```sh\n(.*?)```", TEXTS["README.md"]))
    said = [line.split("#")[0].strip() for line in blocks.splitlines()]
    assert commands(jobs["test"]) == {c.replace("py -3", "python") for c in said if c.endswith(" test")}
    assert commands(jobs["everything"]) == {".ci/run"} and (ROOT / ".ci" / "run").is_file()


def test_the_citation_says_what_the_project_says():
    cited = read_yaml(ROOT / "CITATION.cff")
    assert {key: cited[key] for key in ("version", "authors", "license")} == {
        key: PROJECT[key] for key in ("version", "authors", "license")
    }
    assert TEXTS["README.md"].startswith(f"# {cited['title']}\n")


@each_form
def test_a_form_names_every_notebook(form):
    (asked,) = [part for part in read_yaml(form)["body"] if part.get("id") == "notebook"]
    listed = json.loads((ROOT / "data" / "course.json").read_text(encoding="utf-8"))["notebooks"]
    *notebooks, _ = asked["attributes"]["options"]  # the last one is for what is in no single notebook
    assert notebooks == [f"{one['number']} {one['title']}" for one in listed]


def test_the_lines_that_the_forms_ask_for_run(capsys):
    found = [re.findall(r"(?s)```python\n(.*?)```", form.read_text(encoding="utf-8")) for form in FORMS]
    (code,) = {re.sub(r"(?m)^ +", "", code) for codes in found for code in codes}
    exec(code, {})
    assert len(capsys.readouterr().out.split()) > 5
