"""What everyone at the table may see of a hand for the pot, and of what went wrong in it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from shared.games import game
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand import pot_facts as at_pot
from shared.hand.event import Event
from shared.rulebook import cites
from shared.rules.game import Announcement, Deal


def _antes_posted(fact: at_pot.AntesPosted) -> tuple[Event, ...]:
    antes = [{"seat": ante.seat, "amount": ante.amount} for ante in fact.antes]
    return (Event(name="antes_posted", body={"antes": antes, "carried": fact.carried}),)


@cites("AD7-13", "AD7-23")
def _announced(fact: at_pot.Announced) -> tuple[Event, ...]:
    """Say the croupier's words in the language of the table."""
    words = announcements(fact.game)[fact.key].words
    said = words[game(fact.game).language]
    return (Event(name="announced", body={"key": fact.key, "words": said}),)


def announcements(game_id: str) -> Mapping[str, Announcement]:
    """Return what the croupier has to say in a game, by key."""
    deals = [step for step in game(game_id).course if isinstance(step, Deal)]
    words = [each for deal in deals for each in (deal.announce_before, deal.announce_after) if each]
    return {each.key: each for each in words}


@cites("AD5-25", "AD5-40")
def _cards_mixed(fact: at_pot.CardsMixed) -> tuple[Event, ...]:
    mixed = Event(name="cards_mixed", body={"piles": list(fact.piles), "stub": len(fact.order.reveal())})
    return (mixed, Event(name="cut", body={"seat": fact.cut_by})) if fact.cut_by else (mixed,)


def _showdown_opened(fact: at_pot.ShowdownOpened) -> tuple[Event, ...]:
    return (Event(name="showdown_opened", body={"order": list(fact.order), "seconds": fact.seconds}),)


@cites("PR7-30", "PR7-31")
def _tabled(fact: at_pot.HoldingTabled) -> tuple[Event, ...]:
    return (Event(name="holding_tabled", body={"seat": fact.seat, "cards": list(fact.cards)}),)


def _conceded(fact: at_pot.HoldingConceded) -> tuple[Event, ...]:
    return (Event(name="holding_conceded", body={"seat": fact.seat}),)


@cites("PR7-29")
def _demanded(fact: at_pot.HoldingDemanded) -> tuple[Event, ...]:
    body = {"seat": fact.seat, "by": fact.by, "cards": list(fact.cards)}
    return (Event(name="holding_demanded", body=body),)


def _dealt_early(fact: at_floor.CardDealtEarly) -> tuple[Event, ...]:
    return (Event(name="card_dealt_early", body={"seat": fact.seat}),)


def _remedied(fact: at_floor.FaultRemedied) -> tuple[Event, ...]:
    body = {
        "clause": fact.clause,
        "fault": fact.fault.value,
        "seat": fact.seat,
        "what": fact.what,
        "burnt": len(fact.burnt),
        "turned_up": list(fact.turned_cards),
    }
    return (Event(name="fault_remedied", body=body),)


@cites("PR7-38")
def _exposed(fact: at_floor.HoleCardsExposed) -> tuple[Event, ...]:
    """Whatever one person has seen, all see."""
    body = {"seat": fact.seat, "cards": list(fact.cards), "covered": fact.covered}
    return (Event(name="cards_exposed", body=body),)


def _referred(fact: at_floor.ReferredToFloor) -> tuple[Event, ...]:
    return (Event(name="referred_to_floor", body={"clause": fact.clause, "seat": fact.seat, "what": fact.what}),)


def _ruled(fact: at_floor.Ruled) -> tuple[Event, ...]:
    return (Event(name="ruled", body={"decision": fact.decision.value, "clause": fact.clause}),)


def _released(fact: at_floor.HandReleased) -> tuple[Event, ...]:
    return (Event(name="turn", body={"seat": fact.turn, "seconds": fact.seconds}),) if fact.turn else ()


def _voided(fact: at_floor.HandVoided) -> tuple[Event, ...]:
    returned = [{"seat": back.seat, "amount": back.amount} for back in fact.returned]
    return (Event(name="hand_voided", body={"reason": fact.reason, "returned": returned}),)


@cites("ESD-41", "AD5-45")
def _corrected(fact: at_floor.SettlementCorrected) -> tuple[Event, ...]:
    amounts = [{"seat": each.seat, "amount": each.amount} for each in fact.corrections]
    return (Event(name="settlement_corrected", body={"clause": fact.clause, "corrections": amounts}),)


POT_PUBLIC: Final[Mapping[type[say.Fact], Callable[[Any], tuple[Event, ...]]]] = {
    at_pot.AntesPosted: _antes_posted,
    at_pot.Announced: _announced,
    at_pot.CardsMixed: _cards_mixed,
    at_pot.ShowdownOpened: _showdown_opened,
    at_pot.HoldingTabled: _tabled,
    at_pot.HoldingConceded: _conceded,
    at_pot.HoldingDemanded: _demanded,
    at_floor.CardDealtEarly: _dealt_early,
    at_floor.FaultRemedied: _remedied,
    at_floor.HoleCardsExposed: _exposed,
    at_floor.ReferredToFloor: _referred,
    at_floor.Ruled: _ruled,
    at_floor.HandReleased: _released,
    at_floor.HandVoided: _voided,
    at_floor.SettlementCorrected: _corrected,
}
"""The public events of each fact of pot play, and of each about errors and rulings."""
