"""Named fields that stand in the place of sliders, for whoever hears a lab or would rather type.

The handle of an ipywidgets slider has no name, and says 1.5000000000000004 for 1.5; no option mends that.
The label of a field is a true one, and the field says its number as it is written.
"""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets
import traitlets

from helpers.widgets.choices import Choice, OneOf, Options

WIDTH = "306px"  # of a slider: three stand side by side in a lab, and each track is 160 px long
NARROW = "160px"  # of a field that is new among the controls of a lab: they have no line more than before


def near(value: Any) -> Any:
    """A value as the state keeps it: a slider in the browser turns 1.5 into 1.5000000000000004."""
    return round(value, 6) if isinstance(value, float) else value


def room(width: str = WIDTH) -> dict[str, Any]:
    """Label and width are the same for every slider and every field, so that they stand in line."""
    return {"style": {"description_width": "84px"}, "layout": widgets.Layout(width=width, flex="0 0 auto")}


def field_for(slider: Any, even: bool) -> Any:
    """What holds the same value as a slider; `even`: its options are numbers at even distances.

    None for a player, whose buttons have no name either: a field beside it goes to each of its moments.
    """
    if isinstance(slider, widgets.Play):
        return None
    if isinstance(slider, widgets.SelectionSlider):
        return (Among if even else Choice)(slider.options, slider.value)
    return _number(WIDTH, value=near(slider.value), min=slider.min, max=slider.max, step=slider.step)


def _number(width: str, **options: Any) -> widgets.BoundedFloatText:
    # Not BoundedIntText for whole numbers: of 1e9 it takes the 1, and the 1e9 stays in the field.
    field = widgets.BoundedFloatText(**options, **room(width))
    field.tooltip = ""  # else it says null
    return field


class Among(OneOf):
    """A field for one of many numbers at even distances: what is typed goes to the nearest of them.

    The text of each option is its number.
    """

    def __init__(self, options: Options, value: Any) -> None:
        self._field = _number(NARROW)
        super().__init__([self._field], layout=widgets.Layout(margin="0"))
        self._field.observe(self._take, "value")
        self.options, self.value = tuple(options), value

    @traitlets.observe("description")
    def _name(self, change: Any) -> None:
        self._field.description = self.description

    @property
    def _numbers(self) -> dict[Any, float]:
        return {value: float(text) for text, value in self.options}

    @traitlets.observe("options", "value")
    def _show(self, change: Any = None) -> None:
        numbers = self._numbers
        if self.value not in numbers:
            return
        first, *others = numbers.values()
        with self._field.hold_trait_notifications():
            self._field.min, self._field.max = first, max([first, *others])
            self._field.step = others[0] - first if others else 1
            self._field.value = numbers[self.value]

    def _take(self, change: Any) -> None:
        numbers = self._numbers
        self.value = min(numbers, key=lambda value: abs(numbers[value] - change["new"]))
        self._show()
