"""dealer.bury_cards: a seat left between two streets."""

from shared.hand.floor_commands import BuryCards
from shared.messages.derive import schema_for

BuryCardsSchema = schema_for(BuryCards)
