"""The lobby: the people's door. It owns no state of play."""
