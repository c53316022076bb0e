"""Answers to helpers/exercises/checks/nb05_heads.py, written as learners write them."""

import numpy as np


def split_by_loops(A, n_heads):
    batch, n, width = A.shape
    d_k = width // n_heads
    result = np.zeros((batch, n_heads, n, d_k))
    for b in range(batch):
        for h in range(n_heads):
            result[b, h] = A[b, :, h * d_k : (h + 1) * d_k]
    return result


def split_and_stack(A, n_heads):
    return np.stack(np.split(A, n_heads, axis=2), axis=1)


def split_by_swapaxes(A, n_heads):
    return np.swapaxes(A.reshape(*A.shape[:2], n_heads, -1), 1, 2)


def split_by_einsum(A, n_heads):
    return np.einsum("bnhd->bhnd", A.reshape(len(A), A.shape[1], n_heads, A.shape[2] // n_heads))


def every_third(A, n_heads):
    return np.stack([A[:, :, h::n_heads] for h in range(n_heads)], axis=1)


def as_in_part_4(A, n_heads):
    batch, n, width = A.shape
    pieces = A.reshape(batch, n, n_heads, width // n_heads)
    return pieces.transpose(1, 0, 2, 3)


def one_long_sentence(A, n_heads):
    rows = np.concatenate(list(A))
    return np.stack(np.split(rows, n_heads, axis=1))


def length_for_number(A, n_heads):
    batch, n, width = A.shape
    return A.reshape(batch, n, width // n_heads, n_heads).swapaxes(1, 2)


def split_in_place(A, n_heads):
    result = split_by_loops(A, n_heads)
    A *= 0
    return result


def join_by_loops(H, W_O):
    n_heads, n, d_v = H.shape
    rows = []
    for i in range(n):
        row = [0.0] * W_O.shape[1]
        for h in range(n_heads):
            for k in range(d_v):
                for c in range(len(row)):
                    row[c] += H[h, i, k] * W_O[h * d_v + k, c]
        rows.append(row)
    return rows


def join_by_hstack(H, W_O):
    return np.hstack(list(H)) @ W_O


def join_by_einsum(H, W_O):
    n_heads, _, d_v = H.shape
    return np.einsum("hnd,hdm->nm", H, W_O.reshape(n_heads, d_v, -1))


def join_head_by_head(H, W_O):
    return sum(head @ block for head, block in zip(H, np.split(W_O, len(H)), strict=True))


def join_in_place(H, W_O):
    H[0] += 1
    return np.hstack(list(H)) @ W_O


RIGHT = {
    "split": [split_by_loops, split_and_stack, split_by_swapaxes, split_by_einsum],
    "join": [join_by_loops, join_by_hstack, join_by_einsum, join_head_by_head],
}
WRONG = {
    "split": [
        ("reshape without transpose", lambda A, n_heads: A.reshape(len(A), n_heads, A.shape[1], -1)),
        ("heads not in front", lambda A, n_heads: A.reshape(*A.shape[:2], n_heads, -1)),
        ("interleaved", every_third),
        ("heads before the batch", lambda A, n_heads: np.split(A, n_heads, axis=2)),
        ("heads before the batch", lambda A, n_heads: np.moveaxis(split_by_loops(A, n_heads), 1, 0)),
        ("words before the batch", as_in_part_4),
        ("words last", lambda A, n_heads: A.reshape(*A.shape[:2], n_heads, -1).transpose(0, 2, 3, 1)),
        ("one long sentence", one_long_sentence),
        ("one sentence only", lambda A, n_heads: np.split(A[0], n_heads, axis=1)),
        ("number and length of the heads", length_for_number),
        ("error", lambda A, n_heads: A.reshape(A.shape[1], n_heads, -1).transpose(0, 2, 1, 3)),
        ("changed its input", split_in_place),
    ],
    "join": [
        ("reshape without transpose", lambda H, W_O: H.reshape(H.shape[1], len(W_O)) @ W_O),
        ("reshape without transpose, no W_O", lambda H, W_O: H.reshape(H.shape[1], H.shape[0] * H.shape[2])),
        ("no W_O", lambda H, W_O: np.concatenate(list(H), axis=1)),
        ("W_O transposed", lambda H, W_O: np.hstack(list(H)) @ W_O.T),
        ("interleaved", lambda H, W_O: np.stack(list(H), axis=-1).reshape(H.shape[1], -1) @ W_O),
        ("all axes turned", lambda H, W_O: H.T.reshape(H.shape[1], -1) @ W_O),
        ("heads added", lambda H, W_O: sum(H)),
        ("heads averaged", lambda H, W_O: sum(H) / len(H)),
        ("heads added, a part of W_O", lambda H, W_O: sum(H) @ W_O[: H.shape[-1], :]),
        ("only the first head", lambda H, W_O: H[0] @ np.split(W_O, len(H))[0]),
        ("one below the other", lambda H, W_O: np.vstack(list(H))),
        (
            "a table for each head",
            lambda H, W_O: [h @ w for h, w in zip(H, np.split(W_O, len(H)), strict=True)],
        ),
        ("error", lambda H, W_O: H @ W_O),
        ("changed its input", join_in_place),
    ],
}
