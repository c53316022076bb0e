def masked_weights(scores, mask):
    masked = np.where(mask, scores, -np.inf)  # "never" in the forbidden places
    return softmax(masked)                    # every row sums to 1
