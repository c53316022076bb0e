P = [10, 0]  # its dot product with C is 40, its cosine 0.800
