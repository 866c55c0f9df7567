"""The words in which a game is written down: streets, stakes, limits, draws, paytables, side bets; and the refusals."""
