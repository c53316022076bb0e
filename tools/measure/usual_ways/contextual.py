"""The usual way to show the numbers of the main lab of notebook 02."""

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np

names = ["money", "bank", "grows"]
start = [[1.5, 0.35], [0.95, 0.9], [0.55, -0.75]]


def picture(temperature, **numbers):
    X = np.array([[numbers[f"{name} {axis}"] for axis in "xy"] for name in names])
    scores = X @ X.T / temperature
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    Z = weights @ X

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4))
    left.imshow(weights, cmap="Blues", vmin=0, vmax=1)
    left.set_xticks(range(3), names)
    left.set_yticks(range(3), names)
    for i in range(3):
        for j in range(3):
            colour = "white" if weights[i, j] > 0.5 else "black"
            left.text(j, i, f"{weights[i, j]:.2f}", ha="center", va="center", color=colour)
    for k, name in enumerate(names):
        for tip, alpha in ((X[k], 1.0), (Z[k], 0.4)):
            arrow = {"arrowstyle": "->", "color": f"C{k}", "alpha": alpha}
            right.annotate("", tip, (0, 0), arrowprops=arrow)
        right.text(*X[k], name, color=f"C{k}")
    right.set_xlim(-2, 2)
    right.set_ylim(-2, 2)
    right.set_aspect("equal")
    plt.show()


sliders = {
    f"{name} {axis}": widgets.FloatSlider(value=value, min=-2, max=2, step=0.05, description=f"{name} {axis}")
    for name, vector in zip(names, start, strict=True)
    for axis, value in zip("xy", vector, strict=True)
}
sliders["temperature"] = widgets.FloatSlider(value=1, min=0.05, max=3, step=0.05, description="temperature")
output = widgets.interactive_output(picture, sliders)
widgets.HBox([widgets.VBox(list(sliders.values())), output])
