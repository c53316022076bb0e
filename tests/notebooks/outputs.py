"""What is wrong with the outputs of a notebook, in sentences; no sentence means that nothing is.

`stored_faults` needs the file only. `differences` compares cells with the same cells in another run, which
test_one_run.py makes anyway. nbval sees words and numbers; it leaves out pictures and metadata.
"""

import ast
import base64
import io
import json
import os
import re
from importlib.metadata import version
from pathlib import Path

import numpy as np
from nbformat import NotebookNode
from nbval.plugin import get_sanitize_patterns
from PIL import Image, ImageFilter

from tools.course import ROOT, code
from tools.execute import METADATA, WIDGET_VIEW

# What nbval leaves out, too: the bytes and the size of a picture in HTML.
LEFT_OUT = get_sanitize_patterns(Path(__file__).with_name("nbval.cfg").read_text(encoding="utf-8"))
INSIDE = re.compile(r'src="data:image/png;base64,([A-Za-z0-9+/=]+)" width="(\d+)" height="(\d+)"')
# The setup cell is folded away; Jupytext, see CONTRIBUTING.md, keeps its blank lines in the last of these.
OF_A_CELL = {"cellView", "jupyter", "lines_to_next_cell"}
TRACES = re.compile(  # of Python's inside, or of the computer that ran the notebook
    re.escape(str(ROOT))
    + r"|np\.(?:float|int|uint|complex|bool|str)\w*\(|np\.(?:True|False)_|dtype=object|\bat 0x[0-9A-Fa-f]+"
    r"|(?<![\w.])/(?:home|Users|root|tmp|private|var|opt|mnt|usr)/|\b[A-Z]:\\+Users|site-packages"
)

# --- what the file says -----------------------------------------------------------------------------------


def stored_faults(notebook: NotebookNode) -> list[str]:
    """What a learner must not meet in the file, as it is."""
    found = (
        [] if notebook.metadata == METADATA else [f"metadata of an author's computer: {notebook.metadata}"]
    )
    for cell in notebook.cells:
        if own := set(cell.metadata) - OF_A_CELL:
            found.append(f"metadata of an author's computer, {own}, in the cell {cell.source!r}")
    for cell in code(notebook):
        faults = [f"{trace!r} is in an output" for trace in traces(cell)] + lost_pictures(cell)
        found += [f"{fault}, below the cell {cell.source!r}" for fault in faults]
    return found


def traces(cell: NotebookNode) -> list[str]:
    """What in the words below a cell only its author's computer, or only Python, understands."""
    words = []
    for output in cell.outputs:
        data = {kind: text for kind, text in output.get("data", {}).items() if kind != "image/png"}
        words += [
            output.get("text", ""),
            *(t if isinstance(t, str) else json.dumps(t) for t in data.values()),
        ]
    return [found[0] for found in TRACES.finditer(without_pictures("\n".join(words)))]


def lost_pictures(cell: NotebookNode) -> list[str]:
    """What is missing where `show` or a lab draws, or is not the same for all programs."""
    found, inside = [], 0
    for output in cell.outputs:
        data = output.get("data", {})
        pictures = INSIDE.findall(data.get("text/html", ""))
        inside += len(pictures)
        for letters, *size in pictures:
            if (width_and_height := [str(side // 2) for side in opened(letters).size]) != size:
                found.append(f"a picture of {width_and_height} px is shown with {size} px")
        if beside := data.get("image/png"):
            if [beside.strip()] != [letters for letters, *_ in pictures]:
                found.append("the PNG for programs without HTML is not the one in HTML")
        elif pictures and not data["text/html"].startswith('<div class="sa-asked">'):  # an answer held back
            found.append("a PNG for programs without HTML is missing")
    drawn = [n for n in ast.walk(ast.parse(cell.source)) if isinstance(n, ast.Call) and draws(n.func)]
    if len(drawn) != inside:
        found.append(f"{inside} pictures are stored, and {len(drawn)} are drawn")
    return found


def draws(function: ast.expr) -> bool:
    """Does this function make a picture for the page?"""
    return isinstance(function, ast.Name) and (function.id == "show" or function.id.endswith("_lab"))


# --- what another run says --------------------------------------------------------------------------------

# On another processor the last digits of sums differ: edges move by less than 0.001 px, and a line that a
# head has learned by three. So each pixel may be as dark as one within three px of it, and is apart by what
# is beyond that. As root of the mean square, of 255: the same processor 0; another one at most 0.3, measured
# with notebook 4; another shade, letter or point 1.5 to 5; another picture 20. A digit is said in words, too.
REACH, MOST_APART = 3, 0.6
# Another Matplotlib may round the size of a picture otherwise.
ROUNDED = 2
LOCK = (ROOT / "requirements" / "test.txt").read_text(encoding="utf-8")


def locked(package: str, lock: str = LOCK) -> str:
    """The version with which the notebooks are executed: the newest that a lock file names."""
    found = re.findall(rf"^{package}==([\d.]+)", lock, flags=re.MULTILINE)
    return max(found, key=lambda number: [int(part) for part in number.split(".")])


# Words below a picture of measured times, which is another one in each run: only its size is compared.
MEASURED = "your machine has its own"
# Other versions draw letters a little differently: then only the size of any picture can be compared.
SAME_PIXELS = all(version(package) == locked(package) for package in ("matplotlib", "pillow"))


def differences(stored: NotebookNode, run: NotebookNode, same_pixels: bool = SAME_PIXELS) -> list[str]:
    """How a cell and the same cell in another run differ, for who reads, hears or sees them."""
    found = []
    old, new = str(shown(stored)), str(shown(run))
    if old != new:
        place = len(os.path.commonprefix([old, new]))
        around = slice(max(0, place - 60), place + 60)
        found.append(f"{old[around]!r} is stored, and {new[around]!r} is shown")
    before, after = pictures(stored), pictures(run)
    if before.keys() != after.keys():
        return [*found, f"pictures are stored in {[*before]}, and drawn in {[*after]}"]
    same_pixels = same_pixels and MEASURED not in new
    for place in before:
        faults = pixels_apart(before[place], after[place], same_pixels)
        found += [f"{fault}, in {place}: make execute" for fault in faults]
    return found


def shown(cell: NotebookNode) -> list[tuple]:
    """All that a cell shows but what differs from computer to computer: pictures, and who draws a widget."""
    found = []
    for output in cell.outputs:
        data = {k: v for k, v in output.get("data", {}).items() if k not in (WIDGET_VIEW, "image/png")}
        if "text/html" in data:
            data["text/html"] = without_pictures(data["text/html"])
        found.append((output.output_type, output.get("name"), output.get("text"), data))
    return found


def without_pictures(html: str) -> str:
    for pattern, instead in LEFT_OUT:
        html = re.sub(pattern, instead, html)
    return html


def pictures(cell: NotebookNode) -> dict[str, str]:
    """Where below a cell a PNG stands -> its letters: beside HTML, and in it."""
    found = {}
    for number, output in enumerate(cell.outputs, start=1):
        data = output.get("data", {})
        if "image/png" in data:
            found[f"output {number}, as PNG"] = data["image/png"].strip()
        for place, (letters, *_) in enumerate(INSIDE.findall(data.get("text/html", "")), start=1):
            found[f"output {number}, {place} in HTML"] = letters
    return found


def opened(letters: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(letters)))


def pixels_apart(old: str, new: str, same_pixels: bool) -> list[str]:
    """At most one sentence about two pictures."""
    if old == new:
        return []
    before, after = (opened(letters).convert("RGB") for letters in (old, new))
    moved = np.abs(np.subtract(before.size, after.size)).max()
    if moved > (0 if same_pixels else ROUNDED):
        return [f"a picture of {before.size} pixels is stored, and one of {after.size} is drawn"]
    if not same_pixels:
        return []
    apart = max(beyond(before, after), beyond(after, before))
    return [f"another picture is stored, {apart:.1f} away"] if apart > MOST_APART else []


def beyond(picture: Image.Image, other: Image.Image) -> float:
    """How far its pixels are from all that is near them in the other one, of the same size."""
    size = 2 * REACH + 1
    darkest, lightest = other.filter(ImageFilter.MinFilter(size)), other.filter(ImageFilter.MaxFilter(size))
    pixels, low, high = (np.asarray(each, dtype=float) for each in (picture, darkest, lightest))
    return float(np.sqrt(((pixels - pixels.clip(low, high)) ** 2).mean()))
