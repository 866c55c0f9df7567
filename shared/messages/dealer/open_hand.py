"""dealer.open_hand: open the next hand at a table; the table's own timer asks for it."""

from shared.hand.commands import OpenHand
from shared.messages.derive import schema_for

OpenHandSchema = schema_for(OpenHand)
