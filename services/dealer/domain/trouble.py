"""What has gone wrong in a hand so far, as far as later deals and rulings depend on it."""

from dataclasses import dataclass

from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand.holdings import Coming
from shared.records import changed
from shared.rules.faults import Fault


@dataclass(frozen=True, kw_only=True)
class Trouble:
    """The errors of a hand that are not settled yet.

    `by_hand`: a croupier deals, so errors can happen. `coming` are made at the next deal; `early` are cards, as seat
    and place of the deck, that came before the betting had ended. `next_up` are the seats whose next card comes face
    up; `seen` are places of cards that all have seen and that yet lie face down. `referral` is the doubt that the floor
    has to decide, 0 for none.
    """

    by_hand: bool = False
    coming: tuple[Coming, ...] = ()
    early: tuple[tuple[int, int], ...] = ()
    next_up: frozenset[int] = frozenset()
    seen: frozenset[int] = frozenset()
    referrals: int = 0
    referral: int = 0
    rulings: int = 0
    clause: str = ""

    @property
    def may_have_been(self) -> bool:
        """Whether errors can have been remedied or ruled on: a croupier deals, or the floor was asked or has ruled."""
        return self.by_hand or self.referrals > 0 or self.rulings > 0

    @property
    def early_places(self) -> tuple[int, ...]:
        """The cards that came early, as places of the deck."""
        return tuple(place for _, place in self.early)


def opened(fact: say.HandOpened) -> Trouble:
    """Return the trouble of a new hand."""
    return Trouble(by_hand=fact.by_hand, coming=fact.coming)


def after(trouble: Trouble, fact: say.Fact) -> Trouble:
    """Return the trouble after a fact."""
    match fact:
        case say.StreetDealt():
            dealt_to = {given.seat for given in fact.dealt}
            return changed(trouble, coming=(), early=(), next_up=trouble.next_up - dealt_to)
        case at_floor.FaultComing():
            return changed(trouble, coming=(*trouble.coming, fact.coming))
        case at_floor.CardDealtEarly():
            return changed(trouble, early=(*trouble.early, (fact.seat, fact.position)))
        case at_floor.FaultRemedied(fault=Fault.DEAL_EARLY):
            return changed(trouble, early=())
        case at_floor.HoleCardsExposed(next_up=True):
            return changed(trouble, next_up=trouble.next_up | {fact.seat})
        case at_floor.ReferredToFloor():
            return changed(trouble, referrals=fact.number, referral=fact.number, clause=fact.clause)
        case at_floor.Ruled():
            return changed(trouble, referral=0, clause="", rulings=trouble.rulings + 1)
        case _:
            return trouble


def with_seen(trouble: Trouble, places: tuple[int, ...]) -> Trouble:
    """Return the trouble once these cards have been shown to all; they lie face down again."""
    return changed(trouble, seen=trouble.seen.union(places))
