"""References of a head that learns: its loss, and its derivatives by PyTorch's autograd (`make references`).

The forward pass is written here once more, in PyTorch and in other words than in helpers/learning/head.py;
PyTorch finds the derivatives by itself: no line of the backward pass that is tested is used.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Arrays = dict[str, np.ndarray]
Rng = np.random.Generator
PARAMETERS = ("W_Q", "W_K", "W_V", "W_R", "b")
ANSWERS = ("loss", *(f"d_{name}" for name in PARAMETERS))


def torch_learning(given: Arrays) -> Arrays:
    """In float64. Not stored: a sentence that is fully masked. There PyTorch gives nan and our head zeros."""
    import torch

    X, asks, y = (torch.from_numpy(given[name]) for name in ("X", "asks", "y"))
    learned = {name: torch.from_numpy(given[name]).requires_grad_() for name in PARAMETERS}
    asking = torch.stack([sentence[i] for sentence, i in zip(X, asks, strict=True)])
    scores = torch.einsum("sk,stk->st", asking @ learned["W_Q"], X @ learned["W_K"])
    if given["scaled"]:
        scores = scores * learned["W_Q"].shape[1] ** -0.5
    if "mask" in given:
        scores = scores.masked_fill(~torch.from_numpy(given["mask"]), -torch.inf)
    z = torch.einsum("st,stv->sv", torch.softmax(scores, dim=1), X @ learned["W_V"])
    loss = torch.nn.functional.cross_entropy(z @ learned["W_R"] + learned["b"], y)
    loss.backward()
    slopes = {f"d_{name}": parameter.grad.numpy() for name, parameter in learned.items()}
    return {"loss": loss.detach().numpy(), **slopes}


def learner(
    X: tuple[int, int, int],
    d_k: int = 2,
    d_v: int = 2,
    n_classes: int = 2,
    mask: bool = False,
    scaled: bool = True,
) -> Callable[[Rng], Arrays]:
    """Sentences, which word asks, what is right, and a head of random numbers."""

    def make(rng: Rng) -> Arrays:
        n_sentences, n_tokens, d_model = X
        arrays: Arrays = {
            "X": rng.standard_normal(X),
            "asks": rng.integers(n_tokens, size=n_sentences),
            "y": rng.integers(n_classes, size=n_sentences),
        }
        shapes = [(d_model, d_k), (d_model, d_k), (d_model, d_v), (d_v, n_classes), (n_classes,)]
        arrays |= {name: rng.standard_normal(s) for name, s in zip(PARAMETERS, shapes, strict=True)}
        arrays["scaled"] = np.array(scaled)
        if mask:
            allowed = rng.random((n_sentences, n_tokens)) < 0.6
            allowed[:, 0] |= ~allowed.any(axis=1)  # no sentence is fully masked by chance
            arrays["mask"] = allowed
        return arrays

    return make


CASES = {
    "plain": learner((3, 4, 3)),
    "masked": learner((4, 5, 3), mask=True),
    "unscaled": learner((3, 4, 3), d_k=4, scaled=False),
    "d_k is 1": learner((3, 4, 3), d_k=1),
    "one sentence": learner((1, 4, 3)),
    "three classes": learner((4, 3, 3), n_classes=3),
    "d_v is not d_k": learner((3, 4, 3), d_k=4, d_v=3, mask=True),
    "larger batch": learner((16, 5, 4), d_k=3, d_v=3, n_classes=3, mask=True),
}
