"""What is to be seen of a lab: its controls, its panels, its live picture; and what must hold of any lab."""

import xml.etree.ElementTree as ElementTree

import numpy as np

from helpers.labs.matrices import entries
from helpers.pictures import Table

SVG = "{http://www.w3.org/2000/svg}"
BETWEEN, PAGE = 16, 926  # px between two columns of a lab, and how wide they may be together

SVG_TAGS = ("svg", "title", "desc", "rect", "circle", "line", "polygon", "polyline", "text")


def control(lab, trait):
    return next(control for control in lab.controls if control.trait == trait)


def panel(lab, kind):
    return next(panel for panel in lab.picture.panels if isinstance(panel, kind))


def weights(lab):
    """The weights as the lab shows them."""
    return np.array(
        next(p for p in lab.picture.panels if isinstance(p, Table) and p.title == "weights").numbers
    )


def scores_above(lab, title):
    """The rows above a table of weights, which have its columns: their title and their numbers."""
    table = titled(lab, title)
    assert table.above.columns == table.columns and not table.above.shaded
    return table.above.title, np.array(table.above.numbers)


def marked(lab):
    """The presets whose buttons are marked."""
    return [name for name, button in lab._preset_buttons.items() if button.button_style]


def ends(widget):
    """What a control can be moved to: both ends of a slider, each option, ticked or not; a text stays."""
    if hasattr(widget, "options"):
        return [option[1] for option in widget.options]
    if hasattr(widget, "min"):
        return [widget.min, widget.max]
    return [False, True] if isinstance(widget.value, bool) else []


def hidden(lab):
    """The traits whose control is not to be seen."""
    return {control.trait for control in lab.controls if control.widget.layout.display == "none"}


def row_width(picture):
    """How wide all columns of a picture are side by side, in px, as a lab lays them out."""
    widths = [max(panel.drawn().width for panel in column) for column in picture.columns]
    return sum(widths) + BETWEEN * (len(widths) - 1)


def svgs(lab):
    """The live picture, parsed: broken or injected markup does not survive this."""
    html = lab.svg
    root = ElementTree.fromstring(html)
    assert {e.tag for e in root.iter()} <= {"div"} | {SVG + t for t in SVG_TAGS}
    assert not [name for e in root.iter() for name in e.attrib if name.startswith("on")]
    return root.iter(SVG + "svg")


def assert_sound(lab):
    """What must hold whatever the learner did."""
    assert lab.failures == []
    assert len(list(svgs(lab))) == len(lab.picture.panels)
    tables = [panel for panel in lab.picture.panels if isinstance(panel, Table)]
    for table in (*tables, *(table.above for table in tables if table.above)):
        assert len(table.rows) == len(table.numbers)
        assert all(len(row) == len(table.columns) for row in table.numbers)
        assert np.isfinite(table.numbers).all()
    ElementTree.fromstring(f"<div>{lab.said}{lab.alert}</div>")


def panels(lab, kind):
    return [panel for panel in lab.picture.panels if isinstance(panel, kind)]


def titled(lab, title):
    (found,) = [panel for panel in lab.picture.panels if panel.title == title]
    return found


def random_entries(rng, letters):
    return {
        name: value
        for letter in letters
        for name, value in entries(letter, rng.uniform(-3, 3, (2, 2))).items()
    }
