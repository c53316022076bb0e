"""Panels: one kind is one file, with its data, the function that makes one, its layout in px, its words.

``panel.py`` is the base, with what several kinds share. A new kind is one more file, its test, and a line in
the door, ``helpers/pictures/__init__.py``.
"""
