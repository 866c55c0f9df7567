"""Hand histories in the notation of the PHH standard: closed hands written out, and hands from elsewhere played."""
