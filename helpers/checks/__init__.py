"""The exercises of each notebook, as data."""
