"""Notebook 0: what it says about the computer, the other notebooks, the notation and the terms.

    python tests/test_start_here.py      after a notebook has got or lost cells

writes the places that the links of the glossary lead to anew. JupyterLab finds a cell by its id; a heading
with a sign such as `·` it does not find, and one far down it finds only in a notebook that is already open.
"""

import re
import sys
import types
from importlib import metadata
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]  # for a run without pytest

from helpers import embeddings, examples, readiness, tasks  # noqa: E402
from helpers.readiness import report  # noqa: E402

PATHS = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
START, CHAPTERS = PATHS[0], {int(path.name[:2]): path for path in PATHS[1:]}
LINK = re.compile(r"\[(\d) · ([^\]]+)\]\(([^)#]+)#cell-id=([\w-]+)\)")
ROW = re.compile(rf"^\| \*\*(.+?)\*\* \| (.+) \| {LINK.pattern} \|$", flags=re.MULTILINE)
OTHER_FORMS = {  # how a notebook writes a term where it explains it
    "head": "heads",
    "static embedding": "static",
    "token": "tokens",
}
# Not all that is bold is a term: "**keys**" in notebook 1 is a word of an example.
FENCED = re.compile(r"```.*?```", flags=re.DOTALL)


def prose(path):
    cells = nbformat.read(path, as_version=4).cells
    return [(cell.id, FENCED.sub("", cell.source)) for cell in cells if cell.cell_type == "markdown"]


def sections(number):
    """Of one chapter: the cell of each heading, the heading without its number, and the text below it."""
    found = []
    for cell, source in prose(CHAPTERS[number]):
        for line in source.splitlines():
            if heading := re.match(r"#+ (?:\d+ · )?(.+)", line):
                found.append([cell, heading[1], ""])
            if found:
                found[-1][2] += line + "\n"
    return found


SECTIONS = {number: sections(number) for number in CHAPTERS}
TEXT = "\n\n".join(source for _, source in prose(START))
ROWS = [match.groups() for match in ROW.finditer(TEXT)]
each_row = pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])

# --- the glossary ---------------------------------------------------------------------------------


def test_the_glossary_is_read_as_it_is_written():
    below = TEXT[TEXT.index("· Glossary") :]
    assert len(ROWS) == below.count("\n| **") == below.count("#cell-id=") >= 45


def test_its_terms_are_sorted_and_none_stands_there_twice():
    terms = [row[0].casefold() for row in ROWS]
    assert terms == sorted(set(terms))


@each_row
def test_it_is_one_sentence(row):
    says = row[1]
    assert says.endswith(".") and len(says) < 200 and says.count(". ") <= 1


@each_row
def test_its_link_leads_to_the_place_that_explains_it(row):
    term, _, number, heading, file, cell = row
    assert file == CHAPTERS[int(number)].name
    (place,) = [found for found in SECTIONS[int(number)] if found[1] == heading]
    assert cell == place[0], f"{heading!r} is in {place[0]}: run python tests/test_start_here.py"
    assert re.search(rf"\b{OTHER_FORMS.get(term, term)}\b", place[2], flags=re.IGNORECASE)


@each_row
def test_no_earlier_place_explains_it(row):
    term, _, number, heading, *_ = row
    bold = re.compile(rf"\*\*({term}|{OTHER_FORMS.get(term, term)})\*\*", flags=re.IGNORECASE)
    for chapter, places in SECTIONS.items():
        for _, found, text in places:
            if (chapter, found) == (int(number), heading):
                return
            assert not bold.search(text), f"{term} is bold in notebook {chapter}, {found!r}"


# --- the way and the notation ---------------------------------------------------------------------


def test_the_way_names_every_notebook_with_its_minutes_as_the_readme_does():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for number, path in CHAPTERS.items():
        (minutes,) = re.findall(
            r"\*\*Time:\*\* about (\d+) minutes", "\n".join(text for _, text in prose(path))
        )
        (title,) = re.findall(
            rf"^\| \[{number} · (.+?)\]\({path.name}\) \| {minutes} \|", TEXT, flags=re.MULTILINE
        )
        assert f"| {number} | [{title}](notebooks/{path.name}) | {minutes} |" in readme
        assert SECTIONS[number][0][1].startswith(title)
    assert f"| 0 | [Start here](notebooks/{START.name}) | 10 |" in readme and "about 10 minutes" in TEXT


def test_a_notebook_that_is_there_is_not_called_unwritten():
    assert list(CHAPTERS) == [1, 2, 3, 4, 5, 6], (
        "say so in notebook 0: its table, its picture, what is not written"
    )


def test_the_notation_is_that_of_the_page():
    page = (ROOT / "NOTATION.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|.*\|$", page, flags=re.MULTILINE)
    assert len(rows) > 10 and "\n".join(rows) in TEXT


# --- the report -----------------------------------------------------------------------------------

ALL_WELL = report().splitlines()


def line(name):
    (found,) = [one for one in report().splitlines() if one.startswith(f"{name}:")]
    return found


def with_versions(monkeypatch, **versions):
    real = metadata.version
    monkeypatch.setattr(readiness.metadata, "version", lambda name: versions.get(name) or real(name))


def test_where_all_is_well_the_report_names_no_version():
    assert [one.split(":")[1].strip() for one in ALL_WELL[:-1]] == ["good"] * 6
    assert ALL_WELL[-1] == "You can begin." and not re.search(r"\d", report())


def test_it_asks_for_the_ranges_of_the_project():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for name, (least, below) in readiness.PACKAGES.items():
        assert f'"{name}>={least},<{below}"' in text
    assert f'requires-python = ">={readiness.PYTHON}"' in text


@pytest.mark.parametrize(
    "versions",
    [
        {"numpy": "1.26", "ipywidgets": "7.7.1", "matplotlib": "3.8.0"},
        {"numpy": "2.99.1", "ipywidgets": "8.1.8", "matplotlib": "3.11.0rc1"},
        {"numpy": "2.0.0.dev0+git1", "ipywidgets": "8.0.0a0"},
    ],
)
def test_every_version_within_the_ranges_gives_the_same_text(monkeypatch, versions):
    with_versions(monkeypatch, **versions)
    assert report().splitlines() == ALL_WELL


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("numpy", "1.25.2"),
        ("numpy", "3.0.0"),
        ("matplotlib", "3.7.9"),
        ("ipywidgets", "7.7.0"),
        ("ipywidgets", "9"),
    ],
)
def test_a_version_outside_is_named_with_what_is_needed_and_what_to_do(monkeypatch, name, version):
    with_versions(monkeypatch, **{name: version})
    least, below = readiness.PACKAGES[name]
    assert f"{name} {version} was found" in line(name) and f"{least} or newer, below {below}" in line(name)
    assert f'pip install "{name}>={least},<{below}"' in line(name)
    assert report().endswith(f"Please mend first: {name}.")


def test_a_missing_or_damaged_package_is_named(monkeypatch):
    def version(name):
        raise metadata.PackageNotFoundError(name) if name == "numpy" else KeyError("Version")

    monkeypatch.setattr(readiness.metadata, "version", version)
    assert "numpy is not installed" in line("numpy") and "make lab" in line("numpy")
    assert "version of matplotlib cannot be read (KeyError)" in line("matplotlib")
    monkeypatch.setattr(readiness.metadata, "version", lambda name: "unknown")
    assert "cannot be read (ValueError)" in line("numpy")
    monkeypatch.setattr(readiness.metadata, "version", lambda name: None)  # METADATA without a version
    assert "cannot be read (TypeError)" in line("numpy")


def test_an_old_python_is_named(monkeypatch):
    monkeypatch.setattr(readiness, "sys", types.SimpleNamespace(version_info=(3, 9, 18, "final", 0)))
    assert "this is Python 3.9.18" in line("Python") and "3.10 or newer" in line("Python")
    monkeypatch.setattr(readiness, "sys", types.SimpleNamespace(version_info=(3, 10, 0, "final", 0)))
    assert report().splitlines() == ALL_WELL


@pytest.fixture
def unread():
    """As in a new kernel: no file has been read."""
    readers = [embeddings.load_vectors, tasks.load]
    for reader in readers:
        reader.cache_clear()
    yield
    for reader in readers:
        reader.cache_clear()


def test_damaged_data_are_named(monkeypatch, tmp_path, unread):
    with monkeypatch.context() as patch:
        patch.setattr(embeddings, "GLOVE", tmp_path)
        assert "data/glove/about.json is missing" in line("data files") and "git checkout" in line(
            "data files"
        )
    with monkeypatch.context() as patch:
        patch.setattr(examples, "PATH", tmp_path / "none.json")
        assert "data/worked_examples.json is missing" in line("data files")
    for name in readiness.TASKS[:-1]:
        (tmp_path / f"{name}.json").write_text("{}")
    (tmp_path / f"{readiness.TASKS[-1]}.json").write_text("{")
    tasks.load.cache_clear()
    monkeypatch.setattr(tasks, "FOLDER", tmp_path)
    assert f"data/tasks/{readiness.TASKS[-1]}.json is missing or damaged" in line("data files")
    assert report().endswith("Please mend first: data files.")


def test_every_file_of_tasks_is_looked_at():
    assert {path.stem for path in (ROOT / "data" / "tasks").glob("*.json")} == set(readiness.TASKS)


def test_without_numpy_it_still_speaks(monkeypatch):
    for name in [name for name in sys.modules if name.startswith("helpers.") and name != "helpers.readiness"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert "cannot be read yet" in line("data files") and "mend the lines above" in line("data files")


def test_a_folder_that_cannot_be_written_is_said_and_stops_nothing(monkeypatch, tmp_path):
    monkeypatch.setattr(readiness, "default_path", lambda: tmp_path / "gone" / "progress.json")
    assert "it cannot be written (No such file" in line("folder of notebooks")
    assert "your progress will not be kept" in line("folder of notebooks")
    assert report().endswith("You can begin.")


def test_looking_leaves_no_trace(monkeypatch, tmp_path):
    monkeypatch.setattr(readiness, "default_path", lambda: tmp_path / "progress.json")
    before = tmp_path.stat().st_mtime_ns
    assert report().splitlines() == ALL_WELL
    assert not list(tmp_path.iterdir()) and (sys.platform != "linux" or tmp_path.stat().st_mtime_ns == before)


# --- after a change -------------------------------------------------------------------------------


def mend() -> None:
    """Write the cell of each heading that a link of the glossary names into the link."""

    def right(link: re.Match[str]) -> str:
        number, heading, file, cell = link.groups()
        cells = [place[0] for place in SECTIONS[int(number)] if place[1] == heading]
        return f"[{number} · {heading}]({file}#cell-id={cells[0] if cells else cell})"

    notebook = nbformat.read(START, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = LINK.sub(right, cell.source)
    nbformat.write(notebook, START)


if __name__ == "__main__":
    mend()
