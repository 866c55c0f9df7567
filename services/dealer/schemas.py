"""The bodies and answers of the dealer's routes."""

from marshmallow import Schema, fields, validate

from shared.money import CENTS_MAX

ID = validate.Regexp(r"^[a-z0-9][a-z0-9-]{0,31}$")
TEXT = validate.And(
    validate.Length(1, 200), validate.Regexp(r"^[^\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]*\S[^\x00-\x1f]*$")
)


class OpenTableBody(Schema):
    """A table to open."""

    id = fields.String(required=True, validate=ID)
    game = fields.String(required=True, validate=validate.Length(1, 40))
    name = fields.String(required=True, validate=TEXT)
    terms = fields.Dict(keys=fields.String(), load_default=dict)
    practice = fields.Boolean(truthy={True}, falsy={False}, load_default=False)


class ReasonBody(Schema):
    """Why something is done."""

    reason = fields.String(required=True, validate=TEXT)


class BuyInBody(Schema):
    """The chips that a person brings."""

    buy_in = fields.Integer(required=True, strict=True, validate=validate.Range(1, CENTS_MAX))


class IrregularityBody(Schema):
    """Something done that the rules forbid and that changes neither cards nor money."""

    clause = fields.String(required=True, validate=validate.Regexp(r"^(AD7|AD5|ESD|PR7)-\d\d$"))
    seat = fields.Integer(required=True, strict=True, validate=validate.Range(0, 20))
    what = fields.String(required=True, validate=TEXT)


class SeatAnswer(Schema):
    """A seat and who sits there."""

    seat = fields.Integer(required=True)
    person = fields.String(required=True)
    ready = fields.Boolean(required=True)
    leaving = fields.Boolean(required=True)


class TableAnswer(Schema):
    """A table as the dealer knows it."""

    id = fields.String(required=True)
    game = fields.String(required=True)
    name = fields.String(required=True)
    terms = fields.Dict(required=True)
    open = fields.Boolean(required=True)
    seats = fields.List(fields.Nested(SeatAnswer), required=True)
    number = fields.Integer(required=True)
    hand = fields.String(required=True)


class TablesAnswer(Schema):
    """All tables."""

    tables = fields.List(fields.Nested(TableAnswer), required=True)


class SeatedAnswer(Schema):
    """A seat that was asked for or given up."""

    table = fields.String(required=True)
    seat = fields.Integer(required=True)
    stage = fields.String(required=True)


class CardsAnswer(Schema):
    """The cards of a seat, as the asker sees them."""

    seat = fields.Integer(required=True)
    cards = fields.List(fields.String(), required=True)


class HandViewAnswer(Schema):
    """A hand's cards, as the asker sees them."""

    hand = fields.String(required=True)
    stage = fields.String(required=True)
    step = fields.Integer(required=True)
    commitment = fields.String(required=True)
    seats = fields.List(fields.Nested(CardsAnswer), required=True)


class ProofAnswer(Schema):
    """That one card lay at one place of the committed deck."""

    position = fields.Integer(required=True)
    card = fields.String(required=True)
    salt = fields.String(required=True)
    path = fields.List(fields.String(), required=True)


class ProofsAnswer(Schema):
    """The commitment to a shuffle, and the proofs that the asker may have."""

    hand = fields.String(required=True)
    commitment = fields.String(required=True)
    pack = fields.Integer(required=True)
    proofs = fields.List(fields.Nested(ProofAnswer), required=True)


class RecordedAnswer(Schema):
    """What went on record."""

    hand = fields.String(required=True)
    clause = fields.String(required=True)


class TurnBody(Schema):
    """The turn that an act in a draw is meant for, -1 for any."""

    turn = fields.Integer(strict=True, load_default=-1, validate=validate.Range(-1, 1_000))


class DiscardBody(TurnBody):
    """The cards that a seat lays down, as places in its holding counted from 0."""

    discards = fields.List(
        fields.Integer(strict=True, validate=validate.Range(0, 9)), required=True, validate=validate.Length(1, 10)
    )


class CountBody(Schema):
    """The seat whose count is asked for."""

    of = fields.Integer(required=True, strict=True, validate=validate.Range(1, 20))


class CountAnswer(Schema):
    """How many cards a seat drew."""

    hand = fields.String(required=True)
    of = fields.Integer(required=True)
    count = fields.Integer(required=True)


class SeatCountAnswer(Schema):
    """A seat and how many cards it drew."""

    seat = fields.Integer(required=True)
    count = fields.Integer(required=True)


class DrawAnswer(Schema):
    """How far a draw has come."""

    hand = fields.String(required=True)
    stage = fields.String(required=True)
    turn = fields.Integer(required=True)
    turns = fields.Integer(required=True)
    order = fields.List(fields.Integer(), required=True)
    counts = fields.List(fields.Nested(SeatCountAnswer), required=True)
    seconds_left = fields.Float(required=True)
