grows = [1.9, 0.5]  # the way of money, but longer: money reads it 0.56
