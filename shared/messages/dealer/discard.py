"""dealer.discard: a seat lays cards down and is served as many."""

from shared.hand.draw_commands import Discard
from shared.messages.derive import schema_for

DiscardSchema = schema_for(Discard)
