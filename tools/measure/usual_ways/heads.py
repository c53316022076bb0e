"""The usual way to show the numbers of the main lab of notebook 05; only the mathematics is imported."""

import sys

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np

sys.path.insert(0, "..")  # the course
from helpers.embeddings import PcaMap, load_vectors
from helpers.heads import merge_heads, multi_head_attention, split_heads
from helpers.labs.heads import KINDS, codes, maps, output_map

vectors = load_vectors()
flat = PcaMap(vectors.matrix)


def picture(text, asking, n_heads, sharpness, **chosen):
    words = text.split()
    X = codes(words, flat.place(vectors.embed(words)[0]))
    pairs = [maps(chosen[f"head {h + 1}"]) for h in range(n_heads)]
    W_Q = sharpness * np.hstack([W for W, _ in pairs])
    W_K = np.hstack([W for _, W in pairs])
    W_V = np.hstack([np.eye(8)[:, 4:6]] * n_heads)
    W_O = output_map()[: 2 * n_heads]
    muted = [chosen[f"mute {h + 1}"] for h in range(n_heads)]
    heard = W_O * ~np.repeat(muted, 2)[:, None]
    full, weights = multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads)
    each = weights @ split_heads(X @ W_V, n_heads)
    now, found = merge_heads(each) @ heard, each[:, asking]
    moves = [np.linalg.norm(found[h] @ W_O[2 * h : 2 * h + 2]) for h in range(n_heads)]

    figure, axes = plt.subplots(2, 3, figsize=(11, 7))
    for h in range(n_heads):
        panel = axes.flat[h]
        panel.imshow(weights[h], cmap="Blues", vmin=0, vmax=1)
        panel.set_xticks(range(len(words)), words)
        panel.set_yticks(range(len(words)), words)
        for i in range(len(words)):
            for j in range(len(words)):
                colour = "white" if weights[h, i, j] > 0.5 else "black"
                panel.text(j, i, f"{weights[h, i, j]:.2f}", ha="center", va="center", color=colour)
        panel.set_title(f"head {h + 1}: {chosen[f'head {h + 1}']}{', muted' if muted[h] else ''}")
    for panel in axes.flat[n_heads:]:
        panel.axis("off")

    numbers, outputs = axes.flat[4:]
    cells = [[f"{number:.2f}" for number in row] for row in np.column_stack([found, moves])]
    heads = [f"head {h + 1}" for h in range(n_heads)]
    numbers.table(cells, rowLabels=heads, colLabels=["1", "2", "move"], loc="center")
    numbers.set_title(f"what each head finds for {words[asking]}")
    rows = [full[asking], now[asking]] if any(muted) else [full[asking]]
    cells = [[f"{number:.2f}" for number in row] for row in rows]
    outputs.table(cells, rowLabels=["all heads", "as muted"][: len(rows)], loc="center")
    outputs.set_title("output")
    plt.show()


sliders = {
    "text": widgets.Text(value="dogs like cold rain", continuous_update=False, description="sentence"),
    "asking": widgets.IntSlider(value=1, min=0, max=5, description="who asks"),
    "n_heads": widgets.IntSlider(value=4, min=1, max=4, description="heads"),
    "sharpness": widgets.FloatSlider(value=5, min=0, max=8, step=0.1, description="sharpness"),
}
for h in range(4):
    sliders[f"head {h + 1}"] = widgets.Dropdown(options=KINDS, value=KINDS[h], description=f"head {h + 1}")
    sliders[f"mute {h + 1}"] = widgets.Checkbox(description=f"mute head {h + 1}")
output = widgets.interactive_output(picture, sliders)
widgets.HBox([widgets.VBox(list(sliders.values())), output])
