"""betting.act: a seat acts."""

from shared.hand.commands import Act
from shared.messages.derive import schema_for

ActSchema = schema_for(Act)
