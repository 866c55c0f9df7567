"""dealer.confirm_seat: the chips lie before the seat, or could not be had."""

from shared.hand.commands import ConfirmSeat
from shared.messages.derive import schema_for

ConfirmSeatSchema = schema_for(ConfirmSeat)
