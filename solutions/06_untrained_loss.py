your_untrained_loss = -np.log(1 / 8)  # each of the eight choices has the share 1/8
