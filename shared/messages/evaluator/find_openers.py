"""evaluator.find_openers: ask which of the hidden holdings may open the pot."""

from shared.hand.draw_commands import FindOpeners
from shared.messages.derive import schema_for

FindOpenersSchema = schema_for(FindOpeners)
