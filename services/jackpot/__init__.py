"""The jackpot: progressive pools, contributions, and awards in their order. It knows no wallet."""
