"""Answers to helpers/exercises/checks/nb05_heads.py, written as learners write them."""

from functools import reduce

import numpy as np

from helpers.heads import merge_heads, split_heads

# --- split ------------------------------------------------------------------------------------------


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


def split_of_part_4(A, n_heads):
    n, width = A.shape
    pieces = A.reshape(n, n_heads, width // n_heads)
    return pieces.transpose(1, 0, 2)


def split_number_by_number(A, n_heads):
    d_k = A.shape[2] // n_heads
    result = []
    for sentence in A.tolist():
        result.append([[word[h * d_k : (h + 1) * d_k] for word in sentence] for h in range(n_heads)])
    return result


def split_by_places(A, n_heads):
    d_k = A.shape[-1] // n_heads
    columns = np.arange(n_heads * d_k).reshape(n_heads, d_k)
    return np.moveaxis(A[..., columns], -2, 1)


def split_sentence_by_sentence(A, n_heads):
    print("batch of", len(A))
    return [split_of_part_4(sentence, n_heads) for sentence in A]


def split_by_map(A, n_heads):
    return map(lambda sentence: np.split(sentence, n_heads, axis=1), A)


def split_by_windows(A, n_heads):
    d_k = A.shape[2] // n_heads
    return (tuple(sentence[:, at : at + d_k] for at in range(0, n_heads * d_k, d_k)) for sentence in A)


def split_with_axes_from_the_end(A, n_heads):
    batch, n, width = A.shape
    pieces = np.reshape(A, (batch, n, n_heads, int(width / n_heads)))
    return np.moveaxis(pieces, -2, -3)


def split_with_a_long_sentence(A, n_heads):
    batch, n, width = A.shape
    heads = split_of_part_4(A.reshape(batch * n, width), n_heads)
    return heads.reshape(n_heads, batch, n, width // n_heads).swapaxes(0, 1)


def split_by_recursion(A, n_heads):
    if n_heads == 1:
        return A[:, None]
    d_k = A.shape[2] // n_heads
    return np.concatenate([A[:, None, :, :d_k], split_by_recursion(A[:, :, d_k:], n_heads - 1)], axis=1)


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


def first_sentence(A, n_heads):
    for sentence in A:
        return split_of_part_4(sentence, n_heads)


def last_sentence(A, n_heads):
    for sentence in A:
        result = split_of_part_4(sentence, n_heads)
    return result


def last_sentence_for_all(A, n_heads):
    batch, n, width = A.shape
    result = np.zeros((batch, n_heads, n, width // n_heads))
    for sentence in A:
        result[:] = split_of_part_4(sentence, n_heads)
    return result


def first_sentence_for_all(A, n_heads):
    return [split_of_part_4(A[0], n_heads) for sentence in A]


def two_numbers_for_each_head(A, n_heads):
    return A.reshape(len(A), A.shape[1], n_heads, 2).transpose(0, 2, 1, 3)


def three_heads(A, n_heads):
    d_k = A.shape[2] // n_heads
    return np.stack([A[:, :, :d_k], A[:, :, d_k : 2 * d_k], A[:, :, 2 * d_k :]], axis=1)


def squeezed(A, n_heads):
    return np.squeeze(split_and_stack(A, n_heads))


def squeezed_sentences(A, n_heads):
    return np.array([np.squeeze(split_of_part_4(sentence, n_heads)) for sentence in A])


def heads_backwards(A, n_heads):
    return split_by_loops(A, n_heads)[:, ::-1]


def one_number_short(A, n_heads):
    d_k = A.shape[2] // n_heads
    return [[sentence[:, h * d_k : (h + 1) * d_k - 1] for h in range(n_heads)] for sentence in A]


def overlapping(A, n_heads):
    d_k = A.shape[2] // n_heads
    return [[sentence[:, h : h + d_k] for h in range(n_heads)] for sentence in A]


def length_with_decimals(A, n_heads):
    batch, n, width = A.shape
    return A.reshape(batch, n, n_heads, width / n_heads).transpose(0, 2, 1, 3)


def split_in_place(A, n_heads):
    result = split_by_loops(A, n_heads)
    A *= 0
    return result


# --- join -------------------------------------------------------------------------------------------


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


def join_word_by_word(H, W_O):
    for i in range(H.shape[1]):
        yield np.concatenate([head[i] for head in H]) @ W_O


def join_into_a_table(H, W_O):
    n_heads, n, d_v = H.shape
    joined = np.zeros((n, n_heads * d_v))
    for h in range(n_heads):
        joined[:, h * d_v : (h + 1) * d_v] = H[h]
    return np.dot(joined, W_O)


def join_and_add_up(H, W_O):
    n_heads, n, d_v = H.shape
    out = np.zeros((n, W_O.shape[1]))
    for h in range(n_heads):
        out += H[h] @ W_O[h * d_v : (h + 1) * d_v]
    return out


def join_by_tensordot(H, W_O):
    return np.tensordot(H, W_O.reshape(H.shape[0], H.shape[2], -1), axes=([0, 2], [0, 1]))


def join_turned(H, W_O):
    rows = np.swapaxes(H, 0, 1).reshape(H.shape[1], -1)
    return (W_O.T @ rows.T).T


def join_by_reduce(H, W_O):
    return reduce(lambda left, right: np.append(left, right, axis=1), H) @ W_O


def join_by_a_list(H, W_O):
    rows = [sum((head[i].tolist() for head in H), []) for i in range(len(H[0]))]
    print(len(rows), "words")
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in W_O.T] for row in rows]


def join_by_merge(H, W_O):
    def merge(H):
        n_heads, n, d = H.shape
        return H.transpose(1, 0, 2).reshape(n, n_heads * d)

    return merge(H) @ W_O


def join_by_blocks(H, W_O):
    return np.block([[head for head in H]]).dot(W_O)


def join_by_matmul_of_all(H, W_O):
    return (H @ W_O.reshape(H.shape[0], H.shape[2], -1)).sum(axis=0)


def join_narrow(H, W_O):
    return join_by_hstack(H, W_O).astype(np.float32)


def added_up_too_wide(H, W_O):
    n_heads, n, d_v = H.shape
    out = np.zeros((n, n_heads * d_v))
    for h in range(n_heads):
        out += H[h] @ W_O[h * d_v : (h + 1) * d_v]
    return out


def written_too_wide(H, W_O):
    n_heads, n, d_v = H.shape
    out = np.empty((n, n_heads * d_v))
    out[:] = np.hstack(list(H)) @ W_O
    return out


def turned_columns(H, W_O):
    rows = np.hstack(list(H))
    return [[row @ column for column in W_O] for row in rows]


def first_head_returned(H, W_O):
    d_v = H.shape[2]
    for h, head in enumerate(H):
        return head @ W_O[h * d_v : (h + 1) * d_v]


def last_head_kept(H, W_O):
    d_v = H.shape[2]
    for h, head in enumerate(H):
        out = head @ W_O[h * d_v : (h + 1) * d_v]
    return out


def heads_joined_backwards(H, W_O):
    return np.hstack(list(H[::-1])) @ W_O


def cut_off(H, W_O):
    out = np.zeros((H.shape[1], W_O.shape[1]), dtype=int)
    out[:] = join_by_hstack(H, W_O)
    return out


def join_in_place(H, W_O):
    H[0] += 1
    return np.hstack(list(H)) @ W_O


RIGHT = {
    "split": [
        split_by_loops,
        split_and_stack,
        split_by_swapaxes,
        split_by_einsum,
        split_number_by_number,
        split_by_places,
        split_sentence_by_sentence,
        split_by_map,
        split_by_windows,
        split_with_axes_from_the_end,
        split_with_a_long_sentence,
        split_by_recursion,
        split_heads,
        lambda A, n_heads: np.array([split_of_part_4(sentence, n_heads) for sentence in A]),
        lambda A, n_heads: (
            split_of_part_4(A.reshape(-1, A.shape[2]), n_heads)
            .reshape(n_heads, *A.shape[:2], -1)
            .transpose(1, 0, 2, 3)
        ),
        lambda A, n_heads: np.array(np.split(A, n_heads, axis=-1)).swapaxes(0, 1),
        lambda A, n_heads: np.apply_along_axis(lambda w: w.reshape(n_heads, -1), 2, A).transpose(0, 2, 1, 3),
        lambda A, n_heads: np.rollaxis(A.reshape(*A.shape[:2], n_heads, -1), 2, 1).astype(np.float32),
        lambda A, n_heads: np.concatenate([s[:, None] for s in np.array_split(A, n_heads, axis=2)], axis=1),
        lambda A, n_heads: A.swapaxes(1, 2).reshape(len(A), n_heads, -1, A.shape[1]).swapaxes(2, 3),
    ],
    "join": [
        join_by_loops,
        join_by_hstack,
        join_by_einsum,
        join_head_by_head,
        join_word_by_word,
        join_into_a_table,
        join_and_add_up,
        join_by_tensordot,
        join_turned,
        join_by_reduce,
        join_by_a_list,
        join_by_merge,
        join_by_blocks,
        join_by_matmul_of_all,
        join_narrow,
        lambda H, W_O: merge_heads(H) @ W_O,
        lambda H, W_O: np.concatenate(tuple(H), axis=-1) @ W_O,
        lambda H, W_O: np.concatenate(H, axis=1) @ W_O,
        lambda H, W_O: np.einsum("hnd->nhd", H).reshape(H.shape[1], len(W_O)) @ W_O,
        lambda H, W_O: np.vstack([H[:, i].ravel() @ W_O for i in range(H.shape[1])]),
        lambda H, W_O: map(lambda i: H[:, i].flatten() @ W_O, range(H.shape[1])),
        lambda H, W_O: np.moveaxis(H, 0, 1).reshape(-1, len(W_O)) @ W_O,
        lambda H, W_O: (
            H.T.swapaxes(0, 1).reshape(H.shape[1], -1, order="C")
            @ W_O.reshape(len(H), H.shape[2], -1).swapaxes(0, 1).reshape(len(W_O), -1)
        ),
    ],
}
WRONG = {
    "split": [
        ("reshape without transpose", lambda A, n_heads: A.reshape(len(A), n_heads, A.shape[1], -1)),
        ("reshape without transpose", lambda A, n_heads: [a.reshape(n_heads, len(a), -1) for a in A]),
        ("heads not in front", lambda A, n_heads: A.reshape(*A.shape[:2], n_heads, -1)),
        ("heads not in front", lambda A, n_heads: np.stack(np.split(A, n_heads, axis=2), axis=2)),
        ("interleaved", every_third),
        ("interleaved", lambda A, n_heads: A.reshape(*A.shape[:2], -1, n_heads).transpose(0, 3, 1, 2)),
        ("interleaved, heads last", lambda A, n_heads: A.reshape(*A.shape[:2], -1, n_heads)),
        ("heads before the batch", lambda A, n_heads: np.split(A, n_heads, axis=2)),
        ("heads before the batch", lambda A, n_heads: np.moveaxis(split_by_loops(A, n_heads), 1, 0)),
        ("words before the batch", as_in_part_4),
        ("words last", lambda A, n_heads: A.reshape(*A.shape[:2], n_heads, -1).transpose(0, 2, 3, 1)),
        ("words last", lambda A, n_heads: A.swapaxes(1, 2).reshape(len(A), n_heads, -1, A.shape[1])),
        ("one long sentence", one_long_sentence),
        ("one long sentence", lambda A, n_heads: split_of_part_4(np.vstack(list(A)), n_heads)),
        ("one sentence only", lambda A, n_heads: np.split(A[0], n_heads, axis=1)),
        ("one sentence only", first_sentence),
        ("one sentence only", last_sentence),
        ("one sentence only", first_sentence_for_all),
        ("one sentence only", last_sentence_for_all),
        ("number and length of the heads", length_for_number),
        ("all axes turned", lambda A, n_heads: A.reshape(*A.shape[:2], n_heads, -1).T),
        ("squeezed", squeezed),
        ("other numbers", heads_backwards),
        ("other numbers", overlapping),
        ("wrong shape", squeezed_sentences),
        ("wrong shape", one_number_short),
        ("wrong shape", lambda A, n_heads: A),
        ("one sentence only", lambda A, n_heads: split_and_stack(A, n_heads)[0]),
        ("wrong shape", lambda A, n_heads: split_and_stack(A, n_heads)[:, 0]),
        ("several results", lambda A, n_heads: split_and_stack(A, n_heads).shape),
        ("error", lambda A, n_heads: A.reshape(A.shape[1], n_heads, -1).transpose(0, 2, 1, 3)),
        ("error", two_numbers_for_each_head),
        ("error", three_heads),
        ("error", length_with_decimals),
        ("error", split_of_part_4),
        ("all zeros", lambda A, n_heads: 0 * split_by_loops(A, n_heads)),
        ("None", lambda A, n_heads: print(split_by_loops(A, n_heads))),
        ("changed its input", split_in_place),
    ],
    "join": [
        ("reshape without transpose", lambda H, W_O: H.reshape(H.shape[1], len(W_O)) @ W_O),
        ("reshape without transpose", lambda H, W_O: np.vstack(list(H)).reshape(H.shape[1], -1) @ W_O),
        ("reshape without transpose, no W_O", lambda H, W_O: H.reshape(H.shape[1], H.shape[0] * H.shape[2])),
        ("no W_O", lambda H, W_O: np.concatenate(list(H), axis=1)),
        ("no W_O", lambda H, W_O: merge_heads(H)),
        ("W_O transposed", lambda H, W_O: np.hstack(list(H)) @ W_O.T),
        ("W_O transposed", lambda H, W_O: (W_O @ np.hstack(list(H)).T).T),
        ("W_O transposed", lambda H, W_O: np.einsum("nk,mk->nm", np.hstack(list(H)), W_O)),
        ("W_O transposed", turned_columns),
        ("interleaved", lambda H, W_O: np.stack(list(H), axis=-1).reshape(H.shape[1], -1) @ W_O),
        ("interleaved", lambda H, W_O: sum(head @ W_O[h :: len(H)] for h, head in enumerate(H))),
        ("interleaved, no W_O", lambda H, W_O: np.dstack(list(H)).reshape(H.shape[1], -1)),
        ("all axes turned", lambda H, W_O: H.T.reshape(H.shape[1], -1) @ W_O),
        ("heads added", lambda H, W_O: sum(H)),
        ("heads averaged", lambda H, W_O: sum(H) / len(H)),
        ("heads added, a part of W_O", lambda H, W_O: sum(H) @ W_O[: H.shape[-1], :]),
        ("only one head", lambda H, W_O: H[0] @ np.split(W_O, len(H))[0]),
        ("only one head", first_head_returned),
        ("only one head", last_head_kept),
        ("products averaged", lambda H, W_O: np.mean(H @ np.array(np.split(W_O, len(H))), axis=0)),
        ("products averaged", lambda H, W_O: np.hstack(list(H)) @ W_O / H.shape[0]),
        ("one below the other", lambda H, W_O: np.vstack(list(H))),
        (
            "a table for each head",
            lambda H, W_O: [h @ w for h, w in zip(H, np.split(W_O, len(H)), strict=True)],
        ),
        ("a table for each head", lambda H, W_O: H @ W_O.reshape(len(H), H.shape[2], -1)),
        ("error", lambda H, W_O: H @ W_O),
        ("error", lambda H, W_O: W_O @ np.hstack(list(H))),
        ("error", lambda H, W_O: np.hstack(list(H)) * W_O),
        ("error", lambda H, W_O: np.vstack(list(H)) @ W_O),
        ("error", lambda H, W_O: sum(H) @ W_O),
        ("error", added_up_too_wide),
        ("error", written_too_wide),
        ("other numbers", heads_joined_backwards),
        ("other numbers", lambda H, W_O: 2 * np.hstack(list(H)) @ W_O),
        ("wrong shape", lambda H, W_O: H),
        ("wrong shape", lambda H, W_O: H.transpose(1, 0, 2)),
        ("wrong shape", lambda H, W_O: np.squeeze(np.hstack(list(H)) @ W_O)),
        ("whole numbers", cut_off),
        ("rounded", lambda H, W_O: (np.hstack(list(H)) @ W_O).round(1)),
        ("transposed", lambda H, W_O: (np.hstack(list(H)) @ W_O).T),
        ("None", lambda H, W_O: None),
        ("several results", lambda H, W_O: (np.hstack(list(H)) @ W_O, np.hstack(list(H)))),
        ("changed its input", join_in_place),
    ],
}
