"""What every service speaks: cards, money, the games and their law, messages, journal and ledger."""
