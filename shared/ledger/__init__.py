"""Double entry: the chart of accounts, posting, and what must always be true."""
