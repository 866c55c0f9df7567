"""betting.bar_street: a fault has ended the betting of a step."""

from shared.hand.floor_commands import BarStreet
from shared.messages.derive import schema_for

BarStreetSchema = schema_for(BarStreet)
