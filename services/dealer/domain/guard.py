"""The last look before a street lies on the table: every card comes from where the law lets it come from."""

from services.dealer.domain.errors import referred
from services.dealer.domain.hand import Hand, apply
from shared.games import game
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.rulebook import cites
from shared.rules.faults import Fault


@cites("AD7-27", "AD7-28")
def checked(hand: Hand, facts: tuple[say.Fact, ...]) -> tuple[say.Fact, ...]:
    """Return the facts of a deal; should one hand out a dead card without leave of the law, the floor decides."""
    by_leave = any(isinstance(fact, at_floor.FaultRemedied) and fact.fault is Fault.SKIP for fact in facts)
    before = hand
    for fact in facts:
        if isinstance(fact, say.StreetDealt):
            given = {each.position for each in fact.dealt}
            assert len(given) == len(fact.dealt), f"hand {hand.hand}: a card is dealt twice"
            if not by_leave and given & set(before.dead):
                clause = game(hand.game).remedies.dead_cards
                return (referred(hand, Fault.DOUBT, 0, "dealer", clause=clause),)
        before = apply(before, fact)
    return facts
