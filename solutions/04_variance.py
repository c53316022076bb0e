your_variance = 64 * 4 * 4  # 64 products, each with variance (2 * 2) times (2 * 2)
