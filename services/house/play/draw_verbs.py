"""The verbs of a hand with a draw: discards, counts, a deck taken away, and rulings on openers."""

from collections.abc import Sequence
from typing import Final

from services.house.play import words
from services.house.play.pot_verbs import Command, Read, at_next_deal
from services.house.play.sight import Sight
from services.house.play.unreadable import Unreadable
from shared.cards import Card
from shared.hand import commands as ask
from shared.hand import draw_commands as ask_draw
from shared.hand import floor_commands as ask_floor
from shared.hand.holdings import Coming
from shared.rules.faults import Decision, Fault

LAST_CARD: Final = 5
"""Which card is left out unless the line says so: the last one of a whole deal."""
NO_PLACE: Final = 99
"""A place that no holding has."""


def discard(seat: int, said: Sequence[str]) -> Command:
    """Read `discard C C …`; a card that the seat does not hold gets a place that no holding has."""
    if not said:
        raise Unreadable("expected the cards, as in 'discard 9c 8s'; 'stand' changes none")
    cards = tuple(words.a_card(word) for word in said)

    def command(sight: Sight) -> ask.Command:
        return ask_draw.Discard(**sight.head, seat=seat, discards=places(sight, seat, cards))

    return command


def places(sight: Sight, seat: int, cards: Sequence[Card]) -> tuple[int, ...]:
    """Return the places of cards in a seat's holding, `NO_PLACE` for a card that it does not hold."""
    held = sight.cards(seat)
    return tuple(held.index(card) if card in held else NO_PLACE for card in cards)


def stand(seat: int, said: Sequence[str]) -> Command:
    """Read `stand`."""
    words.nothing(said)
    return lambda sight: ask_draw.Stand(**sight.head, seat=seat)


def expired(sight: Sight, seat: int) -> ask.Command:
    """Return what happens when the clock of a seat runs out in a draw."""
    drawn = sight.dealt.drawn
    return ask_draw.ExpireDraw(**sight.head, seat=seat, turn=drawn.turns, prompts=drawn.prompts)


def ask_count(seat: int, said: Sequence[str]) -> Command:
    """Read `ask-count T`."""
    if len(said) != 1:
        raise Unreadable("expected 'ask-count T'")
    of = words.seat(said[0])
    return lambda sight: ask_draw.AskCount(**sight.head, seat=seat, of=of, number=len(sight.facts))


def declare_count(seat: int, said: Sequence[str]) -> Command:
    """Read `declare-count unseen` or `declare-count seen`."""
    if len(said) != 1 or said[0] not in ("seen", "unseen"):
        raise Unreadable("expected 'declare-count unseen' or 'declare-count seen'")
    seen = said[0] == "seen"
    return lambda sight: ask_floor.ReportFault(
        **sight.head,
        fault=Fault.WRONG_COUNT,
        seat=seat,
        seen=seen,
        reported_by=f"seat {seat}",
        number=len(sight.facts),
    )


def extra_card(said: Sequence[str]) -> Coming:
    """Read `extra-card S`."""
    if len(said) != 1:
        raise Unreadable("expected 'extra-card S'")
    return at_next_deal(Fault.EXTRA_CARD, words.seat(said[0]))


def missing_card(said: Sequence[str]) -> Coming:
    """Read `missing-card S` or `missing-card S K`."""
    match said:
        case [seat]:
            return at_next_deal(Fault.MISSING_CARD, words.seat(seat), card=LAST_CARD)
        case [seat, card] if card.isdecimal() and int(card):
            return at_next_deal(Fault.MISSING_CARD, words.seat(seat), card=int(card))
        case _:
            raise Unreadable("expected 'missing-card S' or 'missing-card S K'")


def remove_deck(_: int, said: Sequence[str]) -> Command:
    """Read `remove-deck intact` or `remove-deck mixed`."""
    if len(said) != 1 or said[0] not in ("intact", "mixed"):
        raise Unreadable("expected 'remove-deck intact' or 'remove-deck mixed'")
    mixed = said[0] == "mixed"
    return lambda sight: ask_floor.ReportFault(
        **sight.head, fault=Fault.DECK_REMOVED, seen=mixed, reported_by=words.CROUPIER, number=len(sight.facts)
    )


def ruling(*, by: str) -> Read:
    """Return the reader of `rule openers S proved`, which is refused to everybody but the floor."""

    def read(_: int, said: Sequence[str]) -> Command:
        match said:
            case ["openers", number, ("proved" | "not-proved") as found]:
                seat = words.seat(number)
            case _:
                raise Unreadable("expected 'rule openers S proved' or 'rule openers S not-proved'")
        decision = Decision.OPENERS_PROVED if found == "proved" else Decision.OPENERS_NOT_PROVED
        return lambda sight: ask_floor.Rule(
            **sight.head,
            decision=decision,
            by_floor=by == words.FLOOR,
            seat=seat,
            ruled_by=by,
            reason="scenario",
            number=sight.referrals,
        )

    return read
