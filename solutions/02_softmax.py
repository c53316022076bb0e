def my_softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))  # the largest of each row becomes exp(0) = 1
    return e / e.sum(axis=-1, keepdims=True)       # every row sums to 1
