"""What must hold of every drawing: no text is small, clipped, or lies over another."""

import itertools

from helpers.pictures.shapes import SMALL, Text, text_width


def box(text):
    """Where a text lies; the guess of the width is careful, so take a little less."""
    width, height = 0.9 * text_width(text.text, text.size, text.bold), text.size
    if text.turned:
        bottom = {"start": text.y, "middle": text.y + width / 2, "end": text.y + width}[text.anchor]
        return text.x - height / 2, bottom - width, text.x + height / 2, bottom
    left = {"start": text.x, "middle": text.x - width / 2, "end": text.x - width}[text.anchor]
    return left, text.y - height / 2, left + width, text.y + height / 2


def overlap(a, b):
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))


def check_layout(drawing):
    texts = [shape for shape in drawing.shapes if isinstance(shape, Text)]
    assert min(text.size for text in texts) >= SMALL >= 14
    for text in texts:
        left, top, right, bottom = box(text)
        assert left >= -1 and top >= -1 and right <= drawing.width + 1 and bottom <= drawing.height + 1, text
    for a, b in itertools.combinations(texts, 2):
        assert overlap(box(a), box(b)) < 30, (a.text, b.text)
