def your_d_scores(weights, d_weights):
    mean = weights @ d_weights           # (n,) @ (n,) -> one number, the weighted mean
    return weights * (d_weights - mean)  # (n,); these sum to 0
