"""What a seat may do now in a hand for the pot: the acts that will not be refused, with the amounts they come to."""

from services.betting.domain.option import Option
from services.betting.domain.pot import opening
from services.betting.domain.pot.hand import Hand, Stage, rules_of
from services.betting.domain.pot.interval import Interval, whole_levels
from services.betting.domain.pot.limits import check_raise_cap
from shared.hand.command import Verb
from shared.money import Cents
from shared.rules.refusals import RaiseCap


def may(hand: Hand, seat: int) -> tuple[Option, ...]:
    """Return a seat's options; none while it is not its turn."""
    if hand.stage is not Stage.WAGER or hand.turn != seat:
        return ()
    interval, chips = hand.interval, hand.chips[seat]
    if interval.owes_forced_bet:
        forced = Cents(min(interval.forced, chips))
        whole = _rise(hand, seat, Verb.BRING_IN)
        return (Option(verb=Verb.BRING_IN, least=forced, most=forced), *(o for o in whole if o.most > forced))
    owed = interval.to_call(seat)
    if not owed:
        fold = () if seat == interval.speaker and not interval.level else (Option(verb=Verb.FOLD),)
        if opening.unopened(hand):
            may_open = opening.may_open(hand, seat)
            return Option(verb=Verb.CHECK), *(_rise(hand, seat, Verb.BET) if may_open else ())
        return Option(verb=Verb.CHECK), *_rise(hand, seat, Verb.BET), *fold
    has = Cents(interval.bet_of(seat) + min(owed, chips))
    may_call = owed <= chips or hand.terms.of(rules_of(hand).all_in)
    call = (Option(verb=Verb.CALL, least=has, most=has),) if may_call else ()
    return *call, *_raises(hand, seat, interval), Option(verb=Verb.FOLD)


def _raises(hand: Hand, seat: int, interval: Interval) -> tuple[Option, ...]:
    if seat in interval.acted or interval.to_call(seat) >= hand.chips[seat]:
        return ()
    if interval.to_complete:
        return _rise(hand, seat, Verb.COMPLETE)
    try:
        check_raise_cap(hand, seat)
    except RaiseCap:
        return ()
    return _rise(hand, seat, Verb.RAISE)


def _rise(hand: Hand, seat: int, verb: Verb) -> tuple[Option, ...]:
    """Return the amounts to which a seat may bet or raise: each of the fixed ones, or a range; or all that it has."""
    levels = whole_levels(hand.interval)
    has = Cents(hand.interval.bet_of(seat) + hand.chips[seat])
    if not levels:
        return ()
    all_in = (Option(verb=verb, least=has, most=has),) if hand.terms.of(rules_of(hand).all_in) else ()
    if levels[0] > has:
        return all_in
    if hand.interval.sizes:
        whole = tuple(Option(verb=verb, least=level, most=level) for level in levels if level <= has)
        # Between a small raise and a big one lies what is all that the seat has.
        return (*whole, *all_in) if has < levels[-1] and has not in levels else whole
    return (Option(verb=verb, least=levels[0], most=Cents(min(levels[-1], has)), step=Cents(1)),)
