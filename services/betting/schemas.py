"""The bodies and answers of betting's routes."""

from marshmallow import Schema, fields, validate

from shared.hand.commands import Verb
from shared.money import CENTS_MAX


class Amount(fields.Integer):
    """Whole minor units, never a text, a fraction or a yes."""

    def __init__(self, *, least: int = 1, required: bool = False) -> None:
        if required:
            super().__init__(strict=True, required=True, validate=validate.Range(least, CENTS_MAX))
        else:
            super().__init__(strict=True, load_default=0, validate=validate.Range(least, CENTS_MAX))


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
