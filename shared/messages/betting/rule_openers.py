"""betting.rule_openers: the floor has decided whether the opener had openers."""

from shared.hand.draw_commands import RuleOpeners
from shared.messages.derive import schema_for

RuleOpenersSchema = schema_for(RuleOpeners)
