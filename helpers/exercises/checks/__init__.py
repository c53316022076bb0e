"""The exercises as functions, one file a group; found by looking here. Their texts: ``data/exercises/``."""
