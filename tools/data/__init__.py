"""Word vectors and reference numbers, made again."""
