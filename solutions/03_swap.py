your_W_Q = np.array([[0.0, 1.0],   # (1, 0) goes to (0, 1)
                     [1.0, 0.0]])  # (0, 1) goes to (1, 0)
