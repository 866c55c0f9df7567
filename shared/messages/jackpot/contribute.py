"""jackpot.contribute: take the side bets of a hand into the progressive."""

from shared.hand.commands import Contribute
from shared.messages.derive import schema_for

ContributeSchema = schema_for(Contribute)
