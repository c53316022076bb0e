def cosines(X, v):
    lengths = np.sqrt((X * X).sum(axis=1))     # (n,), one for each row
    return X @ v / (lengths * np.sqrt(v @ v))  # (n, d) @ (d,) -> (n,)
