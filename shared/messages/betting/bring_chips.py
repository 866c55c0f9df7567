"""betting.bring_chips: bring a person's chips to the seat that he took."""

from shared.hand.commands import BringChips
from shared.messages.derive import schema_for

BringChipsSchema = schema_for(BringChips)
