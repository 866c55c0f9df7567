"""betting.settle_hand: pay what the hand has decided."""

from shared.hand.commands import SettleHand
from shared.messages.derive import schema_for

SettleHandSchema = schema_for(SettleHand)
