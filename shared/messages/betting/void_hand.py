"""betting.void_hand: the floor has voided the hand."""

from shared.hand.floor_commands import VoidHand
from shared.messages.derive import schema_for

VoidHandSchema = schema_for(VoidHand)
