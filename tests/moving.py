"""Every control of a lab to both ends, for a notebook that runs in a kernel of its own.

Its text is put into such a kernel, where tests/ cannot be imported: so it imports nothing from there.
"""

from helpers.widgets import Lab

SHOWN = []


def remember_labs():
    """Keep every lab that a cell shows from now on."""
    show = Lab.show

    def show_and_keep(lab):
        SHOWN.append(lab)
        show(lab)

    Lab.show = show_and_keep


def ends(widget):
    """The values to move a control to: both ends of what it can be."""
    if hasattr(widget, "options"):
        options = [o[1] if isinstance(o, tuple) else o for o in widget.options]
        return [options[0], options[-1]]
    if hasattr(widget, "min"):
        return [widget.min, widget.max]
    return [False, True] if isinstance(widget.value, bool) else ["river bank", "money bank"]


def move(lab, control):
    """Move one control to both ends; whether the picture has changed."""
    lab.reset()
    pictures = [lab.picture]
    for end in ends(control.widget):
        control.widget.value = end
        assert getattr(lab.state, control.trait) == end, (lab, control.trait, end)
        assert not lab.failures and not lab.problem, (lab, control.trait, lab.failures, lab.problem)
        pictures.append(lab.picture)
    lab.reset()
    return any(picture != pictures[0] for picture in pictures)


def move_all_shown():
    """One line for each lab: its name, and what each control that is to be seen did to the picture."""
    lines = []
    for lab in SHOWN:
        seen = [control for control in lab.controls if control.widget.layout.display != "none"]
        moved = ", ".join(f"{c.trait} {'changed it' if move(lab, c) else 'DID NOTHING'}" for c in seen)
        lines.append(f"{lab!r}: {moved}")
    return lines
