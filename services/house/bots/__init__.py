"""Players that are programs: they come to the tables over HTTP with tokens of their own, as everybody does."""
