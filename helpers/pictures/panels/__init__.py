"""One kind of panel, one file: its data, the function that makes one, its layout in px, its words.

``panel.py`` is the base, with what several kinds share. tables, mixes (mix bars), planes (arrows), maps
(words on a flat map), bar_charts (bars, histogram), curve_charts, flows. A new kind is one more file, its
test, and a line in the door, ``helpers/pictures/__init__.py``.
"""
