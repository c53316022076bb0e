your_rate = 0.1  # gets 0.92 of the new sentences; with 0.01 the 30 steps are too short, with 1 too long
