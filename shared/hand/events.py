"""What everyone at the table may see of a fact: the one projection from the journal to the public stream."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from shared.hand import event
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand import table_facts as at_table
from shared.hand.commands import Verb
from shared.hand.draw_events import DRAW_PUBLIC, turn
from shared.hand.holdings import SeatAmount
from shared.hand.pot_events import POT_PUBLIC
from shared.rulebook import cites

Event = event.Event


def public(fact: say.Fact) -> tuple[Event, ...]:
    """Return the public events of a fact, in order; a fact that nobody may see has none."""
    project = PUBLIC.get(type(fact))
    return project(fact) if project else ()


def _hand_opened(fact: say.HandOpened) -> tuple[Event, ...]:
    body = {
        "game": fact.game,
        "number": fact.number,
        "players": [{"seat": p.seat, "person": p.person} for p in fact.players],
        "eldest": fact.eldest,
        "pack": fact.pack,
        "commitment": fact.commitment,
    }
    return (Event(name="hand_opened", body=body),)


def _boxes_opened(fact: say.BoxesOpened) -> tuple[Event, ...]:
    chips = [{"seat": c.seat, "amount": c.amount} for c in fact.chips]
    return (Event(name="boxes_opened", body={"chips": chips, "seconds": fact.seconds}),)


def _stake_placed(fact: say.StakePlaced) -> tuple[Event, ...]:
    return (Event(name="stake_placed", body={"seat": fact.seat, "ante": fact.ante, "side_bet": fact.side_bet}),)


def _sat_out(fact: say.SeatSatOut) -> tuple[Event, ...]:
    return (Event(name="sat_out", body={"seat": fact.seat}),)


def _stakes_taken(fact: say.StakesTaken) -> tuple[Event, ...]:
    return (Event(name="stakes_taken", body={"seats": [stake.seat for stake in fact.stakes]}),)


def _abandoned(fact: say.HandAbandoned) -> tuple[Event, ...]:
    return (Event(name="hand_abandoned", body={"reason": fact.reason}),)


@cites("ESD-31")
def _meter_moved(fact: say.ContributionsTaken | at_floor.ContributionsReturned) -> tuple[Event, ...]:
    return (Event(name="meter_moved", body={"pool": fact.pool, "meter": fact.meter}),)


@cites("ESD-08")
def _street_dealt(fact: say.StreetDealt) -> tuple[Event, ...]:
    body = {
        "step": fact.step,
        "dealt": [{"seat": d.seat, "face": d.face.value, "dead": d.dead} for d in fact.dealt],
        "showing": [{"seat": s.seat, "cards": list(s.cards)} for s in fact.showing],
        "stub": fact.stub,
        "burnt": len(fact.burnt),
        "aside": len(fact.aside),
        "common": list(fact.common_cards),
    }
    return (Event(name="street_dealt", body=body),)


def _street_opened(fact: say.StreetOpened) -> tuple[Event, ...]:
    if not fact.speaker:
        return (_turn(fact.turn, fact.seconds),)
    body = {
        "step": fact.step,
        "speaker": fact.speaker,
        "sizes": list(fact.sizes),
        "least": fact.least,
        "most": fact.most,
        "forced": fact.forced,
    }
    opened = Event(name="interval_opened", body=body)
    return (opened, _turn(fact.turn, fact.seconds)) if fact.turn else (opened,)


@cites("ESD-14")
def _acted(fact: say.ActionTaken) -> tuple[Event, ...]:
    body = {
        "seat": fact.seat,
        "verb": fact.verb.value,
        "put_in": fact.put_in,
        "changes": len(fact.discards),
        "by_clock": fact.by_clock,
    }
    acted = Event(name="acted", body=body)
    placed = Event(name="cards_placed", body={"seat": fact.seat})
    after = (placed,) if fact.verb in (Verb.PLAY, Verb.FOLD) else ()
    return (acted, *after, *((_turn(fact.turn, fact.seconds),) if fact.turn else ()))


def _turn_passed(fact: say.TurnPassed) -> tuple[Event, ...]:
    return (_turn(fact.turn, fact.seconds),) if fact.turn else ()


def _turn(seat: int, seconds: int) -> Event:
    return Event(name="turn", body={"seat": seat, "seconds": seconds})


@cites("AD5-18")
def _cards_changed(fact: say.CardsExchanged) -> tuple[Event, ...]:
    """Say how many cards a seat changes, once; the cards themselves are its own."""
    goes_on = fact.drawn and not fact.discards
    changed = Event(name="cards_changed", body={"seat": fact.seat, "count": len(fact.discards)})
    return (*(() if goes_on else (changed,)), *turn(fact.turn, fact.seconds))


def _croupier_turned(fact: say.CroupierTurned) -> tuple[Event, ...]:
    return (Event(name="croupier_turned", body={"cards": list(fact.cards)}),)


def _holdings_shown(fact: say.HoldingsShown) -> tuple[Event, ...]:
    if not fact.holdings:
        return ()  # one seat is left, and nothing is shown
    shown = [{"seat": h.seat, "cards": list(h.cards), "served": h.served} for h in fact.holdings]
    return (Event(name="holdings_shown", body={"holdings": shown}),)


@cites("ESD-31")
def _awards_decided(fact: say.AwardsDecided) -> tuple[Event, ...]:
    ranked = [
        {"seat": r.seat, "ranking": r.ranking.name.lower(), "best": list(r.best), "served": r.served}
        for r in fact.ranked
    ]
    awards = [{"seat": a.seat, "award": a.award, "amount": a.amount} for a in fact.awards]
    body = {"ranked": ranked, "qualified": fact.qualified, "awards": awards, "pool": fact.pool, "meter": fact.meter}
    return (Event(name="awards_decided", body=body),)


def _settled(fact: say.HandSettled) -> tuple[Event, ...]:
    results = [
        {"seat": r.seat, "outcome": r.outcome, "returned": r.returned, "paid": r.paid, "lost": r.lost}
        for r in fact.results
    ]
    body = {
        "outcome": fact.outcome,
        "results": results,
        "nets": _amounts(fact.nets),
        "pots": [
            {"amount": pot.amount, "seats": list(pot.seats), "winners": _amounts(pot.winners)} for pot in fact.pots
        ],
        "uncalled": _amounts(fact.uncalled),
        "carried": fact.carried,
    }
    return (Event(name="hand_settled", body=body),)


def _amounts(of: tuple[SeatAmount, ...]) -> list[dict[str, int]]:
    return [{"seat": each.seat, "amount": each.amount} for each in of]


def _closed(fact: say.HandClosed) -> tuple[Event, ...]:
    return (Event(name="hand_closed", body={"outcome": fact.outcome}),)


def _irregularity(fact: say.IrregularityRecorded) -> tuple[Event, ...]:
    return (Event(name="irregularity", body={"clause": fact.clause, "seat": fact.seat}),)


def _table_opened(fact: at_table.TableOpened) -> tuple[Event, ...]:
    return (Event(name="table_opened", body={"name": fact.name, "game": fact.game, "terms": dict(fact.terms)}),)


def _table_closed(_fact: at_table.TableClosed) -> tuple[Event, ...]:
    return (Event(name="table_closed", body={}),)


def _table_reopened(_fact: at_table.TableReopened) -> tuple[Event, ...]:
    return (Event(name="table_reopened", body={}),)


def _seat_taken(fact: at_table.SeatTaken) -> tuple[Event, ...]:
    return (Event(name="seat_taken", body={"seat": fact.seat, "person": fact.person}),)


def _seat_freed(fact: at_table.SeatFreed) -> tuple[Event, ...]:
    return (Event(name="seat_freed", body={"seat": fact.seat, "reason": fact.reason}),)


def _chips_came(fact: at_table.ChipsBrought | at_table.ChipsAdded) -> tuple[Event, ...]:
    return (Event(name="chips_came", body={"seat": fact.seat, "amount": fact.amount}),)


PUBLIC: Final[Mapping[type[say.Fact], Callable[[Any], tuple[Event, ...]]]] = {
    say.HandOpened: _hand_opened,
    say.BoxesOpened: _boxes_opened,
    say.StakePlaced: _stake_placed,
    say.SeatSatOut: _sat_out,
    say.StakesTaken: _stakes_taken,
    say.HandAbandoned: _abandoned,
    say.ContributionsTaken: _meter_moved,
    at_floor.ContributionsReturned: _meter_moved,
    say.StreetDealt: _street_dealt,
    say.StreetOpened: _street_opened,
    say.ActionTaken: _acted,
    say.TurnPassed: _turn_passed,
    say.CardsExchanged: _cards_changed,
    say.CroupierTurned: _croupier_turned,
    say.HoldingsShown: _holdings_shown,
    say.AwardsDecided: _awards_decided,
    say.HandSettled: _settled,
    say.HandClosed: _closed,
    say.IrregularityRecorded: _irregularity,
    at_table.TableOpened: _table_opened,
    at_table.TableClosed: _table_closed,
    at_table.TableReopened: _table_reopened,
    at_table.SeatTaken: _seat_taken,
    at_table.SeatFreed: _seat_freed,
    at_table.ChipsBrought: _chips_came,
    at_table.ChipsAdded: _chips_came,
    **POT_PUBLIC,
    **DRAW_PUBLIC,
}
