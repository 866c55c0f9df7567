"""Hands of cards written down as files: what lies in the deck, what people do, and what must come of it."""

from services.house.play.players import play_files

__all__ = ["play_files"]
