"""dealer.open_draw: let the seats still in change cards."""

from shared.hand.draw_commands import OpenDraw
from shared.messages.derive import schema_for

OpenDrawSchema = schema_for(OpenDraw)
