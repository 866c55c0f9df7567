"""An interval of betting as a state: the level that all must meet, who has acted, and how often each has raised."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shared.hand import facts as say
from shared.hand.command import Verb
from shared.money import Cents
from shared.records import changed
from shared.rulebook import cites
from shared.secret import Secret


@dataclass(frozen=True, kw_only=True)
class Interval:
    """One interval of betting.

    A bet, and what a raise adds, is one of `sizes`, or where there are none anything from `least` to `most`. `forced`
    is the forced bet that the speaker owes, 0 for none. `level` is what a seat must have put in to stay in; `full` is
    the last level that a whole bet or raise came to, and `step_up` what that one added: a short all-in moves `level`
    alone. `acted` are the seats that have acted since then.
    """

    speaker: int = 0
    sizes: tuple[Cents, ...] = ()
    least: Cents = Cents(0)
    most: Cents = Cents(0)
    forced: Cents = Cents(0)
    level: Cents = Cents(0)
    full: Cents = Cents(0)
    step_up: Cents = Cents(0)
    bets: Mapping[int, Cents] = field(default_factory=dict)
    acted: frozenset[int] = frozenset()
    raises: Mapping[int, int] = field(default_factory=dict)
    full_raises: int = 0
    raises_when_two: int = -1
    """How many whole raises had been made when only two seats were left, -1 while there are more."""
    aggressor: int = 0
    strict: bool = False
    openers: Secret[tuple[int, ...]] = Secret(())

    def bet_of(self, seat: int) -> Cents:
        """Return what a seat has put in during this interval."""
        return self.bets.get(seat, Cents(0))

    def to_call(self, seat: int) -> Cents:
        """Return what a seat must add to meet the level."""
        return Cents(self.level - self.bet_of(seat))

    @property
    def owes_forced_bet(self) -> bool:
        """Whether the forced bet is still to be made."""
        return bool(self.forced) and not self.level

    @property
    def to_complete(self) -> bool:
        """Whether the forced bet lies there and nobody has raised it to a whole bet yet."""
        return bool(self.forced and self.level) and not self.full


@cites("AD7-09")
def opened(fact: say.StreetOpened) -> Interval:
    """Return a new interval; every count begins again."""
    return Interval(
        speaker=fact.speaker,
        sizes=fact.sizes,
        least=fact.least,
        most=fact.most,
        forced=fact.forced,
        strict=fact.strict,
        openers=fact.openers,
    )


def acted(interval: Interval, fact: say.ActionTaken) -> Interval:
    """Return the interval after an act."""
    if fact.verb is Verb.FOLD and not interval.acted and not interval.level:
        return interval  # he left before the first act, which may still come from him who speaks first
    bet = Cents(interval.bet_of(fact.seat) + fact.put_in)
    after = changed(
        interval,
        bets={**interval.bets, fact.seat: bet} if fact.put_in else interval.bets,
        acted=interval.acted | {fact.seat},
    )
    match fact.verb:
        case Verb.BET | Verb.BRING_IN | Verb.COMPLETE | Verb.RAISE:
            return _raised_level(after, fact, bet=bet)
        case _:
            return after


def unraised_forced_bettor(interval: Interval) -> int:
    """Return the seat that made the forced bet of an interval in which nobody raised it, 0 where there is none."""
    unraised = interval.forced and interval.level == interval.forced and interval.aggressor == interval.speaker
    return interval.speaker if unraised else 0


@cites("PR7-05")
def _raised_level(interval: Interval, fact: say.ActionTaken, *, bet: Cents) -> Interval:
    """A forced bet that falls short is owed whole by the others; any other short all-in moves the level alone."""
    only_forced = fact.verb is Verb.BRING_IN and bet <= interval.forced
    # Where the forced bet is as large as a whole one, nothing is left to complete.
    owed_whole = interval.forced if interval.forced >= interval.most else Cents(0)
    reached = owed_whole if only_forced else whole_level(interval, bet)
    raises = fact.verb is Verb.RAISE
    after = changed(
        interval,
        level=Cents(max(bet, interval.forced, interval.level)),
        raises={**interval.raises, fact.seat: interval.raises.get(fact.seat, 0) + 1} if raises else interval.raises,
        aggressor=fact.seat,
    )
    if not reached:
        return after
    return changed(
        after,
        full=reached,
        step_up=Cents(reached - interval.full),
        full_raises=interval.full_raises + raises,
        acted=frozenset({fact.seat}),
    )


def whole_levels(interval: Interval) -> tuple[Cents, ...]:
    """Return the levels to which the next whole bet or raise may go: each of them, or the least and the most."""
    if interval.sizes:
        steps = (size for size in interval.sizes if size >= interval.step_up)
        return tuple(Cents(interval.full + step) for step in steps if interval.full + step > interval.level)
    least, most = max(interval.full + interval.least, interval.level + 1), interval.full + interval.most
    return (Cents(least), Cents(most)) if least <= most else ()


def whole_level(interval: Interval, bet: int) -> Cents:
    """Return the level of the whole bet or raise that `bet` reaches, 0 where it falls short of every one."""
    if not interval.sizes:
        least, most = interval.full + interval.least, interval.full + interval.most
        return Cents(min(bet, most) if bet >= least else 0)
    return max((level for level in whole_levels(interval) if level <= bet), default=Cents(0))
