"""Controls of a lab (sliders, buttons, switches, text): each is one widget that holds one trait of the state.

Only core ipywidgets are used, in the way that versions 7.7 and 8 share.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import ipywidgets as widgets
import traitlets

from helpers.widgets.choices import Choice, Options
from helpers.widgets.fields import field_for, near, room
from helpers.widgets.style import wear

State = TypeVar("State", bound=traitlets.HasTraits)  # each lab has its own
Given = TypeVar("Given", str, Options)
TYPED = "A number can be typed too, with a point: 1.5"  # a comma ends the number, and nobody would say so
NAMELESS = (widgets.FloatSlider, widgets.IntSlider, widgets.SelectionSlider, widgets.Play)


@dataclass
class Control(Generic[State]):
    """One widget that holds one trait of the state.

    `label` and `options` are functions of the state, so that a control follows it (with fewer
    than two options the old ones stay); `shown` says when there is something to control.
    """

    trait: str
    widget: Any
    label: Callable[[State], str]
    options: Callable[[State], Options] | None = None
    shown: Callable[[State], bool] = lambda state: True
    slot: Callable[[State], int | None] | None = None  # the word colour
    last: Callable[[State], int] | None = None  # the largest number there is now
    group: str = ""  # neighbours of one group stand in a column
    beside: bool = False  # on the same line as the control before it, on a narrow page too
    even: bool = False  # its options are numbers at even distances
    field: Any = None  # what stands in its place while numbers are typed; made when first asked for
    typed: bool = False  # are numbers typed now?

    @property
    def hand(self) -> Any:
        """The widget that stands in the lab now; the other one hears of nothing until it does."""
        return self.widget if self.field is None or not self.typed else self.field

    @property
    def nameless(self) -> bool:
        """Has it no name for whoever hears the lab?"""
        return isinstance(self.widget, NAMELESS)

    def type_number(self, typed: bool, moved: Callable[[Any], None]) -> None:
        """Let a field stand in the place of the slider, or the slider again; `moved` hears of its value."""
        if self.field is None:
            self.field = field_for(self.widget, self.even)
            if self.field is not None:
                self.field.observe(moved, "value")
        self.typed = typed

    def on_a_step(self, value: Any) -> Any:
        """A typed number as the slider would take it: on the nearest of its steps."""
        if not self.typed or isinstance(self.widget, widgets.SelectionSlider):
            return value
        least, step = self.widget.min, self.widget.step
        return type(step)(near(least + step * round((value - least) / step)))

    def follow(self, state: State) -> None:
        """Show what the state says."""
        hand = self.hand
        there = self.shown(state) and not (self.typed and self.field is None)
        hand.layout.display = None if there else "none"
        if hand.description != self.label(state):
            hand.description = self.label(state)
        value = getattr(state, self.trait)
        if self.options is not None:
            options = tuple(self.options(state))
            if len(options) < 2:  # no choice: a slider of one word cannot be drawn
                options = tuple(hand.options)
            if tuple(hand.options) != options:
                hand.options = options
            # A shorter list may have lost the choice: then the last one stands for it.
            value = value if value in [option[1] for option in options] else options[-1][1]
        if self.last is not None:
            hand.max = self.last(state)
            value = min(value, hand.max)
        # Of a slider, what is sent back would undo a learner's next move. A field says exactly what counts.
        now = hand.value if hand is self.field else near(hand.value)
        if now != near(value):
            hand.value = near(value)
        if self.slot is not None:
            wear(hand, "sa-control", str(self.slot(state)))


def _as_function(given: Given | Callable[[State], Given]) -> Callable[[State], Given]:
    return given if callable(given) else lambda state: given


def slider(
    state: State,
    trait: str,
    label: str | Callable[[State], str],
    step: float = 0.05,
    slot: Callable[[State], int | None] | None = None,
    shown: Callable[[State], bool] = lambda state: True,
    group: str = "",
) -> Control[State]:
    """A slider for a `traitlets.Float` with `min` and `max`, in a word's colour if `slot` is given."""
    limits: Any = state.traits()[trait]
    widget = widgets.FloatSlider(
        value=getattr(state, trait), min=limits.min, max=limits.max, step=step, readout_format=".2f",
        **room(),
    )  # fmt: skip
    widget.tooltip = TYPED
    return Control(trait, widget, _as_function(label), shown=shown, slot=slot, group=group)


def buttons(
    state: State,
    trait: str,
    label: str | Callable[[State], str],
    options: Options | Callable[[State], Options],
    shown: Callable[[State], bool] = lambda state: True,
) -> Control[State]:
    """One button for each option, for a choice among words; a word's button has its colour.

    `options` are pairs (text or `Word`, value). With fewer than two there is nothing to choose: it is hidden.
    """
    listed = _as_function(options)
    return _choosing(trait, Choice(listed(state), getattr(state, trait)), label, listed, shown)


def option_slider(
    state: State,
    trait: str,
    label: str | Callable[[State], str],
    options: Options | Callable[[State], Options],
    shown: Callable[[State], bool] = lambda state: True,
    even: bool = False,
) -> Control[State]:
    """A slider over numbers by name, such as 1, 2, 4, 8: an arrow key goes to the next one.

    `options` are pairs (text, value). With fewer than two there is nothing to choose: the slider is hidden.
    Who would rather type has a button for each, or a field if they are many and `even`, such as 0, 4, 8, 12.
    """
    listed = _as_function(options)
    widget = widgets.SelectionSlider(options=tuple(listed(state)), value=getattr(state, trait), **room())
    widget.tooltip = "An arrow key goes to the next one"
    widget.add_class("sa-options")
    control = _choosing(trait, widget, label, listed, shown)
    control.even = even
    return control


def _choosing(
    trait: str,
    widget: Any,
    label: str | Callable[[State], str],
    listed: Callable[[State], Options],
    shown: Callable[[State], bool],
) -> Control[State]:
    """A control over options, which is there if there is something to choose."""

    def a_choice(state: State) -> bool:
        return shown(state) and len(listed(state)) != 1

    return Control(trait, widget, _as_function(label), listed, a_choice)


def whole_slider(
    state: State, trait: str, label: str, shown: Callable[[State], bool] = lambda state: True
) -> Control[State]:
    """A slider for a `traitlets.Int` with `min` and `max`."""
    limits: Any = state.traits()[trait]
    widget = widgets.IntSlider(value=getattr(state, trait), min=limits.min, max=limits.max, **room())
    widget.tooltip = TYPED
    return Control(trait, widget, _as_function(label), shown=shown)


def player(state: State, trait: str, last: Callable[[State], int], interval: int = 250) -> Control[State]:
    """Play and pause: counts a `traitlets.Int` up to `last`, one further every `interval` milliseconds.

    It counts in Python's sight, not by `jslink`: then the state, and what is drawn from it, follow.
    """
    widget = widgets.Play(value=0, min=0, max=last(state), interval=interval, show_repeat=False)
    return Control(trait, widget, lambda state: "", shown=lambda state: last(state) > 0, last=last)


def switch(
    state: State,
    trait: str,
    label: str | Callable[[State], str],
    shown: Callable[[State], bool] = lambda state: True,
    beside: bool = False,
) -> Control[State]:
    """A box to tick, for a `traitlets.Bool`; the space bar ticks it."""
    widget = widgets.Checkbox(value=getattr(state, trait), indent=False, **room("auto"))
    return Control(trait, widget, _as_function(label), shown=shown, beside=beside)


def text_box(
    state: State, trait: str, label: str, shown: Callable[[State], bool] = lambda state: True
) -> Control[State]:
    """A line of text; it takes effect with Enter or when the learner leaves the box."""
    widget = widgets.Text(
        value=getattr(state, trait), continuous_update=False, placeholder="type a sentence, then press Enter",
        **room("100%"),
    )  # fmt: skip
    return Control(trait, widget, _as_function(label), shown=shown)
