"""betting.take_chips: bring what lies before a left seat to its person's account."""

from shared.hand.commands import TakeChips
from shared.messages.derive import schema_for

TakeChipsSchema = schema_for(TakeChips)
