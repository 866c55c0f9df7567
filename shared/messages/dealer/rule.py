"""dealer.rule: the floor rules on a hand."""

from shared.hand.floor_commands import Rule
from shared.messages.derive import schema_for

RuleSchema = schema_for(Rule)
