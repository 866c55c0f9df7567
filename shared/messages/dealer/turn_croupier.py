"""dealer.turn_croupier: everybody has decided: turn the croupier's holding up."""

from shared.hand.commands import TurnCroupier
from shared.messages.derive import schema_for

TurnCroupierSchema = schema_for(TurnCroupier)
