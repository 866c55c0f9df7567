"""What the dealer's routes ask of a request first: which hand it means, and which seat in it is the asker's."""

from services.dealer.domain.hand import Hand
from services.dealer.handlers import HAND
from shared.games import game
from shared.rulebook.book import NoSuchClause, clause
from shared.rules.refusals import NotActive
from shared.runtime.auth import bound_to_table
from shared.runtime.problems import NoSuchThing, Problem
from shared.runtime.routes import Ask


def hand_of(ask: Ask, hand: str) -> Hand:
    """Return the hand that is named, or refuse: there is none, or the token is for another table."""
    found = ask.tx.fold(stream=hand, folding=HAND).state
    if not found.hand:
        raise NoSuchThing(f"hand {hand}")
    bound_to_table(ask.who, table=found.table)
    return found


def own_seat(ask: Ask, hand: Hand) -> int:
    """Return the asker's seat, or refuse who takes no part."""
    own = next((player.seat for player in hand.players if player.person == ask.who.person), 0)
    if not own:
        raise NotActive(f"you take no part in hand {hand.hand}")
    return own


def cited(text: str, hand: Hand) -> str:
    """Return a clause's id, or refuse what is no clause of the law that the hand is played under."""
    law = game(hand.game).clauses
    try:
        found = clause(text)
    except NoSuchClause as unknown:
        raise Problem(422, "unknown_clause", str(unknown), field="clause") from None
    if not found.clause_id.startswith(f"{law}-"):
        raise Problem(422, "unknown_clause", f"hand {hand.hand} is played under {law}, not {text}", field="clause")
    return found.clause_id
