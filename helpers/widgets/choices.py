"""A choice as a row of buttons, one for each option, in the colours of its words (used by controls.py).

ipywidgets' own ToggleButtons builds all its buttons anew at each change, so that the keyboard loses its
place, and gives them one colour. Here a button stays the same; Tab, Space and Enter reach each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets as widgets
import traitlets

from helpers.pictures import Word, isolated
from helpers.widgets.style import wear

Options = Sequence[tuple[str | Word, Any]]  # what stands on a button, and the value that it stands for
CHOSEN = "sa-chosen"


class OneOf(widgets.HBox):
    """What chooses one of several options, with the traits of ipywidgets' own choices.

    Attributes
    ----------
    value : object
        The value of the chosen option.
    options : tuple of (str or Word, object)
    description : str
        The label.
    """

    value = traitlets.Any()
    options = traitlets.Tuple()
    description = traitlets.Unicode()


class Choice(OneOf):
    """A label and one button for each option; the chosen one is filled, a word's has the word's colour."""

    def __init__(self, options: Options, value: Any) -> None:
        self._label = widgets.Label(layout=widgets.Layout(margin="0 8px 0 0"))
        self._row: tuple[widgets.Widget, ...] = ()
        self._buttons: list[widgets.Button] = []  # those that there ever were: fewer options hide some
        super().__init__(layout=widgets.Layout(flex_flow="row wrap", align_items="center", margin="0"))
        self.add_class("sa-choice")
        self.options, self.value = tuple(options), value

    @traitlets.observe("description")
    def _name(self, change: Any) -> None:
        self._label.value = self.description

    @traitlets.observe("options")
    def _offer(self, change: Any) -> None:
        while len(self._buttons) < len(self.options):
            self._buttons.append(self._button(len(self._buttons)))
        for (said, _), button in zip(self.options, self._buttons, strict=False):
            name = isolated(str(said))
            if button.description != name:
                button.description = name
            slot = said.slot if isinstance(said, Word) else None
            wear(button, "sa-word", None if slot is None else str(slot))
        row: tuple[widgets.Widget, ...] = (self._label, *self._buttons[: len(self.options)])
        if self._row != row:
            self._row = self.children = row
        self._mark()

    @traitlets.observe("value")
    def _mark(self, change: Any = None) -> None:
        pairs = zip(self.options, self._buttons, strict=False)
        # The chosen one comes last: the page hears of one button after another, and never sees two filled.
        for (said, value), button in sorted(pairs, key=lambda pair: pair[0][1] == self.value):
            chosen = value == self.value
            wear(button, CHOSEN, "" if chosen else None)
            tip = f"{isolated(str(said))}: chosen" if chosen else ""
            if button.tooltip != tip:
                button.tooltip = tip

    def _button(self, place: int) -> widgets.Button:
        button = widgets.Button(layout=widgets.Layout(width="auto", margin="2px 4px 2px 0"), tooltip="")
        button.add_class("sa-pick")
        button.on_click(lambda _: setattr(self, "value", self.options[place][1]))
        return button
