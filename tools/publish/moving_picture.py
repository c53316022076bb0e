"""Make the README's first picture: a slider is dragged, and the weights follow.

    python -m tools.publish.moving_picture      (make picture)

Writes ``images/lab.gif``, and ``images/lab.png`` for those who want no motion. Both show the first lab of
notebook 02 as it is in JupyterLab.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator

from tools import browser as tool
from tools.course import ROOT, find

IMAGES = ROOT / "images"
NOTEBOOK, LAB, SLIDER = 2, "contextual", "bank y"
MOVES = 22  # pictures of one way there; the way back shows them again
REACH = -82  # px, how far the handle is dragged
COLOURS = 64  # of the moving picture, so that it stays below a megabyte
SHOWN, LINGER = 90, 900  # ms: a picture on the way, and the first and the last one


def dragged(lab: Locator) -> Iterator[Image.Image]:
    """The lab before the drag, and after each of its moves."""
    page = lab.page
    yield seen(lab)
    x, y = tool.take(tool.slider(lab, SLIDER))
    for move in range(1, MOVES + 1):
        page.mouse.move(x + REACH * move / MOVES, y)
        tool.kernel_answers(page)
        tool.kernel_answers(page)  # a move that the page has held back comes after the first answer
        yield seen(lab)
    page.mouse.up()


def seen(lab: Locator) -> Image.Image:
    return Image.open(io.BytesIO(lab.screenshot())).convert("RGB")


def save(pictures: list[Image.Image], folder: Path) -> None:
    """The still one and the moving one: there and back again, for ever."""
    pictures[0].save(folder / "lab.png", optimize=True)
    palette = pictures[len(pictures) // 2].quantize(COLOURS, dither=Image.Dither.NONE)
    few = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    there_and_back = [*few, *few[-2:0:-1]]
    times = [SHOWN] * len(there_and_back)
    times[0] = times[len(few) - 1] = LINGER
    first, *others = there_and_back
    first.save(folder / "lab.gif", save_all=True, append_images=others, duration=times, loop=0, optimize=True)


def main() -> int:
    with tool.start_browser() as browser, tool.course_copy() as folder, tool.serve(folder) as url:
        page = tool.new_page(browser, width=1366, height=900)
        tool.open_notebook(page, url, f"notebooks/{find(NOTEBOOK).file}")
        tool.begin_run(page)
        tool.end_run(page)
        lab = tool.lab_of(page, LAB)
        lab.scroll_into_view_if_needed()
        save(list(dragged(lab)), IMAGES)
    for name in ("lab.gif", "lab.png"):
        print(f"images/{name}: {(IMAGES / name).stat().st_size / 1e3:.0f} kB")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except tool.NoBrowser as missing:
        sys.exit(str(missing))
