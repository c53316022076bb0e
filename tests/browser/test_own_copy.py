"""A learner's own copy in JupyterLab: run, saved, written into, and then the course moves on."""

import json
from pathlib import Path

import pytest

from tools import own_copy
from tools.browser import NOTEBOOK, within
from tools.course import find

FIRST = f"{NOTEBOOK}.content.widgets[0].model.sharedModel"


def save(page) -> None:
    within(page, "jupyterapp.commands.execute('docmanager:save')")


def is_changed(path: Path) -> bool:
    """Is a copy something else than what was handed out?"""
    given, now = own_copy.read(path)
    return given != now


@pytest.mark.parametrize("number", ["01"])
def test_a_saved_copy_is_untouched_until_it_is_written_into(notebook, desk, number):
    """Then an update leaves it as it is, and brings the newer one beside it."""
    path = desk.folder / desk.own(number)
    save(notebook.page)
    text = path.read_text(encoding="utf-8")
    assert "image/png" in text and '"execution_count": 5' in text, "it is saved as it was run"
    assert not is_changed(path)
    title = notebook.page.evaluate(f"{FIRST}.source")
    source, edition = find(int(number), desk.folder).path, desk.folder / "data" / "edition.json"
    before = {file: file.read_bytes() for file in (source, edition)}
    try:
        notebook.page.evaluate(f"text => {FIRST}.setSource(text)", f"# My own words\n\n{title}")
        save(notebook.page)
        assert is_changed(path)
        saved = path.read_bytes()
        source.write_bytes(before[source].replace(b"Static embeddings", b"Very static embeddings"))
        stored = json.loads(before[edition])
        stored["notebooks"][source.name] = own_copy.digest(json.loads(source.read_bytes())["cells"])
        edition.write_text(json.dumps(stored), encoding="utf-8")
        (said,) = own_copy.prepare(desk.folder, desk.folder)
        beside = path.with_name(said.rpartition(" ")[2])
        assert said.startswith(f"{path.name} holds your changes and stays as it is.")
        assert path.read_bytes() == saved and b"# My own words" in saved
        assert b"Very static embeddings" in beside.read_bytes()
        beside.unlink()
    finally:  # other tests use this notebook, too
        for file, content in before.items():
            file.write_bytes(content)
        notebook.page.evaluate(f"text => {FIRST}.setSource(text)", title)
        save(notebook.page)
    assert not is_changed(path)
