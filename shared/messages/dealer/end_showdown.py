"""dealer.end_showdown: the time to show is over."""

from shared.hand.pot_commands import EndShowdown
from shared.messages.derive import schema_for

EndShowdownSchema = schema_for(EndShowdown)
