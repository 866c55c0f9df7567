"""How far the draw of a hand has come: who draws next, who drew how many, and what the opener held."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.records import changed


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """The draw of a hand.

    `opening` are the places of the deck that the opener held when he opened, and `laid` those that he has laid on the
    pot since. `turn` is the seat to draw, 0 for nobody; `turns` counts what has happened, so that an act can say which
    turn it was meant for; `prompts` is how often the clock of this turn has run out, and `timed_out` are the seats that
    were served by it. `may_ask` says that a seat may still ask how many another one drew.
    """

    step: int = -1
    order: tuple[int, ...] = ()
    opener: int = 0
    opening: tuple[int, ...] = ()
    laid: tuple[int, ...] = ()
    turn: int = 0
    turns: int = 0
    prompts: int = 0
    timed_out: frozenset[int] = frozenset()
    counts: Mapping[int, int] = field(default_factory=dict)
    may_ask: bool = False


def after(drawn: Drawn, fact: say.Fact) -> Drawn:
    """Return the draw after a fact."""
    match fact:
        case at_draw.DrawOpened():
            return Drawn(
                step=fact.step,
                order=fact.order,
                opener=fact.opener,
                opening=fact.opening,
                turn=fact.turn,
                may_ask=True,
            )
        case say.CardsExchanged() if drawn.order:
            counts = {**drawn.counts, fact.seat: drawn.counts.get(fact.seat, 0) + len(fact.discards)}
            return _turned(changed(drawn, counts=counts), fact.turn)
        case at_draw.StoodPat():
            silent = drawn.timed_out | {fact.seat} if fact.by_clock else drawn.timed_out
            return _turned(changed(drawn, counts={**drawn.counts, fact.seat: 0}, timed_out=silent), fact.turn)
        case at_draw.SeatLeftDraw():
            return _turned(drawn, fact.turn) if fact.turn != drawn.turn else drawn
        case at_draw.DrawPrompted():
            return changed(drawn, prompts=drawn.prompts + 1)
        case at_draw.CountsEnded():
            return changed(drawn, may_ask=False)
        case _:
            return drawn


def _turned(drawn: Drawn, turn: int) -> Drawn:
    return changed(drawn, turn=turn, turns=drawn.turns + 1, prompts=0)
