"""dealer.serve_draw: give a seat new cards for those that it laid down."""

from shared.hand.commands import ServeDraw
from shared.messages.derive import schema_for

ServeDrawSchema = schema_for(ServeDraw)
