"""The usual way to show the numbers of the main lab of notebook 03."""

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np

names = ["animal", "street", "tired", "it"]
X = np.array([[1.4, 0.4], [0.5, -0.7], [-0.4, 1.3], [-0.9, -0.7]])
matrices = ["W_Q", "W_K", "W_V"]
places = [(0, 0), (0, 1), (1, 0), (1, 1)]


def picture(asking, **numbers):
    W_Q, W_K, W_V = (np.array([numbers[f"{W}[{i},{j}]"] for i, j in places]).reshape(2, 2) for W in matrices)
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = Q @ K.T / np.sqrt(2)
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    Z = weights @ V

    figure, axes = plt.subplots(2, 3, figsize=(11, 7))
    steps, table, mix, keys, values, rest = axes.flat

    dots = Q[asking] @ K.T
    rows = np.column_stack([dots, dots / np.sqrt(2), weights[asking], V])
    cells = [[f"{number:.2f}" for number in row] for row in rows]
    steps.axis("off")
    columns = ["q · k", "/ √2", "weight", "v[0]", "v[1]"]
    steps.table(cells, rowLabels=names, colLabels=columns, loc="center")
    steps.set_title(f"{names[asking]} asks")

    table.imshow(weights, cmap="Blues", vmin=0, vmax=1)
    table.set_xticks(range(4), names)
    table.set_yticks(range(4), names)
    for i in range(4):
        for j in range(4):
            colour = "white" if weights[i, j] > 0.5 else "black"
            table.text(j, i, f"{weights[i, j]:.2f}", ha="center", va="center", color=colour)
    table.set_title("weights")

    left = 0
    for k in range(4):
        share = weights[asking, k]
        mix.barh(names[asking], share, left=left, color=f"C{k}")
        mix.text(left + share / 2, 0, f"{100 * share:.0f}", ha="center", va="center")
        left += share
    mix.set_title("mixed from, in percent")

    for k in range(4):
        keys.annotate("", K[k], (0, 0), arrowprops={"arrowstyle": "->", "color": f"C{k}"})
        keys.text(*K[k], f"key {names[k]}", color=f"C{k}")
        values.annotate("", V[k], (0, 0), arrowprops={"arrowstyle": "->", "color": f"C{k}"})
        values.text(*V[k], names[k], color=f"C{k}")
    keys.annotate("", Q[asking], (0, 0), arrowprops={"arrowstyle": "->", "color": "black"})
    keys.text(*Q[asking], f"query {names[asking]}")
    values.plot(*Z[asking], "o", color=f"C{asking}", fillstyle="none")
    for plane, title, reach in ((keys, "query and keys", (Q, K)), (values, "values and output", (V, Z))):
        limit = max(2, *(abs(vectors).max() for vectors in reach))
        plane.set_xlim(-limit, limit)
        plane.set_ylim(-limit, limit)
        plane.set_aspect("equal")
        plane.set_title(title)

    rest.axis("off")
    rest.text(0, 0.5, f"{names[asking]}: output ({Z[asking, 0]:.2f}, {Z[asking, 1]:.2f})")
    plt.show()


sliders = {"asking": widgets.Dropdown(options=[(name, i) for i, name in enumerate(names)], value=3)}
for W in matrices:
    for i, j in places:
        sliders[f"{W}[{i},{j}]"] = widgets.FloatSlider(
            value=float(i == j), min=-3, max=3, step=0.05, description=f"{W}[{i},{j}]"
        )
output = widgets.interactive_output(picture, sliders)
widgets.HBox([widgets.VBox(list(sliders.values())), output])
