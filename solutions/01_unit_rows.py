def unit_rows(X):
    lengths = np.sqrt((X * X).sum(axis=1, keepdims=True))  # (n, 1)
    return X / lengths                                     # (n, d) / (n, 1) -> (n, d)
