"""The notebooks as web pages, and as handouts on paper, from the outputs that are committed.

    python -m tools.publish.pages html      writes dist/html/      (make html)
    python -m tools.publish.pages pdf       and dist/pdf/ too      (make pdf)

Nothing is run. A page is one file: its look and its pictures are inside, it has no script and asks nobody
for anything. page/ holds the templates and the look, page_text.py says what becomes of the text.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import nbformat
from markupsafe import Markup
from nbconvert import HTMLExporter
from playwright.sync_api import Browser

from helpers.exercises import CARD_TYPE
from tools import browser as tool
from tools import course
from tools.course import ROOT, notebooks
from tools.publish.page_text import Place, fold, pieces, prose

DIST = ROOT / "dist"
LOOK = Path(__file__).resolve().with_name("page")
NOTATION = "NOTATION.md"
SHOWN = ["image/png", "text/markdown", "text/plain"]  # the first of these that an output has


# --- what a page is made from -------------------------------------------------------------------------


@dataclass(frozen=True)
class Page:
    """A notebook, and what its page says about it."""

    place: Place
    notebook: nbformat.NotebookNode
    before: Page | None = None
    after: Page | None = None

    @property
    def page(self) -> str:
        """The name of its file."""
        return self.place.page

    @cached_property
    def text(self) -> str:
        """All its prose."""
        return course.prose(self.notebook)

    @cached_property
    def title(self) -> str:
        """Its first heading."""
        return self.found(r"^# (.+)$", "heading '# ...'").replace("`", "")

    @property
    def time(self) -> str:
        """How long it takes, as a sentence."""
        return (
            self.found(r"\*\*Time:\*\* (about \d+ minutes[^.;]*)", "'**Time:** about N minutes'").capitalize()
            + "."
        )

    @property
    def purpose(self) -> str:
        """What it is for, in Markdown."""
        return self.found(r"(?s)\*\*What this is for\.\*\* (.+?)(?:\n\n|\Z)", "'**What this is for.**'")

    @property
    def parts(self) -> list[tuple[str, str]]:
        """Cell and heading of each part."""
        cells = [cell for cell in self.notebook.cells if cell.cell_type == "markdown"]
        return [(cell.id, heading) for cell in cells for heading in re.findall(r"(?m)^## (.+)$", cell.source)]

    @property
    def labs(self) -> bool:
        """Does it have code, and so more than a page can show?"""
        return bool(course.code(self.notebook))

    def found(self, pattern: str, what: str) -> str:
        """The first place where its prose has this pattern."""
        match = re.search(pattern, self.text, flags=re.MULTILINE)
        if not match:
            raise ValueError(f"{self.place.path} has no {what}: write it into its first cell.")
        return match[1]


def page_of(path: str, page: str, notebook: nbformat.NotebookNode) -> Page:
    """A page that knows its cells."""
    return Page(Place(path, page, frozenset(cell.id for cell in notebook.cells)), notebook)


def read_notebooks(root: Path = ROOT) -> list[Page]:
    """The notebooks in their order, each with the one before it and the one after it."""
    pages = [page_of(f"notebooks/{n.file}", f"{n.stem}.html", n.read()) for n in notebooks(root)]
    return [
        replace(page, before=before, after=after)
        for before, page, after in zip([None, *pages], pages, [*pages[1:], None], strict=False)
    ]


def read_notation() -> Page:
    """The page of names and shapes, which the notebooks link to, as a notebook of one cell."""
    cell = nbformat.v4.new_markdown_cell((ROOT / NOTATION).read_text(encoding="utf-8"), id="notation")
    return page_of(NOTATION, "notation.html", nbformat.v4.new_notebook(cells=[cell]))


# --- pages ------------------------------------------------------------------------------------------------


def export(folder: Path, chapters: Sequence[Page], notation: Page) -> list[Path]:
    """Write all pages and the one that lists them into a folder; the files, the list first."""
    places = {page.place.path: page.place for page in (*chapters, notation)}
    title, about = opening((ROOT / "README.md").read_text(encoding="utf-8"))
    style = Markup((LOOK / "style.css").read_text(encoding="utf-8"))
    made = {"index.html": contents(chapters, notation, places, course=title, about=about, style=style)}
    for page in (*chapters, notation):
        made[page.page] = as_html(page, places, course=title, style=style)
    folder.mkdir(parents=True, exist_ok=True)
    for name, html in made.items():
        (folder / name).write_text(html, encoding="utf-8", newline="\n")
    return [folder / name for name in made]


def opening(readme: str) -> tuple[str, str]:
    """The title of the course and its first paragraph of words, which is no picture and no badge."""
    title, *paragraphs = readme.split("\n\n")
    return title.removeprefix("# "), next(words for words in paragraphs if words[0].isalpha())


def as_html(page: Page, places: dict[str, Place], **shared: Any) -> str:
    """The page of one notebook."""
    exporter = exporter_for(page.place, places)
    html, _ = exporter.from_notebook_node(page.notebook, resources={"page": page, "shared": shared})
    return html


def contents(chapters: Sequence[Page], notation: Page, places: dict[str, Place], **shared: Any) -> str:
    """The page that lists all others."""
    template = exporter_for(Place("README.md", "index.html"), places).environment.get_template(
        "contents.html.j2"
    )
    return template.render(notebooks=chapters, notation=notation, shared=shared)


def exporter_for(here: Place, places: dict[str, Place]) -> HTMLExporter:
    """nbconvert with our templates, which escape all that is not marked as HTML."""
    exporter = HTMLExporter(template_name="page", extra_template_basedirs=[str(LOOK.parent)])
    exporter.config.NbConvertBase.display_data_priority = SHOWN
    exporter.environment.autoescape = True
    exporter.environment.globals["card_type"] = CARD_TYPE
    exporter.environment.filters |= {
        "prose": partial(prose, here=here, places=places),
        "pieces": pieces,
        "fold": fold,
        "without_name": without_name,
    }
    return exporter


def without_name(text: str) -> str:
    """The numbers of a lab without the line that only names its kind."""
    return re.sub(r"\ALab\(.*\)\n+", "", text)


# --- paper ------------------------------------------------------------------------------------------------

FOOTER = (
    '<div style="font: 8pt sans-serif; color: #444; width: 100%; margin: 0 18mm; display: flex; '
    'justify-content: space-between"><span class="title"></span>'
    '<span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>'
)
# On paper everything that is folded is open, but for the numbers of the pictures. Answers of guesses stand at
# the end, where nobody reads them before the questions. A link to another page of this folder would become a
# path on the computer that printed it.
FOR_PAPER = """() => {
    const answers = [...document.querySelectorAll("details.answer")], main = document.querySelector("main");
    if (answers.length) main.append(Object.assign(document.createElement("h2"), {textContent: "Answers"}));
    answers.forEach((answer, place) => {
        const where = document.createElement("p");
        where.textContent = `Answer ${place + 1} stands at the end.`;
        answer.replaceWith(where);
        answer.querySelector("summary").textContent = `Answer ${place + 1}`;
        main.append(answer);
    });
    for (const folded of document.querySelectorAll("details:not(.numbers)")) folded.open = true;
    for (const link of document.querySelectorAll("a[href]"))
        if (!/^(#|https?:|mailto:)/.test(link.getAttribute("href"))) link.removeAttribute("href");
}"""


def print_page(browser: Browser, file: Path, folder: Path) -> Path:
    """Print one page into a folder; the file."""
    page = browser.new_page()
    page.goto(file.as_uri())
    page.evaluate(FOR_PAPER)
    made = folder / f"{file.stem}.pdf"
    page.pdf(
        path=made,
        prefer_css_page_size=True,
        display_header_footer=True,
        header_template="<span></span>",
        footer_template=FOOTER,
        tagged=True,
        outline=True,
    )
    page.close()
    return made


def print_all(files: Sequence[Path], folder: Path) -> None:
    """Print pages, one PDF each, and say so.

    Raises
    ------
    NoBrowser
        If no browser is here that could print.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tool.start_browser() as browser:
        for file in files:
            print(print_page(browser, file, folder))


def main(arguments: Sequence[str]) -> None:
    if list(arguments) not in (["html"], ["pdf"]):
        said = " ".join(arguments) or "nothing"
        sys.exit(f"{said!r} is no kind of page: say html or pdf, as in  python -m tools.publish.pages html")
    try:
        made = export(DIST / "html", read_notebooks(), read_notation())
        print(f"{len(made)} pages; begin with {made[0]}")
        if arguments[0] == "pdf":
            print_all(made[1:], DIST / "pdf")
    except (ValueError, tool.NoBrowser) as wrong:
        sys.exit(str(wrong))


if __name__ == "__main__":
    main(sys.argv[1:])
