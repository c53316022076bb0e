"""The number of threads that NumPy and PyTorch take in the processes that a benchmark starts."""

from __future__ import annotations

import os

# What the libraries below them read when they start.
NAMES = [f"{name}_THREADS" for name in ("OPENBLAS_NUM", "MKL_NUM", "OMP_NUM", "VECLIB_MAXIMUM")]


def use(threads: int | None) -> None:
    """So many in every process started from now on; None: as many as the libraries take by themselves."""
    for name in NAMES:
        os.environ.pop(name, None)
        if threads is not None:
            os.environ[name] = str(threads)
