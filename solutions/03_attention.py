def your_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V               # (n, d_k), (n, d_k), (n, d_v)
    weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))  # (n, d_k) @ (d_k, n) -> (n, n)
    return weights @ V                                # (n, n) @ (n, d_v) -> (n, d_v)
