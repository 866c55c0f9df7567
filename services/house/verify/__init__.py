"""Whether the house's books, journals and cards are as they must be. Everything is read, nothing is mended."""
