"""The one frame of every lab: controls change a state, the state is drawn, errors are shown.

A lab is made of three things that can be read and tested apart:

- a *state*, a `traitlets.HasTraits` whose traits are all that the learner can change;
- ``draw(state) -> Picture``, a function without side effects;
- *controls*, each of which holds one trait of the state.

Only core ipywidgets are used, in the way that versions 7.7 and 8 share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import ipywidgets as widgets
import traitlets
from IPython.display import display

from helpers.look import stylesheet
from helpers.pictures import Picture
from helpers.render import bundle, sentence_html, to_html, to_png, to_text

WIDTH = "262px"  # of the controls: beside a small table even on a page of 800 px

State = Any  # each lab has its own subclass of traitlets.HasTraits


@dataclass
class Control:
    """One widget that holds one trait of the state.

    `label` and `options` are functions of the state, so that a control follows it; `shown` says
    when there is something to control.
    """

    trait: str
    widget: Any
    label: Callable[[State], str]
    options: Callable[[State], Sequence[tuple[str, Any]]] | None = None
    shown: Callable[[State], bool] = lambda state: True
    slot: Callable[[State], int] | None = None  # the word colour

    def follow(self, state: State) -> None:
        """Show what the state says."""
        self.widget.layout.display = None if self.shown(state) else "none"
        if self.widget.description != self.label(state):
            self.widget.description = self.label(state)
        value = getattr(state, self.trait)
        if self.options is not None:
            options = tuple(self.options(state))
            if tuple(self.widget.options) != options:
                self.widget.options = options
            # A shorter list may have lost the choice: then the last one stands for it.
            value = value if value in [option[1] for option in options] else options[-1][1]
        if self.widget.value != value:
            self.widget.value = value
        if self.slot is not None:
            self._paint(self.slot(state))

    def _paint(self, slot: int) -> None:
        wanted, worn = f"sa-control{slot}", [c for c in self.widget._dom_classes if c.startswith("sa-control")]
        if worn != [wanted]:
            for name in worn:
                self.widget.remove_class(name)
            self.widget.add_class(wanted)


def _as_function(text: str | Callable[[State], str]) -> Callable[[State], str]:
    return text if callable(text) else lambda state: text


def slider(
    state: State,
    trait: str,
    label: str | Callable[[State], str],
    step: float = 0.05,
    slot: Callable[[State], int] | None = None,
    shown: Callable[[State], bool] = lambda state: True,
) -> Control:
    """A slider for a `traitlets.Float` with `min` and `max`, in a word's colour if `slot` is given."""
    limits = state.traits()[trait]
    widget = widgets.FloatSlider(
        value=getattr(state, trait), min=limits.min, max=limits.max, step=step, readout_format=".2f",
        style={"description_width": "84px"}, layout=widgets.Layout(width="98%", max_width="560px"),
    )  # fmt: skip
    return Control(trait, widget, _as_function(label), shown=shown, slot=slot)


def choice(
    state: State,
    trait: str,
    label: str,
    options: Sequence[tuple[str, Any]] | Callable[[State], Sequence[tuple[str, Any]]],
    shown: Callable[[State], bool] = lambda state: True,
) -> Control:
    """Radio buttons: one click or an arrow key chooses."""
    listed = options if callable(options) else lambda state: options
    widget = widgets.RadioButtons(
        options=tuple(listed(state)), value=getattr(state, trait),
        style={"description_width": "84px"}, layout=widgets.Layout(width="98%", max_width="560px"),
    )  # fmt: skip
    return Control(trait, widget, _as_function(label), listed, shown)


def text_box(
    state: State, trait: str, label: str, shown: Callable[[State], bool] = lambda state: True
) -> Control:
    """A line of text; it takes effect with Enter or when the learner leaves the box."""
    widget = widgets.Text(
        value=getattr(state, trait), continuous_update=False, placeholder="type a sentence, then press Enter",
        style={"description_width": "84px"}, layout=widgets.Layout(width="98%", max_width="560px"),
    )  # fmt: skip
    return Control(trait, widget, _as_function(label), shown=shown)


class Lab(widgets.VBox):
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
    presets : mapping of button text to {trait: value}

    Attributes
    ----------
    picture : Picture
        The last one drawn.
    problem : str
        The sentence shown in the lab if the state cannot be drawn, else empty.
    failures : list of Exception
        Errors that are our fault, not the learner's. Tests assert that there are none.
    """

    def __init__(
        self,
        name: str,
        state: State,
        draw: Callable[[State], Picture],
        controls: Sequence[Control],
        presets: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self.name, self.state, self.controls = name, state, tuple(controls)
        self.presets = dict(presets or {})
        self.problem = ""
        self.failures: list[Exception] = []
        self._draw = draw
        self._start = state.trait_values()
        self._busy = False
        self.picture = draw(state)
        self._image = widgets.HTML(layout=widgets.Layout(flex="1 1 340px", min_width="0"))
        self._sentence = widgets.HTML()
        self._alert = widgets.HTML()
        super().__init__(self._children())
        self.add_class("sa")
        for control in self.controls:
            control.widget.observe(self._control_moved(control), "value")
        state.observe(lambda change: self._refresh())
        self._refresh()

    def __repr__(self) -> str:
        return f"Lab({self.name!r})"

    def set(self, **values: Any) -> None:
        """Change several traits of the state at once and draw once."""
        self._guarded(lambda: self._apply(values))

    def reset(self) -> None:
        """Go back to how the lab began."""
        self.set(**self._start)

    def show(self) -> None:
        """Display the lab; where no kernel runs, its first picture and numbers are seen instead."""
        data, metadata = bundle(to_png(self.picture), f"{self!r}\n\n{to_text(self.picture)}")
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        display({"application/vnd.jupyter.widget-view+json": view, **data}, metadata=metadata, raw=True)

    # -- inside ------------------------------------------------------------------------------

    def _children(self) -> list[widgets.Widget]:
        style = widgets.HTML(f"<style>{stylesheet()}</style>", layout=widgets.Layout(display="none"))
        wrap = widgets.Layout(flex_flow="row wrap", width="100%")
        # A single control needs no column of its own: then the picture has the whole page.
        width = WIDTH if len(self.controls) > 1 else "100%"
        left = widgets.VBox(
            [control.widget for control in self.controls], layout=widgets.Layout(flex="0 0 auto", width=width)
        )
        body = widgets.Box([left, self._image], layout=wrap)
        return [style, widgets.Box(self._buttons(), layout=wrap), body, self._sentence, self._alert]

    def _buttons(self) -> list[widgets.Button]:
        self._preset_buttons = {}
        for name, values in self.presets.items():
            button = widgets.Button(description=name, layout=widgets.Layout(width="auto"))
            button.on_click(lambda _, values=values: self.set(**{**self._start, **values}))
            self._preset_buttons[name] = button
        reset = widgets.Button(description="Reset", layout=widgets.Layout(width="auto", margin="2px 2px 2px 24px"))
        reset.on_click(lambda _: self.reset())
        return [*self._preset_buttons.values(), reset]

    def _control_moved(self, control: Control) -> Callable[[Any], None]:
        def moved(change: Any) -> None:
            if not self._busy:
                # A slider in the browser turns 1.5 into 1.5000000000000004.
                new = round(change["new"], 6) if isinstance(change["new"], float) else change["new"]
                self._guarded(lambda: setattr(self.state, control.trait, new))

        return moved

    def _apply(self, values: Mapping[str, Any]) -> None:
        self._busy = True
        try:
            for trait, value in values.items():
                setattr(self.state, trait, value)
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
            chosen = all(getattr(self.state, trait) == value for trait, value in self.presets[name].items())
            button.button_style = "primary" if chosen else ""
        picture = self._draw(self.state)
        self._image.value = to_html(picture)
        self.picture = picture
        said = sentence_html(self.picture.sentence)
        self._sentence.value = f'<div class="sa-text" role="status"><p>{said}</p></div>'
        self._say("")

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do it; a problem becomes one sentence in the lab, since nobody sees an error in a callback."""
        try:
            work()
        except (ValueError, traitlets.TraitError) as error:
            self._say(str(error))
        except Exception as error:
            self.failures.append(error)
            self._say(f"Something went wrong in this lab ({type(error).__name__}: {error}). Press Reset.")

    def _say(self, problem: str) -> None:
        self.problem = problem
        shown = f"{escape(problem)} The picture still shows the last state that worked." if problem else ""
        self._alert.value = f'<div class="sa-text" role="alert"><p><b>{shown}</b></p></div>' if shown else ""
