your_W_Q = 20 * turn(45)  # a query points to the next word and reads it with 0.96 or more
