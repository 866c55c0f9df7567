"""Hands to listen to: played on the pure rules, told as the services tell them."""

from collections.abc import Sequence
from functools import cache

from services.house.pure_table import PureTable
from services.lobby.domain.view import Event
from services.lobby.keeping import Heard
from shared.cards import cards
from shared.games import game
from shared.hand import commands as ask
from shared.hand.commands import Verb
from shared.hand.events import public
from shared.money import Cents

TABLE = "t1"
TERMS = {"min_bet": 500, "jackpot_stake": 100, "jackpot_seed": 1_000_000}
AT = "2026-05-04T20:00:00.000+00:00"

# Seats 1 and 2 and the croupier, dealt in turn; then two cards for seat 1, and the croupier's two.
DEAL = "Ts 9c 8s  Td Kh 8d  Ac 7d Kc  6s 5h 6c  4s 2d 3d  Qh Jh 9h 2c"


def deck() -> tuple[str, ...]:
    """Return a deck that begins with the deal above."""
    first = cards(DEAL)
    pack = cards(" ".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs"))
    return (*first, *(card for card in pack if card not in first))


@cache
def told(number: int = 1) -> tuple[tuple[str, Event], ...]:
    """Return what is said in one hand: seat 1 plays on with a pair of tens, seat 2 gives up."""
    table = PureTable(
        game="spain_draw",
        terms=game("spain_draw").terms(TERMS),
        chips_by_seat={1: Cents(20_000), 2: Cents(20_000)},
        table=TABLE,
    )
    table.number = number - 1
    table.open_hand(deck=deck(), commitment="c0ffee")  # type: ignore[arg-type]  # cards are texts
    head = {"hand": f"{TABLE}-{number}", "table": TABLE, "game": "spain_draw"}
    table.put(ask.Act(**head, seat=1, verb=Verb.STAKE, amount=Cents(1_000), side_bet=Cents(100)))
    table.put(ask.Act(**head, seat=2, verb=Verb.STAKE, amount=Cents(500)))
    table.put(ask.CloseBoxes(**head))
    table.put(ask.Act(**head, seat=1, verb=Verb.PLAY, amount=Cents(2_000), discards=(3, 4)))
    table.put(ask.Act(**head, seat=2, verb=Verb.FOLD))
    return tuple(
        (service, Event(name=event.name, table=TABLE, hand=fact.hand, at=AT, body=event.body))
        for service, fact in table.facts
        for event in public(fact)
        if fact.hand
    )


def opening() -> tuple[Event, ...]:
    """Return what is said before the first hand: the table opens, and two people sit down."""
    seated = [
        ("seat_taken", {"seat": 1, "person": "anna"}),
        ("chips_came", {"seat": 1, "amount": 20_000}),
        ("seat_taken", {"seat": 2, "person": "pau"}),
        ("chips_came", {"seat": 2, "amount": 20_000}),
    ]
    terms = dict(game("spain_draw").terms(TERMS))
    opened = ("table_opened", {"name": "Mar", "game": "spain_draw", "terms": terms})
    return tuple(Event(name=name, table=TABLE, hand="", at=AT, body=body) for name, body in (opened, *seated))


def events(number: int = 1) -> tuple[Event, ...]:
    """Return what is said in one hand, in the order of the pure rules."""
    return tuple(event for _, event in told(number))


def heard(said: Sequence[Event], *, prefix: str = "m") -> list[Heard]:
    """Return events under ids of their own."""
    return [Heard(message_id=f"{prefix}:{place}", event=event) for place, event in enumerate(said)]
