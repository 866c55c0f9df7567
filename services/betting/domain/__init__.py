"""What betting decides, without clock, dice, wire or database."""
