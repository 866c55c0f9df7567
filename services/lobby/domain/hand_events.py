"""What each public event says about its hand. Later events may be told first, so each says only what it knows."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from services.lobby.domain.pot_events import POT_EVENTS
from services.lobby.domain.view import NOT_KNOWN, Clock, Event, Hand, Won
from shared.rulebook import cites

CROUPIER: Final = 0


def _hand_opened(hand: Hand, event: Event) -> Hand:
    body = event.body
    hand = replace(
        hand,
        number=int(body["number"]),
        opened=True,
        eldest=int(body["eldest"]),
        pack=int(body["pack"]),
        commitment=str(body["commitment"]),
        began=event.at,
    )
    for player in body["players"]:
        hand = hand.with_part(player["seat"], person=player["person"])
    return hand


def _boxes_opened(hand: Hand, event: Event) -> Hand:
    for each in event.body["chips"]:
        hand = hand.with_part(each["seat"], chips=each["amount"])
    return replace(hand, boxes=Clock(seconds=event.body["seconds"], at=event.at))


def _stake_placed(hand: Hand, event: Event) -> Hand:
    body = event.body
    return hand.with_part(body["seat"], ante=body["ante"], side_bet=body["side_bet"], verb="stake")


def _sat_out(hand: Hand, event: Event) -> Hand:
    return hand.with_part(event.body["seat"], sat_out=True, verb="sit_out")


def _stakes_taken(hand: Hand, event: Event) -> Hand:
    for part in hand.parts.values():
        if part.person and part.seat not in event.body["seats"]:
            hand = hand.with_part(part.seat, sat_out=True)
    return replace(hand, taken=True)


def _abandoned(hand: Hand, event: Event) -> Hand:
    return replace(hand, outcome="abandoned", taken=True)


def _street_dealt(hand: Hand, event: Event) -> Hand:
    step = str(event.body["step"])
    faces: dict[int, tuple[str, ...]] = {}
    for given in event.body["dealt"]:
        if given.get("dead"):
            continue  # it went to the place of a seat that has left the hand
        faces[given["seat"]] = (*faces.get(given["seat"], ()), given["face"])
    for seat, fallen in faces.items():
        hand = hand.with_part(seat, faces={**hand.part(seat).faces, step: fallen})
    for up in event.body["showing"]:
        # What shows is told whole each time, so the longest telling is the newest.
        if len(up["cards"]) >= len(hand.part(up["seat"]).showing):
            hand = hand.with_part(up["seat"], showing=tuple(up["cards"]))
    common = tuple(event.body.get("common", ()))
    return replace(hand, dealt=True, common=max(hand.common, common, key=len))


def _turn(hand: Hand, event: Event) -> Hand:
    turn = Clock(seat=event.body["seat"], seconds=event.body["seconds"], at=event.at)
    return replace(hand, turn=turn, deciding=True)


def _acted(hand: Hand, event: Event) -> Hand:
    body = event.body
    seat = body["seat"]
    hand = hand.with_part(
        seat,
        verb=body["verb"],
        put_in=hand.part(seat).put_in + body["put_in"],
        # Where there is a draw, cards change there and not with an act.
        changes=body["changes"] if hand.draw == NOT_KNOWN else hand.part(seat).changes,
        by_clock=body["by_clock"],
    )
    turn = Clock() if hand.turn.seat == seat else hand.turn
    return replace(hand, turn=turn, deciding=True, acted=hand.interval)


def _cards_changed(hand: Hand, event: Event) -> Hand:
    return hand.with_part(event.body["seat"], changes=event.body["count"])


@cites("ESD-08", "ESD-16")
def _croupier_turned(hand: Hand, event: Event) -> Hand:
    if hand.shown:
        return replace(hand, croupier_turned=True, turn=Clock())
    return replace(hand.with_part(CROUPIER, shown=tuple(event.body["cards"])), croupier_turned=True, turn=Clock())


def _holdings_shown(hand: Hand, event: Event) -> Hand:
    for each in event.body["holdings"]:
        hand = hand.with_part(each["seat"], shown=tuple(each["cards"]), served=each["served"])
    return replace(hand, shown=True, turn=Clock())


@cites("ESD-31")
def _awards_decided(hand: Hand, event: Event) -> Hand:
    for each in event.body["ranked"]:
        hand = hand.with_part(each["seat"], ranking=each["ranking"], best=tuple(each["best"]), served=each["served"])
    won: dict[int, tuple[Won, ...]] = {}
    for each in event.body["awards"]:
        award = Won(award=each["award"], amount=each["amount"])
        won[each["seat"]] = (*won.get(each["seat"], ()), award)
    for seat, awards in won.items():
        hand = hand.with_part(seat, awards=awards)
    return replace(hand, qualified="yes" if event.body["qualified"] else "no")


def _settled(hand: Hand, event: Event) -> Hand:
    for each in event.body["results"]:
        hand = hand.with_part(
            each["seat"],
            outcome=each["outcome"],
            returned=each["returned"],
            paid=each["paid"],
            lost=each["lost"],
        )
    for each in event.body["nets"]:
        part = hand.part(each["seat"])
        outcome = part.outcome or _outcome(part.folded, each["amount"])
        hand = hand.with_part(each["seat"], net=each["amount"], outcome=outcome)
    return replace(hand, waits=False, settled=True, turn=Clock(), outcome=event.body["outcome"])


def _outcome(folded: bool, net: int) -> str:
    """Say how a hand for the pot came out for a seat; its result is told by its net alone."""
    if folded:
        return "folded"
    return "even" if not net else "won" if net > 0 else "lost"


def _closed(hand: Hand, event: Event) -> Hand:
    return replace(hand, closed=True, turn=Clock(), outcome=hand.outcome or event.body["outcome"], ended=event.at)


HAND_EVENTS: Final[Mapping[str, Callable[[Hand, Event], Hand]]] = {
    "hand_opened": _hand_opened,
    "boxes_opened": _boxes_opened,
    "stake_placed": _stake_placed,
    "sat_out": _sat_out,
    "stakes_taken": _stakes_taken,
    "hand_abandoned": _abandoned,
    "street_dealt": _street_dealt,
    "turn": _turn,
    "acted": _acted,
    "cards_changed": _cards_changed,
    "croupier_turned": _croupier_turned,
    "holdings_shown": _holdings_shown,
    "awards_decided": _awards_decided,
    "hand_settled": _settled,
    "hand_closed": _closed,
    **POT_EVENTS,
}
"""What an event says about its hand."""
