your_scores = np.array([2.0, -np.inf, 0.0])
