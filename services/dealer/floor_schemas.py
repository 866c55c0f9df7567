"""The bodies and answers of the routes about cards that are handled, errors and rulings."""

from marshmallow import Schema, fields, validate

from services.dealer.schemas import TEXT
from shared.hand.pot_commands import Manner
from shared.rules.faults import Decision, Fault

CLAUSE_OR_NONE = validate.Regexp(r"^((AD7|AD5|ESD|PR7)-\d\d)?$")
SEATS = validate.Range(0, 20)


class CardsBody(Schema):
    """What a seat does with its cards; `other` is the seat whose holding it demands, or to whom it shows its own."""

    manner = fields.String(required=True, validate=validate.OneOf([manner.value for manner in Manner]))
    other = fields.Integer(strict=True, load_default=0, validate=SEATS)


class FaultBody(Schema):
    """An error; `coming` is made at the next deal, and `card` is which of the seat's cards in it."""

    fault = fields.String(required=True, validate=validate.OneOf([fault.value for fault in Fault]))
    seat = fields.Integer(strict=True, load_default=0, validate=SEATS)
    card = fields.Integer(strict=True, load_default=1, validate=validate.Range(1, 10))
    seen = fields.Boolean(truthy={True}, falsy={False}, load_default=False)
    coming = fields.Boolean(truthy={True}, falsy={False}, load_default=False)
    clause = fields.String(load_default="", validate=CLAUSE_OR_NONE)
    what = fields.String(load_default="reported", validate=TEXT)


class RulingBody(Schema):
    """What the floor decides, and why; `seat` is the one that it is about, if any."""

    decision = fields.String(required=True, validate=validate.OneOf([decision.value for decision in Decision]))
    reason = fields.String(required=True, validate=TEXT)
    seat = fields.Integer(strict=True, load_default=0, validate=SEATS)


class StageAnswer(Schema):
    """How the hand stands afterwards, and under which clause it waits, if it does."""

    hand = fields.String(required=True)
    stage = fields.String(required=True)
    clause = fields.String(required=True)
