"""Tests in a real browser. A package, so that one server and one browser can serve all its modules."""
