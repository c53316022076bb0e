def your_divisor(d_k, v):
    return v * np.sqrt(d_k)  # the square root of the variance, d_k * v * v
