"""Measure what a notebook costs: seconds from the first cell to the last, and the memory of its kernel.

    python -m tools.measure.notebook_cost [NOTEBOOK ...]        (make bench: notebook 06)

One thread, as on a weak computer. Memory is the highest that the kernel's process has needed, in all
and beyond a fresh kernel; Linux and macOS only. Ends with PASS or FAIL.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from tools.course import find
from tools.measure import threads

DEAREST = 6  # the notebook that calculates longest
SECONDS, MEGABYTES = 25.0, 300.0  # the goals
# ru_maxrss is in KiB on Linux and in bytes on macOS.
PEAK = """import resource, sys
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10))"""


def cost(path: Path) -> tuple[float, float, float]:
    """Seconds, MiB beyond what the kernel had needed before the first cell, and MiB in all."""
    notebook = nbformat.read(path, as_version=4)
    before, after = nbformat.v4.new_code_cell(PEAK), nbformat.v4.new_code_cell(PEAK)
    cells = [before, *notebook.cells, after]
    notebook.cells = cells
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}})
    with client.setup_kernel():
        begin = 0.0
        for i, cell in enumerate(cells):
            client.execute_cell(cell, i)
            begin = begin or time.perf_counter()  # the kernel is ready once the first cell has run
        seconds = time.perf_counter() - begin
    peaks = [float(cell.outputs[0].text) for cell in (before, after)]
    return seconds, peaks[1] - peaks[0], peaks[1]


def main() -> int:
    threads.use(1)
    paths = [Path(name) for name in sys.argv[1:]] or [find(DEAREST).path]
    kept = True
    for path in paths:
        seconds, megabytes, whole = cost(path)
        kept = kept and seconds <= SECONDS and megabytes <= MEGABYTES
        print(f"{path.name}: {seconds:.1f} s, {megabytes:.0f} MiB beyond a fresh kernel, {whole:.0f} in all")
    print(f"{'PASS' if kept else 'FAIL'} (at most {SECONDS:g} s and {MEGABYTES:g} MiB)")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
