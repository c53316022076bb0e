"""The workbench of labs and cards: a frame with the look of the course, and the controls of a lab.

``frame`` is the box that shows what goes wrong inside it, ``style`` its CSS, ``controls`` the sliders and
buttons that each hold one trait of a state (``choices`` is a row of such buttons, ``fields`` stand in the
place of sliders where numbers are typed), ``lab`` joins a state, a function that draws it, and its controls.
No mathematics is known here.
"""

from helpers.widgets.controls import (
    Control,
    State,
    buttons,
    option_slider,
    player,
    slider,
    switch,
    text_box,
    whole_slider,
)
from helpers.widgets.frame import Frame, Spoken, written
from helpers.widgets.lab import Lab, preset_of

__all__ = [
    "Control", "Frame", "Lab", "Spoken", "State", "buttons", "option_slider", "player", "preset_of",
    "slider", "switch", "text_box", "whole_slider", "written",
]  # fmt: skip
