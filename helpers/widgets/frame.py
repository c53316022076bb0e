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
        ``"status"``: what it is. That a screen reader says each change of it, only `region_of` brings about.
    """
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)).replace("\n", "<br>")
    mark = f' role="{role}"' if role else ""
    return f'<div class="sa-text"{mark}><p>{safe}</p></div>'


def region_of(name: str) -> widgets.HTML:
    """An empty live region: what has this id is read aloud in it when it changes, wherever it stands.

    A widget of text makes all its elements anew at each change, and a region that is new says nothing in
    Chromium and NVDA. This one stays, and owns what changes.
    """
    room = widgets.Layout(height="0", min_height="0", margin="0", flex="0 0 auto")
    return widgets.HTML(f'<div role="status" aria-owns="{name}"></div>', layout=room)


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
        # Of all regions, an alert alone is said when it is new; see `region_of`.
        self._alert.value = f'<div class="sa-text" role="alert"><p><b>{shown}</b></p></div>' if shown else ""
