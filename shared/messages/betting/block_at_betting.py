"""betting.block_at_betting: keep whether a person's tokens count here."""

from shared.hand.people_commands import BlockAtBetting
from shared.messages.derive import schema_for

BlockAtBettingSchema = schema_for(BlockAtBetting)
"""What betting is asked."""
