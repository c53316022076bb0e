"""The usual way to show the numbers of the lab of notebook 04."""

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np

names = ["the", "cat", "sat", "on", "a", "red", "mat"]
divisors = {"nothing": lambda d_k: 1, "sqrt(d_k)": np.sqrt, "d_k": lambda d_k: d_k}


def picture(d_k, scaling, temperature, seed):
    Q, K = np.random.default_rng(seed).normal(size=(2, 64, 1024))[:, :, :d_k]
    divisor = divisors[scaling](d_k) * temperature
    scores = Q @ K.T / divisor
    e = np.exp(scores[1, :7] - scores[1, :7].max())
    weights = e / e.sum()
    entropy = -np.sum(weights * np.log(np.where(weights > 0, weights, 1)))
    jacobian = np.diag(weights) - np.outer(weights, weights)
    by_scores = np.linalg.norm(jacobian)
    by_query = np.linalg.norm(jacobian @ K[:7] / divisor)

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4))
    shares = np.full(scores.size, 1 / scores.size)
    left.hist(np.clip(scores, -10, 10).ravel(), bins=40, range=(-10, 10), weights=shares)
    outside = 100 * np.mean(abs(scores) > 10)
    left.set_title(f"spread {np.sqrt(np.mean(scores**2)):.2f}; {outside:.0f} % beyond the ends")
    left.set_xlabel("score")
    right.bar_label(right.bar(names, weights), fmt="%.2f")
    right.set_ylim(0, 1)
    right.set_title("weights of cat")
    figure.suptitle(
        f"entropy {entropy:.2f}, words read {np.exp(entropy):.2f}, "
        f"by scores {by_scores:.2f}, by query {by_query:.2f}"
    )
    plt.show()


sliders = {
    "d_k": widgets.SelectionSlider(options=[2**i for i in range(1, 11)], value=4, description="d_k"),
    "scaling": widgets.Dropdown(options=list(divisors), description="divide by"),
    "temperature": widgets.FloatSlider(value=1, min=0.1, max=8, step=0.1, description="temperature"),
    "seed": widgets.IntSlider(value=1, min=0, max=50, description="seed"),
}
output = widgets.interactive_output(picture, sliders)
widgets.HBox([widgets.VBox(list(sliders.values())), output])
