"""The way from one release's tables to the next one's. A migration that has been released is never edited."""
