"""Pictures: plain data that is drawn as SVG in a live lab, as PNG for paper, and said in words.

A *word* is a text with one of the word colours. A *panel* is one kind of picture, plain data, such as a
table or a plane; it lays itself out and says itself. A *picture* is panels in columns and a sentence. A
*drawing* is a panel laid out in px. A *shape* is a rectangle, a line, a ring or a text of a drawing. A
*role* is the name of a colour. ``panels/`` holds one kind of panel a file; ``word``, ``picture``,
``colours``, ``shapes`` and ``labels`` are what all share; ``svg``, ``png``, ``display`` (``show``) and
``plots`` are the ways out.
"""

from helpers.pictures.colours import FONT, WORD_COLOURS, colour, css, roles
from helpers.pictures.display import Shown, png_and_text, show, to_png
from helpers.pictures.panels.bar_charts import Bars, bars
from helpers.pictures.panels.boxes import Box, Boxes, boxes
from helpers.pictures.panels.curve_charts import Curves, curves
from helpers.pictures.panels.flows import Flow, Step
from helpers.pictures.panels.histograms import Histogram, histogram
from helpers.pictures.panels.links import Links, links
from helpers.pictures.panels.maps import Map, word_map
from helpers.pictures.panels.mixes import MixBars, mix_bars
from helpers.pictures.panels.panel import Panel
from helpers.pictures.panels.planes import Arrow, Plane, limit_for, plane
from helpers.pictures.panels.products import Product, product
from helpers.pictures.panels.strips import Strip, strip
from helpers.pictures.panels.tables import Table, table, weights_table
from helpers.pictures.picture import GAP, PAGE, Picture
from helpers.pictures.plots import lines
from helpers.pictures.shapes import number
from helpers.pictures.svg import sentence_html, to_html, to_svg, to_svg_file
from helpers.pictures.word import Said, Word, isolated, series, word_slots, words

__all__ = [
    "FONT", "GAP", "PAGE", "WORD_COLOURS", "Arrow", "Bars", "Box", "Boxes", "Curves", "Flow", "Histogram",
    "Links", "Map", "MixBars", "Panel", "Picture", "Plane", "Product", "Said", "Shown", "Step", "Strip",
    "Table", "Word", "bars", "boxes", "colour", "css", "curves", "histogram", "isolated", "limit_for",
    "lines", "links", "mix_bars", "number", "plane", "png_and_text", "product", "roles", "sentence_html",
    "series", "show", "strip", "table", "to_html", "to_png", "to_svg", "to_svg_file", "weights_table",
    "word_map", "word_slots", "words",
]  # fmt: skip
