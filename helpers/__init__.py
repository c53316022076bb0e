"""The small package behind the notebooks. Start with ``helpers/attention.py``."""
