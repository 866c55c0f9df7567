"""betting.open_street: open the betting, or the deciding, that a step of the course asks for."""

from shared.hand.commands import OpenStreet
from shared.messages.derive import schema_for

OpenStreetSchema = schema_for(OpenStreet)
