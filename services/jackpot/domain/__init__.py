"""What the jackpot decides, without clock, dice, wire or database."""
