"""evaluator.rank_showdown: rank the holdings of a showdown, the croupier's among them where he has one."""

from shared.hand.commands import RankShowdown
from shared.messages.derive import schema_for

RankShowdownSchema = schema_for(RankShowdown)
