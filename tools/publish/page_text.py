"""Text of an exported page: prose as safe HTML, links between pages, lines of a card.

tools/publish/pages.py puts it together.
"""

from __future__ import annotations

import base64
import mimetypes
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field

import bleach
from bleach.css_sanitizer import CSSSanitizer
from bs4 import BeautifulSoup, Tag
from markupsafe import Markup
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from tools.course import ROOT
from tools.publish.address import BADGES

TAGS = (
    "a b blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img kbd li ol p pre s span "
    "strong sub summary sup table tbody td th thead tr ul"
).split()
ATTRIBUTES = {
    "*": ["class", "lang"],
    "a": ["href", "title"],
    "details": ["open"],
    "img": ["src", "alt", "title", "width", "height"],
    "ol": ["start"],
    "td": ["style"],
    "th": ["style"],
}
OUTSIDE = ("http://", "https://", "mailto:")
ALIGNED = CSSSanitizer(allowed_css_properties=["text-align"])


@dataclass(frozen=True)
class Place:
    """A file of the course that has a page, and what a link can lead to on it."""

    path: str  # in the course, such as notebooks/01_x.ipynb
    page: str  # such as 01_x.html
    cells: frozenset[str] = field(default_factory=frozenset)

    def beside(self, path: str) -> str:
        """A path that this file names, seen from the folder of the course."""
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.path), path))


def prose(source: str, here: Place, places: Mapping[str, Place]) -> Markup:
    """Markdown as HTML for a page: what is not a plain tag is escaped, and every link leads somewhere.

    Parameters
    ----------
    source : str
        Markdown, as JupyterLab reads it.
    here : Place
        The file it stands in.
    places : mapping of str to Place
        Path in the course -> each file that has a page. Of a link to another file only the words stay.

    Raises
    ------
    ValueError
        If a picture is not a file of the course.
    """
    renderer = IPythonRenderer(escape=False, exclude_anchor_links=True)
    html = MarkdownWithMath(renderer=renderer).render(BADGES.sub("", source))
    html = bleach.clean(html, tags=TAGS, attributes=ATTRIBUTES, css_sanitizer=ALIGNED)
    tree = BeautifulSoup(html, "html.parser")
    for picture in tree.find_all("img"):
        picture["src"] = _embedded(picture.get("src", ""), here)
    for link in tree.find_all("a"):
        _lead(link, here, places)
    for wide in tree.find_all(["table", "pre"]):
        _scrolling(tree, wide, "Table" if wide.name == "table" else "Code")
    return Markup(tree)


def _embedded(source: str, here: Place) -> str:
    """A picture as part of the page."""
    path = here.beside(source)
    kind = mimetypes.guess_type(path)[0] or ""
    if ":" in source or path.startswith("..") or not kind.startswith("image/") or not (ROOT / path).is_file():
        raise ValueError(
            f"{here.path} shows {source!r}, which is no picture file of the course: correct its path."
        )
    return f"data:{kind};base64,{base64.b64encode((ROOT / path).read_bytes()).decode()}"


def _lead(link: Tag, here: Place, places: Mapping[str, Place]) -> None:
    target = address(link.get("href", ""), here, places)
    if target:
        link["href"] = target
    else:
        link.unwrap()


def address(target: str, here: Place, places: Mapping[str, Place]) -> str:
    """Where a link of a notebook leads from its page; empty if there is nothing to lead to."""
    if target.startswith(OUTSIDE):
        return target
    path, _, cell = target.partition("#")
    there = places.get(here.beside(path)) if path else here
    if there is None:
        return ""
    cell = cell.removeprefix("cell-id=")
    return (there.page if there != here else "") + (f"#{cell}" if cell in there.cells else "")


def _scrolling(tree: BeautifulSoup, wide: Tag, name: str) -> None:
    """A box around what may be wide. It takes the focus, so that the arrow keys can move it."""
    wide.wrap(
        tree.new_tag("div", attrs={"class": "wide", "tabindex": "0", "role": "group", "aria-label": name})
    )


# --- cards ------------------------------------------------------------------------------------------


def pieces(text: str) -> list[tuple[str, bool]]:
    """A text cut at its backticks: each part, and whether it is code."""
    return [(part, bool(n % 2)) for n, part in enumerate(text.split("`")) if part]


def fold(html: str) -> Markup:
    """The folded answer of a guess, out of the HTML that its card has stored.

    Only plain tags stay, and of pictures those that lie in the text.
    """
    tags = [tag for tag in TAGS if tag != "a"]
    clean = bleach.clean(html, tags=tags, attributes=ATTRIBUTES, protocols=["data"], css_sanitizer=ALIGNED)
    tree = BeautifulSoup(clean, "html.parser")
    answer = tree.find("details")
    if answer is None:
        return Markup()
    for folded in (answer, *answer.find_all("details")):
        folded["class"] = "answer" if folded is answer else "numbers"
        folded.attrs.pop("open", None)
    for picture in answer.find_all("img"):
        if not picture.get("src", "").startswith("data:image/png;"):
            picture.decompose()
    for wide in answer.find_all("pre"):
        name = "Answer" if wide.find_parent("details") is answer else "The numbers of this picture"
        _scrolling(tree, wide, name)
    return Markup(answer)
