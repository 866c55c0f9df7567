"""jackpot.return_contributions: the side bets of a voided hand go back."""

from shared.hand.floor_commands import ReturnContributions
from shared.messages.derive import schema_for

ReturnContributionsSchema = schema_for(ReturnContributions)
