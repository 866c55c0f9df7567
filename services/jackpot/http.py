"""The jackpot's routes: meters and award tables, shown to everybody; corrections, by two people."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema, fields, validate

from services.jackpot.domain import pool as pools
from services.jackpot.domain.transfers import transfers
from services.jackpot.stream import POOL, POOLS, stream_of
from shared.hand import facts as say
from shared.journal.ports import Tx
from shared.ledger import accounts
from shared.money import CENTS_MAX, Cents, portion
from shared.rulebook import cites
from shared.runtime.auth import ANYONE
from shared.runtime.problems import NoSuchThing, Problem
from shared.runtime.recording import record
from shared.runtime.routes import Ask, Routes
from shared.runtime.tokens import Role, TokenRefused

routes: Final = Routes("jackpot", "Progressive meters and their awards")


class AwardAnswer(Schema):
    """An award as displayed: its share of the meter, and what it would pay now."""

    award = fields.String(required=True)
    ppm = fields.Integer(required=True)
    amount = fields.Integer(required=True)


class PoolAnswer(Schema):
    """A progressive as displayed."""

    pool = fields.String(required=True)
    game = fields.String(required=True)
    meter = fields.Integer(required=True)
    stake = fields.Integer(required=True)
    hits = fields.Integer(required=True)
    awards = fields.List(fields.Nested(AwardAnswer), required=True)


class PoolsAnswer(Schema):
    """All progressives."""

    pools = fields.List(fields.Nested(PoolAnswer), required=True)


class AdjustmentBody(Schema):
    """A correction of a meter, signed, with its reason and the token of the second person."""

    by = fields.Integer(required=True, strict=True, validate=validate.Range(-CENTS_MAX, CENTS_MAX))
    reason = fields.String(required=True, validate=validate.And(validate.Length(3, 200), validate.Regexp(r"^\S")))
    second_token = fields.String(required=True, validate=validate.Length(1, 2_000))


@routes.query("/pools", needs=ANYONE, answer=PoolsAnswer)
def list_pools(ask: Ask) -> Mapping[str, Any]:
    """Show all meters and award tables."""
    return {"pools": [_pool(ask.tx, kept.fact.pool) for kept in ask.tx.history(POOLS)]}


@routes.query("/pools/<pool>", needs=ANYONE, answer=PoolAnswer)
@cites("ESD-31")
def show_pool(ask: Ask, pool: str) -> Mapping[str, Any]:
    """Show a meter and its award table."""
    return _pool(ask.tx, pool)


@routes.mutation(
    "POST", "/pools/<pool>/adjustments", needs=(Role.OPERATOR,), body=AdjustmentBody, answer=PoolAnswer, status=201
)
def adjust_pool(ask: Ask, pool: str) -> Mapping[str, Any]:
    """Correct a meter, by two operators; the ledger keeps both sides and the reason."""
    try:
        second = ask.wiring.tokens.read(ask.body["second_token"])
    except TokenRefused as refused:
        raise Problem(422, "second_token", f"the second person's token: {refused}", field="second_token") from None
    blocked = ask.tx.is_blocked(second.person)
    if blocked or Role.OPERATOR not in second.roles or second.person == ask.who.person:
        raise Problem(403, "two_people", "a correction of a meter takes two different operators")
    folded = ask.tx.fold(stream=stream_of(pool), folding=POOL)
    if not folded.seq:
        raise NoSuchThing(f"pool {pool}")
    by = ask.body["by"]
    if by == 0 or folded.state.meter + by < 0:
        raise Problem(
            422, "out_of_range", f"the meter shows {folded.state.meter}; it cannot be moved by {by}", field="by"
        )
    fact = say.MeterAdjusted(
        hand=f"adjust.{ask.request}",
        table="",
        game=folded.state.game,
        pool=pool,
        by=Cents(by),
        reason=ask.body["reason"],
        approved_by=f"{ask.who.person}, {second.person}",
    )
    record(
        ask.tx,
        ask.wiring,
        stream=stream_of(pool),
        seq=folded.seq,
        facts=(fact,),
        cause=ask.request,
        actor=ask.who.person,
    )
    ask.tx.post(transfers(fact))
    return _pool(ask.tx, pool)


def _pool(tx: Tx, pool: str) -> Mapping[str, Any]:
    folded = tx.fold(stream=stream_of(pool), folding=POOL)
    if not folded.seq:
        raise NoSuchThing(f"pool {pool}")
    state = folded.state
    side = pools.side_bet(state.game)
    rates = state.terms.of(side.awards_ppm)
    return {
        "pool": pool,
        "game": state.game,
        "meter": tx.balance(accounts.meter(pool)),
        "stake": state.terms.of(side.stake),
        "hits": state.hits,
        "awards": [
            {"award": award.name, "ppm": rates[award.name], "amount": portion(state.meter, rates[award.name])[0]}
            for award in side.awards
        ],
    }
