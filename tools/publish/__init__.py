"""Bundles, an address, web pages and paper, the browser edition."""
