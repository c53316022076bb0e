"""The labs: one file a lab, or a folder where a lab needs several.

Each lab is its own door, ``helpers.labs.NAME``. A lab is a state (traits), ``draw(state) -> Picture`` and
controls; ``NAME_lab()`` in ``helpers/labs/NAME`` makes it. Labs are found by that name, not listed.
``matrices`` (sliders for 2 x 2), ``typed_text`` (sentences that a learner types) and ``divisors`` (what
scores are divided by) serve several labs.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from typing import Any

from helpers.widgets import Lab


def all_labs() -> dict[str, Callable[[], Lab[Any]]]:
    """What makes each lab of this folder, by its name, such as ``"two_vectors"``."""
    found = {}
    for module in pkgutil.iter_modules(__path__):
        make = getattr(importlib.import_module(f"{__name__}.{module.name}"), f"{module.name}_lab", None)
        if make is not None:
            found[module.name] = make
    return found
