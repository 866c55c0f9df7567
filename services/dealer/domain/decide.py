"""The dealer's commands in a hand, each with the rule that answers it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.dealer.domain import croupier, dealing, drawing, faults, handling, rulings, showdown
from services.dealer.domain.hand import Hand
from shared.games import game
from shared.hand import commands as ask
from shared.hand import draw_commands as ask_draw
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import pot_commands as ask_pot
from shared.hand.pot_commands import Manner
from shared.rules.refusals import RuleBroken

Rule = Callable[[Hand, Any], tuple[say.Fact, ...]]


def _handle_cards(hand: Hand, command: ask_pot.HandleCards) -> tuple[say.Fact, ...]:
    return MANNERS[command.manner](hand, command)


MANNERS: Final[Mapping[Manner, Rule]] = {
    Manner.SHOW: showdown.show,
    Manner.CONCEDE: showdown.concede,
    Manner.DEMAND: showdown.demand,
    Manner.REVEAL: handling.reveal,
    Manner.EXPOSE: handling.expose,
    Manner.REORDER: handling.reorder,
}

RULES: Final[Mapping[type[ask.Command], Rule]] = {
    ask.DealStreet: dealing.deal_street,
    ask.ServeDraw: dealing.serve_draw,
    ask.TurnCroupier: croupier.turn_croupier,
    ask.DrawCroupier: croupier.draw_croupier,
    ask.CloseHand: dealing.close_hand,
    ask_pot.ShowHoldings: showdown.show_holdings,
    ask_pot.HandleCards: _handle_cards,
    ask_pot.EndShowdown: showdown.end_showdown,
    ask_draw.OpenDraw: drawing.open_draw,
    ask_draw.Discard: drawing.discard,
    ask_draw.Stand: drawing.stand,
    ask_draw.ExpireDraw: drawing.expire_draw,
    ask_draw.AskCount: drawing.ask_count,
    ask_draw.EndCounts: drawing.end_counts,
    ask_floor.BuryCards: dealing.bury_cards,
    ask_floor.ReportFault: faults.report_fault,
    ask_floor.Rule: rulings.rule,
}


def decide(hand: Hand, command: ask.Command) -> tuple[say.Fact, ...]:
    """Return the facts that a command leads to, or refuse with the broken rule under its clause."""
    try:
        return RULES[type(command)](hand, command)
    except RuleBroken as refusal:
        refusal.clause = refusal.clause or game(command.game).refused_under.get(refusal.code, "")
        raise
