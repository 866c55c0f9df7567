"""jackpot.block_at_jackpot: keep whether a person's tokens count here."""

from shared.hand.people_commands import BlockAtJackpot
from shared.messages.derive import schema_for

BlockAtJackpotSchema = schema_for(BlockAtJackpot)
"""What jackpot is asked."""
