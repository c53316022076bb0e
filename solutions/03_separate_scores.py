def your_scores(X, W_Q, W_K):
    Q = X @ W_Q                           # (n, d_model) @ (d_model, d_k) -> (n, d_k)
    K = X @ W_K                           # (n, d_model) @ (d_model, d_k) -> (n, d_k)
    return Q @ K.T / np.sqrt(K.shape[1])  # (n, d_k) @ (d_k, n) -> (n, n)
