"""The proof of what the code says; the tree mirrors the code."""
