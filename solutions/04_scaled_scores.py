def your_scores(Q, K):
    d_k = Q.shape[-1]
    return Q @ K.T / np.sqrt(d_k)  # (n_q, d_k) @ (d_k, n_k) -> (n_q, n_k)
