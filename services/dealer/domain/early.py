"""Cards that came before the betting had ended: they go, and with them as many as there are seats left."""

from services.dealer.domain.course import head
from services.dealer.domain.hand import Hand
from shared.games import game
from shared.hand import floor_facts as at_floor
from shared.rulebook import cites
from shared.rules.faults import Fault


@cites("AD7-36", "AD7-37", "AD7-38")
def burn(hand: Hand, *, live: tuple[int, ...]) -> tuple[at_floor.FaultRemedied, ...]:
    """Burn what came early now that the betting has ended; `live` is empty when the hand has ended with it."""
    early, remedy = hand.trouble.early, game(hand.game).remedies.early
    if not early or remedy is None:
        return ()
    burnt = (*hand.trouble.early_places, *hand.undealt[: len(live)])
    return (
        at_floor.FaultRemedied(
            **head(hand),
            step=hand.step,
            clause=remedy.clause,
            fault=Fault.DEAL_EARLY,
            seat=early[0][0],
            reported_by="croupier",
            what=f"burnt: {len(early)} that came early and {len(burnt) - len(early)} for the seats left",
            burnt=burnt,
        ),
    )
