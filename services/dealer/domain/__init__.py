"""What the dealer decides, without clock, dice, wire or database."""
