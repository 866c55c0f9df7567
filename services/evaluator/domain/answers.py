"""The questions that the evaluator is asked, each with its answer: from cards to rankings, and nothing kept."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, assert_never

from services.evaluator.domain import house_way
from services.evaluator.domain.openers import holds_openers
from services.evaluator.domain.qualify import qualifies
from services.evaluator.domain.ranking import RankingOrder, rank
from services.evaluator.domain.showing import height
from services.evaluator.domain.speaking import rank_showing
from services.evaluator.domain.threshold import Threshold
from shared.cards import Card
from shared.games import game
from shared.hand import commands as ask
from shared.hand import draw_commands as ask_draw
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import pot_commands as ask_pot
from shared.hand.holdings import Holding, RankedHolding
from shared.rulebook import cites
from shared.rules.game import CROUPIER, AgainstTheBank
from shared.rules.wager import ForThePot, OddUnit
from shared.secret import Secret

OPENING_CARDS: Final = 5


def play_croupier(command: ask.PlayCroupier) -> say.CroupierPlayed:
    """Answer which of the croupier's cards the table's house way changes, by their places."""
    found = game(command.game)
    bank = found.banked.bank
    gone = house_way.discards(
        command.cards,
        house_way=command.terms.of(bank.house_way),
        least=Threshold(pair_rank=bank.qualifies_with_pair_of),
        order=_order(found.pack),
    )
    places = tuple(index for index, card in enumerate(command.cards) if card in gone)
    return say.CroupierPlayed(**_head(command), step=command.step, discards=places)


@cites("AD7-34", "PR7-22", "PR7-26", "PR7-31", "AD5-01", "AD5-32")
def rank_showdown(command: ask.RankShowdown) -> say.HoldingsRanked:
    """Answer what each holding is worth, with the common card where there is one, and whether the croupier plays."""
    order = _order_in(command)
    ranked = tuple(
        RankedHolding(
            seat=holding.seat,
            ranking=worth.ranking,
            strength=worth.strength,
            best=worth.best,
            served=holding.served,
            odd_height=_odd_height(command, holding),
            conceded=holding.conceded,
            demanded_by=holding.demanded_by,
        )
        for holding in command.holdings
        for worth in (rank((*holding.cards, *command.common), order),)
    )
    return say.HoldingsRanked(
        **_head(command),
        terms=command.terms,
        ranked=ranked,
        qualified=_qualified(command, order),
        proved=not command.opener or _holds(command.opening.reveal(), command.least, order),
    )


@cites("AD5-06", "AD5-12", "AD5-13", "AD5-14")
def find_openers(command: ask_draw.FindOpeners) -> at_draw.OpenersFound:
    """Answer which seats may open the pot, sealed: betting alone is told."""
    order = _order_in(command)
    seats = tuple(each.seat for each in command.holdings.reveal() if _holds(each.cards, command.least, order))
    return at_draw.OpenersFound(**_head(command), step=command.step, seats=Secret(seats))


@cites("AD5-22", "AD5-23", "AD5-41")
def _holds(cards: Sequence[Card], least: str, order: RankingOrder) -> bool:
    """Whether these five cards are openers; another number of cards proves nothing."""
    return len(cards) == OPENING_CARDS and holds_openers(cards, Threshold(pair_rank=least), order)


def _order_in(command: ask.RankShowdown | ask_draw.FindOpeners) -> RankingOrder:
    """Return the order of rankings at a table, which may have settled what the short pack leaves open."""
    short = game(command.game).short_pack
    if short is None:
        return _order(command.pack)
    return RankingOrder(
        pack=command.pack,
        flush_beats_full_house_in_32=command.terms.of(short.flush_beats_full_house),
        ace_low_in_32=command.terms.of(short.ace_low),
    )


def _odd_height(command: ask.RankShowdown, holding: Holding) -> int:
    """Return how near a holding stands to an odd unit: by its highest card, a common one left out, where cards say."""
    contest = game(command.game).contest
    match contest:
        case ForThePot(odd_unit=OddUnit.HIGHEST_CARD, suit_order=suits):
            return max(height(card, command.terms.of(suits) if suits else ()) for card in holding.cards)
        case ForThePot() | AgainstTheBank():
            return 0
        case _:
            assert_never(contest)


def answer(command: ask.Command) -> say.Fact:
    """Return the answer to any question that the evaluator takes."""
    return ANSWERS[type(command)](command)


def _qualified(command: ask.RankShowdown, order: RankingOrder) -> bool:
    found = game(command.game)
    if isinstance(found.contest, ForThePot):
        return True  # nobody plays against a croupier
    least = Threshold(pair_rank=found.banked.bank.qualifies_with_pair_of)
    return any(qualifies(h.cards, least, order) for h in command.holdings if h.seat == CROUPIER)


@cache
def _order(pack: int) -> RankingOrder:
    return RankingOrder(pack=pack)


def _head(command: ask.Command) -> dict[str, Any]:
    return {"hand": command.hand, "table": command.table, "game": command.game}


ANSWERS: Final[Mapping[type[ask.Command], Callable[[Any], say.Fact]]] = {
    ask.PlayCroupier: play_croupier,
    ask.RankShowdown: rank_showdown,
    ask_pot.RankShowing: rank_showing,
    ask_draw.FindOpeners: find_openers,
}
