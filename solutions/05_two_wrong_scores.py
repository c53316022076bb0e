difference = printed["Q"] @ printed["K"].T - printed["unscaled scores"]  # (4, 2) @ (2, 4) -> (4, 4)
your_places = np.argwhere(np.abs(difference) > 0.01)  # love on phones, and phones on phones
