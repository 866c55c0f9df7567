"""dealer.deal_street: deal a step of the course to the seats that are still in."""

from shared.hand.commands import DealStreet
from shared.messages.derive import schema_for

DealStreetSchema = schema_for(DealStreet)
