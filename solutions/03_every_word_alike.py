your_W_K = np.zeros((2, 2))  # every key is (0, 0), so every score is 0
# There is no other answer: all keys must be equal, and only zeros make four such different vectors equal.
