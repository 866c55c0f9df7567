"""The dealer: tables, seats, the course of a hand, its deck and its cards. It knows no balance."""
