def your_count(d_model, d_k, d_v):
    return 2 * d_model * d_k + d_model * d_v  # W_Q and W_K, then W_V; the same three serve every word
