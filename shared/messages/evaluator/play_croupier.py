"""evaluator.play_croupier: ask which cards the house way changes."""

from shared.hand.commands import PlayCroupier
from shared.messages.derive import schema_for

PlayCroupierSchema = schema_for(PlayCroupier)
