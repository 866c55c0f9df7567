"""A progressive pool: its meter, what a hand brings in, and the awards that it pays in their order."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from shared.games import game as find_game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.hand.holdings import AwardTo, RankedHolding, SeatAmount
from shared.money import Cents, portion, split_equally
from shared.rulebook import cites
from shared.rules.game import Award, SideBet
from shared.rules.refusals import NotYet
from shared.rules.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Staked:
    """The side bets of one hand."""

    hand: str
    stakes: tuple[SeatAmount, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The fold of a pool's facts. `staked` holds the side bets of each table's last hand, by table."""

    pool: str = ""
    game: str = ""
    terms: Terms = field(default_factory=lambda: Terms({}))
    meter: Cents = Cents(0)
    carried_ppm: int = 0
    hits: int = 0
    staked: Mapping[str, Staked] = field(default_factory=dict)


NEW: Final = Pool()


def apply(pool: Pool, fact: say.Fact) -> Pool:
    """Return the pool after a fact. Never refuses one."""
    match fact:
        case say.PoolOpened():
            return Pool(pool=fact.pool, game=fact.game, terms=fact.terms, meter=fact.seed)
        case say.MeterAdjusted():
            return replace(pool, meter=Cents(pool.meter + fact.by))
        case say.ContributionsTaken():
            staked = {**pool.staked, fact.table: Staked(hand=fact.hand, stakes=fact.stakes)}
            return replace(pool, meter=fact.meter, carried_ppm=fact.carried_ppm, staked=staked)
        case say.AwardsDecided():
            return replace(pool, meter=fact.meter, hits=pool.hits + len(fact.awards))
        case at_floor.ContributionsReturned():
            return replace(pool, meter=fact.meter, carried_ppm=fact.carried_ppm)
        case _:
            return pool


def open_pool(*, game: str, pool: str, terms: Terms) -> say.PoolOpened:
    """Begin a progressive with the seed that its parameters name."""
    seed = Cents(terms.of(side_bet(game).seed))
    return say.PoolOpened(hand="", table="", game=game, pool=pool, terms=terms, seed=seed)


def contribute(pool: Pool, command: ask.Contribute) -> tuple[say.Fact, ...]:
    """Take a hand's side bets: the meter's part in parts per million, the rest to the house, the remainder carried."""
    total = sum(stake.amount for stake in command.stakes)
    rate = pool.terms.of(side_bet(command.game).contribution_ppm)
    to_meter, carried = portion(total, rate, pool.carried_ppm)
    return (
        say.ContributionsTaken(
            hand=command.hand,
            table=command.table,
            game=command.game,
            pool=pool.pool,
            stakes=command.stakes,
            live=command.live,
            to_meter=to_meter,
            to_house=Cents(total - to_meter),
            carried_ppm=carried,
            meter=Cents(pool.meter + to_meter),
        ),
    )


@cites("ESD-41")
def return_contributions(pool: Pool, command: ask_floor.ReturnContributions) -> tuple[say.Fact, ...]:
    """Give back the side bets of a hand that the floor has voided, each part from where it went.

    What the meter no longer holds, because an award was paid from it since, comes from the house.
    """
    last = pool.staked.get(command.table)
    if last is None or last.hand != command.hand:
        raise NotYet(f"the side bets of hand {command.hand} have not come yet")
    rate = pool.terms.of(side_bet(command.game).contribution_ppm)
    to_meter, carried = portion(-command.amount, rate, pool.carried_ppm)
    from_meter = Cents(min(-to_meter, pool.meter))
    return (
        at_floor.ContributionsReturned(
            hand=command.hand,
            table=command.table,
            game=command.game,
            pool=pool.pool,
            from_meter=from_meter,
            from_house=Cents(command.amount - from_meter),
            carried_ppm=carried,
            meter=Cents(pool.meter - from_meter),
        ),
    )


@cites("ESD-29", "ESD-31", "ESD-32", "ESD-38", "ESD-39", "ESD-40")
def pay_awards(pool: Pool, command: ask.PayAwards) -> tuple[say.Fact, ...]:
    """Decide a hand's awards one after the other, each on the meter as the one before has left it."""
    side = side_bet(command.game)
    last = pool.staked.get(command.table, Staked(hand=command.hand, stakes=()))
    staked = {stake.seat for stake in last.stakes if last.hand == command.hand}
    winners = tuple(holding for holding in command.ranked if holding.seat in staked)
    meter = pool.meter
    paid: list[AwardTo] = []
    resets: list[Cents] = []
    for award, seats in _batches(side, pool.terms, winners):
        amount, _ = portion(meter, pool.terms.of(side.awards_ppm)[award.name])
        meter = Cents(meter - amount)
        shares = sorted(split_equally(amount, seats))
        paid.extend(AwardTo(seat=seat, award=award.name, amount=share) for seat, share in shares)
        if meter == 0 and amount > 0:
            meter = Cents(pool.terms.of(side.reset))
            resets.append(meter)
    return (
        say.AwardsDecided(
            hand=command.hand,
            table=command.table,
            game=command.game,
            pool=pool.pool,
            ranked=command.ranked,
            qualified=command.qualified,
            awards=tuple(paid),
            resets=tuple(resets),
            exceptional=len(paid) > 1 or bool(resets),
            meter=meter,
        ),
    )


def _batches(
    side: SideBet, terms: Terms, winners: tuple[RankedHolding, ...]
) -> Iterator[tuple[Award, tuple[int, ...]]]:
    """Yield the awards to pay, in their order, each with the seats that it goes to.

    A shared award is one payment for all its winners, the seat nearest the croupier's right first for the odd unit;
    the others are paid one by one, the higher holding first, then the nearer to the croupier's right.
    """
    for award in side.awards:
        hit = [w for w in winners if w.ranking is award.ranking and w.served is award.served]
        hit.sort(key=lambda w: (-w.strength, -w.seat))
        if award.name in terms.of(side.shared):
            if hit:
                yield award, tuple(sorted((w.seat for w in hit), reverse=True))
        else:
            yield from ((award, (w.seat,)) for w in hit)


def side_bet(game_id: str) -> SideBet:
    """Return the side bet of a game that has one."""
    return find_game(game_id).banked.side_bet
