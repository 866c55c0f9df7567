"""The bodies and answers of betting's routes."""

from marshmallow import Schema, ValidationError, fields, missing, validate

from shared.hand.commands import Verb
from shared.money import CENTS_MAX

REASON = validate.And(
    validate.Length(3, 200), validate.Regexp(r"^[^\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]*\S[^\x00-\x1f]*$")
)


def _not_zero(amount: int) -> None:
    if amount == 0:
        raise ValidationError("Must not be 0.")


class Amount(fields.Integer):
    """Whole minor units, 1 or more, never a text, a fraction or a yes; 0 where it may be left out, and is."""

    def __init__(self, *, required: bool = False) -> None:
        # marshmallow takes no default for a field that is required.
        default = missing if required else 0
        super().__init__(strict=True, required=required, load_default=default, validate=validate.Range(1, CENTS_MAX))


class ActBody(Schema):
    """What a seat does. `discards` are places in the seat's holding from 0; `turn` is the turn that is meant."""

    seat = fields.Integer(required=True, strict=True, validate=validate.Range(1, 20))
    verb = fields.String(
        required=True, validate=validate.OneOf([verb.value for verb in Verb if verb is not Verb.TIMEOUT])
    )
    amount = Amount()
    side_bet = Amount()
    discards = fields.List(
        fields.Integer(strict=True, validate=validate.Range(0, 51)), validate=validate.Length(max=10), load_default=list
    )
    box = fields.Integer(strict=True, validate=validate.Range(1, 20), load_default=0)
    turn = fields.Integer(strict=True, validate=validate.Range(0, 10_000), load_default=-1)


class AmountBody(Schema):
    """An amount of money."""

    amount = Amount(required=True)


class CorrectionBody(Schema):
    """What a seat's person gets, or gives where it is below zero."""

    seat = fields.Integer(required=True, strict=True, validate=validate.Range(1, 20))
    amount = fields.Integer(required=True, strict=True, validate=[validate.Range(-CENTS_MAX, CENTS_MAX), _not_zero])


class CorrectionsBody(Schema):
    """A ruling on a hand that was paid, with the clause, the reason and the token of the second person."""

    corrections = fields.List(fields.Nested(CorrectionBody), required=True, validate=validate.Length(1, 20))
    clause = fields.String(required=True, validate=validate.Length(1, 10))
    reason = fields.String(required=True, validate=REASON)
    second_token = fields.String(required=True, validate=validate.Length(1, 2_000))


class CorrectedAnswer(Schema):
    """The correction as it is on record: its number in the hand, and what moved."""

    hand = fields.String(required=True)
    number = fields.Integer(required=True)
    clause = fields.String(required=True)
    corrections = fields.List(fields.Nested(CorrectionBody), required=True)


class ActAnswer(Schema):
    """Where the hand stands after the act."""

    hand = fields.String(required=True)
    stage = fields.String(required=True)
    turn = fields.Integer(required=True)
    turns = fields.Integer(required=True)


class OptionAnswer(Schema):
    """One act that would not be refused."""

    verb = fields.String(required=True)
    least = fields.Integer(required=True)
    most = fields.Integer(required=True)
    step = fields.Integer(required=True)
    side_bet = fields.Integer(required=True)
    discards_max = fields.Integer(required=True)


class SeatChipsAnswer(Schema):
    """A seat's chips and bets in the hand."""

    seat = fields.Integer(required=True)
    person = fields.String(required=True)
    chips = fields.Integer(required=True)
    ante = fields.Integer(required=True)
    side_bet = fields.Integer(required=True)
    play = fields.Integer(required=True)
    folded = fields.Boolean(required=True)


class MeAnswer(Schema):
    """The asker's own seat, and what it may do now."""

    seat = fields.Integer(required=True)
    chips = fields.Integer(required=True)
    may = fields.List(fields.Nested(OptionAnswer), required=True)


class ViewAnswer(Schema):
    """A hand as betting may show it to the asker."""

    hand = fields.String(required=True)
    stage = fields.String(required=True)
    turn = fields.Integer(required=True)
    turns = fields.Integer(required=True)
    seconds_left = fields.Float(required=True)
    seats = fields.List(fields.Nested(SeatChipsAnswer), required=True)
    me = fields.Nested(MeAnswer, required=True)


class WalletAnswer(Schema):
    """What a person has away from the tables."""

    person = fields.String(required=True)
    balance = fields.Integer(required=True)


class ChipsAnswer(Schema):
    """What lies before a seat."""

    table = fields.String(required=True)
    seat = fields.Integer(required=True)
    chips = fields.Integer(required=True)
