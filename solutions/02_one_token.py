def attend_one(X, i):
    weights = softmax(X @ X[i])  # (n, d) @ (d,) -> (n,)
    return weights @ X           # (n,) @ (n, d) -> (d,)
