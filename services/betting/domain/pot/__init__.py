"""Hands for the pot: antes, intervals of betting, side pots, and who gets what at the end."""
