"""jackpot.pay_awards: decide the awards of a hand from its ranked holdings."""

from shared.hand.commands import PayAwards
from shared.messages.derive import schema_for

PayAwardsSchema = schema_for(PayAwards)
