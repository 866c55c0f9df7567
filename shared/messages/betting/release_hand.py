"""betting.release_hand: the floor lets the hand go on."""

from shared.hand.floor_commands import ReleaseHand
from shared.messages.derive import schema_for

ReleaseHandSchema = schema_for(ReleaseHand)
