"""dealer.expire_draw: the clock of the seat that is to draw has run out."""

from shared.hand.draw_commands import ExpireDraw
from shared.messages.derive import schema_for

ExpireDrawSchema = schema_for(ExpireDraw)
