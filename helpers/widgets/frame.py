"""The frame of every widget of the course: its look, a place for problems, and how a cell shows it.

Only core ipywidgets are used, in the way that versions 7.7 and 8 share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import ipywidgets as widgets
import traitlets
from IPython.display import display

from helpers.widgets.style import stylesheet


def written(text: str, role: str = "") -> str:
    """A text as HTML: escaped, its `code` in the letters of code, a new line as a new line.

    Parameters
    ----------
    text : str
        A learner's words may be in it.
    role : str
        What it is, such as ``"note"``. A text that a screen reader says when it changes is `Spoken`.
    """
    mark = f' role="{role}"' if role else ""
    return f'<div class="sa-text"{mark}><p>{_safe(text)}</p></div>'


def _safe(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)).replace("\n", "<br>")


class Spoken:
    """A text that a screen reader says when it changes, and not before.

    A widget of text makes all its elements anew at each change, and a live region that is new says nothing in
    Chromium and NVDA. So the region is a widget of its own. It stays, and owns the text by its id.

    Attributes
    ----------
    region, text : ipywidgets.HTML
        The empty region, which takes no room, and the text; both belong into the box that shows the text.
    """

    def __init__(self) -> None:
        self.text = widgets.HTML()
        self._id = f"sa-said-{self.text.model_id}"
        room = widgets.Layout(height="0", min_height="0", margin="0", flex="0 0 auto")
        self.region = widgets.HTML(f'<div role="status" aria-owns="{self._id}"></div>', layout=room)
        self._shown: tuple[str, str] | None = None

    def write(self, text: str, aloud: bool = True) -> None:
        """Show a text, its `code` in the letters of code; see `show`."""
        self.show(f"<p>{_safe(text)}</p>" if text else "", aloud=aloud)

    def show(self, html: str, look: str = "", aloud: bool = True) -> None:
        """Show this HTML. The first text is not said: it has not changed, it is there from the start."""
        if (html, look) != self._shown:
            self._put(html, look, aloud=aloud and self._shown is not None)

    def repeat(self) -> None:
        """Say what is shown, once it is on the page."""
        if self._shown is not None:
            self._put(*self._shown, aloud=True)

    def _put(self, html: str, look: str, aloud: bool) -> None:
        self._shown = (html, look)
        mine = f'id="{self._id}"'
        if aloud and html:
            self.text.value = self.html.replace("<div", f"<div {mine}", 1)
        else:  # what the region owns is always there; while nothing is to be said, it is empty
            self.text.value = f"<span {mine} hidden></span>{self.html}"

    @property
    def html(self) -> str:
        """What is shown now."""
        html, look = self._shown or ("", "")
        return f'<div class="sa-text{look}">{html}</div>' if html else ""


class Frame(widgets.VBox):
    """A box that looks like the course and shows what goes wrong inside it.

    Attributes
    ----------
    problem : str
        The sentence shown now, else empty.
    failures : list of Exception
        Errors that are our fault, not the learner's. Tests assert that there are none.
    """

    PLACE, MEND = "here", "Run its cell again."  # of an error that is our fault
    AFTER_PROBLEM = ""  # what a problem's sentence ends with

    def __init__(self) -> None:
        self.problem = ""
        self.failures: list[Exception] = []
        self._alert = widgets.HTML()
        super().__init__()
        self.add_class("sa")

    @property
    def alert(self) -> str:
        """The problem as HTML; empty if there is none."""
        return str(self._alert.value)

    def display_with(self, data: Mapping[str, Any], metadata: Mapping[str, Any] | None = None) -> None:
        """Display the widget; `data` is what is seen where no kernel runs."""
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        bundle = {"application/vnd.jupyter.widget-view+json": view, **data}
        display(bundle, metadata=dict(metadata or {}), raw=True)

    def _style(self) -> widgets.HTML:
        return widgets.HTML(f"<style>{stylesheet()}</style>", layout=widgets.Layout(display="none"))

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do it; a problem becomes one sentence, since nobody sees an error in a callback."""
        try:
            work()
        except (ValueError, traitlets.TraitError) as error:
            self._say(str(error))
        except Exception as error:
            self.failures.append(error)
            self._say(f"Something went wrong {self.PLACE} ({type(error).__name__}: {error}). {self.MEND}")

    def _say(self, problem: str) -> None:
        self.problem = problem
        shown = f"{escape(problem)}{self.AFTER_PROBLEM}" if problem else ""
        # Of all regions, an alert alone is said when it is new; see `Spoken`.
        self._alert.value = f'<div class="sa-text" role="alert"><p><b>{shown}</b></p></div>' if shown else ""
