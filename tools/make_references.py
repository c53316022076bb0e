"""Make tests/references/attention.npz, the answers of PyTorch. Run by `make references`.

With --check nothing is written: all is made again and compared with the file. Only this script needs
PyTorch. The tests need the file alone, so that no learner downloads PyTorch.

A new reference is one more line in CASES; a new kind of it is one more function in KINDS. The same
version of PyTorch on the same computer gives the same bytes; another processor may differ near 1e-16.
"""

from __future__ import annotations

import argparse
import io
import pathlib
import sys
import zipfile
import zlib
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

FILE = pathlib.Path(__file__).resolve().parent.parent / "tests" / "references" / "attention.npz"
NAME = "tests/references/attention.npz"
FIX = "make it again with: make references"
TOLERANCE = 1e-12

Arrays = dict[str, np.ndarray]
Rng = np.random.Generator


# --- what PyTorch says: one function a kind, inputs in, answers out ----------------------------------------


def torch_softmax(given: Arrays) -> Arrays:
    """Not stored: a slice that is -inf everywhere. There PyTorch gives nan and our softmax zeros."""
    import torch

    return {"shares": torch.softmax(torch.from_numpy(given["x"]), dim=int(given["axis"])).numpy()}


def torch_attention(given: Arrays, causal: bool = False) -> Arrays:
    """A fully masked row is stored too: PyTorch 2.13.0 gives zeros for it here, as our helper does."""
    import torch
    from torch.nn.functional import scaled_dot_product_attention

    Q, K, V = (torch.from_numpy(given[name]) for name in "QKV")
    mask = torch.from_numpy(given["mask"]) if "mask" in given else None
    # PyTorch keeps the weights to itself. With the identity for V they are the result.
    unit = torch.eye(K.shape[-2], dtype=K.dtype).expand(*K.shape[:-1], K.shape[-2])
    return {
        "Z": scaled_dot_product_attention(Q, K, V, attn_mask=mask, is_causal=causal).numpy(),
        "weights": scaled_dot_product_attention(Q, K, unit, attn_mask=mask, is_causal=causal).numpy(),
    }


def torch_causal_attention(given: Arrays) -> Arrays:
    """PyTorch makes the mask itself, so that this checks our causal_mask too."""
    return torch_attention(given, causal=True)


KINDS: dict[str, Callable[[Arrays], Arrays]] = {
    "softmax": torch_softmax,
    "attention": torch_attention,
    "causal": torch_causal_attention,
}


# --- what it is asked: one line a case ---------------------------------------------------------------------


class Case(NamedTuple):
    kind: str  # which function answers
    name: str
    make: Callable[[Rng], Arrays]  # the inputs, from a generator that belongs to this case alone


def scores(
    shape: tuple[int, ...], axis: int, size: float = 1.0, never: float = 0.0
) -> Callable[[Rng], Arrays]:
    """Scores of some spread; `never` is the part of them that is -inf (the first of a slice never is)."""

    def make(rng: Rng) -> Arrays:
        x = size * rng.standard_normal(shape)
        first = np.arange(shape[axis]) == 0  # (n,)
        first = np.expand_dims(first, tuple(i for i in range(len(shape)) if i != axis % len(shape)))
        x[(rng.random(shape) < never) & ~first] = -np.inf
        return {"x": x, "axis": np.array(axis)}

    return make


def qkv(
    Q: tuple[int, ...],
    K: tuple[int, ...],
    V: tuple[int, ...],
    size: float = 1.0,
    mask: tuple[int, ...] | None = None,
    read_nothing: int | None = None,
) -> Callable[[Rng], Arrays]:
    """Queries, keys and values of the given shapes; query number `read_nothing` is fully masked."""

    def make(rng: Rng) -> Arrays:
        shapes = {"Q": Q, "K": K, "V": V}
        arrays = {name: size * rng.standard_normal(shape) for name, shape in shapes.items()}
        if mask is not None:
            allowed = rng.random(mask) < 0.6
            allowed[..., 0] |= ~allowed.any(axis=-1)  # no row is fully masked by chance
            if read_nothing is not None:
                allowed[..., read_nothing, :] = False
            arrays["mask"] = allowed
        return arrays

    return make


CASES = [
    Case("softmax", "row", scores((5,), -1)),
    Case("softmax", "one score", scores((1,), 0)),
    Case("softmax", "rows", scores((3, 4), -1)),
    Case("softmax", "columns", scores((3, 4), 0)),
    Case("softmax", "middle axis", scores((2, 3, 4), 1)),
    Case("softmax", "large scores", scores((4, 6), -1, size=1e4)),
    Case("softmax", "tiny scores", scores((4, 6), -1, size=1e-9)),
    Case("softmax", "some never", scores((5, 6), -1, never=0.4)),
    Case("softmax", "some never by column", scores((5, 6), 0, never=0.4)),
    Case("attention", "one head", qkv((4, 3), (4, 3), (4, 3))),
    Case("attention", "one token", qkv((1, 3), (1, 3), (1, 3))),
    Case("attention", "one key", qkv((4, 3), (1, 3), (1, 2))),
    Case("attention", "one query", qkv((1, 3), (5, 3), (5, 2))),
    Case("attention", "d_k is 1", qkv((4, 1), (4, 1), (4, 2))),
    Case("attention", "d_v is 1", qkv((4, 5), (4, 5), (4, 1))),
    Case("attention", "more keys than queries", qkv((3, 4), (7, 4), (7, 4))),
    Case("attention", "more queries than keys", qkv((7, 4), (3, 4), (3, 4))),
    Case("attention", "d_v is not d_k", qkv((4, 6), (4, 6), (4, 2))),
    Case("attention", "large d_k", qkv((2, 64), (3, 64), (3, 2))),
    Case("attention", "large numbers", qkv((4, 3), (5, 3), (5, 2), size=25.0)),
    Case("attention", "batch", qkv((2, 4, 3), (2, 5, 3), (2, 5, 2))),
    Case("attention", "heads", qkv((2, 2, 3, 4), (2, 2, 3, 4), (2, 2, 3, 4))),
    Case("attention", "heads share keys", qkv((2, 2, 3, 4), (2, 1, 5, 4), (2, 1, 5, 2))),
    Case("attention", "queries shared by a batch", qkv((4, 3), (2, 5, 3), (2, 5, 2))),
    Case("attention", "mask", qkv((4, 3), (5, 3), (5, 2), mask=(4, 5))),
    Case("attention", "mask for all queries", qkv((4, 3), (5, 3), (5, 2), mask=(1, 5))),
    Case("attention", "mask for each batch", qkv((2, 4, 3), (2, 5, 3), (2, 5, 2), mask=(2, 4, 5))),
    Case("attention", "one mask for all heads", qkv((2, 2, 3, 4), (2, 2, 5, 4), (2, 2, 5, 2), mask=(3, 5))),
    Case("attention", "mask by head", qkv((2, 3, 3, 4), (2, 3, 5, 4), (2, 3, 5, 2), mask=(3, 3, 5))),
    Case("attention", "fully masked row", qkv((4, 3), (5, 3), (5, 2), mask=(4, 5), read_nothing=1)),
    Case("attention", "masked row in heads", qkv(*[(2, 2, 4, 3)] * 3, mask=(2, 2, 4, 4), read_nothing=3)),
    Case("attention", "all masked", qkv((1, 3), (5, 3), (5, 2), mask=(1, 5), read_nothing=0)),
    Case("causal", "one head", qkv((5, 3), (5, 3), (5, 2))),
    Case("causal", "one token", qkv((1, 3), (1, 3), (1, 2))),
    Case("causal", "batch", qkv((2, 4, 3), (2, 4, 3), (2, 4, 2))),
    Case("causal", "heads", qkv((2, 2, 3, 4), (2, 2, 3, 4), (2, 2, 3, 4))),
]


# --- the file ----------------------------------------------------------------------------------------------


def inputs(case: Case) -> Arrays:
    """The inputs of one case. Its name is its seed, so that a new case changes no other."""
    return case.make(np.random.default_rng(zlib.crc32(f"{case.kind}/{case.name}".encode())))


def make_all() -> Arrays:
    """Every array of the file, named kind/case/array."""
    arrays: Arrays = {}
    for case in CASES:
        given = inputs(case)
        answers = KINDS[case.kind]({name: array.copy() for name, array in given.items()})
        for name, array in {**given, **answers}.items():
            arrays[f"{case.kind}/{case.name}/{name}"] = array
    return arrays


def packed(arrays: Arrays) -> bytes:
    """The bytes of the file. np.savez gives every part the same fixed date, 1980."""
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def difference(stored: Arrays, made: Arrays) -> str | None:
    """The first array in which the two differ, in words; None if they agree."""
    for key in sorted(stored.keys() | made.keys()):
        if key not in stored or key not in made:
            return f"{key} is {'only made now' if key in made else 'only in the file'}"
        if stored[key].dtype != made[key].dtype or stored[key].shape != made[key].shape:
            return f"{key} has another shape or kind of number"
        if not np.allclose(made[key], stored[key], rtol=TOLERANCE, atol=TOLERANCE):
            return f"{key} differs by more than {TOLERANCE}"
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description="Make PyTorch's reference numbers for the tests.")
    parser.add_argument("--check", action="store_true", help="compare with the stored file, write nothing")
    check = parser.parse_args().check
    try:
        import torch
    except ImportError:
        print("PyTorch is not installed; run `make references`, which brings it.", file=sys.stderr)
        sys.exit(2)
    made = make_all()
    if not check:
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_bytes(packed(made))
        print(f"{len(CASES)} references written to {NAME}")
        return
    version = torch.__version__.split("+")[0]  # 2.13.0+cpu is the same PyTorch
    try:
        with np.load(FILE, allow_pickle=False) as stored:
            found = difference(dict(stored), made)
    except (OSError, ValueError, EOFError, TypeError, AttributeError, zipfile.BadZipFile):
        sys.exit(f"{NAME} is missing or damaged; {FIX}")
    if found:
        sys.exit(f"{NAME} does not agree with PyTorch {version}: {found}; {FIX}")
    print(f"{len(CASES)} references agree with PyTorch {version}")


if __name__ == "__main__":
    main()
