"""betting.resume_street: the seat has its cards; the next one may act."""

from shared.hand.commands import ResumeStreet
from shared.messages.derive import schema_for

ResumeStreetSchema = schema_for(ResumeStreet)
