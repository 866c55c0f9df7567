"""jackpot.open_pool: show the progressive that a table's side bets feed."""

from shared.hand.commands import OpenPool
from shared.messages.derive import schema_for

OpenPoolSchema = schema_for(OpenPool)
