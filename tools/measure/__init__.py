"""How fast, how lean, and with which versions."""
