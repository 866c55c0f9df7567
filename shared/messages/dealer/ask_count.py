"""dealer.ask_count: a seat asks how many cards another one drew."""

from shared.hand.draw_commands import AskCount
from shared.messages.derive import schema_for

AskCountSchema = schema_for(AskCount)
