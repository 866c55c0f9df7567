"""dealer.close_hand: everything is paid, or nothing was staked: close the hand."""

from shared.hand.commands import CloseHand
from shared.messages.derive import schema_for

CloseHandSchema = schema_for(CloseHand)
