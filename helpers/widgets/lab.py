"""The one frame of every lab: controls change a state, the state is drawn, errors are shown.

A lab is made of three things that can be read and tested apart:

- a *state*, a `traitlets.HasTraits` whose traits are all that the learner can change;
- ``draw(state) -> Picture``, a function without side effects;
- *controls*, each of which holds one trait of the state.

Only core ipywidgets are used, in the way that versions 7.7 and 8 share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic

import ipywidgets as widgets
import traitlets

from helpers.pictures import Picture, png_and_text, sentence_html, to_html, to_png
from helpers.widgets.controls import Control, State, near
from helpers.widgets.frame import Frame

Preset = Mapping[str, Any]
WIDTH = "262px"  # of the controls: beside a small table even on a page of 800 px


def preset_of(presets: Mapping[str, Preset], name: str) -> Preset:
    """What a preset sets, by its name.

    Raises
    ------
    ValueError
        If there is none of that name.
    """
    if name not in presets:
        raise ValueError(f"There is no preset {name!r}; there are: {', '.join(presets)}.")
    return presets[name]


class Lab(Frame, Generic[State]):
    """Controls, a picture, one sentence and a place for problems.

    Parameters
    ----------
    name : str
        Short; it is what ``repr`` prints.
    state : traitlets.HasTraits
        Its values at this moment are what Reset goes back to.
    draw : function of the state
        Returns a `Picture`. A `ValueError` is a message to the learner.
    controls : sequence of Control
    presets : mapping of button text to {trait: value}, or to a function of the state that gives it
        A preset also sets all other traits back to how the lab began.
    kept : sequence of str
        Traits that a preset leaves alone, such as what the learner has typed.

    Attributes
    ----------
    picture : Picture
        The last one drawn.
    problem, failures
        Of the `Frame`: why the state cannot be drawn, and errors that are our fault.
    """

    AFTER_PROBLEM = " The picture still shows the last state that worked."
    PLACE, MEND = "in this lab", "Press Reset."

    def __init__(
        self,
        name: str,
        state: State,
        draw: Callable[[State], Picture],
        controls: Sequence[Control[State]],
        presets: Mapping[str, Preset | Callable[[State], Preset]] | None = None,
        kept: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self.add_class("sa-lab")
        self.name, self.state, self.controls = name, state, tuple(controls)
        self.presets = dict(presets or {})
        self._draw = draw
        self._start = state.trait_values()
        self._kept = kept
        self._busy = False
        self.picture = draw(state)
        self._image = widgets.HTML(layout=widgets.Layout(flex="1 1 340px", min_width="0"))
        self._sentence = widgets.HTML()
        self.children = self._children()
        for control in self.controls:
            control.widget.observe(self._control_moved(control), "value")
        state.observe(lambda change: self._refresh())
        self._refresh()

    def __repr__(self) -> str:
        return f"Lab({self.name!r})"

    @property
    def svg(self) -> str:
        """The live picture as HTML: its panels as SVG text."""
        return str(self._image.value)

    @property
    def said(self) -> str:
        """The live sentence as HTML."""
        return str(self._sentence.value)

    def set(self, **values: Any) -> None:
        """Change several traits of the state at once and draw once; all of them or none."""
        if unknown := sorted(set(values) - set(self._start)):
            raise ValueError(f"This lab has no {', '.join(unknown)}; it has: {', '.join(self._start)}.")
        self._guarded(lambda: self._apply(values))

    def press(self, preset: str) -> None:
        """Do what the button of a preset does."""
        start = {trait: value for trait, value in self._start.items() if trait not in self._kept}
        self.set(**{**start, **self._values(preset)})

    def reset(self) -> None:
        """Go back to how the lab began."""
        self.set(**self._start)

    def show(self) -> None:
        """Display the lab; where no kernel runs, its first picture and numbers are seen instead."""
        text = f"{self!r}\n\n{self.picture.in_words()}"
        data, metadata = png_and_text(to_png(self.picture), text, alt=self.picture.title)
        self.display_with(data, metadata)

    # -- inside ------------------------------------------------------------------------------

    def _values(self, preset: str) -> Preset:
        values = self.presets[preset]
        return values(self.state) if callable(values) else values

    def _children(self) -> list[widgets.Widget]:
        wrap = widgets.Layout(flex_flow="row wrap", width="100%")
        # A single control needs no column of its own: then the picture has the whole page.
        width = WIDTH if len(self.controls) > 1 else "100%"
        self._left = widgets.VBox(self._column(), layout=widgets.Layout(flex="0 0 auto", width=width))
        body = widgets.Box([self._left, self._image], layout=wrap)
        # The sentence stands above the picture: a tall picture must not push it out of sight.
        return [self._style(), widgets.Box(self._buttons(), layout=wrap), self._sentence, self._alert, body]

    def _column(self) -> list[widgets.Widget]:
        """What stands beside the picture. A lab that needs more than controls puts it here."""
        return [control.widget for control in self.controls]

    def _buttons(self) -> list[widgets.Button]:
        self._preset_buttons = {}
        for name in self.presets:
            button = widgets.Button(description=name, layout=widgets.Layout(width="auto"))
            button.add_class("sa-preset")
            button.on_click(lambda _, name=name: self.press(name))
            self._preset_buttons[name] = button
        reset = widgets.Button(
            description="Reset", layout=widgets.Layout(width="auto", margin="2px 2px 2px 24px")
        )
        reset.on_click(lambda _: self.reset())
        return [*self._preset_buttons.values(), reset]

    def _control_moved(self, control: Control[State]) -> Callable[[Any], None]:
        def moved(change: Any) -> None:
            if not self._busy:
                self._guarded(lambda: setattr(self.state, control.trait, near(change["new"])))

        return moved

    def _apply(self, values: Mapping[str, Any]) -> None:
        before = self.state.trait_values()
        self._busy = True
        try:
            for trait, value in values.items():
                setattr(self.state, trait, value)
        except traitlets.TraitError:
            for trait, value in before.items():
                setattr(self.state, trait, value)
            raise
        finally:
            self._busy = False
        self._refresh()

    def _refresh(self) -> None:
        if self._busy:
            return
        self._busy = True  # controls that follow the state do not change it again
        try:
            self._guarded(self._redraw)
        finally:
            self._busy = False

    def _redraw(self) -> None:
        for control in self.controls:
            control.follow(self.state)
        for name, button in self._preset_buttons.items():
            chosen = all(getattr(self.state, trait) == value for trait, value in self._values(name).items())
            button.button_style = "primary" if chosen else ""
        picture = self._draw(self.state)
        self._image.value = to_html(picture)
        self.picture = picture
        said = sentence_html(self.picture.sentence)
        self._sentence.value = f'<div class="sa-text sa-said" role="status"><p>{said}</p></div>'
        self._say("")
