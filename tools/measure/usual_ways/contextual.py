"""The usual way to show the numbers of the main lab of notebook 02."""

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np

names = ["money", "bank", "grows"]
start = [[1.5, 0.35], [0.95, 0.9], [0.55, -0.75]]


def picture(temperature, asking, **numbers):
    X = np.array([[numbers[f"{name} {axis}"] for axis in "xy"] for name in names])
    scores = X @ X.T / temperature
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    Z = weights @ X

    figure, axes = plt.subplots(2, 2, figsize=(9, 7))
    row, table, mix, space = axes.flat

    row.axis("off")
    cells = [[f"{score:.2f}" for score in scores[asking]]]
    row.table(cells, rowLabels=[names[asking]], colLabels=names, loc="center")
    row.set_title("scores")

    table.imshow(weights, cmap="Blues", vmin=0, vmax=1)
    table.set_xticks(range(3), names)
    table.set_yticks(range(3), names)
    for i in range(3):
        for j in range(3):
            colour = "white" if weights[i, j] > 0.5 else "black"
            table.text(j, i, f"{weights[i, j]:.2f}", ha="center", va="center", color=colour)
    table.set_title("weights")

    left = 0
    for k in range(3):
        share = weights[asking, k]
        mix.barh(names[asking], share, left=left, color=f"C{k}")
        mix.text(left + share / 2, 0, f"{100 * share:.0f}", ha="center", va="center")
        left += share
    mix.set_title("mixed from, in percent")

    for k, name in enumerate(names):
        space.annotate("", X[k], (0, 0), arrowprops={"arrowstyle": "->", "color": f"C{k}"})
        space.plot(*Z[k], "o", color=f"C{k}", fillstyle="none")
        space.text(*X[k], name, color=f"C{k}")
    space.set_xlim(-2, 2)
    space.set_ylim(-2, 2)
    space.set_aspect("equal")
    plt.show()


sliders = {
    f"{name} {axis}": widgets.FloatSlider(value=value, min=-2, max=2, step=0.05, description=f"{name} {axis}")
    for name, vector in zip(names, start, strict=True)
    for axis, value in zip("xy", vector, strict=True)
}
sliders["temperature"] = widgets.FloatSlider(value=1, min=0.05, max=3, step=0.05, description="temperature")
sliders["asking"] = widgets.Dropdown(options=[(name, i) for i, name in enumerate(names)], value=1)
output = widgets.interactive_output(picture, sliders)
widgets.HBox([widgets.VBox(list(sliders.values())), output])
