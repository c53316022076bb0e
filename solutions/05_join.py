def join(H, W_O):
    n_heads, n, d_v = H.shape
    rows = H.transpose(1, 0, 2).reshape(n, n_heads * d_v)  # (n, n_heads, d_v) -> (n, n_heads * d_v)
    return rows @ W_O                                      # (n, n_heads * d_v) @ (n_heads * d_v, d_model)
