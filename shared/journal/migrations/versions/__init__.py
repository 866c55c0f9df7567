"""One module for each step; the number says the order."""
