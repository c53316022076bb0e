"""What the tests of several modules ask of a refusal: one sentence, in our words."""

import re

import numpy as np
import pytest


def refusal(function, *args, **kwargs) -> str:
    """The one sentence with which a call is refused."""
    with pytest.raises(ValueError) as caught:
        function(*args, **kwargs)
    text = str(caught.value)
    assert "\n" not in text, f"more than one line: {text!r}"
    assert not re.search(r"[.!?]\s+[A-Z]", text), f"not one sentence: {text!r}"
    assert len(text) < 200, text
    assert "operand" not in text and "inhomogeneous" not in text, f"NumPy's words, not ours: {text!r}"
    return text


def says(text: str, *parts: str) -> None:
    for part in parts:
        assert part in text, f"{part!r} is not in {text!r}"


def brief(value: object) -> str:
    """The name of a case in the list of tests."""
    return f"{value.dtype}{value.shape}" if isinstance(value, np.ndarray) else ascii(value)[:30]
