"""PyTorch's stored answers, by kind and name of the case (tools/data/make_references.py makes them)."""

import numpy as np

from tools.data.make_references import CASES, FILE

with np.load(FILE, allow_pickle=False) as stored_file:
    STORED = dict(stored_file)


def reference(kind, name):
    start = f"{kind}/{name}/"
    return {key.removeprefix(start): array for key, array in STORED.items() if key.startswith(start)}


def names(kind):
    return [case.name for case in CASES if case.kind == kind]
