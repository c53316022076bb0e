"""What `make execute` leaves in a notebook: steady ids, no widget state, no words on stderr."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools.execute import WIDGET_VIEW, clean, complaints, execute


def test_a_cell_keeps_its_id():
    """Links of the glossary and of the pages lead to ids: a cell that comes or goes must not move them."""
    cells = [
        new_markdown_cell("a", id="cell-01"),
        new_markdown_cell("b", id="mine"),
        new_code_cell("1", id="x"),
    ]
    notebook = new_notebook(cells=cells)
    notebook.cells.insert(1, new_markdown_cell("new", id="0a1b2c3d"))
    clean(notebook)
    assert [cell.id for cell in notebook.cells] == ["cell-01", "0a1b2c3d", "mine", "x"]


@pytest.mark.parametrize("other", ["one", None, 7, "", "two words", "x" * 65])
def test_an_id_that_cannot_be_is_set_anew(other):
    """A copied cell brings the id of another one; other tools write ids that the format does not allow."""
    cells = [new_markdown_cell("a", id="one"), new_markdown_cell("b"), new_markdown_cell("no id")]
    notebook = new_notebook(cells=cells)
    notebook.cells[1]["id"] = other
    del notebook.cells[2]["id"]
    clean(notebook)
    assert notebook.cells[0].id == "one" and len({cell.id for cell in notebook.cells}) == 3
    nbformat.validate(notebook)


def test_only_what_a_reader_needs_stays():
    output = new_output("display_data", data={"text/plain": "Lab('x')", WIDGET_VIEW: {"model_id": "0"}})
    cell = new_code_cell("lab", outputs=[output], metadata={"execution": {"a": "b"}})
    notebook = new_notebook(cells=[cell])
    notebook.metadata["widgets"] = {"state": {}}
    clean(notebook)
    assert set(notebook.metadata) == {"kernelspec", "language_info"} and not notebook.cells[0].metadata
    assert notebook.cells[0].outputs[0].data == {"text/plain": "Lab('x')"}


def test_words_on_stderr_are_complaints():
    error = new_output("error", ename="E", evalue="no")
    cells = [new_code_cell("", outputs=[new_output("stream", name="stderr", text="careful"), error])]
    assert complaints(new_notebook(cells=cells)) == ["careful", "no"]


def test_a_notebook_is_run_and_keeps_its_outputs(tmp_path):
    path = tmp_path / "a.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell("print(6 * 7)", id="mine")]), path)
    execute(path)
    (cell,) = nbformat.read(path, as_version=4).cells
    assert (cell.id, cell.execution_count, cell.outputs[0].text) == ("mine", 1, "42\n")
