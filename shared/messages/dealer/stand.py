"""dealer.stand: a seat is served and changes nothing."""

from shared.hand.draw_commands import Stand
from shared.messages.derive import schema_for

StandSchema = schema_for(Stand)
