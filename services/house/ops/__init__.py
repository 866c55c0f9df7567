"""What those who run a whole installation need: its broker's definitions, its watch, its dead letters, its backups."""
