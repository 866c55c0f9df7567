"""betting.post_antes: take the ante of every seat that takes part."""

from shared.hand.pot_commands import PostAntes
from shared.messages.derive import schema_for

PostAntesSchema = schema_for(PostAntes)
