"""The pages of the project: every link, command, file and target that they name is there."""

import re

import pytest

from tools.course import ROOT
from tools.publish.address import with_badges

NAMES = ["README.md", "CONTRIBUTING.md", "PUBLISHING.md", "TEACHING.md", "NOTATION.md", "data/README.md"]
TEXTS = {name: with_badges((ROOT / name).read_text(encoding="utf-8"), "") for name in NAMES}
TARGETS = re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"))
each = pytest.mark.parametrize("name", NAMES)


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
    folders = "helpers|tools|tests|data|solutions|requirements|notebooks"
    for path in re.findall(rf"`((?:{folders})/[\w./-]*)`", TEXTS[name]):
        assert (ROOT / path).exists() or "NN" in path or "NAME" in path or path.endswith("progress.json"), (
            path
        )
