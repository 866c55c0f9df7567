"""betting.hold_hand: nobody acts until the floor has ruled."""

from shared.hand.floor_commands import HoldHand
from shared.messages.derive import schema_for

HoldHandSchema = schema_for(HoldHand)
