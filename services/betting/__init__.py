"""Betting: accounts, chips, boxes and pots, whose turn it is, and the settlement. It knows no hidden card."""
