"""dealer.block_at_dealer: keep whether a person's tokens count here."""

from shared.hand.people_commands import BlockAtDealer
from shared.messages.derive import schema_for

BlockAtDealerSchema = schema_for(BlockAtDealer)
"""What dealer is asked."""
