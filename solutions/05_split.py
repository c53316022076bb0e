def split_batch(A, n_heads):
    batch, n, width = A.shape
    pieces = A.reshape(batch, n, n_heads, width // n_heads)  # (batch, n, n_heads, d_k)
    return pieces.transpose(0, 2, 1, 3)                      # (batch, n_heads, n, d_k)
