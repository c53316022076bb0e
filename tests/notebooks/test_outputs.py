"""What outputs.py sees: each fault is put into a copy of a notebook, and must be found."""

import base64
import copy

import nbformat
import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_output

from helpers.pictures import lines, png, show, weights_table
from tests.notebooks.outputs import MEASURED, differences, locked, shown, stored_faults
from tools.course import ROOT, code, find, notebooks

NOTEBOOK = find(2).read()
OTHER_PNG = base64.b64encode(show(weights_table(["a"], [[1.0]])).png).decode("ascii")


def pictured(notebook):
    """The first output with a PNG of its own."""
    return next(o for cell in code(notebook) for o in cell.outputs if "image/png" in o.get("data", {}))


def held(notebook):
    """The first output with a picture in an answer that is held back."""
    found = (o for cell in code(notebook) for o in cell.outputs if o.get("data", {}).get("text/html"))
    return next(o for o in found if "<img" in o.data["text/html"] and "image/png" not in o.data)


def printed(notebook):
    """An output of print."""
    return next(o for cell in code(notebook)[1:] for o in cell.outputs if o.output_type == "stream")


def in_html(output, old, new):
    assert old in output.data["text/html"]
    output.data["text/html"] = output.data["text/html"].replace(old, new)


def swap(output):
    """The picture of another cell, in both places, as somebody would copy it."""
    in_html(output, output.data["image/png"].strip(), OTHER_PNG)
    output.data["image/png"] = OTHER_PNG


def without_picture(output):
    html = output.data["text/html"]
    before, rest = html.split("<img", 1)
    output.data["text/html"] = before + rest.split(">", 1)[1]


TEXTS = {  # what somebody has printed -> what of it is named
    "x: np.float64(0.5)": "np.float64(",
    "[np.int64(3)]": "np.int64(",
    "np.True_": "np.True_",
    "array([1, None], dtype=object)": "dtype=object",
    "<function f at 0x7f3a2c>": "at 0x7f3a2c",
    "in /home/learner/course/data": "/home/",
    r"in C:\Users\ada\course": "Users",
}
FILE = {  # what is changed in a file -> a piece of what is said about it
    "an author's kernel": (lambda n: n.metadata.kernelspec.update(name="myenv"), "'myenv'"),
    "the name of a kernel": (lambda n: n.metadata.kernelspec.update(display_name="ada"), "'ada'"),
    "a version of Python": (lambda n: n.metadata.language_info.update(version="3.11.7"), "'3.11.7'"),
    "widgets": (lambda n: n.metadata.update(widgets={}), "widgets"),
    "times of a run": (lambda n: n.cells[3].metadata.update(execution={}), "execution"),
    "no PNG": (lambda n: pictured(n).data.pop("image/png"), "a PNG for programs without HTML is missing"),
    "no HTML": (lambda n: pictured(n).data.pop("text/html"), "is not the one in HTML"),
    "no picture in HTML": (lambda n: without_picture(pictured(n)), "is not the one in HTML"),
    "no picture in a held answer": (lambda n: without_picture(held(n)), "0 pictures are stored, and 1"),
    "two pictures": (lambda n: pictured(n).data.update({"image/png": OTHER_PNG}), "is not the one in HTML"),
    "another size": (lambda n: in_html(pictured(n), ' width="', ' width="1'), "is shown with"),
    "another picture": (lambda n: swap(pictured(n)), "is shown with"),
    "a picture too few": (lambda n: pictured(n).data.clear(), "0 pictures are stored, and 1"),
    **{text: (lambda n, text=text: printed(n).update(text=text), named) for text, named in TEXTS.items()},
    "a folder of ours": (lambda n: printed(n).update(text=f"{ROOT}"), str(ROOT)),
    "in HTML": (lambda n: in_html(held(n), "</pre>", "np.True_</pre>"), "np.True_"),
}


@pytest.fixture
def copied(tmp_path):
    """Change a copy of notebook 2, write it and read it again."""

    def changed(change):
        notebook = copy.deepcopy(NOTEBOOK)
        change(notebook)
        nbformat.write(notebook, tmp_path / "copy.ipynb")
        return nbformat.read(tmp_path / "copy.ipynb", as_version=4)

    return changed


def test_a_copy_without_a_fault_has_none(copied):
    same = copied(lambda notebook: None)
    assert stored_faults(same) == []
    assert not any(map(differences, code(NOTEBOOK), code(same)))


@pytest.mark.parametrize("fault", FILE)
def test_a_fault_of_the_file_is_seen(fault, copied):
    change, says = FILE[fault]
    found = stored_faults(copied(change))
    assert found and says in found[0], found


@pytest.mark.parametrize("text", ["np.exp(x) is a table", "3.1 at 0.5", "W:\nQ", "and/or", "a/home/b"])
def test_words_that_a_learner_may_meet_are_no_fault(text, copied):
    assert stored_faults(copied(lambda n: printed(n).update(text=text))) == []


RUN = {  # what is stored otherwise than it is drawn -> a piece of what is said about it
    "a swapped picture": (lambda n: swap(pictured(n)), "pixels is stored, and one of"),
    "a lost PNG": (lambda n: pictured(n).data.pop("image/png"), "pictures are stored in"),
    "a lost picture in a held answer": (lambda n: without_picture(held(n)), "<img"),
    "another word": (lambda n: printed(n).update(text="9 % of 20 000 tries\n"), "'stream'"),
}


@pytest.mark.parametrize("fault", RUN)
def test_what_another_run_shows_otherwise_is_seen(fault, copied):
    """Also by another Matplotlib, whose pixels are not compared."""
    change, says = RUN[fault]
    for same_pixels in (True, False):
        pairs = zip(code(copied(change)), code(NOTEBOOK), strict=True)
        (found,) = [found for pair in pairs if (found := differences(*pair, same_pixels))]
        assert says in found[0]


# --- a stale picture --------------------------------------------------------------------------------------


def cell(it, words="the same words"):
    """A cell that shows it, with the same words as others: only the pixels tell."""
    data = {"image/png": base64.b64encode(it.png).decode("ascii"), "text/plain": words}
    return new_code_cell("show(it)", outputs=[new_output("display_data", data=data)])


def drawn(number=0.12, names="abcdefgh"):
    weights = np.full((8, 8), 0.12)
    weights[3, 3] = number
    return cell(show(weights_table(list(names), weights)))


def plotted(value=0.5, title="Loss"):
    return cell(
        show(lines(range(9), {"a": [1, 2, 3, 2, 1, 0, 1, value, 2]}, title, "step", "loss"), text="1")
    )


STALE = {
    "a shade": (drawn, {"number": 0.2}),
    "a letter": (drawn, {"names": "abcdefgx"}),
    "a point": (plotted, {"value": 0.6}),
    "a point a little": (plotted, {"value": 0.54}),
    "a letter of a plot": (plotted, {"title": "loss"}),
}


@pytest.mark.parametrize("what", STALE)
def test_a_stale_picture_is_seen(what):
    """Where the pixels can be compared."""
    draw, otherwise = STALE[what]
    old, new = draw(), draw(**otherwise)
    assert "another picture is stored" in "".join(differences(old, new, same_pixels=True))
    assert differences(old, new, same_pixels=False) == [] == differences(old, draw(), same_pixels=True)


def test_a_digit_is_seen_in_the_words_of_a_picture():
    """It is too small to be told from a line that moves; but each number of a picture is said, too."""
    old, new = (show(weights_table(["a"], [[number]])) for number in (0.12, 0.13))
    assert "0.12" in differences(cell(old, old.text), cell(new, new.text))[0]


def test_one_picture_is_measured_and_may_be_another_each_time():
    """Its words say so; no other picture of the course goes unseen in this way."""
    cells = [cell for notebook in notebooks() for cell in code(notebook.read())]
    measured = [cell for cell in cells if MEASURED in str(shown(cell))]
    assert [cell.source.splitlines()[-1].split(",")[0] for cell in measured] == ["show(timing"]
    old, new = drawn(), drawn(number=0.13)
    for either in (old, new):
        either.outputs[0].data["text/plain"] = f"Seconds; {MEASURED}."
    assert differences(old, new, same_pixels=True) == []


@pytest.mark.parametrize("shift", [1e-9, 1e-6, 1e-3])
def test_a_picture_from_another_processor_is_the_same(shift, monkeypatch):
    """Its sums differ in the last digits, so that edges move by less than a pixel can show."""
    before, one_shape, rng = drawn(), png._png_shape, np.random.default_rng(0)

    def moved(axes, shape, left, top, order):
        x, y = shift * rng.normal(size=2)
        one_shape(axes, shape, left + x, top + y, order)

    monkeypatch.setattr(png, "_png_shape", moved)
    assert differences(before, drawn(), same_pixels=True) == []


def test_a_line_learned_on_another_processor_is_the_same():
    """A loss that grows from the last digits of sums ends a thousandth of the axis away, as in notebook 4."""
    assert differences(plotted(), plotted(value=0.503), same_pixels=True) == []


def test_the_newest_locked_version_draws():
    """On the oldest Python another Matplotlib is locked: there the pixels are not compared."""
    assert (
        locked("a", "ba==4.0\na==3.9.1 ; python_full_version < '3.11'\na==3.10.0 ; x\na-b==5.0\n") == "3.10.0"
    )
    assert {package: locked(package) for package in ("matplotlib", "pillow")}
