"""dealer.end_counts: nobody is told any more how many cards another one drew."""

from shared.hand.draw_commands import EndCounts
from shared.messages.derive import schema_for

EndCountsSchema = schema_for(EndCounts)
