your_cosines = [1.0, -1.0]  # only the direction counts: 10 and 2 do not change it, the minus turns it round
