"""evaluator.rank_showing: ask who speaks first by what the seats show."""

from shared.hand.pot_commands import RankShowing
from shared.messages.derive import schema_for

RankShowingSchema = schema_for(RankShowing)
