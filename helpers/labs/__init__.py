"""One module per lab: its state, its ``draw(state) -> Picture``, its controls."""
