"""The one frame of every lab: controls change a state, the state is drawn, errors are shown.

A lab is made of three things that can be read and tested apart:

- a *state*, a `traitlets.HasTraits` whose traits are all that the learner can change;
- ``draw(state) -> Picture``, a function without side effects;
- *controls*, each of which holds one trait of the state.

Only core ipywidgets are used, in the way that versions 7.7 and 8 share.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Generic

import ipywidgets as widgets
import numpy as np
import traitlets
from IPython.core.getipython import get_ipython

from helpers.arrays import Array, listed, short, spaced
from helpers.pictures import Picture, png_and_text, sentence_html, to_html, to_png, to_svg_file
from helpers.widgets.controls import Control, State
from helpers.widgets.fields import near
from helpers.widgets.frame import Frame, Spoken, written

Preset = Mapping[str, Any]
TYPE, SLIDE = "Type numbers", "Use sliders"  # of the button that goes from one way to the other


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
    lines : int
        The room for the sentence, so that a longer one does not move what stands below it.

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
        lines: int = 2,
    ) -> None:
        super().__init__()
        self.add_class("sa-lab")
        self.name, self.state, self.controls = name, state, tuple(controls)
        self.presets = dict(presets or {})
        self._draw = draw
        self._start = state.trait_values()
        self._kept = kept
        self._lines = lines
        self._busy = False
        self.picture = draw(state)
        self._typing = False
        self._image, self._kept_how, self._sentence = widgets.HTML(), widgets.HTML(), Spoken()
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
        return self._sentence.html

    def set(self, **values: Any) -> None:
        """Change several traits of the state at once and draw once; all of them or none.

        A value that a trait cannot have is refused in the lab, as one that is typed there.
        """
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

    def type_numbers(self, typing: bool = True) -> None:
        """Let a named field stand in the place of each slider, or sliders again."""
        nameless = [control for control in self.controls if control.nameless]
        for control in nameless:
            control.type_number(typing, self._control_moved(control))
        self._typing = typing
        self._follow()
        either = [(one, control.hand) for control in nameless for one in (control.widget, control.field)]
        _exchange(self._hands, dict(either))
        if self._type_button is not None:
            self._type_button.description = SLIDE if typing else TYPE

    def numbers(self) -> dict[str, Array]:
        """The numbers that are to be seen now: an array for each panel that has some, by its title.

        Rows above a table, such as scores above their weights, have a title of their own.
        """
        shown = [pair for panel in self.picture.panels for pair in panel.arrays().items()]
        return {title: array for title, array in shown if array.size}

    def save(self, path: str | Path, replace: bool = False) -> Path:
        """Write the picture of this moment into a file, and say where it is.

        Parameters
        ----------
        path : str or Path
            It ends in ``.svg`` (sharp at any size) or ``.png``.
        replace : bool
            May a file of this name be overwritten?

        Raises
        ------
        ValueError
            If the name has another ending, there is a file of this name, or it cannot be written.
        """
        path = Path(path)
        kinds = {".svg": lambda: to_svg_file(self.picture).encode(), ".png": lambda: to_png(self.picture)}
        if path.suffix.lower() not in kinds:
            endings = listed(list(kinds), "or")
            raise ValueError(f"A picture is saved as {endings}, got {str(path)!r}: try 'picture.svg'.")
        if os.path.exists(path) and not replace:  # where one may not look, `Path.exists` raises an error
            raise ValueError(f"{str(path)!r} is there already: take another name, or say replace=True.")
        data = kinds[path.suffix.lower()]()
        if data is None:
            raise ValueError("No font here has all letters of this picture for a PNG: save it as '.svg'.")
        try:
            path.write_bytes(data)
        except OSError as error:
            why = f"{str(path)!r} cannot be written ({error.strerror}): try 'picture.svg'."
            raise ValueError(why) from None
        return path.resolve()

    def show(self) -> None:
        """Display the lab; in a committed notebook its first picture and numbers are seen before it runs.

        A learner's own saved copy says "model not found" instead, until its cells run again: there the
        page looks for the widget of the last time. Notebook 0 says what to do.
        """
        data, metadata = png_and_text(to_png(self.picture), self.picture.in_words(), repr(self))
        self.display_with(data, metadata)

    # -- inside ------------------------------------------------------------------------------

    def _values(self, preset: str) -> Preset:
        values = self.presets[preset]
        return values(self.state) if callable(values) else values

    def _children(self) -> list[widgets.Widget]:
        """From top to bottom. The picture follows what moves it, and no sentence can come between them."""
        wrap = widgets.Layout(flex_flow="row wrap", width="100%")
        room = widgets.Layout(flex_flow="row wrap", width="100%", align_items="center")
        self._hands = widgets.Box(self._controls(), layout=room)
        row = widgets.Box(self._buttons(), layout=wrap)
        row.add_class("sa-row")
        return [
            self._style(), row, self._sentence.region, self._sentence.text, self._alert, self._hands,
            self._image, self._kept_how,
        ]  # fmt: skip

    def _controls(self) -> list[widgets.Widget]:
        """The controls in reading order; neighbouring groups are columns side by side, in rows of their own.

        A lab that needs more than controls puts it here.
        """
        shown: list[widgets.Widget] = []
        for grouped, members in groupby(self.controls, key=lambda control: bool(control.group)):
            if grouped:
                columns = [
                    widgets.VBox([one.widget for one in these], layout=widgets.Layout(flex="0 0 auto"))
                    for _, these in groupby(members, key=lambda control: control.group)
                ]
                row = widgets.Layout(flex_flow="row wrap", width="100%")
                shown.append(widgets.Box(columns, layout=row))
                continue
            for control in members:
                if control.beside:
                    shown.append(widgets.HBox([shown.pop(), control.widget]))
                else:
                    shown.append(control.widget)
        return shown

    def _buttons(self) -> list[widgets.Button]:
        self._preset_buttons = {}
        for name in self.presets:
            button = _button(name, self._presser(name))
            button.add_class("sa-preset")
            self._preset_buttons[name] = button
        reset, keep = _button("Reset", lambda _: self.reset()), _button("Save ...", lambda _: self._say_how())
        reset.layout.margin = "2px 2px 2px 12px"
        row = [*self._preset_buttons.values(), reset, keep]
        self._type_button = None
        if any(control.nameless for control in self.controls):
            self._type_button = _button(TYPE, lambda _: self.type_numbers(not self._typing))
            row.append(self._type_button)
        return row

    def _presser(self, preset: str) -> Callable[[Any], None]:
        return lambda _: self.press(preset)

    def _say_how(self) -> None:
        """How to keep what one sees, with the name that the learner has given this lab; or nothing again."""
        shell = get_ipython()
        names = [] if shell is None else [name for name, value in shell.user_ns.items() if value is self]
        name = next((name for name in names if not name.startswith("_")), None)
        first = "" if name else "First give this lab a name, in its cell: `lab = ...`. "
        name = name or "lab"
        how = (
            f"{first}In a new cell, `{name}.numbers()` gives the tables of this moment as arrays, and "
            f'`{name}.save("picture.svg")` writes the picture into a file.'
        )
        self._kept_how.value = "" if self._kept_how.value else written(how, role="note")

    def _control_moved(self, control: Control[State]) -> Callable[[Any], None]:
        def moved(change: Any) -> None:
            if not self._busy:
                self._guarded(lambda: self._obey(control, change["new"]))

        return moved

    def _obey(self, control: Control[State], value: Any) -> None:
        self._put(control.trait, control.on_a_step(_checked(value)))
        if control.typed:  # perhaps between two steps, and the state is as before
            self._follow()

    def _apply(self, values: Mapping[str, Any]) -> None:
        before = self.state.trait_values()
        self._busy = True
        try:
            for trait, value in values.items():
                self._put(trait, _checked(value))
        except ValueError:
            for trait, value in before.items():
                setattr(self.state, trait, value)
            raise
        finally:
            self._busy = False
        self._refresh()

    def _put(self, trait: str, value: Any) -> None:
        """Change one trait of the state, or say what it can be."""
        try:
            setattr(self.state, trait, _of_the_trait(self.state.traits()[trait], value))
        except (traitlets.TraitError, OverflowError):  # the second from a whole number beyond all floats
            label = next((one.label(self.state) for one in self.controls if one.trait == trait), trait)
            name = trait if label in ("", trait) else f"{trait} ({label})"
            what = _what_it_can_be(self.state.traits()[trait])
            raise ValueError(f"In this lab {name} must be {what}, got {short(value)}.") from None

    def _refresh(self) -> None:
        if self._busy:
            return
        self._busy = True  # controls that follow the state do not change it again
        try:
            self._guarded(self._redraw)
        finally:
            self._busy = False

    def _follow(self) -> None:
        """Let every control show what the state says, without changing it."""
        before, self._busy = self._busy, True
        try:
            for control in self.controls:
                control.follow(self.state)
        finally:
            self._busy = before

    def _redraw(self) -> None:
        self._follow()
        for name, button in self._preset_buttons.items():
            chosen = all(getattr(self.state, trait) == value for trait, value in self._values(name).items())
            button.button_style = "primary" if chosen else ""
        picture = self._draw(self.state)
        self._image.value = to_html(picture)
        self.picture = picture
        said = sentence_html(self.picture.sentence)
        self._sentence.show(f"<p>{said}</p>", f" sa-said{self._lines}")
        self._say("")


def _what_it_can_be(trait: Any) -> str:
    """The values of a trait, in words."""
    if isinstance(trait, traitlets.Bool):
        return "True or False"
    if isinstance(trait, traitlets.Enum):
        return listed([repr(value) for value in trait.values or ()], "or")
    if isinstance(trait, (traitlets.Int, traitlets.Float)):
        kind = "a whole number" if isinstance(trait, traitlets.Int) else "a number"
        if trait.max is None or trait.max == math.inf:
            return f"{kind} from {spaced(trait.min)} up"
        return f"{kind} from {spaced(trait.min)} to {spaced(trait.max)}"
    if isinstance(trait, traitlets.Unicode):
        return "a text in quotes"
    if isinstance(trait, traitlets.Tuple):
        return f"a tuple like {trait.default()!r}"
    return "what the lab has made itself"


def _of_the_trait(trait: Any, value: Any) -> Any:
    """A value as a trait has it: of two equal ones, such as 16 and 16.0, its own. True is no number."""
    if isinstance(trait, traitlets.Enum):
        for one in trait.values or ():
            if (one == value) is True and isinstance(one, bool) == isinstance(value, bool):
                return one
        raise traitlets.TraitError
    if isinstance(value, bool) and isinstance(trait, (traitlets.Int, traitlets.Float)):
        raise traitlets.TraitError
    return value


def _checked(value: Any) -> Any:
    """A value for the state, as Python has it. A number must be one: no limit of a trait keeps nan out."""
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"A lab needs finite numbers, got {value}: move a slider, or press Reset.")
    return near(value)


def _exchange(box: widgets.Box, instead: Mapping[widgets.Widget, widgets.Widget]) -> None:
    """Let other widgets stand in the place of some, in a box and in the boxes in it."""
    for child in box.children:
        if isinstance(child, widgets.Box):
            _exchange(child, instead)
    children = tuple(instead.get(child, child) for child in box.children)
    if children != box.children:
        box.children = children


def _button(name: str, press: Callable[[Any], None]) -> widgets.Button:
    button = widgets.Button(description=name, layout=widgets.Layout(width="auto"))
    button.on_click(press)
    return button
