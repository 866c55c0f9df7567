"""dealer.handle_cards: a seat shows, concedes, demands to see or handles its cards."""

from shared.hand.pot_commands import HandleCards
from shared.messages.derive import schema_for

HandleCardsSchema = schema_for(HandleCards)
