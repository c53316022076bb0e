"""Notebook 0: its glossary, the way through the notebooks, and the notation.

A link of the glossary names a notebook and a heading: that holds in every program. It ends in the id of the
heading's cell, which is set once and stays: the exported pages lead there, and most often JupyterLab does.
"""

import re

import pytest

from tools.course import ROOT, chapters, notebooks

START, CHAPTERS = notebooks()[0], {chapter.number: chapter for chapter in chapters()}
LINK = re.compile(r"\[(\d) · ([^\]]+)\]\(([^)#]+)#cell-id=([\w-]+)\)")
ROW = re.compile(rf"^\| \*\*(.+?)\*\* \| (.+) \| {LINK.pattern} \|$", flags=re.MULTILINE)
OTHER_FORMS = {  # how a notebook writes a term where it explains it
    "head": "heads",
    "static embedding": "static",
    "token": "tokens",
}
# Not all that is bold is a term: "**keys**" in notebook 1 is a word of an example.
FENCED = re.compile(r"```.*?```", flags=re.DOTALL)


def prose(notebook):
    """The id and the text of each cell of Markdown."""
    cells = [cell for cell in notebook.read().cells if cell.cell_type == "markdown"]
    return [(cell.id, FENCED.sub("", cell.source)) for cell in cells]


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
def test_its_link_names_the_place_that_explains_it(row):
    """The notebook, one heading that is there once, and the cell of that heading."""
    term, _, number, heading, file, cell = row
    assert file == CHAPTERS[int(number)].file
    (place,) = [found for found in SECTIONS[int(number)] if found[1] == heading]
    assert cell == place[0], f"{heading!r} is in {place[0]}: point the glossary's link there"
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


# --- the notation ---------------------------------------------------------------------


def test_the_notation_is_that_of_the_page():
    page = (ROOT / "NOTATION.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|.*\|$", page, flags=re.MULTILINE)
    assert len(rows) > 10 and "\n".join(rows) in TEXT
