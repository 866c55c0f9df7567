"""dealer.draw_croupier: change the croupier's cards, and show all holdings that are still in."""

from shared.hand.commands import DrawCroupier
from shared.messages.derive import schema_for

DrawCroupierSchema = schema_for(DrawCroupier)
