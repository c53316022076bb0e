"""Make tests/references/attention.npz, the answers of PyTorch. Run by `make references`.

With --check nothing is written: all is made again and compared with the file. Only this script needs
PyTorch. The tests need the file alone, so that no learner downloads PyTorch.

A new reference is one more line in CASES; a new kind of it is one more function in KINDS. Those of a
head that learns are in tools/data/learning_references.py. The same version of PyTorch on the same computer
gives the same bytes; another processor may differ near 1e-16.
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

from tools.data import learning_references as learning

FILE = pathlib.Path(__file__).resolve().parent.parent.parent / "tests" / "references" / "attention.npz"
NAME = "tests/references/attention.npz"
FIX = "make it again with: make references"
TOLERANCE = 1e-12
TOLERANCE_FLOAT32 = 1e-5  # for answers that PyTorch gives in float32

Arrays = dict[str, np.ndarray]
Rng = np.random.Generator
MAPS = ("W_Q", "W_K", "W_V", "W_O")


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


def torch_multi_head(given: Arrays) -> Arrays:
    """PyTorch's own module with our maps in it: it holds them transposed, and as many columns as X has.

    Not stored: a fully masked row. There this module gives nan and our multi_head_attention zeros.
    """
    import torch

    X, W_Q, W_K, W_V, W_O = (torch.from_numpy(given[name]) for name in ("X", *MAPS))
    module = torch.nn.MultiheadAttention(
        X.shape[-1], int(given["n_heads"]), bias=False, batch_first=True, dtype=X.dtype
    )
    # It takes one mask for all, or a list of n_batch * n_heads; and True is where a key may NOT be read.
    hidden = None
    if "mask" in given:
        hidden = torch.from_numpy(~given["mask"]).reshape(-1, *given["mask"].shape[-2:]).squeeze(0)
    with torch.no_grad():
        module.in_proj_weight.copy_(torch.cat([W_Q, W_K, W_V], dim=1).T)
        module.out_proj.weight.copy_(W_O.T)
        Z, weights = module(X, X, X, attn_mask=hidden, need_weights=True, average_attn_weights=False)
    return {"Z": Z.numpy(), "weights": weights.numpy()}


def torch_heads_by_hand(given: Arrays) -> Arrays:
    """The same put together from PyTorch's parts: also for maps to any width, and for fully masked rows."""
    import torch

    X, W_Q, W_K, W_V, W_O = (torch.from_numpy(given[name]) for name in ("X", *MAPS))
    heads = [(X @ W).unflatten(-1, (int(given["n_heads"]), -1)).movedim(-2, -3) for W in (W_Q, W_K, W_V)]
    asked = {name: A.contiguous().numpy() for name, A in zip("QKV", heads, strict=True)}
    found = torch_attention(asked | ({"mask": given["mask"]} if "mask" in given else {}))
    joined = torch.from_numpy(found["Z"]).movedim(-3, -2).flatten(start_dim=-2)
    return {"Z": (joined @ W_O).numpy(), "weights": found["weights"]}


KINDS: dict[str, Callable[[Arrays], Arrays]] = {
    "softmax": torch_softmax,
    "attention": torch_attention,
    "causal": torch_causal_attention,
    "multi-head": torch_multi_head,
    "heads by hand": torch_heads_by_hand,
    "learning": learning.torch_learning,
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
            arrays["mask"] = random_mask(rng, mask, read_nothing)
        return arrays

    return make


def random_mask(rng: Rng, shape: tuple[int, ...], read_nothing: int | None = None) -> np.ndarray:
    allowed = rng.random(shape) < 0.6
    allowed[..., 0] |= ~allowed.any(axis=-1)  # no row is fully masked by chance
    if read_nothing is not None:
        allowed[..., read_nothing, :] = False
    return allowed


def several_heads(
    X: tuple[int, ...],
    n_heads: int,
    d_k: int | None = None,
    d_v: int | None = None,
    mask: tuple[int, ...] | str | None = None,
    read_nothing: int | None = None,
    kind: type = np.float64,
) -> Callable[[Rng], Arrays]:
    """A sentence and its maps to heads, which share the columns of X unless d_k and d_v say otherwise."""

    def make(rng: Rng) -> Arrays:
        n_tokens, d_model = X[-2:]
        wide_k, wide_v = (n_heads * d if d else d_model for d in (d_k, d_v))
        shapes = [X, (d_model, wide_k), (d_model, wide_k), (d_model, wide_v), (wide_v, d_model)]
        arrays = {
            name: rng.standard_normal(shape).astype(kind)
            for name, shape in zip(("X", *MAPS), shapes, strict=True)
        }
        arrays["n_heads"] = np.array(n_heads)
        if mask == "causal":
            arrays["mask"] = np.tri(n_tokens, dtype=bool)
        elif mask is not None:
            arrays["mask"] = random_mask(rng, mask, read_nothing)
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
    Case("multi-head", "two heads", several_heads((5, 4), 2)),
    Case("multi-head", "one token", several_heads((1, 4), 2)),
    Case("multi-head", "one head", several_heads((4, 3), 1)),
    Case("multi-head", "as many heads as columns", several_heads((4, 3), 3)),
    Case("multi-head", "batch", several_heads((3, 4, 4), 2)),
    Case("multi-head", "causal", several_heads((4, 4), 2, mask="causal")),
    Case("multi-head", "causal batch", several_heads((2, 3, 6), 3, mask="causal")),
    Case("multi-head", "mask", several_heads((4, 6), 2, mask=(4, 4))),
    Case("multi-head", "mask by head", several_heads((4, 4), 2, mask=(2, 4, 4))),
    Case("multi-head", "mask for each sentence and head", several_heads((2, 3, 4), 2, mask=(2, 2, 3, 3))),
    Case("multi-head", "float32", several_heads((4, 4), 2, kind=np.float32)),
    Case("heads by hand", "d_v is not d_k", several_heads((4, 5), 2, d_k=3, d_v=2)),
    Case("heads by hand", "one mask for each sentence", several_heads((2, 3, 4), 2, mask=(2, 1, 3, 3))),
    Case("heads by hand", "masked row", several_heads((4, 4), 2, mask=(4, 4), read_nothing=2)),
    *(Case("learning", name, make) for name, make in learning.CASES.items()),
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
        tolerance = TOLERANCE_FLOAT32 if made[key].dtype == np.float32 else TOLERANCE
        if not np.allclose(made[key], stored[key], rtol=tolerance, atol=tolerance):
            return f"{key} differs by more than {tolerance}"
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
