"""What jackpot is asked."""
