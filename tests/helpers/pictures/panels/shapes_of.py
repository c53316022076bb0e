"""The shapes that a panel is drawn from, and whether they lie inside it."""

from helpers.pictures.shapes import Line, Rect, Text


def rects(panel):
    return [shape for shape in panel.drawn().shapes if isinstance(shape, Rect)]


def texts(panel):
    return [shape for shape in panel.drawn().shapes if isinstance(shape, Text)]


def inside(panel):
    drawing = panel.drawn()
    for shape in drawing.shapes:
        if isinstance(shape, Rect):
            assert -1 <= shape.x and shape.x + shape.width <= drawing.width + 1
            assert -1 <= shape.y and shape.y + shape.height <= drawing.height + 1
        elif isinstance(shape, Line):
            assert all(-1 <= x <= drawing.width + 1 for x in (shape.x1, shape.x2))
            assert all(-1 <= y <= drawing.height + 1 for y in (shape.y1, shape.y2))
    return True
