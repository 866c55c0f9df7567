"""A hand from its opening to its close: the facts, the commands, and the path from the one to the other."""
