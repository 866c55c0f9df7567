"""The bodies and answers of the lobby's routes."""

from marshmallow import Schema, fields, validate

from services.lobby.domain.people import NAME_MAX, PASSWORD_MAX, ROLES, STAFF

NAME = validate.Length(1, 4 * NAME_MAX)
PASSWORD = validate.Length(1, 2 * PASSWORD_MAX)
TABLE = validate.Regexp(r"\A([A-Za-z0-9][A-Za-z0-9_.:-]{0,99})?\Z")


class SignUpBody(Schema):
    """A name and a password of one's own."""

    name = fields.String(required=True, validate=NAME)
    password = fields.String(required=True, validate=PASSWORD)


class EnrolBody(SignUpBody):
    """A person whom the operator takes in."""

    roles = fields.List(
        fields.String(validate=validate.OneOf(ROLES)), required=True, validate=validate.Length(1, len(ROLES))
    )
    table = fields.String(load_default="", validate=TABLE)


class RolesBody(Schema):
    """Other roles for a person of the house."""

    roles = fields.List(
        fields.String(validate=validate.OneOf(STAFF)), required=True, validate=validate.Length(1, len(STAFF))
    )
    table = fields.String(load_default="", validate=TABLE)


class PersonAnswer(Schema):
    """A person, without anything that is secret."""

    person = fields.String(required=True)
    name = fields.String(required=True)
    roles = fields.List(fields.String(), required=True)
    table = fields.String(required=True)
    blocked = fields.Boolean(required=True)


class PeopleQuery(Schema):
    """A page of people: those whose ids come after `after`."""

    after = fields.String(load_default="", validate=validate.Length(0, 64))
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 100))


class PeopleAnswer(Schema):
    """A page of people, in the order of their ids."""

    people = fields.List(fields.Nested(PersonAnswer), required=True)


class SignedInAnswer(Schema):
    """Who signed in, and the token that says so."""

    person = fields.String(required=True)
    name = fields.String(required=True)
    roles = fields.List(fields.String(), required=True)
    table = fields.String(required=True)
    token = fields.String(required=True)
    seconds = fields.Integer(required=True)


class SignedOutAnswer(Schema):
    """The token is to be forgotten; it counts until its end."""

    person = fields.String(required=True)
    signed_in = fields.Boolean(required=True)


class HouseAnswer(Schema):
    """What a page has to know of the house before anybody signs in."""

    sign_up = fields.Boolean(required=True)
    currency = fields.String(required=True)


class RoomSeatAnswer(Schema):
    """A taken seat."""

    seat = fields.Integer(required=True)
    person = fields.String(required=True)
    name = fields.String(required=True)
    chips = fields.Integer(required=True)


class RoomTableAnswer(Schema):
    """A table's line in the room."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    game = fields.String(required=True)
    open = fields.Boolean(required=True)
    title = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    hands = fields.Integer(required=True, metadata={"description": "closed so far"})
    seats = fields.List(fields.Nested(RoomSeatAnswer), required=True)
    seats_max = fields.Integer(required=True)
    stage = fields.String(required=True)
    hand = fields.String(required=True)
    pool = fields.String(required=True)
    meter = fields.Integer(required=True)
    stake_min = fields.Integer(required=True)


class RoomAnswer(Schema):
    """All tables of the room."""

    tables = fields.List(fields.Nested(RoomTableAnswer), required=True)


class RefusalAnswer(Schema):
    """A person whose seat was taken from him again, and why; kept until he sits down anew."""

    person = fields.String(required=True)
    seat = fields.Integer(required=True)
    reason = fields.String(required=True)
    at = fields.String(required=True)


class TableAnswer(Schema):
    """What everybody may see of a table: the fold of its public events up to `last_event`."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    game = fields.String(required=True)
    open = fields.Boolean(required=True)
    terms = fields.Dict(required=True)
    rules = fields.Dict(required=True)
    seats = fields.List(fields.Nested(RoomSeatAnswer), required=True)
    refused = fields.List(fields.Nested(RefusalAnswer), required=True)
    hands = fields.Integer(required=True)
    stage = fields.String(required=True)
    pool = fields.String(required=True)
    meter = fields.Integer(required=True)
    hand = fields.Dict(required=True)
    recent = fields.List(fields.Dict(), required=True)
    last_event = fields.Integer(required=True)
